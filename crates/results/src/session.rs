//! When and where games were played.

use rusqlite::params;

use crate::file::ResultsFile;

/// A run that added games.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// Version of the program.
    pub program: String,
    /// Where.
    pub machine: Machine,
    /// How long it has lasted.
    pub seconds: f64,
    /// Games that it added.
    pub games: u64,
}

/// A machine that games are played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// What its processor calls itself.
    pub processor: String,
    /// Processor cores that it has.
    pub cores: u32,
    /// Threads that played.
    pub threads: u32,
}

impl ResultsFile {
    pub(crate) fn insert_session(&self, session: &Session) -> Result<(), rusqlite::Error> {
        let Session { started, program, machine, seconds, games } = session;
        let Machine { processor, cores, threads } = machine;
        self.connection.execute(
            "INSERT INTO session VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![started, program, processor, cores, threads, seconds, *games as i64],
        )?;
        Ok(())
    }
}
