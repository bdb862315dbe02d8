#![doc = include_str!("../README.md")]

mod explanation;
mod forced;
mod heuristics;
pub mod learned;
mod line_counts;
mod measure;
mod resources;
mod settings;

use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};

pub use explanation::{Explanation, Term};
pub use heuristics::{Check, Heuristic, outlook, runs, terminal, weighted_lines};
pub use line_counts::{LineCount, LineCounts};
pub use measure::{Announced, Measure};
pub use resources::Resources;
pub use settings::{Key, SettingError, Settings, SettingsSyntaxError, whole_number_meant};

/// The value of a won position, unless the heuristic has its own scale: above every value that a heuristic may give.
///
/// With the distance to the win, which a search in a hurry adds (a board has at most 4096 cells), it stays below `2^52`,
/// and the difference of two values, as `two-ply` gives it, below `2^53`: readers of JSON keep such numbers exactly.
pub const WIN: i64 = (1 << 52) - (1 << 13);

/// Gives positions a value. Higher is better for the player that it is computed for.
///
/// Only [`evaluate`](Evaluator::evaluate) is required.
///
/// An evaluator is made for one game and may keep what it computed for the position before, so it is
/// fastest when asked for positions that differ by a few stones.
///
/// ```
/// use connect_toe_eval::Evaluator;
/// use connect_toe_game::{Bits, Board, Rules, Side};
///
/// /// Stones in the middle of the board are good: the shorter the way to the centre, the better.
/// struct Central;
///
/// impl<B: Bits> Evaluator<B> for Central {
///     fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
///         let geometry = rules.geometry();
///         let mut value = 0;
///         for &cell in geometry.cells() {
///             let coordinates = geometry.coordinates(cell);
///             let from_centre: i64 = coordinates
///                 .iter()
///                 .zip(geometry.sizes())
///                 .map(|(&at, &size)| (2 * i64::from(at) - (i64::from(size) - 1)).abs())
///                 .sum();
///             for side in Side::ALL {
///                 if board.stones_of(side).contains(cell.bit()) {
///                     value -= if side == player { from_centre } else { -from_centre };
///                 }
///             }
///         }
///         value
///     }
/// }
///
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("o__/_x_/___", None)?;
/// // O's corner is four half-cells from the centre.
/// assert_eq!(Central.evaluate(&rules, &board, Side::X), 4);
/// assert_eq!(Central.evaluate(&rules, &board, Side::O), -4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Evaluator<B: Bits>: Send {
    /// The value for `player` of a position in which the game goes on, whichever side is to move. Its magnitude
    /// is at most [`win_value`](Self::win_value).
    fn evaluate(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64;

    /// The value for `player` of any board, whatever stones it has, decided or not.
    fn static_value(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> i64 {
        self.evaluate(rules, board, player)
    }

    /// What [`static_value`](Self::static_value) is made of, term by term.
    fn explain(&mut self, rules: &Rules<B>, board: &Board<B>, player: Side) -> Explanation {
        Explanation::whole("the whole position", self.static_value(rules, board, player))
    }

    /// The value of a won position in a search with this heuristic; a loss counts the negative, a draw 0.
    fn win_value(&self) -> i64 {
        WIN
    }

    /// The scale of the values. By default nothing is known about it.
    fn measure(&self) -> Measure {
        Measure::default()
    }

    /// Whether [`announce`](Evaluator::announce) is of use to this evaluator. Most value positions one by one.
    fn wants_announcements(&self) -> bool {
        false
    }

    /// Announces the positions that [`evaluate`](Evaluator::evaluate) is about to be asked for, in this order, so that
    /// they can be valued together. The game goes on in all of them. Some need not be asked for after all, and other
    /// positions may come between: an announcement never changes a value.
    fn announce(&mut self, rules: &Rules<B>, boards: &[Board<B>], player: Side) {
        let _ = (rules, boards, player);
    }

    /// Whether it values the positions after the moves of one position, one after the other, in less time than a search takes
    /// to look at them: then a search may value moves to put them in order.
    fn is_quick_after_moves(&self) -> bool {
        false
    }

    /// The network behind the values, if there is one: it judges many positions at a time, and says which of their moves are
    /// worth a look. Without one a search asks for values alone.
    fn network(&mut self) -> Option<&mut dyn Judge<B>> {
        None
    }

    /// Another evaluator with the same values, for another thread; `None` if there cannot be one.
    fn copied(&self) -> Option<Box<dyn Evaluator<B>>> {
        None
    }

    /// The value of every position in which the game goes on, if it is always the same.
    fn constant(&self) -> Option<i64> {
        None
    }
}

/// What judges positions for a search as the networks of `AlphaZero` do: how good a position is, and how much of the search each of
/// its moves deserves.
///
/// Source: D. Silver et al., "Mastering the game of Go without human knowledge" (2017).
pub trait Judge<B: Bits> {
    /// Judges positions in which the game goes on. The same positions in the same order have the same judgements.
    fn judge(&mut self, rules: &Rules<B>, boards: &[Board<B>], to: &mut Judgements);
}

/// What a network says of some positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgements {
    /// For each position a number for each cell of the board, in canonical order: how much of the search a move there deserves,
    /// from 0. Only their ratios count, and only those of legal moves; if none of these is above 0, all moves deserve the same.
    pub priors: Vec<f32>,
    /// For each position the result to expect for the side to move, from -1 (it loses) to 1 (it wins).
    pub values: Vec<f32>,
}

impl Judgements {
    /// Makes room for so many positions with so many cells, all with the value 0 and the same priors.
    pub fn make_room(&mut self, positions: usize, cells: usize) {
        self.priors.clear();
        self.priors.resize(positions * cells, 1.0);
        self.values.clear();
        self.values.resize(positions, 0.0);
    }
}

/// `+1` if the game that has ended on the board is good for `player`, `-1` if it is bad, 0 if it is a draw or goes on.
/// In a misère game a line is bad for its owner. If both sides have one, `first` is asked first. Without a line and
/// without a legal move, where only X's lines count, one side has won too.
pub(crate) fn line_sign<B: Bits>(rules: &Rules<B>, board: &Board<B>, player: Side, first: Side) -> i64 {
    let with_line =
        [first, first.other()].into_iter().find(|&side| rules.has_line(side, board.stones_of(side)));
    match with_line {
        Some(side) => rules.line_outcome(side).value_for(player),
        None if rules.is_stuck(board) => rules.outcome_without_moves().value_for(player),
        None => 0,
    }
}

/// The explanation of a value that stands for the end of the game, if it has ended: the line, or the first of several,
/// or that no move is left.
pub(crate) fn explain_line<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    first: Side,
    value: i64,
    otherwise: &'static str,
) -> Explanation {
    let mut explanation = Explanation::whole("", 0);
    let with_line: Vec<Side> = [first, first.other()]
        .into_iter()
        .filter(|&side| rules.has_line(side, board.stones_of(side)))
        .collect();
    for &side in &with_line {
        let stones = board.stones_of(side);
        // Where overlines do not count, a line of cells need not be a line of the game.
        let made = |line: &&[Cell]| line.iter().all(|cell| stones.contains(cell.bit()));
        if let Some(line) = rules.lines().iter().find(made) {
            explanation.add("a line", line, stones_on(board, line), value);
            return explanation;
        }
    }
    let is_exhausted = with_line.is_empty() && rules.is_stuck(board);
    explanation.rest(if is_exhausted { "no move is left, and X has no line" } else { otherwise }, value);
    explanation
}

/// The stones of each side on some cells.
pub(crate) fn stones_on<B: Bits>(board: &Board<B>, cells: &[Cell]) -> BySide<u16> {
    let on = |side| cells.iter().filter(|cell| board.stones_of(side).contains(cell.bit())).count() as u16;
    BySide::from_fn(on)
}

/// The lines through a cell of the board, on average.
pub(crate) fn lines_through_a_cell<B: Bits>(rules: &Rules<B>) -> f64 {
    let cells = rules.geometry().cells().len();
    rules.lines().iter().map(<[Cell]>::len).sum::<usize>() as f64 / cells as f64
}

/// `-1` in misère games, where lines are bad for their owner, else `1`.
pub(crate) fn goal_sign<B: Bits>(rules: &Rules<B>) -> i64 {
    match rules.spec().goal {
        connect_toe_game::Goal::MakeLine => 1,
        connect_toe_game::Goal::AvoidLine => -1,
    }
}
