//! The table of a set: a column for each thing that is known of the positions.

use connect_toe_game::{Bits, Board, Rules, Side};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Known {
    /// Nothing for certain: score and best moves are a search's opinion.
    Searched = 0,
    /// Who wins; the best moves are a search's opinion.
    Result = 1,
    /// Value, distance and best moves.
    Exact = 2,
}

/// A part of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Split {
    /// To learn from.
    Train = 0,
    /// To choose settings by.
    Validation = 1,
    /// To judge the end by.
    Test = 2,
}

/// The shares of the parts; what is left is for training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Splits {
    /// The share of positions for validation, from 0 to 1.
    pub validation: f64,
    /// The share of positions for tests, from 0 to 1.
    pub test: f64,
}

/// Shares are never not-a-number.
impl Eq for Splits {}

impl Splits {
    /// The part of a position with this [key](position_key): in every set with the same shares the same one.
    ///
    /// ```
    /// use connect_toe_grade::{Split, Splits};
    /// let splits = Splits { validation: 0.25, test: 0.25 };
    /// let parts = [0, 1 << 62, 1 << 63, u64::MAX].map(|key| splits.part_of(key));
    /// assert_eq!(parts, [Split::Test, Split::Validation, Split::Train, Split::Train]);
    /// ```
    pub fn part_of(self, key: u64) -> Split {
        // 2^-64: the key as a number from 0 to 1.
        let place = key as f64 * 0.5_f64.powi(64);
        if place < self.test {
            Split::Test
        } else if place < self.test + self.validation {
            Split::Validation
        } else {
            Split::Train
        }
    }
}

/// The columns, a value for each position, or as many as the board has cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// For each cell in canonical order: 1 if X has a stone there, -1 if O has, else 0.
    pub boards: Vec<i8>,
    /// 1 if X is to move, -1 if O is.
    pub to_move: Vec<i8>,
    /// Stones that the side to move has left in its turn.
    pub stones_left: Vec<u16>,
    /// Stones on the board.
    pub ply: Vec<u16>,
    /// The result of best play for the side to move: 1 for a win, 0 for a draw, -1 for a loss; 0 too where it is not known.
    pub value: Vec<i8>,
    /// Plies to the end of the game with best play; -1 for a draw, and where it is not known.
    pub distance: Vec<i16>,
    /// For each cell in canonical order: 1 if it is a best move, else 0.
    pub best: Vec<u8>,
    /// The score to expect for the side to move, from 0 for a loss to 1 for a win: that of the value, or where it is not
    /// known a search's; not a number if the search does not say it of this position.
    pub score: Vec<f32>,
    /// What is certain, as [`Known`].
    pub known: Vec<u8>,
    /// The part of the set, as [`Split`].
    pub split: Vec<u8>,
    /// The [key](position_key) of the position.
    pub key: Vec<u64>,
}

impl Columns {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.key.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// The number of positions of which this is known.
    pub fn known(&self, known: Known) -> u64 {
        self.known.iter().map(|&other| u64::from(other == known as u8)).sum()
    }

    /// The number of positions of a part.
    pub fn part(&self, part: Split) -> u64 {
        self.split.iter().map(|&other| u64::from(other == part as u8)).sum()
    }

    /// Adds the rows of other columns.
    pub(super) fn append(&mut self, mut other: Columns) {
        self.boards.append(&mut other.boards);
        self.to_move.append(&mut other.to_move);
        self.stones_left.append(&mut other.stones_left);
        self.ply.append(&mut other.ply);
        self.value.append(&mut other.value);
        self.distance.append(&mut other.distance);
        self.best.append(&mut other.best);
        self.score.append(&mut other.score);
        self.known.append(&mut other.known);
        self.split.append(&mut other.split);
        self.key.append(&mut other.key);
    }

    /// Adds a position, without what is known of it.
    pub(super) fn add_position<B: Bits>(&mut self, rules: &Rules<B>, board: &Board<B>, splits: Splits) {
        let from = self.boards.len();
        let stone = |stone| match stone {
            Some(Side::X) => 1,
            Some(Side::O) => -1,
            None => 0,
        };
        self.boards.extend(rules.geometry().cells().iter().map(|&cell| stone(board.stone_on(cell))));
        let to_move = stone(Some(board.to_move()));
        let key = position_key(&self.boards[from..], to_move, board.left());
        self.to_move.push(to_move);
        self.stones_left.push(board.left() as u16);
        self.ply.push(board.stones() as u16);
        self.split.push(splits.part_of(key) as u8);
        self.key.push(key);
    }
}

/// The key of a position: the 64-bit FNV-1a hash of its cells in canonical order (a byte each: 0, 1 for X, 255 for O), of the
/// side to move (1 or 255) and of the stones that it has left in its turn (a byte), whose bits are then mixed as
/// `MurmurHash3` ends. It depends on nothing else, so sets of one game divide the same positions alike.
///
/// Sources: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, *The FNV Non-Cryptographic Hash Algorithm* (2012);
/// A. Appleby, *`MurmurHash3`* (2011), `fmix64`.
pub fn position_key(cells: &[i8], to_move: i8, stones_left: u32) -> u64 {
    let bytes = cells.iter().chain([&to_move]).map(|&value| value as u8).chain([stones_left as u8]);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}
