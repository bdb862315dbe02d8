//! The formats for programs and for writers, a file each.

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod latex;
pub(crate) mod markdown;
