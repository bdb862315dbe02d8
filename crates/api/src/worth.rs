//! What a position or a move is worth, as answers have it.

use connect_toe_search::{ExactResult, ExactValue, Worth};
use serde::{Deserialize, Serialize};

/// What a position or a move is worth to the side to move: what a player makes of it, and what is proven.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StatedWorth {
    /// The score that the player expects, from 0 for a loss to 1 for a win, where it estimates. None if its values are on a
    /// scale that does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What is proven, by the player or by the exact solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<ProvenResult>,
    /// A win or a loss that the player sees coming, without a proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimedResult>,
}

/// The result of best play for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProvenResult {
    /// `win`, `draw` or `loss`.
    pub result: String,
    /// Plies to the end of the game, counted from the position; none for a draw, and for a win whose distance was not
    /// found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Whether the game may end sooner than that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
}

/// A result that a player believes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClaimedResult {
    /// `win` or `loss`.
    pub result: String,
    /// Plies to the end of the game, counted from the position, if the player says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}

impl StatedWorth {
    /// What a player says, and what is proven besides.
    pub fn new(worth: Worth, proven: Option<ExactValue>) -> StatedWorth {
        let mut stated = StatedWorth::from(worth);
        stated.exact = proven.map(ProvenResult::from).or(stated.exact);
        stated
    }

    /// What the player makes of it: its claim, the score that it expects, or what it has proven; see [`Worth`] for the
    /// text. Empty if it says nothing.
    pub fn opinion(&self) -> String {
        match (&self.claim, self.score) {
            (Some(claim), _) => claim.worth().to_string(),
            (None, Some(score)) => Worth::score_text(score),
            (None, None) => self.exact.as_ref().map_or_else(String::new, |exact| exact.worth().to_string()),
        }
    }

    /// The best that is known, in short: what is proven, else what the player makes of it.
    pub fn text(&self) -> String {
        if self.exact.is_some() { self.proof() } else { self.opinion() }
    }

    /// What the value says to the other side.
    #[must_use]
    pub fn for_opponent(&self) -> StatedWorth {
        let flipped = |result: &str| match result {
            "win" => "loss".to_owned(),
            "loss" => "win".to_owned(),
            other => other.to_owned(),
        };
        StatedWorth {
            score: self.score.map(|score| 1.0 - score),
            exact: self
                .exact
                .as_ref()
                .map(|exact| ProvenResult { result: flipped(&exact.result), ..exact.clone() }),
            claim: self
                .claim
                .as_ref()
                .map(|claim| ClaimedResult { result: flipped(&claim.result), ..claim.clone() }),
        }
    }

    /// `win`, `draw` or `loss` if it is proven or claimed.
    pub fn result(&self) -> Option<&str> {
        let exact = self.exact.as_ref().map(|exact| exact.result.as_str());
        exact.or(self.claim.as_ref().map(|claim| claim.result.as_str()))
    }

    /// The score to expect, from 0 for a loss to 1 for a win: of what is proven, else of the player's opinion. None if its values
    /// do not say.
    pub fn expected_score(&self) -> Option<f64> {
        let exact = self.exact.as_ref().map(ProvenResult::worth);
        let stated = exact.or(self.claim.as_ref().map(ClaimedResult::worth));
        stated.map_or(self.score, Worth::score)
    }

    /// What is proven, in short: `W7`; empty if nothing is.
    pub fn proof(&self) -> String {
        self.exact.as_ref().map_or_else(String::new, |exact| exact.worth().to_string())
    }

    /// Whether something is proven beside the player's opinion.
    pub fn has_more_than_an_opinion(&self) -> bool {
        self.exact.is_some() && (self.claim.is_some() || self.score.is_some())
    }
}

impl ProvenResult {
    pub(crate) fn worth(&self) -> Worth {
        let result = match self.result.as_str() {
            "win" => ExactResult::Win,
            "draw" => ExactResult::Draw,
            _ => ExactResult::Loss,
        };
        Worth::Exact { result, plies: self.distance, at_most: self.at_most }
    }
}

impl ClaimedResult {
    fn worth(&self) -> Worth {
        Worth::Claimed { wins: self.result == "win", plies: self.distance }
    }
}

impl From<ExactValue> for ProvenResult {
    fn from(value: ExactValue) -> ProvenResult {
        ProvenResult { result: value.result().to_string(), distance: value.distance(), at_most: false }
    }
}

impl From<Worth> for StatedWorth {
    fn from(worth: Worth) -> StatedWorth {
        match worth {
            Worth::Exact { result, plies, at_most } => {
                let exact = ProvenResult { result: result.to_string(), distance: plies, at_most };
                StatedWorth { exact: Some(exact), ..StatedWorth::default() }
            }
            Worth::Claimed { wins, plies } => {
                let result = if wins { ExactResult::Win } else { ExactResult::Loss };
                let claim = ClaimedResult { result: result.to_string(), distance: plies };
                StatedWorth { claim: Some(claim), ..StatedWorth::default() }
            }
            Worth::Estimated { .. } => StatedWorth { score: worth.score(), ..StatedWorth::default() },
        }
    }
}
