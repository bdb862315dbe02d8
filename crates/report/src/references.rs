//! Values printed elsewhere, to stand beside ours.

use connect_toe_stats::{Wdl, binomial_test};

/// Values that a source prints for conditions of a plan. A report shows them beside ours, and tests whether they
/// differ.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct References {
    /// A word for the source, with which the headings of its columns begin: `paper`.
    pub name: String,
    /// The source as a sentence names it: `the 2004 paper`.
    pub source: String,
    /// What the values are, in a sentence; the report adds how it tests them.
    pub note: String,
    /// The value of each condition of the plan, in the order of the plan, if the source prints one.
    pub of_conditions: Vec<Option<Reference>>,
}

/// A printed winning percentage with the counts that it may stand for.
///
/// ```
/// use connect_toe_report::{DecidedGames, Reference};
/// use connect_toe_stats::Wdl;
///
/// let printed = Reference {
///     table: 2,
///     printed: "0.8".to_owned(),
///     rate: Some(0.8),
///     counts: vec![DecidedGames { wins: 4, decided: 5 }, DecidedGames { wins: 8, decided: 10 }],
/// };
/// assert_eq!(printed.p_value(Wdl { wins: 80, draws: 0, losses: 20 }), Some(1.0));
/// assert!(printed.p_value(Wdl { wins: 5, draws: 0, losses: 95 }).is_some_and(|p_value| p_value < 0.001));
/// assert_eq!(printed.p_value(Wdl { wins: 0, draws: 100, losses: 0 }), None);
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Reference {
    /// The number of the source's table.
    pub table: u32,
    /// The value as it is printed.
    pub printed: String,
    /// The winning percentage that it stands for, 0 … 1, if it is one.
    pub rate: Option<f64>,
    /// The counts that fit the printed value; several where it is rounded.
    pub counts: Vec<DecidedGames>,
}

/// How many games a player won, and how many were not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecidedGames {
    /// The player's wins.
    pub wins: u64,
    /// Games that either side won.
    pub decided: u64,
}

impl DecidedGames {
    /// `wins ÷ decided`; `None` without decided games.
    ///
    /// ```
    /// assert_eq!(connect_toe_report::DecidedGames { wins: 3, decided: 4 }.rate(), Some(0.75));
    /// ```
    pub fn rate(self) -> Option<f64> {
        (self.decided > 0).then(|| self.wins as f64 / self.decided as f64)
    }

    /// The rate drawn a little towards one half: `(wins + ½) ÷ (decided + 1)`, the mean of the posterior under
    /// Jeffreys' prior. A sample without a loss does not prove that losses are impossible.
    pub fn shrunk_rate(self) -> f64 {
        (self.wins as f64 + 0.5) / (self.decided as f64 + 1.0)
    }

    /// The exact binomial test of counts under a rate. Where several counts are possible, the largest of their
    /// p-values: a difference must hold for all of them. `None` without decided games.
    pub fn p_value(possible: &[DecidedGames], rate: f64) -> Option<f64> {
        let possible = possible.iter().filter(|counts| counts.decided > 0);
        possible.filter_map(|counts| binomial_test(counts.wins, counts.decided, rate)).reduce(f64::max)
    }

    /// Possible counts as text: `11/24`, `3/4 or 6/8`, `1/1 … 10/10`.
    pub fn text(possible: &[DecidedGames]) -> String {
        let write = |counts: &DecidedGames| format!("{}/{}", counts.wins, counts.decided);
        match possible {
            [first, _, .., last] => format!("{} … {}", write(first), write(last)),
            few => few.iter().map(write).collect::<Vec<_>>().join(" or "),
        }
    }
}

impl Reference {
    /// The exact binomial test of the printed counts under our winning percentage, given our player's results. Where
    /// several counts fit, the largest p-value. `None` without decided games on either side.
    ///
    /// Ours is the [shrunk rate](DecidedGames::shrunk_rate): a result that our games never had stays possible.
    pub fn p_value(&self, ours: Wdl) -> Option<f64> {
        let ours = DecidedGames { wins: ours.wins, decided: ours.decided() };
        ours.rate().and_then(|_| DecidedGames::p_value(&self.counts, ours.shrunk_rate()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_text() {
        let text = |counts: &[(u64, u64)]| {
            let counts = counts.iter().map(|&(wins, decided)| DecidedGames { wins, decided });
            DecidedGames::text(&counts.collect::<Vec<_>>())
        };
        assert_eq!(text(&[(11, 24)]), "11/24");
        assert_eq!(text(&[(3, 4), (6, 8)]), "3/4 or 6/8");
        assert_eq!(text(&[(1, 1), (2, 2), (3, 3)]), "1/1 … 3/3");
        assert_eq!(text(&[]), "");
    }
}
