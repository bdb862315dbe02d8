//! Which learned weights the games were played with: a file of weights can be written anew under its name.

use std::collections::BTreeMap;

use connect_toe_experiment::Plan;
use rusqlite::params;

use crate::error::ResultsError;
use crate::file::ResultsFile;
use crate::schema::WEIGHTS;

/// Checksums by the file that a player's text names.
type Weights = BTreeMap<String, u32>;

impl ResultsFile {
    /// Keeps the checksums of the weights that the plan's players have read, before games are played with them.
    ///
    /// # Errors
    /// [`ResultsError::OtherWeights`], where games were played with other weights of the same name; the database's.
    pub fn keep_weights(&self, plan: &Plan) -> Result<(), ResultsError> {
        self.add_weights(&weights_of(plan))
    }

    /// Adds the weights that another file of the same experiment was played with.
    pub(crate) fn merge_weights(&self, other: &ResultsFile) -> Result<(), ResultsError> {
        self.add_weights(&other.weights()?)
    }

    fn add_weights(&self, weights: &Weights) -> Result<(), ResultsError> {
        let known = self.weights()?;
        for (file, sum) in weights {
            if known.get(file).is_some_and(|known| known != sum) {
                return Err(ResultsError::OtherWeights { path: self.path.clone(), weights: file.clone() });
            }
        }
        let mut new = weights.iter().filter(|(file, _)| !known.contains_key(*file)).peekable();
        if new.peek().is_none() {
            return Ok(());
        }
        let keep = || -> Result<(), rusqlite::Error> {
            self.connection.execute_batch(WEIGHTS)?;
            let mut insert = self.connection.prepare_cached("INSERT INTO weights VALUES (?1, ?2)")?;
            for (file, sum) in new {
                insert.execute(params![file, sum])?;
            }
            Ok(())
        };
        keep().map_err(|error| self.error(error))
    }

    fn weights(&self) -> Result<Weights, ResultsError> {
        if !self.has_table("weights")? {
            return Ok(Weights::new());
        }
        let read = || -> Result<Weights, rusqlite::Error> {
            let mut statement = self.connection.prepare_cached("SELECT file, checksum FROM weights")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        read().map_err(|error| self.error(error))
    }
}

/// The weights that the players of a plan have read.
fn weights_of(plan: &Plan) -> Weights {
    let mut weights = Weights::new();
    for player in plan.conditions.iter().flat_map(|one| [&one.player, &one.opponent]) {
        let Some((file, network)) = player.weights() else { continue };
        // Each network is large.
        weights.entry(file.to_owned()).or_insert_with(|| network.checksum());
    }
    weights
}
