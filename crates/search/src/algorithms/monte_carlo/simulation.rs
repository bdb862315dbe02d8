//! Simulations: down the tree, a random game, and back.

use std::ops::Range;

use connect_toe_eval::Evaluator;
use connect_toe_game::processor::Work;
use connect_toe_game::{Bits, Board, Cell, Draws, Playouts, Rules, SplitMix, Threats};

use super::Options;
use super::tree::{Bounds, ROOT, Tree, WON};
use crate::algorithms::announce;
use crate::algorithms::effort::Effort;
use crate::ordering::Ordering;

/// A position is expanded when it is met after this many simulations.
const EXPANDED_AFTER: u32 = 1;
/// If the heuristic values a position after at most this many simulations, the position is expanded only then.
const VALUED_SOON: u32 = 4;
/// Positions that show how large a heuristic's values are.
const SAMPLES: usize = 64;

/// The simulations of a search in progress.
pub(super) struct Simulations<'a, 'w, B: Bits> {
    pub(super) rules: &'a Rules<B>,
    pub(super) board: &'a Board<B>,
    /// Those of the board.
    pub(super) threats: Threats<B>,
    pub(super) options: &'a Options,
    /// Whether the values of all moves are wanted.
    pub(super) every_move: bool,
    /// The simulations after which the search is done.
    pub(super) most: u64,
    pub(super) evaluator: &'a mut Option<Box<dyn Evaluator<B>>>,
    /// The heuristic's value that counts as half a win.
    pub(super) scale: f32,
    pub(super) ordering: &'a Ordering,
    pub(super) tree: &'a mut Tree,
    pub(super) moves: &'a mut Vec<Cell>,
    /// The places of the nodes from the root to the one that is looked at.
    pub(super) path: Vec<usize>,
    /// For each position of the path whether the side that moved there moves on; only kept where sides do not alternate.
    pub(super) on: Vec<bool>,
    /// The places of the root's children that simulations have not come to yet.
    pub(super) unvisited: Range<usize>,
    pub(super) playouts: Playouts<'a, B>,
    pub(super) random: SplitMix,
    pub(super) effort: Effort<'w>,
}

impl<B: Bits> Work for &mut Simulations<'_, '_, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // Stopped while the moves were valued: one simulation is made all the same, so that there is a move.
        let mut is_due = self.effort.is_over;
        while is_due || !self.is_done() && !self.effort.is_spent() {
            self.simulate();
            self.effort.nodes += 1;
            is_due = false;
        }
    }
}

impl<B: Bits> Simulations<'_, '_, B> {
    /// Makes the children of the root: all moves of the task.
    pub(super) fn plant(&mut self, moves: &[Cell]) {
        if self.evaluator.is_some() && !self.options.choice.by_promise {
            self.scale = self.typical_value();
        }
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        let threats = self.threats;
        self.expand(ROOT, self.board, &threats);
        self.unvisited = self.tree.node(ROOT).children();
        if self.valued_after() <= VALUED_SOON || self.options.choice.by_promise {
            self.value(ROOT, self.board);
        }
        if self.options.proofs {
            self.tree.refute(ROOT, unanswered(self.rules, self.board, &threats));
            self.tree.conclude(ROOT, self.every_move, false);
        }
    }

    /// Whether the side that moved to a position of the path moves on from it too.
    #[inline(always)]
    fn moves_on(&self, index: usize) -> bool {
        !self.rules.sides_alternate() && self.on.get(index).copied().unwrap_or(false)
    }

    /// The next child of the root without a simulation. Each has one before any has two: a move that is not looked at has
    /// no value, and what stands in for its mean may be wrong.
    #[inline(always)]
    fn unvisited(&mut self) -> Option<usize> {
        let tree = &*self.tree;
        self.unvisited.find(|&child| !tree.is_left_out(child))
    }

    /// Whether nothing more can be found out, or enough simulations were made.
    #[inline(always)]
    fn is_done(&self) -> bool {
        if self.effort.nodes >= self.most {
            return true;
        }
        let is_known = self.options.proofs && self.tree.node(ROOT).bounds.exact().is_some();
        is_known && (!self.every_move || self.tree.is_settled(ROOT))
    }

    #[inline(always)]
    fn simulate(&mut self) {
        let rules = self.rules;
        let at_once = rules.finds_threats_at_once();
        let valued_after = self.valued_after();
        let by_promise = self.options.choice.by_promise;
        let expanded_after =
            if valued_after <= VALUED_SOON { valued_after.max(EXPANDED_AFTER) } else { EXPANDED_AFTER };
        let (mut board, mut threats) = (*self.board, self.threats);
        let mut place = ROOT;
        self.path.clear();
        self.path.push(ROOT);
        self.on.clear();
        self.on.push(false);
        let result = loop {
            let node = self.tree.node(place);
            if !node.is_expanded() {
                if let Some(result) = node.bounds.exact() {
                    break i32::from(result) * WON;
                }
                if at_once {
                    threats = rules.threats(&board);
                }
                if by_promise {
                    let value = node.heuristic;
                    if !self.grow(place, &board, &threats) {
                        break (value * WON as f32) as i32;
                    }
                } else if node.visits < expanded_after || !self.grow(place, &board, &threats) {
                    break i32::from(self.play_on(&board, &threats)) * WON;
                }
                if let Some(result) = self.tree.node(place).bounds.exact() {
                    break i32::from(result) * WON;
                }
                if by_promise {
                    self.value(place, &board);
                    let node = self.tree.node(place);
                    // A move that is forced is not looked at for its own sake.
                    if node.children().len() > 1 {
                        break (node.heuristic * WON as f32) as i32;
                    }
                }
            }
            let node = self.tree.node(place);
            if node.visits >= valued_after && !node.is_valued {
                self.value(place, &board);
            }
            let unvisited = if place == ROOT { self.unvisited() } else { None };
            place = unvisited.unwrap_or_else(|| self.tree.select(&self.path));
            self.path.push(place);
            let cell = self.tree.node(place).cell;
            if !at_once {
                threats = rules.threats_after(&board, &threats, cell);
            }
            if !rules.sides_alternate() {
                self.on.push(rules.moves_again(&board));
            }
            board = rules.play(&board, cell);
        };
        let mut result = result;
        for index in (0..self.path.len()).rev() {
            let place = self.path[index];
            // A position whose result is known by now counts as that.
            if self.options.proofs
                && let Some(known) = self.tree.node(place).bounds.exact()
            {
                result = i32::from(known) * WON;
            }
            self.tree.count(place, result);
            if index == 0 || !self.moves_on(index - 1) {
                result = -result;
            }
        }
    }

    /// Adds the children of a position, if there is room, and draws conclusions for all positions above.
    #[inline(always)]
    fn grow(&mut self, place: usize, board: &Board<B>, threats: &Threats<B>) -> bool {
        let legal = self.rules.legal(board);
        let candidates = if self.options.decisive { worth_a_look(self.rules, legal, threats) } else { legal };
        if !self.tree.has_room(candidates.count() as usize) {
            return false;
        }
        self.moves.clear();
        self.moves.extend(candidates.members().map(Cell::from_bit));
        let decided = self.expand(place, board, threats);
        if decided && self.options.proofs {
            for index in (0..self.path.len()).rev() {
                let moves_on = self.moves_on(index);
                if !self.tree.conclude(self.path[index], self.every_move && index == 0, moves_on) {
                    break;
                }
            }
        }
        true
    }

    /// The simulations after which the heuristic is asked about the children of a position.
    #[inline(always)]
    fn valued_after(&self) -> u32 {
        if self.evaluator.is_some() { self.options.eval_from } else { u32::MAX }
    }

    /// Asks the heuristic about the children of the last position of the path, and gives all above the values of their best
    /// children.
    #[inline(never)]
    fn value(&mut self, place: usize, board: &Board<B>) {
        let Some(evaluator) = self.evaluator.as_deref_mut() else { return };
        let (rules, scale, effort) = (self.rules, self.scale, &mut self.effort);
        let (by_promise, measure) = (self.options.choice.by_promise, evaluator.measure());
        if by_promise && evaluator.wants_announcements() {
            let cells = self.tree.children(place).iter().map(|node| node.cell);
            announce(evaluator, rules, board, cells, board.to_move());
        }
        let mut valued = 0;
        self.tree.value(place, |node| {
            if let Some(result) = node.bounds.exact() {
                return f32::from(result);
            }
            valued += 1;
            if effort.is_spent_after(valued) {
                return if by_promise { 0.0 } else { node.heuristic };
            }
            let after = rules.play(board, node.cell);
            let value = evaluator.evaluate(rules, &after, board.to_move());
            if by_promise {
                return measure.score(value).map_or(0.0, |score| 2.0 * score as f32 - 1.0);
            }
            let value = value as f32;
            value / (value.abs() + scale)
        });
        if by_promise {
            self.tree.promise(place);
        }
        for index in (0..self.path.len()).rev() {
            let moves_on = self.moves_on(index);
            if !self.tree.lift_heuristic(self.path[index], moves_on) {
                break;
            }
        }
    }

    /// Adds `moves` as the children of a position; returns whether the game ends with one of them.
    #[inline(always)]
    fn expand(&mut self, place: usize, board: &Board<B>, threats: &Threats<B>) -> bool {
        self.ordering.sort(self.moves, None);
        let bounds = bounds_after(self.rules, board, threats);
        let mut decided = false;
        let children = self.moves.iter().map(|&cell| {
            let bounds = bounds(cell);
            decided |= bounds != Bounds::OPEN;
            (cell, bounds)
        });
        self.tree.expand(place, children);
        decided
    }

    /// The result of a random game, for the side that moved last.
    #[inline(always)]
    fn play_on(&mut self, board: &Board<B>, threats: &Threats<B>) -> i8 {
        let counts_later = self.options.choice.rave.is_some();
        let (playout, stones) = if self.options.decisive {
            self.playouts.play_decisively(board, threats, &mut self.random)
        } else {
            self.playouts.play_on(board, counts_later, &mut self.random)
        };
        // The result is for the side that moved to the position.
        let to_move = playout.outcome.value_for(board.to_move()) as i8;
        let result = if self.moves_on(self.path.len() - 1) { to_move } else { -to_move };
        if counts_later {
            self.count_later(stones, result);
        }
        result
    }

    /// Counts the result of a random game for the moves that could have been made sooner.
    fn count_later(&mut self, stones: [B; 2], result: i8) {
        // The last position's side to move comes first, and the result is for the other.
        let mut result = -result;
        let mut side = 0;
        for index in (0..self.path.len()).rev() {
            self.tree.count_later(self.path[index], stones[side], result);
            result = -result;
            side = 1 - side;
        }
    }

    /// A typical value of the heuristic in this game: the median magnitude at some positions of random games. Values of
    /// positions that are as good as won may be larger by orders of magnitude.
    fn typical_value(&mut self) -> f32 {
        let Some(evaluator) = &mut *self.evaluator else { return 1.0 };
        let mut values = [0_u64; SAMPLES];
        let mut board = *self.board;
        for (value, valued) in values.iter_mut().zip(1..) {
            if self.effort.is_spent_after(valued) {
                break;
            }
            let legal = self.rules.legal(&board);
            let cell = legal.nth(self.random.below(legal.count())).map(Cell::from_bit);
            let next =
                cell.map(|cell| self.rules.advance(&board, cell)).filter(|step| step.outcome.is_none());
            board = next.map_or(*self.board, |step| step.board);
            *value = evaluator.evaluate(self.rules, &board, self.board.to_move()).unsigned_abs();
        }
        values.sort_unstable();
        values[SAMPLES / 2].max(1) as f32
    }
}

/// The moves that leave a threat unanswered, with which the other side wins at once.
pub(super) fn unanswered<B: Bits>(rules: &Rules<B>, board: &Board<B>, threats: &Threats<B>) -> B {
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
pub(super) fn worth_a_look<B: Bits>(rules: &Rules<B>, legal: B, threats: &Threats<B>) -> B {
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

/// What the rules tell of the position after a move on a board, for the side that makes it.
#[inline(always)]
pub(super) fn bounds_after<'a, B: Bits>(
    rules: &'a Rules<B>,
    board: &'a Board<B>,
    threats: &'a Threats<B>,
) -> impl Fn(Cell) -> Bounds + 'a {
    let line = if rules.line_wins() { 1 } else { -1 };
    let may_end = rules.may_leave_no_move(board);
    let without_moves = rules.outcome_without_moves().value_for(board.to_move()) as i8;
    move |cell| {
        if threats.mover.contains(cell.bit()) {
            Bounds::exactly(line)
        } else if may_end && rules.leaves_no_move(board, cell) {
            Bounds::exactly(without_moves)
        } else {
            Bounds::OPEN
        }
    }
}
