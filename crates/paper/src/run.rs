use std::ops::ControlFlow;

use connect_toe_arena::{GamePlayed, Match, MatchError, play_matches};
use thiserror::Error;

use crate::{Cell, Results, Settings, SettingsError, cells};

/// Why a run gave no results.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is nothing to play.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A cell's games could not be played, or the watcher asked to stop.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// Plays every cell of the settings on all threads of the current rayon pool. The results depend on the settings
/// alone, not on the number of threads.
///
/// `watch` hears of every game as it ends, with its cell, in no particular order and from several threads; it may
/// stop the run. There are [`Settings::games`] games in all.
///
/// # Errors
/// Settings without anything to play; games or players that cannot be; a stop by `watch`.
pub fn run(
    settings: &Settings,
    watch: impl Fn(&Cell, &GamePlayed) -> ControlFlow<()> + Sync,
) -> Result<Results, RunError> {
    settings.check()?;
    let cells = cells(settings);
    let matches =
        cells.iter().map(|cell| as_match(cell, settings)).collect::<Result<Vec<_>, MatchError>>()?;
    let played = play_matches(&matches, |game| watch(&cells[game.of_match], game))?;
    Ok(Results::new(settings.clone(), played))
}

fn as_match(cell: &Cell, settings: &Settings) -> Result<Match, MatchError> {
    Ok(Match {
        game: cell.game.parse()?,
        player: cell.player_spec.parse()?,
        opponent: cell.opponent_spec.parse()?,
        games: u64::from(settings.games_per_cell),
        first: settings.first,
        seed: cell.seed(settings.seed),
    })
}
