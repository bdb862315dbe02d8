//! What heuristics are built from besides rules and settings.

use std::sync::Arc;

use crate::learned::Network;

/// What was read from files for a heuristic: learned weights, each under the text that names its file.
///
/// This crate opens no files. Whoever builds a heuristic reads the file that the setting
/// [`Heuristic::weights`](crate::Heuristic::weights) names.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    weights: Vec<(String, Arc<Network>)>,
}

impl Resources {
    /// Adds weights under the text that names their file.
    #[must_use]
    pub fn with_weights(mut self, file: &str, network: Arc<Network>) -> Resources {
        self.weights.push((file.to_owned(), network));
        self
    }

    /// The weights of the file with this name.
    pub fn weights(&self, file: &str) -> Option<&Arc<Network>> {
        self.weights.iter().find_map(|(name, network)| (name == file).then_some(network))
    }
}
