//! The formats, a file each.

pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod json;
mod latex;
mod markdown;
