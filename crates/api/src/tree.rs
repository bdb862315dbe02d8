//! `tree`: one node of the tree that a search looks at.

use std::ops::ControlFlow;

use connect_toe_game::{Bits, Board, Cell, Outcome, Record, Rules, with_game};
use connect_toe_search::trace::{Bound, Traced, Tracer, Visitor, Window};
use connect_toe_search::{ExactResult, SearchReport, Worth};
use connect_toe_work::Stop;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::{Position, game};
use crate::work::{Progress, Work, on_a_deep_stack};
use crate::worth::StatedWorth;

/// Asks for one node of the tree that a search looks at: its value, and what becomes of each of its moves.
///
/// The search is that of `minimax`, or of `alpha-beta` without its table, whose values and best moves are those that
/// `analyze` gives. Nodes are those that such a search looks at; a real one looks at fewer, as it remembers positions.
///
/// ```
/// use connect_toe_api::{Position, Tree, Work};
/// let position = Position::of_board("xox/oox/___");
/// let tree = Tree { position, eval: "terminal".to_owned(), depth: 3, ..Tree::new("tic-tac-toe") };
/// let root = tree.run(&Work::new())?;
/// let values: Vec<_> = root.children.iter().map(|child| (child.cell.as_str(), child.value)).collect();
/// assert_eq!(values, [("a1", Some(-10)), ("b1", Some(0)), ("c1", Some(10))]);
/// assert_eq!((root.value, root.best), (Some(10), vec!["c1".to_owned()]));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tree {
    /// Game text or a preset's name.
    pub game: String,
    /// The position at the root.
    #[serde(flatten)]
    pub position: Position,
    /// `minimax` or `alpha-beta`.
    #[serde(default = "Tree::search")]
    pub search: String,
    /// Plies that the search looks ahead.
    #[serde(default = "Tree::depth")]
    pub depth: u32,
    /// The heuristic for positions that are not decided, as `NAME[:key=value,...]`; or `perfect`, the scale of the player
    /// `perfect`, where nearer wins and later losses count more.
    #[serde(default = "Tree::eval")]
    pub eval: String,
    /// Whether nearer wins and later losses count more, by 1 a ply.
    #[serde(default)]
    pub hurry: bool,
    /// The moves from the root to the node.
    #[serde(default)]
    pub path: Vec<String>,
    /// The largest number of nodes that the search may look at.
    #[serde(default = "Tree::nodes")]
    pub nodes: u64,
}

/// A node of the tree that a search looks at. Values and windows are for the side to move at the root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeNode {
    /// The moves from the root to the node.
    pub path: Vec<String>,
    /// The side to move: `x` or `o`.
    pub to_move: String,
    /// Whether the side to move here is that at the root, which wants great values.
    pub maximizing: bool,
    /// The value; none if the search never looks here.
    pub value: Option<i64>,
    /// What the value says; of a bound what it says if it is reached.
    #[serde(flatten)]
    pub worth: StatedWorth,
    /// What the value is: `exact`, or `at-least` or `at-most` where a search that cuts did not need to know more.
    pub bound: Option<String>,
    /// Nodes below this one that the search looks at.
    pub nodes: u64,
    /// Nodes that the whole search looks at.
    pub nodes_total: u64,
    /// The window of `alpha-beta`: values that are not above the first or not below the second cannot change the choice at
    /// the root. Null stands for no limit.
    pub window: Option<[Option<i64>; 2]>,
    /// The moves with the node's value: what the search would choose here.
    pub best: Vec<String>,
    /// When the search comes here: 0 at the root, then counted upwards in the order of its looks.
    pub order: Option<u64>,
    /// The stones here, as board text.
    pub board: String,
    /// `x`, `o` or `draw` if the game is over here.
    pub outcome: Option<String>,
    /// The moves: first those that the search looks at, in its order, then the others.
    pub children: Vec<TreeChild>,
}

/// A move of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeChild {
    /// The move.
    #[serde(rename = "move")]
    pub cell: String,
    /// Its value; none if the search never looks at it.
    pub value: Option<i64>,
    /// What the value says; of a bound what it says if it is reached.
    #[serde(flatten)]
    pub worth: StatedWorth,
    /// What the value is: `exact`, `at-least` or `at-most`.
    pub bound: Option<String>,
    /// Whether the search looks at it.
    pub visited: bool,
    /// Whether the search needs none of the moves after it.
    pub cut: bool,
    /// When the search comes to it.
    pub order: Option<u64>,
    /// The window with which it comes.
    pub window: Option<[Option<i64>; 2]>,
    /// Nodes below it that the search looks at.
    pub nodes: u64,
    /// Whether the search looks further than this move: the game goes on, and so does the depth.
    pub inner: bool,
    /// `x`, `o` or `draw` if the move ends the game.
    pub outcome: Option<String>,
}

impl Tree {
    /// The largest number of nodes if the request does not name it.
    pub const NODES: u64 = 3_000_000;

    fn search() -> String {
        "minimax".to_owned()
    }

    fn depth() -> u32 {
        3
    }

    fn eval() -> String {
        "undecided".to_owned()
    }

    fn nodes() -> u64 {
        Tree::NODES
    }

    /// The root of minimax's tree, three plies deep.
    pub fn new(game: impl Into<String>) -> Tree {
        Tree {
            game: game.into(),
            position: Position::default(),
            search: Tree::search(),
            depth: Tree::depth(),
            eval: Tree::eval(),
            hurry: false,
            path: Vec::new(),
            nodes: Tree::NODES,
        }
    }

    /// The node.
    ///
    /// # Errors
    /// A text that is not a game, a position of it, a search or a heuristic; a path that leaves the tree; a tree with too
    /// many nodes; a stop.
    pub fn run(&self, work: &Work) -> Result<TreeNode, Error> {
        let mut game = game(&self.game)?;
        with_game!(&mut game, record => self.node(record, work))
    }

    fn node<B: Bits>(&self, record: &mut Record<B>, work: &Work) -> Result<TreeNode, Error> {
        self.position.apply(record)?;
        let (rules, root) = (record.rules(), *record.board());
        if !(1..=4096).contains(&self.depth) {
            return Err(Error::request("the depth must be a whole number of plies from 1 to 4096"));
        }
        let (path, board) = self.walk(rules, &root)?;
        let mut recorder = Recorder::new(&path, self.nodes, work);
        let mut tracer = self.tracer(rules, work)?;
        let report = if rules.outcome(&root).is_some() {
            SearchReport::of_every_move(Vec::new(), 0, connect_toe_search::Stopped::Done)
        } else {
            on_a_deep_stack(|| tracer.search(rules, &root, &mut recorder))?
        };
        if recorder.is_stopped() {
            return Err(Error::Interrupted);
        }
        if report.nodes > self.nodes {
            return Err(Error::request(format!("the tree has more than {} nodes", self.nodes))
                .with_hint("look fewer plies ahead, or begin from a later position"));
        }
        let worth = |value: Option<i64>| {
            let says = |value| StatedWorth::from(tracer.worth(rules, &root, value));
            value.map_or_else(StatedWorth::default, says)
        };
        Ok(self.answer(rules, &root, &board, &recorder, &report, worth))
    }

    fn tracer<B: Bits>(&self, rules: &Rules<B>, work: &Work) -> Result<Tracer<B>, Error> {
        let traced = match self.search.as_str() {
            "minimax" => Traced::Minimax,
            "alpha-beta" => Traced::AlphaBeta,
            other => {
                return Err(Error::request(format!("`{other}` has no tree to show"))
                    .with_hint("the searches with a tree are minimax and alpha-beta"));
            }
        };
        let is_perfect = self.eval == "perfect";
        let eval = if is_perfect { "undecided" } else { &self.eval };
        let heuristic = work.catalogue().heuristic(eval).map_err(Error::request)?;
        let evaluator = heuristic.build(rules).map_err(Error::request)?;
        let settings = format!("depth={},hurry={}", self.depth, self.hurry);
        let settings = settings.parse().map_err(Error::request)?;
        let new = if is_perfect { Tracer::perfect } else { Tracer::new };
        new(rules, traced, &settings, evaluator).map_err(Error::request)
    }

    /// The cells of the path, and the position at its end.
    fn walk<B: Bits>(&self, rules: &Rules<B>, root: &Board<B>) -> Result<(Vec<Cell>, Board<B>), Error> {
        if self.path.len() > self.depth as usize {
            return Err(Error::request(format!("the path is longer than {} plies", self.depth)));
        }
        let mut board = *root;
        let mut path = Vec::new();
        for text in &self.path {
            let cell = rules.geometry().parse_cell(text);
            let cell = cell.map_err(|error| Error::request(format!("path: {error}")))?;
            if rules.outcome(&board).is_some() || !rules.is_legal(&board, cell) {
                return Err(Error::request(format!("path: {text} is not a legal move there")));
            }
            board = rules.step(&board, cell).board;
            path.push(cell);
        }
        Ok((path, board))
    }

    fn answer<B: Bits>(
        &self,
        rules: &Rules<B>,
        root: &Board<B>,
        board: &Board<B>,
        recorder: &Recorder,
        report: &SearchReport,
        worth: impl Fn(Option<i64>) -> StatedWorth,
    ) -> TreeNode {
        let text = |cell| rules.geometry().cell_text(cell);
        let maximizing = board.to_move() == root.to_move();
        let outcome = rules.outcome(board);
        let is_inner = outcome.is_none() && recorder.path.len() < self.depth as usize;
        let legal = if is_inner { rules.legal_moves(board) } else { Vec::new() };
        let seen = |cell: &Cell| recorder.children.iter().any(|child| child.cell == *cell);
        let children = recorder.children.iter().copied();
        let unseen = legal.iter().filter(|cell| !seen(cell)).map(|&cell| Look::new(cell, None, None));
        let is_last = recorder.path.len() + 1 >= self.depth as usize;
        let child = |look: Look| {
            let outcome = rules.step(board, look.cell).outcome;
            TreeChild {
                cell: text(look.cell),
                value: look.value,
                worth: if outcome.is_some() { ended_worth(look.value) } else { worth(look.value) },
                bound: look.bound.map(bound_text),
                visited: look.order.is_some(),
                cut: look.cut,
                order: look.order,
                window: look.window.map(ends),
                nodes: look.nodes,
                inner: outcome.is_none() && !is_last,
                outcome: outcome.map(|outcome| outcome.to_string()),
            }
        };
        let is_root = recorder.path.is_empty();
        let value =
            if is_root { report.moves.iter().map(|found| found.value).max() } else { recorder.node.value };
        let value = if is_root && value.is_none() { Tree::ended(rules, root) } else { value };
        // A bound that equals the value is not a tie.
        let first = recorder.children.iter().find(|child| child.value == value).map(|child| child.cell);
        let is_best = |child: &&Look| {
            child.value == value && (child.bound == Some(Bound::Exact) || Some(child.cell) == first)
        };
        let exact = is_root.then_some(Bound::Exact).or(recorder.node.bound);
        TreeNode {
            path: self.path.clone(),
            to_move: board.to_move().to_string(),
            maximizing,
            value,
            worth: if outcome.is_some() { ended_worth(value) } else { worth(value) },
            bound: value.and(exact).map(bound_text),
            nodes: if is_root { report.nodes } else { recorder.node.nodes },
            nodes_total: report.nodes,
            window: if is_root {
                (self.search == "alpha-beta").then_some([None, None])
            } else {
                recorder.node.window.map(ends)
            },
            best: recorder.children.iter().filter(is_best).map(|child| text(child.cell)).collect(),
            order: if is_root { Some(0) } else { recorder.node.order },
            board: rules.board_text(board),
            outcome: outcome.map(|outcome| outcome.to_string()),
            children: children.chain(unseen).map(child).collect(),
        }
    }

    /// The value of a position in which the game is over: a win counts 1 here, as no search has another scale for it.
    fn ended<B: Bits>(rules: &Rules<B>, root: &Board<B>) -> Option<i64> {
        let value = |outcome: Outcome| match outcome.winner() {
            None => 0,
            Some(winner) if winner == root.to_move() => 1,
            Some(_) => -1,
        };
        rules.outcome(root).map(value)
    }
}

/// What the value of a game that is over says.
fn ended_worth(value: Option<i64>) -> StatedWorth {
    let result = value.map(|value| match value {
        0 => ExactResult::Draw,
        1.. => ExactResult::Win,
        _ => ExactResult::Loss,
    });
    let exact = result.map(|result| Worth::Exact { result, plies: None, at_most: false });
    exact.map_or_else(StatedWorth::default, StatedWorth::from)
}

fn bound_text(bound: Bound) -> String {
    match bound {
        Bound::Exact => "exact",
        Bound::AtLeast => "at-least",
        Bound::AtMost => "at-most",
    }
    .to_owned()
}

fn ends((low, high): Window) -> [Option<i64>; 2] {
    [low, high]
}

/// What a search says of a node.
#[derive(Clone, Copy, Debug)]
struct Look {
    cell: Cell,
    order: Option<u64>,
    window: Option<Window>,
    value: Option<i64>,
    bound: Option<Bound>,
    nodes: u64,
    cut: bool,
}

impl Look {
    fn new(cell: Cell, order: Option<u64>, window: Option<Window>) -> Look {
        Look { cell, order, window, value: None, bound: None, nodes: 0, cut: false }
    }

    fn end(&mut self, value: i64, bound: Bound, nodes: u64) {
        (self.value, self.bound) = (Some(value), Some(bound));
        self.nodes = nodes - self.order.unwrap_or(nodes);
    }
}

/// Keeps what a search says of one node and its children.
struct Recorder<'a> {
    path: Vec<Cell>,
    /// Plies from the root to where the search is.
    level: usize,
    /// How many moves of the path the search has made on the way to where it is.
    matched: usize,
    nodes: u64,
    node: Look,
    children: Vec<Look>,
    most: u64,
    stop: Stop,
    work: &'a Work,
}

impl<'a> Recorder<'a> {
    fn new(path: &[Cell], most: u64, work: &'a Work) -> Recorder<'a> {
        Recorder {
            path: path.to_vec(),
            level: 0,
            matched: 0,
            nodes: 0,
            node: Look::new(Cell::from_bit(0), None, None),
            children: Vec::new(),
            most,
            stop: work.stop().part(),
            work,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Whether the search is at the node, or below it.
    fn is_inside(&self) -> bool {
        self.matched == self.path.len()
    }

    fn is_child(&self) -> bool {
        self.is_inside() && self.level == self.path.len() + 1
    }
}

impl Visitor for Recorder<'_> {
    fn enter(&mut self, cell: Cell, window: Option<Window>) {
        self.nodes += 1;
        self.level += 1;
        if self.is_child() {
            self.children.push(Look::new(cell, Some(self.nodes), window));
        }
        if self.matched + 1 == self.level && self.path.get(self.matched) == Some(&cell) {
            self.matched = self.level;
            if self.is_inside() {
                self.node = Look::new(cell, Some(self.nodes), window);
            }
        }
    }

    fn leave(&mut self, _: Cell, value: i64, bound: Bound) -> ControlFlow<()> {
        if self.is_child()
            && let Some(child) = self.children.last_mut()
        {
            child.end(value, bound, self.nodes);
        }
        if self.matched == self.level {
            if self.is_inside() {
                self.node.end(value, bound, self.nodes);
            }
            self.matched -= 1;
        }
        self.level -= 1;
        if self.nodes.is_multiple_of(4096) {
            let done = self.nodes;
            self.work.progress(&Progress { done, total: None, unit: "nodes", detail: &String::new });
        }
        let is_over = self.nodes > self.most || (self.nodes.is_multiple_of(256) && self.is_stopped());
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn cut(&mut self) {
        if self.is_inside()
            && self.level == self.path.len()
            && let Some(child) = self.children.last_mut()
        {
            child.cut = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyze;

    /// Every node of a tree that the search looks at.
    fn visited(tree: &Tree, work: &Work) -> u64 {
        let node = tree.run(work).expect("a node");
        assert_eq!(node.path, tree.path);
        let mut nodes = 0;
        for child in &node.children {
            assert_eq!(child.visited, child.value.is_some() && child.order.is_some(), "{child:?}");
            if !child.visited {
                continue;
            }
            nodes += 1;
            let mut below = 0;
            if child.inner {
                let path = [tree.path.clone(), vec![child.cell.clone()]].concat();
                let inner = Tree { path, ..tree.clone() };
                below = visited(&inner, work);
                let inner = inner.run(work).expect("a node");
                assert_eq!(
                    (inner.value, &inner.bound, inner.order),
                    (child.value, &child.bound, child.order)
                );
                assert_eq!((inner.nodes, inner.window), (child.nodes, child.window));
            }
            assert_eq!(child.nodes, below, "{child:?}");
            nodes += below;
        }
        let best = node.children.iter().filter_map(|child| child.value);
        let best = if node.maximizing { best.max() } else { best.min() };
        if tree.search == "minimax" {
            assert_eq!(node.value, best);
        }
        nodes
    }

    #[test]
    fn the_tree_is_that_of_analyze() {
        let work = Work::new();
        for (game, position, depth, eval) in [
            ("tic-tac-toe", Position::of_board("xox/oox/___"), 3, "terminal"),
            ("tic-tac-toe", Position::of_board("x__/_o_/__x"), 2, "open-lines"),
            ("connect-four", Position::after("444"), 2, "runs"),
            ("3x3:3:free:misere", Position::after("b2 a1"), 2, "undecided"),
        ] {
            for search in ["minimax", "alpha-beta"] {
                let player = format!("{search}:depth={depth},eval={eval}");
                let analyze = Analyze { position: position.clone(), player, ..Analyze::new(game) };
                let analysis = analyze.run(&work).expect("an analysis");
                let (search, eval) = (search.to_owned(), eval.to_owned());
                let tree = Tree { position: position.clone(), search, depth, eval, ..Tree::new(game) };
                let root = tree.run(&work).expect("a root");
                assert_eq!((root.value, &root.best), (analysis.value, &analysis.best), "{tree:?}");
                assert_eq!(root.nodes, analysis.nodes, "{tree:?}");
                let mut values: Vec<_> =
                    root.children.iter().map(|child| (child.cell.clone(), child.value)).collect();
                let mut expected: Vec<_> =
                    analysis.moves.iter().map(|found| (found.cell.clone(), Some(found.value))).collect();
                values.sort();
                expected.sort();
                assert_eq!(values, expected, "{tree:?}");
                assert_eq!(visited(&tree, &work), root.nodes, "{tree:?}");
            }
        }
    }

    #[test]
    fn the_perfect_players_values_tell_the_distance() {
        let tree = Tree {
            position: Position::of_board("xox/oox/___"),
            eval: "perfect".to_owned(),
            depth: 3,
            ..Tree::new("tic-tac-toe")
        };
        let root = tree.run(&Work::new()).expect("a root");
        assert_eq!(
            root.children.iter().map(|child| child.value).collect::<Vec<_>>(),
            [Some(-8), Some(0), Some(9)]
        );
    }

    #[test]
    fn alpha_beta_leaves_branches_out() {
        let tree = Tree { search: "alpha-beta".to_owned(), depth: 4, ..Tree::new("3x3:3") };
        let minimax = Tree { search: "minimax".to_owned(), ..tree.clone() };
        let (cut, whole) =
            (tree.run(&Work::new()).expect("a root"), minimax.run(&Work::new()).expect("a root"));
        assert!(cut.nodes < whole.nodes && cut.value == whole.value, "{} {}", cut.nodes, whole.nodes);
        // Somewhere two plies down a branch was never looked at.
        let found = cut.children.iter().any(|child| {
            let path = vec![child.cell.clone()];
            let node = Tree { path, ..tree.clone() }.run(&Work::new()).expect("a node");
            node.children.iter().any(|reply| {
                let path = vec![child.cell.clone(), reply.cell.clone()];
                let node = Tree { path, ..tree.clone() }.run(&Work::new()).expect("a node");
                node.children.iter().any(|last| !last.visited) && node.children.iter().any(|last| last.cut)
            })
        });
        assert!(found);
    }

    #[test]
    fn large_trees_and_wrong_paths_are_refused() {
        let large = Tree { depth: 9, nodes: 1000, ..Tree::new("connect-four") };
        let error = large.run(&Work::new()).expect_err("is too large");
        assert!(error.hint().is_some_and(|hint| hint.contains("fewer plies")), "{error}");
        let path = |path: &[&str]| {
            let path = path.iter().map(|&text| text.to_owned()).collect();
            Tree { path, depth: 2, ..Tree::new("3x3:3") }.run(&Work::new())
        };
        assert!(path(&["a1", "b1"]).is_ok());
        for wrong in [&["a1", "a1"][..], &["zz"], &["a1 b1"], &[""], &["a9"], &["a1", "b1", "c1"]] {
            assert!(path(wrong).is_err(), "{wrong:?}");
        }
    }
}
