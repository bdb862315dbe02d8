//! Putting results files of the same experiment together.

use std::path::{Path, PathBuf};

use connect_toe_experiment::Plan;

use crate::error::ResultsError;
use crate::file::{Opened, ResultsFile};
use crate::pairs::pair_text;
use crate::replay::Referee;

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that were new.
    pub added: u64,
    /// Games that were there already, or in several parts.
    pub known: u64,
    /// Games that the file has now.
    pub games: u64,
}

impl ResultsFile {
    /// Adds all games of other files of the same experiment. Games that are there stay as they are, so merging twice is
    /// merging once. Every game, also of this file, is played again before anything is kept: all parts are merged, or
    /// nothing is changed.
    ///
    /// # Errors
    /// Another experiment, another version, a game that differs or is damaged; the error names the file. What the
    /// database reports.
    pub fn merge(&self, plan: &Plan, parts: &[PathBuf]) -> Result<Merged, ResultsError> {
        let transaction = self.connection.unchecked_transaction().map_err(|error| self.error(error))?;
        let mut merged = Merged::default();
        let mut referee = Referee::new(plan);
        for part in parts {
            self.add_part(&mut referee, plan, part, &mut merged)?;
        }
        merged.games = self.tally(plan)?.games();
        transaction.commit().map_err(|error| self.error(error))?;
        Ok(merged)
    }

    fn add_part<'a>(
        &self,
        referee: &mut Referee<'a>,
        plan: &'a Plan,
        path: &Path,
        merged: &mut Merged,
    ) -> Result<(), ResultsError> {
        let mut part = ResultsFile::open(path, Opened::ToRead)?;
        part.listener = self.listener.clone();
        part.check(plan, Some(&self.version()?))?;
        part.for_each_pair(plan, |pair| {
            let geometry = referee.geometry(pair.condition);
            let added = self.insert_pair(geometry, &pair).map_err(|error| self.error(error))?;
            let known = pair.games.len() as u64 - added;
            if known > 0 && self.pair(referee, plan, pair.condition, pair.number)?.as_ref() != Some(&pair) {
                return Err(ResultsError::Conflict {
                    path: self.path.clone(),
                    other: path.to_owned(),
                    pair: pair_text(plan, pair.condition, pair.number),
                });
            }
            merged.known += known;
            merged.added += added;
            Ok(())
        })?;
        let known = self.sessions()?;
        for session in part.sessions()?.iter().filter(|session| !known.contains(session)) {
            self.insert_session(session).map_err(|error| self.error(error))?;
        }
        self.add_last_words(&part.last_words()?)?;
        self.merge_weights(&part)?;
        self.add_balanced(&part, plan)?;
        self.add_exact(&part)
    }
}
