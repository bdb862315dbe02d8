//! The file of an atlas that is being made: one `SQLite` database with a row for each game.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use connect_toe_atlas::{Atlas, Known, PlannedGame};
use connect_toe_game::{GameSpec, Geometry};
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::ResultsError;
use crate::file::{connect, locked, refuse_special};

/// Number of the form below, kept in the file's `user_version`.
const FORMAT: i32 = 1;
/// Marks the file as an atlas: `application_id`, four letters.
const APPLICATION: i32 = 0x4354_6f61;

const TABLES: &str = "
CREATE TABLE plan (
    text TEXT NOT NULL,
    program TEXT NOT NULL     -- version of connect-toe
) STRICT;
CREATE TABLE game (
    game TEXT PRIMARY KEY,    -- game text; one of all that differ in how their board is turned
    at_least TEXT NOT NULL,   -- the least possible value for x, who moves first: W7 wins in 7 plies, = draws, L12 loses
    at_most TEXT NOT NULL,    -- the greatest
    best TEXT,                -- the moves that keep the value, if they are known, separated by spaces
    nodes INTEGER NOT NULL,   -- that were searched
    seconds REAL NOT NULL,    -- that it took
    budget INTEGER NOT NULL,  -- nodes that the plan gave it
    complete INTEGER NOT NULL -- 1 if value and moves are known
) STRICT, WITHOUT ROWID;
";

/// The file of an atlas that is being made.
///
/// ```
/// use connect_toe_atlas::AtlasPlan;
/// use connect_toe_results::AtlasFile;
/// let text = "games = [\"3x3:3\", \"4x3:3:-2\"]";
/// let plan = AtlasPlan::read(text)?;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("atlas.db");
/// let file = AtlasFile::create_or_open(&path, text, "1.0")?;
/// assert_eq!(file.missing(&plan.games())?.len(), 2);
/// file.keep(&plan.games()[0], &"= 1ff 304 0".parse()?, true)?;
/// drop(file);
/// let file = AtlasFile::open(&path)?;
/// assert_eq!(file.missing(&plan.games())?, plan.games()[1..]);
/// assert_eq!(file.atlas()?.games().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtlasFile {
    connection: Connection,
    path: PathBuf,
    /// Held while writing.
    lock: Option<File>,
}

impl AtlasFile {
    /// The file of a plan, to write to: made if it is missing. A file that exists keeps its games and takes the plan.
    ///
    /// # Errors
    /// A file that is not an atlas, or that another run is writing; what the database and the file system report.
    pub fn create_or_open(path: &Path, plan: &str, program: &str) -> Result<AtlasFile, ResultsError> {
        refuse_special(path)?;
        let failed = |source| ResultsError::File { path: path.to_owned(), source };
        let handle = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let lock = locked(handle, path)?;
        let file = AtlasFile { connection: connect(path)?, path: path.to_owned(), lock: Some(lock) };
        let prepare = || {
            let transaction = file.connection.unchecked_transaction()?;
            let tables: i64 =
                transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables == 0 {
                transaction.pragma_update(None, "application_id", APPLICATION)?;
                transaction.pragma_update(None, "user_version", FORMAT)?;
                transaction.execute_batch(TABLES)?;
            }
            transaction.commit()
        };
        prepare().map_err(|error| file.error(error))?;
        file.check_form()?;
        let write = || {
            file.connection.pragma_update(None, "journal_mode", "WAL")?;
            // A game that is lost in a power failure is searched again.
            file.connection.pragma_update(None, "synchronous", "NORMAL")?;
            let transaction = file.connection.unchecked_transaction()?;
            transaction.execute("DELETE FROM plan", [])?;
            transaction.execute("INSERT INTO plan VALUES (?1, ?2)", [plan, program])?;
            transaction.commit()
        };
        write().map_err(|error| file.error(error))?;
        Ok(file)
    }

    /// The file of an atlas, to read it.
    ///
    /// # Errors
    /// A file that does not exist, or is not an atlas; what the database reports.
    pub fn open(path: &Path) -> Result<AtlasFile, ResultsError> {
        refuse_special(path)?;
        if !path.exists() {
            return Err(ResultsError::Missing(path.to_owned()));
        }
        let file = AtlasFile { connection: connect(path)?, path: path.to_owned(), lock: None };
        file.check_form()?;
        Ok(file)
    }

    /// The text of its plan.
    ///
    /// # Errors
    /// The database's.
    pub fn plan(&self) -> Result<String, ResultsError> {
        let text = self.connection.query_row("SELECT text FROM plan", [], |row| row.get(0)).optional();
        Ok(text.map_err(|error| self.error(error))?.unwrap_or_default())
    }

    /// Those of the planned games for which the file does not know value and moves, and has not searched as many nodes
    /// as planned.
    ///
    /// # Errors
    /// The database's.
    pub fn missing(&self, planned: &[PlannedGame]) -> Result<Vec<PlannedGame>, ResultsError> {
        let find = || {
            let mut statement = self
                .connection
                .prepare("SELECT 1 FROM game WHERE game = ?1 AND (complete = 1 OR budget >= ?2)")?;
            let mut missing = Vec::new();
            for game in planned {
                if !statement.exists(params![game.game.to_string(), budget(game)])? {
                    missing.push(game.clone());
                }
            }
            Ok(missing)
        };
        find().map_err(|error| self.error(error))
    }

    /// Keeps what is known of a game, in place of what was known before.
    ///
    /// # Errors
    /// The database's.
    pub fn keep(&self, game: &PlannedGame, known: &Known, is_complete: bool) -> Result<(), ResultsError> {
        let Ok(geometry) = Geometry::of(&game.game) else {
            return Err(self.damaged(&game.game.to_string()));
        };
        let best = known.best.as_ref().map(|places| {
            let cells = places.iter().map(|&place| geometry.cell_text(geometry.cells()[place]));
            cells.collect::<Vec<String>>().join(" ")
        });
        let write = || {
            let mut statement = self
                .connection
                .prepare_cached("INSERT OR REPLACE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
            statement.execute(params![
                game.game.to_string(),
                Known::short(known.at_least),
                Known::short(known.at_most),
                best,
                known.nodes as i64,
                known.seconds,
                budget(game),
                i64::from(is_complete),
            ])
        };
        write().map(|_| ()).map_err(|error| self.error(error))
    }

    /// The atlas of what is known by now.
    ///
    /// # Errors
    /// The database's; a row that was not written by this program.
    pub fn atlas(&self) -> Result<Atlas, ResultsError> {
        let read = || {
            let query = "SELECT game, at_least, at_most, best, nodes, seconds FROM game";
            let mut statement = self.connection.prepare(query)?;
            let rows = statement.query_map([], |row| {
                let text = |column| row.get::<_, String>(column);
                let best = row.get::<_, Option<String>>(3)?;
                Ok((text(0)?, text(1)?, text(2)?, best, row.get::<_, i64>(4)?, row.get::<_, f64>(5)?))
            })?;
            rows.collect::<Result<Vec<_>, _>>()
        };
        let rows = read().map_err(|error| self.error(error))?;
        let games = rows.into_iter().map(|(game, at_least, at_most, best, nodes, seconds)| {
            let row = || {
                let game: GameSpec = game.parse().ok()?;
                let geometry = Geometry::of(&game).ok()?;
                let place = |cell: &str| geometry.parse_cell(cell).ok().map(|cell| geometry.rank(cell));
                let best = match &best {
                    Some(best) => Some(best.split_whitespace().map(place).collect::<Option<_>>()?),
                    None => None,
                };
                let [at_least, at_most] = [at_least, at_most].map(|value| Known::read_value(&value));
                let known =
                    Known { at_least: at_least?, at_most: at_most?, best, nodes: nodes as u64, seconds };
                Some((game, known))
            };
            row().ok_or_else(|| self.damaged(&game))
        });
        Ok(Atlas::new(games.collect::<Result<Vec<_>, _>>()?))
    }

    fn check_form(&self) -> Result<(), ResultsError> {
        let number = |query: &str| {
            self.connection
                .query_row(query, [], |row| row.get::<_, i32>(0))
                .map_err(|error| self.error(error))
        };
        if number("PRAGMA application_id")? != APPLICATION {
            return Err(ResultsError::NotAnAtlas(self.path.clone()));
        }
        let found = number("PRAGMA user_version")?;
        if found == FORMAT {
            Ok(())
        } else {
            Err(ResultsError::Form { path: self.path.clone(), found, known: FORMAT })
        }
    }

    fn damaged(&self, game: &str) -> ResultsError {
        let what = format!("the row of {game} has values that were never written");
        ResultsError::Damaged { path: self.path.clone(), what }
    }

    fn error(&self, error: rusqlite::Error) -> ResultsError {
        match ResultsError::database(&self.path, error) {
            ResultsError::Foreign(path) => ResultsError::NotAnAtlas(path),
            error => error,
        }
    }
}

impl Drop for AtlasFile {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // One file is left, unless another program is reading.
            let _ = self.connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()));
        }
    }
}

fn budget(game: &PlannedGame) -> i64 {
    game.nodes.min(i64::MAX as u64) as i64
}
