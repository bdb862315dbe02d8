//! The formats for programs, a file each.

pub(crate) mod csv;
pub(crate) mod json;
