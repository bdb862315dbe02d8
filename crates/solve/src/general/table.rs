//! What the search remembers of positions, for all threads at once and without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::slots::Slots;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score is not below this.
    pub(super) lower: i32,
    /// The score is not above this.
    pub(super) upper: i32,
    /// The bit of the cell that decided the last question, in the frame of the key.
    pub(super) best: Option<u32>,
    /// Binary logarithm of the nodes that it took.
    pub(super) work: u32,
}

/// Buckets of two slots of two words: the first slot keeps what took the most work, the second the newest.
///
/// A slot's first word is the key's upper half, xored with the second word, which holds the entry. Words that two
/// threads wrote at once fit no key, so a torn slot is never read (R. Hyatt and T. Mann, 2002). The bucket comes from
/// the lower half of the key: every one of the 64 bits that are compared is independent of it.
///
/// ```text
///   63    54..47  46..41  40    39..28  27..14        13..0
///   used  age     work    best? best    upper + 8000  lower + 8000
/// ```
#[derive(Debug)]
pub(super) struct IntervalTable {
    buckets: Slots,
}

const WORDS_IN_A_BUCKET: usize = 4;
const USED: u64 = 1 << 63;
const OFFSET: i32 = 8000;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let score = |score: i32| (score + OFFSET) as u64;
        let best = self.best.map_or(0, |cell| 1 << 12 | u64::from(cell));
        USED | u64::from(age) << 47
            | u64::from(self.work.min(63)) << 41
            | best << 28
            | score(self.upper) << 14
            | score(self.lower)
    }

    fn unpack(word: u64) -> Entry {
        let field = |from: u32, bits: u32| word >> from & ((1 << bits) - 1);
        Entry {
            lower: field(0, 14) as i32 - OFFSET,
            upper: field(14, 14) as i32 - OFFSET,
            best: (field(40, 1) == 1).then_some(field(28, 12) as u32),
            work: field(41, 6) as u32,
        }
    }
}

fn age_of(word: u64) -> u8 {
    (word >> 47) as u8
}

impl IntervalTable {
    /// A table of at most `bytes` bytes, and not larger than `positions` positions need.
    pub(super) fn new(bytes: usize, positions: u64) -> IntervalTable {
        IntervalTable { buckets: Slots::new(bytes, WORDS_IN_A_BUCKET, positions.saturating_mul(2)) }
    }

    fn bucket(&self, key: u128) -> &[AtomicU64] {
        self.buckets.group(key as u64)
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u128, generation: u64) -> Option<Entry> {
        let check = check(key, generation);
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let word = slot[1].load(Ordering::Relaxed);
            let found = slot[0].load(Ordering::Relaxed) ^ word == check && word & USED != 0;
            found.then(|| Entry::unpack(word))
        })
    }

    /// Remembers what is known of the position with this key.
    #[inline]
    pub(super) fn store(&self, key: u128, generation: u64, entry: Entry) {
        let check = check(key, generation);
        let bucket = self.bucket(key);
        let age = generation as u8;
        let slots = [&bucket[..2], &bucket[2..]];
        let words = slots.map(|slot| slot[1].load(Ordering::Relaxed));
        let holds_it = |index: usize| slots[index][0].load(Ordering::Relaxed) ^ words[index] == check;
        let free = |word: u64| word & USED == 0 || age_of(word) != age;
        let index = if holds_it(0) {
            0
        } else if holds_it(1) {
            1
        } else {
            usize::from(!(free(words[0]) || entry.work >= Entry::unpack(words[0]).work))
        };
        let word = entry.pack(age);
        slots[index][1].store(word, Ordering::Relaxed);
        slots[index][0].store(word ^ check, Ordering::Relaxed);
    }
}

/// The bits that are compared. Those of another generation differ, so a table is emptied by counting on.
#[inline]
fn check(key: u128, generation: u64) -> u64 {
    (key >> 64) as u64 ^ connect_toe_game::mix(generation)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u128 = 0x0123_4567_89ab_cdef_0fed_cba9_8765_4321;

    #[test]
    fn what_is_stored_is_found_by_its_key_and_generation_only() {
        let table = IntervalTable::new(1 << 12, u64::MAX);
        let entries = [
            Entry { lower: -4097, upper: 4097, best: Some(4095), work: 40 },
            Entry { lower: 0, upper: 0, best: None, work: 0 },
            Entry { lower: -1, upper: 3, best: Some(0), work: 63 },
        ];
        for entry in entries {
            table.store(KEY, 7, entry);
            assert_eq!(table.probe(KEY, 7), Some(entry));
            assert_eq!(table.probe(KEY, 8), None);
            assert_eq!(table.probe(KEY ^ 1 << 64, 7), None);
            assert_eq!(table.probe(KEY ^ 1 << 127, 7), None);
        }
    }

    #[test]
    fn costly_entries_stay_and_old_ones_go() {
        // One bucket: everything shares its two slots.
        let table = IntervalTable::new(0, u64::MAX);
        let entry = |work| Entry { lower: 1, upper: 1, best: None, work };
        let key = |number: u128| number << 64;
        table.store(key(1), 0, entry(20));
        for number in 2..50 {
            table.store(key(number), 0, entry(3));
            assert!(table.probe(key(number), 0).is_some() && table.probe(key(1), 0).is_some());
        }
        table.store(key(60), 1, entry(0));
        assert!(table.probe(key(60), 1).is_some() && table.probe(key(1), 0).is_none());
    }

    #[test]
    fn the_empty_table_knows_nothing() {
        let table = IntervalTable::new(0, u64::MAX);
        assert_eq!(table.probe(0, 0), None);
        assert_eq!(table.probe(u128::from(connect_toe_game::mix(0)) << 64, 0), None);
    }
}
