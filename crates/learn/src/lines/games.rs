//! Games of a network against itself.

use connect_toe_eval::learned::{LineFollower, LineNetwork, moved_first, playable};
use connect_toe_eval::runs::Runs;
use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::candidates::{forced, highest};
use crate::settings::Settings;

/// A position to learn from.
#[derive(Clone, Debug)]
pub(super) struct Sample<B> {
    pub(super) stones: BySide<B>,
    /// Where stones drop: the cells that can be played.
    pub(super) playable: B,
    pub(super) to_move: Side,
    /// Whether the side to move moved first.
    pub(super) is_first: bool,
    /// The score that the side to move is to expect, from 0 to 1.
    pub(super) target: f32,
    /// Moves by the index of their cell, and how likely each of them is to be made.
    pub(super) moves: Vec<(u16, f32)>,
}

/// How sharply moves with higher values are preferred: the promise of a move that is worth one unit (half the logarithm of
/// the odds) less is this much lower.
const SHARPNESS: f32 = 6.0;

/// What a side can expect that wins by force.
const FORCED: f32 = 20.0;

/// Plays games, and keeps its working memory between them.
pub(super) struct Games<'a, B> {
    rules: &'a Rules<B>,
    network: &'a LineNetwork,
    settings: &'a Settings,
    follower: LineFollower<B>,
    runs: Runs<B>,
    candidates: Vec<Cell>,
    /// By candidate: the value after it for the side to move.
    values: Vec<f32>,
}

/// A position of a game with what was found there.
struct Met<B> {
    sample: Sample<B>,
    /// The score that the best move promises the side to move.
    best: f32,
    /// Whether that move was made.
    is_made: bool,
}

impl<'a, B: Bits> Games<'a, B> {
    pub(super) fn new(rules: &'a Rules<B>, network: &'a LineNetwork, settings: &'a Settings) -> Self {
        Games {
            rules,
            network,
            settings,
            follower: LineFollower::new(network),
            runs: Runs::new(rules),
            candidates: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Plays the game with this number, and returns its positions.
    pub(super) fn play(&mut self, number: u64) -> Vec<Sample<B>> {
        let Games { rules, settings, .. } = *self;
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        random.set_stream(number + 1);
        let opening = match settings.random_plies {
            0 => 0,
            most => random.random_range(0..=most),
        };
        let mut board = rules.start();
        let mut met: Vec<Met<B>> = Vec::new();
        let score = loop {
            if let Some(result) = forced(rules, &mut self.runs, &board, &mut self.candidates) {
                break f32::midpoint(1.0, result);
            }
            self.candidates.shuffle(&mut random);
            let (best, value) = self.best(&board);
            let is_random = self.candidates.len() > 1
                && (board.stones() < opening || random.random::<f32>() < settings.exploration);
            let cell =
                if is_random { self.candidates[random.random_range(0..self.candidates.len())] } else { best };
            if rules.may_leave_no_move(&board) && rules.leaves_no_move(&board, cell) {
                break 0.5;
            }
            met.push(Met {
                sample: self.sample(&board),
                best: 1.0 / (1.0 + (-2.0 * value).exp()),
                is_made: cell == best,
            });
            board = rules.play(&board, cell);
        };
        self.labelled(met, score)
    }

    /// The positions with their targets, backwards from the score of the side to move at the end: a part of the score to
    /// come, the rest of what the best move promises.
    fn labelled(&self, met: Vec<Met<B>>, end: f32) -> Vec<Sample<B>> {
        let decay = self.settings.decay;
        let mut next = end;
        let mut samples = Vec::with_capacity(met.len());
        for Met { mut sample, best, is_made } in met.into_iter().rev() {
            let coming = if is_made { 1.0 - next } else { best };
            // The last score is a result, not a belief.
            sample.target =
                if samples.is_empty() && is_made { coming } else { decay * coming + (1.0 - decay) * best };
            next = sample.target;
            samples.push(sample);
        }
        samples.reverse();
        samples
    }

    fn sample(&self, board: &Board<B>) -> Sample<B> {
        let most = self.values.iter().copied().fold(f32::MIN, f32::max);
        let share = |value: &f32| (SHARPNESS * (value - most)).exp();
        let total: f32 = self.values.iter().map(share).sum();
        let cells = self.candidates.iter().map(|cell| cell.index() as u16);
        Sample {
            stones: BySide::from_fn(|side| board.stones_of(side)),
            playable: playable(self.rules, board),
            to_move: board.to_move(),
            is_first: board.to_move() == moved_first(board),
            target: 0.5,
            moves: cells.zip(self.values.iter().map(|value| share(value) / total)).collect(),
        }
    }

    /// The candidate with the highest value, of equal ones the first, and that value. A move after which the runs force a
    /// result has that one.
    fn best(&mut self, board: &Board<B>) -> (Cell, f32) {
        let Games { rules, network, .. } = *self;
        self.values.clear();
        for &cell in &self.candidates {
            let after = rules.play(board, cell);
            self.values.push(-self.follower.value(network, rules, &after));
        }
        let mut is_checked = vec![false; self.candidates.len()];
        loop {
            let index = highest(&self.values).unwrap_or(0);
            let (cell, value) = (self.candidates[index], self.values[index]);
            if std::mem::replace(&mut is_checked[index], true) {
                return (cell, value);
            }
            match self.runs.forced(rules, &rules.play(board, cell)) {
                Some(forced) if forced > 0 => self.values[index] = -FORCED,
                Some(_) => self.values[index] = FORCED,
                None => return (cell, value),
            }
        }
    }
}
