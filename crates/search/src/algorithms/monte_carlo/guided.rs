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

use connect_toe_eval::{Evaluator, Judge, Judgements, Measure, SettingError, Settings, WIN};
use connect_toe_game::{Bits, Board, Cell, Rules, for_width};

use super::growth::{Growth, Way};
use super::tree::{Choice, ROOT, Tree, WON};
use super::{DECISIVE, EXPLORE, MEMORY, MOST_SIMULATIONS, MOST_WORTH, Options, PROOFS, report, threats};
use crate::algorithms::effort::Effort;
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::{Searcher, Task, Want, Watch};

/// A simulation that waits for a judgement.
#[derive(Clone, Debug)]
struct Waiting<B> {
    board: Board<B>,
    way: Way,
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
    growth: Growth,
    root: Board<B>,
    /// How many were made, those that wait among them.
    simulations: u64,
    waiting: Vec<Waiting<B>>,
    /// That of the simulation that is made.
    way: Way,
}

impl<B: Bits> Guided<B> {
    /// An empty tree with the settings `explore`, `decisive`, `proofs` and `memory` of `monte-carlo`.
    ///
    /// # Errors
    /// A setting is another one, or not possible.
    pub fn new(rules: &Rules<B>, settings: &Settings) -> Result<Guided<B>, SettingError> {
        let known = [EXPLORE, DECISIVE, PROOFS, MEMORY].map(|key| key.name);
        if let Some(other) = settings.keys().find(|key| !known.contains(key)) {
            return Err(settings.refuse(other, format!("left out: the settings are {}", known.join(", "))));
        }
        Ok(Guided::of(rules, &Options::of(settings)?))
    }

    pub(super) fn of(rules: &Rules<B>, options: &Options) -> Guided<B> {
        let choice = Choice { implicit: 0.0, rave: None, by_promise: true, ..options.choice };
        Guided {
            growth: Growth::new(rules, options, choice),
            root: rules.start(),
            simulations: 0,
            waiting: Vec::new(),
            way: Way::at_root(),
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
        self.begin_with(rules, board, &moves, 1 << 10, false);
    }

    /// Begins with some of the moves; about so many `nodes` are expected, and the values of all moves may be wanted.
    fn begin_with(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        moves: &[Cell],
        nodes: usize,
        every_move: bool,
    ) {
        self.root = *board;
        self.simulations = 0;
        self.waiting.clear();
        self.way.restart();
        let threats = threats(rules, board);
        self.growth.plant(rules, board, &threats, moves, nodes, every_move);
        if every_move {
            self.growth.visit_each_first();
        }
        self.growth.conclude_root(rules, board, &threats);
        if moves.len() > 1 && !self.is_decided() {
            self.wait(*board);
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
        self.growth.is_decided()
    }

    /// The moves of the root, and the simulations that went through each.
    pub fn visits(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.growth.tree.children(ROOT).iter().map(|node| (node.cell, node.visits))
    }

    /// The result of the root for its side to move, if it is proven: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn proven(&self) -> Option<i8> {
        // The node has what it is worth to the side that moved there, which is the other: see `conclude`.
        self.growth.tree.node(ROOT).bounds.exact().map(|result| -result)
    }

    /// The moves that are proven to be as good as the proven result of the root.
    pub fn proven_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        let result = self.proven();
        let proven = self.growth.tree.children(ROOT).iter().filter(move |node| node.bounds.exact() == result);
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
        for ((Waiting { way, .. }, priors), &value) in
            waiting.iter().zip(priors.chunks_exact(cells)).zip(values)
        {
            let value = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
            if self.growth.tree.node(way.last()).is_expanded() {
                self.growth.tree.judge(way.last(), value, |cell| priors[geometry.rank(cell)]);
            }
            let result = way.of_mover(rules, (value * WON as f32) as i32);
            self.growth.back(rules, way, result, |tree, place, result| tree.amend(place, result + WON));
        }
    }

    /// Makes one simulation, which may wait; false if its way leads to a position that waits already.
    fn simulate(&mut self, rules: &Rules<B>) -> bool {
        let (mut board, mut place) = (self.root, ROOT);
        self.way.restart();
        let result = loop {
            if !self.growth.tree.node(place).is_expanded() {
                if let Some(result) = self.growth.tree.node(place).bounds.exact() {
                    break i32::from(result) * WON;
                }
                self.growth.grow(rules, &self.way, &board, &threats(rules, &board));
                let node = self.growth.tree.node(place);
                if let Some(result) = node.bounds.exact() {
                    break i32::from(result) * WON;
                }
                // A move that is forced takes no judgement.
                if node.children().len() != 1 {
                    self.wait(board);
                    self.simulations += 1;
                    return true;
                }
            }
            let node = self.growth.tree.node(place);
            if !node.is_valued && node.children().len() > 1 {
                return false;
            }
            place = self.growth.next(&self.way);
            self.way.go(rules, &board, place);
            board = rules.play(&board, self.growth.tree.node(place).cell);
        };
        self.simulations += 1;
        self.growth.back(rules, &self.way, result, Tree::count);
        true
    }

    /// Lets the simulation wait, which counts as lost until it is judged.
    fn wait(&mut self, board: Board<B>) {
        for &place in self.way.places() {
            self.growth.tree.count(place, -WON);
        }
        self.waiting.push(Waiting { board, way: self.way.clone() });
    }
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
        let nodes = most.saturating_mul(task.moves.len() as u64).min(1 << 24) as usize;
        let GuidedSearch { tree, batch, evaluator, judgements, .. } = self;
        tree.begin_with(rules, board, task.moves, nodes, task.want == Want::EveryMove);
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
        report(&tree.growth.tree, task, scale, nodes, stopped)
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
