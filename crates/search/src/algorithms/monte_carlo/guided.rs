//! `monte-carlo` with a network: simulations that wait in the tree until many positions are judged at once.
//!
//! A simulation goes down the tree by the children with the highest bound (PUCT), adds the children of the first position that has
//! none, and waits there. While it waits, it counts as lost in all positions on its way (virtual loss), so the next simulations
//! go elsewhere. When enough positions wait, the network judges all of them, and each simulation counts as its value. Results that
//! the rules tell, and what follows from them, take no judgement.
//!
//! Virtual loss, and not the sequential halving of Gumbel's `AlphaZero`: it needs no number of simulations beforehand, so limits of
//! time, stops and proofs end a search here as elsewhere. The more positions of one game wait, the less is known where the next
//! simulation goes; with many games at a time one or two of each are enough.
//!
//! Sources: D. Silver et al., "Mastering the game of Go without human knowledge" (2017); G. Chaslot, M. Winands & H. J. van den
//! Herik, "Parallel Monte-Carlo tree search" (2008), for virtual loss.

use std::ops::Range;

use connect_toe_eval::{Evaluator, Judge, Judgements, Measure, SettingError, Settings, WIN};
use connect_toe_game::{Bits, Board, Cell, Rules, Threats, for_width};

use super::simulation::{bounds_after, unanswered, worth_a_look};
use super::tree::{Choice, ROOT, Tree, WON};
use super::{MOST_SIMULATIONS, MOST_WORTH, Options, report, threats};
use crate::algorithms::effort::Effort;
use crate::ordering::Ordering;
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::{Searcher, Task, Want, Watch};

/// A simulation that waits for a judgement.
#[derive(Clone, Debug)]
struct Waiting<B> {
    board: Board<B>,
    /// The places of the nodes from the root to the position.
    path: Vec<usize>,
    /// For each of them whether the side that moved there moves on.
    on: Vec<bool>,
}

/// The tree of one position, which grows as far as a network judges what waits in it.
///
/// ```
/// use connect_toe_eval::Judgements;
/// use connect_toe_game::Rules;
/// use connect_toe_search::Guided;
///
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let mut tree = Guided::new(&rules, &"".parse()?)?;
/// tree.begin(&rules, &rules.start());
/// let mut judgements = Judgements::default();
/// while tree.simulations() < 200 {
///     tree.gather(&rules, 8, 200);
///     // This network knows nothing.
///     judgements.make_room(tree.waiting().count(), 42);
///     tree.settle(&rules, &judgements);
/// }
/// let visits: u32 = tree.visits().map(|(_, visits)| visits).sum();
/// assert_eq!(visits, 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Guided<B> {
    decisive: bool,
    proofs: bool,
    tree: Tree,
    ordering: Ordering,
    root: Board<B>,
    every_move: bool,
    /// The places of the root's children that simulations have not come to yet, if every move is to have a value.
    unvisited: Range<usize>,
    /// How many were made, those that wait among them.
    simulations: u64,
    waiting: Vec<Waiting<B>>,
    moves: Vec<Cell>,
}

impl<B: Bits> Guided<B> {
    /// An empty tree with the settings of `monte-carlo`.
    ///
    /// # Errors
    /// A setting is not possible.
    pub fn new(rules: &Rules<B>, settings: &Settings) -> Result<Guided<B>, SettingError> {
        Ok(Guided::of(rules, &Options::of(settings)?))
    }

    pub(super) fn of(rules: &Rules<B>, options: &Options) -> Guided<B> {
        let choice = Choice { implicit: 0.0, rave: None, by_promise: true, ..options.choice };
        Guided {
            decisive: options.decisive,
            proofs: options.proofs,
            tree: Tree::new(choice, options.memory << 20),
            ordering: Ordering::new(rules),
            root: rules.start(),
            every_move: false,
            unvisited: 0..0,
            simulations: 0,
            waiting: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Forgets everything, and begins with a position in which the game goes on. It waits to be judged.
    pub fn begin(&mut self, rules: &Rules<B>, board: &Board<B>) {
        for_width!(B => Guided::<B>::begin_here, fn(&mut Guided<B>, &Rules<B>, &Board<B>))(
            self, rules, board,
        );
    }

    fn begin_here(&mut self, rules: &Rules<B>, board: &Board<B>) {
        let moves = rules.legal_moves(board);
        self.begin_with(rules, board, &moves, 1 << 10);
    }

    fn begin_with(&mut self, rules: &Rules<B>, board: &Board<B>, moves: &[Cell], nodes: usize) {
        self.tree.begin(nodes);
        self.root = *board;
        self.simulations = 0;
        self.waiting.clear();
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        let threats = threats(rules, board);
        self.expand(rules, ROOT, board, &threats);
        self.unvisited = if self.every_move { self.tree.node(ROOT).children() } else { 0..0 };
        if self.proofs {
            self.tree.refute(ROOT, unanswered(rules, board, &threats));
            self.tree.conclude(ROOT, self.every_move, false);
        }
        if moves.len() > 1 && !self.is_decided() {
            self.wait(*board, vec![ROOT], vec![false]);
        }
    }

    /// The position at the root.
    pub fn root(&self) -> &Board<B> {
        &self.root
    }

    /// The number of simulations, with those that wait. The judgement of the root is not one.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Whether the rules alone decide the position by now, so that nothing more is to be found out.
    pub fn is_decided(&self) -> bool {
        self.proofs
            && self.tree.node(ROOT).bounds.exact().is_some()
            && (!self.every_move || self.tree.is_settled(ROOT))
    }

    /// The moves of the root, and the simulations that went through each.
    pub fn visits(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.tree.children(ROOT).iter().map(|node| (node.cell, node.visits))
    }

    /// The result of the root for its side to move, if it is proven: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn proven(&self) -> Option<i8> {
        // The node has what it is worth to the side that moved there, which is the other: see `conclude`.
        self.tree.node(ROOT).bounds.exact().map(|result| -result)
    }

    /// The moves that are proven to be as good as the proven result of the root.
    pub fn proven_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        let result = self.proven();
        let proven = self.tree.children(ROOT).iter().filter(move |node| node.bounds.exact() == result);
        proven.filter(move |_| result.is_some()).map(|node| node.cell)
    }

    /// Makes simulations until so many positions wait to be judged, or `most` simulations were made, or nothing can be found
    /// out before the waiting ones are judged.
    pub fn gather(&mut self, rules: &Rules<B>, batch: usize, most: u64) {
        for_width!(B => Guided::<B>::gather_here, fn(&mut Guided<B>, &Rules<B>, usize, u64))(
            self, rules, batch, most,
        );
    }

    fn gather_here(&mut self, rules: &Rules<B>, batch: usize, most: u64) {
        while self.waiting.len() < batch
            && self.simulations < most
            && !self.is_decided()
            && self.simulate(rules)
        {}
    }

    /// The positions that wait to be judged.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Board<B>> {
        self.waiting.iter().map(|waiting| &waiting.board)
    }

    /// Counts what a network says of the waiting positions, in their order.
    ///
    /// # Panics
    /// There are more or fewer judgements than positions.
    pub fn settle(&mut self, rules: &Rules<B>, judgements: &Judgements) {
        self.settle_with(rules, &judgements.priors, &judgements.values);
    }

    /// As [`settle`](Self::settle), with a part of the judgements.
    ///
    /// # Panics
    /// As [`settle`](Self::settle).
    pub fn settle_with(&mut self, rules: &Rules<B>, priors: &[f32], values: &[f32]) {
        for_width!(B => Guided::<B>::settle_here, fn(&mut Guided<B>, &Rules<B>, &[f32], &[f32]))(
            self, rules, priors, values,
        );
    }

    fn settle_here(&mut self, rules: &Rules<B>, priors: &[f32], values: &[f32]) {
        let geometry = rules.geometry();
        let cells = geometry.cells().len();
        let waiting = std::mem::take(&mut self.waiting);
        assert!(values.len() == waiting.len(), "one value for each position");
        assert!(priors.len() == waiting.len() * cells, "so many priors as cells for each position");
        for ((leaf, priors), &value) in waiting.iter().zip(priors.chunks_exact(cells)).zip(values) {
            let value = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
            let Some(&place) = leaf.path.last() else { continue };
            if self.tree.node(place).is_expanded() {
                self.tree.judge(place, value, |cell| priors[geometry.rank(cell)]);
            }
            let to_move = (value * WON as f32) as i32;
            let is_of_mover = moves_on(rules, &leaf.on, leaf.path.len() - 1);
            let result = if is_of_mover { to_move } else { -to_move };
            self.back(rules, &leaf.path, &leaf.on, result, |tree, place, result| {
                tree.amend(place, result + WON);
            });
        }
    }

    /// Makes one simulation, which may wait; false if its way leads to a position that waits already.
    fn simulate(&mut self, rules: &Rules<B>) -> bool {
        let (mut board, mut place) = (self.root, ROOT);
        let (mut path, mut on) = (vec![ROOT], vec![false]);
        let result = loop {
            let node = self.tree.node(place);
            if !node.is_expanded() {
                if let Some(result) = node.bounds.exact() {
                    break i32::from(result) * WON;
                }
                self.grow(rules, &path, &on, &board);
                let node = self.tree.node(place);
                if let Some(result) = node.bounds.exact() {
                    break i32::from(result) * WON;
                }
                // A move that is forced takes no judgement.
                if node.children().len() != 1 {
                    self.wait(board, path, on);
                    self.simulations += 1;
                    return true;
                }
            }
            let node = self.tree.node(place);
            if !node.is_valued && node.children().len() > 1 {
                return false;
            }
            let unvisited = if place == ROOT { self.unvisited() } else { None };
            place = unvisited.unwrap_or_else(|| self.tree.select(&path));
            path.push(place);
            if !rules.sides_alternate() {
                on.push(rules.moves_again(&board));
            }
            board = rules.play(&board, self.tree.node(place).cell);
        };
        self.simulations += 1;
        self.back(rules, &path, &on, result, Tree::count);
        true
    }

    fn unvisited(&mut self) -> Option<usize> {
        let tree = &self.tree;
        self.unvisited.find(|&child| !tree.is_left_out(child))
    }

    /// Lets a simulation wait, which counts as lost until it is judged.
    fn wait(&mut self, board: Board<B>, path: Vec<usize>, on: Vec<bool>) {
        for &place in &path {
            self.tree.count(place, -WON);
        }
        self.waiting.push(Waiting { board, path, on });
    }

    /// Goes back from the end of a path to the root with a result for the side that moved last.
    fn back(
        &mut self,
        rules: &Rules<B>,
        path: &[usize],
        on: &[bool],
        mut result: i32,
        count: impl Fn(&mut Tree, usize, i32),
    ) {
        for (index, &place) in path.iter().enumerate().rev() {
            // A position whose result is known by now counts as that.
            if self.proofs
                && let Some(known) = self.tree.node(place).bounds.exact()
            {
                result = i32::from(known) * WON;
            }
            count(&mut self.tree, place, result);
            if index == 0 || !moves_on(rules, on, index - 1) {
                result = -result;
            }
        }
    }

    /// Adds the children of the last position of a path, if there is room, and draws conclusions for all above.
    fn grow(&mut self, rules: &Rules<B>, path: &[usize], on: &[bool], board: &Board<B>) {
        let threats = threats(rules, board);
        let legal = rules.legal(board);
        let candidates = if self.decisive { worth_a_look(rules, legal, &threats) } else { legal };
        if !self.tree.has_room(candidates.count() as usize) {
            return;
        }
        self.moves.clear();
        self.moves.extend(candidates.members().map(Cell::from_bit));
        let place = path[path.len() - 1];
        if self.expand(rules, place, board, &threats) && self.proofs {
            for (index, &place) in path.iter().enumerate().rev() {
                let moves_on = moves_on(rules, on, index);
                if !self.tree.conclude(place, self.every_move && index == 0, moves_on) {
                    break;
                }
            }
        }
    }

    /// Adds `moves` as the children of a position; returns whether the game ends with one of them.
    fn expand(&mut self, rules: &Rules<B>, place: usize, board: &Board<B>, threats: &Threats<B>) -> bool {
        self.ordering.sort(&mut self.moves, None);
        let bounds = bounds_after(rules, board, threats);
        let mut decided = false;
        let children = self.moves.iter().map(|&cell| {
            let bounds = bounds(cell);
            decided |= bounds.exact().is_some();
            (cell, bounds)
        });
        self.tree.expand(place, children);
        decided
    }
}

/// Whether the side that moved to a position of a path moves on from it too.
fn moves_on<B: Bits>(rules: &Rules<B>, on: &[bool], index: usize) -> bool {
    !rules.sides_alternate() && on.get(index).copied().unwrap_or(false)
}

/// The search of one position, which asks a network.
pub(super) struct GuidedSearch<B> {
    tree: Guided<B>,
    simulations: Option<u64>,
    batch: usize,
    evaluator: Box<dyn Evaluator<B>>,
    judgements: Judgements,
}

impl<B: Bits> GuidedSearch<B> {
    /// A search that asks the network of this evaluator.
    pub(super) fn new(
        rules: &Rules<B>,
        options: &Options,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> GuidedSearch<B> {
        let tree = Guided::of(rules, options);
        let (simulations, batch) = (options.simulations, options.batch);
        GuidedSearch { tree, simulations, batch, evaluator, judgements: Judgements::default() }
    }
}

impl<B: Bits> Searcher<B> for GuidedSearch<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let by_default =
            if task.nodes.is_some() || task.deepen { MOST_SIMULATIONS } else { super::DEFAULT_SIMULATIONS };
        let most = self.simulations.unwrap_or(by_default).min(task.nodes.unwrap_or(u64::MAX));
        let expected = most.saturating_mul(task.moves.len() as u64).min(1 << 24) as usize;
        let GuidedSearch { tree, batch, evaluator, judgements, .. } = self;
        tree.every_move = task.want == Want::EveryMove;
        tree.begin_with(rules, board, task.moves, expected);
        let mut effort = Effort::every(1, task, 0, watch);
        let mut boards: Vec<Board<B>> = Vec::new();
        loop {
            tree.gather(rules, *batch, most);
            boards.clear();
            boards.extend(tree.waiting());
            if boards.is_empty() {
                break;
            }
            if let Some(network) = evaluator.network() {
                judge(network, rules, &boards, judgements);
            } else {
                judgements.make_room(boards.len(), rules.geometry().cells().len());
            }
            tree.settle(rules, judgements);
            effort.nodes = tree.simulations();
            // Stopped before the first simulation: one batch is made all the same, so that there is a move.
            if effort.nodes > 0 && effort.is_spent() {
                break;
            }
        }
        effort.nodes = tree.simulations();
        let (nodes, stopped) = (effort.nodes, effort.stopped());
        let scale = Scale::below(WIN, Measure::linear("monte-carlo", MOST_WORTH)).hurried(rules);
        report(&tree.tree, task, scale, nodes, stopped)
    }
}

/// Asks a network, and checks that it judges all positions.
fn judge<B: Bits>(network: &mut dyn Judge<B>, rules: &Rules<B>, boards: &[Board<B>], to: &mut Judgements) {
    let cells = rules.geometry().cells().len();
    network.judge(rules, boards, to);
    assert!(
        to.values.len() == boards.len() && to.priors.len() == boards.len() * cells,
        "a network gives a value for each position, and a prior for each cell of each"
    );
}
