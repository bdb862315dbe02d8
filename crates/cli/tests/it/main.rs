//! The command line through its binary.

mod api;
mod atlas;
mod book;
mod calibrate;
mod certificate_file;
mod contract;
mod dataset;
mod experiment;
mod folder;
mod formats;
#[cfg(target_os = "linux")]
mod full_screen;
mod gomocup;
mod grade;
mod help;
mod interrupt;
mod json;
mod matches;
mod output_files;
mod play;
mod puzzles;
mod requests;
#[cfg(unix)]
mod smoke;
mod solve;
mod terminal;
mod train;
mod web;
