//! `proof-number`: who wins, by depth-first proof-number search.
//!
//! The search asks two questions about a position: does the side to move win, and does it at least draw? Each is a tree
//! whose leaves are finished games, and the search goes where the answer seems nearest: to the position for which the fewest
//! others have to be decided (its *proof number*). It knows no heuristic and no depth. The questions take turns, each turn
//! with twice the nodes of the one before, so that whenever the search is stopped, both have come as far as they can.
//!
//! ```text
//! phi    what is still to do until the side to move has what it wants: 0 if it has it
//! delta  the same for the other side
//!
//! phi of a position   = the least delta of its moves     (one good move is enough)
//! delta of a position = the largest phi of its moves, and 1 for each other open one
//! ```
//!
//! The second line is not the sum of the classic definition: several moves often lead to the same positions, which a sum
//! counts again and again. A move is searched until it is more than a quarter worse than the second best (1 + ε), so
//! that the search does not jump between two of them.
//!
//! Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002); J. Pawlewicz & Ł. Lew,
//! "Improving depth-first PN-search: 1 + ε trick" (2006).

use connect_toe_eval::{Evaluator, Measure, SettingError, Settings};
use connect_toe_game::{Bits, Board, Cell, Outcome, Rules, Side};

use super::effort::Effort;
use crate::report::{Meaning, MoveValue, SearchReport, Stopped};
use crate::scale::Scale;
use crate::table::{Bound, Entry, TranspositionTable};
use crate::{Searcher, Task, Want, Watch};

struct ProofNumber {
    table: TranspositionTable,
}

pub(super) fn build<B: Bits>(
    _: &Rules<B>,
    _: &Settings,
    _: Option<Box<dyn Evaluator<B>>>,
) -> Result<Box<dyn Searcher<B>>, SettingError> {
    Ok(Box::new(ProofNumber { table: TranspositionTable::default() }))
}

/// The scale of its values, which are results and nothing else.
fn scale() -> Scale {
    Scale::below(1, Measure::unknown("proof-number"))
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Does this side win?
    Win(Side),
    /// Does this side win or draw?
    Draw(Side),
}

impl Question {
    /// Positions are kept apart by what was asked of them.
    fn key(self, hash: u64) -> u64 {
        match self {
            Question::Win(_) => hash,
            Question::Draw(_) => hash ^ 0x9E37_79B9_7F4A_7C15,
        }
    }

    /// The numbers of a finished game, after which `to_move` would be to move.
    fn decided(self, outcome: Outcome, to_move: Side) -> Numbers {
        let (side, is_so) = match self {
            Question::Win(side) => (side, outcome == Outcome::Win(side)),
            Question::Draw(side) => (side, outcome != Outcome::Win(side.other())),
        };
        if is_so == (side == to_move) { Numbers::REACHED } else { Numbers::LOST }
    }
}

/// What is still to do for the side to move, and for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    phi: u32,
    delta: u32,
}

/// Larger than every number of an open position.
const INFINITY: u32 = u32::MAX;
/// The largest number of an open position.
const FAR: u32 = 1 << 30;

impl Numbers {
    /// The side to move has what it wants.
    const REACHED: Numbers = Numbers { phi: 0, delta: INFINITY };
    /// The other side has.
    const LOST: Numbers = Numbers { phi: INFINITY, delta: 0 };
    const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };

    /// The same for the other side.
    fn reversed(self) -> Numbers {
        Numbers { phi: self.delta, delta: self.phi }
    }

    /// The same for the other side, or if that is not asked for, as they are.
    fn reversed_if(self, is_reversed: bool) -> Numbers {
        if is_reversed { self.reversed() } else { self }
    }

    fn is_decided(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    fn packed(self, best: Cell) -> Entry {
        Entry {
            value: (u64::from(self.phi) << 32 | u64::from(self.delta)) as i64,
            bound: Bound::Exact,
            best,
            depth: 0,
        }
    }

    fn unpacked(entry: Entry) -> Numbers {
        let value = entry.value as u64;
        Numbers { phi: (value >> 32) as u32, delta: value as u32 }
    }
}

/// A move of a position.
#[derive(Clone, Copy, Debug)]
struct Move<B> {
    cell: Cell,
    /// The position after it, if the game goes on.
    after: Option<Board<B>>,
    /// Of the position after it.
    numbers: Numbers,
}

/// A search in progress.
struct Tree<'a, 'w, B> {
    rules: &'a Rules<B>,
    table: &'a mut TranspositionTable,
    question: Question,
    effort: Effort<'w>,
    /// The turn ends at this number of nodes.
    turn_ends: u64,
    /// Moves of all positions on the way to this one, one after the other.
    moves: Vec<Move<B>>,
}

impl<B: Bits> Tree<'_, '_, B> {
    fn is_spent(&mut self) -> bool {
        self.effort.is_spent() || self.effort.nodes >= self.turn_ends
    }

    /// The numbers of a position, as far as they are known.
    fn known(&self, board: &Board<B>) -> Numbers {
        self.table.get(self.question.key(board.hash())).map_or(Numbers::UNKNOWN, Numbers::unpacked)
    }

    /// Adds the moves of a position to the list; those that need not be looked at are left out.
    fn expand(&mut self, board: &Board<B>, cells: impl Iterator<Item = Cell>) {
        let is_again = self.rules.moves_again(board);
        for cell in cells {
            let to_move = board.to_move().other();
            let found = if let Some(outcome) = self.rules.outcome_of(board, cell) {
                Move { cell, after: None, numbers: self.question.decided(outcome, to_move) }
            } else {
                let after = self.rules.play(board, cell);
                let numbers = self.known(&after).reversed_if(is_again);
                Move { cell, after: Some(after), numbers }
            };
            self.moves.push(found);
        }
    }

    /// The moves that can matter, as far as a glance tells: one that reaches what is wanted at once, or the answer to
    /// a threat.
    fn candidates(&self, board: &Board<B>) -> B {
        let rules = self.rules;
        let legal = rules.legal(board);
        if !rules.line_wins() {
            return legal;
        }
        let ending = rules.completing(board, legal);
        if let Some(bit) = ending.lowest() {
            // A line wins, and a win is what everyone wants.
            return B::EMPTY.with(bit);
        }
        if !rules.threats_bind() {
            return legal;
        }
        let threats = rules.threatened_inlined(board, legal);
        match threats.lowest() {
            // Where there are several, any move loses.
            Some(bit) => B::EMPTY.with(bit),
            None => legal,
        }
    }

    /// Searches a position until one of its numbers reaches its limit, or the turn is over.
    fn search(&mut self, board: &Board<B>, limits: Numbers) -> Numbers {
        let first = self.moves.len();
        let candidates = self.candidates(board);
        self.effort.nodes += u64::from(candidates.count());
        self.expand(board, candidates.members().map(Cell::from_bit));
        let numbers = self.go_on(first, limits, self.rules.moves_again(board));
        let best = self.best(first).map_or(Cell::from_bit(0), |index| self.moves[index].cell);
        self.table.put(self.question.key(board.hash()), numbers.packed(best));
        self.moves.truncate(first);
        numbers
    }

    /// Goes on with the position whose moves are those from `first` on, as [`search`](Self::search) does.
    fn go_on(&mut self, first: usize, limits: Numbers, is_again: bool) -> Numbers {
        loop {
            let numbers = self.numbers(first);
            if numbers.phi >= limits.phi || numbers.delta >= limits.delta || self.is_spent() {
                return numbers;
            }
            let Some(index) = self.best(first) else { return numbers };
            let Some(after) = self.moves[index].after else { return numbers };
            let others = self.moves[first..].iter().enumerate();
            let second = others
                .filter(|&(place, _)| first + place != index)
                .map(|(_, found)| found.numbers.delta)
                .min()
                .unwrap_or(INFINITY);
            // A quarter worse than the second best, before the search turns to that.
            let patience = second.saturating_add((second / 4).max(1));
            let open = self.moves[first..].iter().filter(|found| found.numbers.phi > 0).count() as u32;
            let below = Numbers {
                phi: limits.delta.saturating_sub(open.saturating_sub(1)),
                delta: limits.phi.min(patience),
            };
            let found = self.search(&after, below.reversed_if(is_again));
            self.moves[index].numbers = found.reversed_if(is_again);
        }
    }

    /// The numbers of the position whose moves are those from `first` on.
    fn numbers(&self, first: usize) -> Numbers {
        let moves = &self.moves[first..];
        let open = moves.iter().filter(|found| found.numbers.phi > 0).count() as u32;
        let phi = moves.iter().map(|found| found.numbers.delta).min();
        let delta = moves.iter().map(|found| found.numbers.phi).max();
        match (phi, delta) {
            (Some(0), _) => Numbers::REACHED,
            (Some(phi), Some(delta @ 1..)) => {
                Numbers { phi: phi.min(FAR), delta: (delta + (open - 1)).min(FAR) }
            }
            _ => Numbers::LOST,
        }
    }

    /// The place of the move that is nearest to what is wanted.
    fn best(&self, first: usize) -> Option<usize> {
        (first..self.moves.len()).min_by_key(|&index| self.moves[index].numbers.delta)
    }
}

/// What is known about who wins, for the side to move at the root.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    wins: Option<bool>,
    draws: Option<bool>,
}

impl Answers {
    /// The answers for a game that has ended.
    fn of(outcome: Outcome, side: Side) -> Answers {
        Answers {
            wins: Some(outcome == Outcome::Win(side)),
            draws: Some(outcome != Outcome::Win(side.other())),
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    fn value(self) -> Option<i64> {
        match (self.wins, self.draws) {
            (Some(true), _) => Some(1),
            (_, Some(false)) => Some(-1),
            (Some(false), Some(true)) => Some(0),
            _ => None,
        }
    }

    /// The questions that are open.
    fn questions(self, side: Side) -> impl Iterator<Item = Question> {
        let is_open = self.value().is_none();
        let wins = (is_open && self.wins.is_none()).then_some(Question::Win(side));
        let draws = (is_open && self.draws.is_none()).then_some(Question::Draw(side));
        wins.into_iter().chain(draws)
    }

    fn hear(&mut self, question: Question, is_so: bool) {
        match question {
            Question::Win(_) => self.wins = Some(is_so),
            Question::Draw(_) => self.draws = Some(is_so),
        }
    }
}

/// Nodes of the first turn of a question.
const FIRST_TURN: u64 = 1 << 10;

impl<B: Bits> Searcher<B> for ProofNumber {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        // Places in the table follow from the colours: with X to move, as many nodes prove as much with the colours swapped.
        let board = &rules.with_x_to_move(board);
        self.table.begin(table_bits(task, rules.empty(board).count()));
        let tree = Tree {
            rules,
            table: &mut self.table,
            question: Question::Win(board.to_move()),
            effort: Effort::new(rules, task, 0, watch),
            turn_ends: 0,
            moves: Vec::new(),
        };
        match task.want {
            Want::OneBest => tree.one_best(board, task),
            Want::EveryMove => tree.every_move(board, task),
        }
    }
}

/// The size of the table, as a power of two: a slot for each position.
fn table_bits(task: &Task, empty: u32) -> u32 {
    let by_nodes = u64::BITS - task.nodes.unwrap_or(u64::MAX).leading_zeros();
    // Every empty cell becomes one of three things, 3^5 < 2^8, and both questions are asked.
    let by_board = (empty * 8).div_ceil(5) + 1;
    by_nodes.min(by_board).clamp(1, 21)
}

impl<B: Bits> Tree<'_, '_, B> {
    /// One move with the best value. As long as that is not proven, the one that is nearest to a win and not known to lose.
    fn one_best(mut self, board: &Board<B>, task: &Task) -> SearchReport {
        let (side, is_again) = (board.to_move(), self.rules.moves_again(board));
        let mut answers = Answers::default();
        let mut best = None;
        let mut share = FIRST_TURN;
        while answers.value().is_none() && !self.effort.is_over {
            for question in answers.questions(side) {
                // A win is a draw or better.
                if answers.value().is_some() {
                    break;
                }
                self.begin_turn(question, share);
                self.expand(board, task.moves.iter().copied());
                let numbers = self.go_on(0, Numbers { phi: INFINITY, delta: INFINITY }, is_again);
                if numbers.is_decided() {
                    answers.hear(question, numbers.phi == 0);
                    if numbers.phi == 0 {
                        best = self.best(0).map(|index| self.moves[index].cell);
                    }
                }
                self.moves.clear();
            }
            share = share.saturating_mul(2);
        }
        let best = match answers.value() {
            Some(0 | 1) => best,
            _ => self.most_promising(board, task.moves),
        };
        let value = answers.value();
        let stopped = if value.is_some() { Stopped::Done } else { Stopped::Early };
        let line = best.into_iter().collect();
        let report = SearchReport::of_one_best(value.unwrap_or(0), line, self.effort.nodes, stopped);
        if value.is_some() { report.by_full_search(scale(), true) } else { report.on(scale()) }
    }

    /// The move that is nearest to a win of those that are not known to lose.
    fn most_promising(&mut self, board: &Board<B>, moves: &[Cell]) -> Option<Cell> {
        let side = board.to_move();
        let mut numbers = |question| {
            self.question = question;
            self.moves.clear();
            self.expand(board, moves.iter().copied());
            self.moves.iter().map(|found| found.numbers).collect::<Vec<_>>()
        };
        let (wins, draws) = (numbers(Question::Win(side)), numbers(Question::Draw(side)));
        let key = |&place: &usize| (draws[place].phi == 0, wins[place].delta, draws[place].delta);
        (0..moves.len()).min_by_key(key).map(|place| moves[place])
    }

    /// The values of the moves that are proven, all of them if the search is not stopped.
    fn every_move(mut self, board: &Board<B>, task: &Task) -> SearchReport {
        let (side, is_again) = (board.to_move(), self.rules.moves_again(board));
        let mut found: Vec<(Cell, Option<Board<B>>, Answers)> = Vec::with_capacity(task.moves.len());
        for &cell in task.moves {
            found.push(match self.rules.outcome_of(board, cell) {
                Some(outcome) => (cell, None, Answers::of(outcome, side)),
                None => (cell, Some(self.rules.play(board, cell)), Answers::default()),
            });
            self.effort.nodes += 1;
        }
        let mut share = FIRST_TURN;
        loop {
            let mut is_done = true;
            for (_, after, answers) in &mut found {
                let Some(after) = after else { continue };
                for question in answers.questions(side) {
                    if self.effort.is_over {
                        break;
                    }
                    self.begin_turn(question, share);
                    // The numbers are those of the opponent, who is to move.
                    let numbers =
                        self.search(after, Numbers { phi: INFINITY, delta: INFINITY }).reversed_if(is_again);
                    if numbers.is_decided() {
                        answers.hear(question, numbers.delta == 0);
                    }
                }
                is_done &= answers.value().is_some();
            }
            if is_done || self.effort.is_over {
                let proven = found
                    .iter()
                    .filter_map(|&(cell, _, answers)| answers.value().map(|value| MoveValue { cell, value }));
                let stopped = if is_done { Stopped::Done } else { Stopped::Early };
                let report = SearchReport::of_every_move(proven.collect(), self.effort.nodes, stopped)
                    .by_full_search(scale(), true);
                if is_done || report.value > 0 {
                    return report;
                }
                // What the others are worth is not known.
                let is_lost = |answers: &Answers| answers.value().is_some_and(|value| value < 0);
                let open: Vec<Cell> = found
                    .iter()
                    .filter(|(_, _, answers)| !is_lost(answers))
                    .map(|&(cell, ..)| cell)
                    .collect();
                let line: Vec<Cell> = self.most_promising(board, &open).into_iter().collect();
                let meaning = Meaning { position: false, ..report.meaning };
                return SearchReport { value: 0, best: line.clone(), line, meaning, ..report };
            }
            share = share.saturating_mul(2);
        }
    }

    fn begin_turn(&mut self, question: Question, share: u64) {
        self.question = question;
        self.turn_ends = self.effort.nodes.saturating_add(share);
    }
}
