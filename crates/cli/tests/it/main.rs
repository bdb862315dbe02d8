//! The command line through its binary.

mod experiment;
mod grade;
mod help;
mod json;
mod play;
mod requests;
mod solve;
