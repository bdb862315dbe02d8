//! Players, from outside the crate.

mod level;
mod own;
mod time;
