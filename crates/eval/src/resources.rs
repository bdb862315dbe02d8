//! What heuristics are built from besides rules and settings.

use std::sync::Arc;

use crate::learned::Weights;

/// What was read from files for a heuristic: learned weights, each under the text that names its file.
///
/// This crate opens no files. Whoever builds a heuristic reads the file that the setting
/// [`Heuristic::weights`](crate::Heuristic::weights) names.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    weights: Vec<(String, Arc<Weights>)>,
}

impl Resources {
    /// Adds weights under the text that names their file.
    #[must_use]
    pub fn with_weights(mut self, file: &str, weights: Arc<Weights>) -> Resources {
        self.weights.push((file.to_owned(), weights));
        self
    }

    /// The weights of the file with this name.
    pub fn weights(&self, file: &str) -> Option<&Arc<Weights>> {
        self.weights.iter().find_map(|(name, weights)| (name == file).then_some(weights))
    }
}
