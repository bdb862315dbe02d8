//! The transposition table: what was proven about positions, shared by threads, without locks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::slots::Slots;

/// A position's place and mark in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// Chooses the bucket.
    pub(super) place: u64,
    /// Distinguishes positions of one bucket, in its high bits.
    pub(super) mark: u64,
}

/// Entries of a bucket: half a cache line.
const BUCKET: usize = 4;

/// Which side of the score an entry bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The score is not above the entry's.
    Upper = 0,
    /// The score is not below the entry's.
    Lower = 1,
}

const MARK: u64 = !0 << 20;
const OFFSET: i32 = 4096;

/// A table of bounds. An entry is one word, so it is read and written whole:
///
/// ```text
///   63            20 19    14  13   12        0
///   |     mark      |  work  | kind | score + 4096 |
/// ```
///
/// It begins small, which keeps it in the cache for short searches, and grows by [`GROWTH`] up to its full size as
/// entries are stored. Growing forgets what was stored before.
#[derive(Clone, Debug)]
pub(super) struct BoundTable {
    buckets: Arc<Slots>,
    /// Buckets in use; the same for all threads. Those behind them are empty.
    used: Arc<AtomicUsize>,
    /// Entries stored by this thread.
    stored: u64,
}

const SMALLEST: usize = 1 << 5;
const GROWTH: usize = 16;

impl BoundTable {
    /// An empty table of at most `bytes` bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> BoundTable {
        let buckets = Slots::new(bytes, BUCKET, u64::MAX);
        buckets.ask_for_large_pages();
        let used = Arc::new(AtomicUsize::new(SMALLEST.min(buckets.groups())));
        BoundTable { buckets: Arc::new(buckets), used, stored: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.clear_first(self.used.load(Ordering::Relaxed));
        self.used.store(SMALLEST.min(self.buckets.groups()), Ordering::Relaxed);
        self.stored = 0;
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        self.buckets.group_among(key.place, self.used.load(Ordering::Relaxed))
    }

    /// Asks for a position's bucket, so that it is in the cache when it is looked up soon.
    #[inline]
    #[expect(unsafe_code, reason = "there is no safe prefetch yet; it is a hint, and any address is allowed")]
    pub(super) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the instruction reads nothing that the program could see, and the address is that of a bucket.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position: the lower and the upper bound, `low` and `high` if nothing better.
    #[inline]
    pub(super) fn look_up(&self, key: Key, mut low: i32, mut high: i32) -> (i32, i32) {
        for entry in self.bucket(key) {
            let entry = entry.load(Ordering::Relaxed);
            if (entry ^ key.mark) & MARK == 0 {
                let score = (entry & 0x1fff) as i32 - OFFSET;
                if entry & 0x2000 == 0 {
                    high = high.min(score);
                } else {
                    low = low.max(score);
                }
            }
        }
        (low, high)
    }

    /// Stores a bound, with the number of nodes that it took to find.
    #[inline]
    pub(super) fn store(&mut self, key: Key, bound: Bound, score: i32, nodes: u64) {
        self.stored += 1;
        if self.stored.is_multiple_of(32) {
            self.grow_if_full();
        }
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        let tail = (bound as u64) << 13;
        let new = key.mark & MARK | work << 14 | tail | (score + OFFSET) as u64;
        let bucket = self.bucket(key);
        let old: [u64; BUCKET] = std::array::from_fn(|index| bucket[index].load(Ordering::Relaxed));
        let mut victim = 0;
        // An entry of the same position and kind goes first, then the one with the least work.
        let worth = |entry: u64| {
            if (entry ^ new) & (MARK | 0x2000) == 0 { 0 } else { 1 + (entry >> 14 & 63) }
        };
        for index in 1..BUCKET {
            if worth(old[index]) < worth(old[victim]) {
                victim = index;
            }
        }
        bucket[victim].store(new, Ordering::Relaxed);
    }

    fn grow_if_full(&mut self) {
        let (used, all) = (self.used.load(Ordering::Relaxed), self.buckets.groups());
        if used < all && self.stored > 2 * used as u64 {
            self.used.store((used * GROWTH).min(all), Ordering::Relaxed);
            self.buckets.clear_first(used);
        }
    }
}
