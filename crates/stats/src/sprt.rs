//! The sequential probability ratio test.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

use super::constrained::{Category, multiplier};
use super::elo::ELO_PER_LOGIT;
use super::{ScoreCounts, score_of_elo};

/// What a difference in Elo means in a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EloModel {
    /// The difference fixes the expected score, by [`score_of_elo`].
    #[default]
    Logistic,
    /// The difference fixes the expected score above ½ in standard deviations of a game's score, as in
    /// [`normalized_elo`](super::normalized_elo); the length of a test then hardly depends on the draw rate.
    Normalized,
}

impl EloModel {
    /// All models.
    pub const ALL: [EloModel; 2] = [EloModel::Logistic, EloModel::Normalized];
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        })
    }
}

/// A text that does not name a model of Elo.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a model of Elo: write logistic or normalized")]
pub struct ParseEloModelError(String);

impl FromStr for EloModel {
    type Err = ParseEloModelError;

    fn from_str(text: &str) -> Result<EloModel, ParseEloModelError> {
        let named = EloModel::ALL.into_iter().find(|model| model.to_string() == text);
        named.ok_or_else(|| ParseEloModelError(text.to_owned()))
    }
}

/// A sequential probability ratio test of "the player is `elo0` points stronger" (H0) against "`elo1` points
/// stronger" (H1), to be looked at after every game or pair.
///
/// The test is generalized: for what the hypotheses leave open (the draw rate, the spread of the pairs) it takes the
/// likeliest values under each. A kind of result that has not occurred counts as 10⁻³ of a trial; without trials the
/// ratio is 0.
///
/// Source: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945);
/// X. Li, J. Liu & Z. Ying, "Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses",
/// Sequential Analysis 33 (2014); M. Van den Bergh's notes on it for engine testing.
///
/// ```
/// use connect_toe_stats::{EloModel, Sprt, Verdict, Wdl};
/// let test = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic)?;
/// assert_eq!(test.verdict(Wdl { wins: 30, draws: 60, losses: 28 }), Verdict::Continue);
/// assert_eq!(test.verdict(Wdl { wins: 3300, draws: 6000, losses: 3000 }), Verdict::AcceptH1);
/// # Ok::<(), connect_toe_stats::SprtError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// What a sequential test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Not enough games yet.
    Continue,
    /// The player is rather `elo0` points stronger.
    AcceptH0,
    /// The player is rather `elo1` points stronger.
    AcceptH1,
}

/// Why a sequential test cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are the same, in the wrong order, or too far out.
    #[error("the first difference in Elo must be less than the second, and both between -{limit} and +{limit}; they are {elo0} and {elo1}", limit = Sprt::ELO_LIMIT)]
    Hypotheses {
        /// The difference of H0.
        elo0: f64,
        /// The difference of H1.
        elo1: f64,
    },
    /// An error rate is not a probability, or the two leave nothing to decide.
    #[error("the two error rates must be greater than 0 and sum to less than 1; they are {alpha} and {beta}")]
    ErrorRates {
        /// The chance to accept H1 although H0 is true.
        alpha: f64,
        /// The chance to accept H0 although H1 is true.
        beta: f64,
    },
}

impl Sprt {
    /// The largest difference, either way, that a hypothesis can be.
    pub const ELO_LIMIT: f64 = 1000.0;

    /// What an empty kind of result counts as, in trials.
    const EMPTY: f64 = 1e-3;

    /// A test with the chance `alpha` to accept H1 although H0 is true, and `beta` to accept H0 although H1 is
    /// true.
    ///
    /// # Errors
    /// Hypotheses or error rates that make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0 >= -Self::ELO_LIMIT && elo1 <= Self::ELO_LIMIT) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The difference of H0, in Elo points of the model.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of H1, in Elo points of the model.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The chance to accept H1 although H0 is true.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The chance to accept H0 although H1 is true.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// What the differences mean.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The log-likelihood ratio at or below which H0 is accepted: ln(β / (1 − α)).
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at or above which H1 is accepted: ln((1 − β) / α).
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of H1 to H0 from single games or pairs; positive speaks for H1.
    pub fn log_likelihood_ratio(&self, counts: impl Into<ScoreCounts>) -> f64 {
        let counts = counts.into();
        if counts.trials() == 0 {
            return 0.0;
        }
        let sample = Sample::new(&counts);
        let hypothesis = |elo: f64| match self.model {
            EloModel::Logistic => sample.ln_likelihood_of_mean(score_of_elo(elo)),
            EloModel::Normalized => {
                let per_game = elo / (2.0 * ELO_PER_LOGIT);
                sample.ln_likelihood_of_standardized_mean(per_game * (counts.games_per_trial() as f64).sqrt())
            }
        };
        sample.trials * (hypothesis(self.elo1) - hypothesis(self.elo0))
    }

    /// What the games say, looked at once. In a running test use [`SprtRun`], which keeps its first verdict.
    pub fn verdict(&self, counts: impl Into<ScoreCounts>) -> Verdict {
        let ratio = self.log_likelihood_ratio(counts);
        if ratio >= self.upper_bound() {
            Verdict::AcceptH1
        } else if ratio <= self.lower_bound() {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }
}

/// The scores seen, as shares, with no share 0.
struct Sample {
    trials: f64,
    cells: usize,
    scores: [f64; 5],
    shares: [f64; 5],
}

impl Sample {
    fn new(counts: &ScoreCounts) -> Self {
        let mut sample = Self { trials: 0.0, cells: 0, scores: [0.0; 5], shares: [0.0; 5] };
        for cell in counts.cells() {
            sample.scores[sample.cells] = cell.score;
            sample.shares[sample.cells] = if cell.weight > 0.0 { cell.weight } else { Sprt::EMPTY };
            sample.trials += sample.shares[sample.cells];
            sample.cells += 1;
        }
        sample.shares = sample.shares.map(|weight| weight / sample.trials);
        sample
    }

    /// The multiplier and the values of the constraint "the expected `value` is 0".
    fn constrain(&self, value: impl Fn(f64) -> f64) -> (f64, [Category; 5]) {
        let mut categories = [Category { share: 0.0, value: 0.0 }; 5];
        for (cell, category) in categories.iter_mut().enumerate().take(self.cells) {
            *category = Category { share: self.shares[cell], value: value(self.scores[cell]) };
        }
        (multiplier(&categories), categories)
    }

    /// The logarithm of the largest likelihood a trial can have, up to a constant of the sample, when the
    /// expected `value` is 0.
    fn ln_likelihood((lambda, categories): (f64, [Category; 5])) -> f64 {
        -categories.iter().map(|one| one.share * (lambda * one.value).ln_1p()).sum::<f64>()
    }

    fn ln_likelihood_of_mean(&self, mean: f64) -> f64 {
        Self::ln_likelihood(self.constrain(|score| score - mean))
    }

    /// The log-likelihood where mean and standard deviation satisfy mean − ½ = `standardized` · deviation.
    ///
    /// With X the score above ½, t > 0 the quotient and c = 1 + 1/t², the condition is E\[X²\] = c E\[X\]²: a
    /// parabola in the plane of the two moments. Its tangent at E\[X\] = m is the *linear* constraint
    /// E\[X² − 2 c m X + c m²\] = 0, with a largest likelihood L(m). A sample beyond the parabola (its own
    /// quotient is above t) is cut off from it by tangents, and the closest one counts: the answer is the least
    /// L(m). A sample on the other side reaches the parabola along tangents, and the answer is the greatest
    /// L(m). As the sets of at least some likelihood are convex, L has one turning point in either case.
    fn ln_likelihood_of_standardized_mean(&self, standardized: f64) -> f64 {
        if standardized < 0.0 {
            return self.swapped().ln_likelihood_of_standardized_mean(-standardized);
        }
        let c = 1.0 + standardized.powi(-2);
        if !c.is_finite() {
            return self.ln_likelihood_of_mean(0.5);
        }
        let mean = self.expected(|score| score - 0.5);
        let beyond = c * mean * mean - self.expected(|score| (score - 0.5).powi(2));
        let on_tangent = |m: f64| {
            let constrained = self.constrain(|score| {
                let above = score - 0.5;
                above * above - 2.0 * c * m * above + c * m * m
            });
            if constrained.1.iter().any(|category| category.value < 0.0) {
                Self::ln_likelihood(constrained)
            } else {
                f64::NEG_INFINITY
            }
        };
        if mean > 0.0 && beyond > 0.0 {
            // Only these tangents separate the sample from the parabola.
            let reach = (beyond / c).sqrt();
            -turning_point(mean - reach, mean + reach, |m| -on_tangent(m))
        } else {
            turning_point(0.0, 0.5, on_tangent)
        }
    }

    fn expected(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.scores.iter().zip(self.shares).map(|(&score, share)| share * value(score)).sum()
    }

    fn swapped(&self) -> Self {
        let mut shares = self.shares;
        shares[..self.cells].reverse();
        Self { shares, ..*self }
    }
}

/// The greatest value between `low` and `high` of a function that first rises and then falls; it may be −∞ at
/// first.
fn turning_point(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    /// The share of the interval that is kept in each step of the golden section.
    const KEPT: f64 = 0.618_033_988_749_894_8;
    /// The values near the turning point differ by the square of the distance from it: 10⁻¹⁰ is plenty.
    const STEPS: u32 = 50;
    let (mut left, mut right) = (high - KEPT * (high - low), low + KEPT * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..STEPS {
        if at_left > at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - KEPT * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + KEPT * (high - low);
            at_right = function(right);
        }
    }
    at_left.max(at_right)
}

/// A running test: it is fed in the order of play and keeps its first verdict, even if later games (those still being
/// played when the verdict fell, say) take the ratio back. Only then do the error rates hold.
///
/// `C` is [`Wdl`](super::Wdl) for single games or [`Pentanomial`](super::Pentanomial) for pairs.
///
/// ```
/// use connect_toe_stats::{EloModel, GameResult::{Draw, Win}, Pentanomial, Sprt, SprtRun, Verdict};
/// let test = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic)?;
/// let mut run = SprtRun::new(test);
/// while run.add(Pentanomial::of_pair(Win, Draw)) == Verdict::Continue {}
/// assert_eq!(run.verdict(), Verdict::AcceptH1);
/// # Ok::<(), connect_toe_stats::SprtError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtRun<C> {
    test: Sprt,
    counts: C,
    verdict: Verdict,
}

impl<C: Copy + Default + AddAssign + Into<ScoreCounts>> SprtRun<C> {
    /// The test before its first game.
    pub fn new(test: Sprt) -> Self {
        Self { test, counts: C::default(), verdict: Verdict::Continue }
    }

    /// Adds the next game or pair, or several that ended since the last look, and gives the verdict.
    pub fn add(&mut self, more: C) -> Verdict {
        self.counts += more;
        if self.verdict == Verdict::Continue {
            self.verdict = self.test.verdict(self.counts);
        }
        self.verdict
    }

    /// The first verdict that fell, or [`Verdict::Continue`].
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The log-likelihood ratio of all that was added.
    pub fn log_likelihood_ratio(&self) -> f64 {
        self.test.log_likelihood_ratio(self.counts)
    }

    /// The test.
    pub const fn test(&self) -> &Sprt {
        &self.test
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Wdl};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn ratio(counts: impl Into<ScoreCounts>, elo0: f64, elo1: f64, model: EloModel) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test").log_likelihood_ratio(counts)
    }

    fn check(counts: impl Into<ScoreCounts>, elo0: f64, elo1: f64, model: EloModel, expected: f64) {
        let found = ratio(counts, elo0, elo1, model);
        assert!((found - expected).abs() < 0.01 * expected.abs() + 0.005, "{found} instead of {expected}");
    }

    /// fastchess's `app/tests/sprt_test.cpp` (MIT), all but its samples of one kind of result only, where the
    /// answer is the regularisation's; those are below, solved by hand.
    #[test]
    fn published_ratios_of_games() {
        let games = |wins, losses, draws| Wdl { wins, draws, losses };
        check(games(36433, 36027, 68692), 0.0, 2.0, EloModel::Normalized, 0.92);
        check(games(10871, 10650, 20431), -1.75, 0.25, EloModel::Normalized, 2.30);
        check(games(21404, 21184, 40708), 0.5, 2.5, EloModel::Logistic, -1.57);
        check(games(57433, 57030, 106_593), 0.0, 2.0, EloModel::Logistic, -2.59);
    }

    #[test]
    fn published_ratios_of_pairs() {
        let pairs = |counts| Pentanomial { counts };
        check(pairs([365, 16618, 36229, 16974, 390]), 0.0, 2.0, EloModel::Normalized, 2.25);
        check(pairs([127, 4883, 10712, 5150, 104]), -1.75, 0.25, EloModel::Normalized, 3.01);
        check(pairs([223, 9863, 21279, 10037, 246]), 0.5, 2.5, EloModel::Logistic, -3.07);
        check(pairs([871, 26175, 55983, 26678, 821]), 0.0, 2.0, EloModel::Logistic, -4.98);
    }

    /// The largest log-likelihood of wins, draws and losses over all draw rates, by trying them: the constraint
    /// leaves one free probability.
    fn best_by_grid(shares: [f64; 3], losses_given_draws: impl Fn(f64) -> Option<f64>) -> f64 {
        let likelihood = |draws: f64| {
            let Some(losses) = losses_given_draws(draws) else { return f64::NEG_INFINITY };
            let probabilities = [losses, draws, 1.0 - draws - losses];
            if probabilities.iter().any(|&probability| probability <= 0.0) {
                return f64::NEG_INFINITY;
            }
            shares.iter().zip(probabilities).map(|(share, probability)| share * probability.ln()).sum()
        };
        let (mut from, mut to) = (0.0, 1.0);
        let mut best = f64::NEG_INFINITY;
        for _ in 0..12 {
            let step = (to - from) / 200.0;
            let draws = (0..=200)
                .map(|number| from + step * f64::from(number))
                .max_by(|&a, &b| likelihood(a).total_cmp(&likelihood(b)))
                .expect("a grid");
            best = likelihood(draws);
            (from, to) = ((draws - 2.0 * step).max(0.0), (draws + 2.0 * step).min(1.0));
        }
        best
    }

    #[test]
    fn ratios_are_those_of_a_search_over_all_draw_rates() {
        for (wins, draws, losses) in [(30_u64, 50_u64, 20_u64), (5, 1, 9), (200, 800, 210), (12, 3, 1)] {
            let games = Wdl { wins, draws, losses };
            let n = games.games() as f64;
            let shares = [losses as f64 / n, draws as f64 / n, wins as f64 / n];
            for (elo0, elo1) in [(0.0, 10.0), (-30.0, 50.0), (-5.0, 0.0), (-300.0, 200.0), (2.0, 700.0)] {
                let of_score =
                    |elo: f64| best_by_grid(shares, |drawn| Some(1.0 - drawn / 2.0 - score_of_elo(elo)));
                let expected = n * (of_score(elo1) - of_score(elo0));
                let found = ratio(games, elo0, elo1, EloModel::Logistic);
                assert!((found - expected).abs() < 1e-7 * n, "{games:?}: {found} {expected}");

                // With half the difference of win and loss = x, x = t · √((1 − draws) / 4 − x²).
                let of_deviations = |elo: f64| {
                    let t = elo / (2.0 * ELO_PER_LOGIT);
                    best_by_grid(shares, |drawn| {
                        let above = t * ((1.0 - drawn) / 4.0 / (1.0 + t * t)).sqrt();
                        Some((1.0 - drawn) / 2.0 - above)
                    })
                };
                let expected = n * (of_deviations(elo1) - of_deviations(elo0));
                let found = ratio(games, elo0, elo1, EloModel::Normalized);
                assert!((found - expected).abs() < 1e-7 * n, "{games:?}: {found} {expected}");
            }
        }
    }

    /// Without draws there is nothing to maximize: the ratio is Wald's own for a coin.
    #[test]
    fn decided_games_have_walds_ratio() {
        let (wins, losses) = (570_u64, 430_u64);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(40.0));
        let expected = wins as f64 * (s1 / s0).ln() + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        let found = ratio(Wdl { wins, draws: 0, losses }, 0.0, 40.0, EloModel::Logistic);
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
    }

    #[test]
    fn samples_of_one_kind_are_solved_by_hand() {
        let t = 5.0 / (2.0 * ELO_PER_LOGIT);
        // All games drawn. A share of a = t² / (1 + t²) must be wins to move the mean t deviations above ½.
        let drawn = Wdl { draws: 16_700, ..Wdl::ZERO };
        let expected = -16_700.0 * (t * t / (1.0 + t * t)).ln_1p();
        check(drawn, 0.0, 5.0, EloModel::Normalized, expected);
        // All pairs won: the rest is lost, half of them at mean ½; p − ½ = t √2 √(p (1 − p)) at H1.
        let won = Pentanomial { counts: [0, 0, 0, 0, 104] };
        let of_pairs = t * 2.0_f64.sqrt();
        let share = 0.5 + 0.5 * of_pairs / (1.0 + of_pairs * of_pairs).sqrt();
        check(won, 0.0, 5.0, EloModel::Normalized, 104.0 * (share / 0.5).ln());
        check(won, 0.0, 5.0, EloModel::Logistic, 104.0 * (score_of_elo(5.0) / 0.5).ln());
    }

    #[test]
    fn ratios_are_finite_and_mirror() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for counts in
                [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 100_000], [9, 1, 0, 0, 5]]
            {
                let pairs = Pentanomial { counts };
                let one = ratio(pairs, -20.0, 500.0, model);
                let other = ratio(pairs.swapped(), -500.0, 20.0, model);
                assert!(
                    one.is_finite() && (one + other).abs() < 1e-6 * (1.0 + one.abs()),
                    "{model:?} {counts:?}"
                );
            }
            assert_eq!(ratio(Wdl::ZERO, 0.0, 5.0, model).to_bits(), 0.0_f64.to_bits());
        }
    }

    #[test]
    fn bounds_are_walds() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.1, EloModel::Logistic).expect("a test");
        assert!((test.lower_bound() - (0.1_f64 / 0.95).ln()).abs() < 1e-15);
        assert!((test.upper_bound() - 18.0_f64.ln()).abs() < 1e-15);
        let usual = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
        assert!((usual.upper_bound() - 2.94).abs() < 0.005 && (usual.lower_bound() + 2.94).abs() < 0.005);
    }

    #[test]
    fn nonsense_is_refused() {
        let refused =
            |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).is_err();
        assert!(refused(5.0, 0.0, 0.05, 0.05) && refused(0.0, 0.0, 0.05, 0.05));
        assert!(refused(0.0, 2000.0, 0.05, 0.05) && refused(f64::NAN, 1.0, 0.05, 0.05));
        assert!(
            refused(0.0, 5.0, 0.0, 0.05) && refused(0.0, 5.0, 0.6, 0.5) && refused(0.0, 5.0, 0.05, f64::NAN)
        );
    }

    #[test]
    fn the_first_verdict_is_kept() {
        let mut run = SprtRun::new(Sprt::new(0.0, 50.0, 0.05, 0.05, EloModel::Logistic).expect("a test"));
        let win = Wdl { wins: 1, ..Wdl::ZERO };
        assert_eq!(run.verdict(), Verdict::Continue);
        while run.add(win) == Verdict::Continue {}
        assert_eq!(run.verdict(), Verdict::AcceptH1);
        for _ in 0..1000 {
            assert_eq!(run.add(win.swapped()), Verdict::AcceptH1);
        }
        assert!(run.log_likelihood_ratio() < run.test().lower_bound());
        assert_eq!((run.verdict(), run.counts.losses), (Verdict::AcceptH1, 1000));
    }

    /// Where a hypothesis is true its error rate must hold; the bounds are for the continuous case, and overshoot makes
    /// the true rates smaller.
    #[test]
    fn error_rates_hold_in_simulation() {
        for (elo, wrong) in [(0.0, Verdict::AcceptH1), (100.0, Verdict::AcceptH0)] {
            let test = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let draws = 0.3;
            let wins = score_of_elo(elo) - draws / 2.0;
            let mut mistakes = 0;
            for _ in 0..500 {
                let mut run = SprtRun::new(test);
                loop {
                    let place: f64 = random.random();
                    let game = Wdl {
                        wins: u64::from(place < wins),
                        draws: u64::from((wins..wins + draws).contains(&place)),
                        losses: u64::from(place >= wins + draws),
                    };
                    if run.add(game) != Verdict::Continue {
                        break;
                    }
                }
                mistakes += u32::from(run.verdict() == wrong);
            }
            // 5 % of 500 and three standard deviations.
            assert!(mistakes <= 40, "{mistakes} at {elo}");
        }
    }
}
