//! Sets of small numbers: cells, lines.

use connect_toe_game::Bits;

/// A set of small numbers that knows its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    words: Vec<u64>,
    count: u32,
}

impl Set {
    /// The empty set, for numbers below `bound`.
    pub(crate) fn new(bound: usize) -> Set {
        Set { words: vec![0; bound.div_ceil(64).max(1)], count: 0 }
    }

    #[inline]
    pub(crate) fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
        self.count += 1;
    }

    #[inline]
    pub(crate) fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
        self.count -= 1;
    }

    /// The number of members.
    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The smallest member.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        self.iter().next()
    }

    /// The members, smallest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words: &[u64] = if self.count == 0 { &[] } else { &self.words };
        words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(64 * index + bit)
            })
        })
    }

    /// The members as bits. They are below the width of `B`.
    #[inline]
    pub(crate) fn bits<B: Bits>(&self) -> B {
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
