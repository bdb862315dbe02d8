//! Temporal coherence: how large a step a weight takes, by how much its changes so far agree.
//!
//! A weight keeps the sum N of its recommended changes and the sum A of their magnitudes. Its next step is g(|N|/A) of a full
//! one: full if all changes went one way, small if they cancelled each other.

use crate::settings::Method;

/// How fast steps shrink with exponential coherence (β).
const STEEPNESS: f32 = 2.7;
/// Steps are looked up: the exponential function of each weight would cost more than the rest of learning.
const ENTRIES: usize = 1024;

/// The part of a full step that a method takes, by |N|/A from 0 to 1.
fn part(method: Method, ratio: f32) -> f32 {
    match method {
        Method::Plain => 1.0,
        Method::Coherence => ratio,
        Method::ExponentialCoherence => (STEEPNESS * (ratio - 1.0)).exp(),
    }
}

/// The parts of full steps of a method, for any sums.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    parts: Vec<f32>,
}

impl Steps {
    pub(crate) fn of(method: Method) -> Steps {
        let middle = |entry: usize| (entry as f32 + 0.5) / ENTRIES as f32;
        let mut parts: Vec<f32> = (0..ENTRIES).map(|entry| part(method, middle(entry))).collect();
        parts.push(1.0);
        Steps { parts }
    }

    /// The part of a full step after changes with this sum and this sum of magnitudes: all of it before the first.
    #[inline]
    pub(crate) fn part(&self, sum: f32, magnitudes: f32) -> f32 {
        if magnitudes > 0.0 {
            let entry = (sum.abs() / magnitudes * ENTRIES as f32) as usize;
            self.parts[entry.min(ENTRIES)]
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes of +0.3, -0.1 and +0.2 agree by 0.4 of 0.6.
    #[test]
    fn steps_follow_the_agreement_of_changes() {
        let is_near = |one: f32, other: f32| (one - other).abs() < 0.001;
        let (mut sum, mut magnitudes) = (0.0, 0.0);
        let plain = Steps::of(Method::Plain);
        let coherence = Steps::of(Method::Coherence);
        let exponential = Steps::of(Method::ExponentialCoherence);
        for steps in [&plain, &coherence, &exponential] {
            assert!(is_near(steps.part(0.0, 0.0), 1.0));
            assert!(is_near(steps.part(-2.0, 2.0), 1.0));
        }
        for change in [0.3_f32, -0.1, 0.2] {
            sum += change;
            magnitudes += change.abs();
        }
        assert!((part(Method::Coherence, sum / magnitudes) - 0.4 / 0.6).abs() < 1e-6);
        assert!((part(Method::ExponentialCoherence, sum / magnitudes) - 0.407).abs() < 0.0005);
        assert!(is_near(coherence.part(sum, magnitudes), 0.4 / 0.6));
        assert!(is_near(exponential.part(sum, magnitudes), 0.407));
        assert!(is_near(plain.part(sum, magnitudes), 1.0));
    }
}
