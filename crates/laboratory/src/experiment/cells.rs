//! The cells of an experiment: who meets whom in which game, and how it stands.

use connect_toe_experiment::{Condition, ConditionTally, Plan, Sample, Tally};
use serde::{Deserialize, Serialize};

/// A cell of an experiment: a condition of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentCell {
    /// The study's name.
    pub study: String,
    /// The study's title.
    pub title: String,
    /// The number of the cell in its study, from 1.
    pub cell: usize,
    /// The game's text.
    pub game: String,
    /// The values of the study's factors.
    pub levels: String,
    /// The player whose wins are counted.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// The number of games that the cell is to have.
    pub games_wanted: u64,
    /// The results so far.
    pub score: CellScore,
}

/// The results of a cell so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The 95 % interval of the points per game, in which a draw counts one half.
    pub interval: [f64; 2],
}

impl CellScore {
    fn of(condition: &Condition, tally: &ConditionTally) -> CellScore {
        let sample = Sample::of_player(condition, tally);
        let interval = sample.score_interval();
        CellScore {
            wins: sample.games.wins,
            draws: sample.games.draws,
            losses: sample.games.losses,
            interval: [interval.low, interval.high],
        }
    }
}

/// How every cell stands, in the order of the plan.
pub(super) fn cell_scores(plan: &Plan, tally: &Tally) -> Vec<CellScore> {
    plan.conditions.iter().zip(&tally.conditions).map(|(one, tally)| CellScore::of(one, tally)).collect()
}

/// The cells in the order of the studies and their tables.
pub(super) fn cells_of(plan: &Plan, tally: &Tally) -> Vec<ExperimentCell> {
    let mut cells = Vec::with_capacity(plan.conditions.len());
    for (place, study) in plan.studies.iter().enumerate() {
        for (cell, (place, condition)) in (1..).zip(plan.conditions_of(place)) {
            cells.push(ExperimentCell {
                study: study.name.clone(),
                title: study.title.clone(),
                cell,
                game: condition.game.to_string(),
                levels: study.levels_text(condition),
                player: condition.player.to_string(),
                opponent: condition.opponent.to_string(),
                games_wanted: condition.protocol.games,
                score: CellScore::of(condition, &tally.conditions[place]),
            });
        }
    }
    cells
}
