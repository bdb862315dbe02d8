//! Games of a network against itself.

use std::sync::Arc;

use connect_toe_eval::Settings as SearchSettings;
use connect_toe_eval::learned::{Learned, LineFollower, LineNetwork, Weights, moved_first, playable};
use connect_toe_eval::runs::Runs;
use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side};
use connect_toe_search::{Algorithm, Searcher, Task, Want, Worth, unwatched};
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

/// What the search is told: nodes alone limit it, and a small table is enough for those few.
const SEARCH: &str = "depth=4096,memory=1";

/// Plays games, and keeps its working memory between them.
pub(super) struct Games<'a, B> {
    rules: &'a Rules<B>,
    settings: &'a Settings,
    judge: Judge<'a, B>,
    runs: Runs<B>,
    candidates: Vec<Cell>,
}

/// Who says what positions are worth.
enum Judge<'a, B> {
    /// The network, one ply ahead.
    OnePly { network: &'a LineNetwork, follower: Box<LineFollower<B>> },
    /// A search with this many nodes, which asks the network.
    Search { searcher: Box<dyn Searcher<B>>, nodes: u64 },
}

/// What was found about a position.
struct Found {
    best: Cell,
    /// The score that the best move promises the side to move.
    score: f32,
    /// Whether a search believes that the result is decided.
    is_decided: bool,
    /// Moves by the index of their cell, and how likely each of them is to be made.
    moves: Vec<(u16, f32)>,
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
    /// Games of a line network.
    pub(super) fn new(rules: &'a Rules<B>, weights: &'a Arc<Weights>, settings: &'a Settings) -> Self {
        let Weights::Lines(network) = &**weights else { unreachable!("line networks are learned here") };
        let judge = match settings.nodes {
            0 => Judge::OnePly { network, follower: Box::new(LineFollower::new(network)) },
            nodes => Judge::Search { searcher: searcher(rules, weights), nodes },
        };
        Games { rules, settings, judge, runs: Runs::new(rules), candidates: Vec::new() }
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
            let found = self.judge.find(rules, &mut self.runs, &board, &self.candidates);
            let is_random = self.candidates.len() > 1
                && (board.stones() < opening || random.random::<f32>() < settings.exploration);
            let cell = if is_random {
                self.candidates[random.random_range(0..self.candidates.len())]
            } else {
                found.best
            };
            if rules.may_leave_no_move(&board) && rules.leaves_no_move(&board, cell) {
                break 0.5;
            }
            let is_made = cell == found.best;
            let (best, ends) = (found.score, found.is_decided && is_made);
            met.push(Met { sample: sample(rules, &board, found.moves), best, is_made });
            if ends {
                break 1.0 - best;
            }
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
}

/// A position, whose target is found when the game is over.
fn sample<B: Bits>(rules: &Rules<B>, board: &Board<B>, moves: Vec<(u16, f32)>) -> Sample<B> {
    Sample {
        stones: BySide::from_fn(|side| board.stones_of(side)),
        playable: playable(rules, board),
        to_move: board.to_move(),
        is_first: board.to_move() == moved_first(board),
        target: 0.5,
        moves,
    }
}

fn searcher<B: Bits>(rules: &Rules<B>, weights: &Arc<Weights>) -> Box<dyn Searcher<B>> {
    let learned = Learned::new(rules, Arc::clone(weights)).expect("the network is of this game");
    let selective = Algorithm::find("selective").expect("is in the table");
    let settings: SearchSettings = SEARCH.parse().expect("are settings");
    selective.build_with(rules, &settings, Box::new(learned)).expect("has these settings")
}

impl<B: Bits> Judge<'_, B> {
    /// The best of these moves.
    fn find(&mut self, rules: &Rules<B>, runs: &mut Runs<B>, board: &Board<B>, candidates: &[Cell]) -> Found {
        match self {
            Judge::OnePly { network, follower } => {
                let after = |cell: &Cell| -follower.value(network, rules, &rules.play(board, *cell));
                let values: Vec<f32> = candidates.iter().map(after).collect();
                of_values(rules, runs, board, candidates, values)
            }
            Judge::Search { searcher, nodes } => {
                let task = Task { moves: candidates, want: Want::OneBest, nodes: Some(*nodes), deepen: true };
                let report = searcher.search(rules, board, &task, &mut unwatched);
                let best = report.best.first().copied().unwrap_or(candidates[0]);
                let worth = report.worth();
                let share = |cell: &Cell| (cell.index() as u16, f32::from(u8::from(*cell == best)));
                Found {
                    best,
                    score: worth.score().unwrap_or(0.5) as f32,
                    is_decided: matches!(worth, Worth::Exact { .. } | Worth::Claimed { .. }),
                    moves: candidates.iter().map(share).collect(),
                }
            }
        }
    }
}

/// The candidate with the highest value, of equal ones the first. A move after which the runs force a result has that one.
fn of_values<B: Bits>(
    rules: &Rules<B>,
    runs: &mut Runs<B>,
    board: &Board<B>,
    candidates: &[Cell],
    mut values: Vec<f32>,
) -> Found {
    let mut is_checked = vec![false; candidates.len()];
    let place = loop {
        let place = highest(&values).unwrap_or(0);
        if std::mem::replace(&mut is_checked[place], true) {
            break place;
        }
        match runs.forced(rules, &rules.play(board, candidates[place])) {
            Some(forced) if forced > 0 => values[place] = -FORCED,
            Some(_) => values[place] = FORCED,
            None => break place,
        }
    };
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    let share = |value: &f32| (SHARPNESS * (value - most)).exp();
    let total: f32 = values.iter().map(share).sum();
    let cells = candidates.iter().map(|cell| cell.index() as u16);
    Found {
        best: candidates[place],
        score: 1.0 / (1.0 + (-2.0 * values[place]).exp()),
        is_decided: false,
        moves: cells.zip(values.iter().map(|value| share(value) / total)).collect(),
    }
}
