//! How well a reading explains the paper's counts.

use std::fmt;

use connect_toe_stats::ln_binomial_probability;

use crate::{Comparison, Counts, Experiment, TableColumn};

/// The printed values that a goodness of fit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FitScope {
    /// Those of one experiment's single pairings.
    Experiment(Experiment),
    /// Those of all single pairings that were played.
    Total,
    /// Table 5: the numbers of decided games, which do not follow from winning percentages.
    DecidedGames,
}

impl fmt::Display for FitScope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Experiment(experiment) => formatter.pad(experiment.name()),
            Self::Total => formatter.pad("total"),
            Self::DecidedGames => formatter.pad("decided-games"),
        }
    }
}

/// How well a reading explains the paper's counts.
///
/// Values with several possible counts enter with the candidate that has the fewest decided games, the same for every
/// reading, so that readings are weighed on the same data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Which printed values.
    pub scope: FitScope,
    /// The number of those that have a decided game in the paper.
    pub values: usize,
    /// G²: twice the log-likelihood that the paper's own rates would gain over our (shrunk) rates. 0 is perfect,
    /// smaller is better.
    pub deviance: f64,
    /// The mean of the deviance if the reading were exactly right and only chance at work.
    pub expected_deviance: f64,
    /// Standard deviation of the deviance in that case.
    pub deviance_spread: f64,
    /// Sum over the values of the natural logarithm of the probability of the paper's counts; larger is better.
    pub log_likelihood: f64,
    /// The number of values that differ significantly.
    pub differing: usize,
    /// Mean distance between the paper's rates and ours, 0 … 1, over the values where both exist. `None` without
    /// any.
    pub mean_absolute_difference: Option<f64>,
}

impl Fit {
    /// The deviance above its mean by chance, in standard deviations; about 2 or less is unremarkable. `None` if chance
    /// changes nothing.
    pub fn excess(&self) -> Option<f64> {
        (self.deviance_spread > 0.0).then(|| (self.deviance - self.expected_deviance) / self.deviance_spread)
    }
}

/// The goodness of fit of one reading, from its comparisons: each experiment played, all together, and the decided
/// games.
pub fn goodness_of_fit(comparisons: &[Comparison]) -> Vec<Fit> {
    let mut fits = Vec::new();
    for &experiment in Experiment::ALL {
        fits.extend(fit(
            FitScope::Experiment(experiment),
            comparisons
                .iter()
                .filter(|comparison| comparison.is_single() && comparison.experiment == experiment),
        ));
    }
    fits.extend(fit(FitScope::Total, comparisons.iter().filter(|comparison| comparison.is_single())));
    fits.extend(fit(
        FitScope::DecidedGames,
        comparisons.iter().filter(|comparison| comparison.column == TableColumn::DecidedGames),
    ));
    fits
}

fn fit<'a>(scope: FitScope, comparisons: impl Iterator<Item = &'a Comparison>) -> Option<Fit> {
    let mut fit = Fit {
        scope,
        values: 0,
        deviance: 0.0,
        expected_deviance: 0.0,
        deviance_spread: 0.0,
        log_likelihood: 0.0,
        differing: 0,
        mean_absolute_difference: None,
    };
    let mut variance = 0.0;
    let mut distances = Vec::new();
    let mut any = false;
    for comparison in comparisons {
        any = true;
        fit.differing += usize::from(comparison.differs);
        if let (Some(paper), Some(ours)) = (comparison.printed.rate(), comparison.our_rate()) {
            distances.push((paper - ours).abs());
        }
        let Some(counts) = comparison.printed.cautious_counts().filter(|counts| counts.decided > 0) else {
            continue;
        };
        let rate = comparison.shrunk_rate();
        fit.values += 1;
        fit.log_likelihood += ln_binomial_probability(counts.wins, counts.decided, rate);
        fit.deviance += deviance(counts, rate);
        let (mean, spread_squared) = deviance_moments(counts.decided, rate);
        fit.expected_deviance += mean;
        variance += spread_squared;
    }
    fit.deviance_spread = variance.sqrt();
    if !distances.is_empty() {
        fit.mean_absolute_difference = Some(distances.iter().sum::<f64>() / distances.len() as f64);
    }
    any.then_some(fit)
}

/// Twice the log of the likelihood ratio between the counts' own rate and `rate`.
fn deviance(counts: Counts, rate: f64) -> f64 {
    let own = counts.rate().unwrap_or(rate);
    let gain = ln_binomial_probability(counts.wins, counts.decided, own)
        - ln_binomial_probability(counts.wins, counts.decided, rate);
    2.0 * gain.max(0.0)
}

/// Mean and variance of the deviance of `decided` games that are won at `rate`.
fn deviance_moments(decided: u64, rate: f64) -> (f64, f64) {
    let (mut mean, mut square) = (0.0, 0.0);
    for wins in 0..=decided {
        let probability = ln_binomial_probability(wins, decided, rate).exp();
        let deviance = deviance(Counts { wins, decided }, rate);
        mean += probability * deviance;
        square += probability * deviance * deviance;
    }
    (mean, (square - mean * mean).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }

    #[test]
    fn deviance_is_zero_at_the_counts_own_rate_and_known_elsewhere() {
        close(deviance(Counts { wins: 3, decided: 4 }, 0.75), 0.0);
        // 2 · (7 ln(7/5) + 3 ln(3/5)), by hand.
        close(
            deviance(Counts { wins: 7, decided: 10 }, 0.5),
            2.0 * (7.0 * 1.4_f64.ln() + 3.0 * 0.6_f64.ln()),
        );
        // 2 · 10 ln 2: all wins against a fair coin.
        close(deviance(Counts { wins: 10, decided: 10 }, 0.5), 20.0 * 2.0_f64.ln());
    }

    #[test]
    fn expected_deviance_of_one_toss_is_its_entropy_twice() {
        // One fair toss has deviance 2 ln 2 whatever happens.
        let (mean, variance) = deviance_moments(1, 0.5);
        close(mean, 2.0 * 2.0_f64.ln());
        close(variance, 0.0);
    }

    #[test]
    fn expected_deviance_of_many_games_is_that_of_a_chi_square() {
        let (mean, variance) = deviance_moments(2000, 0.4);
        assert!((mean - 1.0).abs() < 0.01 && (variance - 2.0).abs() < 0.05, "{mean} {variance}");
    }
}
