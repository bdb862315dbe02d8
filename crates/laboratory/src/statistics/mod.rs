//! `statistics`: what counts of games show, wherever the games were played.

mod counts;
mod plan;

use std::fmt;
use std::str::FromStr;

use connect_toe_api::{Error, Work, even_null};
use connect_toe_stats::{
    Confidence, EloModel, ScoreCounts, Sprt, Wdl, clopper_pearson, compare_scores, elo_difference,
    likelihood_of_superiority, likelihood_of_superiority_of_pairs, normalized_elo, score_interval,
    score_test, wilson_at,
};
use serde::{Deserialize, Serialize};

use crate::numbers::{Elo, SequentialTest, ends};

pub use counts::Counts;
use plan::Spread;
pub use plan::difference as elo_to_plan_for;

/// Asks what counts of games show.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::Statistics;
/// let shown = Statistics::new("60/25/15").run(&Work::new())?;
/// assert_eq!((shown.games, shown.score), (100, Some(0.725)));
/// assert!(shown.score_interval[0] > 0.6);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Statistics {
    /// [`Counts`] of games or pairs.
    pub counts: String,
    /// Counts of other games, of another player against the same opposition, say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The level of the intervals, between 0 and 1.
    #[serde(default = "Statistics::confidence")]
    pub confidence: f64,
    /// Two differences in Elo, `LOW,HIGH`: a sequential test of the one against the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The error rates of the sequential test, `ALPHA,BETA`.
    #[serde(default = "TwoNumbers::error_rates")]
    pub errors: String,
    /// What a difference in Elo means in the sequential test: `logistic` (it fixes the score) or `normalized` (it fixes
    /// the score in deviations of a game, so that draws hardly change the length of the test).
    #[serde(default = "elo_model")]
    pub elo_model: String,
    /// A difference in Elo: how many games does it take to show it?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<f64>,
}

/// What counts of games show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Shown {
    /// The number of games.
    pub games: u64,
    /// Games won, of counts of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<u64>,
    /// Games drawn, of counts of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
    /// Games lost, of counts of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<u64>,
    /// Wins among the decided games; null if no game was decided.
    #[serde(default, deserialize_with = "even_null", skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<Option<f64>>,
    /// Wilson's interval of the win rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wilson: Option<[f64; 2]>,
    /// Clopper and Pearson's interval of the win rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clopper_pearson: Option<[f64; 2]>,
    /// Pairs by their points (0, ½, 1, 1½, 2), of counts of pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<[u64; 5]>,
    /// The level of the intervals.
    pub confidence: f64,
    /// Points per game.
    pub score: Option<f64>,
    /// The score's interval.
    pub score_interval: [f64; 2],
    /// The p-value of "the expected score is one half".
    pub p_value: f64,
    /// The Elo difference of the score and of the ends of its interval.
    pub elo: Elo,
    /// The score above one half in standard deviations of a game.
    pub normalized_elo: Option<f64>,
    /// The posterior probability that the player is the better one.
    pub likelihood_of_superiority: f64,
    /// The comparison with the other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<ComparedScores>,
    /// The sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SequentialTest>,
    /// How many games it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlannedGames>,
}

/// Two scores beside each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ComparedScores {
    /// The score of the other games.
    pub score: Option<f64>,
    /// The score minus the other one.
    pub difference: Option<f64>,
    /// The difference's interval.
    pub interval: Option<[f64; 2]>,
    /// The p-value of "the scores are the same".
    pub p_value: Option<f64>,
}

/// How many games it takes to show a difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlannedGames {
    /// The difference in Elo.
    pub elo: f64,
    /// The number of games, two of each pair.
    pub games: u64,
    /// The chance to see a difference that is not there.
    pub alpha: f64,
    /// The chance to see this difference if it is there.
    pub power: f64,
    /// What the number rests on, in words: "if ...".
    pub assumption: String,
    /// The draw rate that the number rests on, of counts of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_rate: Option<f64>,
    /// The variance of a pair's points per game that the number rests on, of counts of pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair_variance: Option<f64>,
}

/// Two numbers with a comma between them: the hypotheses or the error rates of a sequential test.
///
/// ```
/// use connect_toe_laboratory::TwoNumbers;
/// assert_eq!("0, 20".parse(), Ok(TwoNumbers(0.0, 20.0)));
/// assert_eq!(TwoNumbers(0.05, 0.1).to_string(), "0.05,0.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoNumbers(pub f64, pub f64);

impl FromStr for TwoNumbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TwoNumbers, &'static str> {
        let numbers = text
            .split_once(',')
            .and_then(|(low, high)| Some(TwoNumbers(low.trim().parse().ok()?, high.trim().parse().ok()?)));
        numbers.ok_or("write two numbers with a comma between them")
    }
}

impl fmt::Display for TwoNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

impl TwoNumbers {
    /// The error rates of a sequential test if the request does not name them.
    pub const ERROR_RATES: TwoNumbers = TwoNumbers(0.05, 0.05);

    pub(crate) fn error_rates() -> String {
        TwoNumbers::ERROR_RATES.to_string()
    }
}

/// The sequential test of two differences in Elo with these error rates.
pub(crate) fn sequential_test(hypotheses: &str, errors: &str, elo_model: &str) -> Result<Sprt, Error> {
    let TwoNumbers(elo0, elo1) = hypotheses.parse().map_err(Error::wrong("sprt"))?;
    let TwoNumbers(alpha, beta) = errors.parse().map_err(Error::wrong("errors"))?;
    let model: EloModel = elo_model.parse().map_err(Error::wrong("elo_model"))?;
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(Error::wrong("sprt"))
}

/// The model of Elo if the request does not name it.
pub(crate) fn elo_model() -> String {
    EloModel::default().to_string()
}

impl Statistics {
    /// The level of the intervals if the request does not name it.
    pub const CONFIDENCE: f64 = 0.95;

    fn confidence() -> f64 {
        Statistics::CONFIDENCE
    }

    /// A request about these counts, with intervals at 95 %.
    pub fn new(counts: impl Into<String>) -> Statistics {
        Statistics {
            counts: counts.into(),
            against: None,
            confidence: Statistics::CONFIDENCE,
            sprt: None,
            errors: TwoNumbers::error_rates(),
            elo_model: elo_model(),
            plan: None,
        }
    }

    /// The statistics.
    ///
    /// # Errors
    /// A text that is not counts, hypotheses, error rates or a model; a level or a difference out of range.
    pub fn run(&self, _work: &Work) -> Result<Shown, Error> {
        let counts: Counts = self.counts.parse().map_err(Error::wrong("counts"))?;
        let level = confidence(self.confidence).map_err(Error::wrong("confidence"))?;
        let trials: ScoreCounts = counts.into();
        let against = self.against.as_deref().map(|other| -> Result<ComparedScores, Error> {
            let other: Counts = other.parse().map_err(Error::wrong("against"))?;
            let compared = compare_scores(trials, other, level);
            Ok(ComparedScores {
                score: ScoreCounts::from(other).mean(),
                difference: compared.map(|found| found.difference.estimate),
                interval: compared.map(|found| ends(found.difference.interval)),
                p_value: compared.map(|found| found.p_value),
            })
        });
        let sprt = self.sprt.as_deref().map(|hypotheses| -> Result<SequentialTest, Error> {
            let test = sequential_test(hypotheses, &self.errors, &self.elo_model)?;
            Ok(SequentialTest::new(&test, test.log_likelihood_ratio(trials), test.verdict(trials)))
        });
        let plan = match self.plan {
            Some(elo) if !plan::is_difference(elo) => {
                return Err(Error::wrong("plan")(plan::NOT_A_DIFFERENCE));
            }
            Some(elo) => plan::plan(counts, elo),
            None => None,
        };
        let games = if let Counts::Games(games) = counts { Some(games) } else { None };
        Ok(Shown {
            games: match counts {
                Counts::Games(games) => games.games(),
                Counts::Pairs(pairs) => pairs.games(),
            },
            wins: games.map(|games| games.wins),
            draws: games.map(|games| games.draws),
            losses: games.map(|games| games.losses),
            win_rate: games.map(Wdl::win_rate),
            wilson: games.map(|games| ends(wilson_at(games.wins, games.decided(), level))),
            clopper_pearson: games.map(|games| ends(clopper_pearson(games.wins, games.decided(), level))),
            pairs: if let Counts::Pairs(pairs) = counts { Some(pairs.counts) } else { None },
            confidence: level.level(),
            score: trials.mean(),
            score_interval: ends(score_interval(trials, level)),
            p_value: score_test(trials, 0.5).unwrap_or(1.0),
            elo: elo_difference(trials, level).into(),
            normalized_elo: normalized_elo(trials),
            likelihood_of_superiority: match counts {
                Counts::Games(games) => likelihood_of_superiority(games),
                Counts::Pairs(pairs) => likelihood_of_superiority_of_pairs(pairs),
            },
            against: against.transpose()?,
            sprt: sprt.transpose()?,
            plan: plan.map(|plan| PlannedGames {
                elo: plan.elo,
                games: plan.games,
                alpha: plan::ALPHA,
                power: plan::POWER,
                assumption: plan.assumption,
                draw_rate: if let Spread::DrawRate(rate) = plan.spread { Some(rate) } else { None },
                pair_variance: if let Spread::PairVariance(one) = plan.spread { Some(one) } else { None },
            }),
        })
    }
}

/// The level of intervals.
///
/// # Errors
/// A number that is not between 0 and 1.
pub fn confidence(level: f64) -> Result<Confidence, &'static str> {
    Confidence::new(level).ok_or("a level lies between 0 and 1, for example 0.95")
}
