//! Searches that show what they do.
//!
//! [`Tracer`] runs `minimax`, or `alpha-beta` without its table, and reports every node to a [`Visitor`], in the order
//! in which the search looks at them.

use std::ops::ControlFlow;

use connect_toe_eval::{Evaluator, SettingError, Settings};
use connect_toe_game::processor::Portable;
use connect_toe_game::{Bits, Board, Cell, Rules, Side, for_width};

use crate::algorithms::alpha_beta::{self, AlphaBeta};
use crate::algorithms::minimax::{self, Minimax};
use crate::algorithms::tree::INFINITY;
use crate::algorithms::{depth, scale};
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::worth::Worth;
use crate::{Task, Want};

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

/// Receives every node of a search, in the order in which the search visits them.
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

/// A search that reports every node.
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
    searched: Searched<B>,
    depth: u32,
    scale: Scale,
}

enum Searched<B> {
    Minimax(Minimax<B, Portable>),
    AlphaBeta(Box<AlphaBeta<B, Portable>>),
}

impl<B: Bits> std::fmt::Debug for Tracer<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let traced = match &self.searched {
            Searched::Minimax(_) => Traced::Minimax,
            Searched::AlphaBeta(_) => Traced::AlphaBeta,
        };
        f.debug_tuple("Tracer").field(&traced).finish()
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
        for_width!(B => tracer::<B>, New<B>)(rules, traced, settings, evaluator, false)
    }

    /// The search with the scale of the player `perfect`: a win counts the cells of the board plus one, minus the plies to it.
    ///
    /// # Errors
    /// A setting has a value that it cannot have.
    pub fn perfect(
        rules: &Rules<B>,
        traced: Traced,
        settings: &Settings,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Result<Tracer<B>, SettingError> {
        for_width!(B => tracer::<B>, New<B>)(rules, traced, settings, evaluator, true)
    }

    /// Searches a position in which the game goes on for the value of every move.
    pub fn search(&mut self, rules: &Rules<B>, board: &Board<B>, visitor: &mut dyn Visitor) -> SearchReport {
        for_width!(B => search::<B>, Search<B>)(self, rules, board, visitor)
    }

    /// What the value of a node below this root says, for the side to move at the root. A bound says what a value equal
    /// to it says.
    pub fn worth(&self, rules: &Rules<B>, root: &Board<B>, value: i64) -> Worth {
        for_width!(B => worth::<B>, WorthOf<B>)(self, rules, root, value)
    }
}

type WorthOf<B> = fn(&Tracer<B>, &Rules<B>, &Board<B>, i64) -> Worth;

fn worth<B: Bits>(tracer: &Tracer<B>, rules: &Rules<B>, root: &Board<B>, value: i64) -> Worth {
    let most = rules.empty(root).count();
    let scale = tracer.scale.looking(tracer.depth.min(most));
    if tracer.depth >= most || scale.is_end(value) { scale.exact(value, false) } else { scale.worth(value) }
}

type New<B> =
    fn(&Rules<B>, Traced, &Settings, Box<dyn Evaluator<B>>, bool) -> Result<Tracer<B>, SettingError>;

fn tracer<B: Bits>(
    rules: &Rules<B>,
    traced: Traced,
    settings: &Settings,
    evaluator: Box<dyn Evaluator<B>>,
    is_perfect: bool,
) -> Result<Tracer<B>, SettingError> {
    let depth = depth(settings)?;
    let own = scale(rules, settings, &*evaluator)?;
    let scale = if is_perfect { own.by_plies(rules) } else { own };
    let searched = match traced {
        Traced::Minimax => Searched::Minimax(minimax::portable(depth, scale, evaluator)),
        Traced::AlphaBeta => {
            Searched::AlphaBeta(Box::new(alpha_beta::without_table(rules, depth, scale, evaluator)))
        }
    };
    Ok(Tracer { searched, depth, scale })
}

type Search<B> = fn(&mut Tracer<B>, &Rules<B>, &Board<B>, &mut dyn Visitor) -> SearchReport;

fn search<B: Bits>(
    tracer: &mut Tracer<B>,
    rules: &Rules<B>,
    board: &Board<B>,
    visitor: &mut dyn Visitor,
) -> SearchReport {
    let moves = rules.legal_moves(board);
    let task = Task { moves: &moves, want: Want::EveryMove, nodes: None, deepen: false };
    let mut report = match &mut tracer.searched {
        Searched::Minimax(search) => search.show(rules, board, &task, visitor),
        Searched::AlphaBeta(search) => search.show(rules, board, &task, visitor),
    };
    // Only a table could say how the line goes on.
    report.line.truncate(1);
    report
}

/// Receives the nodes of a search. Reports to [`Nobody`] are not compiled.
pub(crate) trait Witness {
    /// Whether it receives anything.
    const HEARS: bool;

    /// A move of a side is looked at, with the window of that side.
    fn enter(&mut self, cell: Cell, side: Side, window: Option<(i64, i64)>);

    /// The look at a move has ended with this value for the side that made it. Break ends the search.
    fn leave(&mut self, cell: Cell, side: Side, value: i64, bound: Bound) -> ControlFlow<()>;

    /// The move that was left last makes all others of its position needless.
    fn cut(&mut self);
}

/// A witness that receives nothing.
pub(crate) struct Nobody;

impl Witness for Nobody {
    const HEARS: bool = false;

    fn enter(&mut self, _: Cell, _: Side, _: Option<(i64, i64)>) {}

    fn leave(&mut self, _: Cell, _: Side, _: i64, _: Bound) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cut(&mut self) {}
}

/// A witness that passes the nodes to a visitor until it ends the search. All values are for the side to move at the
/// root.
pub(crate) struct Told<'v> {
    visitor: &'v mut dyn Visitor,
    searcher: Side,
    is_over: bool,
}

impl<'v> Told<'v> {
    pub(crate) fn new(visitor: &'v mut dyn Visitor, searcher: Side) -> Told<'v> {
        Told { visitor, searcher, is_over: false }
    }
}

impl Witness for Told<'_> {
    const HEARS: bool = true;

    fn enter(&mut self, cell: Cell, side: Side, window: Option<(i64, i64)>) {
        if self.is_over {
            return;
        }
        let end = |value: i64| (value.abs() != INFINITY).then_some(value);
        let window = window.map(|(alpha, beta)| {
            let (low, high) = if side == self.searcher { (alpha, beta) } else { (-beta, -alpha) };
            (end(low), end(high))
        });
        self.visitor.enter(cell, window);
    }

    fn leave(&mut self, cell: Cell, side: Side, value: i64, bound: Bound) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        let (value, bound) = match bound {
            bound if side == self.searcher => (value, bound),
            Bound::AtLeast => (-value, Bound::AtMost),
            Bound::AtMost => (-value, Bound::AtLeast),
            Bound::Exact => (-value, Bound::Exact),
        };
        let go_on = self.visitor.leave(cell, value, bound);
        self.is_over = go_on.is_break();
        go_on
    }

    fn cut(&mut self) {
        if !self.is_over {
            self.visitor.cut();
        }
    }
}
