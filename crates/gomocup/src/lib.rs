#![doc = include_str!("../README.md")]

mod brain;
mod command;
mod database;
mod engine;
mod info;
mod lines;
mod point;
mod reply;

pub use brain::Brain;
pub use command::{Command, CommandError};
pub use engine::process::kill_engines;
pub use engine::with_engines;
pub use info::Info;
pub use lines::{LONGEST_LINE, Line, Lines};
pub use point::{ParsePointError, Point};
pub use reply::Reply;
