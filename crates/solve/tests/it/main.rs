//! Integration tests.

#[macro_use]
mod support;

mod certificate;
mod class;
mod connect_four;
mod free;
mod interrupt;
mod signature;
