//! The seed of requests that do not name one.

/// The seed where a request does not name one.
pub const DEFAULT: u64 = 2004;

/// [`DEFAULT`] as a function, for fields of requests.
pub fn default() -> u64 {
    DEFAULT
}
