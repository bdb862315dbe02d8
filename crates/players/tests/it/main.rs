//! Players, from outside the crate.

mod own;
mod time;
