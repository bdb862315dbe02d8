//! The seed of requests that do not name one.

/// The seed where a request does not name one.
pub const DEFAULT: u64 = 2004;

pub(crate) fn default() -> u64 {
    DEFAULT
}
