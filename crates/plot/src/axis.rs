//! A scale from values to places on a drawing.

/// A scale from values to places on a drawing, with tick marks.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    /// The values at the two ends.
    values: (f64, f64),
    /// The places of the two ends.
    places: (f64, f64),
    is_logarithmic: bool,
    /// Whether the tick marks are at equal distances.
    is_even: bool,
    /// The values with a tick mark.
    pub(crate) ticks: Vec<f64>,
}

impl Axis {
    /// From the least to the greatest of these tick marks.
    pub(crate) fn between(ticks: &[f64], places: (f64, f64)) -> Axis {
        let (low, high) = range(ticks.iter().copied()).unwrap_or((0.0, 1.0));
        let high = if high > low { high } else { low + 1.0 };
        Axis { values: (low, high), places, is_logarithmic: false, is_even: false, ticks: ticks.to_vec() }
    }

    /// Between round numbers around all values; a few tick marks.
    pub(crate) fn around(values: impl Iterator<Item = f64>, places: (f64, f64)) -> Axis {
        let (low, high) = range(values).unwrap_or((0.0, 1.0));
        let step = round_step((high - low).max(1e-9) / 5.0);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let last = if last > first { last } else { first + 1.0 };
        let count = (last - first) as u32;
        let ticks = (0..=count).map(|tick| (first + f64::from(tick)) * step).collect();
        Axis { values: (first * step, last * step), places, is_logarithmic: false, is_even: true, ticks }
    }

    /// With a tick mark at each of these values, a little room at the ends; logarithmic if they are positive and far
    /// apart.
    pub(crate) fn at(levels: &[f64], places: (f64, f64)) -> Axis {
        let (low, high) = range(levels.iter().copied()).unwrap_or((0.0, 1.0));
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, high + 0.5) };
        let is_logarithmic = low > 0.0 && high / low >= 32.0;
        let mut ticks = levels.to_vec();
        ticks.sort_by(f64::total_cmp);
        Axis { values: (low, high), places, is_logarithmic, is_even: false, ticks }
    }

    /// The place of a value; what lies beyond an end is placed there.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let scale = |value: f64| if self.is_logarithmic { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let (low, high) = (scale(self.values.0), scale(self.values.1));
        let share = ((scale(value) - low) / (high - low)).clamp(0.0, 1.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// The tick marks that leave this room between their places. If all are at equal distances, these are every second,
    /// fifth or tenth, so that zero is one of them, or else the last; otherwise they are chosen from the first on.
    pub(crate) fn spaced_ticks(&self, room: impl Fn(f64) -> f64) -> Vec<f64> {
        let fits = |last: f64, tick: f64| {
            (self.place(tick) - self.place(last)).abs() >= f64::midpoint(room(tick), room(last))
        };
        if self.is_even {
            let kept = self.ticks.iter().position(|&tick| tick == 0.0).unwrap_or(self.ticks.len() - 1);
            for stride in [1, 2, 5, 10] {
                let ticks: Vec<f64> =
                    self.ticks.iter().copied().skip(kept % stride).step_by(stride).collect();
                if ticks.windows(2).all(|two| fits(two[0], two[1])) {
                    return ticks;
                }
            }
        }
        let mut kept: Vec<f64> = Vec::new();
        for &tick in &self.ticks {
            if kept.last().is_none_or(|&last| fits(last, tick)) {
                kept.push(tick);
            }
        }
        kept
    }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |range, value| {
        Some(range.map_or((value, value), |(low, high): (f64, f64)| (low.min(value), high.max(value))))
    })
}

/// The least of 1, 2 and 5 times a power of ten that is not below the step.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let factor =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= step * 0.999).unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let axis = Axis::around([-312.0, 187.0].into_iter(), (0.0, 100.0));
        assert_eq!(axis.ticks, [-400.0, -300.0, -200.0, -100.0, 0.0, 100.0, 200.0].map(|tick: f64| tick));
        assert!((axis.place(-400.0)).abs() < 1e-9 && (axis.place(200.0) - 100.0).abs() < 1e-9);
        assert!(Axis::around([3.0].into_iter(), (0.0, 1.0)).ticks.len() >= 2);
        assert_eq!(Axis::around(std::iter::empty(), (0.0, 1.0)).ticks.len(), 6);
    }

    #[test]
    fn what_ticks_have_room_for_is_at_equal_distances() {
        let spaced = |values: [f64; 2], room: f64| {
            let ticks = Axis::around(values.into_iter(), (0.0, 100.0)).spaced_ticks(|_| room);
            ticks.into_iter().map(|tick| (tick * 100.0).round() / 100.0).collect::<Vec<_>>()
        };
        assert_eq!(spaced([0.0, 500.0], 20.0), [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        assert_eq!(spaced([0.0, 500.0], 25.0), [0.0, 200.0, 400.0]);
        assert_eq!(spaced([-300.0, 200.0], 25.0), [-200.0, 0.0, 200.0]);
        assert_eq!(spaced([0.2, 1.0], 40.0), [0.2, 0.6, 1.0]);
    }

    #[test]
    fn far_levels_are_logarithmic() {
        let axis = Axis::at(&[10.0, 1000.0, 100.0], (0.0, 100.0));
        assert!((axis.place(100.0) - 50.0).abs() < 1e-9);
        assert_eq!(axis.spaced_ticks(|_| 60.0), [10.0, 1000.0]);
        assert!(Axis::at(&[4.0], (0.0, 100.0)).place(4.0).is_finite());
    }
}
