//! Sets of positions with labels: which positions, and what is known of each.

mod columns;
mod labels;
mod positions;

use std::ops::RangeInclusive;

use connect_toe_game::{Bits, Game, GameSpec, Rules, Side, WhichSymmetries, with_game};
use connect_toe_players::PlayerSpec;
use connect_toe_work::Stop;

use crate::error::GradeError;
pub use columns::{Columns, Known, Split, Splits, position_key};
use positions::Source;

/// Which positions a set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// After uniformly random moves, as many of each ply as of the others.
    Random,
    /// From games in which two of these players meet, each pair as often as the others. All positions of a game count
    /// that are within the plies.
    Players {
        /// The players.
        players: Vec<PlayerSpec>,
        /// How many moves of a game are random before the players choose: each game draws its number from 0 to this one.
        random_plies: u32,
    },
    /// All that games lead to.
    All,
    /// Those of a list: board texts, and who is to move.
    Listed(Vec<(String, Side)>),
}

/// Which positions to label, and how much to search for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelRequest {
    /// The game.
    pub game: GameSpec,
    /// Which positions.
    pub from: Distribution,
    /// The plies after which positions are taken, both included; all that there are if not given.
    pub plies: Option<RangeInclusive<u32>>,
    /// How many positions; [`Distribution::All`] and [`Distribution::Listed`] take all.
    pub positions: usize,
    /// Seed of all that depends on chance.
    pub seed: u64,
    /// About how many nodes the solver may search for the value of a position and its best moves.
    pub solver_nodes: u64,
    /// The search that values positions for which these nodes do not suffice.
    pub search: PlayerSpec,
    /// How positions are divided.
    pub splits: Splits,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelProgress {
    /// Whether positions are still being found; then the numbers are those of the positions found.
    pub is_finding: bool,
    /// Positions found, or labelled.
    pub done: usize,
    /// All positions, or the most that are wanted.
    pub positions: usize,
}

/// The symmetries under which no two positions of a set are alike: each stands as the smallest of its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelSymmetries {
    /// Which of the game's they are.
    pub which: WhichSymmetries,
    /// How many they are.
    pub number: usize,
}

/// A labelled set.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    /// Under which symmetries no two positions are alike.
    pub symmetries: LabelSymmetries,
    /// The cells of a position.
    pub cells: usize,
    /// The positions, by ply and within a ply by their stones.
    pub columns: Columns,
}

/// A set has at most this many positions.
pub const MOST_POSITIONS: usize = 10_000_000;

/// Finds positions and labels them, on as many threads as the current rayon pool has; their number changes nothing in the
/// answer. `None` if it was stopped: a part of the positions would be of another distribution.
///
/// No two positions are alike up to the game's [listed](connect_toe_game::Symmetries::listed) symmetries, and the game goes on
/// in all of them.
///
/// # Errors
/// A game, player or ply that cannot be; a search that does not say what score to expect; too many positions; the system starts
/// no thread.
///
/// ```
/// use connect_toe_grade::{Distribution, LabelRequest, Splits, label};
/// use connect_toe_work::Stop;
/// let request = LabelRequest {
///     game: "3x3:3".parse()?,
///     from: Distribution::All,
///     plies: None,
///     positions: 0,
///     seed: 1,
///     solver_nodes: 100_000,
///     search: "alpha-beta:depth=2,eval=runs".parse()?,
///     splits: Splits { validation: 0.1, test: 0.1 },
/// };
/// let labels = label(&request, &Stop::new(), |_| {})?.expect("nobody stops it");
/// // Tic-Tac-Toe has 765 positions up to symmetry; in 138 of them the game is over.
/// assert_eq!(labels.columns.len(), 627);
/// // The empty board is a draw with any move.
/// assert_eq!((labels.columns.value[0], labels.columns.distance[0]), (0, -1));
/// assert_eq!(labels.columns.best[..9], [1; 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn label(
    request: &LabelRequest,
    stop: &Stop,
    watch: impl Fn(&LabelProgress) + Sync,
) -> Result<Option<Labels>, GradeError> {
    let game = Game::new(&request.game)?;
    with_game!(&game, record => label_with(record.rules(), request, stop, &watch))
}

fn label_with<B: Bits>(
    rules: &Rules<B>,
    request: &LabelRequest,
    stop: &Stop,
    watch: &(dyn Fn(&LabelProgress) + Sync),
) -> Result<Option<Labels>, GradeError> {
    // What cannot be made is reported before any work.
    let threads = rayon::current_num_threads();
    let mut workers =
        (0..threads).map(|_| labels::Worker::new(rules, request)).collect::<Result<Vec<_>, _>>()?;
    if let Some(worker) = workers.first_mut() {
        worker.check(rules, request)?;
    }
    let source = Source::new(rules, request, stop, watch)?;
    let boards = source.positions()?;
    if stop.is_requested() {
        return Ok(None);
    }
    if boards.is_empty() {
        return Err(GradeError::NoPositions);
    }
    let columns = labels::of(rules, request, &boards, workers, stop, watch)?;
    let cells = rules.geometry().cells().len();
    Ok(columns.map(|columns| Labels { symmetries: source.symmetries(), cells, columns }))
}
