use std::ops::ControlFlow;

use connect_toe_arena::stats::Wdl;
use thiserror::Error;

use crate::{Cell, CellResult, Results, Settings, SettingsError, cells};

/// What playing one cell's games gave, from the player's side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Played {
    /// Wins, draws and losses.
    pub wdl: Wdl,
    /// Moves made in all games together.
    pub plies: u64,
    /// Wall time in seconds; it goes into no file that is to be reproducible.
    pub seconds: f64,
}

/// How far a run is.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// Cells finished, this one included.
    pub done: usize,
    /// Cells of the whole run.
    pub total: usize,
    /// The cell that was just finished.
    pub last: &'a CellResult,
}

/// Why a run gave no results. `E` is what playing a cell may fail with.
#[derive(Debug, Error)]
pub enum RunError<E> {
    /// There is nothing to play.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A cell could not be played.
    #[error("{} at {} {}, {} against {}: {source}", cell.experiment.title(), cell.experiment.row_label(),
        cell.row, cell.player.title(), cell.opponent.title())]
    Play {
        /// The cell in question.
        cell: Box<Cell>,
        /// What went wrong.
        source: E,
    },
    /// The watcher asked to stop.
    #[error("stopped after {done} of {total} cells")]
    Stopped {
        /// Cells that were finished.
        done: usize,
        /// Cells of the whole run.
        total: usize,
    },
}

/// Plays every cell of the settings, one after the other.
///
/// `play` gets a cell and the seed of its games and plays `settings.games_per_cell` of them, the first mover being
/// `settings.first`; it may use as many threads as it likes. `watch` hears of every finished cell and may stop the
/// run.
///
/// # Errors
/// Settings without anything to play, the first failure of `play`, or a stop by `watch`.
pub fn run<E>(
    settings: &Settings,
    mut play: impl FnMut(&Cell, u64) -> Result<Played, E>,
    mut watch: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<Results, RunError<E>> {
    settings.check()?;
    let cells = cells(settings);
    let total = cells.len();
    let mut finished = Vec::with_capacity(total);
    for cell in cells {
        let seed = cell.seed(settings.seed);
        let played = match play(&cell, seed) {
            Ok(played) => played,
            Err(source) => return Err(RunError::Play { cell: Box::new(cell), source }),
        };
        let result = CellResult { cell, wdl: played.wdl, plies: played.plies, seconds: played.seconds };
        let done = finished.len() + 1;
        let go_on = watch(&Progress { done, total, last: &result });
        finished.push(result);
        if go_on.is_break() && done < total {
            return Err(RunError::Stopped { done, total });
        }
    }
    Ok(Results { settings: settings.clone(), cells: finished })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Experiment, Reading};

    fn small() -> Settings {
        Settings {
            games_per_cell: 3,
            experiments: vec![Experiment::Cubes],
            readings: vec![Reading::Exact],
            ..Settings::default()
        }
    }

    #[test]
    fn every_cell_is_played_once_with_its_own_seed() {
        let mut seeds = std::collections::HashSet::new();
        let mut steps = Vec::new();
        let results = run(
            &small(),
            |cell, seed| {
                assert_eq!(seed, cell.seed(2004));
                seeds.insert(seed);
                Ok::<_, std::convert::Infallible>(Played {
                    wdl: Wdl { wins: 3, ..Wdl::ZERO },
                    plies: 9,
                    seconds: 0.0,
                })
            },
            |progress| {
                steps.push((progress.done, progress.total));
                ControlFlow::Continue(())
            },
        )
        .expect("plays");
        assert_eq!(results.cells.len(), 48);
        assert_eq!(seeds.len(), 48);
        assert_eq!((steps[0], steps[47]), ((1, 48), (48, 48)));
    }

    #[test]
    fn a_failure_names_its_cell() {
        let error = run(&small(), |_, _| Err("no such player"), |_| ControlFlow::Continue(()))
            .expect_err("cannot be played");
        assert_eq!(error.to_string(), "Cubes at cube side 2, Optimistic against Optimistic: no such player");
    }

    #[test]
    fn a_watcher_can_stop_the_run() {
        let play = |_: &Cell, _| Ok::<_, &str>(Played::default());
        let stop_at_5 = |progress: &Progress<'_>| {
            if progress.done == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let error = run(&small(), play, stop_at_5).expect_err("stopped");
        assert_eq!(error.to_string(), "stopped after 5 of 48 cells");
    }

    #[test]
    fn nothing_to_play_is_an_error() {
        let settings = Settings { games_per_cell: 0, ..small() };
        let error = run(&settings, |_, _| Ok::<_, &str>(Played::default()), |_| ControlFlow::Continue(()));
        assert_eq!(error.expect_err("no games").to_string(), "at least one game a cell is needed");
    }
}
