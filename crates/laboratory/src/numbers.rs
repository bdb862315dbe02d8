//! Numbers that several answers have: intervals, Elo, sequential tests.

use std::fmt;

use connect_toe_stats::{EloEstimate, Estimate, Interval, Sprt, Verdict};
use serde::{Deserialize, Serialize};

/// The ends of an interval, the lower one first.
pub(crate) fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}

/// A difference in Elo with its interval. An end is null where the score is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Elo {
    /// The difference.
    pub value: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end of its interval.
    pub high: Option<f64>,
}

impl From<EloEstimate> for Elo {
    fn from(elo: EloEstimate) -> Elo {
        Elo { value: elo.value, low: elo.low, high: elo.high }
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        EloEstimate { value: self.value, low: self.low, high: self.high }.fmt(f)
    }
}

/// A rating in Elo points with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The most probable value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

impl From<&Estimate> for Rating {
    fn from(estimate: &Estimate) -> Rating {
        Rating { value: estimate.elo, low: estimate.interval.low, high: estimate.interval.high }
    }
}

/// A sequential test of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SequentialTest {
    /// The log-likelihood ratio of the upper difference to the lower one.
    pub log_likelihood_ratio: f64,
    /// The ratio at or below which the lower difference is accepted.
    pub lower_bound: f64,
    /// The ratio at or above which the upper difference is accepted.
    pub upper_bound: f64,
    /// What the test says.
    pub verdict: TestVerdict,
    /// The lower difference.
    pub elo0: f64,
    /// The upper difference.
    pub elo1: f64,
    /// The chance to accept the upper difference although the lower one is true.
    pub alpha: f64,
    /// The chance to accept the lower difference although the upper one is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TestVerdict {
    /// Not enough games yet.
    Continue,
    /// The lower difference is accepted.
    AcceptH0,
    /// The upper difference is accepted.
    AcceptH1,
}

impl SequentialTest {
    /// The difference in Elo that the test accepts, once it has decided.
    pub fn accepted(&self) -> Option<f64> {
        match self.verdict {
            TestVerdict::Continue => None,
            TestVerdict::AcceptH0 => Some(self.elo0),
            TestVerdict::AcceptH1 => Some(self.elo1),
        }
    }

    pub(crate) fn new(test: &Sprt, log_likelihood_ratio: f64, verdict: Verdict) -> SequentialTest {
        SequentialTest {
            log_likelihood_ratio,
            lower_bound: test.lower_bound(),
            upper_bound: test.upper_bound(),
            verdict: match verdict {
                Verdict::Continue => TestVerdict::Continue,
                Verdict::AcceptH0 => TestVerdict::AcceptH0,
                Verdict::AcceptH1 => TestVerdict::AcceptH1,
            },
            elo0: test.elo0(),
            elo1: test.elo1(),
            alpha: test.alpha(),
            beta: test.beta(),
        }
    }
}
