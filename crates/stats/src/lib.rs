#![doc = include_str!("../README.md")]

mod game_result;
mod pentanomial;
mod score_counts;
mod wdl;

mod confidence;
mod constrained;
mod interval;
mod regularized_beta;
mod student;

mod binomial_test;
mod circles;
mod clopper_pearson;
mod comparison;
mod difference;
mod elo;
mod holm;
mod los;
mod mean;
mod rank_correlation;
mod ratings;
mod sample_size;
mod score_interval;
mod score_test;
mod sign_flip_test;
mod sprt;
mod spsa;
mod wilson;

pub mod numbers;

#[cfg(test)]
mod tests;

pub use binomial_test::{binomial_test, ln_binomial_probability};
pub use circles::{
    Beats, Circles, Deviation, EloTruth, Fit, Meeting, NashAverage, Payoffs, PayoffsError, Selection,
    SelectionError, Transitivity, alpha_rank, nash_average, transitivity,
};
pub use clopper_pearson::clopper_pearson;
pub use comparison::{PairComparison, ScoreComparison, compare_all, compare_scores};
pub use confidence::Confidence;
pub use difference::{Difference, difference};
pub use elo::{EloEstimate, elo_difference, elo_of_score, normalized_elo, score_of_elo};
pub use game_result::GameResult;
pub use holm::{SIGNIFICANCE, holm};
pub use interval::Interval;
pub use los::{likelihood_of_superiority, likelihood_of_superiority_of_pairs};
pub use mean::Mean;
pub use pentanomial::Pentanomial;
pub use rank_correlation::{RankCorrelation, kendall_tau, spearman_rho};
pub use ratings::{Anchor, Estimate, Pairing, Rating, RatingOptions, Ratings, RatingsError, rate_players};
pub use sample_size::SampleSize;
pub use score_counts::ScoreCounts;
pub use score_interval::score_interval;
pub use score_test::score_test;
pub use sign_flip_test::{fewest_trials, sign_flip_test};
pub use sprt::{EloModel, ParseEloModelError, Sprt, SprtError, SprtRun, Verdict};
pub use spsa::{PairDifferences, Spsa, SpsaGains};
pub use wdl::Wdl;
pub use wilson::{wilson, wilson_at};
