//! Tests of learning through the library.

mod checkpoint;
mod games;
mod lines;
