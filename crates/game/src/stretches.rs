//! Sets of cells from numbers in canonical order, and back.
//!
//! Bits follow the columns of a game, canonical order its dimensions: they agree in *stretches*, which are read and
//! written many cells at a time.
//!
//! ```text
//! numbers   1 -1  0  0  0  0   0  0  0  0  0  0   1  1 -1  0  0  0  …     Connect Four: columns of six cells,
//! bits      0  1  2  3  4  5   7  8  9 10 11 12  14 15 16 17 18 19  …     and a bit between them that is not a cell
//! ```

use crate::bits::Bits;
use crate::geometry::Cell;
use crate::side::BySide;

/// Where canonical order and bits agree.
#[derive(Clone, Debug)]
pub struct Stretches(Vec<Stretch>);

/// Cells that follow each other in both.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The first bit.
    bit: u32,
    /// The number of cells, at most [`LONGEST`].
    len: u32,
}

/// Numbers are read eight at a time, and all that are read and not yet used fit into a word.
const LONGEST: u32 = 56;

impl Stretches {
    /// The stretches of cells in canonical order.
    ///
    /// ```
    /// use connect_toe_game::stretches::Stretches;
    /// use connect_toe_game::{BySide, Rules};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let stretches = Stretches::new(rules.geometry().cells());
    /// let stones: Option<BySide<u64>> = stretches.stones(&[1, -1, 0, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(stones.map(|stones| (stones.x.count_ones(), stones.o.count_ones())), Some((1, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(cells: &[Cell]) -> Stretches {
        let mut stretches: Vec<Stretch> = Vec::new();
        for cell in cells {
            match stretches.last_mut() {
                Some(last) if last.bit + last.len == cell.bit() && last.len < LONGEST => last.len += 1,
                _ => stretches.push(Stretch { bit: cell.bit(), len: 1 }),
            }
        }
        Stretches(stretches)
    }

    /// The stones of a board of numbers: 1 for X, -1 for O, 0 for an empty cell. None if there are others.
    #[inline]
    pub fn stones<B: Bits>(&self, numbers: &[i8]) -> Option<BySide<B>> {
        let mut stones = BySide { x: B::EMPTY, o: B::EMPTY };
        let (eights, rest) = numbers.as_chunks();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let mut eights = eights.iter();
        let (mut read, mut ready, mut strange) = (BySide { x: 0, o: 0 }, 0, 0);
        for &Stretch { bit, len } in &self.0 {
            while ready < len {
                let eight = Eight::of(*eights.next().unwrap_or(&last));
                read.x |= eight.x << ready;
                read.o |= eight.o << ready;
                strange |= eight.strange;
                ready += 8;
            }
            let here = (1 << len) - 1;
            stones.x.insert_word(bit, read.x & here);
            stones.o.insert_word(bit, read.o & here);
            read.x >>= len;
            read.o >>= len;
            ready -= len;
        }
        (strange == 0).then_some(stones)
    }

    /// Adds whether each cell is in a set, in canonical order.
    #[inline]
    pub fn add_members<B: Bits>(&self, set: B, to: &mut Vec<bool>) {
        for &Stretch { bit, len } in &self.0 {
            let word = set.word(bit);
            to.extend((0..len).map(|place| word >> place & 1 != 0));
        }
    }

    /// Writes for each cell what 1 stands for if it is in a set, and else what 0 stands for, in canonical order.
    ///
    /// # Panics
    /// There are fewer places than cells.
    #[inline]
    pub fn write_members<B: Bits, T: Copy>(&self, set: B, to: &mut [T], of: impl Fn(u8) -> T) {
        let mut rest = to;
        self.words([set], |[word], cells| {
            let (here, others) = std::mem::take(&mut rest).split_at_mut(cells);
            rest = others;
            let (eights, last) = here.as_chunks_mut();
            let mut word = word;
            for eight in eights {
                *eight = bytes_of_bits(word as u8).map(&of);
                word >>= 8;
            }
            last.copy_from_slice(&bytes_of_bits(word as u8).map(&of)[..last.len()]);
        });
    }

    /// The cells of sets in canonical order, 64 at a time: a bit for each, and their number.
    #[inline]
    fn words<B: Bits, const N: usize>(&self, sets: [B; N], mut each: impl FnMut([u64; N], usize)) {
        let (mut words, mut ready) = ([0; N], 0);
        for &Stretch { bit, len } in &self.0 {
            let read = sets.map(|set| set.word(bit) & ((1 << len) - 1));
            for (word, read) in words.iter_mut().zip(read) {
                *word |= read << ready;
            }
            ready += len;
            if ready >= u64::BITS {
                each(words, 64);
                ready -= u64::BITS;
                // A stretch has fewer than 64 cells, so at least one of them was written.
                words = read.map(|read| read >> (len - ready));
            }
        }
        if ready > 0 {
            each(words, ready as usize);
        }
    }

    /// Writes the stones of two sides, 1 where there is one and else 0.
    ///
    /// # Panics
    /// There are fewer than two places for each cell.
    #[inline]
    pub fn write_planes<B: Bits>(&self, planes: Planes, [first, second]: [B; 2], to: &mut [i8]) {
        match planes {
            Planes::Last => self.write_pairs(first, second, to),
            Planes::First => {
                let (one, other) = to.split_at_mut(to.len() / 2);
                self.write_members(first, one, u8::cast_signed);
                self.write_members(second, other, u8::cast_signed);
            }
        }
    }

    /// Writes two numbers for each cell, 1 if it is in the first set and else 0, and the same for the second.
    ///
    /// # Panics
    /// There are fewer than two places for each cell.
    #[inline]
    pub fn write_pairs<B: Bits>(&self, first: B, second: B, to: &mut [i8]) {
        let mut rest = to;
        self.words([first, second], |[mut one, mut other], cells| {
            let (here, others) = std::mem::take(&mut rest).split_at_mut(2 * cells);
            rest = others;
            let (eights, last) = here.as_chunks_mut();
            for eight in eights {
                *eight = pairs_of_bits(one, other);
                one >>= 4;
                other >>= 4;
            }
            last.copy_from_slice(&pairs_of_bits(one, other)[..last.len()]);
        });
    }
}

/// A pair of bytes of 0 or 1 for each of the lowest four bits of two words.
#[inline]
fn pairs_of_bits(one: u64, other: u64) -> [i8; 8] {
    (every_other_byte(one as u8) | every_other_byte(other as u8) << 8).to_le_bytes().map(u8::cast_signed)
}

/// A byte of 0 or 1 for each bit, the lowest first.
#[inline]
fn bytes_of_bits(bits: u8) -> [u8; 8] {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    /// In each byte one bit, in the first the lowest.
    const OWN: u64 = 0x8040_2010_0804_0201;
    let own = (u64::from(bits) * LOWEST) & OWN;
    // Adding 127 carries any bit into the highest one of its byte.
    ((own + 0x7F * LOWEST) >> 7 & LOWEST).to_le_bytes()
}

/// The lowest four bits as bytes of 0 or 1, with a byte of 0 after each.
#[inline]
fn every_other_byte(bits: u8) -> u64 {
    const LOWEST: u64 = 0x0001_0001_0001_0001;
    const OWN: u64 = 0x0008_0004_0002_0001;
    let own = (u64::from(bits & 15) * LOWEST) & OWN;
    (own + 0x7FFF * LOWEST) >> 15 & LOWEST
}

/// How the stones of the two sides lie in an observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Planes {
    /// For each cell a number for the first plane, then one for the second.
    #[default]
    Last,
    /// All numbers of the first plane, then all of the second.
    First,
}

/// Eight numbers, a bit for each.
struct Eight {
    x: u64,
    o: u64,
    /// Not 0 if a number is neither 1 nor -1 nor 0.
    strange: u64,
}

impl Eight {
    #[inline]
    fn of(numbers: [i8; 8]) -> Eight {
        /// The lowest bit of each byte.
        const LOWEST: u64 = 0x0101_0101_0101_0101;
        /// Brings those bits together in the highest byte: bit `8 i` has to move by `56 - 7 i` places.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut bytes = [0; 8];
        for (byte, number) in bytes.iter_mut().zip(numbers) {
            *byte = number.cast_unsigned();
        }
        let bytes = u64::from_le_bytes(bytes);
        // The highest bit is the sign, and -1 has all bits.
        let negative = bytes >> 7 & LOWEST;
        let positive = bytes & LOWEST & !negative;
        Eight {
            x: positive.wrapping_mul(GATHER) >> 56,
            o: negative.wrapping_mul(GATHER) >> 56,
            strange: bytes ^ (positive | (negative * 0xff)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Rules, with_game};

    #[test]
    fn stretches_have_every_cell_once_in_canonical_order() {
        fn check<B: Bits>(rules: &Rules<B>) {
            let cells = rules.geometry().cells();
            let stretches = Stretches::new(cells);
            let numbers: Vec<i8> =
                (0..cells.len()).map(|index| [1, 0, -1, -1, 0, 1, 1][index * index % 7]).collect();
            let stones: BySide<B> = stretches.stones(&numbers).expect("are stones");
            let with = |number| {
                let cells = cells.iter().zip(&numbers).filter(|&(_, &found)| found == number);
                cells.fold(B::EMPTY, |set, (cell, _)| set.with(cell.bit()))
            };
            assert_eq!((stones.x, stones.o), (with(1), with(-1)));
            let mut found = Vec::new();
            stretches.add_members(stones.x, &mut found);
            assert!(numbers.iter().map(|&number| number == 1).eq(found));
            let mut written = vec![7_i8; cells.len()];
            stretches.write_members(stones.x, &mut written, u8::cast_signed);
            assert!(numbers.iter().map(|&number| i8::from(number == 1)).eq(written));
            let mut pairs = vec![7; 2 * cells.len()];
            stretches.write_pairs(stones.x, stones.o, &mut pairs);
            let expected = numbers.iter().flat_map(|&number| [i8::from(number == 1), i8::from(number == -1)]);
            assert!(expected.eq(pairs));
        }
        for text in
            ["3x3:3", "7x6:4:-2", "7x6:4:-1", "4x5x3:3:-1", "15x15:5", "3x3x3x3:3", "5x5:4:+1,-2", "1x200:3"]
        {
            let game: Game = text.parse().expect("a game");
            with_game!(&game, record => check(record.rules()));
        }
    }

    #[test]
    fn every_other_number_is_strange() {
        for number in i8::MIN..=i8::MAX {
            for place in 0..8 {
                let mut numbers = [0, 1, -1, 0, 1, -1, 1, 0];
                numbers[place] = number;
                let eight = Eight::of(numbers);
                assert_eq!(eight.strange == 0, (-1..=1).contains(&number), "{number}");
                if eight.strange == 0 {
                    let bits =
                        |wanted| (0..8).filter(|&at| numbers[at] == wanted).map(|at| 1 << at).sum::<u64>();
                    assert_eq!((eight.x, eight.o), (bits(1), bits(-1)));
                }
            }
        }
    }
}
