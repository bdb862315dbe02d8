//! Proof-number search, depth first (df-pn: A. Nagai, 2002) with the 1 + ε threshold (J. Pawlewicz & Ł. Lew, 2006).
//!
//! One question: does the attacker complete a line? The attacker's nodes are OR nodes, the defender's AND nodes. A
//! first look at each node finds forced moves, continuous threats of the attacker, and pairings and low potential for
//! the defender.
//!
//! Several threads search from the same root, with the same tables, and expand what is most promising. A thread leaves
//! out the replies that another one has claimed, as if they were decided (J. Pawlewicz & R. Hayward, 2013). A thread
//! that stays below a node for long gives its claim back, so that others join it further down.

use std::collections::HashSet;
use std::sync::Arc;

use connect_toe_game::{BitSet, Bits};
use connect_toe_threats::UNLIMITED;

use crate::claims::{Claim, Claims};
use crate::control::{Control, Reports};

use super::keys::{Name, Names, Node, Scratch};
use super::pairing::Pairing;
use super::position::LinePosition;
use super::shape::Shape;
use super::table::{HintTable, Key, Numbers, NumbersTable, Zone, ZoneTable};
use super::threats::{Attack, ThreatSearch};

/// What all searches of one game share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) shape: Arc<Shape>,
    pub(super) names: Names,
    pub(super) numbers: NumbersTable,
    pub(super) zones: Option<ZoneTable>,
    pub(super) hints: Arc<HintTable>,
    /// What the threads are searching.
    pub(super) claims: Claims,
}

/// Why a search returned without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The search was asked to stop, or its question was given too few nodes.
    Interrupted,
    /// The share of nodes that this attempt was given is spent.
    Spent,
    /// Another thread has decided a node on the way to the one that is searched.
    Decided,
}

/// A move from a node.
#[derive(Clone, Copy, Debug)]
struct Child {
    cell: u16,
    name: Name,
    numbers: Numbers,
}

/// What a first look at a node finds.
enum Look {
    Decided(bool),
    Open,
}

/// Positions that a search for continuous threats may look at.
const THREAT_BUDGET: u64 = 1000;

/// Positions that a search for continuous threats may look at for a guess.
const ESTIMATE_BUDGET: u64 = 200;

/// The most moves of the attacker whose numbers are guessed with a search for continuous threats.
const MOST_ESTIMATED: u32 = 8;

/// With this many empty cells only one move's numbers are guessed: there the guesses cost more than they find.
const EMPTY_FOR_ONE_ESTIMATE: u32 = 24;

/// The proof number of a move that threatens to complete a line. It is rarely worth more than the continuous
/// threats that were looked through already.
const FORCING: u32 = 30;

/// The proof number of a move that prepares nothing, by the number of replies.
const QUIET: u32 = 30;

/// Steps that a search for a pairing may take.
const PAIRING_BUDGET: u32 = 24;

/// Breaker's moves for which a pairing is looked for.
const PAIRING_MOVES: usize = 3;

/// Nodes between two reports, times the lines of the board: each node looks at all lines.
const WORK_A_REPORT: u64 = 1 << 16;
/// The most nodes between two reports.
const MOST_NODES_A_REPORT: u64 = 1024;

/// A thread that has searched this many nodes below one node gives its claim on it back.
const NODES_ALONE: u64 = 3000;

/// A thread looks at what others have decided once in this many visits.
const VISITS_A_LOOK_BACK: u64 = 16;

/// One thread's search.
#[derive(Debug)]
pub(super) struct Search {
    shared: Arc<Shared>,
    /// Whether other threads search for the same.
    together: bool,
    /// Names of the nodes on the way to the one that is searched, if others search for the same.
    path: Vec<Name>,
    /// A node on the way that another thread has decided: its place there, and its numbers.
    decided: Option<(usize, Numbers)>,
    /// Visits, if others search for the same.
    visits: u64,
    position: LinePosition,
    threats: ThreatSearch,
    pairing: Pairing,
    /// The replies that matter against a chain of threats.
    replies: BitSet,
    scratch: Scratch,
    pool: Vec<Vec<Child>>,
    /// Names of children so far.
    seen: HashSet<Key>,
    /// The cells that the breaker's win in the node that was decided last needs.
    zone: Zone,
    /// Nodes since the last call of `nodes`.
    pub(super) nodes: u64,
    /// When the spent nodes are reported.
    reports: Reports,
    /// The most nodes for the question.
    limit: u64,
    /// The most nodes for this attempt.
    share: u64,
    /// The most nodes that the control lets one thread search.
    most: u64,
    spent: u64,
}

/// All cells.
fn everywhere() -> Zone {
    !Zone::EMPTY
}

fn reports(shared: &Shared) -> Reports {
    let lines = shared.shape.graph.lines() as u64;
    Reports::every((WORK_A_REPORT / lines.max(1)).clamp(1, MOST_NODES_A_REPORT), 0)
}

impl Search {
    pub(super) fn new(shared: Arc<Shared>, together: bool) -> Search {
        let cells = shared.shape.cells();
        let reports = reports(&shared);
        Search {
            together,
            path: Vec::new(),
            decided: None,
            visits: 0,
            position: LinePosition::new(Arc::clone(&shared.shape)),
            threats: ThreatSearch::new(Arc::clone(&shared.hints)),
            pairing: Pairing::default(),
            replies: BitSet::new(cells),
            scratch: Scratch::default(),
            pool: Vec::new(),
            seen: HashSet::new(),
            zone: Zone::EMPTY,
            nodes: 0,
            reports,
            limit: u64::MAX,
            share: u64::MAX,
            most: u64::MAX,
            spent: 0,
            shared,
        }
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Starts a question about a position, with `nodes` nodes to spend.
    pub(super) fn ask(&mut self, position: LinePosition, limit: u64) {
        self.position = position;
        self.limit = limit;
        self.spent = 0;
        self.reports = reports(&self.shared);
    }

    /// Whether the attacker completes a line, if `share` nodes are enough to find out.
    pub(super) fn solve(&mut self, node: Node, share: u64, control: &Control) -> Result<bool, Halt> {
        self.share = self.spent.saturating_add(share);
        self.reports.plan(self.spent, control);
        self.most = self.reports.most(control);
        self.path.clear();
        let name = self.shared.names.name(&self.position, node, &mut self.scratch);
        let unlimited = Numbers { proof: Numbers::NEVER, disproof: Numbers::NEVER };
        let result = self.visit(node, name, unlimited, control);
        self.count_nodes(0);
        self.reports.report(self.spent, control);
        result.map(Numbers::is_proven)
    }

    /// Counts `nodes` nodes, and those that the searches for threats took since the last call.
    fn count_nodes(&mut self, nodes: u64) {
        let nodes = nodes + self.threats.take_nodes();
        self.nodes += nodes;
        self.spent += nodes;
    }

    /// Whether continuous threats win that are found within `budget` positions and what the control still allows.
    fn find_threats(&mut self, attack: Attack, budget: u64) -> bool {
        let left = self.most.saturating_sub(self.spent + self.threats.nodes());
        self.threats.find(&mut self.position, attack, budget.min(left))
    }

    fn tick(&mut self, control: &Control) -> Result<(), Halt> {
        self.count_nodes(1);
        if self.reports.is_due(self.spent) {
            self.reports.report(self.spent, control);
        }
        if self.spent > self.limit || control.is_stopped() {
            return Err(Halt::Interrupted);
        }
        if self.spent > self.share {
            return Err(Halt::Spent);
        }
        Ok(())
    }

    fn visit(&mut self, node: Node, name: Name, limit: Numbers, control: &Control) -> Result<Numbers, Halt> {
        let before = self.spent;
        self.tick(control)?;
        if !self.together {
            let numbers = self.decide(node, limit, &mut None, control)?;
            self.remember(node, name, numbers, self.spent - before + 1);
            return Ok(numbers);
        }
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_A_LOOK_BACK) {
            self.look_back()?;
        }
        let depth = self.path.len();
        self.path.push(name);
        let mut claim = self.shared.claims.claim(name.key.check);
        let found = self.decide(node, limit, &mut claim, control);
        self.path.truncate(depth);
        if let Some(claim) = claim {
            self.shared.claims.release(claim);
        }
        match (found, self.decided) {
            (Ok(numbers), _) => {
                self.remember(node, name, numbers, self.spent - before + 1);
                Ok(numbers)
            }
            (Err(Halt::Decided), Some((place, numbers))) if place == depth => {
                self.decided = None;
                self.zone = self.stored_zone(name);
                Ok(numbers)
            }
            (Err(halt), _) => Err(halt),
        }
    }

    /// The numbers of a node, or why there are none. Gives the claim on the node back if that takes long.
    fn decide(
        &mut self,
        node: Node,
        limit: Numbers,
        claim: &mut Option<Claim>,
        control: &Control,
    ) -> Result<Numbers, Halt> {
        let mut children = self.pool.pop().unwrap_or_default();
        self.zone = Zone::EMPTY;
        let numbers = match self.look(node, &mut children) {
            Look::Decided(proven) => Numbers::of(proven),
            Look::Open => self.settle(node, &mut children, limit, claim, control)?,
        };
        children.clear();
        self.pool.push(children);
        Ok(numbers)
    }

    /// Puts a node's numbers into the table, and the cells that its disproof needs.
    fn remember(&self, node: Node, name: Name, numbers: Numbers, effort: u64) {
        self.shared.numbers.put(name.key, numbers, effort);
        if numbers.is_disproven()
            && self.has_zone(node)
            && let Some(zones) = &self.shared.zones
        {
            zones.put(name.key, self.shared.names.named(self.zone, name.image));
        }
    }

    /// Stops the search of this node if another thread has decided a node on the way to it.
    fn look_back(&mut self) -> Result<(), Halt> {
        let decided = |(place, name): (usize, &Name)| {
            let numbers = self.shared.numbers.get(name.key)?;
            (numbers.is_proven() || numbers.is_disproven()).then_some((place, numbers))
        };
        self.decided = self.path.iter().enumerate().find_map(decided);
        if self.decided.is_some() { Err(Halt::Decided) } else { Ok(()) }
    }

    /// Whether the cells that a disproof needs are kept.
    fn has_zone(&self, node: Node) -> bool {
        self.shared.zones.is_some() && !node.counters && node.left == UNLIMITED
    }

    /// The node after a move.
    fn after(node: Node) -> Node {
        let left = if node.attacks && node.left != UNLIMITED { node.left - 1 } else { node.left };
        Node { attacks: !node.attacks, left, ..node }
    }

    fn mover(node: Node) -> usize {
        if node.attacks { node.attacker } else { 1 - node.attacker }
    }

    /// Decides the node at once, or lists the moves that must be searched.
    fn look(&mut self, node: Node, children: &mut Vec<Child>) -> Look {
        let look = if node.attacks {
            self.look_as_attacker(node, children)
        } else {
            self.look_as_defender(node, children)
        };
        if matches!(look, Look::Open) {
            self.name_children(node, children);
        }
        look
    }

    /// Whether the potential of the position is so low that the maker cannot complete a line (P. Erdős & J. Selfridge,
    /// 1973).
    fn potential_is_low(&self, node: Node) -> bool {
        let bound = if node.attacks { LinePosition::WEIGHT_OF_ONE / 2 } else { LinePosition::WEIGHT_OF_ONE };
        self.position.weight(node.attacker) < bound
    }

    /// All cells of live lines of the attacker.
    fn live_zone(&self, attacker: usize) -> Zone {
        if self.shared.zones.is_none() {
            return everywhere();
        }
        let mut zone = Zone::EMPTY;
        for cell in 0..self.shared.shape.cells() as u16 {
            if self.position.tallies().is_empty(cell) && self.position.live(attacker, cell) > 0 {
                zone.insert(u32::from(cell));
            }
        }
        zone
    }

    /// The cells of a pairing, and the one just taken, if a pairing is found.
    fn has_pairing(&mut self, attacker: usize, taken: Option<u16>, budget: u32) -> Option<Zone> {
        let pairs = self.pairing.find(&self.position, attacker, taken, budget)?;
        if self.shared.zones.is_none() {
            return Some(everywhere());
        }
        let mut zone = Zone::EMPTY;
        for cell in pairs.iter().flat_map(|&(a, b)| [a, b]).chain(taken) {
            zone.insert(u32::from(cell));
        }
        Some(zone)
    }

    /// The number of stones that the maker's most advanced line lacks. If no line can be completed in the moves that
    /// are left, returns `None` and sets the zone.
    fn stones_wanted(&mut self, node: Node) -> Option<usize> {
        let lacks = self.position.lacks(node.attacker)?;
        if usize::from(node.left) < lacks {
            self.zone = everywhere();
            return None;
        }
        Some(lacks)
    }

    /// Whether the breaker holds the position by a pairing or by low potential. Sets the zone if so.
    fn is_held(&mut self, node: Node) -> bool {
        let zone = self
            .has_pairing(node.attacker, None, PAIRING_BUDGET)
            .or_else(|| self.potential_is_low(node).then(|| self.live_zone(node.attacker)));
        if let Some(zone) = zone {
            self.zone = zone;
        }
        zone.is_some()
    }

    fn only(cell: u16, children: &mut Vec<Child>) -> Look {
        children.push(Child { cell, name: Name::default(), numbers: Numbers { proof: 1, disproof: 1 } });
        Look::Open
    }

    fn look_as_attacker(&mut self, node: Node, children: &mut Vec<Child>) -> Look {
        let Node { attacker, counters, left, .. } = node;
        let defender = 1 - attacker;
        let Some(lacks) = self.stones_wanted(node) else { return Look::Decided(false) };
        if lacks == 1 {
            return Look::Decided(true);
        }
        if counters && self.position.tallies().completing(defender).count() > 1 {
            return Look::Decided(false);
        }
        if self.is_held(node) {
            return Look::Decided(false);
        }
        if self.find_threats(Attack { attacker, counters, left }, THREAT_BUDGET) {
            return Look::Decided(true);
        }
        if counters && let Some(cell) = self.position.tallies().completing(defender).lowest() {
            return Self::only(cell as u16, children);
        }
        self.list(node, children);
        if self.has_zone(node) {
            self.refute_by_pairings(node, children);
        }
        if children.is_empty() { Look::Decided(false) } else { Look::Open }
    }

    /// Strikes out the maker's moves that the breaker answers with a move and a pairing: a pairing answers every
    /// move outside of it.
    fn refute_by_pairings(&mut self, node: Node, children: &mut Vec<Child>) {
        let attacker = node.attacker;
        let Some(zone) = self.reply_and_pairing(attacker) else { return };
        children.retain(|child| zone.contains(u32::from(child.cell)));
        self.zone = zone;
        let mut index = 0;
        while index < children.len() {
            let cell = children[index].cell;
            self.position.make(cell, attacker);
            let found = self.reply_and_pairing(attacker);
            self.position.unmake(cell, attacker);
            let Some(zone) = found else {
                index += 1;
                continue;
            };
            self.zone |= zone;
            let kept_before =
                children[..index].iter().filter(|child| zone.contains(u32::from(child.cell))).count();
            children.retain(|child| child.cell != cell && zone.contains(u32::from(child.cell)));
            index = kept_before;
        }
    }

    /// A move of the breaker after which there is a pairing; the cells of both.
    fn reply_and_pairing(&mut self, attacker: usize) -> Option<Zone> {
        let threats = self.position.tallies().completing(attacker);
        if threats.count() > 1 {
            return None;
        }
        if let Some(cell) = threats.lowest() {
            return self.has_pairing(attacker, Some(cell as u16), PAIRING_BUDGET);
        }
        let mut best = [(0, 0); PAIRING_MOVES];
        for cell in 0..self.shared.shape.cells() as u16 {
            if self.position.tallies().is_empty(cell) && self.position.live(attacker, cell) > 0 {
                let mut entry = (self.position.weight_through(attacker, cell), cell);
                for place in &mut best {
                    if entry > *place {
                        std::mem::swap(&mut entry, place);
                    }
                }
            }
        }
        best.into_iter()
            .filter(|entry| entry.0 > 0)
            .find_map(|(_, cell)| self.has_pairing(attacker, Some(cell), PAIRING_BUDGET))
    }

    fn look_as_defender(&mut self, node: Node, children: &mut Vec<Child>) -> Look {
        let Node { attacker, counters, left, .. } = node;
        let defender = 1 - attacker;
        if self.stones_wanted(node).is_none() {
            return Look::Decided(false);
        }
        if counters && self.position.tallies().completing(defender).count() > 0 {
            return Look::Decided(false);
        }
        match self.position.tallies().completing(attacker).count() {
            0 => {}
            1 => {
                let cell = self.position.tallies().completing(attacker).lowest().unwrap_or_default();
                return Self::only(cell as u16, children);
            }
            _ => return Look::Decided(true),
        }
        if self.is_held(node) {
            return Look::Decided(false);
        }
        self.list(node, children);
        let attack = Attack { attacker, counters, left };
        if self.find_threats(attack, THREAT_BUDGET) {
            self.find_replies(attack);
            children.retain(|child| self.replies.contains(usize::from(child.cell)));
            let mut index = 0;
            while index < children.len() {
                let cell = children[index].cell;
                self.position.try_out(cell, defender);
                let safe = self.position.tallies().completing(attacker).count() == 0;
                let found = self.find_threats(attack, THREAT_BUDGET);
                self.position.try_back(cell, defender);
                debug_assert!(safe);
                if !found {
                    index += 1;
                    continue;
                }
                self.find_replies(attack);
                let matters = |child: &&Child| self.replies.contains(usize::from(child.cell));
                let kept_before = children[..index].iter().filter(matters).count();
                children.retain(|child| child.cell != cell && matters(&child));
                index = kept_before;
            }
            if children.is_empty() {
                return Look::Decided(true);
            }
        }
        if children.is_empty() { Look::Decided(false) } else { Look::Open }
    }

    /// Finds the replies that matter against the chain that was found.
    fn find_replies(&mut self, attack: Attack) {
        self.threats.zone(&mut self.position, attack, &mut self.replies);
    }

    /// Lists the moves that matter to either side, heaviest first.
    fn list(&mut self, node: Node, children: &mut Vec<Child>) {
        let Node { attacker, counters, .. } = node;
        let defender = 1 - attacker;
        let mut moves: Vec<(u64, u16)> = Vec::new();
        for cell in 0..self.shared.shape.cells() as u16 {
            if !self.position.tallies().is_empty(cell) {
                continue;
            }
            let mut weight = self.position.weight_through(attacker, cell);
            if counters {
                weight += self.position.weight_through(defender, cell);
            }
            if weight > 0 {
                moves.push((u64::MAX - weight, cell));
            }
        }
        moves.sort_unstable();
        for (_, cell) in moves {
            children.push(Child { cell, name: Name::default(), numbers: Numbers { proof: 1, disproof: 1 } });
        }
    }

    /// Finds the children's names and what is known of them. Keeps the first of several children with the same name.
    fn name_children(&mut self, node: Node, children: &mut Vec<Child>) {
        let mover = Self::mover(node);
        let next = Self::after(node);
        let mut kept = 0;
        self.seen.clear();
        self.shared.names.begin(&self.position, next, &mut self.scratch);
        for index in 0..children.len() {
            let cell = children[index].cell;
            self.position.make(cell, mover);
            let name = self.shared.names.name_child(&self.position, next, cell, &mut self.scratch);
            self.position.unmake(cell, mover);
            if !self.seen.insert(name.key) {
                // The refutation of the move that is kept refutes this one in a mirror, where it may need any
                // cell.
                if node.attacks && self.has_zone(node) {
                    self.zone = self.live_zone(node.attacker);
                }
                continue;
            }
            children[kept].cell = cell;
            children[kept].name = name;
            kept += 1;
        }
        children.truncate(kept);
        // One after the other, so that the memory can be asked for many of them at once.
        for child in children.iter_mut() {
            child.numbers = self.shared.numbers.get(child.name.key).unwrap_or(Numbers::UNKNOWN);
        }
        let estimated = self.position.empty().saturating_sub(EMPTY_FOR_ONE_ESTIMATE) / 2;
        let estimated = estimated.clamp(1, MOST_ESTIMATED) as usize;
        for (index, child) in children.iter_mut().enumerate() {
            if child.numbers == Numbers::UNKNOWN {
                child.numbers = match node.attacks {
                    true if index < estimated => self.estimate(node, child.cell),
                    true => Numbers { proof: self.position.empty() * QUIET, disproof: 1 },
                    false => Numbers { proof: 1, disproof: 1 },
                };
            }
        }
    }

    /// A guess at the numbers of the node after a move of the attacker. The fewer replies there are to the
    /// continuous threats that it prepares, the better.
    fn estimate(&mut self, node: Node, cell: u16) -> Numbers {
        let Node { attacker, counters, left, .. } = Self::after(node);
        let attack = Attack { attacker, counters, left };
        self.position.try_out(cell, attacker);
        let proof = if self.position.tallies().completing(attacker).count() > 0 {
            FORCING
        } else if self.find_threats(attack, ESTIMATE_BUDGET) {
            self.find_replies(attack);
            let replies = self.replies.iter().filter(|&cell| self.position.tallies().is_empty(cell as u16));
            1 + replies.count() as u32 / 2
        } else {
            self.position.empty() * QUIET
        };
        self.position.try_back(cell, attacker);
        Numbers { proof, disproof: 1 }
    }

    /// Searches children until the node is decided or one of its numbers exceeds its limit.
    fn settle(
        &mut self,
        node: Node,
        children: &mut [Child],
        limit: Numbers,
        claim: &mut Option<Claim>,
        control: &Control,
    ) -> Result<Numbers, Halt> {
        let before = self.spent;
        let zoned = self.has_zone(node);
        // What the refutations so far need.
        let mut zone = self.zone;
        let next = Self::after(node);
        let mover = Self::mover(node);
        if zoned {
            for index in 0..children.len() {
                if children[index].numbers.is_disproven()
                    && self.refuted_before(node, children, index, &mut zone)
                {
                    return Ok(Numbers::DISPROVEN);
                }
            }
        }
        loop {
            if self.together {
                if self.spent - before > NODES_ALONE
                    && let Some(claim) = claim.take()
                {
                    self.shared.claims.release(claim);
                }
                if self.hear_of_others(node, children, &mut zone) {
                    return Ok(Numbers::DISPROVEN);
                }
            }
            let (numbers, mut best, mut second) = Self::totals(node, children);
            if numbers.proof >= limit.proof
                || numbers.disproof >= limit.disproof
                || numbers.proof == 0
                || numbers.disproof == 0
            {
                if numbers.is_disproven() && node.attacks {
                    self.zone = zone;
                }
                return Ok(numbers);
            }
            // All replies must be searched if the attacker wins; another move of the attacker would be a gamble.
            if self.together && !node.attacks && self.is_claimed(&children[best]) {
                (best, second) = self.next_unclaimed(children, limit).unwrap_or((best, second));
            }
            let child = children[best];
            let widened = |number: u32| (number + 1).max(number + number / 4).min(Numbers::NEVER);
            let child_limit = if node.attacks {
                Numbers {
                    proof: limit.proof.min(widened(second)),
                    disproof: (limit.disproof - numbers.disproof)
                        .saturating_add(child.numbers.disproof)
                        .min(Numbers::NEVER),
                }
            } else {
                Numbers {
                    proof: (limit.proof - numbers.proof)
                        .saturating_add(child.numbers.proof)
                        .min(Numbers::NEVER),
                    disproof: limit.disproof.min(widened(second)),
                }
            };
            self.position.make(child.cell, mover);
            let result = self.visit(next, child.name, child_limit, control);
            self.position.unmake(child.cell, mover);
            children[best].numbers = result?;
            if zoned && children[best].numbers.is_disproven() {
                if node.attacks {
                    let needed = self.zone;
                    zone |= needed;
                    Self::refute(children, child.cell, needed);
                } else {
                    self.zone.insert(u32::from(child.cell));
                    return Ok(Numbers::DISPROVEN);
                }
            }
        }
    }

    /// Takes over the refutation of a move that was found earlier. Returns whether it decides the node, and sets the
    /// zone if so.
    fn refuted_before(&mut self, node: Node, children: &mut [Child], index: usize, zone: &mut Zone) -> bool {
        let child = children[index];
        let needed = self.stored_zone(child.name);
        if !node.attacks {
            self.zone = needed;
            self.zone.insert(u32::from(child.cell));
            return true;
        }
        *zone |= needed;
        Self::refute(children, child.cell, needed);
        false
    }

    /// Takes over what other threads have found out about the children. Returns whether a refutation decides the node,
    /// and sets its zone if so.
    fn hear_of_others(&mut self, node: Node, children: &mut [Child], zone: &mut Zone) -> bool {
        let zoned = self.has_zone(node);
        for index in 0..children.len() {
            let child = &mut children[index];
            if child.numbers.is_disproven() || child.numbers.is_proven() {
                continue;
            }
            let Some(numbers) = self.shared.numbers.get(child.name.key) else { continue };
            child.numbers = numbers;
            if zoned && numbers.is_disproven() && self.refuted_before(node, children, index, zone) {
                return true;
            }
        }
        false
    }

    fn is_claimed(&self, child: &Child) -> bool {
        self.shared.claims.contains(child.name.key.check)
    }

    /// The defender's most promising move that no other thread has claimed, and the number of the next best of them;
    /// nothing if all of them are beyond the node's limit.
    fn next_unclaimed(&self, children: &[Child], limit: Numbers) -> Option<(usize, u32)> {
        let mut least = (limit.disproof, None);
        let mut second = Numbers::NEVER;
        for (index, child) in children.iter().enumerate() {
            let chosen = child.numbers.disproof;
            if chosen >= second || self.is_claimed(child) {
                continue;
            }
            if chosen < least.0 {
                if least.1.is_some() {
                    second = least.0;
                }
                least = (chosen, Some(index));
            } else {
                second = chosen;
            }
        }
        least.1.map(|index| (index, second))
    }

    /// What a disproof that was found earlier needs.
    fn stored_zone(&self, name: Name) -> Zone {
        self.shared
            .zones
            .as_ref()
            .and_then(|zones| zones.get(name.key))
            .map_or_else(everywhere, |zone| self.shared.names.unnamed(zone, name.image))
    }

    /// Strikes out a move that was refuted, and all that the same reply refutes.
    fn refute(children: &mut [Child], cell: u16, needed: Zone) {
        for child in children.iter_mut() {
            if child.cell == cell || !needed.contains(u32::from(child.cell)) {
                child.numbers = Numbers::DISPROVEN;
            }
        }
    }

    /// The node's numbers, the most promising child, and the number of the next best.
    fn totals(node: Node, children: &[Child]) -> (Numbers, usize, u32) {
        let mut least = (Numbers::NEVER, 0);
        let mut second = Numbers::NEVER;
        let mut sum = 0_u32;
        for (index, child) in children.iter().enumerate() {
            let (chosen, summed) = if node.attacks {
                (child.numbers.proof, child.numbers.disproof)
            } else {
                (child.numbers.disproof, child.numbers.proof)
            };
            sum = match summed {
                Numbers::NEVER => Numbers::NEVER,
                _ if sum == Numbers::NEVER => sum,
                _ => (sum + summed).min(Numbers::NEVER - 1),
            };
            if chosen < least.0 {
                second = least.0;
                least = (chosen, index);
            } else {
                second = second.min(chosen);
            }
        }
        let numbers = if node.attacks {
            Numbers { proof: least.0, disproof: if least.0 == 0 { Numbers::NEVER } else { sum } }
        } else {
            Numbers { proof: if least.0 == 0 { Numbers::NEVER } else { sum }, disproof: least.0 }
        };
        (numbers, least.1, second)
    }
}
