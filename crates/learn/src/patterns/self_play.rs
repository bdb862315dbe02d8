//! Games of a learner against itself.

use connect_toe_eval::Evaluator;
use connect_toe_eval::learned::{Change, Follower};
use connect_toe_eval::runs::Runs;
use connect_toe_game::{Bits, Board, Cell, Side};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::candidates::{forced, highest};
use crate::patterns::PatternLearner;
use crate::patterns::tables::{Shared, Table};
use crate::settings::Method;

/// Plays games and learns from them; keeps its working memory between games.
pub(crate) struct SelfPlay<'a, B> {
    learner: &'a PatternLearner<B>,
    /// The numbers of the weights of the position and of the first position, by place.
    follower: Follower<B>,
    start: Follower<B>,
    /// Whether what a move changes depends on more than its cell, so that the numbers have to follow the board.
    needs_follower: bool,
    /// By place; at the end the one of the value of `runs`, if that is among the patterns.
    numbers: Vec<u32>,
    /// By place: the number and the weight from which positions after moves differ.
    current: Vec<Here>,
    /// Positions after moves whose errors are not complete, the latest at the end.
    chain: Vec<Visited>,
    spare: Vec<Visited>,
    candidates: Vec<Cell>,
    /// By candidate: how much higher the value is after it, for the side to move; minus infinity if it loses.
    gains: Vec<f32>,
    runs: Runs<B>,
    /// By number of a weight: the application of errors that moved it last; `None` where patterns have only a few
    /// places.
    latest: Option<Vec<u32>>,
    applied: u32,
}

/// Where patterns have no more places than this, a weight may move once for each of them: finding out which are the
/// same costs more there than it gains (at 25,000 games of Score Four, 34 ± 5 % against `runs` with it, 35 ± 5 %
/// without).
const FEW_PLACES: usize = 8;

/// The number of the weight at one place of a position, and that weight for the side that is not to move.
#[derive(Clone, Copy, Default)]
struct Here {
    number: u32,
    weight: f32,
}

/// What these changes add to the sum of the weights.
#[inline(never)]
fn difference(changes: &[Change], current: &[Here], weights: &[Shared]) -> f32 {
    changes.iter().fold(0.0, |difference, change| {
        let Here { number, weight } = current[change.place as usize];
        difference + (weights[number.wrapping_add(change.add) as usize].get() - weight)
    })
}

/// The sum of the weights with these numbers.
#[inline(never)]
fn sum(numbers: &[u32], weights: &[Shared]) -> f32 {
    numbers.iter().map(|&number| weights[number as usize].get()).sum()
}

/// Moves the weights with these numbers by their parts of a full step, and remembers the change that was recommended.
#[inline]
fn move_weights(method: Method, table: &Table, numbers: impl Iterator<Item = u32>, change: f32, full: f32) {
    for number in numbers {
        let changes = &table.changes[number as usize];
        let weight = &table.weights[number as usize];
        let (sum, magnitudes) = (changes.sum.get(), changes.magnitudes.get());
        weight.set(weight.get() + full * method.part(sum as f32, magnitudes as f32));
        changes.sum.set(sum + f64::from(change));
        changes.magnitudes.set(magnitudes + f64::from(change.abs()));
    }
}

/// A position after a move.
struct Visited {
    numbers: Vec<u32>,
    /// The side to move, where X is the side that moved first.
    to_move: Side,
    /// Its expected result for the side that moved first.
    value: f32,
    /// The errors after it so far, each multiplied by λ to the power of its distance.
    error: f32,
    /// The factor of the next error.
    factor: f32,
    /// Errors that are still to come.
    left: u32,
}

impl<'a, B: Bits> SelfPlay<'a, B> {
    pub(crate) fn new(learner: &'a PatternLearner<B>) -> Self {
        let PatternLearner { rules, patterns, .. } = learner;
        let mut start = Follower::new(patterns);
        start.follow(patterns, rules, &rules.start(), |_, _, _| {});
        SelfPlay {
            learner,
            follower: start.clone(),
            numbers: start.numbers().iter().copied().chain(patterns.number_of_runs(|| 0)).collect(),
            start,
            needs_follower: patterns.changes(rules.geometry().cells()[0], Side::X).is_none(),
            current: vec![Here::default(); patterns.places()],
            chain: Vec::new(),
            spare: Vec::new(),
            candidates: Vec::new(),
            gains: Vec::new(),
            runs: Runs::new(rules),
            latest: (patterns.places() > FEW_PLACES * patterns.tuples().len())
                .then(|| vec![0; patterns.weights()]),
            applied: 0,
        }
    }

    /// Plays the game with this number.
    pub(crate) fn play(&mut self, number: u64) {
        let PatternLearner { rules, settings, patterns, .. } = self.learner;
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        random.set_stream(number + 1);
        self.numbers[..patterns.places()].copy_from_slice(self.start.numbers());
        if self.needs_follower {
            self.follower = self.start.clone();
        }
        let opening = match settings.random_plies {
            0 => 0,
            most => random.random_range(0..=most),
        };
        let mut board = rules.start();
        let mut was_random = true;
        loop {
            // X is the side that moved first.
            let mover = board.to_move();
            let sign = if mover == Side::X { 1.0 } else { -1.0 };
            if let Some(result) = forced(rules, &mut self.runs, &board, &mut self.candidates) {
                // Its weights are never asked, so they need not learn it.
                return self.end(sign * result);
            }
            if board.stones() > 0 {
                if let Some(number) = patterns.number_of_runs(|| self.runs.evaluate(rules, &board, mover)) {
                    self.numbers[patterns.places()] = number;
                }
                let value = self.value_of_table(mover).tanh();
                if was_random {
                    // What follows a random move says nothing about the positions before it.
                    self.apply_all();
                } else {
                    self.learn(value);
                }
                self.visit(mover, value);
            }
            was_random = self.candidates.len() > 1
                && (board.stones() < opening || random.random::<f32>() < settings.exploration);
            // Equal candidates are taken in random order.
            self.candidates.shuffle(&mut random);
            self.gains.clear();
            if was_random || self.candidates.len() == 1 {
                self.gains.resize(self.candidates.len(), 0.0);
            } else {
                self.find_gains(&board);
            }
            let cell = self.choose(&board);
            if rules.may_leave_no_move(&board) && rules.leaves_no_move(&board, cell) {
                return self.end(0.0);
            }
            let after = rules.play(&board, cell);
            self.advance(patterns.changes(cell, mover), &after);
            board = after;
        }
    }

    /// Finds how much higher the value is after each candidate.
    fn find_gains(&mut self, board: &Board<B>) {
        let PatternLearner { rules, patterns, tables, .. } = self.learner;
        let mover = board.to_move();
        let weights = &tables[mover.other()].weights[..];
        let sign = if mover == Side::X { 1.0 } else { -1.0 };
        for (here, &number) in self.current.iter_mut().zip(&self.numbers) {
            *here = Here { number, weight: weights[number as usize].get() };
        }
        for &cell in &self.candidates {
            let difference = if let Some(changes) = patterns.changes(cell, mover) {
                difference(changes, &self.current, weights)
            } else {
                let mut after = self.follower.clone();
                let mut difference = 0.0;
                after.follow(patterns, rules, &rules.play(board, cell), |_, before, after| {
                    difference += weights[after as usize].get() - weights[before as usize].get();
                });
                difference
            };
            let number = patterns
                .number_of_runs(|| self.runs.evaluate(rules, &rules.play(board, cell), mover.other()));
            let of_runs = number.map_or(0.0, |number| weights[number as usize].get());
            self.gains.push(sign * (difference + of_runs));
        }
    }

    /// The candidate with the highest gain, of equal ones the first, among those after which the runs do not force a loss, if
    /// there are any: a game that is lost by rule has nothing more to teach.
    fn choose(&mut self, board: &Board<B>) -> Cell {
        if let [only] = self.candidates[..] {
            return only;
        }
        let rules = &self.learner.rules;
        let mut chosen = None;
        while let Some(index) = highest(&self.gains) {
            let cell = self.candidates[index];
            if self.runs.forced(rules, &rules.play(board, cell)).is_none_or(|value| value <= 0) {
                return cell;
            }
            chosen = chosen.or(Some(cell));
            self.gains[index] = f32::NEG_INFINITY;
        }
        chosen.unwrap_or(self.candidates[0])
    }

    /// Moves the numbers to the position after a move.
    fn advance(&mut self, changes: Option<&[Change]>, after: &Board<B>) {
        if let Some(changes) = changes {
            for change in changes {
                let number = &mut self.numbers[change.place as usize];
                *number = number.wrapping_add(change.add);
            }
        } else {
            let PatternLearner { rules, patterns, .. } = self.learner;
            self.follower.follow(patterns, rules, after, |_, _, _| {});
            self.numbers[..patterns.places()].copy_from_slice(self.follower.numbers());
        }
    }

    /// The sum of the weights of the position, with this side to move.
    fn value_of_table(&self, to_move: Side) -> f32 {
        let weights = &self.learner.tables[to_move].weights;
        sum(&self.numbers, weights)
    }

    /// Remembers the position.
    fn visit(&mut self, to_move: Side, value: f32) {
        let mut visited = self.spare.pop().unwrap_or_else(|| Visited {
            numbers: vec![0; self.numbers.len()],
            to_move,
            value,
            error: 0.0,
            factor: 1.0,
            left: 0,
        });
        visited.numbers.copy_from_slice(&self.numbers);
        let left = self.learner.settings.horizon;
        self.chain.push(Visited { to_move, value, error: 0.0, factor: 1.0, left, ..visited });
    }

    /// Learns that this is the expected result after the next move: the positions before it learn from the difference.
    fn learn(&mut self, value: f32) {
        let Some(last) = self.chain.last() else { return };
        let error = value - last.value;
        let decay = self.learner.settings.decay;
        for visited in &mut self.chain {
            visited.error += visited.factor * error;
            visited.factor *= decay;
            visited.left -= 1;
        }
        if self.chain[0].left == 0 {
            let complete = self.chain.remove(0);
            self.apply(&complete);
            self.spare.push(complete);
        }
    }

    /// Ends the game with this result for the side that moved first.
    fn end(&mut self, result: f32) {
        self.learn(result);
        self.apply_all();
    }

    /// Applies the errors of all positions in memory: no more are to come.
    fn apply_all(&mut self) {
        while let Some(visited) = self.chain.pop() {
            self.apply(&visited);
            self.spare.push(visited);
        }
    }

    /// Moves the weights of a position by what its errors recommend.
    fn apply(&mut self, visited: &Visited) {
        if visited.error == 0.0 {
            return;
        }
        let PatternLearner { tables, settings, patterns, .. } = self.learner;
        let table = &tables[visited.to_move];
        let change = visited.error * (1.0 - visited.value * visited.value);
        let (numbers, runs) = visited.numbers.split_at(patterns.places());
        // The value of `runs` means the same in all positions, so its weight alone takes the whole error from the
        // start. What is left is for the others.
        move_weights(settings.method, table, runs.iter().copied(), change, change);
        let full = settings.rate / patterns.places() as f32 * change;
        if let Some(latest) = &mut self.latest {
            // A weight that counts at many places of the position moves once. Otherwise the sum would move by a
            // multiple of the error, and only weights of empty corners of the board would learn.
            self.applied = self.applied.wrapping_add(1);
            let now = self.applied;
            let is_first = |&number: &u32| std::mem::replace(&mut latest[number as usize], now) != now;
            let numbers = numbers.iter().copied().filter(is_first);
            return move_weights(settings.method, table, numbers, change, full);
        }
        let numbers = numbers.iter().copied();
        // The method is a constant in each of these loops.
        match settings.method {
            Method::Coherence => move_weights(Method::Coherence, table, numbers, change, full),
            Method::ExponentialCoherence => {
                move_weights(Method::ExponentialCoherence, table, numbers, change, full);
            }
            Method::Plain | Method::Lines => move_weights(Method::Plain, table, numbers, change, full),
        }
    }
}
