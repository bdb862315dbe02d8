//! The results of games as answers have them: counts, rates, score, Elo.

use connect_toe_experiment::Sample;
use connect_toe_game::{GameSpec, Side};
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

/// A player's games with one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WithSide {
    /// `x` or `o`.
    pub side: String,
    /// What the side is called: `X`, `O`, `Maker`, `Breaker`, `Avoider` or `Enforcer`.
    pub name: String,
    /// The games, from the player's side.
    #[serde(flatten)]
    pub counts: GameCounts,
}

impl WithSide {
    /// The games with each side, X first; nothing where it does not matter which side a player has, or if it never had
    /// the other one.
    pub(crate) fn all(game: &GameSpec, of_side: impl Fn(Side) -> Sample) -> Vec<WithSide> {
        let samples = Side::ALL.map(|side| (side, of_side(side)));
        if game.turns_are_equal() || samples.iter().any(|(_, sample)| sample.games.games() == 0) {
            return Vec::new();
        }
        let names = game.side_names();
        let with = |(side, sample): (Side, Sample)| WithSide {
            side: side.to_string(),
            name: names[side].to_owned(),
            counts: GameCounts::new(&sample),
        };
        samples.map(with).into()
    }
}

/// What an answer that does not say it has: its game can be drawn.
pub(crate) const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
pub(crate) const fn is_yes(answer: &bool) -> bool {
    *answer
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
