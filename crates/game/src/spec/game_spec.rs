//! The description of a game: plain fields, and what follows from them at a glance.

use super::line_rule::LineRule;
use crate::side::Side;

/// The largest number of dimensions.
pub const MAX_DIMENSIONS: usize = 8;
/// The largest number of cells.
pub const MAX_CELLS: usize = 4096;

/// A game of the class, as written; not checked.
///
/// ```
/// use connect_toe_game::GameSpec;
/// let connect_four: GameSpec = "7x6:4:-2".parse()?;
/// assert_eq!(connect_four, "connect-four".parse()?);
/// assert_eq!(connect_four.to_string(), "7x6:4:-2");
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameSpec {
    /// Cells per dimension; dimension 1 first.
    pub sizes: Vec<u16>,
    /// Which sets of cells are winning lines.
    pub lines: LineRule,
    /// Where stones enter.
    pub faces: Faces,
    /// Whether a run longer than `k` is a line too.
    pub overline: Overline,
    /// What a line does to the player who completes it.
    pub goal: Goal,
    /// What lies beyond the edge of the board for lines (never for drops).
    pub edges: Edges,
    /// Cells that no stone ever stands on and no line passes through: their places in canonical order (by the first
    /// coordinate, then the second, and so on), rising.
    pub blocked: Vec<u16>,
    /// How many stones a side places in its turn.
    pub turn: Turn,
    /// Whether both sides want the same.
    pub roles: Roles,
    /// Which empty cells X may not take.
    pub forbidden: Forbidden,
}

/// Where stones enter the board.
///
/// ```
/// use connect_toe_game::{End, Face, Faces, GameSpec};
/// let qubic: GameSpec = "4x4x4:4".parse()?;
/// assert_eq!(qubic.faces, Faces::Free);
/// let connect_four: GameSpec = "7x6:4:-2".parse()?;
/// assert_eq!(connect_four.faces, Faces::Open(vec![Face { dimension: 2, end: End::High }]));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Any empty cell may be taken.
    Free,
    /// Stones drop through these faces; canonical order is by dimension, low end (`+`) before high end (`-`).
    Open(Vec<Face>),
}

/// One face of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Face {
    /// The dimension, counted from 1, that a stone entering here travels along.
    pub dimension: u16,
    /// The end of the dimension at which a stone enters.
    pub end: End,
}

/// One end of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// Coordinate 1: a stone travels toward higher coordinates. Written `+`.
    Low,
    /// The highest coordinate: a stone travels toward lower ones. Written `-`.
    High,
}

/// Whether a run longer than `k` is a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Overline {
    /// `k` or more in a row.
    #[default]
    Counts,
    /// Exactly `k` in a row: flag `exact`.
    DoesNotCount,
}

/// What completing a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The player who completes a line wins.
    #[default]
    MakeLine,
    /// The player who completes a line loses: flag `misere`.
    AvoidLine,
}

/// What lines do at the edge of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Edges {
    /// Lines end there.
    #[default]
    Walls,
    /// Lines go on at the opposite edge, in every dimension: flag `torus`.
    Wrap,
    /// Lines go on at the opposite edge in these dimensions, counted from 1 and rising, and end at the edges of the
    /// others: flag `torus=DIMENSIONS`.
    WrapSome(Vec<u16>),
}

/// The number of stones that a side places, one after the other, before the other side is to move: flag `turn=A+B`.
/// A line ends the game in the middle of a turn too.
///
/// ```
/// use connect_toe_game::{Faces, GameSpec, LineRule, Turn};
/// let connect6 = GameSpec { turn: Turn { first: 1, later: 2 }, ..GameSpec::new([19, 19], 6, Faces::Free) };
/// assert_eq!(connect6.to_string(), "19x19:6:free:turn=1+2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// X's first turn.
    pub first: u8,
    /// Every later turn of either side.
    pub later: u8,
}

/// One stone a turn.
impl Default for Turn {
    fn default() -> Turn {
        Turn { first: 1, later: 1 }
    }
}

impl Turn {
    /// The largest number of stones in a turn.
    pub const MOST: u8 = 4;

    /// The side to move after `plies` plies of a game, and how many stones it has left in its turn.
    pub(crate) fn after(self, plies: u32) -> (Side, u8) {
        let first = u32::from(self.first);
        if plies < first {
            return (Side::X, (first - plies) as u8);
        }
        let later = u32::from(self.later);
        let (turns, placed) = ((plies - first) / later, (plies - first) % later);
        (if turns % 2 == 0 { Side::O } else { Side::X }, (later - placed) as u8)
    }

    /// The side to move after so many plies of a game.
    pub fn to_move_after(self, plies: u32) -> Side {
        self.after(plies).0
    }

    /// The stones of a side among the first `plies` of a game.
    ///
    /// ```
    /// use connect_toe_game::{Side, Turn};
    /// let connect6 = Turn { first: 1, later: 2 };
    /// // X, O O, X X, O.
    /// assert_eq!((connect6.stones_of(Side::X, 6), connect6.stones_of(Side::O, 6)), (3, 3));
    /// ```
    pub fn stones_of(self, side: Side, plies: u32) -> u32 {
        match side {
            Side::X => self.stones_of_x(plies),
            Side::O => plies - self.stones_of_x(plies),
        }
    }

    /// X's stones among the first `plies` of a game.
    pub(crate) fn stones_of_x(self, plies: u32) -> u32 {
        let first = u32::from(self.first);
        let Some(rest) = plies.checked_sub(first) else { return plies };
        let later = u32::from(self.later);
        let (rounds, over) = (rest / (2 * later), rest % (2 * later));
        first + rounds * later + over.saturating_sub(later)
    }
}

/// Whether both sides want the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Roles {
    /// A line does the same to both.
    #[default]
    Alike,
    /// Only X's lines count; when no move is left and X has no line, X has failed: flag `maker`.
    MakerAndBreaker,
}

/// Which empty cells X may not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Forbidden {
    /// All may be taken.
    #[default]
    Nothing,
    /// Those of renju, where X wins with exactly five: flag `renju`.
    Renju,
}

impl GameSpec {
    /// A game with walls, overlines that count and a line that wins.
    pub fn new(sizes: impl Into<Vec<u16>>, k: u16, faces: Faces) -> GameSpec {
        GameSpec {
            sizes: sizes.into(),
            lines: LineRule::Run(k),
            faces,
            overline: Overline::default(),
            goal: Goal::default(),
            edges: Edges::default(),
            blocked: Vec::new(),
            turn: Turn::default(),
            roles: Roles::default(),
            forbidden: Forbidden::default(),
        }
    }

    /// The number of stones in a row that make a line, if winning lines are rows of stones.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// assert_eq!("7x6:4:-2".parse::<GameSpec>()?.run_length(), Some(4));
    /// assert_eq!("4x4:plane".parse::<GameSpec>()?.run_length(), None);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn run_length(&self) -> Option<u16> {
        match self.lines {
            LineRule::Run(k) => Some(k),
            _ => None,
        }
    }

    /// What stands for the winning lines in game text before their cells: `lines`, `shape`, `plane` or `projective`;
    /// nothing if they are rows of so many stones.
    pub fn lines_name(&self) -> Option<&'static str> {
        self.lines.name()
    }

    /// The texts of the cells whose images are the winning lines, if these are a shape's. They may lie off the board.
    ///
    /// ```
    /// use connect_toe_game::GameSpec;
    /// let el: GameSpec = "6x6:shape=b1+a2+a1".parse()?;
    /// assert_eq!((el.lines_name(), el.shape_cells()), (Some("shape"), ["a1", "a2", "b1"].map(String::from).to_vec()));
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn shape_cells(&self) -> Vec<String> {
        let LineRule::Shape(cells) = &self.lines else { return Vec::new() };
        let mut cells = cells.clone();
        cells.sort_unstable();
        cells.iter().map(|cell| crate::cell_text::of(cell)).collect()
    }

    /// Whether lines go on at the opposite edge of a dimension, which is counted from 0.
    pub fn wraps(&self, dimension: usize) -> bool {
        match &self.edges {
            Edges::Walls => false,
            Edges::Wrap => true,
            Edges::WrapSome(dimensions) => dimensions.contains(&(dimension as u16 + 1)),
        }
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.sizes.len()
    }
}

impl Faces {
    /// Both faces of every dimension.
    pub fn all(dimensions: usize) -> Faces {
        let both = |dimension| [End::Low, End::High].map(|end| Face { dimension, end });
        Faces::Open((1..=dimensions as u16).flat_map(both).collect())
    }
}
