//! How the tree grows by what the rules tell: the same whether random games, a heuristic or a network end a simulation.

use std::ops::Range;

use connect_toe_game::{Bits, Board, Cell, Rules, Threats};

use super::Options;
use super::tree::{Bounds, Choice, ROOT, Tree, WON};
use crate::ordering::Ordering;

/// The way of a simulation through the tree.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The places of the nodes from the root to the one that is looked at.
    places: Vec<usize>,
    /// For each of them whether the side that moved there moves on; only kept where sides do not alternate.
    on: Vec<bool>,
}

impl Way {
    /// A way that has not left the root.
    pub(super) fn at_root() -> Way {
        Way { places: vec![ROOT], on: vec![false] }
    }

    /// Goes back to the root.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.places.truncate(1);
        self.on.truncate(1);
    }

    /// Goes on from a board to the position at `place`.
    #[inline(always)]
    pub(super) fn go<B: Bits>(&mut self, rules: &Rules<B>, board: &Board<B>, place: usize) {
        self.places.push(place);
        if !rules.sides_alternate() {
            self.on.push(rules.moves_again(board));
        }
    }

    #[inline(always)]
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    #[inline(always)]
    pub(super) fn last(&self) -> usize {
        self.places[self.places.len() - 1]
    }

    /// Whether the side that moved to a position of the way moves on from it too.
    #[inline(always)]
    pub(super) fn moves_on<B: Bits>(&self, rules: &Rules<B>, index: usize) -> bool {
        !rules.sides_alternate() && self.on.get(index).copied().unwrap_or(false)
    }

    /// A result for the side to move in the last position, for the side that moved there.
    #[inline(always)]
    pub(super) fn of_mover<B: Bits>(&self, rules: &Rules<B>, to_move: i32) -> i32 {
        if self.moves_on(rules, self.places.len() - 1) { to_move } else { -to_move }
    }
}

/// A tree, and what is needed to let it grow.
#[derive(Debug)]
pub(super) struct Growth {
    pub(super) tree: Tree,
    ordering: Ordering,
    /// Whether a line is completed, else one blocked.
    decisive: bool,
    /// Whether proven results are kept.
    proofs: bool,
    /// Whether the values of all moves are wanted.
    every_move: bool,
    /// The places of the root's children that simulations have to come to first.
    unvisited: Range<usize>,
    moves: Vec<Cell>,
}

impl Growth {
    /// An empty tree.
    pub(super) fn new<B: Bits>(rules: &Rules<B>, options: &Options, choice: Choice) -> Growth {
        Growth {
            tree: Tree::new(choice, options.memory << 20),
            ordering: Ordering::new(rules),
            decisive: options.decisive,
            proofs: options.proofs,
            every_move: false,
            unvisited: 0..0,
            moves: Vec::new(),
        }
    }

    /// Forgets everything, and makes the children of the root: all moves of the task. About so many `nodes` are expected.
    pub(super) fn plant<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        threats: &Threats<B>,
        moves: &[Cell],
        nodes: usize,
        every_move: bool,
    ) {
        self.tree.begin(nodes);
        self.every_move = every_move;
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.expand(rules, ROOT, board, threats);
        self.unvisited = 0..0;
    }

    /// Lets each child of the root have a simulation before any has two: a move that is not looked at has no value, and what
    /// stands in for its mean may be wrong.
    pub(super) fn visit_each_first(&mut self) {
        self.unvisited = self.tree.node(ROOT).children();
    }

    /// Concludes what is proven of the root's moves, where the rules alone tell.
    pub(super) fn conclude_root<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        threats: &Threats<B>,
    ) {
        if self.proofs {
            self.tree.refute(ROOT, unanswered(rules, board, threats));
            self.tree.conclude(ROOT, self.every_move, false);
        }
    }

    /// Whether nothing more can be found out.
    #[inline(always)]
    pub(super) fn is_decided(&self) -> bool {
        let is_known = self.proofs && self.tree.node(ROOT).bounds.exact().is_some();
        is_known && (!self.every_move || self.tree.is_settled(ROOT))
    }

    /// The child of the last position of a way to look at next.
    #[inline(always)]
    pub(super) fn next(&mut self, way: &Way) -> usize {
        let tree = &self.tree;
        let first =
            if way.last() == ROOT { self.unvisited.find(|&child| !tree.is_left_out(child)) } else { None };
        first.unwrap_or_else(|| self.tree.select(way.places()))
    }

    /// Adds the children of the last position of a way, if there is room, and draws conclusions for all above.
    #[inline(always)]
    pub(super) fn grow<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        way: &Way,
        board: &Board<B>,
        threats: &Threats<B>,
    ) -> bool {
        let legal = rules.legal(board);
        let candidates = if self.decisive { worth_a_look(rules, legal, threats) } else { legal };
        if !self.tree.has_room(candidates.count() as usize) {
            return false;
        }
        self.moves.clear();
        self.moves.extend(candidates.members().map(Cell::from_bit));
        if self.expand(rules, way.last(), board, threats) && self.proofs {
            for (index, &place) in way.places().iter().enumerate().rev() {
                let moves_on = way.moves_on(rules, index);
                if !self.tree.conclude(place, self.every_move && index == 0, moves_on) {
                    break;
                }
            }
        }
        true
    }

    /// Adds `moves` as the children of a position; returns whether the game ends with one of them.
    #[inline(always)]
    fn expand<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        place: usize,
        board: &Board<B>,
        threats: &Threats<B>,
    ) -> bool {
        self.ordering.sort(&mut self.moves, None);
        let line = if rules.line_wins() { 1 } else { -1 };
        let may_end = rules.may_leave_no_move(board);
        let without_moves = rules.outcome_without_moves().value_for(board.to_move()) as i8;
        let mut decided = false;
        let bounds = |cell: Cell| {
            if threats.mover.contains(cell.bit()) {
                Bounds::exactly(line)
            } else if may_end && rules.leaves_no_move(board, cell) {
                Bounds::exactly(without_moves)
            } else {
                Bounds::OPEN
            }
        };
        let children = self.moves.iter().map(|&cell| {
            let bounds = bounds(cell);
            decided |= bounds != Bounds::OPEN;
            (cell, bounds)
        });
        self.tree.expand(place, children);
        decided
    }

    /// Goes back from the end of a way to the root, and counts a result for the side that moved last.
    #[inline(always)]
    pub(super) fn back<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        way: &Way,
        mut result: i32,
        count: impl Fn(&mut Tree, usize, i32),
    ) {
        for (index, &place) in way.places().iter().enumerate().rev() {
            // A position whose result is known by now counts as that.
            if self.proofs
                && let Some(known) = self.tree.node(place).bounds.exact()
            {
                result = i32::from(known) * WON;
            }
            count(&mut self.tree, place, result);
            if index == 0 || !way.moves_on(rules, index - 1) {
                result = -result;
            }
        }
    }
}

/// The moves that leave a threat unanswered, with which the other side wins at once.
fn unanswered<B: Bits>(rules: &Rules<B>, board: &Board<B>, threats: &Threats<B>) -> B {
    let legal = rules.legal(board);
    let threatened = threats.other & legal;
    if !rules.threats_bind() || threatened.is_empty() {
        return B::EMPTY;
    }
    let losing = if threatened.has_several() { legal } else { legal.minus(threatened) };
    losing.minus(threats.mover)
}

/// The moves that are looked at if a line is completed, else one blocked.
#[inline(always)]
fn worth_a_look<B: Bits>(rules: &Rules<B>, legal: B, threats: &Threats<B>) -> B {
    let completing = threats.mover & legal;
    if rules.line_wins() {
        let forced = if completing.any() { completing } else { threats.other & legal };
        if (completing.any() || rules.threats_bind())
            && let Some(bit) = forced.lowest()
        {
            return B::single(bit);
        }
    } else if legal.minus(completing).any() {
        return legal.minus(completing);
    } else if let Some(bit) = completing.lowest() {
        return B::single(bit);
    }
    legal
}
