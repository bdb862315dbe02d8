//! Confidence levels.

use statrs::function::erf::erfc_inv;

/// A confidence level strictly between 0 and 1, for example 0.95.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// 95 %, the level used wherever none is named.
    pub const NINETY_FIVE: Self = Self(0.95);

    /// The level, if it lies strictly between 0 and 1.
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Self(level))
    }

    /// The level that each of `comparisons` intervals needs so that all of them hold at once with at least this level:
    /// the error is shared out evenly (Bonferroni; Dunn 1961). With at most one comparison it is this level itself.
    #[must_use]
    pub fn shared_by(self, comparisons: usize) -> Self {
        Self(1.0 - (1.0 - self.0) / comparisons.max(1) as f64)
    }

    /// The level as a number, 0.95 for 95 %.
    pub const fn level(self) -> f64 {
        self.0
    }

    /// The standard normal quantile that cuts half of the error off each tail: 1.96 at 95 %.
    pub fn normal_quantile(self) -> f64 {
        std::f64::consts::SQRT_2 * erfc_inv(1.0 - self.0)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::NINETY_FIVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_tabulated_ones() {
        let check = |level: f64, quantile: f64| {
            let found = Confidence::new(level).expect("a level").normal_quantile();
            assert!((found - quantile).abs() < 1e-9, "{level}: {found}");
        };
        check(0.90, 1.644_853_626_951_472_7);
        check(0.95, 1.959_963_984_540_054);
        check(0.99, 2.575_829_303_548_900_4);
        check(0.999, 3.290_526_731_491_926);
    }

    #[test]
    fn a_level_lies_strictly_between_0_and_1() {
        for level in [0.0, 1.0, -0.1, 1.5, f64::NAN] {
            assert_eq!(Confidence::new(level), None, "{level}");
        }
    }

    #[test]
    fn sharing_a_level_leaves_each_part_less_error() {
        let shared = Confidence::NINETY_FIVE.shared_by(5);
        assert!((shared.level() - 0.99).abs() < 1e-12);
        assert_eq!(Confidence::NINETY_FIVE.shared_by(0), Confidence::NINETY_FIVE);
    }
}
