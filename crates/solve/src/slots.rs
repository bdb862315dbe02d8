//! Memory for tables that threads share without locks.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::{try_zeroed_slice_box, zeroed_slice_box};

/// Words in groups: a group is what one hash leads to.
///
/// All words are 0 at first, and memory that is never written to is never taken from the system. A group of a power
/// of two of words, up to eight, lies within one cache line.
#[derive(Debug)]
pub(crate) struct Slots {
    words: Box<[AtomicU64]>,
    /// Words before the first group, which begins at the start of a cache line.
    skipped: usize,
    group: usize,
    groups: usize,
}

const CACHE_LINE: usize = 64;
const WORD: usize = size_of::<AtomicU64>();

impl Slots {
    /// As many groups of `group` words as `bytes` bytes hold, but at most `most`, and at least one. If that
    /// much memory is not available, half as many, and so on.
    pub(crate) fn new(bytes: usize, group: usize, most: u64) -> Slots {
        let room = bytes / (WORD * group);
        let mut groups = usize::try_from(most).map_or(room, |most| room.min(most)).max(1);
        let words_for = |groups: usize| groups * group + CACHE_LINE / WORD;
        let words: Box<[AtomicU64]> = loop {
            match try_zeroed_slice_box(words_for(groups)) {
                Ok(words) => break words,
                Err(()) if groups > 1 => groups /= 2,
                Err(()) => break zeroed_slice_box(words_for(groups)),
            }
        };
        let skipped = words.as_ptr().align_offset(CACHE_LINE).min(CACHE_LINE / WORD);
        Slots { words, skipped, group, groups }
    }

    /// How many groups there are.
    pub(crate) fn groups(&self) -> usize {
        self.groups
    }

    /// The group of a hash, whose high bits count, among the first `used`.
    #[inline]
    pub(crate) fn group_among(&self, hash: u64, used: usize) -> &[AtomicU64] {
        &self.words[self.skipped + number_among(hash, used) * self.group..][..self.group]
    }

    /// The group of a hash, whose high bits count.
    #[inline]
    pub(crate) fn group(&self, hash: u64) -> &[AtomicU64] {
        self.group_among(hash, self.groups)
    }

    /// Asks the system for large pages, of which a processor knows more by heart: looks into a table that is full take a fifth
    /// less time with 64 MB, and half with 1 GB. A table that is hardly used pays for them, since a whole page is filled
    /// with zeros for its first word.
    pub(crate) fn ask_for_large_pages(&self) {
        advise_large_pages(&self.words);
    }

    /// Fills the first `groups` groups with zeros.
    pub(crate) fn clear_first(&self, groups: usize) {
        self.clear_range(0..groups);
    }

    /// Fills some groups with zeros.
    fn clear_range(&self, groups: Range<usize>) {
        for word in &self.words[self.skipped..][groups.start * self.group..groups.end * self.group] {
            word.store(0, Ordering::Relaxed);
        }
    }
}

/// Asks the system to back memory that nothing was written to with large pages.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "no crate of the library has this call; it is a hint, and changes nothing that a program sees"
)]
fn advise_large_pages(words: &[AtomicU64]) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    const PAGE: usize = 4096;
    const LARGE_PAGE: usize = 2 << 20;
    const HUGEPAGE: c_int = 14;
    let bytes = size_of_val(words);
    let skipped = words.as_ptr().cast::<u8>().align_offset(PAGE);
    if bytes < 2 * LARGE_PAGE || skipped > PAGE {
        return;
    }
    let start = words.as_ptr().cast::<u8>().wrapping_add(skipped);
    // SAFETY: the whole pages of these bytes belong to `words`. The advice leaves what they hold as it is, and an error, as
    // of a system without large pages, changes nothing.
    unsafe {
        madvise(start.cast_mut().cast(), (bytes - skipped) / PAGE * PAGE, HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_: &[AtomicU64]) {}

/// The number of a hash, whose high bits count, among `count`.
#[inline]
fn number_among(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> 64) as usize
}

/// Slots that know which of them were written to, so that a large table that was hardly used is cleared quickly.
#[derive(Debug)]
pub(crate) struct MarkedSlots {
    slots: Slots,
    groups_in_a_block: usize,
    /// A bit for each block of groups: whether something in it may be other than 0.
    written: Box<[AtomicU64]>,
}

/// Words in a block: a page of memory, so that unused memory is not taken from the system either.
const BLOCK: usize = 512;

impl MarkedSlots {
    /// See [`Slots::new`].
    pub(crate) fn new(bytes: usize, group: usize) -> MarkedSlots {
        let slots = Slots::new(bytes, group, u64::MAX);
        let groups_in_a_block = (BLOCK / group).max(1);
        let blocks = slots.groups.div_ceil(groups_in_a_block);
        let written = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        MarkedSlots { slots, groups_in_a_block, written }
    }

    /// The group of a hash, whose high bits count, for reading.
    #[inline]
    pub(crate) fn group(&self, hash: u64) -> &[AtomicU64] {
        self.slots.group(hash)
    }

    /// The group of a hash, for writing.
    #[inline]
    pub(crate) fn group_to_write(&self, hash: u64) -> &[AtomicU64] {
        let block = number_among(hash, self.slots.groups) / self.groups_in_a_block;
        let (marks, mark) = (&self.written[block / 64], 1 << (block % 64));
        // Nearly always it is there.
        if marks.load(Ordering::Relaxed) & mark == 0 {
            marks.fetch_or(mark, Ordering::Relaxed);
        }
        self.slots.group(hash)
    }

    /// Fills all groups with zeros. No other thread may write meanwhile.
    pub(crate) fn clear(&self) {
        for (number, marks) in self.written.iter().enumerate() {
            let mut marks = marks.swap(0, Ordering::Relaxed);
            while marks != 0 {
                let block = 64 * number + marks.trailing_zeros() as usize;
                marks &= marks - 1;
                let start = block * self.groups_in_a_block;
                self.slots.clear_range(start..(start + self.groups_in_a_block).min(self.slots.groups));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_apart_and_within_a_cache_line() {
        for (bytes, group) in [(0, 4), (1 << 12, 4), (1 << 16, 8), (1000, 3)] {
            let slots = Slots::new(bytes, group, u64::MAX);
            assert_eq!(slots.groups(), (bytes / (8 * group)).max(1));
            let step = u64::MAX / slots.groups() as u64;
            let starts: Vec<usize> = (0..slots.groups() as u64)
                .map(|number| slots.group(number * step + step / 2).as_ptr().addr())
                .collect();
            assert!(starts.windows(2).all(|pair| pair[1] == pair[0] + 8 * group));
            if group.is_power_of_two() {
                assert!(starts.iter().all(|start| start % CACHE_LINE + 8 * group <= CACHE_LINE));
            }
            assert_eq!(slots.group(u64::MAX).len(), group);
        }
    }

    #[test]
    fn no_more_groups_than_are_wanted_or_can_be_had() {
        assert_eq!(Slots::new(1 << 20, 4, 7).groups(), 7);
        assert_eq!(Slots::new(1 << 20, 4, 0).groups(), 1);
        let all = Slots::new(usize::MAX, 4, u64::MAX);
        assert!(all.groups() >= 1 && all.groups() < usize::MAX / 64);
        all.group(u64::MAX)[3].store(1, Ordering::Relaxed);
    }

    #[test]
    fn clearing_leaves_zeros() {
        let slots = Slots::new(320, 4, u64::MAX);
        let fill = || slots.words.iter().for_each(|word| word.store(7, Ordering::Relaxed));
        let ones = || slots.words.iter().filter(|word| word.load(Ordering::Relaxed) != 0).count();
        fill();
        let all = ones();
        slots.clear_first(3);
        assert_eq!(ones(), all - 12);
        slots.clear_first(slots.groups());
        assert_eq!(ones(), all - 40);
    }

    #[test]
    fn only_what_was_written_is_cleared() {
        for (bytes, group) in [(1 << 20, 8), (1 << 18, 3), (1 << 16, 1), (0, 4), (1 << 20, 700)] {
            let slots = MarkedSlots::new(bytes, group);
            let word = |word: &AtomicU64| word.load(Ordering::Relaxed);
            // Without marks: what is still there after clearing was not marked.
            slots.slots.words.iter().for_each(|word| word.store(7, Ordering::Relaxed));
            let hashes = [0, 1 << 40, u64::MAX / 3, u64::MAX / 2, u64::MAX];
            for hash in hashes {
                assert_eq!(slots.group_to_write(hash).as_ptr(), slots.group(hash).as_ptr());
            }
            slots.clear();
            assert!(hashes.iter().all(|&hash| slots.group(hash).iter().all(|entry| word(entry) == 0)));
            let cleared = slots.slots.words.iter().filter(|entry| word(entry) == 0).count();
            assert!(cleared <= hashes.len() * BLOCK.max(group), "{bytes} {group}: {cleared}");
            let before = cleared;
            slots.clear();
            assert_eq!(slots.slots.words.iter().filter(|entry| word(entry) == 0).count(), before);
        }
    }
}
