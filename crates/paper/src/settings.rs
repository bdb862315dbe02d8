use connect_toe_arena::FirstMover;
use thiserror::Error;

use crate::names::names;
use crate::{Experiment, Reading};

/// Everything the paper leaves open and everything a run may choose; the defaults reproduce the paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Games in each cell; the paper played 10 (20 in some).
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
    /// What to play; order and repetitions do not matter.
    pub experiments: Vec<Experiment>,
    /// How to understand the search; order and repetitions do not matter.
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
    /// Finds everything that makes a run impossible.
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
        if reasons.is_empty() { Ok(()) } else { Err(SettingsError { reasons }) }
    }

    /// Games of the whole run.
    #[must_use]
    pub fn games(&self) -> u64 {
        crate::cells(self).len() as u64 * u64::from(self.games_per_cell)
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

/// Settings that nothing can be played with.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", reasons.join("; "))]
pub struct SettingsError {
    /// Every reason, not just the first.
    pub reasons: Vec<&'static str>,
}

/// How a search chooses among equally good moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Uniformly at random.
    Random,
    /// The first in the order of cells.
    First,
    /// The last in the order of cells.
    Last,
}

names!(Ties, "tie rule", Random => "random", First => "first", Last => "last");

/// Where stones may enter the cubes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeFaces {
    /// Through one face, `-3`: gravity, as in Connect Four.
    Down,
    /// Through all six faces.
    All,
    /// Anywhere: every empty cell.
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
