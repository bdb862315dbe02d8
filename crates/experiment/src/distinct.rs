//! Different numbers among many, in bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The different keys among those that were added, each with a value.
///
/// Up to a number of keys all of them are kept; beyond it, an even sample: those whose lowest bits are 0, of one bit
/// more each time that they become too many. The keys must be random-looking. What is kept does not depend on the order
/// of adding.
///
/// Source: M. Wegman's adaptive sampling, after P. Flajolet, "On adaptive sampling", Computing 43 (1990).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Distinct<V> {
    most: usize,
    /// A key is kept if as many of its lowest bits are 0.
    level: u32,
    kept: HashMap<u64, V>,
}

impl<V> Distinct<V> {
    /// No keys yet, of which at most `most` will be kept.
    pub(crate) fn new(most: usize) -> Distinct<V> {
        Distinct { most, level: 0, kept: HashMap::new() }
    }

    /// Adds a key. `each` is called with its value, which is `first` if the key is new. Returns `false` if that made
    /// the keys too many, so that some are no longer there.
    pub(crate) fn add(
        &mut self,
        key: u64,
        first: impl FnOnce() -> V,
        each: impl FnOnce(&mut V, bool),
    ) -> bool {
        if key.trailing_zeros() < self.level {
            return true;
        }
        match self.kept.entry(key) {
            Entry::Occupied(mut kept) => each(kept.get_mut(), false),
            Entry::Vacant(place) => each(place.insert(first()), true),
        }
        if self.kept.len() <= self.most {
            return true;
        }
        while self.kept.len() > self.most {
            self.level += 1;
            let level = self.level;
            self.kept.retain(|key, _| key.trailing_zeros() >= level);
        }
        false
    }

    /// The values of the keys that are kept.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.kept.values()
    }

    /// The number of keys that are kept.
    pub(crate) fn kept(&self) -> u64 {
        self.kept.len() as u64
    }

    /// For each key that is kept there are about as many: 1 as long as all are kept.
    pub(crate) fn stands_for(&self) -> u64 {
        1 << self.level
    }
}

#[cfg(test)]
mod tests {
    use connect_toe_game::mix;

    use super::*;

    fn counted(keys: impl Iterator<Item = u64>) -> Distinct<u64> {
        let mut distinct = Distinct::new(1000);
        keys.for_each(|key| {
            distinct.add(mix(key), || 0, |times, _| *times += 1);
        });
        distinct
    }

    #[test]
    fn few_keys_are_counted_exactly() {
        let distinct = counted((0..5000).map(|key| key % 1000));
        assert_eq!((distinct.kept(), distinct.stands_for()), (1000, 1));
        assert!(distinct.values().all(|&times| times == 5));
    }

    #[test]
    fn many_keys_are_sampled_in_any_order() {
        let (up, down) = (counted(0..100_000), counted((0..100_000).rev()));
        assert_eq!(up, down);
        let estimate = up.kept() * up.stands_for();
        assert!(up.kept() <= 1000 && (90_000..110_000).contains(&estimate), "{estimate}");
        assert!(up.values().all(|&times| times == 1), "all that is kept of a key is kept");
    }
}
