//! Adding games.

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use connect_toe_experiment::{Pair, Plan};
use connect_toe_game::{GameSpec, Geometry};
use rusqlite::params;

use crate::error::ResultsError;
use crate::file::{ResultsFile, geometry_of};
use crate::session::{Machine, Session};

/// Pairs wait no longer than this to be written.
const INTERVAL: Duration = Duration::from_millis(250);
/// The log is moved into the file at intervals of this length, and when it has grown long.
const BETWEEN_MOVES: Duration = Duration::from_secs(2);

/// Adds pairs to a file, many in one transaction.
///
/// What was added is on the disk after [`flush`](Writer::flush), or a quarter of a second after it was added if
/// [`tick`](Writer::tick) is called often enough. Dropping a writer forgets what has not been written.
#[derive(Debug)]
pub struct Writer<'a> {
    file: &'a ResultsFile,
    plan: &'a Plan,
    /// Of the games to which pairs were added.
    geometries: HashMap<&'a GameSpec, Geometry>,
    /// The session's row; made with the first transaction.
    session: Option<i64>,
    program: String,
    machine: Machine,
    began: Instant,
    started: i64,
    games: u64,
    /// When the open transaction began.
    open: Option<Instant>,
    /// When the log was last moved into the file.
    moved: Instant,
}

impl ResultsFile {
    /// Begins a session of adding games.
    pub fn writer<'a>(&'a self, plan: &'a Plan, program: &str, machine: Machine) -> Writer<'a> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Writer {
            file: self,
            plan,
            geometries: HashMap::new(),
            session: None,
            program: program.to_owned(),
            machine,
            began: Instant::now(),
            started: now.as_secs() as i64,
            games: 0,
            open: None,
            moved: Instant::now(),
        }
    }
}

impl Writer<'_> {
    /// Adds a pair. One that is there already stays as it is.
    ///
    /// # Errors
    /// The database's.
    pub fn add(&mut self, pair: &Pair) -> Result<(), ResultsError> {
        self.insert(pair).map_err(|error| self.file.error(error))?;
        self.tick()
    }

    fn insert(&mut self, pair: &Pair) -> Result<(), rusqlite::Error> {
        let connection = &self.file.connection;
        if self.open.is_none() {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            self.open = Some(Instant::now());
        }
        let game = &self.plan.conditions[pair.condition].game;
        let geometry = self.geometries.entry(game).or_insert_with_key(|game| geometry_of(game));
        self.games += self.file.insert_pair(geometry, pair)?;
        Ok(())
    }

    /// Writes what has waited long enough.
    ///
    /// # Errors
    /// The database's.
    pub fn tick(&mut self) -> Result<(), ResultsError> {
        if self.open.is_some_and(|since| since.elapsed() >= INTERVAL) { self.flush() } else { Ok(()) }
    }

    /// Writes all that was added.
    ///
    /// # Errors
    /// [`ResultsError::Gone`] if the file is not where it was; the database's.
    pub fn flush(&mut self) -> Result<(), ResultsError> {
        if self.open.take().is_none() {
            return Ok(());
        }
        self.file.check_place()?;
        self.commit().map_err(|error| self.file.error(error))
    }

    fn commit(&mut self) -> Result<(), rusqlite::Error> {
        let connection = &self.file.connection;
        let seconds = self.began.elapsed().as_secs_f64();
        if let Some(row) = self.session {
            connection
                .prepare_cached("UPDATE session SET seconds = ?2, games = ?3 WHERE rowid = ?1")?
                .execute(params![row, seconds, self.games as i64])?;
            self.file.seal_session()?;
        } else {
            let session = Session {
                started: self.started,
                program: self.program.clone(),
                machine: self.machine.clone(),
                seconds,
                games: self.games,
            };
            self.file.insert_session(&session)?;
            self.session = Some(connection.last_insert_rowid());
        }
        connection.execute_batch("COMMIT")?;
        // A copy of this file alone should not miss much.
        if self.moved.elapsed() >= BETWEEN_MOVES {
            connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
            self.moved = Instant::now();
        }
        Ok(())
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        if self.open.is_some() {
            // The database does the same when it is closed; errors leave nothing to be done.
            let _ = self.file.connection.execute_batch("ROLLBACK");
        }
    }
}
