//! Sets of small numbers that no fixed width holds: cells of any board, lines.

use crate::bits::Bits;

/// A set of numbers below a bound that is known when the program runs. It knows its size.
///
/// Where the bound is known to the compiler, [`Bits`] is faster.
///
/// ```
/// use connect_toe_game::BitSet;
/// let mut set = BitSet::new(1000);
/// set.insert(7);
/// set.insert(700);
/// set.insert(7);
/// assert_eq!((set.count(), set.lowest()), (2, Some(7)));
/// set.remove(7);
/// assert!(set.contains(700) && set.iter().eq([700]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
    count: u32,
}

impl BitSet {
    /// The empty set, for numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet { words: vec![0; bound.div_ceil(64).max(1)], count: 0 }
    }

    /// Puts a number into the set.
    #[inline]
    pub fn insert(&mut self, member: usize) {
        let word = &mut self.words[member / 64];
        let bit = 1 << (member % 64);
        self.count += u32::from(*word & bit == 0);
        *word |= bit;
    }

    /// Takes a number out of the set.
    #[inline]
    pub fn remove(&mut self, member: usize) {
        let word = &mut self.words[member / 64];
        let bit = 1 << (member % 64);
        self.count -= u32::from(*word & bit != 0);
        *word &= !bit;
    }

    /// Takes all numbers out of the set.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.count = 0;
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, member: usize) -> bool {
        self.words[member / 64] >> (member % 64) & 1 != 0
    }

    /// The number of members.
    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether the set has no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The smallest member.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members, smallest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words: &[u64] = if self.count == 0 { &[] } else { &self.words };
        words
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| word.members().map(move |bit| 64 * index + bit as usize))
    }

    /// The set with a fixed width, which holds all members.
    ///
    /// ```
    /// use connect_toe_game::{BitSet, Bits};
    /// let mut set = BitSet::new(100);
    /// set.insert(99);
    /// assert_eq!(set.bits::<u128>(), u128::single(99));
    /// ```
    #[inline]
    pub fn bits<B: Bits>(&self) -> B {
        let mut bits = B::EMPTY;
        if self.count > 0 {
            for (index, &word) in self.words.iter().enumerate() {
                if word != 0 {
                    bits.insert_word(64 * index as u32, word);
                }
            }
        }
        bits
    }
}
