//! The formats, a file each.

mod condition;
pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod json;
mod latex;
mod markdown;
