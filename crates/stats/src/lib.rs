//! Statistics of match results: pure functions on counts, with no clock, no randomness and no I/O.
//!
//! | question | function | source |
//! | --- | --- | --- |
//! | what is counted: games; pairs with colours exchanged | [`Wdl`], [`Pentanomial`]; either is [`ScoreCounts`] | |
//! | how well does a player do, and how sure is that? | [`wilson()`] | Wilson 1927 |
//! | the same with guaranteed coverage | [`clopper_pearson()`] | Clopper & Pearson 1934 |
//! | the same in points, draws counting one half | [`score_interval()`] | Tango 1998 |
//! | how many Elo points is that? | [`elo_difference()`], [`normalized_elo()`] | Elo 1978; Van den Bergh 2020 |
//! | is the player the better one? | [`likelihood_of_superiority()`], [`likelihood_of_superiority_of_pairs()`] | exact; Perks 1947 |
//! | the same, with as few games as possible | [`Sprt`], [`SprtRun`] | Wald 1945; Li, Liu & Ying 2014 |
//! | how many games must be played? | [`SampleSize`] | Fleiss 1981 |
//! | how strong is each of many players? | [`rate_players()`] | Bradley & Terry 1952; Davidson & Beaver 1977 |
//! | do two win rates differ, and by how much? | [`difference()`] | Newcombe 1998 |
//! | do two scores differ, and by how much? all pairs of many? | [`compare_scores()`], [`compare_all()`] | Zou & Donner 2008 |
//! | could these counts come from that win rate? | [`binomial_test()`] | exact, minimum likelihood: Fay 2010 |
//! | could they come from players of that expected score? | [`score_test()`] | McNemar 1947; Tango 1998 |
//! | could they come from players of equal strength? exactly | [`sign_flip_test()`] | Fisher 1935 |
//! | the same for many cells at once | [`holm()`] | Holm 1979 |
//! | how long are the games, how large the searches? | [`Mean`] | "Student" 1908; Hoeffding 1963 |
//! | do two rankings agree? | [`kendall_tau()`], [`spearman_rho()`] | Kendall 1945; Bonett & Wright 2000 |

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
mod ratings;
mod sample_size;
mod score_interval;
mod score_test;
mod sign_flip_test;
mod sprt;
mod wilson;

#[cfg(test)]
mod tests;

pub use binomial_test::{binomial_test, ln_binomial_probability};
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
pub use sign_flip_test::sign_flip_test;
pub use sprt::{EloModel, Sprt, SprtError, SprtRun, Verdict};
pub use wdl::Wdl;
pub use wilson::{wilson, wilson_at};
