//! Exact values of positions, kept so that they are computed once.

use rusqlite::OptionalExtension;

use crate::error::ResultsError;
use crate::file::ResultsFile;

impl ResultsFile {
    /// The text that was kept for a position.
    ///
    /// # Errors
    /// The database's.
    pub fn exact(&self, game: &str, board: &str) -> Result<Option<String>, ResultsError> {
        let read = || {
            let mut statement =
                self.connection.prepare_cached("SELECT scores FROM exact WHERE game = ?1 AND board = ?2")?;
            statement.query_row([game, board], |row| row.get(0)).optional()
        };
        read().map_err(|error| self.error(error))
    }

    /// Keeps a text for a position.
    ///
    /// # Errors
    /// The database's.
    pub fn keep_exact(&self, game: &str, board: &str, scores: &str) -> Result<(), ResultsError> {
        let write = || {
            let mut statement =
                self.connection.prepare_cached("INSERT OR REPLACE INTO exact VALUES (?1, ?2, ?3)")?;
            statement.execute([game, board, scores])
        };
        write().map(|_| ()).map_err(|error| self.error(error))
    }
}
