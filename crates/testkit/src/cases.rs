//! The project's test data, embedded and typed.
//!
//! - [`class`]: cases of the whole class, answered by a slow, independent implementation;
//! - [`connect_four`]: published results of standard Connect Four.

pub mod class;
pub mod connect_four;
