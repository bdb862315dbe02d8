//! Who wins within some plies: an exact search of bounded depth, for every game of the class.

use std::collections::HashMap;

use connect_toe_game::{Bits, Board, BySide, Cell, Outcome, Rules, Side};
use connect_toe_work::Stop;

/// Proves that a side wins within a number of plies, or that it does not.
///
/// Where any empty cell can be taken and a line wins, most moves are refuted by a simpler question: would the attacker win
/// even if the defender passed, and if lines of the defender did not count? There a stone of the defender more is never
/// better for the attacker, with exact lines too. So a move that does not win then does not win at all.
pub(crate) struct Within<B: Bits> {
    rules: Rules<B>,
    /// Every line, where lines are asked for.
    lines: Vec<B>,
    is_free: bool,
    line_wins: bool,
    known: HashMap<Question<B>, Known>,
    /// By plies: the move that won last, and the reply that refuted last.
    killers: Vec<[Option<Cell>; 2]>,
    nodes: u64,
    limit: u64,
    stop: Stop,
}

/// A position with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question<B> {
    attacker: B,
    defender: B,
    /// Whether lines of the defender do not count.
    unopposed: bool,
}

/// What is proven of a position.
#[derive(Clone, Copy)]
struct Known {
    /// The attacker wins within so many plies, but not within this many fewer.
    wins: u32,
    /// The attacker does not win within so many plies.
    fails: u32,
}

/// The limit of nodes was reached, or the work was stopped, before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// A position gets so many nodes on any board.
const LEAST_NODES: u64 = 64;
/// Nodes between two looks whether to stop.
const NODES_BETWEEN_LOOKS: u64 = 64;
/// The most plies that are asked for.
const MOST_PLIES: usize = 32;

impl<B: Bits> Within<B> {
    pub(crate) fn new(rules: &Rules<B>, stop: &Stop) -> Within<B> {
        let is_free = rules.placement_is_free();
        let line_wins = rules.line_wins();
        let mask = |line: &[Cell]| line.iter().fold(B::EMPTY, |set, cell| set.with(cell.bit()));
        let lines = if is_free && line_wins { rules.lines().iter().map(mask).collect() } else { Vec::new() };
        Within {
            rules: rules.clone(),
            lines,
            is_free,
            line_wins,
            known: HashMap::new(),
            killers: vec![[None; 2]; MOST_PLIES],
            nodes: 0,
            limit: u64::MAX,
            stop: stop.clone(),
        }
    }

    /// Forgets everything, so that the nodes of the next answers do not depend on those before.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
        self.killers.fill([None; 2]);
    }

    /// Sets how much may be searched from now on: nodes times the parts of the board, its cells or its lines.
    pub(crate) fn allow(&mut self, work: u64) {
        let parts = self.rules.geometry().cells().len().max(self.rules.lines().count()) as u64;
        self.limit = self.nodes + (work / parts).max(LEAST_NODES);
    }

    pub(crate) fn rules(&self) -> &Rules<B> {
        &self.rules
    }

    /// The fewest plies of a win, if there is one within `most`.
    pub(crate) fn distance(&mut self, board: &Board<B>, most: u32) -> Result<Option<u32>, Spent> {
        for plies in self.lengths(most) {
            if self.wins(board, plies, false)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// The plies that a win can take: it ends with a move of the winner, or in a misère game of the loser.
    pub(crate) fn lengths(&self, most: u32) -> impl Iterator<Item = u32> + use<B> {
        (if self.line_wins { 1 } else { 2 }..=most).step_by(2)
    }

    /// Whether the side to move wins within this many plies.
    pub(crate) fn wins_within(&mut self, board: &Board<B>, plies: u32) -> Result<bool, Spent> {
        self.wins(board, plies, false)
    }

    /// Whether a legal move of the side to move wins within this many plies, itself included.
    pub(crate) fn move_wins(&mut self, board: &Board<B>, cell: Cell, plies: u32) -> Result<bool, Spent> {
        self.wins_with(board, cell, plies, false)
    }

    /// The moves that can win within so many plies: no other does.
    pub(crate) fn may_win(&mut self, board: &Board<B>, plies: u32) -> Result<B, Spent> {
        let legal = self.rules.legal(board);
        self.candidates(board, legal, plies, false)
    }

    /// Whether the opponent of the side to move would win within this many plies after a pass, if lines of the side to move
    /// did not count: where it would not, no position with one more stone is lost so soon.
    pub(crate) fn is_threatened(&mut self, board: &Board<B>, plies: u32) -> Result<bool, Spent> {
        let passed = self.passed(board);
        self.wins(&passed, plies, true)
    }

    /// Whether a pass says something about moves.
    pub(crate) fn compares_with_passing(&self) -> bool {
        self.is_free && self.line_wins
    }

    /// The cells where the opponent of the side to move would begin to win within so many plies after a pass, where a pass
    /// says something.
    pub(crate) fn wanted(&mut self, board: &Board<B>, plies: u32) -> Result<B, Spent> {
        let mut wanted = B::EMPTY;
        if self.compares_with_passing() && plies > 3 {
            let passed = self.passed(board);
            let legal = self.rules.legal(&passed);
            for bit in self.candidates(&passed, legal, plies - 1, true)?.members() {
                if self.wins_with(&passed, Cell::from_bit(bit), plies - 1, true)? {
                    wanted.insert(bit);
                }
            }
        }
        Ok(wanted)
    }

    fn passed(&self, board: &Board<B>) -> Board<B> {
        let stones = BySide::from_fn(|side: Side| board.stones_of(side));
        self.rules.position(stones, board.to_move().other())
    }

    fn count(&mut self) -> Result<(), Spent> {
        self.nodes += 1;
        let is_stopped = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.stop.is_requested();
        if self.nodes > self.limit || is_stopped { Err(Spent) } else { Ok(()) }
    }

    fn wins(&mut self, board: &Board<B>, plies: u32, unopposed: bool) -> Result<bool, Spent> {
        self.count()?;
        let legal = self.rules.legal(board);
        if self.line_wins && plies > 0 && self.rules.completing(board, legal).any() {
            return Ok(true);
        }
        let Some(plies) = self.lengths(plies).last() else { return Ok(false) };
        if plies == 1 {
            return Ok(false);
        }
        let question = Question { attacker: board.mover(), defender: board.other(), unopposed };
        if let Some(known) = self.known.get(&question) {
            if known.wins <= plies {
                return Ok(true);
            }
            if known.fails >= plies {
                return Ok(false);
            }
        }
        let is_shorter = plies > 2 && self.wins(board, plies - 2, unopposed)?;
        let is_won = is_shorter || self.finds_win(board, legal, plies, unopposed)?;
        let known = self.known.entry(question).or_insert(Known { wins: u32::MAX, fails: 0 });
        if !is_won {
            known.fails = known.fails.max(plies);
        } else if !is_shorter {
            known.wins = known.wins.min(plies);
        }
        Ok(is_won)
    }

    /// Whether a move wins within `plies`, where none wins sooner.
    fn finds_win(&mut self, board: &Board<B>, legal: B, plies: u32, unopposed: bool) -> Result<bool, Spent> {
        let mut candidates = self.candidates(board, legal, plies, unopposed)?;
        let killer = self.killers[plies as usize][0].filter(|cell| candidates.contains(cell.bit()));
        if let Some(cell) = killer {
            if self.wins_with(board, cell, plies, unopposed)? {
                return Ok(true);
            }
            candidates.remove(cell.bit());
        }
        // What threatens leaves few replies: it is looked at first.
        let mut quiet = B::EMPTY;
        if plies > 3 && self.line_wins {
            for bit in candidates.members() {
                let after = self.rules.play(board, Cell::from_bit(bit));
                if self.rules.threatened(&after, self.rules.legal(&after)).is_empty() {
                    quiet.insert(bit);
                }
            }
        }
        for part in [candidates.minus(quiet), quiet] {
            for bit in part.members() {
                let cell = Cell::from_bit(bit);
                if self.wins_with(board, cell, plies, unopposed)? {
                    self.killers[plies as usize][0] = Some(cell);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The moves that can win within `plies`, where no move wins at once.
    fn candidates(&mut self, board: &Board<B>, legal: B, plies: u32, unopposed: bool) -> Result<B, Spent> {
        if !self.line_wins {
            return Ok(legal.minus(self.rules.completing(board, legal)));
        }
        if !self.is_free {
            return Ok(legal);
        }
        if !unopposed {
            // Only a stone on its cell stops a line.
            let answers = self.rules.threatened(board, legal);
            if answers.has_several() {
                return Ok(B::EMPTY);
            }
            if answers.any() {
                return Ok(answers);
            }
            // A move that builds nothing can still be good if the attacker wins without it, unless disturbed.
            if plies > 3 && self.wins(board, plies - 2, true)? {
                return Ok(legal);
            }
        }
        Ok(self.building(board, plies.div_ceil(2)) & legal)
    }

    /// The cells of lines without a stone of the defender that lack at most `stones` of the attacker's; of at least two
    /// such lines if two stones must win.
    fn building(&self, board: &Board<B>, stones: u32) -> B {
        let (mover, other) = (board.mover(), board.other());
        let (mut once, mut twice) = (B::EMPTY, B::EMPTY);
        for &line in &self.lines {
            if (line & other).is_empty() && line.minus(mover).count() <= stones {
                twice |= once & line;
                once |= line;
            }
        }
        if stones == 2 { twice } else { once }
    }

    fn wins_with(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        unopposed: bool,
    ) -> Result<bool, Spent> {
        let step = self.rules.advance(board, cell);
        match step.outcome {
            Some(outcome) => Ok(plies > 0 && outcome == Outcome::Win(board.to_move())),
            None => self.loses(&step.board, plies.saturating_sub(1), unopposed),
        }
    }

    fn loses(&mut self, board: &Board<B>, plies: u32, unopposed: bool) -> Result<bool, Spent> {
        self.count()?;
        let legal = self.rules.legal(board);
        let completing = self.rules.completing(board, legal);
        let replies = if self.line_wins {
            if !unopposed && completing.any() || plies < 2 {
                return Ok(false);
            }
            match self.defences(board, legal, plies - plies % 2)? {
                Defences::None => return Ok(true),
                Defences::Enough => return Ok(false),
                Defences::Try(replies) => replies,
            }
        } else {
            // In a misère game a side without another move completes a line and loses.
            let safe = legal.minus(completing);
            if plies < 3 || safe.is_empty() {
                return Ok(plies > 0 && safe.is_empty());
            }
            safe
        };
        self.all_lose(board, replies, plies, unopposed)
    }

    /// The replies to an attack within an even number of plies where a line wins.
    fn defences(&mut self, board: &Board<B>, legal: B, plies: u32) -> Result<Defences<B>, Spent> {
        if !self.is_free {
            let none = plies == 2 && self.rules.threatened(board, self.rules.empty(board)).is_empty();
            return Ok(if none { Defences::Enough } else { Defences::Try(legal) });
        }
        let threatened = self.rules.threatened(board, legal);
        if threatened.has_several() {
            return Ok(Defences::None);
        }
        if plies < 4 {
            return Ok(Defences::Enough);
        }
        if threatened.any() {
            return Ok(Defences::Try(threatened));
        }
        let passed = self.passed(board);
        let is_attack = self.wins(&passed, plies - 1, true)?;
        Ok(if is_attack { Defences::Try(legal) } else { Defences::Enough })
    }

    fn all_lose(
        &mut self,
        board: &Board<B>,
        mut replies: B,
        plies: u32,
        unopposed: bool,
    ) -> Result<bool, Spent> {
        let place = plies as usize;
        let killer = self.killers[place][1].filter(|cell| replies.contains(cell.bit()));
        if let Some(cell) = killer {
            if !self.loses_with(board, cell, plies, unopposed)? {
                return Ok(false);
            }
            replies.remove(cell.bit());
        }
        for bit in replies.members() {
            let cell = Cell::from_bit(bit);
            if !self.loses_with(board, cell, plies, unopposed)? {
                self.killers[place][1] = Some(cell);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a reply that completes no line, or none that counts, loses.
    fn loses_with(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        plies: u32,
        unopposed: bool,
    ) -> Result<bool, Spent> {
        if self.rules.leaves_no_move(board, cell) {
            return Ok(false);
        }
        self.wins(&self.rules.play(board, cell), plies - 1, unopposed)
    }
}

/// What a defender can do.
enum Defences<B> {
    /// Nothing: it loses.
    None,
    /// It does not lose in time.
    Enough,
    /// These moves must be looked at: all others lose.
    Try(B),
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{Game, with_game};
    use connect_toe_testkit::oracle::{self, ExactResult};
    use connect_toe_testkit::random_game::{Options, RandomGame};

    use super::*;

    /// In every position of random games of every kind, for every number of plies.
    #[test]
    fn wins_within_some_plies_are_those_of_the_reference() {
        let (mut seed, mut wins, mut longer) = (0, 0, 0);
        while wins < 2000 {
            seed += 1;
            let RandomGame { game: text, moves } = RandomGame::draw(seed, &Options::solvable());
            let reference = oracle::Game::parse(&text).expect("a game");
            let position = reference.replay(&moves.join(" ")).expect("moves");
            if position.outcome().is_some() {
                continue;
            }
            let solution = position.solve();
            let mut game: Game = text.parse().expect("a game");
            game.play(&moves.join(" ")).expect("moves");
            with_game!(&game, record => {
                let board = record.board();
                for plies in 0..=9 {
                    let is_in_time = |result: &(ExactResult, Option<usize>)| {
                        result.0 == ExactResult::Win && result.1.is_some_and(|found| found <= plies)
                    };
                    let mut within = Within::new(record.rules(), &Stop::new());
                    let found = within.wins_within(board, plies as u32);
                    let expected = is_in_time(&(solution.result, solution.distance));
                    assert_eq!(found, Ok(expected), "{text} {moves:?} {plies}");
                    for (cell, value) in &solution.per_move {
                        let cell = game.parse_move(cell).expect("is legal");
                        let found = within.move_wins(board, cell, plies as u32);
                        assert_eq!(found, Ok(is_in_time(value)), "{text} {moves:?} {plies} {cell:?}");
                        wins += u32::from(is_in_time(value));
                        longer += u32::from(is_in_time(value) && value.1 > Some(3));
                    }
                    if expected && plies > 1 && solution.distance != Some(1) {
                        let may = within.may_win(board, plies as u32).expect("no limit");
                        for (cell, value) in &solution.per_move {
                            let cell = game.parse_move(cell).expect("is legal");
                            assert!(!is_in_time(value) || may.contains(cell.bit()), "{text} {moves:?} {plies}");
                        }
                    }
                }
            });
        }
        assert!(longer > 150, "{longer} of {wins} wins take more than two moves");
    }

    #[test]
    fn a_limit_ends_the_search() {
        let game: Game = "9x9:5".parse().expect("a game");
        with_game!(&game, record => {
            let mut within = Within::new(record.rules(), &Stop::new());
            within.allow(1);
            assert_eq!(within.distance(record.board(), 9), Err(Spent));
        });
    }
}
