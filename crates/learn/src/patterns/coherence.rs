//! Temporal coherence: how large a step a weight takes, by how much its changes so far agree.
//!
//! A weight keeps the sum N of its recommended changes and the sum A of their magnitudes. Its next step is g(|N|/A) of a full
//! one: full if all changes went one way, small if they cancelled each other.

use crate::settings::Method;

/// How fast steps shrink with exponential coherence (β).
const STEEPNESS: f32 = 2.7;
/// Far below any change, so that a weight without changes takes a full step.
const TINY: f32 = 1e-20;

impl Method {
    /// The part of a full step after changes with this sum and this sum of magnitudes: all of it before the first.
    #[inline]
    pub(crate) fn part(self, sum: f32, magnitudes: f32) -> f32 {
        // Rounding can make the sum the larger one.
        let ratio = ((sum.abs() + TINY) / (magnitudes + TINY)).min(1.0);
        match self {
            Method::Plain | Method::Lines => 1.0,
            Method::Coherence => ratio,
            Method::ExponentialCoherence => exponential(STEEPNESS * (ratio - 1.0)),
        }
    }
}

/// The exponential function from -3 to 0, to three places, which costs less than the library's, once per weight: the first
/// terms of its series for a 64th, to the power of 64.
#[inline]
fn exponential(x: f32) -> f32 {
    let part = x / 64.0;
    (0..6).fold(1.0 + part + 0.5 * part * part, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes of +0.3, -0.1 and +0.2 agree by 0.4 of 0.6.
    #[test]
    fn steps_follow_the_agreement_of_changes() {
        let is_near = |one: f32, other: f32| (one - other).abs() < 0.001;
        let (mut sum, mut magnitudes) = (0.0, 0.0);
        for method in Method::ALL {
            assert!(is_near(method.part(0.0, 0.0), 1.0));
            assert!(is_near(method.part(-2.0, 2.0), 1.0));
        }
        for change in [0.3_f32, -0.1, 0.2] {
            sum += change;
            magnitudes += change.abs();
        }
        assert!((Method::Coherence.part(sum, magnitudes) - 0.4 / 0.6).abs() < 1e-6);
        assert!((Method::ExponentialCoherence.part(sum, magnitudes) - 0.407).abs() < 0.0005);
        assert!(is_near(Method::Plain.part(sum, magnitudes), 1.0));
    }

    #[test]
    fn the_exponential_function_is_near() {
        for x in 0..=300 {
            let x = -(x as f32) / 100.0;
            assert!((exponential(x) - x.exp()).abs() < 0.0005, "{x}");
        }
    }
}
