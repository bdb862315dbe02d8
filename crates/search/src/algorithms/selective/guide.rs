//! Which moves of a position are looked at, and in which order.

use std::cmp::Reverse;

use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use super::prospects::{LONGEST_LINE, Prospects};
use crate::ordering::Ordering;

/// What tells which moves are worth a look.
#[derive(Clone, Debug)]
pub(super) enum Guide<B> {
    /// What every empty cell promises, where any of them can be taken and a line wins.
    Prospects(Box<Prospects<B>>),
    /// What cut elsewhere: where stones drop, it matters who will get a cell that cannot be taken yet, and where a line
    /// loses, nobody wants one.
    Cuts(Ordering),
}

impl<B: Bits> Guide<B> {
    pub(super) fn new(rules: &Rules<B>) -> Guide<B> {
        let has_prospects = rules.placement_is_free()
            && rules.line_wins()
            && rules.lines().are_rows()
            && rules.lines().k() <= LONGEST_LINE as usize
            && rules.sides_alternate()
            && rules.lines_count_for(Side::O);
        if has_prospects {
            Guide::Prospects(Box::new(Prospects::new(rules)))
        } else {
            Guide::Cuts(Ordering::new(rules))
        }
    }

    /// Turns to the root of a search.
    pub(super) fn set_up(&mut self, board: &Board<B>) {
        match self {
            Guide::Prospects(prospects) => prospects.set_up(board),
            Guide::Cuts(ordering) => ordering.forget(),
        }
    }

    /// The prospects, if it is they that guide.
    #[inline]
    pub(super) fn prospects(&mut self) -> Option<&mut Prospects<B>> {
        match self {
            Guide::Prospects(prospects) => Some(prospects),
            Guide::Cuts(_) => None,
        }
    }

    /// The cells among `legal` where the side to move completes a line, and where the other would.
    #[inline]
    pub(super) fn completing(&self, rules: &Rules<B>, board: &Board<B>, legal: B) -> (B, B) {
        let Guide::Prospects(prospects) = self else {
            return (rules.completing_inlined(board, legal), rules.threatened_inlined(board, legal));
        };
        let mine = prospects.whole.line[board.to_move()] & legal;
        let theirs = prospects.whole.line[board.to_move().other()] & legal;
        if rules.passing_never_helps() || mine.is_empty() && theirs.is_empty() {
            (mine, theirs)
        } else {
            (rules.completing(board, mine), rules.threatened_inlined(board, theirs))
        }
    }

    /// How much sooner a move is looked at than others.
    #[inline]
    pub(super) fn worth(&self, board: &Board<B>, cell: Cell, plies: u32) -> i64 {
        match self {
            Guide::Prospects(prospects) => prospects.worth(cell, board.to_move()).into(),
            Guide::Cuts(ordering) => ordering.worth(cell, board.to_move(), plies),
        }
    }

    /// Whether a move threatens nothing.
    #[inline]
    pub(super) fn is_quiet(&self, rules: &Rules<B>, board: &Board<B>, cell: Cell) -> bool {
        match self {
            Guide::Prospects(prospects) => !prospects.whole.threat[board.to_move()].contains(cell.bit()),
            Guide::Cuts(_) => {
                let after = rules.play(board, cell);
                rules.threatened_inlined(&after, rules.legal(&after)).is_empty()
            }
        }
    }

    /// Learns that a move has cut, with `depth` plies to look ahead.
    #[inline]
    pub(super) fn learn(&mut self, board: &Board<B>, cell: Cell, plies: u32, depth: u32) {
        if let Guide::Cuts(ordering) = self {
            ordering.learn(cell, board.to_move(), plies, depth);
        }
    }

    /// The moves that are worth a look where nothing completes a line. Where an additional stone can hurt, a move that promises
    /// nothing can be the only one that does not lose.
    pub(super) fn candidates(&self, rules: &Rules<B>, board: &Board<B>, legal: B) -> B {
        let Guide::Prospects(prospects) = self else { return legal };
        if !rules.passing_never_helps() {
            return legal;
        }
        let (me, other) = (board.to_move(), board.to_move().other());
        let found = if (prospects.whole.open_one[other] & legal).any() {
            prospects.whole.threat[me] | prospects.whole.threat[other]
        } else {
            prospects.whole.any[me] | prospects.whole.any[other]
        };
        let found = found & legal;
        if found.any() { found } else { legal }
    }

    /// Puts moves with their worth in order, and leaves out what is beyond `width` where an additional stone cannot hurt.
    #[inline]
    pub(super) fn sort(&self, rules: &Rules<B>, moves: &mut Vec<(i64, Cell)>, first: usize, width: usize) {
        let key = |&(worth, cell): &(i64, Cell)| (Reverse(worth), cell);
        let leaves_out = matches!(self, Guide::Prospects(_)) && rules.passing_never_helps();
        if leaves_out && moves.len() - first > width {
            moves[first..].select_nth_unstable_by_key(width, key);
            moves.truncate(first + width);
        }
        moves[first..].sort_unstable_by_key(key);
    }
}
