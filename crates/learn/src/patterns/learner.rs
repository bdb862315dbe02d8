//! The learner of patterns: weights, and the games played so far.

use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_eval::learned::{Network, Patterns, Training, UNIT};
use connect_toe_game::{Bits, BySide, Rules, Side};
use connect_toe_work::Stop;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::error::LearnError;
use crate::learner::Extent;
use crate::means;
use crate::patterns::self_play::SelfPlay;
use crate::patterns::tables::Table;
use crate::patterns::tuples;
use crate::settings::Settings;
use crate::threads::on_threads;

/// Learns the weights of patterns of one game by playing it against itself.
///
/// Method: TD(λ) on positions after moves, with errors cut off after a number of positions and applied at once
/// (Jaśkowski, *Mastering 2048 with delayed temporal coherence learning, multi-stage weight promotion, redundant
/// encoding and carousel shaping*, 2016), ε-greedy play (Sutton and Barto), and step sizes by [`Method`](crate::Method).
/// An error across a random move is not learned from, except that of a result that is forced after it. Moves after which the
/// runs on the board force a loss are not made while there are others, not even at random. What has been learned is the
/// mean of the weights over about the last quarter of the games (polynomial-decay averaging; Shamir and Zhang, *Stochastic
/// gradient descent for non-smooth optimization*, 2013).
#[derive(Debug)]
pub(crate) struct PatternLearner<B> {
    pub(crate) rules: Rules<B>,
    pub(crate) settings: Settings,
    pub(crate) patterns: Patterns,
    /// One for positions in which the side that moved first (X) is to move, one for the others.
    pub(crate) tables: BySide<Table>,
    pub(crate) games: u64,
}

/// The means of the weights change whenever this many games have been played.
const GAMES_A_MEAN: u64 = 1024;

/// Plays games, whose numbers it takes from a shared counter up to an end, and learns from them.
fn play<B: Bits>(learner: &PatternLearner<B>, next: &AtomicU64, end: u64, stop: &Stop) -> u64 {
    let mut self_play = SelfPlay::new(learner);
    let mut played = 0;
    while !stop.is_requested() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            break;
        }
        self_play.play(number);
        played += 1;
    }
    played
}

impl<B: Bits> PatternLearner<B> {
    /// A learner that has not played yet: all positions are even.
    ///
    /// # Errors
    /// Nobody can win this game, or its patterns need too much memory.
    pub(crate) fn new(rules: Rules<B>, settings: Settings) -> Result<PatternLearner<B>, LearnError> {
        // Games have streams of their own, from 1 on.
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let tuples = tuples::choose(&rules, &settings, &mut random)?;
        let patterns = Patterns::new(rules.spec(), tuples)?;
        let tables = BySide::from_fn(|_| Table::new(patterns.weights()));
        Ok(PatternLearner { rules, settings, patterns, tables, games: 0 })
    }

    /// How much is learned.
    pub(crate) fn extent(&self) -> Extent {
        Extent {
            patterns: self.patterns.tuples().len(),
            places: self.patterns.places(),
            weights: Side::ALL.len() * self.patterns.weights(),
        }
    }

    /// Plays games on threads that share the weights, and learns from them, until they are played or `stop` is set.
    /// Returns the number of games played. With one thread the weights are the same each time.
    pub(crate) fn play(&mut self, games: u64, threads: usize, stop: &Stop) -> u64 {
        let mut played = 0;
        while played < games && !stop.is_requested() {
            let until_mean = GAMES_A_MEAN - self.games % GAMES_A_MEAN;
            played += self.play_part((games - played).min(until_mean), threads, stop);
            if self.games.is_multiple_of(GAMES_A_MEAN) {
                self.average(self.games / GAMES_A_MEAN);
            }
        }
        played
    }

    /// Moves the means, for the time with this number, counted from 1.
    fn average(&mut self, number: u64) {
        let part = means::part(number);
        for side in Side::ALL {
            self.tables[side].average(part);
        }
    }

    fn play_part(&mut self, games: u64, threads: usize, stop: &Stop) -> u64 {
        let next = AtomicU64::new(self.games);
        let end = self.games.saturating_add(games);
        let learner = &*self;
        let played = on_threads(threads, stop, || play(learner, &next, end, stop)).into_iter().sum();
        self.games += played;
        played
    }

    /// What has been learned.
    pub(crate) fn network(&self) -> Network {
        let weight = |weight: f32| (f64::from(weight) * UNIT).round() as i32;
        let weights = |side: Side| -> Vec<i32> {
            let Table { weights, means, .. } = &self.tables[side];
            if self.games < GAMES_A_MEAN {
                weights.iter().map(|shared| weight(shared.get())).collect()
            } else {
                means.iter().map(|&mean| weight(mean)).collect()
            }
        };
        let training =
            Training { games: self.games, seed: self.settings.seed, method: self.settings.to_string() };
        Network::new(self.patterns.clone(), BySide::from_fn(weights), training)
    }
}
