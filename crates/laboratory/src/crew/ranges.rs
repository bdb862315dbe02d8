//! Sets of units.

use std::collections::BTreeMap;
use std::ops::Range;

/// Numbers of units, as ranges that are apart.
pub(crate) struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    /// The units of ranges in rising order.
    pub(crate) fn new(ranges: impl IntoIterator<Item = Range<u64>>) -> Ranges {
        let mut apart: BTreeMap<u64, u64> = BTreeMap::new();
        for Range { start, end } in ranges {
            match apart.last_entry() {
                Some(mut last) if *last.get() == start => *last.get_mut() = end,
                _ if start < end => drop(apart.insert(start, end)),
                _ => {}
            }
        }
        Ranges(apart)
    }

    /// Takes a unit out; false if it was not there.
    pub(crate) fn take(&mut self, unit: u64) -> bool {
        let Some((&start, &end)) = self.0.range(..=unit).next_back() else { return false };
        if unit >= end {
            return false;
        }
        self.0.remove(&start);
        for (start, end) in [(start, unit), (unit + 1, end)] {
            if start < end {
                self.0.insert(start, end);
            }
        }
        true
    }

    /// The number of units.
    pub(crate) fn len(&self) -> u64 {
        self.0.iter().map(|(start, end)| end - start).sum()
    }

    pub(crate) fn to_vec(&self) -> Vec<Range<u64>> {
        self.0.iter().map(|(&start, &end)| start..end).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_taken_once() {
        let mut units = Ranges::new([0..3, 3..4, 7..9, 9..9]);
        assert_eq!((units.to_vec(), units.len()), (vec![0..4, 7..9], 6));
        assert_eq!([1, 1, 4, 8, 9].map(|unit| units.take(unit)), [true, false, false, true, false]);
        assert_eq!((units.to_vec(), units.len()), (vec![0..1, 2..4, 7..8], 4));
    }
}
