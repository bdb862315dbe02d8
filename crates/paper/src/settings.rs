//! What to play.

use connect_toe_players::{FirstMover, Ties};
use thiserror::Error;

use crate::names::names;
use crate::{Experiment, Reading};

/// Everything that the paper leaves open and everything that a run may choose. The defaults repeat the paper with a
/// hundred times its games.
///
/// ```
/// use connect_toe_paper::{Experiment, Settings};
///
/// let settings = Settings { experiments: vec![Experiment::Cubes], games_per_cell: 0, ..Settings::default() };
/// assert_eq!(settings.check().expect_err("no games").to_string(), "at least one game a cell is needed");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Games of each pairing; the paper played 10, and 20 of some.
    pub games_per_cell: u32,
    /// Seed of every random choice of the run.
    pub seed: u64,
    /// Who moves first. The player is the side whose heuristic the tables are about.
    pub first: FirstMover,
    /// How a search chooses among equally good moves.
    pub ties: Ties,
    /// Where stones may enter the cubes.
    pub cube_faces: CubeFaces,
    /// Search depth on the cubes, in plies.
    pub cube_depth: u32,
    /// The experiments to play; order and repetitions do not matter.
    pub experiments: Vec<Experiment>,
    /// The readings of the search to play; order and repetitions do not matter.
    pub readings: Vec<Reading>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games_per_cell: 1000,
            seed: 2004,
            first: FirstMover::Player,
            ties: Ties::Random,
            cube_faces: CubeFaces::Down,
            cube_depth: 3,
            experiments: Experiment::ALL.to_vec(),
            readings: Reading::ALL.to_vec(),
        }
    }
}

impl Settings {
    /// Whether there is something to play.
    ///
    /// # Errors
    /// All reasons at once, if there are any.
    pub fn check(&self) -> Result<(), SettingsError> {
        let mut reasons = Vec::new();
        if self.games_per_cell == 0 {
            reasons.push("at least one game a cell is needed");
        }
        if self.cube_depth == 0 {
            reasons.push("the search depth on cubes must be at least 1");
        }
        if self.experiments.is_empty() {
            reasons.push("no experiment was chosen");
        }
        if self.readings.is_empty() {
            reasons.push("no reading was chosen");
        }
        let reasons: Vec<String> = reasons.into_iter().map(str::to_owned).collect();
        if reasons.is_empty() { Ok(()) } else { Err(SettingsError { reasons }) }
    }

    /// The experiments to run, once each and in the paper's order.
    pub fn chosen_experiments(&self) -> impl Iterator<Item = Experiment> + '_ {
        Experiment::ALL.iter().copied().filter(|experiment| self.experiments.contains(experiment))
    }

    /// The readings to run, once each, `exact` first.
    pub fn chosen_readings(&self) -> impl Iterator<Item = Reading> + '_ {
        Reading::ALL.iter().copied().filter(|reading| self.readings.contains(reading))
    }
}

/// Settings that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", reasons.join("; "))]
pub struct SettingsError {
    /// Every reason, not just the first.
    pub reasons: Vec<String>,
}

/// Where stones may enter the cubes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeFaces {
    /// Through one face, `-3`: gravity, as in Connect Four.
    Down,
    /// Through all six faces.
    All,
    /// On every empty cell.
    Free,
}

names!(CubeFaces, "set of cube faces", Down => "-3", All => "all", Free => "free");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_can_be_played() {
        assert_eq!(Settings::default().check(), Ok(()));
    }

    #[test]
    fn every_reason_is_listed() {
        let settings = Settings {
            games_per_cell: 0,
            cube_depth: 0,
            experiments: Vec::new(),
            readings: Vec::new(),
            ..Settings::default()
        };
        assert_eq!(settings.check().expect_err("nothing to play").reasons.len(), 4);
    }
}
