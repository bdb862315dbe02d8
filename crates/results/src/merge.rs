//! Putting results files of the same experiment together.

use std::path::Path;

use rusqlite::{OptionalExtension, params};

use crate::error::ResultsError;
use crate::file::{Opened, ResultsFile};

/// What a merge did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Games that were new.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
}

impl ResultsFile {
    /// Adds all games of another file of the same experiment. Games that are there stay as they are, so merging twice is
    /// merging once.
    ///
    /// # Errors
    /// Another experiment, another version, or a game that differs; nothing is added then. What the database reports.
    pub fn merge(&mut self, other: &Path) -> Result<Merged, ResultsError> {
        {
            let (ours, theirs) = (self.stored()?, ResultsFile::open(other, Opened::ToRead)?.stored()?);
            if ours.hash != theirs.hash {
                let diff = format!(
                    "  {} has hash {}\n  {} has hash {}",
                    self.path.display(),
                    ours.hash,
                    other.display(),
                    theirs.hash
                );
                return Err(ResultsError::Changed { path: other.to_owned(), diff });
            }
            if ours.program != theirs.program {
                return Err(ResultsError::Version {
                    path: other.to_owned(),
                    found: theirs.program,
                    known: ours.program,
                });
            }
        }
        let database = |error| ResultsError::database(other, error);
        self.connection
            .execute("ATTACH DATABASE ?1 AS other", [other.to_string_lossy()])
            .map_err(database)?;
        let merged = self.merge_attached(other);
        self.connection.execute_batch("DETACH DATABASE other").map_err(database)?;
        merged
    }

    fn merge_attached(&mut self, other: &Path) -> Result<Merged, ResultsError> {
        const CONFLICT: &str = "
            SELECT ours.cell, ours.number FROM other.game AS theirs JOIN main.game AS ours USING (cell, number)
            WHERE ours.side IS NOT theirs.side OR ours.result IS NOT theirs.result OR ours.moves IS NOT theirs.moves
               OR ours.opening IS NOT theirs.opening OR ours.adjudicated IS NOT theirs.adjudicated
               OR ours.player_nodes IS NOT theirs.player_nodes OR ours.opponent_nodes IS NOT theirs.opponent_nodes
            LIMIT 1";
        let path = self.path.clone();
        let database = |error| ResultsError::database(&path, error);
        let transaction = self.connection.transaction().map_err(database)?;
        let conflict = transaction
            .query_row(CONFLICT, [], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(database)?;
        if let Some((cell, number)) = conflict {
            return Err(ResultsError::Conflict { path, other: other.to_owned(), cell, number });
        }
        let all: i64 = transaction
            .query_row("SELECT count(*) FROM other.game", [], |row| row.get(0))
            .map_err(database)?;
        let added = transaction
            .execute("INSERT OR IGNORE INTO main.game SELECT * FROM other.game", params![])
            .map_err(database)? as u64;
        transaction
            .execute_batch(
                "INSERT INTO main.session SELECT * FROM other.session EXCEPT SELECT * FROM main.session;
                 INSERT OR IGNORE INTO main.exact SELECT * FROM other.exact;",
            )
            .map_err(database)?;
        transaction.commit().map_err(database)?;
        Ok(Merged { added, known: all as u64 - added })
    }
}
