//! Taking damaged pairs out, so that they are played again.

use connect_toe_experiment::{Pair, Plan};

use crate::digest::{block_of, games_of_block, seal_block};
use crate::error::{Damage, Place, ResultsError};
use crate::file::ResultsFile;
use crate::replay::Referee;

impl ResultsFile {
    /// The damaged pairs; `each` gets the sound ones, ordered by cell and number.
    ///
    /// # Errors
    /// [`ResultsError::Damaged`] if anything but rows of pairs is damaged: nothing in such a database can be trusted.
    /// What the database reports.
    pub fn examine(&self, plan: &Plan, mut each: impl FnMut(Pair)) -> Result<Vec<Damage>, ResultsError> {
        let mut damages = Vec::new();
        self.for_each_finding(&mut Referee::new(plan), plan, None, |found| {
            match found {
                Ok(pair) => each(pair),
                Err(damage) => damages.push(damage),
            }
            Ok(())
        })?;
        if !damages.is_empty() {
            self.check_pages()?;
        }
        Ok(damages)
    }

    /// Makes sure that the database's pages are where they belong, which matters before anything is written: a page
    /// that counts as free may be in use.
    ///
    /// # Errors
    /// [`ResultsError::Damaged`] if they are not; what the database reports.
    pub fn check_pages(&self) -> Result<(), ResultsError> {
        let found: String = self.stoppable(|| self.read_one("PRAGMA integrity_check(1)"))?;
        if found == "ok" {
            Ok(())
        } else {
            let found = found.replace('\n', " ");
            Err(self.damaged(format!("its pages contradict each other ({found})")))
        }
    }

    /// Removes damaged pairs, so that they count as missing. Either all that is left is sound, or nothing is removed.
    ///
    /// # Errors
    /// [`ResultsError::Damaged`] if rows cannot be taken out; what the database reports.
    pub fn remove_pairs(&self, plan: &Plan, damages: &[Damage]) -> Result<(), ResultsError> {
        let transaction = self.connection.unchecked_transaction().map_err(|error| self.error(error))?;
        for damage in damages {
            self.remove_rows(damage.place).map_err(|error| self.error(error))?;
        }
        if let Some(damage) = self.examine(plan, drop)?.into_iter().next() {
            return Err(self.damaged(format!("{damage}; its rows cannot be taken out")));
        }
        transaction.commit().map_err(|error| self.error(error))
    }

    fn remove_rows(&self, place: Place) -> Result<(), rusqlite::Error> {
        let (cell, block, numbers) = match place {
            Place::Pair { cell, pair } => {
                let first = pair.saturating_mul(2);
                (cell, block_of(first), Some([first, first.saturating_add(1)]))
            }
            Place::Block { cell, block, is_short } => {
                (cell, block, (!is_short).then(|| games_of_block(block)))
            }
        };
        if let Some([first, last]) = numbers {
            let query = "DELETE FROM game WHERE cell = ?1 AND number BETWEEN ?2 AND ?3";
            self.connection.prepare_cached(query)?.execute([cell, first, last])?;
        }
        seal_block(&self.connection, cell, block)
    }
}
