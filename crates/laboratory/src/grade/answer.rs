//! The answer of `grade`.

use connect_toe_grade::{Comparison, Counts, Entry, Estimate, Grade, Grading, Request};
use connect_toe_stats::RankCorrelation;
use serde::{Deserialize, Serialize};

use crate::numbers::ends;

/// Heuristics and players graded against exact values. Intervals are those of 95 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grades {
    /// Canonical game text.
    pub game: String,
    /// The seed of the positions.
    pub seed: u64,
    /// Positions of each ply that were asked for.
    pub positions_per_ply: usize,
    /// Nodes that the solver may search for one position with all its moves, about.
    pub solver_nodes: u64,
    /// Whether the run was stopped: then these are the positions that were done.
    pub interrupted: bool,
    /// If plies were not named: the ply that was too hard, so that it and those before it were left out.
    pub too_hard_ply: Option<u32>,
    /// All positions.
    pub overall: PositionCounts,
    /// The positions by ply.
    pub plies: Vec<PlyPositions>,
    /// The grades, in the order of the request: heuristics, then players.
    pub entries: Vec<EntryGrades>,
    /// Every entry with every later one.
    pub comparisons: Vec<ComparedEntries>,
}

/// How many positions there are, and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionCounts {
    /// Positions drawn.
    pub positions: u64,
    /// Those that the solver's nodes sufficed for.
    pub solved: u64,
    /// Those that they did not suffice for.
    pub not_solved: u64,
    /// Solved positions that the side to move wins.
    pub won: u64,
    /// Solved positions that are drawn.
    pub drawn: u64,
    /// Solved positions that the side to move loses.
    pub lost: u64,
    /// Solved positions with moves of different value.
    pub decisive: u64,
}

/// The positions of one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyPositions {
    /// Stones on the board.
    pub ply: u32,
    /// The positions.
    #[serde(flatten)]
    pub counts: PositionCounts,
}

/// All grades of one entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EntryGrades {
    /// The heuristic or player.
    pub entry: String,
    /// `heuristic` or `player`.
    pub kind: String,
    /// The grades on all positions.
    pub overall: PositionGrades,
    /// The grades by the position's value for the side to move.
    pub by_value: GradesByValue,
    /// The grades by ply.
    pub by_ply: Vec<PlyGrades>,
    /// Whether the entry has the lowest mean loss.
    pub best: bool,
    /// Whether the entry is not the best one, but not clearly worse either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rival: bool,
}

/// One entry's grades on some positions: means over the decisive ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionGrades {
    /// Points lost; a win counts 1, a draw 1/2.
    pub mean_loss: Option<EstimateWithInterval>,
    /// The rate of choices that keep the value.
    pub keep_rate: Option<EstimateWithInterval>,
    /// The rate of choices that make a win a draw.
    pub slip_rate: Option<EstimateWithInterval>,
    /// The rate of choices that make a win or a draw a loss.
    pub blunder_rate: Option<EstimateWithInterval>,
    /// Plies by which a kept win comes later, or a loss earlier, than with best play.
    pub plies_lost: Option<EstimateWithInterval>,
    /// Kendall's tau-b of a heuristic's value and the exact one.
    pub kendall: Option<EstimateWithInterval>,
    /// Spearman's rho of the same.
    pub spearman: Option<EstimateWithInterval>,
}

/// One entry's grades by the position's value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GradesByValue {
    /// Positions that the side to move wins.
    pub win: ValueGrades,
    /// Drawn positions.
    pub draw: ValueGrades,
    /// Positions that the side to move loses.
    pub loss: ValueGrades,
}

/// One entry's grades on the positions of one value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueGrades {
    /// The grades.
    #[serde(flatten)]
    pub grades: PositionGrades,
    /// Decisive positions of this value.
    pub decisive: u64,
}

/// One entry's grades on the positions of one ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyGrades {
    /// Stones on the board.
    pub ply: u32,
    /// The grades.
    #[serde(flatten)]
    pub grades: PositionGrades,
}

/// An estimate from a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EstimateWithInterval {
    /// The estimate.
    pub value: f64,
    /// Its interval; null if the sample does not tell.
    pub interval: Option<[f64; 2]>,
}

impl From<Estimate> for EstimateWithInterval {
    fn from(Estimate { value, interval }: Estimate) -> EstimateWithInterval {
        EstimateWithInterval { value, interval: interval.map(ends) }
    }
}

/// Two entries on the same positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ComparedEntries {
    /// The place of the first entry.
    pub first: usize,
    /// The place of the second entry.
    pub second: usize,
    /// The first entry's mean loss minus the second one's: below 0 if the first is better.
    pub difference: f64,
    /// The difference's interval.
    pub interval: Option<[f64; 2]>,
    /// The p-value of "there is no difference".
    pub p_value: f64,
    /// The p-value after Holm's correction for all comparisons.
    pub adjusted: f64,
}

impl Grades {
    pub(super) fn new(request: &Request, grading: &Grading) -> Grades {
        let (best, rivals) = (grading.best(), grading.rivals());
        let entry = |(place, entry): (usize, &connect_toe_grade::EntryGrades)| {
            let [win, draw, loss] = [0, 1, 2].map(|value| ValueGrades {
                grades: (&entry.by_value[value]).into(),
                decisive: entry.by_value[value].decisive(),
            });
            let by_ply = grading.plies.iter().zip(&entry.by_ply);
            EntryGrades {
                entry: entry.entry.to_string(),
                kind: kind(&entry.entry).to_owned(),
                overall: (&entry.overall).into(),
                by_value: GradesByValue { win, draw, loss },
                by_ply: by_ply.map(|(ply, grade)| PlyGrades { ply: ply.ply, grades: grade.into() }).collect(),
                best: best.contains(&place),
                rival: rivals.contains(&place),
            }
        };
        Grades {
            game: request.game.to_string(),
            seed: request.seed,
            positions_per_ply: request.positions,
            solver_nodes: request.solver_nodes,
            interrupted: grading.interrupted,
            too_hard_ply: grading.too_hard,
            overall: (&grading.positions).into(),
            plies: grading
                .plies
                .iter()
                .map(|ply| PlyPositions { ply: ply.ply, counts: (&ply.counts).into() })
                .collect(),
            entries: grading.entries.iter().enumerate().map(entry).collect(),
            comparisons: grading.comparisons.iter().map(ComparedEntries::from).collect(),
        }
    }
}

fn kind(entry: &Entry) -> &'static str {
    match entry {
        Entry::Heuristic(_) => "heuristic",
        Entry::Player(_) => "player",
    }
}

impl From<&Counts> for PositionCounts {
    fn from(counts: &Counts) -> PositionCounts {
        PositionCounts {
            positions: counts.found,
            solved: counts.solved,
            not_solved: counts.not_solved(),
            won: counts.won,
            drawn: counts.drawn,
            lost: counts.lost,
            decisive: counts.decisive,
        }
    }
}

impl From<&Grade> for PositionGrades {
    fn from(grade: &Grade) -> PositionGrades {
        let estimate = |found: Option<Estimate>| found.map(EstimateWithInterval::from);
        let correlation = |found: Option<RankCorrelation>| {
            found.map(|RankCorrelation { value, interval }| EstimateWithInterval {
                value,
                interval: Some(ends(interval)),
            })
        };
        PositionGrades {
            mean_loss: estimate(grade.mean_loss()),
            keep_rate: estimate(grade.keep_rate()),
            slip_rate: estimate(grade.slip_rate()),
            blunder_rate: estimate(grade.blunder_rate()),
            plies_lost: estimate(grade.plies_lost()),
            kendall: correlation(grade.kendall),
            spearman: correlation(grade.spearman),
        }
    }
}

impl From<&Comparison> for ComparedEntries {
    fn from(comparison: &Comparison) -> ComparedEntries {
        ComparedEntries {
            first: comparison.first,
            second: comparison.second,
            difference: comparison.difference.value,
            interval: comparison.difference.interval.map(ends),
            p_value: comparison.p_value,
            adjusted: comparison.adjusted,
        }
    }
}
