//! All that is said of players beside their ratings.

use super::{Meeting, NashAverage, Payoffs, Selection, Transitivity, alpha_rank, nash_average, transitivity};
use crate::ratings::Ratings;

/// What is said of players who meet each other beside their ratings: whether these tell the truth, and two ways to rate
/// players that may beat each other in circles.
#[derive(Debug, Clone, PartialEq)]
pub struct Circles {
    /// Whether ratings tell the truth.
    pub transitivity: Transitivity,
    /// Nash averaging, of the players in their order; `None` if two of them did not meet.
    pub nash: Option<NashAverage>,
    /// The shares of α-Rank with its usual [`Selection`]; `None` if two of them did not meet.
    pub alpha_rank: Option<Vec<f64>>,
}

impl Circles {
    /// All of it, for the meetings from which the ratings were made, at this level of significance. `None` for fewer than
    /// three players with games.
    pub fn of(ratings: &Ratings, meetings: &[Meeting], significance: f64) -> Option<Circles> {
        let transitivity = transitivity(ratings, meetings, significance)?;
        let payoffs = Payoffs::of_meetings(ratings.players.len(), meetings);
        Some(Circles {
            transitivity,
            nash: payoffs.as_ref().map(nash_average),
            alpha_rank: payoffs.and_then(|payoffs| alpha_rank(&payoffs, Selection::default()).ok()),
        })
    }
}
