//! Other programs as players.

pub(crate) mod process;
mod settings;
mod talk;
mod watcher;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use connect_toe_game::{Faces, GameSpec, Position};
use connect_toe_players::own::{Heuristic, Search};
use connect_toe_players::{Catalogue, Entry, EntryError};
use connect_toe_search::{SearchProgress, SearchReport, Stopped, Task, Watch};

use settings::{EngineSettings, KEYS};
use talk::{Engine, EngineError};

/// The name in player texts.
const NAME: &str = "gomocup";
/// Stones in a row that the protocol knows.
const LINE: u16 = 5;

/// A catalogue that knows programs which speak the Gomocup protocol as well: `gomocup:cmd="…",time=1s`.
///
/// A text that names such a player can start any program, so texts from strangers must not be read with this catalogue.
///
/// Each player has a process of its own, which waits for the next game when a game has ended. An engine that crashes, hangs,
/// gives a move that is not legal or oversteps its time loses the game; its process is killed with all of its group, and
/// `tell` is called with the reason, which is also among the catalogue's last words.
///
/// ```
/// use connect_toe_gomocup::with_engines;
/// use connect_toe_players::Catalogue;
/// let catalogue = with_engines(Catalogue::new(), |reason| eprintln!("{reason}"))?;
/// let error = catalogue.player("gomocup:cmd=/no/such/engine").expect_err("there is no such program");
/// assert!(error.to_string().starts_with("cmd=/no/such/engine: cmd must be a program that is there and"));
/// # Ok::<(), connect_toe_players::EntryError>(())
/// ```
///
/// # Errors
/// The catalogue has a player with this name already.
pub fn with_engines(
    catalogue: Catalogue,
    tell: impl Fn(&str) + Send + Sync + 'static,
) -> Result<Catalogue, EntryError> {
    let entry = Entry::new(NAME)
        .about("another program that speaks the Gomocup protocol; games of five in a row in the plane")
        .definition("Another program chooses the move; it loses if it gives none in its time.")
        .keys(KEYS)
        .keeping_own_time();
    let last_words = catalogue.last_words().clone();
    let tell = move |reason: &str| {
        last_words.add(reason);
        tell(reason);
    };
    let stable = Arc::new(Stable { idle: Mutex::default(), tell: Box::new(tell) });
    catalogue.with_search(entry, move |settings| {
        let settings = EngineSettings::of(settings)?;
        Ok(EngineSearch { settings, stable: Arc::clone(&stable), engine: None })
    })
}

/// Engines that wait for a game.
struct Stable {
    idle: Mutex<Vec<Engine>>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

impl Stable {
    fn take(&self, settings: &EngineSettings) -> Option<Engine> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|engine| engine.settings == *settings)?;
        Some(idle.swap_remove(place))
    }

    fn put(&self, engine: Engine) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
    }
}

/// The moves of an engine in one game.
struct EngineSearch {
    settings: EngineSettings,
    stable: Arc<Stable>,
    /// The engine; none before the first move.
    engine: Option<Engine>,
}

impl fmt::Debug for EngineSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSearch").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Drop for EngineSearch {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.stable.put(engine);
        }
    }
}

impl EngineSearch {
    fn engine(&mut self) -> Result<Engine, EngineError> {
        match self.engine.take().or_else(|| self.stable.take(&self.settings)) {
            Some(engine) => Ok(engine),
            None => Engine::start(&self.settings),
        }
    }
}

impl Search for EngineSearch {
    fn search(
        &mut self,
        position: &Position<'_>,
        task: &Task<'_>,
        _: &mut dyn Heuristic,
        watch: Watch<'_>,
    ) -> SearchReport {
        let mut go_on = || watch(&SearchProgress::after(0));
        let (error, end) = match self.engine() {
            Err(error) => (error, Vec::new()),
            Ok(mut engine) => {
                let found = engine.choose(position, &mut go_on).and_then(|point| {
                    let cell = point.cell(position.geometry()).filter(|cell| task.moves.contains(cell));
                    cell.ok_or(EngineError::Illegal { point, problem: "is not legal" })
                });
                match found {
                    Ok(cell) => {
                        self.engine = Some(engine);
                        return SearchReport::of_one_best(0, vec![cell], 0, Stopped::Done);
                    }
                    Err(error) => {
                        let end = engine.kill(&error);
                        (error, end)
                    }
                }
            }
        };
        // A game that was stopped needs no move, and a move that the engine did not choose would be worse. Its engine may
        // have been killed by then.
        if go_on().is_continue() {
            (self.stable.tell)(&self.forfeit(&error, &end));
        }
        SearchReport::of_one_best(0, Vec::new(), 0, Stopped::Failed)
    }

    fn check_game(&self, game: &GameSpec) -> Result<(), String> {
        let known = GameSpec {
            overline: game.overline,
            forbidden: game.forbidden,
            ..GameSpec::new(game.sizes.clone(), LINE, Faces::Free)
        };
        if game.sizes.len() == 2 && *game == known {
            return Ok(());
        }
        Err(format!(
            "the Gomocup protocol has no words for {game}: it knows boards of two dimensions, any empty cell, five in a row, exactly five, and renju"
        ))
    }
}

impl EngineSearch {
    fn forfeit(&self, error: &EngineError, end: &[String]) -> String {
        let end = if end.is_empty() { String::new() } else { format!(" ({})", end.join("; ")) };
        format!("the engine {} gives no move: {error}{end}", self.settings.command.join(" "))
    }
}
