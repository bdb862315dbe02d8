//! Taking damaged pairs out, so that they are played again.

use connect_toe_experiment::{Pair, Plan, Tally};

use crate::error::{Damage, ResultsError};
use crate::file::ResultsFile;
use crate::replay::Referee;

impl ResultsFile {
    /// All sound pairs, added up, and those that are damaged; `each` hears of the sound ones, by cell and number.
    ///
    /// # Errors
    /// The database's.
    pub fn examine(
        &self,
        plan: &Plan,
        mut each: impl FnMut(Pair),
    ) -> Result<(Tally, Vec<Damage>), ResultsError> {
        let mut tally = Tally::new(plan);
        let mut damages = Vec::new();
        self.for_each_finding(&mut Referee::new(plan), plan, None, |found| {
            match found {
                Ok(pair) => {
                    tally.count(&pair);
                    each(pair);
                }
                Err(damage) => damages.push(damage),
            }
            Ok(())
        })?;
        Ok((tally, damages))
    }

    /// Removes damaged pairs, which are missing then. All that is left is sound, or nothing is removed.
    ///
    /// # Errors
    /// [`ResultsError::Damaged`] if more than rows is damaged: nothing in such a database can be trusted. What the
    /// database reports.
    pub fn remove_pairs(&self, plan: &Plan, damages: &[Damage]) -> Result<(), ResultsError> {
        let transaction = self.connection.unchecked_transaction().map_err(|error| self.error(error))?;
        let sound: String = self.read_one("PRAGMA integrity_check(1)")?;
        if sound != "ok" {
            return Err(
                self.damaged(format!("its pages contradict each other ({})", sound.replace('\n', " ")))
            );
        }
        for (cell, pair) in damages.iter().filter_map(|damage| damage.place) {
            let rows = [cell, pair.saturating_mul(2), pair.saturating_mul(2).saturating_add(1)];
            let query = "DELETE FROM game WHERE cell = ?1 AND number BETWEEN ?2 AND ?3";
            let deleted = self.connection.prepare_cached(query).and_then(|mut delete| delete.execute(rows));
            deleted.map_err(|error| self.error(error))?;
        }
        if let Some(damage) = self.examine(plan, drop)?.1.into_iter().next() {
            return Err(self.damaged(format!("{damage}; its rows cannot be taken out")));
        }
        transaction.commit().map_err(|error| self.error(error))
    }
}
