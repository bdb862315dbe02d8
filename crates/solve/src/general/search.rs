//! The search itself: one thread's part of it.

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Side, mix};

use super::table::Entry;
use super::turns::Turn;
use super::{Choice, Knowledge};
use crate::control::{Control, Interrupted, Reports};
use crate::parity::LastMove;
use crate::score::{Bounds, Score, Value};

/// A thread reports its nodes and asks whether to go on after this many pairs of cells: a node takes time for each
/// pair.
const PAIRS_BETWEEN_REPORTS: u64 = 1 << 22;
/// On large boards a thread asks within a node as well, after this many moves.
const MOVES_BETWEEN_LOOKS: u32 = 64;
/// If an entry of the history exceeds this, all entries are halved.
const MOST_HISTORY: i32 = 1 << 14;

/// What belongs to one thread.
#[derive(Debug)]
pub(super) struct Search<B: Bits> {
    game: Arc<Knowledge<B>>,
    /// 0 for the thread that looks at moves in the order that seems best.
    thread: u64,
    generation: u64,
    nodes: u64,
    /// How often a move decided a question, by side and cell.
    history: [Vec<i32>; 2],
    /// The moves of all positions from the root to the present one.
    moves: Vec<Candidate>,
}

/// A move still to be searched.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    cell: Cell,
    order: i32,
}

/// Limits of one question.
struct Limits<'a> {
    nodes: u64,
    reports: Reports,
    control: &'a Control,
}

/// A position's moves at a glance.
enum Glance<B> {
    /// The score is known.
    Known(i32),
    /// Moves that do not end the game in one or two plies against the side to move, and what is true if there is one.
    Open { choice: Choice<B>, bounds: Bounds },
}

impl<B: Bits> Search<B> {
    pub(super) fn new(game: Arc<Knowledge<B>>, thread: usize) -> Search<B> {
        let bits = game.rules.geometry().bits();
        Search {
            thread: thread as u64,
            generation: 0,
            nodes: 0,
            history: [vec![0; bits], vec![0; bits]],
            moves: Vec::new(),
            game,
        }
    }

    pub(super) fn fork(&self, thread: usize) -> Search<B> {
        let mut fork = Search::new(Arc::clone(&self.game), thread);
        fork.generation = self.generation;
        fork
    }

    pub(super) fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    pub(super) fn forget(&mut self) {
        self.generation += 1;
        for history in &mut self.history {
            history.fill(0);
        }
    }

    /// A lower bound of the score if it is at least `target`, else an upper bound that is below it. The game goes
    /// on, and no move or not every move ends it at once.
    pub(super) fn prove(
        &mut self,
        board: &Board<B>,
        target: i32,
        nodes: u64,
        control: &Control,
    ) -> Result<i32, Interrupted> {
        let cells = self.game.rules.geometry().cells().len() as u64;
        let nodes_between_reports = (PAIRS_BETWEEN_REPORTS / (cells * cells)).clamp(1, 1024);
        let mut limits = Limits {
            nodes: self.nodes.saturating_add(nodes),
            reports: Reports::every(nodes_between_reports, self.nodes),
            control,
        };
        limits.reports.plan(self.nodes, control);
        self.moves.clear();
        let key = self.game.keys.of(board);
        let result = self.search(board, key, target, &mut limits);
        limits.reports.report(self.nodes, control);
        result
    }

    fn count_node(&mut self, limits: &mut Limits<'_>) -> Result<(), Interrupted> {
        if self.nodes >= limits.nodes {
            return Err(Interrupted);
        }
        self.nodes += 1;
        if limits.reports.is_due(self.nodes) {
            limits.reports.report(self.nodes, limits.control);
            if limits.control.is_stopped() {
                return Err(Interrupted);
            }
        }
        Ok(())
    }

    /// Alpha-beta with the window `target - 1 .. target`, fail-soft (J. Fishburn, 1983).
    fn search(
        &mut self,
        board: &Board<B>,
        key: u128,
        target: i32,
        limits: &mut Limits<'_>,
    ) -> Result<i32, Interrupted> {
        self.count_node(limits)?;
        let (mut choice, mut bounds) = match self.glance(board) {
            Glance::Known(score) => return Ok(score),
            Glance::Open { choice, bounds } => (choice, bounds),
        };
        let mut best = -i32::MAX;
        match self.game.prospects.in_turn(&self.game.rules, board) {
            Turn::Free => {}
            Turn::Wins(plies) => return Ok(Value::Win(plies).score(self.game.rules.empty(board).count()).0),
            Turn::Breaks { cells, or_loses_in } => {
                let lost = Value::Loss(or_loses_in).score(self.game.rules.empty(board).count()).0;
                if cells.is_empty() && lost < target {
                    return Ok(lost);
                }
                if lost < target {
                    // Other moves are not better than this.
                    best = lost;
                    choice.moves = cells;
                }
            }
        }
        bounds = bounds.and(self.game.prospects.bounds(&self.game.rules, board));
        if let Some(score) = settled(bounds, target) {
            return Ok(score);
        }
        let canonical = self.game.keys.canonical(board, key);
        let mut first = None;
        if let Some(known) = self.game.table.probe(canonical.key, self.generation) {
            bounds = bounds.and(Bounds { lower: Score(known.lower), upper: Score(known.upper) });
            if let Some(score) = settled(bounds, target) {
                return Ok(score);
            }
            first = known.best.map(|bit| self.game.keys.origin(canonical, bit));
        }
        let nodes_before = self.nodes;
        let base = self.moves.len();
        best = best.max(bounds.lower.0);
        let mut best_cell = self.collect(board, &choice, first, &mut best, target, limits)?;
        if best_cell.is_none() && self.moves.len() > base + 1 {
            best_cell = self.remembered(board, key, base, &mut best, target);
        }
        if best_cell.is_none() {
            // The most promising move is looked for when it is its turn: most questions need one move.
            let mut next = base;
            while next < self.moves.len() {
                self.bring_up(next);
                let cell = self.moves[next].cell;
                next += 1;
                let child = self.game.rules.play(board, cell);
                let child_key = self.game.keys.after(key, board, cell, &child);
                let score = if self.game.rules.moves_again(board) {
                    self.search(&child, child_key, target, limits)?
                } else {
                    -self.search(&child, child_key, 1 - target, limits)?
                };
                best = best.max(score);
                if score >= target {
                    best_cell = Some(cell);
                    self.reward(board.to_move(), base, next);
                    break;
                }
            }
        }
        self.moves.truncate(base);
        let found = bounds.with_found(Score(target), Score(best));
        let empty = self.game.rules.empty(board).count();
        let bounds = self.game.last_move.sharpen(bounds.and(found), empty);
        let work = u64::BITS - (self.nodes - nodes_before).leading_zeros();
        let best_cell = best_cell.or(first);
        let entry = Entry {
            lower: bounds.lower.0,
            upper: bounds.upper.0,
            best: best_cell.map(|cell| self.game.keys.image(canonical, cell)),
            work,
        };
        self.game.table.store(canonical.key, self.generation, entry);
        Ok(if best >= target { bounds.lower.0 } else { bounds.upper.0 })
    }

    /// The moves that there are to choose from, if the score is not known yet.
    fn glance(&self, board: &Board<B>) -> Glance<B> {
        let rules = &self.game.rules;
        let empty = rules.empty(board).count() as i32;
        let legal = rules.legal(board);
        match self.game.last_move {
            LastMove::Winners => {
                // The caller has seen that no move wins at once.
                let bounds = Bounds { lower: Score(1 - empty), upper: Score((empty - 2).max(0)) };
                let threats = legal
                    .lowest()
                    .map_or(B::EMPTY, |bit| rules.completing(&rules.play(board, Cell::from_bit(bit)), legal));
                let choice = if rules.can_jam() {
                    // A move elsewhere can close the way to a cell: a threat need not be parried on the spot.
                    Choice { moves: legal, legal, threats }
                } else if threats.has_several() {
                    return Glance::Known(1 - empty);
                } else {
                    let moves = if threats.any() { threats } else { legal };
                    Choice { moves, legal, threats: B::EMPTY }
                };
                Glance::Open { choice, bounds }
            }
            LastMove::Anyones if rules.line_wins() => Glance::Open {
                // The caller has seen that no move wins at once.
                bounds: Bounds { lower: Score(-empty), upper: Score(empty) },
                choice: Choice { moves: legal, legal, threats: B::EMPTY },
            },
            LastMove::Losers | LastMove::Anyones => {
                let moves = legal.minus(rules.completing(board, legal));
                if moves.is_empty() {
                    return Glance::Known(-empty);
                }
                let bounds = match self.game.last_move {
                    LastMove::Losers => Bounds { lower: Score((2 - empty).min(0)), upper: Score(empty - 1) },
                    _ => Bounds::trivial(empty as u32),
                };
                Glance::Open { choice: Choice { moves, legal, threats: B::EMPTY }, bounds }
            }
        }
    }

    /// Puts the moves that must be searched on the stack of moves. `best` becomes the best score of the others; if
    /// that reaches the target, the move comes back.
    fn collect(
        &mut self,
        board: &Board<B>,
        choice: &Choice<B>,
        first: Option<Cell>,
        best: &mut i32,
        target: i32,
        limits: &Limits<'_>,
    ) -> Result<Option<Cell>, Interrupted> {
        let Search { game, thread, history, moves: stack, .. } = self;
        let rules = &game.rules;
        let history = &history[board.to_move() as usize];
        let several = choice.moves.has_several();
        for (number, bit) in (1_u32..).zip(choice.moves.members()) {
            if number.is_multiple_of(MOVES_BETWEEN_LOOKS) && limits.control.is_stopped() {
                return Err(Interrupted);
            }
            let cell = Cell::from_bit(bit);
            let child = rules.play(board, cell);
            let now = rules.legal(&child);
            let known = if now.is_empty() {
                Some(game.without_moves(board))
            } else {
                let sign = if rules.moves_again(board) { 1 } else { -1 };
                game.reply_ends(&child, now, choice).map(|score| sign * score.0)
            };
            if let Some(score) = known {
                *best = (*best).max(score);
                if score >= target {
                    return Ok(Some(cell));
                }
                continue;
            }
            let order = if !several {
                0
            } else if Some(cell) == first {
                i32::MAX
            } else {
                let weight = game.prospects.weight(&game.rules, board, cell).min(1 << 16);
                let weight = if rules.line_wins() { weight } else { -weight };
                // Every thread but the first errs in its own way.
                let noise = match *thread {
                    0 => 0,
                    thread => (mix(thread << 32 | u64::from(bit)) % 24) as i32,
                };
                64 * (weight + noise) + history[cell.index()]
            };
            stack.push(Candidate { cell, order });
        }
        Ok(None)
    }

    /// A move that reaches the target, as the table knows (enhanced transposition cutoffs, J. Schaeffer and
    /// A. Plaat, 1996).
    fn remembered(
        &self,
        board: &Board<B>,
        key: u128,
        base: usize,
        best: &mut i32,
        target: i32,
    ) -> Option<Cell> {
        let game = &self.game;
        self.moves[base..].iter().map(|candidate| candidate.cell).find(|&cell| {
            let child = game.rules.play(board, cell);
            let child_key = game.keys.after(key, board, cell, &child);
            let canonical = game.keys.canonical(&child, child_key);
            let known = game.table.probe(canonical.key, self.generation);
            let is_again = game.rules.moves_again(board);
            let score = known
                .map(|entry| if is_again { entry.lower } else { -entry.upper })
                .filter(|&score| score >= target);
            *best = score.unwrap_or(*best).max(*best);
            score.is_some()
        })
    }

    /// Swaps the most promising of the moves from `next` on to `next`.
    fn bring_up(&mut self, next: usize) {
        let rest = &self.moves[next..];
        // Of equals the first: the order does not depend on anything else.
        let most = rest.iter().enumerate().rev().max_by_key(|(_, candidate)| candidate.order);
        if let Some((index, _)) = most {
            self.moves[next..=next + index].rotate_right(1);
        }
    }

    /// The last of the moves `base..end` decided a question, those before it did not.
    fn reward(&mut self, side: Side, base: usize, end: usize) {
        let history = &mut self.history[side as usize];
        for (index, candidate) in self.moves[base..end].iter().enumerate() {
            let value = &mut history[candidate.cell.index()];
            *value += if base + index + 1 == end { 2 * (end - base) as i32 } else { -1 };
            if value.abs() > MOST_HISTORY {
                for value in history.iter_mut() {
                    *value /= 2;
                }
            }
        }
    }
}

/// The bound that decides the question, if one does.
fn settled(bounds: Bounds, target: i32) -> Option<i32> {
    bounds.decide(Score(target)).map(|reached| if reached { bounds.lower.0 } else { bounds.upper.0 })
}
