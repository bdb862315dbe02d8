//! Exact values kept in a results file.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use connect_toe_api::Error;
use connect_toe_grade::{ExactValues, ExactValuesError};
use connect_toe_results::{ResultsError, ResultsFile};
use connect_toe_solve::Score;

use crate::stored::results_error;

/// A results file as a memory of exact values: the scores of a position's moves, separated by spaces.
pub(super) struct ValuesInFile(Mutex<ResultsFile>);

impl ValuesInFile {
    pub(super) fn open(path: &Path) -> Result<ValuesInFile, Error> {
        Ok(ValuesInFile(Mutex::new(ResultsFile::for_exact_values(path).map_err(results_error)?)))
    }

    fn file(&self) -> std::sync::MutexGuard<'_, ResultsFile> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ExactValues for ValuesInFile {
    fn get(&self, game: &str, board: &str) -> Result<Option<Vec<Score>>, ExactValuesError> {
        let file = self.file();
        let Some(text) = file.exact(game, board)? else { return Ok(None) };
        let scores: Result<Vec<Score>, _> = text.split(' ').map(|score| score.parse().map(Score)).collect();
        let scores = scores.map_err(|_| ResultsError::Damaged {
            path: file.path().to_owned(),
            what: format!("the exact values kept for {board} of {game} are not numbers"),
        })?;
        Ok(Some(scores))
    }

    fn put(&self, game: &str, board: &str, scores: &[Score]) -> Result<(), ExactValuesError> {
        let texts: Vec<String> = scores.iter().map(|score| score.0.to_string()).collect();
        Ok(self.file().keep_exact(game, board, &texts.join(" "))?)
    }
}
