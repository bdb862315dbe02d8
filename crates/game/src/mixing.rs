//! Numbers that look random but are the same on every machine and in every run: keys of hash tables, seeds from seeds,
//! the moves of random games.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The odd number nearest to 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A bijection that spreads every bit of its argument over the whole result: one step of `SplitMix64` (Steele, Lea &
/// Flood, *Fast splittable pseudorandom number generators*, 2014).
#[inline]
pub const fn scramble(number: u64) -> u64 {
    let z = number.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The number at place `number`, counted from 0, of the sequence that `SplitMix64` draws from seed 0.
///
/// ```
/// use connect_toe_game::mix;
/// // Different numbers on different places, the same in every run.
/// let keys: Vec<u64> = (0..3).map(mix).collect();
/// assert_eq!(keys, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
/// ```
#[inline]
pub const fn mix(number: u64) -> u64 {
    scramble(number.wrapping_mul(GOLDEN))
}

/// The numbers that `SplitMix64` draws from a seed: quick to draw, and good enough for the moves of random games.
///
/// ```
/// use connect_toe_game::{Draws, SplitMix};
/// let mut numbers = SplitMix::new(7);
/// let dice: Vec<u32> = (0..1000).map(|_| numbers.below(6)).collect();
/// assert!((0..6).all(|face| dice.contains(&face)));
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
}

impl SplitMix {
    /// The numbers that follow from this seed, the same on every machine.
    pub fn new(seed: u64) -> SplitMix {
        SplitMix { state: seed }
    }
}

/// Where random games draw their moves from.
pub trait Draws {
    /// A number below `end`, which is not 0: each with the same probability, but for a bias too small to notice.
    fn below(&mut self, end: u32) -> u32;
}

impl Draws for SplitMix {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "random games are compiled for the processor as far as they are inlined"
    )]
    fn below(&mut self, end: u32) -> u32 {
        let number = scramble(self.state);
        self.state = self.state.wrapping_add(GOLDEN);
        // The number as a fraction of 2^64: the remainder of the division favours none by more than 2^-32.
        ((u128::from(number) * u128::from(end)) >> 64) as u32
    }
}

impl Draws for ChaCha8Rng {
    #[inline]
    fn below(&mut self, end: u32) -> u32 {
        self.random_range(0..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' generator draws from seed 0.
    #[test]
    fn the_published_sequence() {
        let drawn = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
        assert_eq!([mix(0), mix(1), mix(2)], drawn);
        assert_eq!(scramble(0), drawn[0]);
    }
}
