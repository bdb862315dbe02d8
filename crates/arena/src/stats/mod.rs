//! Statistics of match results: pure functions on counts, with no clock, no randomness and no I/O.
//!
//! | question | function | source |
//! | --- | --- | --- |
//! | how well does a player do, and how sure is that? | [`wilson()`] | Wilson 1927 |
//! | the same with guaranteed coverage | [`clopper_pearson()`] | Clopper & Pearson 1934 |
//! | do two win rates differ, and by how much? | [`difference()`] | Newcombe 1998 |
//! | could these counts come from that win rate? | [`binomial_test()`] | exact, minimum likelihood: Fay 2010 |
//! | the same for many cells at once | [`holm()`] | Holm 1979 |

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
mod clopper_pearson;
mod comparison;
mod difference;
mod elo;
mod holm;
mod los;
mod mean;
mod rank_correlation;
mod sample_size;
mod score_interval;
mod sprt;
mod wilson;

pub use binomial_test::{binomial_test, ln_binomial_probability};
pub use clopper_pearson::clopper_pearson;
pub use comparison::{PairComparison, ScoreComparison, compare_all, compare_scores};
pub use confidence::Confidence;
pub use difference::{Difference, difference};
pub use elo::{EloEstimate, elo_difference, elo_of_score, normalized_elo, score_of_elo};
pub use game_result::GameResult;
pub use holm::holm;
pub use interval::Interval;
pub use los::{likelihood_of_superiority, likelihood_of_superiority_of_pairs};
pub use mean::Mean;
pub use pentanomial::Pentanomial;
pub use rank_correlation::{RankCorrelation, kendall_tau, spearman_rho};
pub use sample_size::SampleSize;
pub use score_counts::ScoreCounts;
pub use score_interval::score_interval;
pub use sprt::{EloModel, Sprt, SprtError, SprtRun, Verdict};
pub use wdl::Wdl;
pub use wilson::{wilson, wilson_at};
