//! Why players gave no move in the games of the file.

use crate::error::ResultsError;
use crate::file::ResultsFile;
use crate::schema::LAST_WORDS;

impl ResultsFile {
    /// Keeps reasons why players gave no move. Reasons that are known stay once, and the first five are enough.
    ///
    /// # Errors
    /// The database's.
    pub fn add_last_words(&self, reasons: &[String]) -> Result<(), ResultsError> {
        const MOST: usize = 5;
        let mut known = self.last_words()?;
        let kept = known.len();
        for reason in reasons {
            if known.len() < MOST && !known.contains(reason) {
                known.push(reason.clone());
            }
        }
        if known.len() == kept {
            return Ok(());
        }
        let keep = || -> Result<(), rusqlite::Error> {
            // A merge is a transaction itself.
            let alone = self.connection.is_autocommit();
            let transaction = alone.then(|| self.connection.unchecked_transaction()).transpose()?;
            self.connection.execute_batch(LAST_WORDS)?;
            for reason in &known[kept..] {
                self.connection.execute("INSERT INTO last_words VALUES (?1)", [reason])?;
            }
            self.seal(&["last_words"])?;
            transaction.map_or(Ok(()), rusqlite::Transaction::commit)
        };
        keep().map_err(|error| self.error(error))
    }

    /// The reasons that the file keeps.
    ///
    /// # Errors
    /// The database's.
    pub fn last_words(&self) -> Result<Vec<String>, ResultsError> {
        if !self.has_table("last_words")? {
            return Ok(Vec::new());
        }
        let read = || -> Result<Vec<String>, rusqlite::Error> {
            let mut statement = self.connection.prepare("SELECT text FROM last_words ORDER BY rowid")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        read().map_err(|error| self.error(error))
    }
}
