//! Cases of the whole class: small games with every combination of faces and rule variations.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::oracle::{ExactResult, Horizon, MoveResult, Player};

const TEXT: &str = include_str!("../../data/class_cases.json");

/// Every case, by the question that it asks.
#[derive(Debug, Clone, Deserialize)]
pub struct ClassCases {
    /// Numbers of move sequences.
    pub perft: Vec<PerftCase>,
    /// Numbers of winning lines and symmetries.
    pub describe: Vec<DescribeCase>,
    /// Exact results of positions and of each of their moves.
    pub solve: Vec<SolveCase>,
    /// Static evaluations.
    pub eval: Vec<EvalCase>,
    /// Values of moves by plain minimax.
    pub analyze: Vec<AnalyzeCase>,
}

/// Move sequences from the empty board, see [`Perft`](crate::oracle::Perft).
#[derive(Debug, Clone, Deserialize)]
pub struct PerftCase {
    /// Game text.
    pub game: String,
    /// The longest sequences, in plies.
    pub depth: usize,
    /// Sequences by length, `depth + 1` numbers.
    pub leaves: Vec<u64>,
    /// Those that end with a line, by length.
    pub ended: Vec<u64>,
}

/// Facts about a game.
#[derive(Debug, Clone, Deserialize)]
pub struct DescribeCase {
    /// Game text.
    pub game: String,
    /// The number of winning lines.
    pub lines: u64,
    /// The order of the group of symmetries.
    pub symmetries: u64,
}

/// The exact result of a position.
#[derive(Debug, Clone, Deserialize)]
pub struct SolveCase {
    /// Game text.
    pub game: String,
    /// Cells with spaces between.
    pub moves: String,
    /// For the side to move.
    pub result: ExactResult,
    /// Plies to the end; nothing for a draw.
    pub distance: Option<usize>,
    /// Every legal move's result for the side to move now, and its distance from now.
    pub per_move: BTreeMap<String, MoveResult>,
}

/// Static evaluations of a position.
#[derive(Debug, Clone, Deserialize)]
pub struct EvalCase {
    /// Game text.
    pub game: String,
    /// Cells with spaces between.
    pub moves: String,
    /// Whose point of view, except for `terminal`, which is always X's.
    #[serde(rename = "for")]
    pub player: Player,
    /// Value by the evaluation's name.
    pub values: BTreeMap<String, i128>,
}

/// The values that depth-limited minimax gives to the moves of a position.
#[derive(Debug, Clone, Deserialize)]
pub struct AnalyzeCase {
    /// Game text.
    pub game: String,
    /// Cells with spaces between.
    pub moves: String,
    /// Plies, at least 1.
    pub depth: usize,
    /// The evaluation's name: one of the three [`Horizon`]s.
    pub eval: String,
    /// Value by move, for the side to move.
    pub values: BTreeMap<String, i128>,
    /// The moves of the largest value, sorted as text.
    pub best: Vec<String>,
}

impl AnalyzeCase {
    /// The evaluation.
    ///
    /// # Panics
    /// If the embedded file names another evaluation.
    pub fn horizon(&self) -> Horizon {
        Horizon::named(&self.eval).expect("the embedded file names the paper's evaluations only")
    }
}

/// Loads the cases.
///
/// # Panics
/// If the embedded file is damaged.
pub fn load() -> ClassCases {
    serde_json::from_str(TEXT).expect("the embedded file has the form of the cases")
}
