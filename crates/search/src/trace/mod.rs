//! Searches that show what they do: slow and plain, and node for node the searches that play.
//!
//! [`Tracer`] walks the tree of `minimax`, or of `alpha-beta` without its table, in the order in which the search looks at
//! positions, and tells a [`Visitor`] of every one.

mod alpha_beta;
mod minimax;

use std::ops::ControlFlow;

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use crate::algorithms::{depth, scale};
use crate::ordering::Ordering;
use crate::report::{MoveValue, SearchReport, Stopped};
use crate::scale::Scale;

/// A window: values outside of it cannot change the choice at the root. `None` stands for infinity.
pub type Window = (Option<i64>, Option<i64>);

/// What the value of a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is this or greater.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// Hears of every node of a search, in the order in which the search visits them.
///
/// All values and windows are for the side to move at the root.
pub trait Visitor {
    /// A move is looked at; what lies below it comes before it is left. The window is that of the position after it;
    /// `minimax` has none.
    fn enter(&mut self, cell: Cell, window: Option<Window>);

    /// The look at a move has ended with this value. Break ends the search.
    fn leave(&mut self, cell: Cell, value: i64, bound: Bound) -> ControlFlow<()>;

    /// The move that was left last makes all others of its position needless.
    fn cut(&mut self);
}

/// Which search is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traced {
    /// Every move of every position.
    Minimax,
    /// The same values; moves that cannot change the choice are left out.
    AlphaBeta,
}

/// A search that tells of every node.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use connect_toe_eval::{Heuristic, Resources, Settings};
/// use connect_toe_game::{Cell, Rules};
/// use connect_toe_search::trace::{Bound, Traced, Tracer, Visitor, Window};
///
/// struct Count(u64);
///
/// impl Visitor for Count {
///     fn enter(&mut self, _: Cell, _: Option<Window>) {
///         self.0 += 1;
///     }
///
///     fn leave(&mut self, _: Cell, _: i64, _: Bound) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
///
///     fn cut(&mut self) {}
/// }
///
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let settings: Settings = "depth=2".parse()?;
/// let evaluator = Heuristic::find("open-lines")?.build(&rules, &settings, &Resources::default())?;
/// let mut tracer = Tracer::new(&rules, Traced::Minimax, &settings, evaluator)?;
/// let mut count = Count(0);
/// let report = tracer.search(&rules, &rules.start(), &mut count);
/// assert_eq!((count.0, report.nodes, report.value), (9 + 9 * 8, 81, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tracer<B> {
    traced: Traced,
    depth: u32,
    scale: Scale,
    evaluator: Box<dyn Evaluator<B>>,
    ordering: Ordering,
}

impl<B: Bits> std::fmt::Debug for Tracer<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tracer { traced, depth, scale, .. } = self;
        let mut debug = f.debug_struct("Tracer");
        debug.field("traced", traced).field("depth", depth).field("scale", scale).finish_non_exhaustive()
    }
}

impl<B: Bits> Tracer<B> {
    /// The search with the `depth` and `hurry` of these settings, which asks this evaluator.
    ///
    /// # Errors
    /// A setting has a value that it cannot have.
    pub fn new(
        rules: &Rules<B>,
        traced: Traced,
        settings: &Settings,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Result<Tracer<B>, SettingError> {
        let scale = scale(rules, settings, &*evaluator)?;
        let ordering = Ordering::new(rules);
        Ok(Tracer { traced, depth: depth(settings)?, scale, evaluator, ordering })
    }

    /// The same search with the scale of the player `perfect`: a win counts the cells of the board plus one, minus the
    /// plies to it.
    #[must_use]
    pub fn perfect(self, rules: &Rules<B>) -> Tracer<B> {
        Tracer { scale: Scale::hurried(0, rules), ..self }
    }

    /// Searches a position in which the game goes on for the value of every move.
    pub fn search(&mut self, rules: &Rules<B>, board: &Board<B>, visitor: &mut dyn Visitor) -> SearchReport {
        let depth = match self.traced {
            Traced::Minimax => self.depth,
            Traced::AlphaBeta => self.depth.min(rules.empty(board).count()),
        };
        let mut tree = Tree {
            rules,
            scale: self.scale,
            evaluator: &mut *self.evaluator,
            ordering: &self.ordering,
            searcher: board.to_move(),
            visitor,
            nodes: 0,
            is_over: false,
        };
        let mut moves = Vec::new();
        for cell in rules.legal_moves(board) {
            let value = match self.traced {
                Traced::Minimax => tree.minimax_move(board, cell, 1, depth - 1),
                Traced::AlphaBeta => tree.alpha_beta_move(board, cell, 1, depth - 1, -INFINITY, INFINITY),
            };
            if tree.is_over {
                break;
            }
            moves.push(MoveValue { cell, value });
        }
        let stopped = if tree.is_over { Stopped::Early } else { Stopped::Done };
        SearchReport::of_every_move(moves, tree.nodes, stopped)
    }
}

/// Above every value and its negative.
const INFINITY: i64 = i64::MAX;

/// A search on its way. As in the searches that play, values are for the side to move or that made the move.
struct Tree<'a, B> {
    rules: &'a Rules<B>,
    scale: Scale,
    evaluator: &'a mut dyn Evaluator<B>,
    ordering: &'a Ordering,
    searcher: Side,
    visitor: &'a mut dyn Visitor,
    nodes: u64,
    is_over: bool,
}

impl<B: Bits> Tree<'_, B> {
    /// A value of a side as the side to move at the root sees it.
    fn for_root(&self, value: i64, side: Side) -> i64 {
        if side == self.searcher { value } else { -value }
    }

    fn enter(&mut self, cell: Cell, window: Option<Window>) {
        self.nodes += 1;
        self.visitor.enter(cell, window);
    }

    /// Tells of the value of a move for the side that made it.
    fn leave(&mut self, cell: Cell, value: i64, side: Side, bound: Bound) {
        if self.is_over {
            return;
        }
        let bound = match bound {
            Bound::AtLeast if side != self.searcher => Bound::AtMost,
            Bound::AtMost if side != self.searcher => Bound::AtLeast,
            bound => bound,
        };
        self.is_over = self.visitor.leave(cell, self.for_root(value, side), bound).is_break();
    }

    /// The heuristic's value of the position after a move, for the side that made it.
    fn horizon(&mut self, board: &Board<B>, cell: Cell) -> i64 {
        let after = self.rules.play(board, cell);
        let value = self.evaluator.evaluate(self.rules, &after, self.searcher);
        self.for_root(value, board.to_move())
    }
}
