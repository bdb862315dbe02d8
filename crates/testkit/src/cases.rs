//! The project's test data, embedded and typed.
//!
//! - [`class`]: cases of the whole class, answered by a slow, independent implementation;
//! - [`connect_four`]: published results of standard Connect Four;
//! - [`renju`]: diagrams of forbidden points.

pub mod class;
pub mod connect_four;
pub mod renju;
