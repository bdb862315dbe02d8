#![doc = include_str!("../README.md")]

mod algorithms;
mod exact;
mod ordering;
mod report;
mod scale;
mod table;
pub mod trace;
mod worth;

use std::ops::ControlFlow;
use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Rules};

pub use algorithms::{Algorithm, BuildError, DEFAULT_DEPTH, EVAL, Guided, nodes_of_best};
pub use connect_toe_solve::{Book, ExactResult, Value as ExactValue};
pub use exact::{Exact, Findings};
pub use report::{Meaning, MoveValue, SearchReport, Stopped};
pub use worth::Worth;

/// Searches positions of one game. The only method is [`search`](Searcher::search).
///
/// ```
/// use std::ops::ControlFlow;
///
/// use connect_toe_game::{Bits, Board, Outcome, Rules};
/// use connect_toe_search::{MoveValue, SearchProgress, SearchReport, Searcher, Stopped, Task, Want, Watch, unwatched};
///
/// /// Wins if it can, else blocks if it must, else plays anything.
/// struct Reflexes;
///
/// impl<B: Bits> Searcher<B> for Reflexes {
///     fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
///         let mut moves = Vec::new();
///         for &cell in task.moves {
///             let nodes = moves.len() as u64;
///             if watch(&SearchProgress::after(nodes)).is_break() {
///                 return SearchReport::of_every_move(moves, nodes, Stopped::Early);
///             }
///             let step = rules.advance(board, cell);
///             let value = match step.outcome {
///                 Some(Outcome::Win(side)) if side == board.to_move() => 1,
///                 Some(Outcome::Win(_)) => -1,
///                 Some(Outcome::Draw) => 0,
///                 None if rules.completing(&step.board, rules.legal(&step.board)).any() => -1,
///                 None => 0,
///             };
///             moves.push(MoveValue { cell, value });
///         }
///         let nodes = moves.len() as u64;
///         SearchReport::of_every_move(moves, nodes, Stopped::Done)
///     }
/// }
///
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("xx_/o__/___", None)?;
/// let moves = rules.legal_moves(&board);
/// let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
/// let report = Reflexes.search(&rules, &board, &task, &mut unwatched);
/// assert_eq!(rules.moves_text(&report.best), "c3");
///
/// // A watch can stop any search.
/// let report = Reflexes.search(&rules, &board, &task, &mut |_| ControlFlow::Break(()));
/// assert_eq!(report.stopped, Stopped::Early);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Searcher<B: Bits>: Send {
    /// Searches a position in which the game goes on.
    ///
    /// The same position and task give the same report, nodes included, whatever was searched before, unless several
    /// threads search together.
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport;

    /// Sets the book of the same game in which the search's exact solver looks first, in place of the program's own; `None`
    /// makes it prove everything. A search without an exact solver needs no book.
    fn set_book(&mut self, book: Option<Arc<Book<B>>>) {
        let _ = book;
    }
}

/// What a search has to find out about a position.
///
/// ```
/// use connect_toe_eval::Settings;
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Algorithm, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let mut search = Algorithm::find("perfect")?.build(&rules, &Settings::default())?;
/// let mut moves = rules.legal_moves(&rules.start());
/// let mut best = |moves: &[_]| {
///     let task = Task { moves, want: Want::OneBest, nodes: None, deepen: false };
///     let report = search.search(&rules, &rules.start(), &task, &mut unwatched);
///     rules.moves_text(&report.best)
/// };
/// // All moves draw: the order decides.
/// assert_eq!(best(&moves), "a1");
/// moves.reverse();
/// assert_eq!(best(&moves), "c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The legal moves, in the order in which ties are broken: among equally good moves the earliest is
    /// the best.
    pub moves: &'a [Cell],
    /// How much to find out about them.
    pub want: Want,
    /// The number of nodes after which the search stops. It still finishes the moves of the position that it is looking
    /// at, or, if it has no depth, the move.
    pub nodes: Option<u64>,
    /// Look one ply ahead, then two, and so on up to the depth of the search (iterative deepening). A search that is
    /// stopped then answers with its last complete look instead of its first few moves; other searches only lose time.
    pub deepen: bool,
}

/// How much a search finds out about the moves.
///
/// ```
/// use connect_toe_eval::Settings;
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Algorithm, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("xox/oox/___", None)?;
/// let moves = rules.legal_moves(&board);
/// let mut search = Algorithm::find("perfect")?.build(&rules, &Settings::default())?;
/// let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
/// let report = search.search(&rules, &board, &task, &mut unwatched);
/// let values: Vec<i64> = report.moves.iter().map(|found| found.value).collect();
/// // a1 loses after two plies, b1 draws, c1 wins at once.
/// assert_eq!(values, [-8, 0, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One best move: the first, in the given order, of those with the best value. Values of other moves
    /// may be bounds, and are left out of the report.
    OneBest,
    /// The exact value of every move.
    EveryMove,
}

/// A function that is called with the progress from time to time and can stop the search.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use connect_toe_eval::Settings;
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Algorithm, SearchProgress, Stopped, Task, Want};
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let moves = rules.legal_moves(&rules.start());
/// let settings: Settings = "depth=12,eval=runs".parse()?;
/// let mut search = Algorithm::find("alpha-beta")?.build(&rules, &settings)?;
/// // With `deepen` a search that is stopped still has its last complete look.
/// let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: true };
/// let mut patience = |progress: &SearchProgress| {
///     if progress.nodes < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let report = search.search(&rules, &rules.start(), &task, &mut patience);
/// assert_eq!((report.stopped, report.best.len()), (Stopped::Early, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Watch<'a> = &'a mut dyn FnMut(&SearchProgress<'_>) -> ControlFlow<()>;

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct SearchProgress<'a> {
    /// Nodes so far.
    pub nodes: u64,
    /// The look that has just come to its end, if the search is about to look one ply deeper.
    pub look: Option<Look<'a>>,
    /// Whether the best move of the look before has turned out worse than it seemed, and the search does not know yet
    /// by how much, or whether another move is better. A search that does not notice says `false`.
    pub is_in_trouble: bool,
}

/// A complete look of a search with iterative deepening.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The plies that it looked ahead.
    pub depth: u32,
    /// What it found; its nodes are those of the search so far.
    pub report: &'a SearchReport,
}

impl SearchProgress<'_> {
    /// The progress of a search after this many nodes, between two looks or in the middle of one.
    pub fn after(nodes: u64) -> SearchProgress<'static> {
        SearchProgress { nodes, look: None, is_in_trouble: false }
    }
}

/// A watch that lets every search run to its end.
pub fn unwatched(_: &SearchProgress<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
