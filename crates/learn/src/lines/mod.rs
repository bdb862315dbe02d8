//! Learning of line networks.

mod checkpoint;
mod games;
mod gradient;
mod parameters;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use connect_toe_eval::learned::{Head, LineNetwork, Training, UNIT_OF_ROWS, Views};
use connect_toe_game::{Bits, Rules};
use connect_toe_work::Stop;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::error::LearnError;
use crate::lines::games::{Games, Sample};
use crate::lines::gradient::Gradient;
use crate::lines::parameters::Parameters;
use crate::means;
use crate::settings::Settings;
use crate::threads::on_threads;

/// Games that are played by one network, before it learns from them.
const GENERATION: u64 = 500;
/// Positions of one step, and the parts of them whose gradients are added up in order: they do not depend on the number of
/// threads.
const BATCH: usize = 256;
const PARTS: usize = 4;
/// Streams of random numbers from here on are for the order of positions; those below are for games.
const ORDERS: u64 = 1 << 48;

/// Learns a line network of one game by playing it against itself.
///
/// Games of a generation are played by the same network, which looks one ply ahead or is asked by a search, with random moves
/// between. Then the network learns from their positions, in batches with Adam: the score to expect (a mixture of the best
/// move's value and of what came, after TD(λ)), and which moves are likely. What has been learned is the mean of the numbers
/// over about the last quarter of the games. The threads that play and learn do not change it.
#[derive(Debug)]
pub(crate) struct LineLearner<B> {
    pub(crate) rules: Rules<B>,
    pub(crate) settings: Settings,
    views: Views,
    parameters: Parameters,
    pub(crate) games: u64,
}

/// A part of a batch, which a thread takes, and where its gradient goes.
type Part<'a, B> = Mutex<Option<(&'a mut Gradient, &'a [Sample<B>])>>;

impl<B: Bits> LineLearner<B> {
    pub(crate) fn new(rules: Rules<B>, settings: Settings) -> Result<LineLearner<B>, LearnError> {
        if rules.lines().count() == 0 {
            return Err(LearnError::NoLines);
        }
        let views = Views::new(rules.spec())?;
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let parameters = Parameters::new(&views, &mut random);
        Ok(LineLearner { rules, settings, views, parameters, games: 0 })
    }

    /// Goes on from the numbers of this network, which is of the same game.
    pub(crate) fn begin_with(&mut self, network: &LineNetwork) {
        self.parameters = Parameters::of(network);
    }

    pub(crate) fn views(&self) -> &Views {
        &self.views
    }

    /// The number of numbers that are learned.
    pub(crate) fn numbers(&self) -> usize {
        self.parameters.numbers.len()
    }

    /// The number of games, this one or the next larger one, after which a generation is whole.
    pub(crate) fn whole(&self, games: u64) -> u64 {
        let end = self.games + games;
        end.next_multiple_of(GENERATION) - self.games
    }

    /// Plays this many games and learns from them by generations, the last of which may have fewer games.
    pub(crate) fn play(&mut self, games: u64, threads: usize, stop: &Stop) -> u64 {
        let mut played = 0;
        while played < games && !stop.is_requested() {
            let until_next = GENERATION - self.games % GENERATION;
            played += self.generation((games - played).min(until_next), threads, stop);
        }
        played
    }

    /// Plays this many games with one network, and learns from them.
    fn generation(&mut self, games: u64, threads: usize, stop: &Stop) -> u64 {
        let network = Arc::new(self.parameters.network(&self.views, false, Training::default()).into());
        let next = AtomicU64::new(self.games);
        let end = self.games + games;
        let (rules, settings) = (&self.rules, &self.settings);
        let mut played = on_threads(threads, stop, || {
            let mut player = Games::new(rules, &network, settings);
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end || stop.is_requested() {
                    return played;
                }
                played.push((number, player.play(number)));
            }
        })
        .concat();
        if played.len() as u64 != games {
            return 0;
        }
        played.sort_unstable_by_key(|&(number, _)| number);
        let mut samples: Vec<Sample<B>> = played.into_iter().flat_map(|(_, samples)| samples).collect();
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(ORDERS + self.games);
        samples.shuffle(&mut random);
        // A generation that is not learned from as a whole has not been played.
        let before = self.parameters.clone();
        let mut parts: Vec<Gradient> =
            (0..PARTS).map(|_| Gradient::new(&self.views, &self.parameters)).collect();
        for batch in samples.chunks(BATCH) {
            if stop.is_requested() {
                self.parameters = before;
                return 0;
            }
            self.learn(batch, &mut parts, threads, stop);
        }
        self.games += games;
        self.parameters.average(means::part(self.games.div_ceil(GENERATION)));
        games
    }

    /// One step against the gradient of a batch.
    fn learn(&mut self, batch: &[Sample<B>], parts: &mut [Gradient], threads: usize, stop: &Stop) {
        let heads: Vec<Head> =
            (0..self.parameters.heads()).map(|number| self.parameters.head(number)).collect();
        let scale = LineNetwork::scale_of(self.rules.spec()) * UNIT_OF_ROWS;
        let (views, parameters) = (&self.views, &self.parameters);
        let share = 1.0 / batch.len() as f32;
        let chunk = batch.len().div_ceil(parts.len());
        let one = |gradient: &mut Gradient, samples: &[Sample<B>]| {
            gradient.clear();
            for sample in samples {
                gradient.of_sample(views, parameters, &heads, scale, sample, share);
            }
        };
        let waiting: Vec<Part<B>> = parts
            .iter_mut()
            .enumerate()
            .map(|(number, gradient)| {
                let from = (number * chunk).min(batch.len());
                let to = ((number + 1) * chunk).min(batch.len());
                Mutex::new(Some((gradient, &batch[from..to])))
            })
            .collect();
        let next = AtomicUsize::new(0);
        on_threads(threads, stop, || {
            while let Some(part) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                let taken = part.lock().ok().and_then(|mut part| part.take());
                if let Some((gradient, samples)) = taken {
                    one(gradient, samples);
                }
            }
        });
        drop(waiting);
        let Some((sum, others)) = parts.split_first_mut() else { return };
        for other in others {
            sum.add(other);
        }
        self.parameters.step(self.settings.rate, sum);
    }

    pub(crate) fn network(&self) -> LineNetwork {
        let training =
            Training { games: self.games, seed: self.settings.seed, method: self.settings.to_string() };
        self.parameters.network(&self.views, true, training)
    }
}
