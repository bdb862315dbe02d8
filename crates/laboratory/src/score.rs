//! The results of games as answers have them: counts, rates, score, Elo.

use connect_toe_experiment::Sample;
use serde::{Deserialize, Serialize};

use crate::numbers::{Elo, ends};

/// Games from a player's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The number of games.
    pub games: u64,
    /// Points per game; a draw counts one half.
    pub score: Option<f64>,
    /// Wins among the decided games.
    pub win_rate: Option<f64>,
    /// Wilson's 95 % interval of the win rate.
    pub interval: [f64; 2],
    /// The 95 % interval of the score.
    pub score_interval: [f64; 2],
    /// The difference in Elo with its 95 % interval.
    pub elo: Elo,
    /// Pairs of games by the player's points (0, ½, 1, 1½, 2), if the games of a pair depend on each other.
    pub pairs: Option<[u64; 5]>,
}

impl GameCounts {
    pub(crate) fn new(sample: &Sample) -> GameCounts {
        let wdl = sample.games;
        GameCounts {
            wins: wdl.wins,
            draws: wdl.draws,
            losses: wdl.losses,
            games: wdl.games(),
            score: sample.score(),
            win_rate: sample.win_rate(),
            interval: ends(sample.win_rate_interval()),
            score_interval: ends(sample.score_interval()),
            elo: sample.elo().into(),
            pairs: sample.pairs().map(|pairs| pairs.counts),
        }
    }
}
