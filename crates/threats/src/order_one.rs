//! Order 1: the shortest chain of threats, by the rules of any game in which a line wins.
//!
//! After each move the rules say anew which cells complete lines, for either side, and which cells can be taken. So a
//! chain wins under gravity (a stone opens the cell above it for both), on the torus, with exact lines and with several
//! open faces too, and an answer that threatens something itself is answered in turn.
//!
//! The search is repeated with one more stone of the attacker each time, so that the chain that it finds has as few as
//! any.

use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use crate::chain::{Answers, ChainGame, Stones, Threat, UNLIMITED, Verdict};
use crate::effort::Effort;
use crate::failures::Failures;
use crate::ground::{Ground, number};
use crate::search::Threats;

/// The most stones of the attacker that a chain may take.
const MOST_STONES: Stones = 128;

impl<B: Bits> Threats<B> {
    /// Looks for a chain that wins for the side to move, and leaves it in `self.chains`.
    pub(crate) fn chain(&mut self, rules: &Rules<B>, board: &Board<B>, effort: &mut Effort) -> Verdict {
        let attacker = board.to_move();
        let mut game =
            OrderOne { rules, ground: &mut self.ground, failures: &mut self.failures, effort, attacker };
        for left in 1..=MOST_STONES {
            match self.chains.find(&mut game, board, left) {
                Verdict::Open if !game.is_over() => {}
                verdict => return verdict,
            }
        }
        Verdict::Open
    }
}

/// A position of any game, and the effort that a search for chains may take.
struct OrderOne<'a, 'w, B> {
    rules: &'a Rules<B>,
    ground: &'a mut Ground,
    failures: &'a mut Failures,
    effort: &'a mut Effort<'w>,
    attacker: Side,
}

impl<B: Bits> OrderOne<'_, '_, B> {
    fn completing(&self, board: &Board<B>, legal: B, side: Side) -> B {
        self.ground.completing(self.rules, board, legal, side)
    }

    fn side(&self, is_threat: bool) -> Side {
        if is_threat { self.attacker } else { self.attacker.other() }
    }

    /// The answers, found by trying all moves, where a stone can also shut other cells than its own.
    #[cold]
    fn answers_by_trial(&self, board: &Board<B>, legal: B) -> Answers {
        let mut only = None;
        let mut end = None;
        for answer in legal.members() {
            let after = self.rules.play(board, Cell::from_bit(answer));
            // The answer's own stone is not in the tallies: its cell is not legal any more.
            match self.completing(&after, self.rules.legal(&after), self.attacker).lowest() {
                Some(bit) => end = end.or(Some((answer as u16, bit as u16))),
                None if only.is_some() => return Answers::Several,
                None => only = Some(answer as u16),
            }
        }
        match (only, end) {
            (Some(answer), _) => Answers::One(answer),
            (None, Some((answer, end))) => Answers::None(answer, end),
            (None, None) => Answers::Several,
        }
    }
}

impl<B: Bits> ChainGame for OrderOne<'_, '_, B> {
    type Position = Board<B>;
    type Entry = ();

    #[inline]
    fn end(&self, board: &Board<B>) -> Option<u16> {
        if self.ground.tallies.completing(number(self.attacker)).is_empty() {
            return None;
        }
        let ends = self.completing(board, self.rules.legal(board), self.attacker);
        ends.lowest().map(|bit| bit as u16)
    }

    #[inline]
    fn list(&mut self, board: &Board<B>, left: Stones, moves: &mut Vec<Threat>) -> Result<(), Verdict> {
        let legal = self.rules.legal(board);
        let can_jam = self.rules.can_jam();
        let theirs = self.completing(board, legal, self.attacker.other());
        if theirs.has_several() && !can_jam {
            return Err(Verdict::Fails);
        }
        let mut candidates = self.ground.candidates(self.rules, legal, self.attacker);
        if theirs.any() && !can_jam {
            candidates &= theirs;
        }
        if candidates.is_empty() {
            return Err(Verdict::Fails);
        }
        if left < 2 {
            return Err(Verdict::Open);
        }
        match self.failures.get(board.hash()) {
            Some(UNLIMITED) => return Err(Verdict::Fails),
            Some(stones) if stones >= left => return Err(Verdict::Open),
            _ => {}
        }
        let Ground { tallies, shape, .. } = &*self.ground;
        for bit in candidates.members() {
            let cell = bit as u16;
            moves.push(Threat::new(tallies.promise(shape, cell, number(self.attacker)), cell, 0));
        }
        Ok(())
    }

    #[inline]
    fn make(&mut self, board: &Board<B>, cell: u16, is_threat: bool) -> Option<Board<B>> {
        if !self.effort.count_node() {
            return None;
        }
        let cell = Cell::from_bit(u32::from(cell));
        self.ground.make(cell, self.side(is_threat));
        Some(self.rules.play(board, cell))
    }

    #[inline]
    fn unmake(&mut self, cell: u16, is_threat: bool) {
        self.ground.unmake(Cell::from_bit(u32::from(cell)), self.side(is_threat));
    }

    #[inline]
    fn answers(&self, board: &Board<B>) -> Answers {
        let legal = self.rules.legal(board);
        if self.completing(board, legal, self.attacker.other()).any() {
            return Answers::Several;
        }
        let threats = self.completing(board, legal, self.attacker);
        let Some(bit) = threats.lowest() else { return Answers::Several };
        if self.rules.can_jam() {
            return self.answers_by_trial(board, legal);
        }
        match threats.without_lowest().lowest() {
            None => Answers::One(bit as u16),
            Some(other) => Answers::None(bit as u16, other as u16),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.effort.is_over
    }

    #[inline]
    fn keep(&mut self, board: &Board<B>, (): (), left: Stones, verdict: Verdict, _best: Option<u16>) {
        if verdict != Verdict::Wins && !self.is_over() {
            self.failures.put(board.hash(), if verdict == Verdict::Fails { UNLIMITED } else { left });
        }
    }
}
