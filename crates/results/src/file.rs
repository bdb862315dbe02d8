//! Opening results files and reading them.

use std::fs::{File, OpenOptions, TryLockError};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use connect_toe_experiment::{GamePlayed, Pair, Plan, Request, Tally};
use connect_toe_game::{GameSpec, Geometry};
use rusqlite::{Connection, OpenFlags, params};
use similar::TextDiff;

use crate::error::ResultsError;
use crate::schema::{APPLICATION, FORMAT, TABLES, result_of, side_of, unpack_moves};
use crate::session::{Machine, Session};

/// An open results file.
#[derive(Debug)]
pub struct ResultsFile {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    /// Held by whoever writes, so that two runs do not play the same games.
    _lock: Option<File>,
}

/// How to open a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// To look at it, also while a run is writing.
    ToRead,
    /// To add to it; nobody else may.
    ToWrite,
}

impl ResultsFile {
    /// Makes the file of a plan, with no results yet. A file without an experiment is taken for one that was being made
    /// when the program ended, or that has exact values only.
    ///
    /// # Errors
    /// [`ResultsError::Exists`] if it has results; what the database and the file system report.
    pub fn create(path: &Path, plan: &Plan, program: &str) -> Result<ResultsFile, ResultsError> {
        let mut file = ResultsFile::with_tables(path)?;
        if file.read_one::<i64>("SELECT count(*) FROM experiment")? > 0 {
            return Err(ResultsError::Exists(path.to_owned()));
        }
        file.write_plan(plan, program).map_err(|error| file.error(error))?;
        Ok(file)
    }

    /// Opens a file to keep exact values in: the results of any experiment, or a new file, whose experiment may come
    /// later.
    ///
    /// # Errors
    /// A file that is no results file or is written by somebody else; what the database and the file system report.
    pub fn for_exact_values(path: &Path) -> Result<ResultsFile, ResultsError> {
        let file = ResultsFile::with_tables(path)?;
        // A value that is lost with the power is computed again.
        file.connection.pragma_update(None, "synchronous", "NORMAL").map_err(|error| file.error(error))?;
        Ok(file)
    }

    /// Opens a file to read it, or to add to it what is missing.
    ///
    /// # Errors
    /// A file that is not there, is no results file, has no experiment, is written by somebody else; what the database
    /// reports.
    pub fn open(path: &Path, opened: Opened) -> Result<ResultsFile, ResultsError> {
        let file = |source| ResultsError::File { path: path.to_owned(), source };
        let handle = match OpenOptions::new().read(true).append(opened == Opened::ToWrite).open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ResultsError::Missing(path.to_owned()));
            }
            handle => handle.map_err(file)?,
        };
        if handle.metadata().map_err(file)?.is_dir() {
            return Err(ResultsError::Foreign(path.to_owned()));
        }
        let lock = if opened == Opened::ToWrite { Some(locked(handle, path)?) } else { None };
        let file = ResultsFile::connect(path, lock)?;
        file.check_form()?;
        if file.read_one::<i64>("SELECT count(*) FROM experiment")? == 0 {
            return Err(ResultsError::NoExperiment(path.to_owned()));
        }
        if opened == Opened::ToWrite {
            file.prepare_to_write().map_err(|error| file.error(error))?;
        }
        Ok(file)
    }

    fn connect(path: &Path, lock: Option<File>) -> Result<ResultsFile, ResultsError> {
        // A log that a killed run left is taken up by whoever opens the file next, so reading may need to write.
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .and_then(|connection| connection.busy_timeout(PATIENCE).map(|()| connection))
            .map_err(|source| ResultsError::database(path, source))?;
        Ok(ResultsFile { connection, path: path.to_owned(), _lock: lock })
    }

    /// Opens a file to write to it, and makes file and tables if they are not there.
    fn with_tables(path: &Path) -> Result<ResultsFile, ResultsError> {
        let handle = OpenOptions::new().read(true).append(true).create(true).open(path);
        let handle = handle.map_err(|source| ResultsError::File { path: path.to_owned(), source })?;
        let mut file = ResultsFile::connect(path, Some(locked(handle, path)?))?;
        if file.read_one::<i64>("SELECT count(*) FROM sqlite_schema")? > 0 {
            file.check_form()?;
        }
        file.prepare_to_write().and_then(|()| file.make_tables()).map_err(|error| file.error(error))?;
        Ok(file)
    }

    fn make_tables(&mut self) -> Result<(), rusqlite::Error> {
        let transaction = self.connection.transaction()?;
        let tables: i64 =
            transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
            transaction.execute_batch(TABLES)?;
        }
        transaction.commit()
    }

    fn check_form(&self) -> Result<(), ResultsError> {
        if self.read_one::<i32>("PRAGMA application_id")? != APPLICATION {
            return Err(ResultsError::Foreign(self.path.clone()));
        }
        match self.read_one("PRAGMA user_version")? {
            FORMAT => Ok(()),
            found => Err(ResultsError::Form { path: self.path.clone(), found, known: FORMAT }),
        }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn error(&self, source: rusqlite::Error) -> ResultsError {
        ResultsError::database(&self.path, source)
    }

    pub(crate) fn damaged(&self, what: impl Into<String>) -> ResultsError {
        ResultsError::Damaged { path: self.path.clone(), what: what.into() }
    }

    fn read_one<T: rusqlite::types::FromSql>(&self, query: &str) -> Result<T, ResultsError> {
        self.connection.query_row(query, [], |row| row.get(0)).map_err(|error| self.error(error))
    }

    fn prepare_to_write(&self) -> Result<(), rusqlite::Error> {
        // A transaction is on the disk when it is over: nothing that was finished is lost, not even with the power.
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.pragma_update(None, "synchronous", "FULL")
    }

    fn write_plan(&mut self, plan: &Plan, program: &str) -> Result<(), rusqlite::Error> {
        let transaction = self.connection.transaction()?;
        let overrides: Vec<String> = plan.overrides.iter().map(ToString::to_string).collect();
        transaction.execute(
            "INSERT INTO experiment VALUES (?1, ?2, ?3, ?4, ?5)",
            params![plan.hash(), plan.canonical(), plan.text, overrides.join("\n"), program],
        )?;
        {
            let mut insert =
                transaction.prepare("INSERT INTO cell VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
            for (place, cell) in plan.cells.iter().enumerate() {
                let study = &plan.studies[cell.study];
                insert.execute(params![
                    place as i64,
                    study.name,
                    levels_text(study, &cell.levels),
                    cell.game.to_string(),
                    cell.player.to_string(),
                    cell.opponent.to_string(),
                    cell.games as i64,
                    cell.seed(plan.seed).to_string(),
                ])?;
            }
        }
        transaction.commit()
    }

    /// Makes sure that the results are those of this plan and of this version of the program (`None`: of any).
    ///
    /// # Errors
    /// [`ResultsError::Changed`] with what differs, [`ResultsError::Version`].
    pub fn check(&self, plan: &Plan, program: Option<&str>) -> Result<(), ResultsError> {
        let stored = self.stored()?;
        if stored.hash != plan.hash() {
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

    /// The experiment's hash.
    ///
    /// # Errors
    /// The database's.
    pub fn hash(&self) -> Result<String, ResultsError> {
        self.stored().map(|stored| stored.hash)
    }

    /// The version of the program that the results are marked with.
    ///
    /// # Errors
    /// The database's.
    pub fn version(&self) -> Result<String, ResultsError> {
        self.stored().map(|stored| stored.program)
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
        for (cell, wanted) in plan.pairs_in(range) {
            let mut next = wanted.start;
            let mut ask = |to: u64, next: &mut u64| {
                if *next < to {
                    missing.push(Request { cell, pairs: *next..to });
                }
                *next = to + 1;
            };
            for pair in self.pairs_of(cell).map_err(|error| self.error(error))? {
                if wanted.contains(&pair) {
                    ask(pair, &mut next);
                }
            }
            ask(wanted.end, &mut next);
        }
        Ok(missing)
    }

    fn pairs_of(&self, cell: usize) -> Result<Vec<u64>, rusqlite::Error> {
        let query = "SELECT number / 2 FROM game WHERE cell = ?1 AND number % 2 = 0 ORDER BY number";
        let mut statement = self.connection.prepare_cached(query)?;
        statement.query_map([cell as i64], |row| row.get::<_, i64>(0).map(|pair| pair as u64))?.collect()
    }

    /// Hears of all pairs, by cell and number. What `each` says ends the reading with that error.
    ///
    /// # Errors
    /// The database's; rows that make no sense; errors of `each`.
    pub fn for_each_pair(
        &self,
        plan: &Plan,
        mut each: impl FnMut(Pair) -> Result<(), ResultsError>,
    ) -> Result<(), ResultsError> {
        let query = "SELECT cell, number, side, result, moves, opening, adjudicated, player_nodes, opponent_nodes \
                     FROM game ORDER BY cell, number";
        let error = |source| self.error(source);
        let mut statement = self.connection.prepare_cached(query).map_err(error)?;
        let mut rows = statement.query([]).map_err(error)?;
        let mut geometry: Option<(usize, Geometry)> = None;
        let mut pending: Option<Pair> = None;
        while let Some(row) = rows.next().map_err(error)? {
            let (cell, number) = (row.get::<_, i64>(0).map_err(error)?, row.get::<_, i64>(1).map_err(error)?);
            let what = || self.damaged(format!("game {number} of cell {cell} makes no sense"));
            let place =
                usize::try_from(cell).ok().filter(|&cell| cell < plan.cells.len()).ok_or_else(what)?;
            if geometry.as_ref().is_none_or(|(of, _)| *of != place) {
                geometry = Some((place, geometry_of(&plan.cells[place].game)));
            }
            let Some((_, geometry)) = &geometry else { continue };
            let game = game_of(row, geometry).map_err(error)?.ok_or_else(what)?;
            let pair = number as u64 / 2;
            match &mut pending {
                Some(open) if (open.cell, open.number) == (place, pair) => open.games.push(game),
                other => {
                    let next = Pair { cell: place, number: pair, games: vec![game] };
                    if let Some(done) = other.replace(next) {
                        each(done)?;
                    }
                }
            }
        }
        pending.map_or(Ok(()), each)
    }

    /// All results, added up.
    ///
    /// # Errors
    /// The database's; rows that make no sense.
    pub fn tally(&self, plan: &Plan) -> Result<Tally, ResultsError> {
        let mut tally = Tally::new(plan);
        self.for_each_pair(plan, |pair| {
            tally.count(&pair);
            Ok(())
        })?;
        Ok(tally)
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
}

/// How long a file is waited for that another program is writing to at the moment.
const PATIENCE: Duration = Duration::from_secs(10);

/// The row of the experiment.
pub(crate) struct Stored {
    pub(crate) hash: String,
    pub(crate) canonical: String,
    pub(crate) text: String,
    pub(crate) overrides: String,
    pub(crate) program: String,
}

pub(crate) fn levels_text(study: &connect_toe_experiment::Study, levels: &[String]) -> String {
    let levels = study.factors.iter().zip(levels).map(|(factor, level)| format!("{}={level}", factor.name));
    levels.collect::<Vec<_>>().join(" ")
}

pub(crate) fn geometry_of(game: &GameSpec) -> Geometry {
    Geometry::of(game).expect("the games of a plan are sound")
}

fn game_of(row: &rusqlite::Row, geometry: &Geometry) -> Result<Option<GamePlayed>, rusqlite::Error> {
    let side: String = row.get(2)?;
    let moves: Vec<u8> = row.get(4)?;
    let parts = (side_of(&side), result_of(row.get(3)?), unpack_moves(geometry, &moves));
    let (Some(player_side), Some(result), Some(moves)) = parts else { return Ok(None) };
    let opening_plies: u32 = row.get(5)?;
    if opening_plies as usize > moves.len() {
        return Ok(None);
    }
    Ok(Some(GamePlayed {
        player_side,
        result,
        moves,
        opening_plies,
        adjudicated: row.get::<_, i64>(6)? != 0,
        player_nodes: row.get::<_, i64>(7)? as u64,
        opponent_nodes: row.get::<_, i64>(8)? as u64,
    }))
}

fn locked(file: File, path: &Path) -> Result<File, ResultsError> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ResultsError::Busy(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(ResultsError::File { path: path.to_owned(), source }),
    }
}

/// Lines that differ between the stored experiment and a plan: of the files, or if these are equal of what follows
/// from them.
fn difference(stored: &Stored, plan: &Plan) -> String {
    const MOST_LINES: usize = 60;
    let overrides: Vec<String> = plan.overrides.iter().map(ToString::to_string).collect();
    let with_overrides = |text: &str, overrides: &str| {
        let lines: Vec<String> = overrides.lines().map(|line| format!("--set {line}")).collect();
        format!("{}\n{}\n", text.trim_end(), lines.join("\n")).trim_end().to_owned() + "\n"
    };
    let old = with_overrides(&stored.text, &stored.overrides);
    let new = with_overrides(&plan.text, &overrides.join("\n"));
    let diff = if old == new {
        TextDiff::from_lines(&stored.canonical, plan.canonical()).unified_diff().context_radius(0).to_string()
    } else {
        TextDiff::from_lines(&old, &new).unified_diff().context_radius(1).to_string()
    };
    let lines: Vec<&str> = diff.lines().collect();
    let more = lines.len().saturating_sub(MOST_LINES);
    let mut shown = lines[..lines.len() - more].join("\n");
    if more > 0 {
        shown.push_str("\n… and more lines");
    }
    shown
}
