//! Wins by threats where a turn has several stones, as in Connect6.
//!
//! A line that a side can complete in its next turn is a threat, and the defender breaks it with a stone on one of the cells
//! that it lacks. The attacker's turn has to leave threats that take all stones of the defender's turn, or more: then the
//! defender's turns that break them are few, and any other loses. Chains of such turns are known as victories by continuous
//! double threats (I.-C. Wu and D.-Y. Huang, "A new family of k-in-a-row games", 2006).
//!
//! This needs games in which any empty cell can be taken, one more stone never hurts, and all cells of a line win.

use std::collections::HashMap;

use connect_toe_game::{Bits, Board, Cell, Hypergraph, Rules, Side, mix};

use crate::effort::Effort;
use crate::ground::number;
use crate::tallies::Tallies;

/// The most turns of the attacker that a chain may take.
const MOST_TURNS: u32 = 12;

/// The stones left in the turn of the side to move, or fewer if it completes a line with them, with which it wins, and the
/// most plies that it takes; for a position in which the game goes on.
pub(crate) fn find<B: Bits>(
    rules: &Rules<B>,
    board: &Board<B>,
    effort: &mut Effort<'_>,
) -> Option<(Vec<Cell>, u32)> {
    let attacker = board.to_move();
    if !rules.stones_never_hurt() || rules.sides_alternate() || !rules.lines_count_for(attacker) {
        return None;
    }
    let shape = rules.lines().hypergraph();
    let mut tallies = Tallies::new(shape);
    for side in Side::ALL {
        for bit in board.stones_of(side).members() {
            tallies.make(shape, bit as u16, number(side));
        }
    }
    let mut search = Search {
        shape,
        tallies,
        attacker: number(attacker),
        defender_counts: rules.lines_count_for(attacker.other()),
        later: u32::from(rules.spec().turn.later),
        failures: HashMap::new(),
        effort,
        hash: 0,
    };
    let mut win = None;
    for turns in 1..=MOST_TURNS {
        win = search.attack(board.left(), turns);
        if win.is_some() || search.effort.is_over {
            break;
        }
    }
    let (stones, plies) = win?;
    Some((stones.into_iter().map(|cell| Cell::from_bit(u32::from(cell))).collect(), plies))
}

/// The cells that a line lacks.
type Lacks = Vec<u16>;

struct Search<'a, 'e, 'w> {
    shape: &'a Hypergraph,
    tallies: Tallies,
    attacker: usize,
    defender_counts: bool,
    /// Stones of a turn.
    later: u32,
    /// By position: the turns with which no chain was found.
    failures: HashMap<u64, u32>,
    effort: &'e mut Effort<'w>,
    hash: u64,
}

impl Search<'_, '_, '_> {
    /// The lines of a side that lack at most `most` cells.
    fn lines_lacking(&self, side: usize, most: u32) -> Vec<Lacks> {
        let lines = 0..self.shape.lines() as u32;
        let near = lines
            .filter(|&line| self.tallies.lacks(side, line).is_some_and(|lacks| u32::from(lacks) <= most));
        let lacking = |line: u32| {
            let cells = self.shape.cells_of(line).iter().copied();
            cells.filter(|&cell| self.tallies.is_empty(cell)).collect()
        };
        near.map(lacking).collect()
    }

    /// The lines that the defender completes in its next turn.
    fn theirs(&self) -> Vec<Lacks> {
        if self.defender_counts { self.lines_lacking(1 - self.attacker, self.later) } else { Vec::new() }
    }

    fn place(&mut self, cell: u16, side: usize) {
        self.tallies.make(self.shape, cell, side);
        self.hash ^= mix(2 * u64::from(cell) + side as u64 + 1);
    }

    fn take_back(&mut self, cell: u16, side: usize) {
        self.tallies.unmake(self.shape, cell, side);
        self.hash ^= mix(2 * u64::from(cell) + side as u64 + 1);
    }

    /// The stones of a turn with which the attacker, who has `left` stones, wins in at most `turns` turns, and the most plies
    /// that it takes.
    fn attack(&mut self, left: u32, turns: u32) -> Option<(Vec<u16>, u32)> {
        let ends = self.lines_lacking(self.attacker, left);
        if let Some(end) = ends.into_iter().min_by_key(Vec::len) {
            let plies = end.len() as u32;
            return Some((end, plies));
        }
        let key = self.hash ^ mix(u64::from(left) << 32);
        if self.failures.get(&key).is_some_and(|&known| known >= turns) {
            return None;
        }
        let found = self.choose(&mut Vec::new(), left, turns);
        if found.is_none() && !self.effort.is_over {
            self.failures.insert(key, turns);
        }
        found
    }

    /// Adds stones to a turn until it is whole, and looks whether it wins.
    fn choose(&mut self, stones: &mut Vec<u16>, left: u32, turns: u32) -> Option<(Vec<u16>, u32)> {
        if left == 0 {
            let plies = self.turn_wins(stones, turns)?;
            return Some((stones.clone(), plies));
        }
        let mut cells: Vec<u16> =
            self.lines_lacking(self.attacker, self.later + left).into_iter().flatten().collect();
        cells.extend(self.theirs().into_iter().flatten());
        cells.sort_unstable();
        cells.dedup();
        let last = stones.last().copied();
        for cell in cells.into_iter().filter(|&cell| last.is_none_or(|last| cell > last)) {
            if !self.effort.count_node() {
                return None;
            }
            self.place(cell, self.attacker);
            stones.push(cell);
            let found = self.choose(stones, left - 1, turns);
            stones.pop();
            self.take_back(cell, self.attacker);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the attacker wins after this turn: the most plies from before it.
    fn turn_wins(&mut self, stones: &[u16], turns: u32) -> Option<u32> {
        if !self.theirs().is_empty() {
            return None;
        }
        let threats = self.lines_lacking(self.attacker, self.later);
        let longest = threats.iter().map(Vec::len).max()? as u32;
        if can_break(&threats, self.later - 1) {
            return None;
        }
        let placed = stones.len() as u32;
        // What is left unbroken is completed in the turn after.
        let mut plies = placed + self.later + longest;
        let mut answers = Vec::new();
        all_that_break(&threats, self.later, &mut Vec::new(), &mut answers);
        if answers.is_empty() {
            return Some(plies);
        }
        if turns <= 1 {
            return None;
        }
        answers.sort_unstable();
        answers.dedup();
        for answer in answers {
            for &cell in &answer {
                self.place(cell, 1 - self.attacker);
            }
            let found = self.attack(self.later, turns - 1);
            for &cell in &answer {
                self.take_back(cell, 1 - self.attacker);
            }
            plies = plies.max(placed + self.later + found?.1);
        }
        Some(plies)
    }
}

fn without(threats: &[Lacks], cell: u16) -> Vec<Lacks> {
    threats.iter().filter(|lacks| !lacks.contains(&cell)).cloned().collect()
}

/// Whether so many stones can break all threats.
fn can_break(threats: &[Lacks], stones: u32) -> bool {
    let Some(first) = threats.iter().min_by_key(|lacks| lacks.len()) else { return true };
    stones > 0 && first.iter().any(|&cell| can_break(&without(threats, cell), stones - 1))
}

/// The sets of so many stones that break all threats, which fewer do not; some of them more than once.
fn all_that_break(threats: &[Lacks], stones: u32, chosen: &mut Vec<u16>, found: &mut Vec<Vec<u16>>) {
    let Some(first) = threats.iter().min_by_key(|lacks| lacks.len()) else {
        let mut set = chosen.clone();
        set.sort_unstable();
        found.push(set);
        return;
    };
    if stones == 0 {
        return;
    }
    for &cell in first {
        chosen.push(cell);
        all_that_break(&without(threats, cell), stones - 1, chosen, found);
        chosen.pop();
    }
}
