//! Exact values of positions, kept so that they are computed once.

use rusqlite::{OptionalExtension, params};

use crate::error::ResultsError;
use crate::file::ResultsFile;

impl ResultsFile {
    /// The text that was kept for a position. One that is damaged counts as not kept.
    ///
    /// # Errors
    /// The database's.
    pub fn exact(&self, game: &str, board: &str) -> Result<Option<String>, ResultsError> {
        let read = || {
            let mut statement = self
                .connection
                .prepare_cached("SELECT scores, checksum FROM exact WHERE game = ?1 AND board = ?2")?;
            statement.query_row([game, board], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        };
        let kept: Option<(String, i64)> = read().map_err(|error| self.error(error))?;
        Ok(kept.filter(|(scores, sum)| *sum == checksum(game, board, scores)).map(|(scores, _)| scores))
    }

    /// Keeps a text for a position.
    ///
    /// # Errors
    /// The database's.
    pub fn keep_exact(&self, game: &str, board: &str, scores: &str) -> Result<(), ResultsError> {
        let write = || {
            let mut statement =
                self.connection.prepare_cached("INSERT OR REPLACE INTO exact VALUES (?1, ?2, ?3, ?4)")?;
            statement.execute(params![game, board, scores, checksum(game, board, scores)])
        };
        write().map(|_| ()).map_err(|error| self.error(error))
    }

    /// Adds what another file has kept; what is damaged is left out.
    pub(crate) fn add_exact(&self, other: &ResultsFile) -> Result<(), ResultsError> {
        let error = |source| other.error(source);
        let mut statement = other
            .connection
            .prepare_cached("SELECT game, board, scores, checksum FROM exact")
            .map_err(error)?;
        let mut rows = statement.query([]).map_err(error)?;
        while let Some(row) = rows.next().map_err(error)? {
            let text = |column| row.get::<_, String>(column);
            let (Ok(game), Ok(board), Ok(scores), Ok(sum)) =
                (text(0), text(1), text(2), row.get::<_, i64>(3))
            else {
                continue;
            };
            if sum == checksum(&game, &board, &scores) && self.exact(&game, &board)?.is_none() {
                self.keep_exact(&game, &board, &scores)?;
            }
        }
        Ok(())
    }
}

fn checksum(game: &str, board: &str, scores: &str) -> i64 {
    crc32fast::hash(format!("{game}\n{board}\n{scores}\n").as_bytes()).into()
}
