//! What follows from the lines that can still be completed: bounds on the score, and which cells matter.

use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use crate::parity::LastMove;
use crate::score::{Bounds, Score};

use super::turns::{self, Turn};

/// Lines are looked at one by one if they take at most this many bytes.
const MOST_BYTES: usize = 1 << 21;

/// The lines of a game as sets.
///
/// With every rule of the class a side completes a line only if all the cells of some line have its stones, so a line
/// with a stone of the opponent, or with an empty cell that no stone can reach, is of no use to it. That much holds
/// with `exact` and on a torus as well; what else a line needs there is not asked.
#[derive(Debug)]
pub(super) struct Prospects<B> {
    lines: Vec<B>,
    /// Whether `lines` has all of them.
    complete: bool,
    last_move: LastMove,
    /// By the stones that a line lacks: what it weighs. Empty where turns have one stone.
    weights: Vec<u64>,
    /// Whether turns have several stones, and lines that lack few mean something.
    in_turns: bool,
}

/// How many stones each side needs at least to complete a line; `None` if it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) mover: Option<u32>,
    pub(super) other: Option<u32>,
}

impl<B: Bits> Prospects<B> {
    pub(super) fn new(rules: &Rules<B>) -> Prospects<B> {
        let lines = rules.lines();
        let complete = lines.count().saturating_mul(size_of::<B>() + 4 * lines.k()) <= MOST_BYTES;
        let masks: Vec<B> = if complete {
            lines.iter().map(|line| line.iter().fold(B::EMPTY, |mask, cell| mask.with(cell.bit()))).collect()
        } else {
            Vec::new()
        };
        let last_move = LastMove::of(rules);
        let turn = u32::from(rules.spec().turn.later);
        let weights = if rules.sides_alternate() { Vec::new() } else { turns::weights(turn, lines.k()) };
        let in_turns = complete && turns::are_of_use(rules);
        Prospects { lines: masks, complete, last_move, weights, in_turns }
    }

    /// What the side to move can or has to do in this turn, where a turn has several stones.
    pub(super) fn in_turn(&self, rules: &Rules<B>, board: &Board<B>) -> Turn<B> {
        if self.in_turns { turns::look(rules, &self.lines, board) } else { Turn::Free }
    }

    /// The stones that each side still needs.
    fn missing(&self, rules: &Rules<B>, board: &Board<B>, reachable: B) -> Missing {
        let (mover, other) = (board.mover(), board.other());
        let (for_mover, for_other) = (mover | reachable, other | reachable);
        let (mut mover_least, mut other_least) = (u32::MAX, u32::MAX);
        for &line in &self.lines {
            if line.minus(for_mover).is_empty() {
                mover_least = mover_least.min(line.minus(mover).count());
            }
            if line.minus(for_other).is_empty() {
                other_least = other_least.min(line.minus(other).count());
            }
        }
        let plies = reachable.count();
        let to_move = board.to_move();
        let possible = |side: Side, least: u32| {
            let is_possible = least < u32::MAX
                && rules.lines_count_for(side)
                && rules.plies_to_place(board, side, least) <= plies;
            is_possible.then_some(least)
        };
        Missing { mover: possible(to_move, mover_least), other: possible(to_move.other(), other_least) }
    }

    /// Bounds on the score of a position in which the game goes on.
    pub(super) fn bounds(&self, rules: &Rules<B>, board: &Board<B>) -> Bounds {
        let empty = rules.empty(board).count();
        if !self.complete {
            return Bounds::trivial(empty);
        }
        let missing = self.missing(rules, board, rules.reachable(board));
        let to_move = board.to_move();
        // The score of a game that ends when a side has placed this many more stones: at least one, even if it has all
        // cells of a line in a run that is too long.
        let at_best = |side: Side, stones: u32| {
            (empty + 1).saturating_sub(rules.plies_to_place(board, side, stones.max(1))) as i32
        };
        let possible = |side: Side| {
            let missing = if side == to_move { missing.mover } else { missing.other };
            missing.map(|stones| at_best(side, stones)).filter(|_| !self.is_held(rules, board, side))
        };
        if let Some(winner) = rules.outcome_without_moves().winner() {
            // A full board decides, and nobody can hurry it unless cells can be left empty.
            let full = if rules.can_jam() { empty as i32 } else { 1 };
            let line = possible(winner.other()).or(possible(winner));
            let for_winner = match line {
                Some(line) => Bounds { lower: Score(-line), upper: Score(full) },
                None => Bounds { lower: Score(1), upper: Score(full) },
            };
            return if winner == to_move { for_winner } else { -for_winner };
        }
        let (mover, other) = (possible(to_move).unwrap_or(0), possible(to_move.other()).unwrap_or(0));
        let (gain, harm) = if rules.line_wins() { (mover, other) } else { (other, mover) };
        self.last_move.sharpen(Bounds { lower: Score(-harm), upper: Score(gain) }, empty)
    }

    /// Whether the opponent of a side can keep it from every line, whatever it does: a stone of the opponent halves no
    /// line but ends those through its cell, and a stone of the side doubles what the lines through its cell weigh, so
    /// that the opponent, who takes the heaviest cell each time, never lets the sum reach 1 (P. Erdős & J. Selfridge, "On
    /// a combinatorial game", 1973). Asked where lines are any sets, or only one side's count.
    fn is_held(&self, rules: &Rules<B>, board: &Board<B>, side: Side) -> bool {
        /// What a line without a missing stone weighs.
        const WHOLE: u64 = 1 << 40;
        let is_of_use = !rules.lines().are_rows() || !rules.turns_are_equal();
        if !is_of_use || !rules.is_positional() {
            return false;
        }
        if !rules.sides_alternate() {
            return self.is_held_in_turns(rules, board, side, WHOLE);
        }
        let (own, theirs) = (board.stones_of(side), board.stones_of(side.other()));
        let open = self.lines.iter().filter(|&&line| (line & theirs).is_empty());
        let sum: u64 = open.map(|line| WHOLE >> line.minus(own).count().min(40)).sum();
        if side == board.to_move() { 2 * sum < WHOLE } else { sum < WHOLE }
    }

    /// As [`is_held`](Prospects::is_held) where turns have `b` stones: a stone that a line lacks divides its weight by the
    /// `b`-th root of `1 + b`. The opponent's turn takes at least `b` times the weight through the heaviest cell that is left,
    /// and a turn of the side gives no more back, because `(1 + b)^(j / b) - 1` is at most `j` for `j = 0, …, b` (J. Beck,
    /// "Remarks on positional games", 1982). With `l` stones of the side's turn left the lines gain what these can; with `l`
    /// of the opponent's, its turn takes `l` times the weight instead, and no cell weighs more than all lines that are left.
    fn is_held_in_turns(&self, rules: &Rules<B>, board: &Board<B>, side: Side, whole: u64) -> bool {
        let (own, theirs) = (board.stones_of(side), board.stones_of(side.other()));
        let (left, turn) = (board.left(), u32::from(rules.spec().turn.later));
        let (ahead, factor, parts) =
            if side == board.to_move() { (left, 1, 1) } else { (0, turn + 1, left.min(turn) + 1) };
        let open = self.lines.iter().filter(|&&line| (line & theirs).is_empty());
        let weight = |line: B| self.weights[line.minus(own).count().saturating_sub(ahead) as usize];
        let sum: u64 = open.map(|&line| weight(line)).sum();
        sum.saturating_mul(u64::from(factor)) < whole.saturating_mul(u64::from(parts))
    }

    /// How much a cell matters: lines through it that a side can still complete, the more the fuller they are.
    pub(super) fn weight(&self, rules: &Rules<B>, board: &Board<B>, cell: Cell) -> i32 {
        if !self.complete {
            return 0;
        }
        let (mover, other) = (board.mover(), board.other());
        let counts = Side::ALL.map(|side| rules.lines_count_for(side));
        let (own_count, theirs_count) =
            if board.to_move() == Side::X { (counts[0], counts[1]) } else { (counts[1], counts[0]) };
        let weight = |stones: u32| 1 << (2 * stones.min(6));
        rules
            .lines()
            .through(cell)
            .iter()
            .map(|&number| {
                let line = self.lines[number as usize];
                match ((line & mover).count(), (line & other).count()) {
                    (0, 0) => 1,
                    (own, 0) if own_count => weight(own),
                    (0, theirs) if theirs_count => weight(theirs) - 1,
                    _ => 0,
                }
            })
            .sum()
    }
}
