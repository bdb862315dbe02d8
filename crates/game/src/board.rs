//! The state of a game: a small value that is copied, not undone.

use crate::bits::Bits;
use crate::geometry::Cell;
use crate::side::Side;

/// The stones on the board and the side to move.
///
/// Kept by role, not by colour: the rules ask "does the mover complete a line?", so the mover's stones are
/// always at hand. Only [`Rules`](crate::Rules) makes boards.
///
/// ```
/// use connect_toe_game::{Bits, Rules, Side};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("___/_o_/x__", None)?;
/// assert_eq!(board.to_move(), Side::X);
/// assert_eq!(board.stones(), 2);
/// // The mover's stones are those of the side to move.
/// assert_eq!(board.mover(), board.stones_of(Side::X));
/// assert_eq!(board.occupied().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<B> {
    pub(crate) mover: B,
    pub(crate) other: B,
    pub(crate) hash: u64,
    pub(crate) stones: u16,
    pub(crate) to_move: Side,
    pub(crate) left: u8,
}

impl<B: Bits> Board<B> {
    /// The stones of the side to move.
    #[inline]
    pub fn mover(&self) -> B {
        self.mover
    }

    /// The stones of the side that is not to move.
    #[inline]
    pub fn other(&self) -> B {
        self.other
    }

    /// The stones of one side.
    #[inline]
    pub fn stones_of(&self, side: Side) -> B {
        if side == self.to_move { self.mover } else { self.other }
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> B {
        self.mover | self.other
    }

    /// The number of stones on the board: in a game from the empty board, the number of plies played.
    #[inline]
    pub fn stones(&self) -> u32 {
        u32::from(self.stones)
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The stones that the side to move still places before its turn ends, at least 1.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u128>::compile(&"9x9:6:free:turn=1+2".parse()?)?;
    /// let moves = rules.parse_moves("e5 e6")?;
    /// let board = moves.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell));
    /// assert_eq!((board.to_move().to_string(), board.left()), ("o".to_owned(), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn left(&self) -> u32 {
        u32::from(self.left)
    }

    /// The side whose stone lies on a cell.
    #[inline]
    pub fn stone_on(&self, cell: Cell) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.stones_of(side).contains(cell.bit()))
    }

    /// Zobrist hash of the stones, the side to move and the stones left in its turn.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let after = |moves: &str| -> Result<u64, Box<dyn std::error::Error>> {
    ///     let moves = rules.parse_moves(moves)?;
    ///     Ok(moves.iter().fold(rules.start(), |board, &cell| rules.play(&board, cell)).hash())
    /// };
    /// // The order of the moves does not matter.
    /// assert_eq!(after("a1 b2 c3")?, after("c3 b2 a1")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}
