//! What a position or a move is worth: a proven result, a claim, or an estimate.

use std::fmt;

use connect_toe_eval::Measure;
use connect_toe_game::{Outcome, Side};
use connect_toe_solve::{ExactResult, Value};

/// What a value of a search says, for the side to move.
///
/// ```
/// use connect_toe_eval::Settings;
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Algorithm, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
/// let board = rules.parse_board("_______/_______/_______/_______/___oo__/___xx__", None)?;
/// let moves = rules.legal_moves(&board);
/// let worth = |player: &str, settings: &str| {
///     let mut search = Algorithm::find(player)?.build(&rules, &settings.parse::<Settings>()?)?;
///     let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: false };
///     Ok::<_, Box<dyn std::error::Error>>(search.search(&rules, &board, &task, &mut unwatched).worth().to_string())
/// };
/// // To three plies the search sees the game end. At one ply it is the heuristic that says so.
/// assert_eq!(worth("alpha-beta", "depth=3,eval=runs,hurry=true")?, "W3");
/// assert_eq!(worth("alpha-beta", "depth=1,eval=runs")?, "W3?");
/// assert!(worth("alpha-beta", "depth=1,eval=open-lines")?.ends_with(" %"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The result of best play, which is proven.
    Exact {
        /// The result.
        result: ExactResult,
        /// Plies to the end of the game, if they are known; none for a draw.
        plies: Option<u32>,
        /// Whether the game may end sooner than that.
        at_most: bool,
    },
    /// A win or a loss that the search or its heuristic sees coming, without a proof.
    Claimed {
        /// Whether it is a win.
        wins: bool,
        /// Plies to the end of the game, if they are known.
        plies: Option<u32>,
    },
    /// Neither: a value on a scale.
    Estimated {
        /// The value.
        value: i64,
        /// Its scale.
        measure: Measure,
    },
}

impl Worth {
    /// What a heuristic's value on this scale says of a position in which the game goes on.
    pub fn of_heuristic(value: i64, measure: Measure) -> Worth {
        match measure.announced(value) {
            Some(announced) => Worth::Claimed { wins: value > 0, plies: announced.plies },
            None => Worth::Estimated { value, measure },
        }
    }

    /// What a game that has ended is worth to this side.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Worth {
        let result = match outcome.value_for(side) {
            0 => ExactResult::Draw,
            1.. => ExactResult::Win,
            _ => ExactResult::Loss,
        };
        Worth::Exact { result, plies: None, at_most: false }
    }

    /// The score to expect, from 0 for a loss to 1 for a win; `None` if the scale does not say.
    pub fn score(self) -> Option<f64> {
        match self {
            Worth::Exact { result: ExactResult::Win, .. } | Worth::Claimed { wins: true, .. } => Some(1.0),
            Worth::Exact { result: ExactResult::Draw, .. } => Some(0.5),
            Worth::Exact { result: ExactResult::Loss, .. } | Worth::Claimed { wins: false, .. } => Some(0.0),
            Worth::Estimated { value, measure } => measure.score(value),
        }
    }

    /// An expected score in percent: `84 %`.
    pub fn score_text(score: f64) -> String {
        format!("{:.0} %", score * 100.0)
    }

    /// Whether it is proven.
    pub fn is_exact(self) -> bool {
        matches!(self, Worth::Exact { .. })
    }

    /// Whether it is a loss, proven or claimed.
    pub fn is_loss(self) -> bool {
        matches!(self, Worth::Exact { result: ExactResult::Loss, .. } | Worth::Claimed { wins: false, .. })
    }

    /// Whether there is anything to say: a result, a claim or an expected score.
    pub fn is_known(self) -> bool {
        self.score().is_some()
    }

    /// Plies to the end of the game, if they are known.
    pub fn plies(self) -> Option<u32> {
        match self {
            Worth::Exact { plies, .. } | Worth::Claimed { plies, .. } => plies,
            Worth::Estimated { .. } => None,
        }
    }
}

impl From<Value> for Worth {
    fn from(value: Value) -> Worth {
        Worth::Exact { result: value.result(), plies: value.distance(), at_most: false }
    }
}

/// The worth for the other side. An estimate becomes that of the negative value.
impl std::ops::Neg for Worth {
    type Output = Worth;

    fn neg(self) -> Worth {
        match self {
            Worth::Exact { result, plies, at_most } => Worth::Exact { result: -result, plies, at_most },
            Worth::Claimed { wins, plies } => Worth::Claimed { wins: !wins, plies },
            Worth::Estimated { value, measure } => Worth::Estimated { value: -value, measure },
        }
    }
}

/// In at most six characters: `W7`, `=` and `L12` where it is proven, `W≤7` if the win may come sooner, `W7?` for a
/// claim, and for an estimate the expected score: `84 %`, or `–` if the scale does not say.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |plies: Option<u32>| plies.map_or_else(String::new, |plies| plies.to_string());
        let text = match *self {
            Worth::Exact { result: ExactResult::Draw, .. } => "=".to_owned(),
            Worth::Exact { result, plies: after, at_most } => {
                let letter = if result == ExactResult::Win { 'W' } else { 'L' };
                let limit = if at_most && after.is_some() { "≤" } else { "" };
                format!("{letter}{limit}{}", plies(after))
            }
            Worth::Claimed { wins, plies: after } => {
                format!("{}{}?", if wins { 'W' } else { 'L' }, plies(after))
            }
            Worth::Estimated { value, measure } => match measure.score(value) {
                Some(score) => Worth::score_text(score),
                None => "–".to_owned(),
            },
        };
        f.pad(&text)
    }
}
