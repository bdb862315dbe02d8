//! Simulations: down the tree, a random game, and back.

use connect_toe_eval::Evaluator;
use connect_toe_game::processor::Work;
use connect_toe_game::{Bits, Board, Cell, Draws, Playouts, Rules, SplitMix, Threats};

use super::Options;
use super::growth::{Growth, Way};
use super::tree::{ROOT, Tree, WON};
use crate::algorithms::announce;
use crate::algorithms::effort::Effort;

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
    /// The simulations after which the search is done.
    pub(super) most: u64,
    pub(super) evaluator: &'a mut Option<Box<dyn Evaluator<B>>>,
    /// The heuristic's value that counts as half a win.
    pub(super) scale: f32,
    pub(super) growth: &'a mut Growth,
    pub(super) way: Way,
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
    /// Makes the children of the root: all moves of the task. About so many `nodes` are expected.
    pub(super) fn plant(&mut self, moves: &[Cell], nodes: usize, every_move: bool) {
        if self.evaluator.is_some() && !self.options.choice.by_promise {
            self.scale = self.typical_value();
        }
        let threats = self.threats;
        self.growth.plant(self.rules, self.board, &threats, moves, nodes, every_move);
        self.growth.visit_each_first();
        if self.valued_after() <= VALUED_SOON || self.options.choice.by_promise {
            self.value(self.board);
        }
        self.growth.conclude_root(self.rules, self.board, &threats);
    }

    /// Whether nothing more can be found out, or enough simulations were made.
    #[inline(always)]
    fn is_done(&self) -> bool {
        self.effort.nodes >= self.most || self.growth.is_decided()
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
        self.way.restart();
        let result = loop {
            let node = self.growth.tree.node(place);
            if !node.is_expanded() {
                if let Some(result) = node.bounds.exact() {
                    break i32::from(result) * WON;
                }
                if at_once {
                    threats = rules.threats(&board);
                }
                if by_promise {
                    let value = node.heuristic;
                    if !self.growth.grow(rules, &self.way, &board, &threats) {
                        break (value * WON as f32) as i32;
                    }
                } else if node.visits < expanded_after
                    || !self.growth.grow(rules, &self.way, &board, &threats)
                {
                    break i32::from(self.play_on(&board, &threats)) * WON;
                }
                if let Some(result) = self.growth.tree.node(place).bounds.exact() {
                    break i32::from(result) * WON;
                }
                if by_promise {
                    self.value(&board);
                    let node = self.growth.tree.node(place);
                    // A move that is forced is not looked at for its own sake.
                    if node.children().len() > 1 {
                        break (node.heuristic * WON as f32) as i32;
                    }
                }
            }
            let node = self.growth.tree.node(place);
            if node.visits >= valued_after && !node.is_valued {
                self.value(&board);
            }
            place = self.growth.next(&self.way);
            self.way.go(rules, &board, place);
            let cell = self.growth.tree.node(place).cell;
            if !at_once {
                threats = rules.threats_after(&board, &threats, cell);
            }
            board = rules.play(&board, cell);
        };
        self.growth.back(rules, &self.way, result, Tree::count);
    }

    /// The simulations after which the heuristic is asked about the children of a position.
    #[inline(always)]
    fn valued_after(&self) -> u32 {
        if self.evaluator.is_some() { self.options.eval_from } else { u32::MAX }
    }

    /// Asks the heuristic about the children of the last position of the way, and gives all above the values of their best
    /// children.
    #[inline(never)]
    fn value(&mut self, board: &Board<B>) {
        let Some(evaluator) = self.evaluator.as_deref_mut() else { return };
        let (rules, scale, effort) = (self.rules, self.scale, &mut self.effort);
        let (by_promise, measure) = (self.options.choice.by_promise, evaluator.measure());
        let (tree, way) = (&mut self.growth.tree, &self.way);
        let place = way.last();
        if by_promise && evaluator.wants_announcements() {
            let cells = tree.children(place).iter().map(|node| node.cell);
            announce(evaluator, rules, board, cells, board.to_move());
        }
        let mut valued = 0;
        tree.value(place, |node| {
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
            tree.promise(place);
        }
        for (index, &place) in way.places().iter().enumerate().rev() {
            if !tree.lift_heuristic(place, way.moves_on(rules, index)) {
                break;
            }
        }
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
        let result = self.way.of_mover(self.rules, playout.outcome.value_for(board.to_move()) as i32) as i8;
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
        for &place in self.way.places().iter().rev() {
            self.growth.tree.count_later(place, stones[side], result);
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
