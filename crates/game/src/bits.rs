//! Sets of cells as bits: one machine word, two, or an array of words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of small numbers (cells), kept as bits.
///
/// Shifts move every member up (`<<`) or down (`>>`) by a number of places below [`WIDTH`](Bits::WIDTH);
/// members that leave the width are dropped.
///
/// ```
/// use connect_toe_game::{Bits, Words};
///
/// /// The same code for every width.
/// fn corners<B: Bits>() -> B {
///     [0, 2, 6, 8].into_iter().fold(B::EMPTY, |set, member| set.with(member))
/// }
///
/// let set: u64 = corners();
/// assert_eq!(set, 0b1_0100_0101);
/// assert_eq!(set.count(), 4);
/// assert_eq!(set.members().collect::<Vec<_>>(), [0, 2, 6, 8]);
/// assert_eq!(set.minus(u64::single(0)).lowest(), Some(2));
/// let wide: Words<4> = corners();
/// assert!(wide.contains(8) && !(wide << 250).contains(2));
/// ```
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many different members the type can hold: `0..WIDTH`.
    const WIDTH: u32;
    /// The set without members.
    const EMPTY: Self;

    /// The set with one member.
    fn single(member: u32) -> Self;
    /// Whether `member` is in the set.
    fn contains(self, member: u32) -> bool;
    /// Whether the set has no member.
    fn is_empty(self) -> bool;
    /// The number of members.
    fn count(self) -> u32;
    /// The smallest member.
    fn lowest(self) -> Option<u32>;
    /// The set without its smallest member; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Whether the set has a member.
    #[inline]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// The members `first..first + 64`, from the lowest bit of the word on. There may be fewer than 64 after `first`.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Words};
    /// let set = Words::<2>::single(62).with(65).with(127);
    /// assert_eq!(set.word(62), 0b1001);
    /// assert_eq!(set.word(120), 1 << 7);
    /// ```
    fn word(&self, first: u32) -> u64;
    /// Puts those members into the set that [`word`](Self::word) would give.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Words};
    /// let mut set = Words::<2>::EMPTY;
    /// set.insert_word(62, 0b1001);
    /// assert_eq!(set, Words::single(62).with(65));
    /// ```
    fn insert_word(&mut self, first: u32, word: u64);

    /// The set and `member`.
    #[inline]
    #[must_use]
    fn with(self, member: u32) -> Self {
        self | Self::single(member)
    }

    /// Puts `member` into the set.
    #[inline]
    fn insert(&mut self, member: u32) {
        *self = self.with(member);
    }

    /// The set without `member`.
    #[inline]
    #[must_use]
    fn without(self, member: u32) -> Self {
        self & !Self::single(member)
    }

    /// Takes `member` out of the set.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Words};
    /// let mut set = Words::<2>::single(62).with(65);
    /// set.remove(65);
    /// assert_eq!(set, Words::single(62));
    /// ```
    #[inline]
    fn remove(&mut self, member: u32) {
        *self = self.without(member);
    }

    /// The members that are not in `other`.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Whether the set has at least two members.
    #[inline]
    fn has_several(self) -> bool {
        self.without_lowest().any()
    }

    /// The `n`-th smallest member, counted from 0.
    ///
    /// ```
    /// use connect_toe_game::Bits;
    /// assert_eq!(0b1010_u64.nth(1), Some(3));
    /// assert_eq!(0b1010_u64.nth(2), None);
    /// ```
    #[inline]
    fn nth(self, n: u32) -> Option<u32> {
        let mut rest = self;
        for _ in 0..n {
            rest = rest.without_lowest();
        }
        rest.lowest()
    }

    /// The members, smallest first.
    #[inline]
    fn members(self) -> Members<Self> {
        Members(self)
    }
}

/// Iterator over the members of a set, smallest first.
#[derive(Clone, Debug)]
pub struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let lowest = self.0.lowest()?;
        self.0 = self.0.without_lowest();
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Bits for $word {
            const WIDTH: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn single(member: u32) -> Self {
                1 << member
            }
            #[inline]
            fn contains(self, member: u32) -> bool {
                self >> member & 1 != 0
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> Option<u32> {
                (self != 0).then(|| self.trailing_zeros())
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn word(&self, first: u32) -> u64 {
                (*self >> first) as u64
            }
            #[inline]
            fn insert_word(&mut self, first: u32, word: u64) {
                *self |= Self::from(word) << first;
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// `N` words of 64 bits; member `m` is bit `m % 64` of word `m / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Words([0; N])
    }
}

impl<const N: usize> Bits for Words<N> {
    const WIDTH: u32 = 64 * N as u32;
    const EMPTY: Self = Words([0; N]);

    #[inline]
    fn single(member: u32) -> Self {
        let mut words = [0; N];
        words[member as usize / 64] = 1 << (member % 64);
        Words(words)
    }

    #[inline]
    fn contains(self, member: u32) -> bool {
        self.0[member as usize / 64] >> (member % 64) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Option<u32> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some(64 * index as u32 + self.0[index].trailing_zeros())
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn word(&self, first: u32) -> u64 {
        let (index, part) = (first as usize / 64, first % 64);
        // Shifted twice, because 64 places are too many for once.
        let carried = self.0.get(index + 1).map_or(0, |next| next << 1 << (63 - part));
        self.0[index] >> part | carried
    }

    #[inline]
    fn insert_word(&mut self, first: u32, word: u64) {
        let (index, part) = (first as usize / 64, first % 64);
        self.0[index] |= word << part;
        if let Some(next) = self.0.get_mut(index + 1) {
            *next |= word >> 1 >> (63 - part);
        }
    }

    #[inline]
    fn with(mut self, member: u32) -> Self {
        self.0[member as usize / 64] |= 1 << (member % 64);
        self
    }

    #[inline]
    fn insert(&mut self, member: u32) {
        // In place: copying all words right after one was changed would wait for the change.
        self.0[member as usize / 64] |= 1 << (member % 64);
    }

    #[inline]
    fn without(mut self, member: u32) -> Self {
        self.remove(member);
        self
    }

    #[inline]
    fn remove(&mut self, member: u32) {
        self.0[member as usize / 64] &= !(1 << (member % 64));
    }

    #[inline]
    fn nth(self, n: u32) -> Option<u32> {
        let mut left = n;
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if left < count {
                return word.nth(left).map(|bit| 64 * index as u32 + bit);
            }
            left -= count;
        }
        None
    }
}

macro_rules! word_by_word {
    ($($trait:ident :: $method:ident, $assign_trait:ident :: $assign_method:ident, $assign_op:tt;)*) => {$(
        impl<const N: usize> $trait for Words<N> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self $assign_op other;
                self
            }
        }
        impl<const N: usize> $assign_trait for Words<N> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $assign_op other;
                }
            }
        }
    )*};
}

word_by_word! {
    BitAnd::bitand, BitAndAssign::bitand_assign, &=;
    BitOr::bitor, BitOrAssign::bitor_assign, |=;
    BitXor::bitxor, BitXorAssign::bitxor_assign, ^=;
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        // A loop of its own: `map` of an array is a call that is not always inlined.
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> Shl<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shl(self, places: u32) -> Self {
        let (whole, part) = (places as usize / 64, places % 64);
        let mut shifted = [0; N];
        for source in 0..N.saturating_sub(whole) {
            // Shifted twice, because 64 places are too many for once.
            let carried = if source > 0 { self.0[source - 1] >> 1 >> (63 - part) } else { 0 };
            shifted[source + whole] = self.0[source] << part | carried;
        }
        Words(shifted)
    }
}

impl<const N: usize> Shr<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shr(self, places: u32) -> Self {
        let (whole, part) = (places as usize / 64, places % 64);
        let mut shifted = [0; N];
        for source in whole..N {
            let carried = if source + 1 < N { self.0[source + 1] << 1 << (63 - part) } else { 0 };
            shifted[source - whole] = self.0[source] >> part | carried;
        }
        Words(shifted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Two 64-bit words behave as one 128-bit word does.
        #[test]
        fn words_agree_with_u128(a: u128, b: u128, places in 0u32..128, n in 0u32..128) {
            let words = |value: u128| Words([value as u64, (value >> 64) as u64]);
            prop_assert_eq!(words(a) << places, words(a << places));
            prop_assert_eq!(words(a) >> places, words(a >> places));
            prop_assert_eq!(words(a).minus(words(b)), words(a.minus(b)));
            prop_assert_eq!(words(a).count(), a.count());
            prop_assert_eq!(words(a).lowest(), a.lowest());
            prop_assert_eq!(words(a).without_lowest(), words(a.without_lowest()));
            prop_assert_eq!(words(a).nth(n), a.nth(n));
            prop_assert_eq!(words(a).contains(n), a.contains(n));
            prop_assert_eq!(words(a).with(n), words(a.with(n)));
            let mut inserted = words(a);
            inserted.insert(n);
            prop_assert_eq!(inserted, words(a.with(n)));
            prop_assert_eq!(words(a).without(n), words(a.without(n)));
            prop_assert_eq!(words(a).members().collect::<Vec<_>>(), a.members().collect::<Vec<_>>());
            prop_assert_eq!(words(a).word(n), a.word(n));
            let (mut wide, mut narrow) = (words(a), a);
            wide.insert_word(n, b as u64);
            narrow.insert_word(n, b as u64);
            prop_assert_eq!(wide, words(narrow));
        }
    }
}
