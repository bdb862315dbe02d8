//! What the searches that scout have in common: they look one ply ahead, then two, and so on, and each look begins with what
//! was best in the looks before.

use std::marker::PhantomData;

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::processor::{Avx2, Portable, Processor};
use connect_toe_game::{Bits, Board, Cell, Rules};

use super::effort::{Effort, Unfinished, always_deepen};
use super::helpers;
use super::tree::{DepthFirst, Shortcuts, Tree};
use crate::report::{SearchReport, Stopped};
use crate::trace::Nobody;
use crate::{Searcher, Task, Watch};

/// How the moves of a position get their values, and what is kept from look to look of one search.
pub(super) trait Look: Clone + Sync {
    /// Before the first look at a position.
    fn new(task: &Task) -> Self;

    /// Looks to the root's depth.
    fn look(&mut self, root: &mut Root) -> SearchReport;
}

/// What lies below the root: gives the root's moves their values.
pub(super) trait Below<'w> {
    /// The value of a move with `depth` plies to look beyond: exact inside the window, else a bound on the same side of it.
    fn value(&mut self, cell: Cell, depth: u32, alpha: i64, beta: i64) -> i64;

    /// Whether a move, at this index in the order, is worth more than `alpha`: a bound on the same side of it.
    fn scout(&mut self, cell: Cell, depth: u32, index: usize, alpha: i64) -> i64 {
        let _ = index;
        self.value(cell, depth, alpha, alpha + 1)
    }

    /// The effort so far.
    fn effort(&mut self) -> &mut Effort<'w>;
}

/// The root of a look.
pub(super) struct Root<'r, 'w> {
    below: &'r mut dyn Below<'w>,
    pub(super) task: &'r Task<'r>,
    depth: u32,
    /// The value of a win at once.
    pub(super) most: i64,
}

impl<'r, 'w> Root<'r, 'w> {
    /// The root of a look to a depth, where a win at once is worth `most`.
    pub(super) fn new(
        below: &'r mut dyn Below<'w>,
        task: &'r Task<'r>,
        depth: u32,
        most: i64,
    ) -> Root<'r, 'w> {
        Root { below, task, depth, most }
    }

    /// The value of a move, by its place in the task: exact inside the window, else a bound on the same side of it.
    pub(super) fn value(&mut self, place: usize, alpha: i64, beta: i64) -> i64 {
        self.below.value(self.task.moves[place], self.depth - 1, alpha, beta)
    }

    /// Whether a move, by its place in the task and at this index in the order, is worth more than `alpha`: a bound on the same
    /// side of it.
    pub(super) fn scout(&mut self, place: usize, index: usize, alpha: i64) -> i64 {
        self.below.scout(self.task.moves[place], self.depth - 1, index, alpha)
    }

    /// Whether the best move of the look before has turned out worse than it seemed.
    pub(super) fn is_in_trouble(&mut self, is_in_trouble: bool) {
        self.below.effort().is_in_trouble = is_in_trouble;
    }

    /// Whether the search is to stop. The last value is then not valid.
    pub(super) fn is_over(&mut self) -> bool {
        self.below.effort().is_over
    }

    /// The nodes so far, and whether the search is to stop, for a report.
    pub(super) fn effort(&mut self) -> (u64, Stopped) {
        let effort = self.below.effort();
        (effort.nodes, effort.stopped())
    }
}

/// A tree below the board of its root.
struct AtRoot<'a, 'w, B, P> {
    tree: Tree<'a, 'w, B, P, Nobody, true>,
    board: &'a Board<B>,
}

impl<'w, B: Bits, P: Processor> Below<'w> for AtRoot<'_, 'w, B, P> {
    fn value(&mut self, cell: Cell, depth: u32, alpha: i64, beta: i64) -> i64 {
        self.tree.value(self.board, cell, 1, depth, alpha, beta)
    }

    fn effort(&mut self) -> &mut Effort<'w> {
        &mut self.tree.effort
    }
}

/// Nodes that a search looks at before other threads help it.
const ALONE: u64 = 20_000;

struct Scouting<B, P, L> {
    depth: u32,
    search: DepthFirst<B, P>,
    look: PhantomData<fn() -> L>,
}

/// Checks the settings.
pub(super) fn check(settings: &Settings) -> Result<(), SettingError> {
    helpers::threads(settings)?;
    super::switch(settings, super::REDUCTIONS)?;
    super::switch(settings, super::NULL_MOVES)?;
    super::depth_hurry_and_threats(settings)
}

pub(super) fn build<B: Bits, L: Look + 'static>(
    rules: &Rules<B>,
    settings: &Settings,
    evaluator: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    let evaluator = super::needed(evaluator);
    let scale = super::scale(rules, settings, &*evaluator)?;
    let reductions = super::switch(settings, super::REDUCTIONS)?;
    let shortcuts = Shortcuts::new(rules, reductions, super::switch(settings, super::NULL_MOVES)?);
    let (depth, threads) = (super::depth(settings)?, helpers::threads(settings)?);
    let look = PhantomData::<fn() -> L>;
    Ok(
        if const { Avx2::is_for(B::WIDTH) }
            && let Some(processor) = Avx2::detect()
        {
            let search =
                DepthFirst::new(processor, rules, scale, evaluator).taking(shortcuts).with_threads(threads);
            Box::new(Scouting { depth, search, look })
        } else {
            let search =
                DepthFirst::new(Portable, rules, scale, evaluator).taking(shortcuts).with_threads(threads);
            Box::new(Scouting { depth, search, look })
        },
    )
}

impl<B: Bits, P: Processor, L: Look> Searcher<B> for Scouting<B, P, L> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let depth = self.depth.min(rules.empty(board).count());
        let most = self.search.scale.best_after(0);
        self.search.forget(rules, board, task, depth);
        let mut look = L::new(task);
        always_deepen(
            depth,
            watch,
            Unfinished::Dropped,
            |_| false,
            |depth, nodes, watch| {
                self.search.look_again();
                let (common, thinker, others) = self.search.split();
                // Short looks are over before another thread has begun.
                let others = if nodes < ALONE { &mut [] } else { others };
                let looked = look.clone();
                let mut report = helpers::search_with(
                    others,
                    nodes,
                    (task, watch),
                    |task, watch| {
                        let effort = Effort::new(rules, task, nodes, watch);
                        let mut tree = common.tree(thinker, rules, board, effort, Nobody);
                        if depth == 1 {
                            tree.announce_moves(board, task.moves);
                        }
                        look.look(&mut Root::new(&mut AtRoot { tree, board }, task, depth, most))
                    },
                    |thinker, task, watch| {
                        let effort = Effort::new(rules, task, 0, watch);
                        let tree = common.tree(thinker, rules, board, effort, Nobody);
                        looked.clone().look(&mut Root::new(&mut AtRoot { tree, board }, task, depth, most));
                    },
                );
                self.search.follow_best_line(rules, board, depth, &mut report.line);
                let scale = self.search.scale;
                if self.search.takes_shortcuts() {
                    // With shortcuts nothing is proven, and the heuristic is not asked the same number of plies ahead
                    // everywhere.
                    report.on(scale)
                } else {
                    report.by_full_search(scale.looking(depth), depth >= rules.empty(board).count())
                }
            },
        )
    }
}
