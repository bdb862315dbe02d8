//! Positions without a chain of threats, and for how many stones of the attacker that is known.

use crate::chain::Stones;

/// A fixed number of slots, each for the position that was stored there last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures {
    /// The position's hash; the generation, and the number of stones below it.
    slots: Vec<(u64, u64)>,
    mask: usize,
    generation: u64,
}

impl Failures {
    /// Makes room for about `nodes` nodes, and forgets everything.
    pub(crate) fn begin(&mut self, nodes: u64) {
        let bits = nodes.max(1).ilog2().clamp(8, 18);
        if self.slots.len() < 1 << bits {
            self.slots = vec![(0, 0); 1 << bits];
            self.generation = 0;
        }
        self.mask = (1 << bits) - 1;
        self.generation += 1;
    }

    /// The stones with which a position is known to have no chain; `UNLIMITED` if no number is enough.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Stones> {
        let (stored, rest) = self.slots[hash as usize & self.mask];
        (stored == hash && rest >> 16 == self.generation).then_some(rest as Stones)
    }

    #[inline]
    pub(crate) fn put(&mut self, hash: u64, stones: Stones) {
        self.slots[hash as usize & self.mask] = (hash, self.generation << 16 | u64::from(stones));
    }
}
