//! Whether ratings tell the truth, as an answer.

use connect_toe_stats::{Beats, Circles, EloTruth, Fit, Transitivity};
use serde::{Deserialize, Serialize};

/// Whether ratings, one number a player, tell the truth about who beats whom and how clearly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TruthOfElo {
    /// What is found.
    pub verdict: TruthVerdict,
    /// The same in a sentence or two.
    pub text: String,
    /// Wins that go around in a circle, each corrected for all pairs of players: a loser is the next winner. Empty if no
    /// circle is shown.
    pub circle: Vec<WinInCircle>,
    /// How many circles of three players are shown.
    pub circles_of_three: u64,
    /// The test of how well ratings predict scores. None with fewer than 10 trials of two players: games, or pairs of games.
    pub fit: Option<RatingFit>,
    /// How exactly scores are known: the largest half width of their 95 % intervals, in points per game.
    pub precision: f64,
}

/// Whether ratings tell the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TruthVerdict {
    /// They do, as far as the games tell.
    Holds,
    /// No circle is shown, but ratings do not predict the scores.
    Misfit,
    /// Players beat each other in a circle.
    Circle,
    /// Too few games to tell.
    TooFewGames,
}

/// A win in a circle of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WinInCircle {
    /// Who wins more.
    pub winner: String,
    /// Who loses more.
    pub loser: String,
    /// Points per game of the winner.
    pub score: f64,
    /// The p-value of the exact test of equal strength, corrected after Holm for all pairs of players.
    pub p_value: f64,
}

/// A χ² test of how well ratings predict scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingFit {
    /// χ².
    pub chi_squared: f64,
    /// How many more scores there are than ratings can be chosen.
    pub degrees_of_freedom: usize,
    /// The probability of a χ² as large, or larger, if the ratings are right.
    pub p_value: f64,
}

/// Nash averaging: a player in the mix of players that none of them beats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NashRating {
    /// How much of the mix the player is, 0 to 1.
    pub share: f64,
    /// The points per game of the player against the mix: one half in it, and at most one half outside of it.
    pub score: f64,
}

impl NashRating {
    /// That of the player with this number, if all players met.
    pub(crate) fn of(circles: &Circles, player: usize) -> Option<NashRating> {
        let nash = circles.nash.as_ref()?;
        Some(NashRating { share: nash.shares[player], score: f64::midpoint(1.0, nash.payoffs[player]) })
    }
}

impl TruthOfElo {
    pub(crate) fn new(found: &Transitivity, names: &[String]) -> TruthOfElo {
        let name = |player: usize| names[player].clone();
        let win = |&Beats { winner, loser, score, p_value }: &Beats| WinInCircle {
            winner: name(winner),
            loser: name(loser),
            score,
            p_value,
        };
        TruthOfElo {
            verdict: match found.truth {
                EloTruth::Holds => TruthVerdict::Holds,
                EloTruth::Misfit => TruthVerdict::Misfit,
                EloTruth::Circle => TruthVerdict::Circle,
                EloTruth::TooFewGames => TruthVerdict::TooFewGames,
            },
            text: found.sentence(name),
            circle: found.circle.iter().map(win).collect(),
            circles_of_three: found.circles_of_three,
            fit: found.fit.map(|Fit { chi_squared, degrees_of_freedom, p_value }| RatingFit {
                chi_squared,
                degrees_of_freedom,
                p_value,
            }),
            precision: found.precision,
        }
    }
}
