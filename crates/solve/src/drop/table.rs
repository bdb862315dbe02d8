//! The transposition table: what was proven about positions, shared by threads, without locks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A position's place and mark in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// Chooses the bucket.
    pub(super) place: u64,
    /// Tells positions of one bucket apart, in its high bits.
    pub(super) mark: u64,
}

/// One cache line. An entry is one word, so it is read and written whole:
///
/// ```text
///   63            20 19    14  13   12        0
///   |     mark      |  work  | kind | score + 4096 |
/// ```
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 8]);

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

/// A table of bounds.
///
/// It begins small, which keeps it in the cache for short searches, and grows by [`GROWTH`] up to its full size as
/// entries are stored. Growing forgets what was stored before.
#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Arc<[Bucket]>,
    used: u64,
    stored: u64,
}

const SMALLEST: u64 = 1 << 5;
const GROWTH: u64 = 16;

impl Table {
    /// An empty table of at most so many bytes (of one bucket at least).
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets: Arc<[Bucket]> = (0..buckets).map(|_| Bucket::default()).collect();
        let used = SMALLEST.min(buckets.len() as u64);
        Table { buckets, used, stored: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.clear_used();
        self.used = SMALLEST.min(self.buckets.len() as u64);
        self.stored = 0;
    }

    /// Uses the whole table from now on, so that several threads agree on places.
    pub(super) fn use_all(&mut self) {
        let all = self.buckets.len() as u64;
        if self.used < all {
            self.clear_used();
            self.used = all;
            self.clear_used();
        }
    }

    fn clear_used(&self) {
        for bucket in &self.buckets[..self.used as usize] {
            for entry in &bucket.0 {
                entry.store(0, Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[((u128::from(key.place) * u128::from(self.used)) >> 64) as usize]
    }

    /// Asks for a position's bucket, so that it is at hand when it is looked up soon.
    #[inline]
    #[expect(unsafe_code, reason = "there is no safe prefetch yet; it is a hint, and any address is allowed")]
    pub(super) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the instruction reads nothing that the program could see, and the address is that of a bucket.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position: the lower and the upper bound, `low` and `high` if nothing better.
    #[inline]
    pub(super) fn look_up(&self, key: Key, mut low: i32, mut high: i32) -> (i32, i32) {
        for entry in &self.bucket(key).0 {
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

    /// Stores a bound that took so many nodes to find.
    #[inline]
    pub(super) fn store(&mut self, key: Key, bound: Bound, score: i32, nodes: u64) {
        self.stored += 1;
        if self.stored > 4 * self.used && self.used < self.buckets.len() as u64 {
            self.grow();
        }
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        let tail = (bound as u64) << 13;
        let new = key.mark & MARK | work << 14 | tail | (score + OFFSET) as u64;
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = u64::MAX;
        for entry in &bucket.0 {
            let old = entry.load(Ordering::Relaxed);
            if old & (MARK | 0x2000) == new & (MARK | 0x2000) {
                entry.store(new, Ordering::Relaxed);
                return;
            }
            let work = old >> 14 & 63;
            if work < least {
                least = work;
                victim = entry;
            }
        }
        victim.store(new, Ordering::Relaxed);
    }

    #[cold]
    fn grow(&mut self) {
        self.used = (self.used * GROWTH).min(self.buckets.len() as u64);
        self.clear_used();
    }
}
