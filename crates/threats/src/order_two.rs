//! Order 2: moves that threaten a chain of order 1, in games where one more stone never hurts.
//!
//! A move is a threat if the attacker would have a chain of order 1 after a pass of the defender. A reply outside of
//! the chain's *zone* loses to it: it is on no cell of the chain, and completes, prepares or continues no threat of the
//! defender while the chain is played. The replies inside are tried one by one. One that loses to a chain as well
//! narrows the zone down to what its chain has in common with it; the others are searched further.
//!
//! This needs games in which passing is never better than moving and one more stone never hurts: any empty cell can be
//! taken, and longer runs count. Source of the zones: Ł. Czajka, "A winner of a programming contest" (2020); I.-C. Wu &
//! P.-H. Lin, "Relevance-zone-oriented proof search for Connect6" (2010).

use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};

use crate::chain::{Stones, Threat, Verdict};
use crate::effort::Effort;
use crate::ground::{Ground, number};
use crate::search::Threats;

/// Nodes of a search for the chain that a move threatens.
const CHAIN_NODES: u64 = 1000;

/// The most moves outside of a chain that a win may take.
const MOST_MOVES: Stones = 16;

/// What the search below a position comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wide {
    /// The attacker wins in at most this many plies.
    Wins(u32),
    /// Nothing was found.
    Open,
}

impl<B: Bits> Threats<B> {
    /// Looks for a win by threats of order 2 in a position without a chain of order 1: its first move, and the most
    /// plies that it takes.
    pub(crate) fn wide(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        effort: &mut Effort,
    ) -> Option<(Cell, u32)> {
        for left in 1..=MOST_MOVES {
            if let Some(win) = self.prepare(rules, board, left, effort) {
                return Some(win);
            }
            if effort.is_over {
                break;
            }
        }
        None
    }

    /// A chain of order 1 for the side to move: its plies. It is left in `self.chains`.
    fn has_chain(&mut self, rules: &Rules<B>, board: &Board<B>, effort: &mut Effort) -> Option<u32> {
        let verdict = effort.part(CHAIN_NODES, |part| self.chain(rules, board, part));
        (verdict == Verdict::Wins).then_some(self.chains.reversed().len() as u32)
    }

    /// Whether the side to move wins with a chain, or with at most `left` moves and chains after them.
    fn strike(&mut self, rules: &Rules<B>, board: &Board<B>, left: Stones, effort: &mut Effort) -> Wide {
        if let Some(plies) = self.has_chain(rules, board, effort) {
            return Wide::Wins(plies);
        }
        match self.prepare(rules, board, left, effort) {
            Some((_, plies)) => Wide::Wins(plies),
            None => Wide::Open,
        }
    }

    /// A move that threatens a chain and wins with at most `left` such moves, itself included.
    fn prepare(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        left: Stones,
        effort: &mut Effort,
    ) -> Option<(Cell, u32)> {
        if left == 0 || self.wide_failures.get(board.hash()).is_some_and(|known| known >= left) {
            return None;
        }
        let attacker = board.to_move();
        let legal = rules.legal(board);
        let theirs = self.ground.completing(rules, board, legal, attacker.other());
        if theirs.has_several() {
            return None;
        }
        let mut moves = self.preparing_moves(legal, attacker);
        if theirs.any() {
            moves.retain(|threat| theirs.contains(u32::from(threat.cell())));
        }
        for threat in moves {
            let cell = Cell::from_bit(u32::from(threat.cell()));
            if !effort.count_node() {
                return None;
            }
            self.ground.make(cell, attacker);
            let verdict = self.hold(rules, &rules.play(board, cell), left - 1, effort);
            self.ground.unmake(cell, attacker);
            if let Wide::Wins(plies) = verdict {
                return Some((cell, plies + 1));
            }
            if effort.is_over {
                return None;
            }
        }
        self.wide_failures.put(board.hash(), left);
        None
    }

    /// The moves on lines that lack three cells or two, the most promising first.
    fn preparing_moves(&self, legal: B, attacker: Side) -> Vec<Threat> {
        let side = number(attacker);
        let Ground { shape, tallies, .. } = &self.ground;
        let is_near = |line: &u32| tallies.lacks(side, *line).is_some_and(|lacks| lacks <= 3);
        let mut moves: Vec<Threat> = legal
            .members()
            .map(|bit| bit as u16)
            .filter(|&cell| shape.lines_of(cell).iter().any(&is_near))
            .map(|cell| Threat::new(tallies.promise(shape, cell, side), cell, 0))
            .collect();
        moves.sort_unstable();
        moves
    }

    /// Whether the side to move loses, whatever it does, to the other side's threats.
    fn hold(&mut self, rules: &Rules<B>, board: &Board<B>, left: Stones, effort: &mut Effort) -> Wide {
        let defender = board.to_move();
        let attacker = defender.other();
        let legal = rules.legal(board);
        if self.ground.completing(rules, board, legal, defender).any() {
            return Wide::Open;
        }
        let threats = self.ground.completing(rules, board, legal, attacker);
        if threats.has_several() {
            return Wide::Wins(2);
        }
        if let Some(bit) = threats.lowest() {
            return self.reply(rules, board, Cell::from_bit(bit), left, effort);
        }
        let passed = rules.position(BySide::from_fn(|side| board.stones_of(side)), attacker);
        let Some(plies) = self.has_chain(rules, &passed, effort) else { return Wide::Open };
        let mut most = plies + 1;
        let mut zone = self.zone(defender);
        let mut hard = B::EMPTY;
        for bit in (zone & legal).members() {
            if !zone.contains(bit) {
                continue;
            }
            let cell = Cell::from_bit(bit);
            if !effort.count_node() {
                return Wide::Open;
            }
            self.ground.make(cell, defender);
            let chain = self.has_chain(rules, &rules.play(board, cell), effort);
            if let Some(plies) = chain {
                zone &= self.zone(defender);
                most = most.max(plies + 1);
            } else {
                hard.insert(bit);
            }
            self.ground.unmake(cell, defender);
        }
        if hard.any() && left == 0 {
            return Wide::Open;
        }
        for bit in (hard & zone).members() {
            match self.reply(rules, board, Cell::from_bit(bit), left, effort) {
                Wide::Wins(plies) => most = most.max(plies),
                Wide::Open => return Wide::Open,
            }
        }
        Wide::Wins(most)
    }

    /// Whether the side to move loses by this reply.
    fn reply(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        cell: Cell,
        left: Stones,
        effort: &mut Effort,
    ) -> Wide {
        let defender = board.to_move();
        if !effort.count_node() {
            return Wide::Open;
        }
        self.ground.make(cell, defender);
        let verdict = self.strike(rules, &rules.play(board, cell), left, effort);
        self.ground.unmake(cell, defender);
        match verdict {
            Wide::Wins(plies) => Wide::Wins(plies + 1),
            Wide::Open => Wide::Open,
        }
    }
}
