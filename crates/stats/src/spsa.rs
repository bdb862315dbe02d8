//! Searching for the settings with which a player scores best, from games between perturbed settings.

use super::Pentanomial;

/// Differences of points between two players over pairs of games: what one made in a pair, less what the other made.
///
/// Where the two meet each other, what one makes the other lacks; where each meets a third player, pairs with the same
/// number are compared.
///
/// ```
/// use connect_toe_stats::{PairDifferences, Pentanomial};
/// let pairs = Pentanomial { counts: [1, 0, 2, 1, 4] };
/// let differences = PairDifferences::of_meeting(pairs);
/// assert_eq!(differences.counts, [1, 0, 0, 0, 2, 0, 1, 0, 4]);
/// assert_eq!((differences.pairs(), differences.mean()), (8, Some(0.4375)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairDifferences {
    /// `counts[4 + h]`: pairs with a difference of `h` half points, from −4 to 4.
    pub counts: [u64; 9],
}

impl PairDifferences {
    /// The differences in pairs of games between the two players, counted by the points of the first.
    pub fn of_meeting(pairs: Pentanomial) -> PairDifferences {
        let mut differences = PairDifferences::default();
        for (half_points, count) in pairs.counts.into_iter().enumerate() {
            differences.counts[2 * half_points] += count;
        }
        differences
    }

    /// Counts a pair in which one made `first` half points and the other `second`, each 0 to 4; more count as 4.
    pub fn add(&mut self, first: usize, second: usize) {
        self.counts[4 + first.min(4) - second.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean difference, as a share of a pair's points: −1 … 1. `None` without pairs.
    pub fn mean(self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.sum_of(|share| share) / self.pairs() as f64)
    }

    fn sum_of(self, what: impl Fn(f64) -> f64) -> f64 {
        let shares = (-4..=4).map(|half_points| f64::from(half_points) / 4.0);
        self.counts.into_iter().zip(shares).map(|(count, share)| count as f64 * what(share)).sum()
    }
}

/// How far a search by simultaneous perturbation looks, and how far it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaGains {
    /// The number of iterations that the gains are made for.
    pub iterations: u64,
    /// How far the settings are perturbed in the first iteration, as a share of their ranges: above 0, at most ½. It falls
    /// slowly, to six tenths of that after 200 iterations.
    pub perturbation: f64,
    /// How far a setting that does not matter would wander in all iterations together, by chance, as a share of its range (the
    /// standard deviation): above 0.
    pub wander: f64,
}

/// How fast steps and perturbations fall: Spall's values.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The iterations by which the first steps are held back, as a share of all: Spall's `A`.
const STABILITY: f64 = 0.1;
/// What a pair's difference is taken to vary by before pairs are seen: the games of a pair independent, none drawn.
const VARIANCE_BEFORE: f64 = 0.5;
/// The number of pairs that this counts as.
const PAIRS_BEFORE: f64 = 20.0;
/// The share of the iterations, the last ones, whose places are averaged.
const AVERAGED: f64 = 0.5;

/// A search for the place in the unit cube where a player scores best, by simultaneous perturbation (SPSA, Spall 1992): in
/// each iteration all coordinates are moved a little at once, each up or down by chance, the player there meets the player
/// on the opposite side, and all coordinates go towards the better one.
///
/// Gains fall as in Spall (1998), *Implementation of the simultaneous perturbation algorithm for stochastic optimization*:
/// iteration k looks `c / (k + 1)^0.101` to either side, and its gain is `a / (A + k + 1)^0.602`, A being a tenth of all
/// iterations. Nobody knows `a` beforehand. Here it follows from what chance alone would do ([`SpsaGains::wander`]), and
/// results count in units of the noise that the pairs so far show, so that many draws, or openings that decide pairs, slow
/// nothing down.
///
/// The search's answer is the mean of the second half of its path (Polyak & Juditsky 1992), which is much nearer to the best
/// place than the path's end, since most of what the path does there is noise.
///
/// Chance comes from the caller, as signs.
///
/// ```
/// use connect_toe_stats::{PairDifferences, Spsa, SpsaGains};
/// let mut search = Spsa::new(&[0.2], SpsaGains { iterations: 50, perturbation: 0.2, wander: 0.3 });
/// while !search.is_done() {
///     let moved = search.perturbation(&[search.iteration() % 2 == 0], &[0.0]);
///     let [plus, minus] = search.probes(&moved);
///     // The nearer one to 0.7 wins.
///     let mut result = PairDifferences::default();
///     result.add(if (plus[0] - 0.7).abs() < (minus[0] - 0.7).abs() { 4 } else { 0 }, 2);
///     search.learn(&moved, result);
/// }
/// assert!((search.estimate()[0] - 0.7).abs() < 0.1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    gains: SpsaGains,
    /// What makes a path without any signal wander as far as it should.
    scale: f64,
    iteration: u64,
    place: Vec<f64>,
    /// The sum of the squares of pairs' differences, and their number.
    squares: (f64, f64),
    /// The sum of the averaged places, and their number.
    averaged: (Vec<f64>, u64),
}

impl Spsa {
    /// The search before its first iteration, at a place of the unit cube.
    pub fn new(start: &[f64], gains: SpsaGains) -> Spsa {
        let shapes = (0..gains.iterations).map(|iteration| shape(iteration, gains.iterations).powi(2));
        let length = shapes.sum::<f64>().sqrt();
        Spsa {
            gains,
            scale: gains.wander / length.max(f64::MIN_POSITIVE),
            iteration: 0,
            place: start.iter().map(|one| one.clamp(0.0, 1.0)).collect(),
            squares: (VARIANCE_BEFORE * PAIRS_BEFORE, PAIRS_BEFORE),
            averaged: (vec![0.0; start.len()], 0),
        }
    }

    /// The number of iterations that are done.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iteration >= self.gains.iterations
    }

    /// Where the path has come to.
    pub fn place(&self) -> &[f64] {
        &self.place
    }

    /// How far this iteration moves the coordinates: up where the sign is true, else down. No coordinate is moved by less than
    /// its least move, which is at most ½: moves that change nothing teach nothing.
    pub fn perturbation(&self, signs: &[bool], least: &[f64]) -> Vec<f64> {
        let usual = self.usual();
        let moved = |(&up, &least): (&bool, &f64)| {
            let far = usual.max(least).min(0.5);
            if up { far } else { -far }
        };
        signs.iter().zip(least).map(moved).collect()
    }

    /// The two places that are compared, moved by this and by its opposite. Near a face of the cube their middle is not the
    /// path's place, so that neither leaves the cube and they stay as far apart.
    pub fn probes(&self, moved: &[f64]) -> [Vec<f64>; 2] {
        let middle = |(place, moved): (&f64, &f64)| place.clamp(moved.abs(), 1.0 - moved.abs());
        let middles: Vec<f64> = self.place.iter().zip(moved).map(middle).collect();
        let probe = |sign: f64| {
            let at = |(middle, moved): (&f64, &f64)| (middle + sign * moved).clamp(0.0, 1.0);
            middles.iter().zip(moved).map(at).collect()
        };
        [probe(1.0), probe(-1.0)]
    }

    /// Ends an iteration with what the first of its probes made more than the second.
    pub fn learn(&mut self, moved: &[f64], result: PairDifferences) {
        let pairs = result.pairs() as f64;
        self.squares.0 += result.sum_of(|share| share * share);
        self.squares.1 += pairs;
        let noise = (self.squares.0 / self.squares.1).sqrt();
        let signal = result.mean().unwrap_or(0.0) * pairs.sqrt() / noise;
        let step = self.scale * shape(self.iteration, self.gains.iterations) * signal / self.usual();
        for (place, moved) in self.place.iter_mut().zip(moved) {
            *place = (*place + step * moved).clamp(0.0, 1.0);
        }
        self.iteration += 1;
        let first_averaged = (self.gains.iterations as f64 * (1.0 - AVERAGED)).floor() as u64;
        if self.iteration > first_averaged {
            self.averaged.1 += 1;
            for (sum, place) in self.averaged.0.iter_mut().zip(&self.place) {
                *sum += place;
            }
        }
    }

    /// The best place, as far as is known: the mean of the path's second half, before that its end.
    pub fn estimate(&self) -> Vec<f64> {
        match &self.averaged {
            (_, 0) => self.place.clone(),
            (sums, number) => sums.iter().map(|sum| sum / *number as f64).collect(),
        }
    }

    /// The perturbation of a coordinate without a least move.
    fn usual(&self) -> f64 {
        self.gains.perturbation.min(0.5) / ((self.iteration + 1) as f64).powf(GAMMA)
    }
}

/// How a step of this iteration compares with others, where results are nothing but noise: gain over perturbation.
fn shape(iteration: u64, iterations: u64) -> f64 {
    let number = (iteration + 1) as f64;
    number.powf(GAMMA) / (STABILITY * iterations as f64 + number).powf(ALPHA)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{GameResult, score_of_elo};

    /// Games between players whose strength in Elo falls with the square of the distance from the best place.
    struct Players {
        best: Vec<f64>,
        /// What a coordinate costs that is off by all of its range.
        cost: f64,
        random: ChaCha8Rng,
    }

    impl Players {
        fn loss(&self, place: &[f64]) -> f64 {
            place.iter().zip(&self.best).map(|(one, best)| self.cost * (one - best).powi(2)).sum()
        }

        fn game(&mut self, score: f64) -> GameResult {
            // A fifth of the games between equals is drawn.
            let drawn = 0.8 * score * (1.0 - score);
            let random: f64 = self.random.random();
            if random < drawn {
                GameResult::Draw
            } else if random < drawn + score - drawn / 2.0 {
                GameResult::Win
            } else {
                GameResult::Loss
            }
        }

        fn meet(&mut self, [plus, minus]: &[Vec<f64>; 2], pairs: u64) -> PairDifferences {
            let score = score_of_elo(self.loss(minus) - self.loss(plus));
            let pairs = (0..pairs).map(|_| Pentanomial::of_pair(self.game(score), self.game(score)));
            PairDifferences::of_meeting(pairs.collect::<Vec<_>>().into_iter().sum())
        }
    }

    const GAINS: SpsaGains = SpsaGains { iterations: 200, perturbation: 0.2, wander: 0.3 };

    /// The mean losses in Elo of the start, of the path's end, and of the estimate.
    fn searched(dimensions: usize, cost: f64, pairs: u64, least: f64) -> [f64; 3] {
        const SEARCHES: u64 = 40;
        let mut sums = [0.0; 3];
        for seed in 0..SEARCHES {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut place =
                || -> Vec<f64> { (0..dimensions).map(|_| random.random_range(0.1..0.9)).collect() };
            let (best, start) = (place(), place());
            let mut players = Players { best, cost, random };
            let mut search = Spsa::new(&start, GAINS);
            while !search.is_done() {
                let signs: Vec<bool> = (0..dimensions).map(|_| players.random.random()).collect();
                let moved = search.perturbation(&signs, &vec![least; dimensions]);
                let result = players.meet(&search.probes(&moved), pairs);
                search.learn(&moved, result);
            }
            let found = [start, search.place().to_vec(), search.estimate()];
            for (sum, place) in sums.iter_mut().zip(found) {
                *sum += players.loss(&place) / SEARCHES as f64;
            }
        }
        sums
    }

    #[test]
    fn most_of_what_is_lost_is_found() {
        for (dimensions, cost, pairs, share) in
            [(1, 200.0, 3, 0.15), (1, 800.0, 3, 0.05), (2, 200.0, 10, 0.1), (4, 200.0, 20, 0.06)]
        {
            let [start, end, found] = searched(dimensions, cost, pairs, 0.0);
            assert!(found < share * start, "{dimensions} {cost}: {found} of {start}");
            // What the mean over half of the path gains.
            assert!(found < end, "{dimensions} {cost}: {found}, {end}");
        }
    }

    #[test]
    fn coordinates_that_move_far_at_least_are_found_too() {
        let [start, _, found] = searched(1, 200.0, 10, 0.25);
        assert!(found < 0.2 * start, "{found} of {start}");
    }

    #[test]
    fn what_does_not_matter_wanders_as_far_as_it_should() {
        let mut squares = 0.0;
        for seed in 0..200 {
            let mut players = Players { best: vec![0.5], cost: 0.0, random: ChaCha8Rng::seed_from_u64(seed) };
            // Narrow, so that no path meets a face.
            let mut search = Spsa::new(&[0.5], SpsaGains { wander: 0.1, ..GAINS });
            while !search.is_done() {
                let moved = search.perturbation(&[players.random.random()], &[0.0]);
                let result = players.meet(&search.probes(&moved), 5);
                search.learn(&moved, result);
            }
            squares += (search.place()[0] - 0.5).powi(2) / 200.0;
        }
        let wandered = squares.sqrt();
        assert!((0.08..0.12).contains(&wandered), "{wandered}");
    }

    #[test]
    fn probes_stay_in_the_cube_and_apart() {
        let search = Spsa::new(&[0.0, 1.0, 0.5], GAINS);
        let moved = search.perturbation(&[false, true, true], &[0.0, 0.0, 0.5]);
        assert_eq!(moved, [-0.2, 0.2, 0.5]);
        let near = |place: &[f64], other: [f64; 3]| {
            place.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-12)
        };
        let [plus, minus] = search.probes(&moved);
        assert!(near(&plus, [0.0, 1.0, 1.0]) && near(&minus, [0.4, 0.6, 0.0]), "{plus:?} {minus:?}");
    }

    #[test]
    fn noise_is_learned_from_the_pairs() {
        // Where nearly all pairs are even, the few others say as much as if there were many.
        let moved = [0.2];
        let step = |even: u64| {
            let mut search = Spsa::new(&[0.5], GAINS);
            let mut result = PairDifferences::default();
            result.counts[4] = 1_000_000;
            search.learn(&moved, result);
            let before = search.place()[0];
            let mut result = PairDifferences::default();
            (result.counts[4], result.counts[8]) = (even, 4);
            search.learn(&moved, result);
            search.place()[0] - before
        };
        assert!(step(12) > 0.1, "{}", step(12));
    }
}
