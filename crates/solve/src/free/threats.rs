//! Continuous threats: wins in which every move of the attacker threatens to complete a line at once, so that
//! the defender has one reply each time (threat-space search: L. V. Allis, H. J. van den Herik & M. P. H. Huntjens,
//! 1996; here as a plain depth-first search with a table, which a reply that counter-threatens does not disturb).

use std::sync::Arc;

use connect_toe_game::mix;

use super::keys::UNLIMITED;
use super::position::Position;
use super::table::HintTable;

/// A forced win: the attacker's threats with the defender's replies, then the last move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sequence {
    /// Each threat, and the only reply.
    pub(super) threats: Vec<(u16, u16)>,
    /// The last moves: a cell that completes a line, or first one that threatens two cells, then these two.
    pub(super) end: Vec<u16>,
}

/// Who attacks, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    /// The side that is to move, and wants to complete a line.
    pub(super) attacker: usize,
    /// Whether lines of the defender count.
    pub(super) counters: bool,
    /// Stones that the attacker may still place.
    pub(super) left: u16,
}

/// Finds continuous threats.
#[derive(Debug)]
pub(super) struct Threats {
    table: Arc<HintTable>,
    /// Threats of the sequence found, last first.
    found: Vec<(u16, u16)>,
    end: Vec<u16>,
    /// Moves to look at, of all depths.
    moves: Vec<(u32, u16, u16)>,
    nodes: u64,
    budget: u64,
}

/// What the table keeps of a position: the budget of a search that failed, or the winning move.
const FAILED: u32 = 1 << 23;

impl Threats {
    pub(super) fn new(table: Arc<HintTable>) -> Threats {
        Threats { table, found: vec![], end: vec![], moves: vec![], nodes: 0, budget: 0 }
    }

    /// Positions searched since they were last [taken](Threats::take_nodes).
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions searched since the last call.
    pub(super) fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// A forced win of the attacker, who is to move, if one is found within `budget` positions.
    pub(super) fn find(&mut self, position: &mut Position, attack: Attack, budget: u64) -> Option<Sequence> {
        self.found.clear();
        self.end.clear();
        self.moves.clear();
        self.budget = self.nodes + budget;
        self.wins(position, attack)
            .then(|| Sequence { threats: self.found.iter().rev().copied().collect(), end: self.end.clone() })
    }

    fn wins(&mut self, position: &mut Position, attack: Attack) -> bool {
        let Attack { attacker, counters, left } = attack;
        let defender = 1 - attacker;
        self.nodes += 1;
        if left == 0 {
            return false;
        }
        if let Some(cell) = position.completing(attacker).lowest() {
            self.end.push(cell as u16);
            return true;
        }
        if left == 1 || position.open(attacker).count() == 0 {
            return false;
        }
        let forced = match position.completing(defender).count() {
            _ if !counters => None,
            0 => None,
            1 => position.completing(defender).lowest().map(|cell| cell as u16),
            _ => return false,
        };
        let key = position.hash()
            ^ mix(0xA77A_C000_0000 + 4 * u64::from(left) + 2 * u64::from(counters) + attacker as u64);
        let remaining = self.budget.saturating_sub(self.nodes);
        let mut first = None;
        match self.table.get(key) {
            Some(kept) if kept & FAILED == 0 => first = Some(kept as u16 - 1),
            Some(kept) if u64::from(kept & !FAILED) >= u64::from(remaining.max(1).ilog2()) => return false,
            _ => {}
        }
        if remaining == 0 {
            return false;
        }
        let start = self.moves.len();
        for line in position.open(attacker).iter() {
            let (a, b) = position.pair(line as u32);
            for (threat, reply) in [(a, b), (b, a)] {
                if forced.is_none_or(|cell| cell == threat) {
                    self.moves.push((0, threat, reply));
                }
            }
        }
        self.order(position, attack, start, first);
        let won = self.try_all(position, attack, start);
        self.moves.truncate(start);
        let kept = if let Some(threat) = won {
            u32::from(threat) + 1
        } else if self.nodes < self.budget {
            // A search that ran to its end failed for any budget.
            FAILED | u64::BITS
        } else {
            FAILED | remaining.max(1).ilog2()
        };
        self.table.put(key, kept);
        won.is_some()
    }

    /// Sorts the moves from `start` on: the table's first, then those that open most new lines.
    fn order(&mut self, position: &Position, attack: Attack, start: usize, first: Option<u16>) {
        let shape = position.shape();
        let k = shape.k();
        for (rank, threat, reply) in &mut self.moves[start..] {
            if Some(*threat) == first {
                *rank = u32::MAX;
                continue;
            }
            for &line in shape.lines_of(*threat) {
                if position.is_live(attack.attacker, line) {
                    match k - position.stones_on(attack.attacker, line) {
                        2 => *rank += 16,
                        3 => *rank += 4,
                        _ => *rank += 1,
                    }
                }
            }
            if attack.counters {
                let defender = 1 - attack.attacker;
                for &line in shape.lines_of(*reply) {
                    if position.is_live(defender, line) && k - position.stones_on(defender, line) == 2 {
                        *rank = rank.saturating_sub(3);
                    }
                }
            }
        }
        self.moves[start..].sort_unstable_by_key(|&(rank, threat, reply)| (u32::MAX - rank, threat, reply));
    }

    fn try_all(&mut self, position: &mut Position, attack: Attack, start: usize) -> Option<u16> {
        let Attack { attacker, counters, left } = attack;
        let defender = 1 - attacker;
        for index in start..self.moves.len() {
            let (_, threat, reply) = self.moves[index];
            position.try_out(threat, attacker);
            let safe = !counters || position.completing(defender).count() == 0;
            let mut wins = false;
            if safe && position.completing(attacker).count() >= 2 {
                self.end.push(threat);
                self.end.extend(position.completing(attacker).iter().take(2).map(|cell| cell as u16));
                wins = true;
            } else if safe && self.nodes < self.budget {
                let left = if left == UNLIMITED { left } else { left - 1 };
                position.try_out(reply, defender);
                wins = self.wins(position, Attack { left, ..attack });
                position.try_back(reply, defender);
                if wins {
                    self.found.push((threat, reply));
                }
            }
            position.try_back(threat, attacker);
            if wins {
                return Some(threat);
            }
            if self.nodes >= self.budget {
                return None;
            }
        }
        None
    }
}

/// A set of cells that is emptied in constant time.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    marks: Vec<u32>,
    now: u32,
}

impl Marks {
    pub(super) fn new(cells: usize) -> Marks {
        Marks { marks: vec![0; cells], now: 0 }
    }

    fn clear(&mut self) {
        self.now += 1;
        if self.now == u32::MAX {
            self.marks.fill(0);
            self.now = 1;
        }
    }

    fn insert(&mut self, cell: u16) {
        self.marks[usize::from(cell)] = self.now;
    }

    /// The cells of the set.
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        (0_u16..).zip(&self.marks).filter(|&(_, &mark)| mark == self.now).map(|(cell, _)| cell)
    }

    /// Whether a cell is in the set.
    pub(super) fn contains(&self, cell: u16) -> bool {
        self.marks[usize::from(cell)] == self.now
    }
}

/// The cells where the defender, to move, can do something about a sequence: those that it needs, and those where
/// a stone could turn a reply, or itself, into a threat. Any other move loses to the sequence.
pub(super) fn relevant_cells(
    position: &mut Position,
    attack: Attack,
    sequence: &Sequence,
    relevant: &mut Marks,
) {
    let Attack { attacker, counters, .. } = attack;
    let defender = 1 - attacker;
    relevant.clear();
    if counters {
        for line in position.open(defender).iter() {
            let (a, b) = position.pair(line as u32);
            relevant.insert(a);
            relevant.insert(b);
        }
    }
    for &(threat, reply) in &sequence.threats {
        relevant.insert(threat);
        relevant.insert(reply);
        position.try_out(threat, attacker);
        position.try_out(reply, defender);
        if counters {
            let shape = position.shape();
            let k = shape.k();
            for &line in shape.lines_of(reply) {
                if position.is_live(defender, line) && k - position.stones_on(defender, line) == 2 {
                    let (a, b) = position.pair(line);
                    relevant.insert(a);
                    relevant.insert(b);
                }
            }
        }
    }
    for &cell in &sequence.end {
        relevant.insert(cell);
    }
    for &(threat, reply) in sequence.threats.iter().rev() {
        position.try_back(reply, defender);
        position.try_back(threat, attacker);
    }
}
