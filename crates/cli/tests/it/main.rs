//! The command line through its binary.

mod certificate_file;
mod help;
mod json;
mod play;
mod requests;
mod solve;
