//! Which positions threads are searching, so that two of them do not search the same one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::table::Key;

/// The positions that are being searched, by the number of their slot. A position may be overwritten by another one:
/// then two threads may search it after all, which costs time and changes no result.
#[derive(Debug)]
pub(super) struct Busy {
    slots: [AtomicU64; SLOTS],
    is_shared: AtomicBool,
}

const SLOTS: usize = 1 << 12;

impl Busy {
    /// No position, for one thread.
    pub(super) fn new() -> Busy {
        Busy { slots: std::array::from_fn(|_| AtomicU64::new(0)), is_shared: AtomicBool::new(false) }
    }

    /// From now on there are several threads.
    pub(super) fn share(&self) {
        self.is_shared.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        self.is_shared.load(Ordering::Relaxed)
    }

    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.slots[key.place as usize % SLOTS]
    }

    /// Whether a thread is searching this position.
    pub(super) fn has(&self, key: Key) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key.mark
    }

    /// A thread begins to search this position.
    pub(super) fn begin(&self, key: Key) {
        self.slot(key).store(key.mark, Ordering::Relaxed);
    }

    /// A thread has searched this position, or gives up.
    pub(super) fn end(&self, key: Key) {
        let _ = self.slot(key).compare_exchange(key.mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_begin_to_its_end() {
        let (key, other) = (Key { place: 5, mark: 7 << 20 }, Key { place: 5, mark: 9 << 20 });
        let busy = Busy::new();
        assert!(!busy.has(key) && !busy.is_shared());
        busy.begin(key);
        assert!(busy.has(key) && !busy.has(other));
        // Another position in the same slot is not taken for this one.
        busy.begin(other);
        busy.end(key);
        assert!(busy.has(other) && !busy.has(key));
        busy.end(other);
        assert!(!busy.has(other));
        busy.share();
        assert!(busy.is_shared());
    }
}
