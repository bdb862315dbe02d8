//! Positions that threads are searching right now, so that others can look elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};

/// What threads are searching. It is a hint: a claim can be missing, or stand for another position, which costs time
/// and changes no result.
///
/// A slot is one word: the high bits of the position's mark, and in the low bits how many threads search it; 0 if
/// none does. The first to come to a slot has it.
#[derive(Debug)]
pub(crate) struct Claims {
    slots: Box<[AtomicU64]>,
}

/// A claim that was made, to be given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim(usize);

/// Far more than the positions that threads claim at once.
const SLOTS: usize = 1 << 10;
const THREADS: u64 = 0xffff;

impl Claims {
    /// No claims.
    pub(crate) fn new() -> Claims {
        Claims { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn slot(mark: u64) -> usize {
        (mark >> 20) as usize % SLOTS
    }

    #[inline]
    fn is_of(word: u64, mark: u64) -> bool {
        word != 0 && (word ^ mark) & !THREADS == 0
    }

    /// Whether a thread searches the position with this mark, whose high bits count.
    #[inline]
    pub(crate) fn contains(&self, mark: u64) -> bool {
        Self::is_of(self.slots[Self::slot(mark)].load(Ordering::Relaxed), mark)
    }

    /// Claims the position for this thread. There is no claim if the slot is another position's.
    #[inline]
    pub(crate) fn claim(&self, mark: u64) -> Option<Claim> {
        let slot = Self::slot(mark);
        let one_more = |word: u64| match word {
            0 => Some(mark & !THREADS | 1),
            _ => (Self::is_of(word, mark) && word & THREADS < THREADS).then(|| word + 1),
        };
        let claimed = self.slots[slot].fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        claimed.is_ok().then_some(Claim(slot))
    }

    /// Gives a claim back.
    #[inline]
    pub(crate) fn release(&self, Claim(slot): Claim) {
        let one_less = |word: u64| Some(if word & THREADS == 1 { 0 } else { word - 1 });
        let _ = self.slots[slot].fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_lasts_until_the_last_thread_gives_it_back() {
        let claims = Claims::new();
        let (mark, same_slot) = (0x1234_5678_9abc_def0, 0x9234_5678_9abc_def0);
        assert!(!claims.contains(mark));
        let first = claims.claim(mark).expect("the slot is free");
        let second = claims.claim(mark).expect("the slot is this position's");
        assert!(claims.contains(mark) && !claims.contains(same_slot));
        assert_eq!(claims.claim(same_slot), None);
        claims.release(first);
        assert!(claims.contains(mark));
        claims.release(second);
        assert!(!claims.contains(mark) && claims.claim(same_slot).is_some() && claims.contains(same_slot));
    }
}
