//! Chains of threats: every move of the attacker threatens to complete a line at once, and the defender has one answer.
//!
//! Depth first. What a position is, which moves are worth a look, what a search remembers and when it stops is up to
//! the game ([`ChainGame`]): [`crate::order_one`] looks for the shortest chain by any rules, the prover of free
//! placement in `connect-toe-solve` for any chain on the line hypergraph.

use connect_toe_game::{BitSet, Hypergraph};

use crate::tallies::Tallies;

/// A number of the attacker's stones.
pub type Stones = u16;

/// As many stones as it takes.
pub const UNLIMITED: Stones = Stones::MAX;

/// What the search below a position comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// No chain wins.
    Fails,
    /// No chain with as many stones as were allowed wins, or the search was stopped.
    Open,
    /// The attacker wins.
    Wins,
}

/// What the defender can do about a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Nothing is threatened, or there is more than one answer.
    Several,
    /// One move.
    One(u16),
    /// Nothing: after the first of these moves, for one, the attacker completes a line on the second.
    None(u16, u16),
}

/// A move that may threaten to complete a line. Lesser ones are tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threat(u64);

impl Threat {
    /// A move on `cell`. Of two moves the one that promises more is tried first; then the smaller cell, then the
    /// smaller `answer`.
    #[inline]
    pub fn new(promise: u32, cell: u16, answer: u16) -> Threat {
        Threat(u64::from(!promise) << 32 | u64::from(cell) << 16 | u64::from(answer))
    }

    #[inline]
    pub(crate) fn cell(self) -> u16 {
        (self.0 >> 16) as u16
    }
}

/// A game as a search for chains sees it, at the position that the search has come to. Cells have numbers.
pub trait ChainGame {
    /// What a position is, besides what the game itself keeps up to date.
    type Position;
    /// What is known of a position before its moves are tried, and needed again after that.
    type Entry;

    /// A cell where the attacker, who is to move, completes a line.
    fn end(&self, position: &Self::Position) -> Option<u16>;

    /// Lists the moves that are worth a try with at most `left` stones.
    ///
    /// # Errors
    /// It is known without trying them that the attacker does not win.
    fn list(
        &mut self,
        position: &Self::Position,
        left: Stones,
        moves: &mut Vec<Threat>,
    ) -> Result<Self::Entry, Verdict>;

    /// Counts and makes a threat of the attacker, or else an answer of the defender; `None` if the search is to stop.
    fn make(&mut self, position: &Self::Position, cell: u16, is_threat: bool) -> Option<Self::Position>;

    /// The reverse of [`make`](ChainGame::make).
    fn unmake(&mut self, cell: u16, is_threat: bool);

    /// What the defender can do about the move that was made.
    fn answers(&self, position: &Self::Position) -> Answers;

    /// Whether the search is to stop.
    fn is_over(&self) -> bool;

    /// Remembers what was found out about a position; `best` wins.
    fn keep(
        &mut self,
        position: &Self::Position,
        entry: Self::Entry,
        left: Stones,
        verdict: Verdict,
        best: Option<u16>,
    );
}

/// A search for chains, and the chain that it found last.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    /// The moves of all positions on the way to the one that is searched, one position after the other.
    moves: Vec<Threat>,
    /// The chain, last move first.
    line: Vec<u16>,
}

impl Chains {
    /// Whether the attacker, who is to move, wins by a chain with at most `left` stones.
    pub fn find<G: ChainGame>(&mut self, game: &mut G, position: &G::Position, left: Stones) -> Verdict {
        self.line.clear();
        self.moves.clear();
        self.attack(game, position, left)
    }

    /// The chain that was found: threats and answers in turn, from the last move, which completes a line, to the first.
    #[inline]
    pub fn reversed(&self) -> &[u16] {
        &self.line
    }

    fn attack<G: ChainGame>(&mut self, game: &mut G, position: &G::Position, left: Stones) -> Verdict {
        if let Some(cell) = game.end(position) {
            self.line.push(cell);
            return Verdict::Wins;
        }
        let first = self.moves.len();
        let entry = match game.list(position, left, &mut self.moves) {
            Ok(entry) => entry,
            Err(verdict) => return verdict,
        };
        self.moves[first..].sort_unstable();
        let mut verdict = Verdict::Fails;
        for index in first..self.moves.len() {
            let cell = self.moves[index].cell();
            verdict = verdict.max(self.threaten(game, position, cell, left));
            if verdict == Verdict::Wins {
                break;
            }
            if game.is_over() {
                verdict = Verdict::Open;
                break;
            }
        }
        self.moves.truncate(first);
        let best = if verdict == Verdict::Wins { self.line.last().copied() } else { None };
        game.keep(position, entry, left, verdict, best);
        verdict
    }

    /// Whether this move of the attacker is the first of a chain with at most `left` stones that wins.
    #[inline]
    fn threaten<G: ChainGame>(
        &mut self,
        game: &mut G,
        position: &G::Position,
        cell: u16,
        left: Stones,
    ) -> Verdict {
        let Some(after) = game.make(position, cell, true) else { return Verdict::Open };
        let verdict = match game.answers(&after) {
            Answers::Several => Verdict::Fails,
            Answers::None(answer, end) => {
                self.line.extend([end, answer, cell]);
                Verdict::Wins
            }
            Answers::One(answer) => match game.make(&after, answer, false) {
                None => Verdict::Open,
                Some(next) => {
                    let left = if left == UNLIMITED { UNLIMITED } else { left - 1 };
                    let verdict = self.attack(game, &next, left);
                    game.unmake(answer, false);
                    if verdict == Verdict::Wins {
                        self.line.extend([answer, cell]);
                    }
                    verdict
                }
            },
        };
        game.unmake(cell, true);
        verdict
    }

    /// The cells where the defender, whose turn it is, can do something about the chain: those of the chain, and those
    /// where a stone completes or prepares a line of the defender, or makes a threat of an answer. Any other move loses
    /// to the chain.
    ///
    /// The stones in the tallies are those of the position in which the chain was found. If the defender's lines do not
    /// count, the chain alone matters.
    pub fn zone(
        &self,
        shape: &Hypergraph,
        tallies: &mut Tallies,
        defender: usize,
        defender_counts: bool,
        zone: &mut BitSet,
    ) {
        zone.clear();
        for &cell in &self.line {
            zone.insert(usize::from(cell));
        }
        if !defender_counts {
            return;
        }
        let mut insert_pair = |tallies: &Tallies, line: u32| {
            let (a, b) = tallies.pair(shape, line);
            zone.insert(usize::from(a));
            zone.insert(usize::from(b));
        };
        for line in tallies.open(defender).iter() {
            insert_pair(tallies, line as u32);
        }
        // The last threat has two ends: what the answer to it prepares comes too late.
        let answered = self.line.get(3..).unwrap_or_default();
        for pair in answered.rchunks_exact(2) {
            let (threat, answer) = (pair[1], pair[0]);
            tallies.make(shape, threat, 1 - defender);
            tallies.make(shape, answer, defender);
            for &line in shape.lines_of(answer) {
                if tallies.lacks(defender, line) == Some(2) {
                    insert_pair(tallies, line);
                }
            }
        }
        for pair in answered.chunks_exact(2) {
            let (threat, answer) = (pair[1], pair[0]);
            tallies.unmake(shape, answer, defender);
            tallies.unmake(shape, threat, 1 - defender);
        }
        for cell in tallies.completing(defender).iter() {
            zone.insert(cell);
        }
    }
}
