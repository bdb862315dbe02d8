//! The numbers that are learned, and Adam, which moves them.

use connect_toe_eval::learned::{Head, LANES, LineNetwork, RANGE, Training, UNIT_OF_ROWS, Views};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::lines::gradient::Gradient;

/// The decay of Adam's mean of gradients, and of that of their squares.
const DECAYS: [f32; 2] = [0.9, 0.999];
/// Keeps Adam's steps finite.
const TINY: f32 = 1e-8;
/// The largest number of a point that counts, in units of 1, and the largest magnitude of a row's number.
pub(super) const MOST: f32 = RANGE as f32 / UNIT_OF_ROWS;

/// The hidden weights of a head begin as random numbers of about this size.
const HIDDEN: f32 = 0.25;
/// The numbers of a row begin as random numbers of about this size.
const ROW: f32 = 0.1;

/// Numbers with what Adam keeps of each: first those of the rows, then those of the heads.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub(super) rows: usize,
    pub(super) numbers: Vec<f32>,
    /// The mean of the gradients of a number, and of their squares.
    pub(super) moments: Vec<[f32; 2]>,
    /// The means of the numbers over the last part of the games.
    pub(super) means: Vec<f32>,
    pub(super) steps: u64,
}

impl Parameters {
    /// Small random numbers: every position is even.
    pub(super) fn new(views: &Views, random: &mut ChaCha8Rng) -> Parameters {
        let rows = views.rows();
        let mut around_zero = |size: f32| size * (2.0 * random.random::<f32>() - 1.0);
        let mut numbers: Vec<f32> = (0..LANES * rows).map(|_| around_zero(ROW)).collect();
        for _ in 0..LineNetwork::heads_of(views.spec()) {
            let mut head = Head::EVEN;
            for weight in head.hidden.iter_mut().flatten() {
                *weight = around_zero(HIDDEN);
            }
            numbers.extend(head.numbers());
        }
        Parameters::before_a_step(rows, numbers)
    }

    /// The numbers of a network, as if nothing had been learned since.
    pub(super) fn of(network: &LineNetwork) -> Parameters {
        let rows = network.views().rows();
        let of_rows = network.rows().iter().flatten().map(|&number| f32::from(number) / UNIT_OF_ROWS);
        Parameters::before_a_step(
            rows,
            of_rows.chain(network.heads().iter().flat_map(Head::numbers)).collect(),
        )
    }

    fn before_a_step(rows: usize, numbers: Vec<f32>) -> Parameters {
        let moments = vec![[0.0; 2]; numbers.len()];
        Parameters { rows, means: numbers.clone(), numbers, moments, steps: 0 }
    }

    /// The number of heads.
    pub(super) fn heads(&self) -> usize {
        (self.numbers.len() - LANES * self.rows) / Head::NUMBERS
    }

    /// The head with this number.
    pub(super) fn head(&self, number: usize) -> Head {
        head(&self.numbers, self.rows, number)
    }

    /// A step of Adam (Kingma and Ba, *Adam: a method for stochastic optimization*, 2015) against the gradient. Rows that
    /// no position had are left alone.
    pub(super) fn step(&mut self, rate: f32, gradient: &Gradient) {
        self.steps += 1;
        let power = |decay: f32| 1.0 - decay.powi(self.steps.min(1 << 20) as i32);
        let size = rate * power(DECAYS[1]).sqrt() / power(DECAYS[0]);
        let mut step = |index: usize, most: f32| {
            let slope = gradient.numbers[index];
            let [mean, square] = &mut self.moments[index];
            *mean += (1.0 - DECAYS[0]) * (slope - *mean);
            *square += (1.0 - DECAYS[1]) * (slope * slope - *square);
            let number = &mut self.numbers[index];
            *number = (*number - size * *mean / (square.sqrt() + TINY)).clamp(-most, most);
        };
        for &row in &gradient.touched {
            for index in LANES * row as usize..LANES * (row as usize + 1) {
                step(index, MOST);
            }
        }
        for index in LANES * self.rows..gradient.numbers.len() {
            step(index, f32::MAX);
        }
    }

    /// Moves the means by a part of their difference to the numbers.
    pub(super) fn average(&mut self, part: f32) {
        for (mean, number) in self.means.iter_mut().zip(&self.numbers) {
            *mean += part * (number - *mean);
        }
    }

    /// The network of these numbers, or of their means.
    pub(super) fn network(&self, views: &Views, of_means: bool, training: Training) -> LineNetwork {
        let numbers = if of_means { &self.means } else { &self.numbers };
        let small =
            |number: &f32| (number * UNIT_OF_ROWS).round().clamp(-f32::from(RANGE), f32::from(RANGE)) as i8;
        let (rows, _) = numbers[..LANES * self.rows].as_chunks::<LANES>();
        let rows = rows.iter().map(|row| std::array::from_fn(|lane| small(&row[lane]))).collect();
        let heads = (0..self.heads()).map(|number| head(numbers, self.rows, number)).collect();
        LineNetwork::new(views.clone(), rows, heads, training)
    }
}

fn head(numbers: &[f32], rows: usize, number: usize) -> Head {
    let first = LANES * rows + Head::NUMBERS * number;
    Head::of_numbers(numbers[first..first + Head::NUMBERS].iter().copied()).unwrap_or(Head::EVEN)
}
