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
pub struct Stretches {
    all: Vec<Stretch>,
    /// The number of all cells.
    cells: usize,
    /// The same cells, cut so that eight at a time can be written in this order. A cut of fewer is written as eight too:
    /// the cuts after it write over the rest.
    cuts: Vec<Cut>,
    /// The cuts at the end of the board, which have no room for eight.
    last: Vec<Cut>,
}

/// At most eight cells that follow each other in both.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The first bit.
    bit: u32,
    /// The place of the first cell in canonical order.
    place: u32,
    len: u32,
}

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
        let (mut cuts, mut last) = (Vec::new(), Vec::new());
        let mut first = 0;
        for &Stretch { bit, len } in &stretches {
            for start in (0..len).step_by(8) {
                // The last eight of a long stretch take the place of a cut of fewer.
                let start = if len < 8 { start } else { start.min(len - 8) };
                let cut = Cut { bit: bit + start, place: first + start, len: len.min(8) };
                let has_room = cut.place as usize + 8 <= cells.len();
                if has_room { cuts.push(cut) } else { last.push(cut) }
            }
            first += len;
        }
        Stretches { all: stretches, cells: cells.len(), cuts, last }
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
        for &Stretch { bit, len } in &self.all {
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
        let first = to.len();
        to.resize(first + self.cells, false);
        self.write_members(set, &mut to[first..]);
    }

    /// Writes for each cell whether it is in a set, in canonical order, as `bool` or as 1 and 0.
    ///
    /// # Panics
    /// There are fewer places than cells.
    #[inline]
    pub fn write_members<B: Bits, T: Copy + From<bool>>(&self, set: B, to: &mut [T]) {
        self.write(to, |bit| MEMBERS[usize::from(set.word(bit) as u8)].map(T::from));
    }

    /// Writes for each cell, in canonical order, what `eight` gives for eight cells from a bit on.
    #[expect(clippy::inline_always, reason = "its closure is compiled for the caller's processor")]
    #[inline(always)]
    fn write<T: Copy, const SIZE: usize>(&self, to: &mut [T], eight: impl Fn(u32) -> [T; SIZE]) {
        let each = SIZE / 8;
        for &Cut { bit, place, .. } in &self.cuts {
            let places = to[each * place as usize..].first_chunk_mut();
            *places.expect("the board has eight more cells") = eight(bit);
        }
        for &Cut { bit, place, len } in &self.last {
            let (place, len) = (each * place as usize, each * len as usize);
            to[place..place + len].copy_from_slice(&eight(bit)[..len]);
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
                self.write_members(first, one);
                self.write_members(second, other);
            }
        }
    }

    /// Writes two numbers for each cell, 1 if it is in the first set and else 0, and the same for the second.
    ///
    /// # Panics
    /// There are fewer than two places for each cell.
    #[inline]
    pub fn write_pairs<B: Bits>(&self, first: B, second: B, to: &mut [i8]) {
        self.write(to, |bit| {
            let (one, other) = (first.word(bit), second.word(bit));
            let four = |from: u32| {
                let spread = |word: u64| EVERY_OTHER[(word >> from & 15) as usize];
                u128::from(spread(one) | spread(other) << 8)
            };
            (four(0) | four(4) << 64).to_le_bytes().map(u8::cast_signed)
        });
    }
}

/// For each byte whether its bits are set, the lowest first.
static MEMBERS: [[bool; 8]; 256] = {
    let mut members = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            members[byte][bit] = byte >> bit & 1 != 0;
            bit += 1;
        }
        byte += 1;
    }
    members
};

/// For four bits, the lowest first, a byte of 0 or 1 and a byte of 0 each.
static EVERY_OTHER: [u64; 16] = {
    let mut bytes = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        bytes[bits as usize] = bits & 1 | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45;
        bits += 1;
    }
    bytes
};

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
            stretches.write_members(stones.x, &mut written);
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
