//! Reading decisions out of bytes.

use std::borrow::Cow;

/// Bytes that are used up from the front. Once they are gone every decision is 0.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    /// Starts at the front.
    pub fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { bytes }
    }

    /// Whether all bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    /// A number below `bound`, which is at least 1, from one byte; from two if `bound` is above 256.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = usize::from(self.byte());
        let number = if bound > 256 { number << 8 | usize::from(self.byte()) } else { number };
        number % bound
    }

    /// One of these.
    pub fn choose<'b, T>(&mut self, from: &'b [T]) -> &'b T {
        &from[self.below(from.len())]
    }

    /// What is left as text; bytes that are not UTF-8 become replacement characters.
    pub fn text(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }
}
