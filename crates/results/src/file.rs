//! Opening results files and reading them.

use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use connect_toe_experiment::{Plan, Request};
use connect_toe_game::{GameSpec, Geometry};
use connect_toe_work::lock;
use rusqlite::{Connection, OpenFlags, params};

use crate::error::ResultsError;
use crate::schema::{APPLICATION, ENDING, FORMAT, TABLES};
use crate::session::{Machine, Session};

/// An open results file.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
/// use connect_toe_experiment::{Plan, Protocol, play};
/// use connect_toe_results::{Machine, Opened, ResultsFile, export_csv};
///
/// let plan = Plan::of_match("3x3:3".parse()?, "two-ply".parse()?, "random".parse()?, Protocol::new(20), 1);
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("match.sqlite");
///
/// // The first five pairs are kept; then the run ends.
/// let results = ResultsFile::create(&path, &plan, "1.0")?;
/// let machine = Machine { processor: "any".to_owned(), cores: 2, threads: 1 };
/// let mut writer = results.writer(&plan, "1.0", machine);
/// let mut kept = Ok(());
/// play(&plan, &results.missing(&plan, 0..5)?, &Stop::new(), |pair| {
///     kept = pair.iter().try_for_each(|pair| writer.add(pair));
///     if kept.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// kept?;
/// writer.flush()?;
/// drop(writer);
/// results.finish()?;
///
/// // Later: which pairs are missing, and what do the others say?
/// let results = ResultsFile::open(&path, Opened::ToRead)?;
/// results.check(&plan, Some("1.0"))?;
/// assert_eq!(results.missing(&plan, 0..u64::MAX)?[0].pairs, 5..10);
/// assert_eq!(results.tally(&plan)?.games(), 10);
/// let mut table = Vec::new();
/// export_csv(&results, &plan, &mut table)?;
/// assert_eq!(String::from_utf8(table)?.lines().count(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ResultsFile {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    /// Held while writing, so that two runs do not play the same games.
    lock: Option<File>,
    /// Whether opening made the file.
    is_new: bool,
    pub(crate) listener: Listener,
    /// Whether the database does something long that may be stopped. Writing is not stopped.
    is_long: Arc<AtomicBool>,
}

/// Steps of the database between two looks at who watches, some milliseconds.
const STEPS_AT_ONCE: i32 = 100_000;

/// Games between two calls of the observer of the reading.
const GAMES_AT_ONCE: u64 = 1000;

/// The observer of the games that are read, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Listener(Option<Arc<dyn Fn(u64) -> ControlFlow<()> + Send + Sync>>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener").field(&self.0.is_some()).finish()
    }
}

impl Listener {
    /// Called after each game with the number of games that have been read by now.
    pub(crate) fn after(&self, games: u64) -> Result<(), ResultsError> {
        match &self.0 {
            Some(watch) if games.is_multiple_of(GAMES_AT_ONCE) && watch(GAMES_AT_ONCE).is_break() => {
                Err(ResultsError::Stopped)
            }
            _ => Ok(()),
        }
    }
}

/// How to open a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// To read it, even while a run is writing.
    ToRead,
    /// To add to it, which only one process at a time may do.
    ToWrite,
}

impl ResultsFile {
    /// Makes the file of a plan, with no results yet. A file without games is taken over, whatever experiment it was
    /// made for: a run ended before its first game, or the file has exact values only. Balanced openings that it keeps
    /// stay.
    ///
    /// # Errors
    /// [`ResultsError::Exists`] if it has results; what the database and the file system report.
    pub fn create(path: &Path, plan: &Plan, program: &str) -> Result<ResultsFile, ResultsError> {
        ResultsFile::with_tables(path, Some((plan, program)))
    }

    /// Opens a file to keep exact values in: the results of any experiment, or a new file, whose experiment may come
    /// later.
    ///
    /// # Errors
    /// A file that is not a results file, or that another run is writing; what the database and the file system report.
    pub fn for_exact_values(path: &Path) -> Result<ResultsFile, ResultsError> {
        let file = ResultsFile::with_tables(path, None)?;
        // A value that is lost in a power failure is computed again.
        file.connection.pragma_update(None, "synchronous", "NORMAL").map_err(|error| file.error(error))?;
        Ok(file)
    }

    /// Opens a file to read it, or to add to it what is missing.
    ///
    /// # Errors
    /// A file that does not exist, is not a results file, does not have an experiment, or is being written by another
    /// run; what the database reports.
    pub fn open(path: &Path, opened: Opened) -> Result<ResultsFile, ResultsError> {
        let file = |source| ResultsError::File { path: path.to_owned(), source };
        refuse_special(path)?;
        let handle = match OpenOptions::new().read(true).append(opened == Opened::ToWrite).open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ResultsError::Missing(path.to_owned()));
            }
            handle => handle.map_err(file)?,
        };
        let lock = if opened == Opened::ToWrite { Some(locked(handle, path)?) } else { None };
        let mut file = ResultsFile::connect(path, lock)?;
        match file.check_form() {
            Err(ResultsError::ReadOnly(_) | ResultsError::Unopened(_))
                if opened == Opened::ToRead && !log_of(path).exists() =>
            {
                file.connection = connect_unchanging(path)?;
                file.check_form()?;
            }
            checked => checked?,
        }
        file.check_small_tables()?;
        if file.read_one::<i64>("SELECT count(*) FROM experiment")? == 0 {
            return Err(ResultsError::NoExperiment(path.to_owned()));
        }
        if opened == Opened::ToWrite {
            file.prepare_to_write()?;
        }
        Ok(file)
    }

    fn connect(path: &Path, lock: Option<File>) -> Result<ResultsFile, ResultsError> {
        Ok(ResultsFile {
            connection: connect(path)?,
            path: path.to_owned(),
            lock,
            is_new: false,
            listener: Listener::default(),
            is_long: Arc::default(),
        })
    }

    /// Opens a file to write to it, and makes file and tables if they are not there: all at once, so that a reader who
    /// looks at the file meanwhile finds an empty one.
    fn with_tables(path: &Path, plan: Option<(&Plan, &str)>) -> Result<ResultsFile, ResultsError> {
        refuse_special(path)?;
        let failed = |source| ResultsError::File { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let (handle, is_new) = match options.clone().create_new(true).open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => (options.open(path), false),
            made => (made, true),
        };
        let handle = handle.map_err(failed)?;
        let mut file = ResultsFile::connect(path, Some(locked(handle, path)?))?;
        file.is_new = is_new;
        match file.prepare_tables(plan) {
            Ok(()) => Ok(file),
            Err(error) => {
                if is_new {
                    // Nothing was written to it.
                    let _ = file.discard();
                }
                Err(error)
            }
        }
    }

    fn prepare_tables(&mut self, plan: Option<(&Plan, &str)>) -> Result<(), ResultsError> {
        if self.read_one::<i64>("SELECT count(*) FROM sqlite_schema")? > 0 {
            self.check_form()?;
            self.check_small_tables()?;
        }
        if !self.make_tables(plan).map_err(|error| self.error(error))? {
            return Err(ResultsError::Exists(self.path.clone()));
        }
        self.prepare_to_write()
    }

    /// Makes tables and writes the plan; false if there are games already.
    fn make_tables(&self, plan: Option<(&Plan, &str)>) -> Result<bool, rusqlite::Error> {
        let transaction = self.connection.unchecked_transaction()?;
        let count = |table: &str| -> Result<i64, rusqlite::Error> {
            transaction.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
        };
        if count("sqlite_schema")? == 0 {
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
            transaction.execute_batch(TABLES)?;
        }
        if let Some((plan, program)) = plan {
            if count("experiment")? > 0 {
                // Games that were written and are missing are reported when the file is read.
                if count("game")? > 0 || count("digest WHERE part = 'game'")? > 0 {
                    return Ok(false);
                }
                // Openings are a function of game, plies and seed, but another version may judge them differently.
                let version = transaction
                    .query_row("SELECT program FROM experiment", [], |row| row.get::<_, String>(0))?;
                if version != program {
                    transaction.execute_batch("DROP TABLE IF EXISTS balanced")?;
                }
                transaction.execute_batch("DELETE FROM experiment; DELETE FROM cell; DELETE FROM session")?;
            }
            write_plan(&transaction, plan, program)?;
            self.seal(&["experiment", "cell", "session"])?;
        }
        transaction.commit()?;
        Ok(true)
    }

    fn check_form(&self) -> Result<(), ResultsError> {
        let path = || self.path.clone();
        if self.read_one::<i32>("PRAGMA application_id")? != APPLICATION {
            let is_empty = self.read_one::<i64>("SELECT count(*) FROM sqlite_schema")? == 0;
            return Err(if is_empty {
                ResultsError::NoExperiment(path())
            } else {
                ResultsError::Foreign(path())
            });
        }
        let found: i32 = self.read_one("PRAGMA user_version")?;
        if found != FORMAT {
            return Err(ResultsError::Form { path: path(), found, known: FORMAT });
        }
        if self.has_table("digest")? { Ok(()) } else { Err(self.damaged("its table `digest` is missing")) }
    }

    /// Whether opening made the file.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whether the file has no games.
    ///
    /// # Errors
    /// The database's.
    pub fn is_empty(&self) -> Result<bool, ResultsError> {
        self.read_one("SELECT NOT EXISTS (SELECT 1 FROM game)")
    }

    /// The number of games that the file has.
    ///
    /// # Errors
    /// The database's.
    pub fn games(&self) -> Result<u64, ResultsError> {
        // In a large file it takes seconds to count them.
        let query = "SELECT coalesce(sum(rows), 0) FROM digest WHERE part = 'game'";
        self.read_one::<i64>(query).map(|games| games as u64)
    }

    /// Sets the observer of long readings: `watch` is called with the number of games that were read since the last
    /// call, also with none. It may stop the reading, which then ends with [`ResultsError::Stopped`].
    #[must_use]
    pub fn watched_by(
        mut self,
        watch: impl Fn(u64) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> ResultsFile {
        let watch = Arc::new(watch);
        let (heard, is_long) = (Arc::clone(&watch), Arc::clone(&self.is_long));
        let is_stopped = move || is_long.load(Ordering::Relaxed) && heard(0).is_break();
        // Without it a stop takes effect later.
        let _ = self.connection.progress_handler(STEPS_AT_ONCE, Some(is_stopped));
        self.listener = Listener(Some(watch));
        self
    }

    /// Does something long, which a stop ends with [`ResultsError::Stopped`].
    pub(crate) fn stoppable<T>(&self, long: impl FnOnce() -> T) -> T {
        self.is_long.store(true, Ordering::Relaxed);
        let done = long();
        self.is_long.store(false, Ordering::Relaxed);
        done
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that the path still leads to the file that is being written: what goes into a file that was deleted
    /// is lost.
    pub(crate) fn check_place(&self) -> Result<(), ResultsError> {
        let Some(written) = &self.lock else { return Ok(()) };
        let is_same = written
            .metadata()
            .and_then(|written| Ok((written, std::fs::metadata(&self.path)?)))
            .is_ok_and(|(written, there)| identity(&written) == identity(&there));
        if is_same { Ok(()) } else { Err(ResultsError::Gone(self.path.clone())) }
    }

    /// Leaves nothing but the one file: what is in the log beside it is moved into it.
    ///
    /// # Errors
    /// [`ResultsError::Gone`]; the database's.
    pub fn finish(self) -> Result<(), ResultsError> {
        self.check_place()?;
        self.leave_no_log().map_err(|error| self.error(error))
    }

    fn leave_no_log(&self) -> Result<(), rusqlite::Error> {
        self.connection.busy_timeout(PATIENCE_AT_THE_END)?;
        let mode =
            self.connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0));
        match mode {
            Ok(mode) if mode == "delete" => Ok(()),
            // Another program is reading: the log stays, with nothing in it.
            _ => self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())),
        }
    }

    /// Removes the file again.
    ///
    /// # Errors
    /// The file system's.
    pub fn discard(mut self) -> Result<(), ResultsError> {
        let (path, lock) = (self.path.clone(), self.lock.take());
        // The database removes what is beside the file when it is closed.
        drop(self);
        let removed = std::fs::remove_file(&path);
        drop(lock);
        removed.map_err(|source| ResultsError::File { path, source })
    }

    pub(crate) fn error(&self, source: rusqlite::Error) -> ResultsError {
        ResultsError::database(&self.path, source)
    }

    pub(crate) fn damaged(&self, what: impl Into<String>) -> ResultsError {
        ResultsError::Damaged { path: self.path.clone(), what: what.into() }
    }

    pub(crate) fn read_one<T: rusqlite::types::FromSql>(&self, query: &str) -> Result<T, ResultsError> {
        self.connection.query_row(query, [], |row| row.get(0)).map_err(|error| self.error(error))
    }

    fn prepare_to_write(&self) -> Result<(), ResultsError> {
        // A transaction is on the disk when it is over: nothing that was finished is lost, not even in a power failure.
        let prepare = || {
            self.connection.pragma_update(None, "journal_mode", "WAL")?;
            self.connection.pragma_update(None, "synchronous", "FULL")
        };
        prepare().map_err(|error| self.error(error))
    }

    /// Makes sure that the results are those of this plan and of this version of the program (`None`: of any).
    ///
    /// # Errors
    /// [`ResultsError::Changed`] with what differs, [`ResultsError::Version`].
    pub fn check(&self, plan: &Plan, program: Option<&str>) -> Result<(), ResultsError> {
        let stored = self.stored()?;
        let is_same = stored.hash == plan.hash();
        if is_same != (stored.canonical == plan.canonical()) {
            return Err(self.damaged("the description of its experiment is not what was written"));
        }
        if !is_same {
            return Err(ResultsError::Changed { path: self.path.clone(), diff: difference(&stored, plan) });
        }
        match program {
            Some(program) if program != stored.program => Err(ResultsError::Version {
                path: self.path.clone(),
                found: stored.program,
                known: program.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Makes these the results of a longer plan, if that has the same conditions with more games: a pair of games does
    /// not depend on how many there are. Says whether it did.
    ///
    /// # Errors
    /// [`ResultsError::Version`]; the database's.
    pub fn lengthen(&self, plan: &Plan, program: &str) -> Result<bool, ResultsError> {
        let stored = self.stored()?;
        let games = self.games_of_conditions().map_err(|error| self.error(error))?;
        let mut shorter = plan.clone();
        for (condition, &games) in shorter.conditions.iter_mut().zip(&games) {
            condition.protocol.games = condition.protocol.games.min(games);
        }
        if stored.canonical == plan.canonical() || stored.canonical != shorter.canonical() {
            return Ok(false);
        }
        self.check(&shorter, Some(program))?;
        let lengthen = || -> Result<(), rusqlite::Error> {
            let transaction = self.connection.unchecked_transaction()?;
            for ((place, condition), games) in plan.conditions.iter().enumerate().zip(games) {
                // The last game was alone, and is one of a pair now.
                if condition.protocol.games > games && games % 2 == 1 {
                    let row = [place as i64, games as i64 - 1];
                    self.unseal_game(row[0], row[1])?;
                    transaction.execute("DELETE FROM game WHERE cell = ?1 AND number = ?2", row)?;
                }
            }
            transaction.execute_batch("DELETE FROM experiment; DELETE FROM cell")?;
            write_plan(&transaction, plan, program)?;
            self.seal(&["experiment", "cell"])?;
            transaction.commit()
        };
        lengthen().map(|()| true).map_err(|error| self.error(error))
    }

    /// The number of games of each condition, as planned.
    fn games_of_conditions(&self) -> Result<Vec<u64>, rusqlite::Error> {
        let mut statement = self.connection.prepare("SELECT games FROM cell ORDER BY cell")?;
        statement.query_map([], |row| row.get::<_, i64>(0).map(|games| games as u64))?.collect()
    }

    /// The experiment's hash.
    ///
    /// # Errors
    /// The database's.
    pub fn hash(&self) -> Result<String, ResultsError> {
        self.stored().map(|stored| stored.hash)
    }

    /// What [`keep_ending`](ResultsFile::keep_ending) kept: why no more games are to be played.
    ///
    /// # Errors
    /// The database's.
    pub fn ending(&self) -> Result<Option<String>, ResultsError> {
        if !self.has_table("ending")? {
            return Ok(None);
        }
        match self.connection.query_row("SELECT text FROM ending", [], |row| row.get(0)) {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            found => found.map(Some).map_err(|error| self.error(error)),
        }
    }

    /// Keeps a text that says why no more games are to be played, in place of the one before; `None` says that games
    /// are missing as long as the plan has more.
    ///
    /// # Errors
    /// The database's.
    pub fn keep_ending(&self, text: Option<&str>) -> Result<(), ResultsError> {
        let keep = || -> Result<(), rusqlite::Error> {
            let transaction = self.connection.unchecked_transaction()?;
            transaction.execute_batch("DROP TABLE IF EXISTS ending")?;
            if let Some(text) = text {
                transaction.execute_batch(ENDING)?;
                transaction.execute("INSERT INTO ending VALUES (?1)", [text])?;
                self.seal(&["ending"])?;
            } else {
                transaction.execute("DELETE FROM digest WHERE part = 'ending'", [])?;
            }
            transaction.commit()
        };
        keep().map_err(|error| self.error(error))
    }

    /// The version of the program that the results are marked with.
    ///
    /// # Errors
    /// The database's.
    pub fn version(&self) -> Result<String, ResultsError> {
        self.stored().map(|stored| stored.program)
    }

    /// The text of the experiment, and what overrides its values: `depth=3`.
    ///
    /// # Errors
    /// The database's.
    pub fn experiment(&self) -> Result<(String, Vec<String>), ResultsError> {
        let Stored { text, overrides, .. } = self.stored()?;
        Ok((text, overrides.lines().map(str::to_owned).collect()))
    }

    pub(crate) fn stored(&self) -> Result<Stored, ResultsError> {
        let query = "SELECT hash, canonical, text, overrides, program FROM experiment";
        self.connection
            .query_row(query, [], |row| {
                Ok(Stored {
                    hash: row.get(0)?,
                    canonical: row.get(1)?,
                    text: row.get(2)?,
                    overrides: row.get(3)?,
                    program: row.get(4)?,
                })
            })
            .map_err(|error| self.error(error))
    }

    /// Those of the given pairs (numbered through all cells) that are not in the file yet.
    ///
    /// # Errors
    /// The database's.
    pub fn missing(&self, plan: &Plan, range: Range<u64>) -> Result<Vec<Request>, ResultsError> {
        let mut missing = Vec::new();
        for Request { condition, pairs: wanted } in plan.pairs_in(range) {
            let mut next = wanted.start;
            let mut ask = |to: u64, next: &mut u64| {
                if *next < to {
                    missing.push(Request { condition, pairs: *next..to });
                }
                *next = to + 1;
            };
            for pair in self.stoppable(|| self.pairs_of(condition)).map_err(|error| self.error(error))? {
                if wanted.contains(&pair) {
                    ask(pair, &mut next);
                }
            }
            ask(wanted.end, &mut next);
        }
        Ok(missing)
    }

    fn pairs_of(&self, condition: usize) -> Result<Vec<u64>, rusqlite::Error> {
        let query = "SELECT number / 2 FROM game WHERE cell = ?1 AND number % 2 = 0 ORDER BY number";
        let mut statement = self.connection.prepare_cached(query)?;
        statement.query_map([condition as i64], |row| row.get::<_, i64>(0).map(|pair| pair as u64))?.collect()
    }

    /// The runs that added games, in the order in which they began.
    ///
    /// # Errors
    /// The database's.
    pub fn sessions(&self) -> Result<Vec<Session>, ResultsError> {
        let read = || -> Result<Vec<Session>, rusqlite::Error> {
            let query = "SELECT started, program, processor, cores, threads, seconds, games FROM session \
                         ORDER BY started, processor, games";
            let mut statement = self.connection.prepare_cached(query)?;
            statement
                .query_map([], |row| {
                    Ok(Session {
                        started: row.get(0)?,
                        program: row.get(1)?,
                        machine: Machine { processor: row.get(2)?, cores: row.get(3)?, threads: row.get(4)? },
                        seconds: row.get(5)?,
                        games: row.get::<_, i64>(6)? as u64,
                    })
                })?
                .collect()
        };
        read().map_err(|error| self.error(error))
    }

    pub(crate) fn insert_session(&self, session: &Session) -> Result<(), rusqlite::Error> {
        let Session { started, program, machine, seconds, games } = session;
        let Machine { processor, cores, threads } = machine;
        self.connection.execute(
            "INSERT INTO session VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![started, program, processor, cores, threads, seconds, *games as i64],
        )?;
        self.seal_session()
    }

    /// To be called when a session's row has changed.
    pub(crate) fn seal_session(&self) -> Result<(), rusqlite::Error> {
        self.seal(&["session"])
    }
}

/// How long to wait for a file that another program is writing to at the moment.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the end of a run waits for readers.
const PATIENCE_AT_THE_END: Duration = Duration::from_millis(500);

impl Drop for ResultsFile {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // What cannot be moved now is moved when the file is opened next.
            let _ = self.leave_no_log();
        }
    }
}

/// Opens the database of a file.
pub(crate) fn connect(path: &Path) -> Result<Connection, ResultsError> {
    // A log that a killed run left is taken up when the file is opened next, so reading may need to write.
    Connection::open_with_flags(plain(path), OpenFlags::SQLITE_OPEN_READ_WRITE)
        .and_then(|connection| connection.busy_timeout(PATIENCE).map(|()| connection))
        .map_err(|source| ResultsError::database(path, source))
}

/// Refuses pipes and the like: opening a pipe waits for a writer.
pub(crate) fn refuse_special(path: &Path) -> Result<(), ResultsError> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(ResultsError::Foreign(path.to_owned())),
        _ => Ok(()),
    }
}

/// What tells a file from every other one, where the system has such a number.
#[cfg(unix)]
fn identity(file: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// The path in a form that the database takes for a path, whatever it looks like: `:memory:` and `file:…` would mean
/// something else.
fn plain(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

/// The log beside a file, which belongs to it while a run lasts.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Opens a file that nobody can change, in a folder where the database cannot make the files that it shares with
/// others.
fn connect_unchanging(path: &Path) -> Result<Connection, ResultsError> {
    let place = std::path::absolute(path);
    let place = place.map_err(|source| ResultsError::File { path: path.to_owned(), source })?;
    let Some(place) = place.to_str() else { return Err(ResultsError::Unopened(path.to_owned())) };
    let mut name = "file:".to_owned();
    for byte in place.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            name.push(byte.into());
        } else {
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name += "?immutable=1";
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(name, flags).map_err(|source| ResultsError::database(path, source))
}

fn write_plan(connection: &Connection, plan: &Plan, program: &str) -> Result<(), rusqlite::Error> {
    let overrides: Vec<String> = plan.overrides.iter().map(ToString::to_string).collect();
    connection.execute(
        "INSERT INTO experiment VALUES (?1, ?2, ?3, ?4, ?5)",
        params![plan.hash(), plan.canonical(), plan.text, overrides.join("\n"), program],
    )?;
    let mut insert = connection.prepare("INSERT INTO cell VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
    for (place, condition) in plan.conditions.iter().enumerate() {
        let study = &plan.studies[condition.study];
        insert.execute(params![
            place as i64,
            study.name,
            study.levels_text(condition),
            condition.game.to_string(),
            condition.player.to_string(),
            condition.opponent.to_string(),
            condition.protocol.games as i64,
            condition.seed(plan.seed).to_string(),
        ])?;
    }
    Ok(())
}

/// The row of the experiment.
pub(crate) struct Stored {
    pub(crate) hash: String,
    pub(crate) canonical: String,
    pub(crate) text: String,
    pub(crate) overrides: String,
    pub(crate) program: String,
}

pub(crate) fn geometry_of(game: &GameSpec) -> Geometry {
    Geometry::of(game).expect("the games of a plan are sound")
}

pub(crate) fn locked(file: File, path: &Path) -> Result<File, ResultsError> {
    match lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ResultsError::Busy(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(ResultsError::File { path: path.to_owned(), source }),
    }
}

/// The lines from the first to the last that differs between the stored experiment and a plan: those of the files or,
/// if these are equal, of what follows from them.
fn difference(stored: &Stored, plan: &Plan) -> String {
    const MOST_LINES: usize = 60;
    let overrides: Vec<String> = plan.overrides.iter().map(ToString::to_string).collect();
    let with_overrides = |text: &str, overrides: &str| {
        let lines: Vec<String> = overrides.lines().map(|line| format!("--set {line}")).collect();
        format!("{}\n{}\n", text.trim_end(), lines.join("\n")).trim_end().to_owned() + "\n"
    };
    let old = with_overrides(&stored.text, &stored.overrides);
    let new = with_overrides(&plan.text, &overrides.join("\n"));
    let canonical = plan.canonical();
    let texts = if old == new { [stored.canonical.as_str(), &canonical] } else { [old.as_str(), &new] };
    let [old, new] = texts.map(|text| text.lines().collect::<Vec<&str>>());
    let is_alike = |(one, other): &(&&str, &&str)| one == other;
    let start = old.iter().zip(&new).take_while(is_alike).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(is_alike).count();
    let changed = |sign: char, lines: &[&str]| -> Vec<String> {
        lines[start..lines.len() - end].iter().map(|line| format!("{sign}{line}")).collect()
    };
    let lines = [changed('-', &old), changed('+', &new)].concat();
    let more = lines.len().saturating_sub(MOST_LINES);
    let mut shown = lines[..lines.len() - more].join("\n");
    if more > 0 {
        shown.push_str("\n… and more lines");
    }
    shown
}
