//! Continuous threats on the line hypergraph: any chain that wins for the attacker, who has a budget of positions.
//!
//! A reply that threatens something itself does not disturb the chain if the defender's lines do not count. What
//! failed, and with which budget, is shared by all threads.

use std::sync::Arc;

use connect_toe_game::{BitSet, mix};
use connect_toe_threats::{Answers, ChainGame, Chains, Threat, Verdict};

use super::position::LinePosition;
use super::table::HintTable;

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
pub(super) struct ThreatSearch {
    table: Arc<HintTable>,
    chains: Chains,
    nodes: u64,
}

impl ThreatSearch {
    pub(super) fn new(table: Arc<HintTable>) -> ThreatSearch {
        ThreatSearch { table, chains: Chains::default(), nodes: 0 }
    }

    /// Positions searched since they were last [taken](ThreatSearch::take_nodes).
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions searched since the last call.
    pub(super) fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// Whether the attacker, who is to move, has a chain that is found within `budget` positions.
    pub(super) fn find(&mut self, position: &mut LinePosition, attack: Attack, budget: u64) -> bool {
        let budget = self.nodes + budget;
        self.nodes += 1;
        if attack.left == 0 {
            return false;
        }
        let mut game = OnLines { position, attack, table: &self.table, nodes: &mut self.nodes, budget };
        self.chains.find(&mut game, &(), attack.left) == Verdict::Wins
    }

    /// The cells where the defender, to move, can do something about the chain that was found in this position, with no
    /// line that the defender completes at once. Any other move loses to it.
    pub(super) fn zone(&self, position: &mut LinePosition, attack: Attack, zone: &mut BitSet) {
        let (shape, tallies) = position.parts();
        self.chains.zone(&shape.graph, tallies, 1 - attack.attacker, attack.counters, zone);
    }

    /// The chain that was found, last move first.
    #[cfg(test)]
    pub(super) fn reversed(&self) -> &[u16] {
        self.chains.reversed()
    }
}

/// What the table keeps of a position: the logarithm of the budget of a search that failed, or the winning move.
const FAILED: u32 = 1 << 23;

/// A position, and what a search for a chain may look at.
struct OnLines<'a> {
    position: &'a mut LinePosition,
    attack: Attack,
    table: &'a HintTable,
    nodes: &'a mut u64,
    /// The most that `nodes` may become.
    budget: u64,
}

/// What is looked up of a position.
struct Visit {
    key: u64,
    /// The budget that was left.
    remaining: u64,
}

impl OnLines<'_> {
    fn side(&self, is_threat: bool) -> usize {
        if is_threat { self.attack.attacker } else { 1 - self.attack.attacker }
    }

    /// What a threat promises: many new lines of the attacker, few of the defender by the reply; most if it won before.
    fn promise(&self, threat: u16, reply: u16, first: Option<u16>) -> u32 {
        if Some(threat) == first {
            return u32::MAX;
        }
        let Attack { attacker, counters, .. } = self.attack;
        let promise = self.position.tallies().promise(&self.position.shape().graph, threat, attacker);
        if !counters {
            return promise;
        }
        let opens = |line: &&u32| self.position.tallies().lacks(1 - attacker, **line) == Some(2);
        let lines = self.position.shape().graph.lines_of(reply);
        promise.saturating_sub(3 * lines.iter().filter(opens).count() as u32)
    }
}

impl ChainGame for OnLines<'_> {
    type Position = ();
    type Entry = Visit;

    #[inline]
    fn end(&self, (): &()) -> Option<u16> {
        self.position.tallies().completing(self.attack.attacker).lowest().map(|cell| cell as u16)
    }

    #[inline]
    fn list(&mut self, (): &(), left: u16, moves: &mut Vec<Threat>) -> Result<Visit, Verdict> {
        let Attack { attacker, counters, .. } = self.attack;
        let position = &*self.position;
        if left == 1 || position.tallies().open(attacker).is_empty() {
            return Err(Verdict::Fails);
        }
        let theirs = position.tallies().completing(1 - attacker);
        if counters && theirs.count() > 1 {
            return Err(Verdict::Fails);
        }
        let forced = if counters { theirs.lowest().map(|cell| cell as u16) } else { None };
        let key = position.hash()
            ^ mix(0xA77A_C000_0000 + 4 * u64::from(left) + 2 * u64::from(counters) + attacker as u64);
        let remaining = self.budget.saturating_sub(*self.nodes);
        let mut first = None;
        match self.table.get(key) {
            Some(kept) if kept & FAILED == 0 => first = Some(kept as u16 - 1),
            Some(kept) if kept & !FAILED >= remaining.max(1).ilog2() => return Err(Verdict::Fails),
            _ => {}
        }
        if remaining == 0 {
            return Err(Verdict::Open);
        }
        for line in position.tallies().open(attacker).iter() {
            let (a, b) = position.pair(line as u32);
            for (threat, reply) in [(a, b), (b, a)] {
                if forced.is_none_or(|cell| cell == threat) {
                    moves.push(Threat::new(self.promise(threat, reply, first), threat, reply));
                }
            }
        }
        Ok(Visit { key, remaining })
    }

    #[inline]
    fn make(&mut self, (): &(), cell: u16, is_threat: bool) -> Option<()> {
        if !is_threat {
            if *self.nodes >= self.budget {
                return None;
            }
            *self.nodes += 1;
        }
        self.position.try_out(cell, self.side(is_threat));
        Some(())
    }

    #[inline]
    fn unmake(&mut self, cell: u16, is_threat: bool) {
        self.position.try_back(cell, self.side(is_threat));
    }

    #[inline]
    fn answers(&self, (): &()) -> Answers {
        let Attack { attacker, counters, .. } = self.attack;
        if counters && !self.position.tallies().completing(1 - attacker).is_empty() {
            return Answers::Several;
        }
        let ends = self.position.tallies().completing(attacker);
        let mut cells = ends.iter().map(|cell| cell as u16);
        match (cells.next(), ends.count()) {
            (None, _) => Answers::Several,
            (Some(end), 1) => Answers::One(end),
            (Some(end), _) => Answers::None(end, cells.next().unwrap_or(end)),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        *self.nodes >= self.budget
    }

    #[inline]
    fn keep(&mut self, (): &(), visit: Visit, _left: u16, _verdict: Verdict, best: Option<u16>) {
        let kept = if let Some(threat) = best {
            u32::from(threat) + 1
        } else if self.is_over() {
            FAILED | visit.remaining.max(1).ilog2()
        } else {
            // A search that ran to its end failed for any budget.
            FAILED | u64::BITS
        };
        self.table.put(visit.key, kept);
    }
}
