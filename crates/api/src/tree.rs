//! `tree`: one node of the tree that a search looks at.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use connect_toe_game::{Bits, Board, Cell, Faces, Outcome, Record, Rules, Side, with_game};
use connect_toe_search::Worth;
use connect_toe_search::trace::{Bound, Traced, Tracer, Visitor, Window};
use connect_toe_stats::numbers::counted;
use connect_toe_work::Stop;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::player::no_such_heuristic;
use crate::position::{Position, game};
use crate::reason::Fault;
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
    /// Whether the side to move here is that at the root, which looks for the largest value.
    pub maximizing: bool,
    /// The value; none if the search never looks here, or if the game is over at the root.
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
    /// What the ends of the window say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_worth: Option<[Option<StatedWorth>; 2]>,
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
    /// Whether the search skips the moves after it.
    pub cut: bool,
    /// When the search comes to it.
    pub order: Option<u64>,
    /// The window with which it comes.
    pub window: Option<[Option<i64>; 2]>,
    /// What the ends of the window say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_worth: Option<[Option<StatedWorth>; 2]>,
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
            return Err(Error::of_field(
                Fault::WrongField,
                "depth",
                "the depth must be a whole number of plies from 1 to 4096",
            ));
        }
        let (path, board) = self.walk(rules, &root)?;
        let mut tracer = self.tracer(rules, work)?;
        let whole = Tree { path: Vec::new(), ..self.clone() };
        let searched = if let Some(searched) = work.trees().get(&whole) {
            searched
        } else {
            let searched = Arc::new(self.search_tree(rules, &root, &mut tracer, work)?);
            work.trees().keep(whole, &searched);
            searched
        };
        let worth = |value: Option<i64>| {
            let says = |value| StatedWorth::from(tracer.worth(rules, &root, value));
            value.map_or_else(StatedWorth::default, says)
        };
        Ok(self.answer(rules, &root, &path, &board, &searched, worth))
    }

    fn search_tree<B: Bits>(
        &self,
        rules: &Rules<B>,
        root: &Board<B>,
        tracer: &mut Tracer<B>,
        work: &Work,
    ) -> Result<Searched, Error> {
        if self.least_nodes(rules, root) > self.nodes {
            return Err(self.too_large());
        }
        let mut recorder = Recorder::new(self.nodes, work);
        // No search has a value for a game that is over.
        let value = if rules.outcome(root).is_some() {
            None
        } else {
            let report = on_a_deep_stack(|| tracer.search(rules, root, &mut recorder))?;
            report.moves.iter().map(|found| found.value).max()
        };
        if recorder.is_stopped() {
            return Err(Error::Interrupted);
        }
        let below = recorder.visited.len() as u32 - 1;
        if u64::from(below) > self.nodes {
            return Err(self.too_large());
        }
        let mut visited = recorder.visited;
        visited[0] = Visited { value: value.unwrap_or(0), below, ..visited[0] };
        Ok(Searched { visited, has_windows: self.search == "alpha-beta", has_value: value.is_some() })
    }

    fn too_large(&self) -> Error {
        Error::of_field(Fault::Limit, "nodes", format!("the tree has more than {} nodes", self.nodes))
            .with_hint("look fewer plies ahead, or begin from a later position")
    }

    /// A number of nodes that the tree has at least, found without a search: large boards fill the limit in seconds. It
    /// counts the plies in which no line can be completed, since there every branch goes on.
    ///
    /// Source: D. E. Knuth & R. W. Moore, "An analysis of alpha-beta pruning" (1975).
    fn least_nodes<B: Bits>(&self, rules: &Rules<B>, root: &Board<B>) -> u64 {
        let most_stones =
            [Side::X, Side::O].map(|side| u64::from(root.stones_of(side).count())).into_iter().max();
        let missing = (rules.lines().k() as u64).saturating_sub(most_stones.unwrap_or(0));
        // The side to move completes a line with its last missing stone at the earliest, in ply 2 * missing - 1.
        let plies = u64::from(self.depth).min((2 * missing).saturating_sub(2));
        if plies == 0 {
            return 0;
        }
        // A stone takes at most one landing cell from each open face, and at least its own.
        let taken = match &rules.spec().faces {
            Faces::Free => 1,
            Faces::Open(faces) => faces.len() as u64,
        };
        let moves = u64::from(rules.legal(root).count()).saturating_sub(taken * (plies - 1));
        let after = |plies: u64| moves.saturating_pow(plies as u32);
        match self.search.as_str() {
            "minimax" => (1..=plies).fold(0, |sum: u64, ply| sum.saturating_add(after(ply))),
            _ => after(plies.div_ceil(2)).saturating_add(after(plies / 2)).saturating_sub(1),
        }
    }

    fn tracer<B: Bits>(&self, rules: &Rules<B>, work: &Work) -> Result<Tracer<B>, Error> {
        let traced = match self.search.as_str() {
            "minimax" => Traced::Minimax,
            "alpha-beta" => Traced::AlphaBeta,
            other => {
                return Err(Error::of_field(
                    Fault::WrongField,
                    "search",
                    format!("`{other}` has no tree to show"),
                )
                .with_hint("the searches with a tree are minimax and alpha-beta"));
            }
        };
        let is_perfect = self.eval == "perfect";
        let eval = if is_perfect { "undecided" } else { &self.eval };
        let heuristic = work.catalogue().heuristic(eval).map_err(no_such_heuristic("eval"))?;
        let evaluator = heuristic.build(rules).map_err(Error::impossible)?;
        let settings = format!("depth={},hurry={}", self.depth, self.hurry);
        let settings = settings.parse().map_err(Error::wrong("hurry"))?;
        let new = if is_perfect { Tracer::perfect } else { Tracer::new };
        new(rules, traced, &settings, evaluator).map_err(Error::impossible)
    }

    /// The cells of the path, and the position at its end.
    fn walk<B: Bits>(&self, rules: &Rules<B>, root: &Board<B>) -> Result<(Vec<Cell>, Board<B>), Error> {
        if self.path.len() > self.depth as usize {
            return Err(Error::of_field(
                Fault::WrongField,
                "path",
                format!("the path is longer than {}", counted(self.depth.into(), "ply")),
            ));
        }
        let mut board = *root;
        let mut path = Vec::new();
        for text in &self.path {
            let cell = rules.geometry().parse_cell(text);
            let cell =
                cell.map_err(|error| Error::of_field(Fault::IllegalMoves, "path", format!("path: {error}")))?;
            if rules.outcome(&board).is_some() || !rules.is_legal(&board, cell) {
                return Err(Error::of_field(
                    Fault::IllegalMoves,
                    "path",
                    format!("path: {text} is not a legal move there"),
                ));
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
        path: &[Cell],
        board: &Board<B>,
        searched: &Searched,
        worth: impl Fn(Option<i64>) -> StatedWorth,
    ) -> TreeNode {
        let text = |cell| rules.geometry().cell_text(cell);
        let outcome = rules.outcome(board);
        let is_inner = outcome.is_none() && path.len() < self.depth as usize;
        let is_last = path.len() + 1 >= self.depth as usize;
        let at = searched.at(path);
        let node = at.map(|place| searched.visited[place]).filter(|_| !path.is_empty() || searched.has_value);
        let children: Vec<(u64, Visited)> = at.map_or_else(Vec::new, |at| searched.children(at).collect());
        let window_of = |visited: Visited| searched.has_windows.then_some(visited.window());
        let window_worth = |window: Option<Window>| {
            window.map(|(low, high)| [low, high].map(|end| end.map(|end| worth(Some(end)))))
        };
        let worth_at =
            |outcome: Option<Outcome>, value: Option<i64>| match outcome.filter(|_| value.is_some()) {
                Some(outcome) => Worth::of_outcome(outcome, root.to_move()).into(),
                None => worth(value),
            };
        let child = |cell: Cell, found: Option<(u64, Visited)>| {
            let outcome = rules.step(board, cell).outcome;
            let (order, visited) = found.unzip();
            let value = visited.map(|visited| visited.value);
            let window = visited.and_then(window_of);
            TreeChild {
                cell: text(cell),
                value,
                worth: worth_at(outcome, value),
                bound: visited.map(|visited| bound_text(visited.bound)),
                visited: visited.is_some(),
                cut: visited.is_some_and(|visited| visited.cut),
                order,
                window: window.map(ends),
                window_worth: window_worth(window),
                nodes: visited.map_or(0, |visited| visited.below.into()),
                inner: outcome.is_none() && !is_last,
                outcome: outcome.map(|outcome| outcome.to_string()),
            }
        };
        let is_seen = |cell: &Cell| children.iter().any(|(_, visited)| visited.cell == *cell);
        let legal = if is_inner { rules.legal_moves(board) } else { Vec::new() };
        let unseen = legal.iter().filter(|cell| !is_seen(cell)).map(|&cell| child(cell, None));
        let value = node.map(|node| node.value);
        // A bound that equals the value is not a tie.
        let first =
            children.iter().find(|(_, child)| Some(child.value) == value).map(|(_, child)| child.cell);
        let is_best = |(_, child): &&(u64, Visited)| {
            Some(child.value) == value && (child.bound == Bound::Exact || Some(child.cell) == first)
        };
        let window = node.and_then(window_of);
        TreeNode {
            path: self.path.clone(),
            to_move: board.to_move().to_string(),
            maximizing: board.to_move() == root.to_move(),
            value,
            worth: worth_at(outcome, value),
            bound: node.map(|node| bound_text(node.bound)),
            nodes: node.map_or(0, |node| node.below.into()),
            nodes_total: searched.visited[0].below.into(),
            window: window.map(ends),
            window_worth: window_worth(window),
            best: children.iter().filter(is_best).map(|(_, child)| text(child.cell)).collect(),
            order: at.map(|at| at as u64),
            board: rules.board_text(board),
            outcome: outcome.map(|outcome| outcome.to_string()),
            children: children
                .iter()
                .map(|&(order, found)| child(found.cell, Some((order, found))))
                .chain(unseen)
                .collect(),
        }
    }
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

/// Searched trees, kept for requests about other nodes of theirs. Clones share them.
///
/// ```
/// use connect_toe_api::{KeptTrees, Tree, Work};
/// let work = Work::new().keeping(KeptTrees::default());
/// let tree = Tree { depth: 4, ..Tree::new("tic-tac-toe") };
/// let root = tree.run(&work)?;
/// // The second request searches nothing.
/// let node = Tree { path: vec!["b2".to_owned()], ..tree }.run(&work)?;
/// assert_eq!(node.nodes_total, root.nodes);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeptTrees(Arc<Mutex<Vec<KeptTree>>>);

/// A request for a root, and its searched tree.
type KeptTree = (Tree, Arc<Searched>);

/// Nodes of all trees that are kept together, at most: 32 bytes each.
const MOST_KEPT: usize = 4_000_000;

impl KeptTrees {
    fn kept(&self) -> MutexGuard<'_, Vec<KeptTree>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree of this request for its root.
    fn get(&self, request: &Tree) -> Option<Arc<Searched>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(kept, _)| kept == request)?;
        // The one that was asked for last goes last.
        kept[place..].rotate_left(1);
        kept.last().map(|(_, searched)| Arc::clone(searched))
    }

    fn keep(&self, request: Tree, searched: &Arc<Searched>) {
        let mut kept = self.kept();
        kept.push((request, Arc::clone(searched)));
        let mut nodes: usize = kept.iter().map(|(_, searched)| searched.visited.len()).sum();
        while nodes > MOST_KEPT {
            nodes -= kept.remove(0).1.visited.len();
        }
    }
}

/// A tree that was searched: its nodes in the order in which the search came to them, the root first.
#[derive(Debug)]
struct Searched {
    visited: Vec<Visited>,
    has_windows: bool,
    /// Whether the root has a value.
    has_value: bool,
}

/// What a search says of a node.
#[derive(Clone, Copy, Debug)]
struct Visited {
    value: i64,
    /// The window, with the greatest and the least numbers for no limit.
    low: i64,
    high: i64,
    /// Nodes below it.
    below: u32,
    /// The move that leads to it.
    cell: Cell,
    bound: Bound,
    cut: bool,
}

impl Visited {
    fn new(cell: Cell, window: Option<Window>) -> Visited {
        let (low, high) = window.unwrap_or((None, None));
        let (low, high) = (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
        Visited { value: 0, low, high, below: 0, cell, bound: Bound::Exact, cut: false }
    }

    fn window(self) -> Window {
        (Some(self.low).filter(|&low| low != i64::MIN), Some(self.high).filter(|&high| high != i64::MAX))
    }
}

impl Searched {
    /// The node at the end of a path; none if the search did not come there.
    fn at(&self, path: &[Cell]) -> Option<usize> {
        path.iter().try_fold(0, |at, &cell| {
            let found = self.children(at).find(|(_, child)| child.cell == cell)?;
            Some(found.0 as usize)
        })
    }

    /// The children of a node with their places, in the order of the search.
    fn children(&self, at: usize) -> impl Iterator<Item = (u64, Visited)> {
        let end = at + self.visited[at].below as usize;
        let mut next = at + 1;
        std::iter::from_fn(move || {
            let child = (next <= end).then(|| (next as u64, self.visited[next]));
            next += child.map_or(0, |(_, visited)| visited.below as usize + 1);
            child
        })
    }
}

/// Keeps what a search says of its nodes.
struct Recorder<'a> {
    visited: Vec<Visited>,
    /// The places of the nodes on the way to where the search is.
    open: Vec<usize>,
    /// The place of the node that was left last.
    left: usize,
    most: u64,
    stop: Stop,
    work: &'a Work,
}

impl<'a> Recorder<'a> {
    fn new(most: u64, work: &'a Work) -> Recorder<'a> {
        let root = Visited::new(Cell::from_bit(0), None);
        let stop = work.stop().part();
        Recorder { visited: vec![root], open: Vec::new(), left: 0, most, stop, work }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }
}

impl Visitor for Recorder<'_> {
    fn enter(&mut self, cell: Cell, window: Option<Window>) {
        self.open.push(self.visited.len());
        self.visited.push(Visited::new(cell, window));
    }

    fn leave(&mut self, _: Cell, value: i64, bound: Bound) -> ControlFlow<()> {
        let nodes = self.visited.len() - 1;
        if let Some(place) = self.open.pop() {
            let below = (nodes - place) as u32;
            self.visited[place] = Visited { value, below, bound, ..self.visited[place] };
            self.left = place;
        }
        if nodes.is_multiple_of(4096) {
            let done = nodes as u64;
            self.work.progress(&Progress { done, total: None, unit: "nodes", detail: &String::new });
        }
        let is_over = nodes as u64 > self.most || (nodes.is_multiple_of(256) && self.is_stopped());
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn cut(&mut self) {
        self.visited[self.left].cut = true;
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_game::Game;

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
            // The game is over.
            ("tic-tac-toe", Position::after("a1 a2 b1 b2 c1"), 2, "terminal"),
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
    fn no_tree_has_fewer_nodes_than_are_counted_on() {
        let games =
            ["4x4:4", "7x6:4:-2", "5x5:5:+1,-1,+2,-2", "4x4x3:4:-3", "4x4:4:free:torus", "3x4x2:3:+1,-2,+3"];
        let small = ["3x3:3", "4x3:3:-2", "3x3:2:free:torus", "3x3:3:free:misere", "4x2:3:+1,-2"];
        let shallow = games.iter().flat_map(|game| (1..=4).map(move |depth| (*game, depth)));
        let deep = small.iter().flat_map(|game| (5..=8).map(move |depth| (*game, depth)));
        for (game, depth) in shallow.chain(deep) {
            for search in ["minimax", "alpha-beta"] {
                for eval in ["undecided", "open-lines", "perfect"] {
                    let (search, eval) = (search.to_owned(), eval.to_owned());
                    let tree = Tree { search, depth, eval, nodes: 1 << 20, ..Tree::new(game) };
                    let rules = game.parse::<Game>().expect("a game");
                    let least =
                        with_game!(&rules, record => tree.least_nodes(record.rules(), record.board()));
                    let nodes = tree.run(&Work::new()).expect("a tree").nodes;
                    assert!(nodes >= least && (least > 0 || depth > 2), "{tree:?}: {nodes} {least}");
                }
            }
        }
    }

    /// Each would be searched for seconds, until the limit.
    #[test]
    fn trees_that_must_be_too_large_are_not_searched() {
        for (game, depth) in [("64x64:5", 9), ("64x64:5", 3), ("4x4x4x4x4x4:4", 9), ("4x4x4x4x4x4:4", 3)] {
            for search in ["minimax", "alpha-beta"] {
                let tree = Tree { search: search.to_owned(), depth, ..Tree::new(game) };
                // A stopped search would answer with `Interrupted`.
                let work = Work::new();
                work.stop().request();
                let error = tree.run(&work).expect_err("is too large");
                assert!(error.to_string().contains("more than 3000000 nodes"), "{tree:?}: {error}");
            }
        }
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
