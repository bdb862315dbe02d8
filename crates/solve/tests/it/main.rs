//! Integration tests.

#[macro_use]
mod support;

mod answer;
mod book;
mod certificate;
mod class;
mod connect_four;
mod count;
mod engines;
mod free;
mod interrupt;
mod signature;
mod wider_class;
