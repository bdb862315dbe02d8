//! What a search for settings found.

use serde::{Deserialize, Serialize};

use crate::match_play::MatchResult;

/// The best settings of a player, the path to them, and whether they are a gain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tuned {
    /// Canonical game text.
    pub game: String,
    /// The positions from which the games started.
    pub openings: String,
    /// The player with its ranges.
    pub player: String,
    /// Whom the settings met; left out if they met each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// The player at the start.
    pub start: String,
    /// The player that was found. Of a search that has not ended, what is best so far.
    pub found: String,
    /// What the test says of it.
    pub verdict: TuningVerdict,
    /// The settings, in the order of the player's text.
    pub settings: Vec<TunedSetting>,
    /// The number of iterations that were asked for.
    pub iterations: u64,
    /// The number of pairs that were asked for.
    pub pairs: u64,
    /// The number of pairs in an iteration; the last one can have fewer.
    pub batch: u64,
    /// The number of games that the settings have played.
    pub games: u64,
    /// The seed of everything random. The test has the next seed.
    pub seed: u64,
    /// How far settings were moved up and down in the first iteration, as a share of their ranges.
    pub perturbation: f64,
    /// How far settings that do not matter wander by chance, as a share of their ranges.
    pub wander: f64,
    /// The version of the program.
    pub version: String,
    /// The match of the player that was found against the player at the start, with its sequential test. Left out if there was
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<MatchResult>,
    /// Whether the same request gives the same path everywhere; not if a player has a limit of time.
    pub reproducible: bool,
    /// Whether the search or its test was stopped; the same request with the same folder goes on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// The iterations.
    pub path: Vec<TuningStep>,
}

/// Whether tuning was a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TuningVerdict {
    /// The test accepts its upper difference: the player that was found is stronger than the start.
    Gain,
    /// The test accepts its lower difference.
    NoGain,
    /// The test's games were not enough.
    Undecided,
    /// The player that was found is the start.
    Unchanged,
    /// There was no test yet.
    NotTested,
}

/// A setting that was tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TunedSetting {
    /// Its key; where several numbers of one value are tuned, with the number's place among them in brackets.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether factors count, not differences. Left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub logarithmic: bool,
    /// Whether only whole numbers are possible. Left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The value at the start.
    pub start: f64,
    /// The value that was found.
    pub found: f64,
}

/// An iteration of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TuningStep {
    /// The number of pairs until its end.
    pub pairs: u64,
    /// The values of the settings that were compared, those of the first player.
    pub plus: Vec<f64>,
    /// Those of the second player.
    pub minus: Vec<f64>,
    /// The pairs by what the first player made more than the second, from −2 to 2 points in steps of a half.
    pub differences: [u64; 9],
    /// The values that the path has come to. Those of whole settings are not rounded.
    pub values: Vec<f64>,
}
