//! Integration tests.

mod free;
