//! Order 1: chains in which every move of the attacker threatens to complete a line at once, so that the defender has one
//! answer.
//!
//! After both moves it is asked anew which cells complete lines, for either side, and which cells can be taken. So a chain
//! wins under gravity (a stone opens the cell above it for both), on the torus, with exact lines and with several open
//! faces too, and an answer that threatens something itself is answered in turn.
//!
//! Depth first, with one stone of the attacker more at a time, so the chain that is found has as few as any.

use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use crate::effort::Effort;
use crate::search::{Threats, number};
use crate::table::{ANY, Stones};

/// No chain is looked for that takes more stones of the attacker.
pub(crate) const MOST_STONES: Stones = 128;

/// What the search below a position comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The attacker wins.
    Wins,
    /// No chain wins, however long.
    Fails,
    /// No chain with as many stones as were allowed wins, or the search was stopped.
    Open,
}

/// What a defender can do about a threat.
enum Answers {
    /// Nothing is threatened, or there is more than one answer.
    Several,
    /// One move.
    One(Cell),
    /// Nothing: this move, for one, and then the attacker completes a line there.
    None(Cell, Cell),
}

impl<B: Bits> Threats<B> {
    /// A chain that wins for the side to move is left in `self.line`, last move first.
    pub(crate) fn chain(&mut self, rules: &Rules<B>, board: &Board<B>, effort: &mut Effort) -> Verdict {
        self.line.clear();
        self.moves.clear();
        for left in 1..=MOST_STONES {
            match self.attack(rules, board, left, effort) {
                Verdict::Open if !effort.is_over => {}
                verdict => return verdict,
            }
        }
        Verdict::Open
    }

    /// Whether the side to move wins with at most `left` stones.
    fn attack(&mut self, rules: &Rules<B>, board: &Board<B>, left: Stones, effort: &mut Effort) -> Verdict {
        let attacker = board.to_move();
        let legal = rules.legal(board);
        if let Some(bit) = self.completing(rules, board, legal, attacker).lowest() {
            self.line.push(Cell::from_bit(bit));
            return Verdict::Wins;
        }
        let theirs = self.completing(rules, board, legal, attacker.other());
        if theirs.has_several() && !rules.can_jam() {
            return Verdict::Fails;
        }
        let mut candidates = self.candidates(rules, legal, attacker);
        if theirs.any() && !rules.can_jam() {
            candidates &= theirs;
        }
        if candidates.is_empty() {
            return Verdict::Fails;
        }
        if left < 2 {
            return Verdict::Open;
        }
        match self.table.get(board.hash()) {
            Some(ANY) => return Verdict::Fails,
            Some(stones) if stones >= left => return Verdict::Open,
            _ => {}
        }
        let first = self.moves.len();
        for bit in candidates.members() {
            self.moves.push((self.promise(bit as u16, number(attacker)), bit as u16));
        }
        // The most promising first; as in the board's own order among equals.
        self.moves[first..].sort_unstable_by_key(|&(promise, cell)| (u32::MAX - promise, cell));
        let mut verdict = Verdict::Fails;
        for index in first..self.moves.len() {
            let cell = Cell::from_bit(u32::from(self.moves[index].1));
            match self.threaten(rules, board, cell, left, effort) {
                Verdict::Fails => {}
                Verdict::Open => verdict = Verdict::Open,
                Verdict::Wins => {
                    verdict = Verdict::Wins;
                    break;
                }
            }
            if effort.is_over {
                verdict = Verdict::Open;
                break;
            }
        }
        self.moves.truncate(first);
        if verdict != Verdict::Wins && !effort.is_over {
            self.table.put(board.hash(), if verdict == Verdict::Fails { ANY } else { left });
        }
        verdict
    }

    /// Whether this move of the attacker is the first of a chain with at most `left` stones that wins.
    #[inline]
    fn threaten(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        cell: Cell,
        left: Stones,
        effort: &mut Effort,
    ) -> Verdict {
        let attacker = board.to_move();
        if !effort.count_node() {
            return Verdict::Open;
        }
        let after = rules.play(board, cell);
        self.make(cell, attacker);
        let verdict = match self.answers(rules, &after) {
            Answers::Several => Verdict::Fails,
            Answers::None(answer, end) => {
                self.line.extend([end, answer, cell]);
                Verdict::Wins
            }
            Answers::One(answer) if effort.count_node() => {
                self.make(answer, attacker.other());
                let verdict = self.attack(rules, &rules.play(&after, answer), left - 1, effort);
                self.unmake(answer, attacker.other());
                if verdict == Verdict::Wins {
                    self.line.extend([answer, cell]);
                }
                verdict
            }
            Answers::One(_) => Verdict::Open,
        };
        self.unmake(cell, attacker);
        verdict
    }

    /// What the side to move can do about what the other side has just threatened, if that is at most one thing.
    #[inline]
    fn answers(&self, rules: &Rules<B>, board: &Board<B>) -> Answers {
        let legal = rules.legal(board);
        let (defender, attacker) = (board.to_move(), board.to_move().other());
        if self.completing(rules, board, legal, defender).any() {
            return Answers::Several;
        }
        let threats = self.completing(rules, board, legal, attacker);
        let Some(bit) = threats.lowest() else { return Answers::Several };
        if rules.can_jam() {
            return self.answers_by_trial(rules, board, legal);
        }
        let cell = Cell::from_bit(bit);
        match threats.without_lowest().lowest() {
            None => Answers::One(cell),
            Some(other) => Answers::None(cell, Cell::from_bit(other)),
        }
    }

    /// The same where a stone can shut other cells than its own: by trying all moves.
    #[cold]
    fn answers_by_trial(&self, rules: &Rules<B>, board: &Board<B>, legal: B) -> Answers {
        let attacker = board.to_move().other();
        let mut only = None;
        let mut end = None;
        for answer in legal.members().map(Cell::from_bit) {
            let after = rules.play(board, answer);
            // The answer's own stone is not in the tallies: its cell is not legal any more.
            match self.completing(rules, &after, rules.legal(&after), attacker).lowest() {
                Some(bit) => end = end.or(Some((answer, Cell::from_bit(bit)))),
                None if only.is_some() => return Answers::Several,
                None => only = Some(answer),
            }
        }
        match (only, end) {
            (Some(answer), _) => Answers::One(answer),
            (None, Some((answer, bit))) => Answers::None(answer, bit),
            (None, None) => Answers::Several,
        }
    }

    /// The cells where a stone of a side can threaten to complete a line; others cannot.
    #[inline]
    fn candidates(&self, rules: &Rules<B>, legal: B, side: Side) -> B {
        let tallies = &self.tallies;
        if !rules.placement_is_free() && tallies.completing(number(side)).count() > 0 {
            // A line lacks a cell that no stone can rest on yet: any stone may be what it will rest on.
            return legal;
        }
        let mut candidates = B::EMPTY;
        for line in tallies.open(number(side)).iter() {
            let (a, b) = tallies.pair(&self.shape, line as u32);
            candidates.insert(u32::from(a));
            candidates.insert(u32::from(b));
        }
        candidates & legal
    }

    /// How many lines of a side through a cell come closer to being complete, and how close.
    #[inline]
    pub(crate) fn promise(&self, cell: u16, side: usize) -> u32 {
        let mut promise = 0;
        for &line in self.shape.lines_of(cell) {
            promise += match self.tallies.lacks(side, line) {
                Some(2) => 16,
                Some(3) => 4,
                Some(_) => 1,
                None => 0,
            };
        }
        promise
    }
}
