//! The command line through its binary.

mod api;
mod certificate_file;
mod experiment;
mod grade;
mod help;
mod interrupt;
mod json;
mod matches;
mod output_files;
mod play;
mod requests;
mod solve;
mod terminal;
