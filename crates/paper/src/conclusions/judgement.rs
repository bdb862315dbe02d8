//! From counts to verdicts.

use connect_toe_stats::{Confidence, Difference, difference, wilson_at};

use crate::{Counts, Verdict};

/// What the counts say about one part of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    Shown,
    Unclear,
    Contradicted,
}

impl Judgement {
    /// A difference that should be positive.
    pub(super) fn of_lead(lead: Option<Difference>) -> Self {
        match lead {
            Some(lead) if lead.is_above() => Self::Shown,
            Some(lead) if lead.is_below() => Self::Contradicted,
            _ => Self::Unclear,
        }
    }

    /// A rate that should exceed one half.
    pub(super) fn of_majority(counts: Counts, confidence: Confidence) -> Self {
        let interval = wilson_at(counts.wins, counts.decided, confidence);
        if interval.low > 0.5 {
            Self::Shown
        } else if interval.high < 0.5 {
            Self::Contradicted
        } else {
            Self::Unclear
        }
    }

    /// The opposite claim's judgement.
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Shown => Self::Contradicted,
            Self::Unclear => Self::Unclear,
            Self::Contradicted => Self::Shown,
        }
    }

    /// A claim all of whose parts must be true for it to be true at all: one contradiction refutes it.
    pub(super) fn all_of(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::Shown, |whole, part| match (whole, part) {
            (Self::Contradicted, _) | (_, Self::Contradicted) => Self::Contradicted,
            (Self::Unclear, _) | (_, Self::Unclear) => Self::Unclear,
            (Self::Shown, Self::Shown) => Self::Shown,
        })
    }

    /// The verdict on a claim made for several cases: each case counts for itself.
    pub(super) fn verdict(cases: &[Self]) -> Verdict {
        let any = |judgement| cases.contains(&judgement);
        match (any(Self::Shown), any(Self::Unclear), any(Self::Contradicted)) {
            (true, false, false) => Verdict::Holds,
            (true, _, _) => Verdict::HoldsInPart,
            (false, _, true) => Verdict::Reversed,
            (false, _, false) => Verdict::NoDifference,
        }
    }
}

/// How far the first counts' rate lies above the second's.
pub(super) fn lead(first: Counts, second: Counts, confidence: Confidence) -> Option<Difference> {
    difference((first.wins, first.decided), (second.wins, second.decided), confidence)
}

#[cfg(test)]
mod tests {
    use super::Judgement::{Contradicted, Shown, Unclear};
    use super::*;

    #[test]
    fn cases_add_up_to_a_verdict() {
        assert_eq!(Judgement::verdict(&[Shown, Shown]), Verdict::Holds);
        assert_eq!(Judgement::verdict(&[Shown, Unclear]), Verdict::HoldsInPart);
        assert_eq!(Judgement::verdict(&[Shown, Contradicted]), Verdict::HoldsInPart);
        assert_eq!(Judgement::verdict(&[Unclear, Contradicted]), Verdict::Reversed);
        assert_eq!(Judgement::verdict(&[Unclear, Unclear]), Verdict::NoDifference);
    }

    #[test]
    fn one_contradicted_part_refutes_the_whole() {
        assert_eq!(Judgement::all_of([Shown, Unclear, Contradicted]), Contradicted);
        assert_eq!(Judgement::all_of([Shown, Unclear]), Unclear);
        assert_eq!(Judgement::all_of([Shown, Shown]), Shown);
    }
}
