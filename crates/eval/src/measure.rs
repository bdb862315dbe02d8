//! What the values of a heuristic mean: the score to expect, and the wins that they announce.

use crate::forced::{Forced, WINS_AT_ONCE};

/// The scale of a heuristic's values.
///
/// A scale has a name and, unless nothing is known about it, gives the score to expect at a value: 1 for a won game, ½
/// for a drawn one, 0 for a lost one, for the player that the value is for.
///
/// ```
/// use connect_toe_eval::Measure;
/// let logistic = Measure::logistic("mine", 300.0);
/// assert_eq!(logistic.score(0), Some(0.5));
/// assert!(logistic.score(300).is_some_and(|score| (0.731..0.732).contains(&score)));
/// assert_eq!(Measure::linear("points", 10).score(-5), Some(0.25));
/// assert_eq!(Measure::unknown("own").score(5), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    name: &'static str,
    score: Score,
    announces: Announces,
}

/// The score to expect at a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    Unknown,
    /// Grows evenly from a lost game, at minus this value, to a won one.
    Linear(i64),
    /// `1 / (1 + e^(-value/unit))`, with the unit in thousandths.
    Logistic(i64),
}

/// Values that stand for wins and losses which the heuristic sees coming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Announces {
    Nothing,
    /// [`Forced`], and a line that can be completed at once.
    Forced,
    /// As `Forced`, but in values that combine others and so do not say when.
    Combined,
}

/// A win or a loss that a heuristic sees coming. It is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Plies from the position that was valued until it comes, if the value says so.
    pub plies: Option<u32>,
}

impl Default for Measure {
    fn default() -> Measure {
        Measure::unknown("")
    }
}

impl Measure {
    /// A scale of which only the name is known.
    pub const fn unknown(name: &'static str) -> Measure {
        Measure { name, score: Score::Unknown, announces: Announces::Nothing }
    }

    /// A scale on which a won game counts `most`, which must be positive, and a lost one the negative; between them the
    /// expected score grows evenly.
    pub const fn linear(name: &'static str, most: i64) -> Measure {
        Measure { name, score: Score::Linear(most), announces: Announces::Nothing }
    }

    /// A scale whose values are the logarithm of the odds of winning, in this unit. The unit must be positive and is
    /// rounded to a thousandth.
    pub fn logistic(name: &'static str, unit: f64) -> Measure {
        let unit = ((unit * 1000.0).round() as i64).max(1);
        Measure { name, score: Score::Logistic(unit), announces: Announces::Nothing }
    }

    /// Makes the values announce wins too, as those of `runs` do.
    pub(crate) fn with_announcements(self) -> Measure {
        Measure { announces: Announces::Forced, ..self }
    }

    /// The scale of the difference of two values, each of a position for the side that has just moved.
    #[must_use]
    pub fn of_differences(self) -> Measure {
        let score = match self.score {
            Score::Unknown => Score::Unknown,
            Score::Linear(most) => Score::Linear(most.saturating_mul(2)),
            Score::Logistic(unit) => Score::Logistic(unit.saturating_mul(2)),
        };
        let announces = match self.announces {
            Announces::Nothing => Announces::Nothing,
            Announces::Forced | Announces::Combined => Announces::Combined,
        };
        Measure { score, announces, ..self }
    }

    /// The name: mostly that of the heuristic.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The score to expect at this value, from 0 to 1; none if the scale does not say.
    pub fn score(self, value: i64) -> Option<f64> {
        let value = value as f64;
        match self.score {
            Score::Unknown => None,
            Score::Linear(most) => Some((0.5 + value / most as f64 / 2.0).clamp(0.0, 1.0)),
            Score::Logistic(unit) => Some(1.0 / (1.0 + exponential(-value * 1000.0 / unit as f64))),
        }
    }

    /// The difference of values near 0 that stands for 1 in the natural logarithm of the odds of winning; none if the scale
    /// does not say.
    ///
    /// ```
    /// use connect_toe_eval::Measure;
    /// assert_eq!(Measure::logistic("mine", 300.0).unit_of_odds(), Some(300.0));
    /// // The expected score grows by 1/4 with the logarithm of the odds at 0, and by 1/20 a point here.
    /// assert_eq!(Measure::linear("points", 10).unit_of_odds(), Some(5.0));
    /// ```
    pub fn unit_of_odds(self) -> Option<f64> {
        match self.score {
            Score::Unknown => None,
            Score::Linear(most) => Some(most as f64 / 2.0),
            Score::Logistic(unit) => Some(unit as f64 / 1000.0),
        }
    }

    /// The win that this value announces, if any; for a negative value, the loss.
    pub fn announced(self, value: i64) -> Option<Announced> {
        match self.announces {
            Announces::Nothing => None,
            Announces::Forced if value.abs() == WINS_AT_ONCE => Some(Announced { plies: Some(1) }),
            Announces::Forced => Forced::of(value).map(|forced| Announced { plies: forced.plies }),
            Announces::Combined => Forced::of(value).map(|_| Announced { plies: None }),
        }
    }
}

/// The exponential function, with operations that give the same on every machine: searches play by it.
fn exponential(power: f64) -> f64 {
    let power = power.clamp(-700.0, 700.0);
    let twos = (power * std::f64::consts::LOG2_E).round();
    let rest = power - twos * std::f64::consts::LN_2;
    // |rest| ≤ ln 2 / 2: the first term left out is less than 10⁻¹⁶.
    let series = (1..=14).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    series * f64::from_bits(((twos as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::exponential;

    #[test]
    fn powers_are_those_of_the_standard_library() {
        for step in -6000..=6000 {
            let power = f64::from(step) / 10.0;
            let ratio = exponential(power) / power.exp();
            assert!((ratio - 1.0).abs() < 1e-13, "{power}: {ratio}");
        }
        assert!(exponential(f64::INFINITY).is_finite() && exponential(f64::NEG_INFINITY) > 0.0);
    }
}
