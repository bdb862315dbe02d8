use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use connect_toe_experiment::{Pair, PlayError, Request, Tally, play};
use thiserror::Error;

use crate::{Cell, Results, Settings, SettingsError, cells, plan};

/// Why a run gave no results.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is nothing to play.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A cell's games could not be played, or the watcher asked to stop.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Plays every cell of the settings on all threads of the current rayon pool. The results depend on the settings
/// alone, not on the number of threads.
///
/// `watch` hears of every pair of games as it ends, with its cell and in no particular order; it may stop the run. There
/// are [`Settings::games`] games in all.
///
/// # Errors
/// Settings without anything to play; games or players that cannot be; a stop by `watch`.
pub fn run(
    settings: &Settings,
    mut watch: impl FnMut(&Cell, &Pair) -> ControlFlow<()>,
) -> Result<Results, RunError> {
    settings.check()?;
    let (plan, cells) = (plan(settings), cells(settings));
    let parts = plan.pairs_in(0..plan.pairs());
    let requests: Vec<Request> = parts.into_iter().map(|(cell, pairs)| Request { cell, pairs }).collect();
    let mut tally = Tally::new(&plan);
    play(&plan, &requests, &AtomicBool::new(false), |pair| {
        let Some(pair) = pair else { return ControlFlow::Continue(()) };
        tally.count(&pair);
        watch(&cells[pair.cell], &pair)
    })?;
    Ok(Results::new(settings.clone(), &tally))
}
