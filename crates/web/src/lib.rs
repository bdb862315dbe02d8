#![doc = include_str!("../README.md")]

mod assets;
mod client;
mod command;
mod connection;
mod files;
mod guard;
mod lab;
mod limits;
mod reply;
mod route;
mod server;
mod site;
mod sse;
mod teller;
mod token;
mod work;

pub use limits::Limits;
pub use server::{Options, Server, Stopper};
pub use token::Token;
