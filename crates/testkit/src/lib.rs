#![doc = include_str!("../README.md")]

pub mod cases;
pub mod oracle;
pub mod random_game;
pub mod requests;
pub mod strategy;
