//! Integration tests.

mod class;
mod connect_four;
mod interrupt;
mod signature;
mod support;
