//! `best`: the other searches, put together.
//!
//! - Threats come first (`threats_first`), unless it errs at random: a chain is played at once, and moves that lose to one
//!   are left out. This costs and gains little; it proves wins.
//! - Then `selective`.
//! - The exact solver takes turns with it (`exact_first`), where it can answer soon enough to be of use.
//!
//! What a game gets was found by matches: `docs/searches.md` has them. Without any limit it searches for about a second.
//!
//! It can be made weaker (`handicap`).

use std::sync::Arc;

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Faces, Rules, Side, for_width};
use connect_toe_solve::Book;
use connect_toe_threats::Order;

use super::effort::cells_on_rows;
use super::exact_first::{Done, ExactFirst};
use super::handicap::Handicap;
use super::threats_first::ThreatsFirst;
use super::{helpers, needed, selective};
use crate::exact::Exact;
use crate::report::SearchReport;
use crate::{Searcher, Task, Want, Watch};

/// What is put before the search in a game.
#[derive(Clone, Copy)]
struct Plan {
    /// The order of the threats that are looked for before the search; of order 2 only where they are sound.
    threats: Option<Order>,
    /// Nodes of the search for each node of the exact solver; none where the solver is not asked.
    exact: Option<u64>,
}

fn plan<B: Bits>(rules: &Rules<B>) -> Plan {
    let cells = rules.geometry().cells().len();
    if !rules.line_wins() {
        // Nobody can force anything.
        return Plan { threats: None, exact: (cells <= 42).then_some(2) };
    }
    if rules.placement_is_free() {
        return Plan { threats: Some(Order::Two), exact: (cells <= 36).then_some(4) };
    }
    let is_small = cells <= 42;
    // To find the opponent's chains, each of many moves would have to be tried.
    let is_wide = !is_small && matches!(&rules.spec().faces, Faces::Open(faces) if faces.len() > 1);
    Plan { threats: (!is_wide).then_some(Order::One), exact: is_small.then_some(4) }
}

/// Whether a game is opened in the middle of the board: on a large board whose lines run everywhere, the values of first moves
/// are too close together for a choice.
fn opens_in_the_middle<B: Bits>(rules: &Rules<B>) -> bool {
    rules.placement_is_free()
        && rules.line_wins()
        && rules.lines().are_rows()
        && rules.lines_count_for(Side::O)
        && rules.lines().k() <= 5
        && rules.geometry().cells().len() > 36
}

/// The number of nodes that `best` looks at for a move if it has no limit. They take up to about a second; on a larger
/// board each takes longer.
///
/// ```
/// use connect_toe_game::{Rules, Words};
/// use connect_toe_search::nodes_of_best;
/// let rules = Rules::<u64>::compile(&"8x8:4".parse()?)?;
/// assert_eq!(nodes_of_best(&rules), 1_875_000);
/// let rules = Rules::<u64>::compile(&"8x8:5".parse()?)?;
/// assert_eq!(nodes_of_best(&rules), 1_000_000);
/// // Hundreds of rows go through a cell.
/// let rules = Rules::<Words<16>>::compile(&"3x3x3x3x3x3:3:free:torus".parse()?)?;
/// assert!(nodes_of_best(&rules) < 30_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nodes_of_best<B: Bits>(rules: &Rules<B>) -> u64 {
    for_width!(B => nodes_of_best_here::<B>, fn(&Rules<B>) -> u64)(rules)
}

fn nodes_of_best_here<B: Bits>(rules: &Rules<B>) -> u64 {
    // In many dimensions it is the rows through a cell that take the time.
    let work = (rules.geometry().cells().len() as u64).max(cells_on_rows(rules) / CELLS_ON_ROWS);
    let nodes = WORK_OF_A_SECOND / work;
    // On long rows it takes `selective` twice as long to see what a move promises.
    let is_slow = opens_in_the_middle(rules) && rules.lines().k() >= 5;
    nodes.min(if is_slow { MOST_SLOW_NODES } else { MOST_NODES })
}

const WORK_OF_A_SECOND: u64 = 120_000_000;
/// This many cells of rows take as long as one cell of the board.
const CELLS_ON_ROWS: u64 = 64;
const MOST_NODES: u64 = 2_000_000;
const MOST_SLOW_NODES: u64 = 1_000_000;
/// A move that is played in any case is looked at with so many nodes, for its value and what is expected after it.
const NODES_OF_OPENING: u64 = 1000;

/// Checks the settings.
pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    helpers::threads(settings)?;
    Handicap::of(settings).map(drop)
}

pub(super) fn build<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let handicap = Handicap::of(settings)?;
    let plan = plan(rules);
    let (threads, evaluator) = (helpers::threads(settings)?, needed(evaluator));
    let (search, scale) = selective::searcher(rules, evaluator, threads, &handicap);
    let opens_in_the_middle = opens_in_the_middle(rules);
    let is_affordable = Exact::<B>::affordable_nodes(rules.geometry().cells().len()) > 0;
    let asks_exact = plan.exact.is_some() && is_affordable && !handicap.is_random();
    let exact_nodes = if asks_exact { u64::MAX } else { 0 };
    let search = match plan.threats {
        Some(order) if !handicap.is_random() && handicap.chain > 0 => {
            Box::new(ThreatsFirst::new(rules, order, scale, search).of_best().of_at_most(handicap.chain))
        }
        _ => search,
    };
    let limit = settings.get("nodes", "a whole number of nodes")?.unwrap_or(u64::MAX);
    let search = ExactFirst {
        exact: Exact::new(exact_nodes.min(limit).min(MOST_NODES / 4)),
        exact_nodes,
        search,
        ratio: plan.exact.unwrap_or(1),
        done: Done::Decided,
        scale,
    };
    let search = handicap.before(rules, Box::new(search))?;
    Ok(Box::new(Best { nodes: nodes_of_best(rules), opens_in_the_middle, search }))
}

/// A search with a limit of its own for tasks that have none.
struct Best<B: Bits> {
    nodes: u64,
    opens_in_the_middle: bool,
    search: Box<dyn Searcher<B>>,
}

impl<B: Bits> Searcher<B> for Best<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let is_limited = task.nodes.is_some() || task.deepen;
        let nodes = if is_limited { task.nodes } else { Some(self.nodes) };
        if self.opens_in_the_middle && board.stones() == 0 && task.want == Want::OneBest {
            let opening = middle(rules, task.moves);
            let nodes = Some(nodes.map_or(NODES_OF_OPENING, |nodes| nodes.min(NODES_OF_OPENING)));
            return self.search.search(rules, board, &Task { moves: &opening, nodes, ..*task }, watch);
        }
        self.search.search(rules, board, &Task { nodes, ..*task }, watch)
    }

    fn set_book(&mut self, book: Option<Arc<Book<B>>>) {
        self.search.set_book(book);
    }
}

/// The move nearest to the middle of the board, the first of several.
fn middle<B: Bits>(rules: &Rules<B>, moves: &[Cell]) -> Vec<Cell> {
    let geometry = rules.geometry();
    let from_middle = |&&cell: &&Cell| -> u32 {
        let along = |(at, &size): (u16, &u16)| u32::from((2 * at + 1).abs_diff(size));
        geometry.coordinates(cell).into_iter().zip(geometry.sizes()).map(along).sum()
    };
    moves.iter().min_by_key(from_middle).copied().into_iter().collect()
}
