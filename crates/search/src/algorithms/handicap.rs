//! What makes `best` weaker than it is: noise in the values of positions, threats that are not seen before they are made, and
//! blocks that are overlooked.
//!
//! What is drawn at random follows from the position, from a setting, and from the order of the moves in the task,
//! which differs from game to game where ties are broken at random. So games differ, and each can be repeated.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_eval::{Heuristic, Key, Resources, SettingError, Settings};
use connect_toe_game::processor::Avx2;
use connect_toe_game::{Bits, Board, Cell, Rules, scramble};
use connect_toe_solve::Book;

use super::monte_carlo::SEED;
use super::{alpha_beta, drawn, within};
use crate::report::SearchReport;
use crate::scale::Scale;
use crate::{Searcher, Task, Watch};

pub(super) const NOISE: Key = Key {
    name: "noise",
    about: "largest random error of the values of positions, in hundredths of the logarithm of the odds to win, 0 to 100000; default 0",
};
pub(super) const CHAIN: Key = Key {
    name: "chain",
    about: "longest chain of threats that it sees at once, in plies; default: no limit",
};
pub(super) const OVERLOOK: Key = Key {
    name: "overlook",
    about: "percentage of the positions in which it overlooks that the opponent completes a line next; default 0",
};

/// The settings.
#[derive(Clone, Debug)]
pub(super) struct Handicap {
    noise: u64,
    overlook: u64,
    /// Plies of the longest chain of threats that is seen, before the search and in it.
    pub(super) chain: u32,
    seed: u64,
    /// The seed of what is drawn in the game that is being played, for the noise.
    of_game: Arc<AtomicU64>,
}

/// No handicap.
impl Default for Handicap {
    fn default() -> Handicap {
        Handicap { noise: 0, overlook: 0, chain: u32::MAX, seed: 0, of_game: Arc::default() }
    }
}

impl Handicap {
    pub(super) fn of(settings: &Settings) -> Result<Handicap, SettingError> {
        let noise = within(settings, NOISE, 0..=100_000, "a whole number from 0 to 100000")?;
        let overlook = within(settings, OVERLOOK, 0..=100, "a whole number from 0 to 100")?;
        Ok(Handicap {
            noise: noise.unwrap_or(0),
            overlook: overlook.unwrap_or(0),
            chain: settings.get(CHAIN.name, "a whole number of plies")?.unwrap_or(u32::MAX),
            seed: settings.get(SEED.name, "a whole number")?.unwrap_or(0),
            of_game: Arc::default(),
        })
    }

    /// Whether anything is drawn at random.
    pub(super) fn is_random(&self) -> bool {
        self.noise > 0 || self.overlook > 0
    }

    /// The noise of values on this scale.
    pub(super) fn noise(&self, scale: Scale) -> Noise {
        // A scale that says nothing of the odds has its own unit.
        let most = self.noise as f64 / 100.0 * scale.unit_of_odds().unwrap_or(1.0);
        Noise { most: most.round() as u64, limit: scale.most_estimate(), of_game: Arc::clone(&self.of_game) }
    }

    /// The search that overlooks blocks.
    ///
    /// # Errors
    /// Never: the heuristic of the blind search has no setting that could be wrong.
    pub(super) fn before<B: Bits>(
        self,
        rules: &Rules<B>,
        search: Box<dyn Searcher<B>>,
    ) -> Result<Box<dyn Searcher<B>>, SettingError> {
        if !self.is_random() {
            return Ok(search);
        }
        let row = Heuristic::find(BLIND).expect("is in the table");
        let evaluator = row.build(rules, &Settings::default(), &Resources::default())?;
        let scale = Scale::asking(&*evaluator).hurried(rules);
        let blind = alpha_beta::searcher(rules, 1, scale, evaluator, Avx2::detect());
        Ok(Box::new(Handicapped { handicap: self, blind, search }))
    }
}

/// The heuristic of the blind search: it counts stones on lines and does not see that one is about to be completed.
const BLIND: &str = "weighted-lines";

/// Makes values be off by chance.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    most: u64,
    /// The most that a value may be.
    limit: i64,
    of_game: Arc<AtomicU64>,
}

impl Noise {
    /// The value of a position for the side to move as the player takes it: off by `-most` to `most`, most often near 0.
    #[inline]
    pub(super) fn heard<B: Bits>(&self, value: i64, board: &Board<B>) -> i64 {
        if self.is_silent() { value } else { self.off(value, board) }
    }

    /// Whether it takes every value as it is.
    pub(super) fn is_silent(&self) -> bool {
        self.most == 0
    }

    fn off<B: Bits>(&self, value: i64, board: &Board<B>) -> i64 {
        let number = drawn(self.of_game.load(Ordering::Relaxed), board);
        let range = u128::from(self.most) + 1;
        let part = |bits: u64| ((u128::from(bits & 0xFFFF_FFFF) * range) >> 32) as i64;
        (value + part(number) - part(number >> 32)).clamp(-self.limit, self.limit)
    }
}

/// A search with a handicap.
struct Handicapped<B: Bits> {
    handicap: Handicap,
    /// Looks one ply ahead, so that it sees its own lines but not the opponent's answers.
    blind: Box<dyn Searcher<B>>,
    search: Box<dyn Searcher<B>>,
}

impl<B: Bits> Handicapped<B> {
    /// The moves without those that stop the opponent from completing a line next, if they are overlooked.
    fn overlooked(&self, rules: &Rules<B>, board: &Board<B>, moves: &[Cell], seed: u64) -> Option<Vec<Cell>> {
        let legal = rules.legal(board);
        let is_blind = drawn(!seed, board) % 100 < self.handicap.overlook;
        if !is_blind || !rules.line_wins() || rules.completing(board, legal).any() {
            return None;
        }
        let threatened = rules.threatened_inlined(board, legal);
        let others: Vec<Cell> =
            moves.iter().filter(|cell| !threatened.contains(cell.bit())).copied().collect();
        (threatened.any() && !others.is_empty()).then_some(others)
    }
}

impl<B: Bits> Searcher<B> for Handicapped<B> {
    fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> SearchReport {
        let order = |seed: u64, cell: &Cell| scramble(seed ^ u64::from(cell.bit()));
        let seed = task.moves.iter().fold(scramble(self.handicap.seed), order);
        self.handicap.of_game.store(seed, Ordering::Relaxed);
        match self.overlooked(rules, board, task.moves, seed) {
            Some(moves) => self.blind.search(
                rules,
                board,
                &Task { moves: &moves, nodes: None, deepen: false, ..*task },
                watch,
            ),
            None => self.search.search(rules, board, task, watch),
        }
    }

    fn set_book(&mut self, book: Option<Arc<Book<B>>>) {
        self.search.set_book(book);
    }
}
