//! The command line through its binary.

mod certificate_file;
mod experiment;
mod grade;
mod help;
mod json;
mod play;
mod requests;
mod solve;
