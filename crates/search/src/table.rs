//! Transposition table: what is known of positions that were searched already.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::{try_zeroed_slice_box, zeroed_slice_box};
use connect_toe_game::Cell;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// What a search with the window from `low` to `high` has found out about a position whose best value is `value`, where
    /// nothing is worth more than `most`; fail-soft.
    #[inline]
    pub(crate) fn of(value: i64, low: i64, high: i64, most: i64) -> Bound {
        if value >= high && value < most {
            Bound::Lower
        } else if value <= low {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) value: i64,
    pub(crate) bound: Bound,
    pub(crate) best: Cell,
    /// The plies that were looked ahead, where positions are met with different ones in one look; else 0.
    pub(crate) depth: u16,
}

impl Entry {
    /// The value, if it is all that a search with the window from `alpha` to `beta` has to know.
    #[inline]
    pub(crate) fn decides(&self, alpha: i64, beta: i64) -> Option<i64> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        is_enough.then_some(self.value)
    }
}

/// A fixed number of slots, each for the position that was stored there last.
///
/// In most searches a position is always met at the same distance from the root of a look, so a slot need not say how deep
/// its value was searched; others say it in the entry. Between searches it matters, so every search begins a new generation
/// and sees nothing of the ones before: its nodes depend on the position alone. So does every look of one search that
/// looks deeper and deeper, but it may ask which moves were best in the looks before.
///
/// A slot is three words, all zero when it was never written, so that a new table costs no time:
///
/// ```text
/// word 0  the position's hash, with the bits of words 1 and 2 flipped
/// word 1  the value
/// word 2  generation (32 bits) | depth (14 bits) | bound (2 bits) | best cell (16 bits)
/// ```
///
/// Threads share a table without locks: words that two of them wrote at once do not give the hash of any position that is
/// looked up. Source: R. Hyatt & T. Mann, "A lockless transposition table implementation for parallel search" (2002).
#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    slots: Box<[Slot]>,
    mask: usize,
    generation: u32,
    /// The first generation of this search.
    begun: u32,
}

type Slot = [AtomicU64; 3];

/// A search does not begin with a later generation: it has at most as many looks as a game has plies.
const MOST_GENERATIONS: u32 = u32::MAX - 5000;

impl TranspositionTable {
    /// The most `bits` for [`begin`](TranspositionTable::begin) within this much memory.
    pub(crate) fn bits_within(mebibytes: u64) -> u32 {
        ((mebibytes << 20) / size_of::<Slot>() as u64).max(1).ilog2()
    }

    /// Forgets everything and uses `2^bits` slots from now on, or as many as the system has memory for.
    pub(crate) fn begin(&mut self, mut bits: u32) {
        if self.slots.len() < 1 << bits || self.generation > MOST_GENERATIONS {
            self.slots = Box::default();
            self.slots = loop {
                match try_zeroed_slice_box(1 << bits) {
                    Ok(slots) => break slots,
                    Err(()) if bits > 0 => bits -= 1,
                    Err(()) => break zeroed_slice_box(1),
                }
            };
            self.generation = 0;
        }
        self.mask = (1 << bits) - 1;
        self.look_again();
        self.begun = self.generation;
    }

    /// Forgets all values, but not which moves were best.
    pub(crate) fn look_again(&mut self) {
        self.generation += 1;
    }

    /// The hash, the value and the rest of the slot of a position.
    #[inline]
    fn read(&self, key: u64) -> [u64; 3] {
        let [mixed, value, rest] = &self.slots[key as usize & self.mask];
        let [value, rest] = [value, rest].map(|word| word.load(Relaxed));
        [mixed.load(Relaxed) ^ value ^ rest, value, rest]
    }

    /// The best move of a position in this look, or in one before it.
    #[inline]
    pub(crate) fn best_move(&self, key: u64) -> Option<Cell> {
        let [stored, _, rest] = self.read(key);
        let is_known = stored == key && (rest >> 32) as u32 >= self.begun;
        is_known.then(|| Cell::from_bit((rest & 0xFFFF) as u32))
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [stored, value, rest] = self.read(key);
        let bound = match rest >> 16 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        let best = Cell::from_bit((rest & 0xFFFF) as u32);
        let known = stored == key && (rest >> 32) as u32 == self.generation;
        let depth = (rest >> 18 & 0x3FFF) as u16;
        known.then_some(Entry { value: value as i64, bound, best, depth })
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let bound: u64 = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let depth = u64::from(entry.depth.min(0x3FFF));
        let rest = u64::from(self.generation) << 32 | depth << 18 | bound << 16 | u64::from(entry.best.bit());
        let value = entry.value as u64;
        let words = self.slots[key as usize & self.mask].iter().zip([key ^ value ^ rest, value, rest]);
        words.for_each(|(slot, word)| slot.store(word, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What threads write at once into the same slots is found as it was put there, or not at all.
    #[test]
    fn threads_that_share_slots_find_what_was_put_there() {
        let mut table = TranspositionTable::default();
        table.begin(4);
        let entry = |key: u64| Entry {
            value: (key * 3) as i64,
            bound: Bound::Lower,
            best: Cell::from_bit((key % 1000) as u32),
            depth: (key % 500) as u16,
        };
        let found: usize = std::thread::scope(|scope| {
            let work = |first: u64| {
                let table = &table;
                scope.spawn(move || {
                    let keys = (0..400_000).map(|step| (first + 7 * step) % 4096);
                    keys.filter(|&key| {
                        table.put(key, entry(key));
                        // Another thread may have written there since.
                        let other = (key + 16) % 4096;
                        let found = table.get(other);
                        assert!(found.is_none_or(|found| found.value == (other * 3) as i64
                            && found.best == entry(other).best
                            && found.depth == entry(other).depth));
                        table.get(key).is_some()
                    })
                    .count()
                })
            };
            let threads = [0, 1, 2, 3].map(work);
            threads.into_iter().map(|thread| thread.join().expect("finds what was put there")).sum()
        });
        assert!(found > 100_000, "{found}");
    }
}
