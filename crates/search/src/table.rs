//! Transposition table: what is known of positions that were searched already.

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

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) value: i64,
    pub(crate) bound: Bound,
    pub(crate) best: Cell,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    /// 0 marks a slot that was never written.
    generation: u32,
    entry: Entry,
}

/// A fixed number of slots, each for the position that was stored there last.
///
/// Within one search a position is always met at the same distance from the root, so a slot need not say
/// how deep its value was searched. Between searches it matters, so every search begins a new generation
/// and sees nothing of the ones before: its nodes depend on the position alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    generation: u32,
}

const EMPTY: Slot =
    Slot { key: 0, generation: 0, entry: Entry { value: 0, bound: Bound::Exact, best: Cell::from_bit(0) } };

impl Table {
    /// Forgets everything, and sees to it that there are `2^bits` slots.
    pub(crate) fn begin(&mut self, bits: u32) {
        if self.slots.len() != 1 << bits || self.generation == u32::MAX {
            self.slots = vec![EMPTY; 1 << bits];
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slot = &self.slots[self.place(key)];
        (slot.key == key && slot.generation == self.generation).then_some(slot.entry)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let place = self.place(key);
        self.slots[place] = Slot { key, generation: self.generation, entry };
    }
}
