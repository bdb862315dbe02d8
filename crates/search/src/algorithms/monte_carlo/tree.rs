//! The tree that the simulations have grown: what is known of each position, and which child is looked at next.

use std::collections::TryReserveError;

use connect_toe_game::{Bits, Cell};

/// The place of the root.
pub(super) const ROOT: usize = 0;

/// What is proven of a position: the result, for the side that moved there, is at least `pessimistic` and at most
/// `optimistic`. A win is 1, a draw 0, a loss −1.
///
/// Source: T. Cazenave & A. Saffidine, "Score bounded Monte-Carlo tree search" (2010).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) pessimistic: i8,
    pub(super) optimistic: i8,
}

impl Bounds {
    pub(super) const OPEN: Bounds = Bounds { pessimistic: -1, optimistic: 1 };

    pub(super) fn exactly(result: i8) -> Bounds {
        Bounds { pessimistic: result, optimistic: result }
    }

    /// The result, if it is known.
    #[inline]
    pub(super) fn exact(self) -> Option<i8> {
        (self.pessimistic == self.optimistic).then_some(self.pessimistic)
    }
}

/// A won game in the sums of results, which count in parts of it: a value at the end of a simulation lies between a loss
/// and a win.
pub(super) const WON: i32 = 1 << 16;

/// A position that simulations went through. All results are for the side that moved there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The sum of the results of the simulations through this position.
    total: i64,
    /// How many they are.
    pub(super) visits: u32,
    /// The place of the first child; the others follow.
    first: u32,
    /// How many children there are; none before the position was expanded.
    children: u16,
    /// Whether the heuristic was asked about the children.
    pub(super) is_valued: bool,
    /// The move that led here.
    pub(super) cell: Cell,
    pub(super) bounds: Bounds,
    /// The heuristic's value, from −1 to 1; for a position whose children are valued, that of its best child. NaN if
    /// the heuristic was not asked.
    pub(super) heuristic: f32,
    /// The part of the simulations through its parent that the move promises to be worth, where values end them.
    promise: f32,
}

impl Node {
    /// The places of the children.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// Whether the move that led here wins at once.
    pub(super) fn is_completed(&self) -> bool {
        !self.is_expanded() && self.bounds.exact() == Some(1)
    }

    /// The mean result of the simulations, of which there is at least one.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        (self.total as f64 / (f64::from(WON) * f64::from(self.visits))) as f32
    }

    /// A value that simulations gave, mixed with the heuristic's if it was asked.
    #[inline(always)]
    fn mixed(&self, value: f32, implicit: f32) -> f32 {
        if self.heuristic.is_nan() { value } else { (1.0 - implicit) * value + implicit * self.heuristic }
    }
}

/// The part of a node that the choice among children looks at, apart from the rest, so that a position's children share
/// a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
struct Appeal {
    /// The mean result, mixed with the heuristic's value; `NEG_INFINITY` if the child is not looked at any more.
    value: f32,
    /// How little the child is known: the inverse root of the visits, or its promise divided by one more than the visits.
    spread: f32,
}

/// Results of simulations in which the move of a node was made later on by the same side ("all moves as first").
#[derive(Clone, Copy, Debug)]
struct Later {
    visits: u32,
    total: i32,
    mean: f32,
    /// The weight of this mean against the node's own.
    weight: f32,
}

/// The spread of a child without a visit, so that it is visited in the end, however bad what stands in for its mean looks.
/// Less than that of one visit, or all children would be visited before a good one is visited again; with 0.5 the search is as
/// strong as with 0.25, with 1 it loses 40 : 60 on Qubic and Score Four.
const UNVISITED: f32 = 0.5;

/// A move that the heuristic gives up is looked at now and then, as if it won one game in a hundred.
const LEAST_SCORE: f32 = 0.01;

/// How children are chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The weight of what is uncertain.
    pub(super) explore: f32,
    /// The value of a child that no simulation went through. If it is not much more than the value of a win, not all
    /// children need be looked at before a good one is looked at again (first-play urgency).
    pub(super) urgency: f32,
    /// The K of RAVE, if it is on.
    pub(super) rave: Option<f32>,
    /// Where fewer simulations went through a position than this, RAVE looks at those through an ancestor.
    pub(super) rave_from: u32,
    /// The weight of the heuristic's values.
    pub(super) implicit: f32,
    /// Whether the heuristic's values end the simulations, and its promises direct them (PUCT).
    pub(super) by_promise: bool,
}

/// The children of one position, to be found by their moves.
#[derive(Debug, Default)]
struct Children {
    parent: usize,
    /// By cell, one more than the place of the child; 0 if there is none.
    places: Vec<u32>,
}

impl Children {
    /// Turns to the children of the position at `parent`.
    fn look_at(&mut self, parent: usize, nodes: &[Node]) {
        if self.parent == parent && !self.places.is_empty() {
            return;
        }
        self.parent = parent;
        self.places.fill(0);
        for place in nodes[parent].children() {
            let index = nodes[place].cell.index();
            if self.places.len() <= index {
                self.places.resize(index + 1, 0);
            }
            self.places[index] = place as u32 + 1;
        }
    }

    /// The place of the child after a move.
    #[inline]
    fn get(&self, cell: Cell) -> Option<usize> {
        let place = self.places.get(cell.index()).copied().unwrap_or(0);
        (place as usize).checked_sub(1)
    }
}

/// The nodes, children of one position side by side.
#[derive(Debug)]
pub(super) struct Tree {
    choice: Choice,
    nodes: Vec<Node>,
    appeals: Vec<Appeal>,
    /// As long as `nodes` if RAVE is on, else empty.
    later: Vec<Later>,
    /// The children of the ancestors that RAVE looked at last, one for each side to move.
    ancestors: [Children; 2],
    /// The most nodes that there may be.
    most: usize,
    /// The most nodes in this search: fewer if the system does not give as much memory.
    room: usize,
}

impl Tree {
    /// An empty tree that never has more nodes than fit into this many bytes.
    pub(super) fn new(choice: Choice, bytes: u64) -> Tree {
        let later = if choice.rave.is_some() { size_of::<Later>() } else { 0 };
        let node = size_of::<Node>() + size_of::<Appeal>() + later;
        let most = (bytes / node as u64).min(u64::from(u32::MAX)) as usize;
        let ancestors = Default::default();
        Tree {
            choice,
            nodes: Vec::new(),
            appeals: Vec::new(),
            later: Vec::new(),
            ancestors,
            most,
            room: most,
        }
    }

    /// Forgets everything but the root, and makes room for about this many nodes more.
    pub(super) fn begin(&mut self, expected: usize) {
        self.nodes.clear();
        self.appeals.clear();
        self.later.clear();
        self.ancestors = Default::default();
        // All at once: moving a large tree later would take long.
        let mut wanted = expected.saturating_add(1).min(self.most);
        self.room = self.most;
        while self.reserve(wanted).is_err() {
            self.nodes.shrink_to_fit();
            self.appeals.shrink_to_fit();
            self.later.shrink_to_fit();
            wanted /= 2;
            self.room = wanted;
        }
        self.add(Cell::from_bit(0), Bounds::OPEN);
    }

    /// Makes room for this number of nodes in an empty tree.
    fn reserve(&mut self, nodes: usize) -> Result<(), TryReserveError> {
        self.nodes.try_reserve_exact(nodes)?;
        self.appeals.try_reserve_exact(nodes)?;
        if self.choice.rave.is_some() {
            self.later.try_reserve_exact(nodes)?;
        }
        Ok(())
    }

    /// The memory that the nodes take or have room for.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.appeals.capacity() * size_of::<Appeal>()
            + self.later.capacity() * size_of::<Later>()
    }

    /// Whether a position with this many children can be expanded.
    #[inline]
    pub(super) fn has_room(&self, children: usize) -> bool {
        self.nodes.len() + children <= self.room
    }

    #[inline]
    pub(super) fn node(&self, place: usize) -> &Node {
        &self.nodes[place]
    }

    pub(super) fn children(&self, place: usize) -> &[Node] {
        &self.nodes[self.nodes[place].children()]
    }

    #[inline]
    fn add(&mut self, cell: Cell, bounds: Bounds) {
        self.nodes.push(Node {
            total: 0,
            visits: 0,
            first: 0,
            children: 0,
            is_valued: false,
            cell,
            bounds,
            heuristic: f32::NAN,
            promise: 0.0,
        });
        self.appeals.push(Appeal { value: self.choice.urgency, spread: UNVISITED });
        if self.choice.rave.is_some() {
            self.later.push(Later { visits: 0, total: 0, mean: 0.0, weight: 1.0 });
        }
    }

    /// Gives the position at `parent`, which has none, the children `moves`.
    #[inline]
    pub(super) fn expand(&mut self, parent: usize, moves: impl Iterator<Item = (Cell, Bounds)>) {
        let first = self.nodes.len();
        for (cell, bounds) in moves {
            self.add(cell, bounds);
        }
        let children = self.nodes.len() - first;
        let node = &mut self.nodes[parent];
        node.first = first as u32;
        node.children = children as u16;
    }

    /// Gives the children of the position at `parent`, which has some, values by the heuristic, from −1 to 1.
    pub(super) fn value(&mut self, parent: usize, mut heuristic: impl FnMut(&Node) -> f32) {
        self.nodes[parent].is_valued = true;
        for place in self.nodes[parent].children() {
            let node = &mut self.nodes[place];
            node.heuristic = heuristic(node);
            let appeal = &mut self.appeals[place];
            if appeal.value > f32::NEG_INFINITY {
                let value = if node.visits == 0 { self.choice.urgency } else { node.mean() };
                appeal.value = node.mixed(value, self.choice.implicit);
            }
        }
    }

    /// Shares out the attention to the children of a position, whose values the heuristic has given, by the odds that they
    /// win: a child with twice the odds is promised twice the simulations.
    pub(super) fn promise(&mut self, parent: usize) {
        let children = self.nodes[parent].children();
        let odds = |node: &Node| {
            let score = (node.heuristic * 0.5 + 0.5).clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
            score / (1.0 - score)
        };
        let is_left_out = |place: usize| self.appeals[place].value == f32::NEG_INFINITY;
        let whole: f32 =
            children.clone().filter(|&place| !is_left_out(place)).map(|place| odds(&self.nodes[place])).sum();
        for place in children {
            let node = &mut self.nodes[place];
            node.promise = odds(node) / whole;
            let appeal = &mut self.appeals[place];
            if appeal.value > f32::NEG_INFINITY {
                *appeal = Appeal { value: node.heuristic, spread: node.promise };
            }
        }
    }

    /// Shares out the attention to the children of a position by the priors of a network, and lets those that no simulation
    /// went through be worth what the network says of the position, for the side to move there.
    pub(super) fn judge(&mut self, parent: usize, value: f32, prior: impl Fn(Cell) -> f32) {
        self.nodes[parent].is_valued = true;
        let children = self.nodes[parent].children();
        let weight = |node: &Node| {
            Some(prior(node.cell)).filter(|prior| prior.is_finite()).map_or(0.0, |p| p.max(0.0))
        };
        let is_left_out = |place: usize| self.appeals[place].value == f32::NEG_INFINITY;
        let open = children.clone().filter(|&place| !is_left_out(place));
        let (whole, number) = open
            .fold((0.0, 0_u16), |(whole, number), place| (whole + weight(&self.nodes[place]), number + 1));
        for place in children {
            let node = &mut self.nodes[place];
            node.promise = if whole > 0.0 { weight(node) / whole } else { 1.0 / f32::from(number.max(1)) };
            let appeal = &mut self.appeals[place];
            if appeal.value > f32::NEG_INFINITY {
                let known = node.bounds.exact().map_or(value, f32::from);
                *appeal = Appeal { value: known, spread: node.promise };
            }
        }
    }

    /// The child of the last position of a path from the root to look at next: upper confidence bounds for trees, with RAVE
    /// if it is on.
    ///
    /// Sources: L. Kocsis & C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); S. Gelly & D. Silver, "Combining online
    /// and offline knowledge in UCT" (2007); T. Cazenave, "Generalized rapid action value estimation" (2015).
    #[inline(always)]
    pub(super) fn select(&mut self, path: &[usize]) -> usize {
        let parent = path[path.len() - 1];
        let node = &self.nodes[parent];
        let children = node.children();
        let visits = node.visits.max(1);
        let reach = self.choice.explore
            * if self.choice.by_promise { visits as f32 } else { logarithm(visits) }.sqrt();
        if self.choice.rave.is_some() {
            if node.visits < self.choice.rave_from && children.len() > 1 {
                return self.select_with_rave_of(path, children, reach);
            }
            return self.select_with_rave(children, reach);
        }
        let (mut best, mut most) = (children.start, f32::NEG_INFINITY);
        for (place, appeal) in children.clone().zip(&self.appeals[children]) {
            let urgency = appeal.value + reach * appeal.spread;
            if urgency > most {
                (best, most) = (place, urgency);
            }
        }
        best
    }

    #[inline(always)]
    fn select_with_rave(&self, children: std::ops::Range<usize>, reach: f32) -> usize {
        let (mut best, mut most) = (children.start, f32::NEG_INFINITY);
        let laters = &self.later[children.clone()];
        for ((place, appeal), later) in children.clone().zip(&self.appeals[children]).zip(laters) {
            let weight = if later.visits > 0 { later.weight } else { 0.0 };
            // For a child that is not looked at any more this is NaN, and so never the most.
            let value = appeal.value + weight * (later.mean - appeal.value);
            let urgency = value + reach * appeal.spread;
            if urgency > most {
                (best, most) = (place, urgency);
            }
        }
        best
    }

    /// Selects with RAVE by the simulations through an ancestor in which the same side is to move: the nearest that has
    /// enough of them and a choice of moves, else the first on the path.
    #[inline(never)]
    fn select_with_rave_of(&mut self, path: &[usize], children: std::ops::Range<usize>, reach: f32) -> usize {
        let is_enough = |&place: &usize| {
            let node = &self.nodes[place];
            node.visits >= self.choice.rave_from && node.children > 1
        };
        let mut ancestors = path.iter().rev().step_by(2).copied();
        let side = (path.len() - 1) % 2;
        let ancestor = ancestors.find(is_enough).unwrap_or(path[side]);
        self.ancestors[side].look_at(ancestor, &self.nodes);
        let (mut best, mut most) = (children.start, f32::NEG_INFINITY);
        for (place, appeal) in children.clone().zip(&self.appeals[children]) {
            let later = self.ancestors[side].get(self.nodes[place].cell).map(|place| &self.later[place]);
            let value = match later.filter(|later| later.visits > 0) {
                Some(later) => appeal.value + self.later[place].weight * (later.mean - appeal.value),
                None => appeal.value,
            };
            let urgency = value + reach * appeal.spread;
            if urgency > most {
                (best, most) = (place, urgency);
            }
        }
        best
    }

    /// Counts a simulation that went through this position and ended with this result, from minus [`WON`] to `WON`.
    #[inline(always)]
    pub(super) fn count(&mut self, place: usize, result: i32) {
        let node = &mut self.nodes[place];
        node.visits += 1;
        node.total += i64::from(result);
        let appeal = &mut self.appeals[place];
        if appeal.value > f32::NEG_INFINITY {
            appeal.value = node.mixed(node.mean(), self.choice.implicit);
            appeal.spread = if self.choice.by_promise {
                node.promise / (1.0 + node.visits as f32)
            } else {
                1.0 / (node.visits as f32).sqrt()
            };
            if let Some(equivalence) = self.choice.rave {
                self.later[place].weight = (equivalence / (3.0 * node.visits as f32 + equivalence)).sqrt();
            }
        }
    }

    /// Changes the result of a simulation that was counted before by so much.
    #[inline]
    pub(super) fn amend(&mut self, place: usize, by: i32) {
        let node = &mut self.nodes[place];
        node.total += i64::from(by);
        let appeal = &mut self.appeals[place];
        if appeal.value > f32::NEG_INFINITY {
            appeal.value = node.mixed(node.mean(), self.choice.implicit);
        }
    }

    /// Counts, for the moves that were made later on, a simulation through the position at `parent`. It ended with this
    /// result for the side to move there, which then had these stones.
    #[inline(always)]
    pub(super) fn count_later<B: Bits>(&mut self, parent: usize, stones: B, result: i8) {
        let children = self.nodes[parent].children();
        for place in children {
            if stones.contains(self.nodes[place].cell.bit()) {
                let later = &mut self.later[place];
                later.visits += 1;
                later.total += i32::from(result);
                later.mean = later.total as f32 / later.visits as f32;
            }
        }
    }

    /// Concludes from the children of a position what is proven of it, and looks no more at children that cannot change
    /// it: those that are not better than what is proven already, or, if every child matters, those whose result is
    /// known. Returns whether more is proven of the position than before.
    pub(super) fn conclude(&mut self, parent: usize, every_child_matters: bool, moves_on: bool) -> bool {
        let children = self.nodes[parent].children();
        let of_children = children.clone().map(|place| self.nodes[place].bounds);
        let pessimistic = of_children.clone().map(|bounds| bounds.pessimistic).max().unwrap_or(-1);
        let optimistic = of_children.map(|bounds| bounds.optimistic).max().unwrap_or(1);
        for place in children {
            let bounds = self.nodes[place].bounds;
            let is_settled =
                if every_child_matters { bounds.exact().is_some() } else { bounds.optimistic <= pessimistic };
            if is_settled {
                self.appeals[place] = Appeal { value: f32::NEG_INFINITY, spread: 0.0 };
            }
        }
        // What is best for the side to move is worst for the side that moved here.
        let bounds = if moves_on {
            Bounds { pessimistic, optimistic }
        } else {
            Bounds { pessimistic: -optimistic, optimistic: -pessimistic }
        };
        std::mem::replace(&mut self.nodes[parent].bounds, bounds) != bounds
    }

    /// Records that these moves of a position are proven to lose.
    pub(super) fn refute<B: Bits>(&mut self, parent: usize, losing: B) {
        for place in self.nodes[parent].children() {
            let node = &mut self.nodes[place];
            if losing.contains(node.cell.bit()) {
                node.bounds = Bounds::exactly(-1);
            }
        }
    }

    /// Whether a child is not looked at any more.
    #[inline]
    pub(super) fn is_left_out(&self, place: usize) -> bool {
        self.appeals[place].value == f32::NEG_INFINITY
    }

    /// Whether no child of a position is looked at any more.
    #[inline]
    pub(super) fn is_settled(&self, parent: usize) -> bool {
        self.nodes[parent].children().all(|place| self.is_left_out(place))
    }

    /// Gives a position the heuristic's value of its best child; returns whether the value has changed.
    pub(super) fn lift_heuristic(&mut self, parent: usize, moves_on: bool) -> bool {
        let best =
            self.children(parent).iter().fold(f32::NEG_INFINITY, |best, node| best.max(node.heuristic));
        let value = if moves_on { best } else { -best };
        let before = std::mem::replace(&mut self.nodes[parent].heuristic, value);
        before.to_bits() != value.to_bits()
    }
}

/// The natural logarithm, to three digits, with operations that give the same on every machine.
#[inline(always)]
fn logarithm(number: u32) -> f32 {
    let bits = (number as f32).to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000) - 1.0;
    // A cubic through log2(1 + x) at 0, 1/3, 2/3 and 1.
    let fraction = mantissa * (1.418_992 + mantissa * (-0.572_963 + mantissa * 0.153_971));
    std::f32::consts::LN_2 * (exponent as f32 + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves<const N: usize>(cells: [u32; N]) -> impl Iterator<Item = (Cell, Bounds)> {
        cells.into_iter().map(|bit| (Cell::from_bit(bit), Bounds::OPEN))
    }

    #[test]
    fn memory_that_the_system_does_not_give_is_done_without() {
        let choice = Choice {
            explore: 0.0,
            urgency: 1.0,
            rave: Some(1.0),
            rave_from: 0,
            implicit: 0.0,
            by_promise: false,
        };
        let mut tree = Tree::new(choice, 1 << 60);
        // The numbers of the nodes alone allow hundreds of gigabytes.
        tree.begin(usize::MAX);
        assert!(tree.has_room(1000) && tree.node(ROOT).visits == 0);
    }

    #[test]
    fn seldom_met_positions_learn_from_an_ancestor() {
        let choice = Choice {
            explore: 0.0,
            urgency: 1.0,
            rave: Some(1.0),
            rave_from: 3,
            implicit: 0.0,
            by_promise: false,
        };
        let mut tree = Tree::new(choice, 1 << 20);
        tree.begin(100);
        // The first moves are 0 to 3; after 0 and 1 the first side chooses between 2 and 3.
        tree.expand(ROOT, moves([0, 1, 2, 3]));
        tree.expand(1, moves([1, 2, 3]));
        tree.expand(5, moves([2, 3]));
        let path = [ROOT, 1, 5];
        // Through the root, games in which the side took 2 were won, and those in which it took 3 lost; through the position
        // itself it was the other way round.
        for (result, bit) in [(1, 2), (1, 2), (-1, 3)] {
            tree.count(ROOT, i32::from(result) * WON);
            tree.count_later(ROOT, u64::single(bit), result);
        }
        for (result, bit) in [(-1, 2), (1, 3)] {
            tree.count(5, i32::from(result) * WON);
            tree.count_later(5, u64::single(bit), result);
        }
        tree.count(8, 0);
        tree.count(9, 0);
        // One game of its own and K = 1: half the weight is RAVE's. Move 2 is worth (0 + 1) / 2, move 3 (0 - 1) / 2.
        assert_eq!(tree.select(&path), 8);
        // The third simulation is enough to look at its own: (0 - 1) / 2 and (0 + 1) / 2.
        tree.count(5, 0);
        assert_eq!(tree.select(&path), 9);
    }

    #[test]
    fn a_move_that_the_ancestor_does_not_have_counts_by_its_own_results() {
        let choice = Choice {
            explore: 0.0,
            urgency: 1.0,
            rave: Some(1.0),
            rave_from: 3,
            implicit: 0.0,
            by_promise: false,
        };
        let mut tree = Tree::new(choice, 1 << 20);
        tree.begin(100);
        tree.expand(ROOT, moves([0, 1]));
        tree.expand(1, moves([1, 8]));
        tree.expand(4, moves([1, 16]));
        for _ in 0..3 {
            tree.count(ROOT, WON);
            tree.count_later(ROOT, u64::single(1), 1);
        }
        // Move 1: (-1 + 1) / 2 = 0 by the root's games. Move 16 is new: 0 by its own game, then the mean of 0 and 1.
        tree.count(5, -WON);
        tree.count(6, 0);
        assert_eq!(tree.select(&[ROOT, 1, 4]), 5);
        tree.count(6, WON);
        assert_eq!(tree.select(&[ROOT, 1, 4]), 6);
    }

    /// Whatever speaks against a child, it is looked at again and again, the first time too.
    #[test]
    fn visits_of_every_child_grow_without_bound() {
        for rave in [None, Some(300.0)] {
            for rave_from in [0, 50] {
                let choice =
                    Choice { explore: 0.7, urgency: 1.0, rave, rave_from, implicit: 0.3, by_promise: false };
                let mut tree = Tree::new(choice, 1 << 20);
                tree.begin(100);
                tree.expand(ROOT, moves([0, 1]));
                // All games with the second move were lost, when it came later too, and the heuristic is against it; those
                // with the first move were drawn.
                tree.value(ROOT, |node| if node.cell.bit() == 0 { 0.0 } else { -1.0 });
                let mut visits = Vec::new();
                for simulation in 1..=1 << 20 {
                    let chosen = tree.select(&[ROOT]);
                    let result = if chosen == 1 { 0 } else { -1 };
                    tree.count(chosen, result * WON);
                    tree.count(ROOT, -result * WON);
                    if rave.is_some() {
                        tree.count_later(ROOT, u64::single(1), -1);
                        tree.count_later(ROOT, u64::single(0), 0);
                    }
                    if [1 << 10, 1 << 15, 1 << 20].contains(&simulation) {
                        visits.push(tree.node(2).visits);
                    }
                }
                let grows = visits.windows(2).all(|pair| pair[0] < pair[1]);
                assert!(grows, "{rave:?}, {rave_from}: {visits:?}");
            }
        }
    }

    #[test]
    fn logarithms_are_near_enough() {
        for number in (1..5000).chain([1 << 20, u32::MAX / 3, u32::MAX]) {
            let exact = f64::from(number).ln() as f32;
            assert!((logarithm(number) - exact).abs() < 0.002, "{number}: {} {exact}", logarithm(number));
        }
    }
}
