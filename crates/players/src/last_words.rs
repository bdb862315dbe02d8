//! Why players gave no move.

use std::sync::{Arc, Mutex, PoisonError};

/// The reasons why players of a catalogue gave no move, which lost them their games. Copies share them.
///
/// ```
/// use connect_toe_players::Catalogue;
/// let catalogue = Catalogue::new();
/// catalogue.last_words().add("the engine `e` gives no move: it has ended");
/// catalogue.last_words().add("the engine `e` gives no move: it has ended");
/// assert_eq!(catalogue.clone().last_words().all(), ["the engine `e` gives no move: it has ended"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LastWords(Arc<Mutex<Vec<String>>>);

impl LastWords {
    /// The most reasons that are kept.
    const MOST: usize = 5;

    /// Keeps a reason, unless it is known or there are enough.
    pub fn add(&self, reason: &str) {
        let mut reasons = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reasons.len() < LastWords::MOST && !reasons.iter().any(|known| known == reason) {
            reasons.push(reason.to_owned());
        }
    }

    /// The first reasons, each once.
    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
