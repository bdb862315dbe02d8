//! The one step from a run-time number of bits to a compile-time bitboard type.

use crate::bits::Words;

/// The bitboard types that games are compiled to, narrowest first.
///
/// The type is chosen once, when a game is compiled; nothing below that step asks for it again.
///
/// ```
/// use connect_toe_game::Width;
/// assert_eq!(Width::holding(49), Some(Width::W64));
/// assert_eq!(Width::holding(65), Some(Width::W128));
/// assert_eq!(Width::holding(5000), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// One machine word: `u64`.
    W64,
    /// Two words: `u128`.
    W128,
    /// Four words.
    W256,
    /// Eight words.
    W512,
    /// Sixteen words.
    W1024,
    /// Sixty-four words: every board of the class.
    W4096,
}

/// Sixty-four words hold the largest board of the class, 4096 cells.
pub type Widest = Words<64>;

impl Width {
    /// All widths, narrowest first.
    pub const ALL: [Width; 6] =
        [Width::W64, Width::W128, Width::W256, Width::W512, Width::W1024, Width::W4096];

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W64 => 64,
            Width::W128 => 128,
            Width::W256 => 256,
            Width::W512 => 512,
            Width::W1024 => 1024,
            Width::W4096 => 4096,
        }
    }

    /// The narrowest width with at least `bits` bits.
    pub fn holding(bits: u32) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bits() >= bits)
    }
}
