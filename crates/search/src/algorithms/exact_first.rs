//! `solver` and `perfect`: the exact solver first, and a search where it does not finish. `best` uses both in the same
//! way.
//!
//! The two take turns. The search runs once and is interrupted by the turns of the solver, each of which goes on from
//! the last and is as long as all of the solver's turns before. So whenever they are stopped, a good part of the work
//! went into what has an answer. The search looks one ply ahead before the first turn, so that there is a move within
//! any limit.

use std::ops::ControlFlow;
use std::sync::Arc;

use connect_toe_eval::outlook::Outlook;
use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::processor::Avx2;
use connect_toe_game::{Bits, Board, Rules};
use connect_toe_solve::{Book, Value};

use super::alpha_beta;
use crate::exact::{Exact, Findings};
use crate::report::{Meaning, MoveValue, SearchReport, Stopped};
use crate::scale::Scale;
use crate::{SearchProgress, Searcher, Task, Want, Watch};

pub(super) struct ExactFirst<B: Bits> {
    pub(super) exact: Exact<B>,
    /// Nodes that the solver may search for a move.
    pub(super) exact_nodes: u64,
    pub(super) search: Box<dyn Searcher<B>>,
    /// Nodes of the search for each node of the solver.
    pub(super) ratio: u64,
    pub(super) done: Done,
    pub(super) scale: Scale,
}

/// When the result of the search is enough, so that the solver need not use up its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// Never.
    Spent,
    /// When it is done: it has the exact values too. Then it comes first, and short games need no solver.
    Exact,
    /// When one best move is wanted and its value is a win or a loss.
    Decided,
}

/// What `perfect` searches in a few milliseconds.
const NODES_OF_SHORT_GAMES: u64 = 20_000;
/// Nodes of the first turn, at most.
const FIRST_TURN: u64 = 4096;
/// The first turn takes this part of half a second: about 5 milliseconds.
const FIRST_TURN_PART: u64 = 100;

/// The `exact` of the settings.
fn exact_nodes(settings: &Settings) -> Result<Option<u64>, SettingError> {
    settings.get("exact", "a whole number of nodes")
}

pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    super::depth(settings)?;
    exact_nodes(settings).map(drop)
}

/// The solver, ready if it will be asked.
fn exact<B: Bits>(rules: &Rules<B>, nodes: u64) -> Exact<B> {
    let exact = Exact::new(nodes);
    if nodes > 0 { exact.prepared(rules) } else { exact }
}

/// `solver`: falls back on alpha-beta to a depth, in a hurry, with a heuristic. Exact values are on its scale.
pub(super) fn solver<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let evaluator = super::needed(evaluator);
    let scale = Scale::asking(&*evaluator).hurried(rules);
    let depth = super::depth(settings)?;
    let cells = rules.geometry().cells().len();
    let exact_nodes = exact_nodes(settings)?.unwrap_or_else(|| Exact::<B>::affordable_nodes(cells));
    Ok(Box::new(ExactFirst {
        exact: exact(rules, exact_nodes),
        exact_nodes,
        search: alpha_beta::searcher(rules, depth, scale, evaluator, Avx2::detect()),
        ratio: 1,
        done: Done::Spent,
        scale,
    }))
}

/// `perfect`: without a limit it goes on until it knows. Faster wins first, slower losses last.
///
/// On Tic-Tac-Toe a win counts `10 - plies` and a loss `-10 + plies`, as in the minimax article of the
/// Tic-Tac-Toe series; on a board of `c` cells, `c + 1 - plies`.
pub(super) fn perfect<B: Bits>(
    rules: &Rules<B>,
    _: &Settings,
    _: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    // Every game ends when the board is full, so the heuristic is never asked. A value of 0 before the end is no draw.
    let cells = rules.geometry().cells().len();
    let scale = Scale::asking::<B>(&Outlook::Undecided).by_plies(rules).knowing_results_alone();
    // On the largest boards the solver would not stop in time.
    let exact_nodes = if Exact::<B>::affordable_nodes(cells) == 0 { 0 } else { u64::MAX };
    Ok(Box::new(ExactFirst {
        exact: exact(rules, exact_nodes),
        exact_nodes,
        search: alpha_beta::searcher(
            rules,
            cells as u32,
            scale,
            Box::new(Outlook::Undecided),
            Avx2::detect(),
        ),
        ratio: 1,
        done: Done::Exact,
        scale,
    }))
}

/// A search in progress: what is left of its nodes, and what it has found.
struct Turns<'w> {
    nodes: u64,
    limit: u64,
    exact_left: u64,
    watch: Watch<'w>,
    /// By the watch.
    is_stopped: bool,
    proven: Option<SearchReport>,
    searched: Option<SearchReport>,
    scale: Scale,
    /// Whether a win or a loss that the search finds is enough.
    decides: bool,
}

impl Turns<'_> {
    fn is_over(&self) -> bool {
        self.is_stopped || self.left() == 0
    }

    /// The nodes that are left; none if the last step took some more than there were.
    fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    /// Whether the search has looked as deep as it can.
    fn search_is_done(&self) -> bool {
        self.searched.as_ref().is_some_and(|report| report.stopped == Stopped::Done)
    }

    /// Whether the search need not look deeper than for this report.
    fn is_enough(&self, report: &SearchReport) -> bool {
        self.decides && self.scale.is_decided(report.value)
    }

    fn is_decided(&self) -> bool {
        self.searched.as_ref().is_some_and(|report| self.is_enough(report))
    }

    fn is_proven(&self) -> bool {
        self.proven.as_ref().is_some_and(|report| report.stopped == Stopped::Done)
    }

    /// Passes on the progress of a turn that began after `before` nodes.
    fn hear(&mut self, before: u64, progress: &SearchProgress<'_>) -> ControlFlow<()> {
        let nodes = before + progress.nodes;
        let go_on = (self.watch)(&SearchProgress { nodes, ..*progress });
        self.is_stopped |= go_on.is_break();
        go_on
    }

    /// Runs the search and calls `turn` from time to time with the progress of the search.
    fn search<B: Bits>(
        &mut self,
        search: &mut dyn Searcher<B>,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        mut turn: impl FnMut(&mut Self, &SearchProgress<'_>),
    ) {
        let nodes = task.nodes.unwrap_or(u64::MAX).min(self.left());
        let task = Task { nodes: (nodes < u64::MAX).then_some(nodes), ..*task };
        let mut searched = 0;
        let mut is_decided = false;
        let report = search.search(rules, board, &task, &mut |progress| {
            self.nodes += progress.nodes.saturating_sub(searched);
            searched = progress.nodes;
            self.hear(self.nodes - searched, progress)?;
            is_decided |= progress.look.is_some_and(|look| self.is_enough(look.report));
            if !is_decided {
                turn(self, progress);
            }
            let is_over = is_decided || self.is_proven() || self.is_over();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.nodes += report.nodes.saturating_sub(searched);
        if !report.best.is_empty() {
            self.searched = Some(report);
        }
    }

    fn solve<B: Bits>(
        &mut self,
        exact: &mut Exact<B>,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        scale: Scale,
    ) {
        let nodes = task.nodes.unwrap_or(u64::MAX).min(self.left()).min(self.exact_left);
        if nodes == 0 {
            return;
        }
        let task = Task { nodes: Some(nodes), ..*task };
        let before = self.nodes;
        let findings =
            exact.go_on(rules, board, &task, self.left(), &mut |progress| self.hear(before, progress));
        self.nodes += findings.nodes;
        self.exact_left = self.exact_left.saturating_sub(nodes);
        if !findings.best.is_empty() {
            self.proven = Some(report(findings, rules, scale));
        }
    }

    /// The report of what was found. A proof goes before what the search believes.
    fn report(self) -> SearchReport {
        let is_searched = self.search_is_done() && self.proven.is_none() && !self.is_stopped;
        let is_done = self.is_proven() || is_searched || self.is_decided();
        let found = self.proven.or(self.searched);
        let nothing = || SearchReport::of_one_best(0, Vec::new(), 0, Stopped::Early).on(self.scale);
        let stopped = if is_done { Stopped::Done } else { Stopped::Early };
        SearchReport { nodes: self.nodes, stopped, ..found.unwrap_or_else(nothing) }
    }
}

/// What was found out, as the report of a search on this scale.
fn report<B: Bits>(findings: Findings, rules: &Rules<B>, scale: Scale) -> SearchReport {
    let number = |value: Value| match value {
        Value::Win(plies) => scale.win(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -scale.win(plies),
    };
    // A win that takes as long as a game can is the least that a win is worth.
    let latest = Value::Win(rules.geometry().cells().len() as u32);
    let moves = findings.moves.iter().map(|&(cell, value)| MoveValue { cell, value: number(value) });
    let proven = findings.moves.iter().map(|&(cell, _)| cell).collect();
    let at_most = findings.value.is_none();
    SearchReport {
        meaning: Meaning { scale, position: true, moves: proven, at_most },
        value: number(findings.value.unwrap_or(latest)),
        moves: moves.collect(),
        best: findings.best,
        line: findings.line,
        nodes: findings.nodes,
        stopped: findings.stopped,
    }
}

impl<B: Bits> Searcher<B> for ExactFirst<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let takes_turns = task.deepen || task.nodes.is_some();
        let limit = task.nodes.unwrap_or(u64::MAX);
        let decides = self.done == Done::Decided && task.want == Want::OneBest;
        let mut turns = Turns {
            nodes: 0,
            limit,
            exact_left: self.exact_nodes,
            watch,
            is_stopped: false,
            proven: None,
            searched: None,
            scale: self.scale,
            decides,
        };
        self.exact.forget();
        if self.done == Done::Exact {
            let first = Task { nodes: Some(NODES_OF_SHORT_GAMES), ..*task };
            turns.search(&mut *self.search, rules, board, &first, |_, _| {});
            if turns.search_is_done() || turns.is_over() {
                return turns.report();
            }
        }
        if !takes_turns {
            if turns.exact_left > 0 {
                turns.solve(&mut self.exact, rules, board, task, self.scale);
            }
            if turns.proven.is_none() && !turns.is_over() {
                turns.search(&mut *self.search, rules, board, task, |_, _| {});
            }
            return turns.report();
        }
        let affordable = Exact::<B>::affordable_nodes(rules.geometry().cells().len());
        let first_turn = FIRST_TURN.min(affordable / FIRST_TURN_PART).min(limit / 2).max(1);
        // The solver's nodes so far: its next turn has as many.
        let mut solved = 0;
        let exact = &mut self.exact;
        let mut solve = |turns: &mut Turns| {
            let share = if solved == 0 { first_turn } else { solved };
            solved += share;
            turns.solve(exact, rules, board, &Task { nodes: Some(share), deepen: true, ..*task }, self.scale);
            solved
        };
        // Before the first turn the search looks one ply ahead, or, if its values can be enough, at `FIRST_TURN` nodes.
        let mut next = (self.done == Done::Decided).then_some(FIRST_TURN);
        let whole = Task { deepen: true, ..*task };
        turns.search(&mut *self.search, rules, board, &whole, |turns, progress| {
            let is_due = next.map_or(progress.look.is_some(), |next| progress.nodes >= next);
            if turns.exact_left > 0 && is_due {
                next = Some(solve(turns).saturating_mul(self.ratio));
            }
        });
        let is_enough = turns.is_decided() || turns.search_is_done() && self.done == Done::Exact;
        while !is_enough && !turns.is_proven() && !turns.is_over() && turns.exact_left > 0 {
            solve(&mut turns);
        }
        turns.report()
    }

    fn set_book(&mut self, book: Option<Arc<Book<B>>>) {
        self.exact.set_book(book);
    }
}
