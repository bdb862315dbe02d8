//! Tables that threads share without locks.
//!
//! Words are written and read one by one, so a reader may meet halves of two entries. It notices: the first word
//! is the entry's check combined with all others by exclusive or (R. Hyatt & T. Mann, 2002).

use std::sync::atomic::Ordering;

use connect_toe_game::{Bits, Words};

use crate::slots::MarkedSlots;

/// What names a node: where to look, and what to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Key {
    /// Chooses the bucket.
    pub(super) index: u64,
    /// Stored.
    pub(super) check: u64,
}

/// Proof and disproof numbers: how many more leaves, at least, must turn out well for either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// For "the attacker wins".
    pub(super) proof: u32,
    /// For "the attacker does not win".
    pub(super) disproof: u32,
}

impl Numbers {
    /// A number that stands for "never".
    pub(super) const NEVER: u32 = (1 << 24) - 1;
    /// The attacker wins.
    pub(super) const PROVEN: Numbers = Numbers { proof: 0, disproof: Self::NEVER };
    /// The attacker does not win.
    pub(super) const DISPROVEN: Numbers = Numbers { proof: Self::NEVER, disproof: 0 };

    /// No node's numbers.
    pub(super) const UNKNOWN: Numbers = Numbers { proof: 0, disproof: 0 };

    /// The decided value.
    pub(super) fn of(proven: bool) -> Numbers {
        if proven { Self::PROVEN } else { Self::DISPROVEN }
    }

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }
}

/// Entries in a bucket of proof numbers: one cache line.
const BUCKET: usize = 4;

/// Proof numbers of nodes. An entry is two words:
///
/// ```text
///   check ^ data | data:  proof (24 bits)  disproof (24 bits)  logarithm of the effort (16 bits)
/// ```
#[derive(Debug)]
pub(super) struct NumbersTable {
    buckets: MarkedSlots,
}

impl NumbersTable {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> NumbersTable {
        NumbersTable { buckets: MarkedSlots::new(bytes, 2 * BUCKET) }
    }

    /// What is known of a node.
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        self.buckets.group(key.index).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let check = entry[0].load(Ordering::Relaxed) ^ data;
            (check == key.check && data != 0).then_some(Numbers {
                proof: (data >> 40) as u32,
                disproof: (data >> 16) as u32 & Numbers::NEVER,
            })
        })
    }

    /// Remembers a node with the number of nodes searched for it, in place of the entry that took least.
    pub(super) fn put(&self, key: Key, numbers: Numbers, effort: u64) {
        let data = u64::from(numbers.proof) << 40 | u64::from(numbers.disproof) << 16 | logarithm(effort);
        let bucket = self.buckets.group_to_write(key.index);
        let mut best = (u64::MAX, 0);
        for index in 0..BUCKET {
            let old = bucket[2 * index + 1].load(Ordering::Relaxed);
            if old == 0 || bucket[2 * index].load(Ordering::Relaxed) ^ old == key.check {
                best = (0, index);
                break;
            }
            best = best.min((old & 0xFFFF, index));
        }
        let index = best.1;
        bucket[2 * index].store(key.check ^ data, Ordering::Relaxed);
        bucket[2 * index + 1].store(data, Ordering::Relaxed);
    }

    pub(super) fn clear(&self) {
        self.buckets.clear();
    }
}

/// Sets of cells by node. An entry is the check combined with the words, then the words.
#[derive(Debug)]
pub(super) struct ZoneTable {
    entries: MarkedSlots,
    width: usize,
}

/// A set of cells on a board of at most 256 cells.
pub(super) type Zone = Words<4>;

/// The first cell of each word of a zone.
const FIRSTS: [u32; 4] = [0, 64, 128, 192];

impl ZoneTable {
    /// A table of at most `bytes` bytes for sets of `cells` cells.
    pub(super) fn new(bytes: usize, cells: usize) -> ZoneTable {
        let width = cells.div_ceil(64).max(1);
        ZoneTable { entries: MarkedSlots::new(bytes, width + 1), width }
    }

    /// The set of a node.
    pub(super) fn get(&self, key: Key) -> Option<Zone> {
        let entry = self.entries.group(key.index);
        let mut zone = Zone::EMPTY;
        let mut check = entry[0].load(Ordering::Relaxed);
        for (first, stored) in FIRSTS.into_iter().zip(&entry[1..]) {
            let word = stored.load(Ordering::Relaxed);
            zone.insert_word(first, word);
            check ^= word.rotate_left(7);
        }
        (check == key.check).then_some(zone)
    }

    /// Remembers the set of a node.
    pub(super) fn put(&self, key: Key, zone: Zone) {
        let entry = self.entries.group_to_write(key.index);
        let words = FIRSTS.map(|first| zone.word(first));
        let check = words[..self.width].iter().fold(key.check, |check, word| check ^ word.rotate_left(7));
        entry[0].store(check, Ordering::Relaxed);
        for (stored, word) in entry[1..].iter().zip(words) {
            stored.store(word, Ordering::Relaxed);
        }
    }

    pub(super) fn clear(&self) {
        self.entries.clear();
    }
}

/// One word for each key, replaced always: 40 bits to compare with, 24 bits to keep.
#[derive(Debug)]
pub(super) struct HintTable {
    words: MarkedSlots,
}

impl HintTable {
    /// A table of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> HintTable {
        HintTable { words: MarkedSlots::new(bytes, 1) }
    }

    /// What was kept for a key: it may, very rarely, be another's.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let word = self.words.group(key)[0].load(Ordering::Relaxed);
        ((word ^ key) << 24 == 0 && word != 0).then_some((word >> 40) as u32)
    }

    /// Keeps 24 bits, not all 0, for a key.
    pub(super) fn put(&self, key: u64, kept: u32) {
        let word = u64::from(kept) << 40 | key << 24 >> 24;
        self.words.group_to_write(key)[0].store(word, Ordering::Relaxed);
    }

    pub(super) fn clear(&self) {
        self.words.clear();
    }
}

/// A number that grows with the logarithm: 8 fractional bits.
fn logarithm(effort: u64) -> u64 {
    let effort = effort.max(1);
    let whole = u64::from(effort.ilog2());
    let rest = if whole >= 8 { effort >> (whole - 8) } else { effort << (8 - whole) } & 0xFF;
    whole << 8 | rest
}
