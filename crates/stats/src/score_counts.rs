//! Games or pairs as independent trials with scores.

use super::{Pentanomial, Wdl};

/// Independent trials counted by their score: what single games ([`Wdl`]) and pairs of games
/// ([`Pentanomial`]) have in common. Every function that takes `impl Into<ScoreCounts>` takes either.
///
/// A trial's score lies on an even grid from 0 to 1: 0, ½, 1 for a game, 0, ¼, ½, ¾, 1 for a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreCounts {
    counts: [u64; 5],
    cells: usize,
    games_per_trial: u64,
}

/// A score of the grid and how often (or how likely) it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ScoreCell {
    pub(super) score: f64,
    pub(super) weight: f64,
}

impl ScoreCounts {
    /// Independent trials: games, or pairs.
    pub fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Games in one trial: 1, or 2 for a pair.
    pub(super) const fn games_per_trial(&self) -> u64 {
        self.games_per_trial
    }

    /// Points per game, 0 … 1. `None` without trials.
    pub fn mean(&self) -> Option<f64> {
        let trials = self.trials();
        // In whole steps of the grid, so that 0, ½ and 1 come out exactly.
        let steps: u64 = (0..).zip(self.counts).map(|(steps, count)| steps * count).sum();
        (trials > 0).then(|| steps as f64 / ((self.cells - 1) as f64 * trials as f64))
    }

    /// Variance of a trial's score, with the number of trials as the divisor. `None` without trials.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares: f64 = self.cells().map(|cell| cell.weight * (cell.score - mean).powi(2)).sum();
        Some(squares / self.trials() as f64)
    }

    /// The trials from the opponent's point of view.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.counts[..self.cells].reverse();
        self
    }

    /// Trials with a score of 0 and of 1.
    pub(super) const fn ends(&self) -> [u64; 2] {
        [self.counts[0], self.counts[self.cells - 1]]
    }

    /// Trials with a score of ¼ and of ¾, which single games do not have.
    pub(super) const fn quarters(&self) -> [u64; 2] {
        if self.cells == 5 { [self.counts[1], self.counts[3]] } else { [0, 0] }
    }

    /// The scores of the grid, lowest first, with their counts.
    pub(super) fn cells(&self) -> impl DoubleEndedIterator<Item = ScoreCell> + use<> {
        let (counts, last) = (self.counts, self.cells - 1);
        (0..=last)
            .map(move |step| ScoreCell { score: step as f64 / last as f64, weight: counts[step] as f64 })
    }
}

impl From<Wdl> for ScoreCounts {
    fn from(games: Wdl) -> Self {
        Self { counts: [games.losses, games.draws, games.wins, 0, 0], cells: 3, games_per_trial: 1 }
    }
}

impl From<Pentanomial> for ScoreCounts {
    fn from(pairs: Pentanomial) -> Self {
        Self { counts: pairs.counts, cells: 5, games_per_trial: 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_have_the_same_interface() {
        let games = ScoreCounts::from(Wdl { wins: 3, draws: 6, losses: 1 });
        assert_eq!((games.trials(), games.games_per_trial()), (10, 1));
        assert_eq!(games.mean(), Some(0.6));
        // (3 · 0.4² + 6 · 0.1² + 0.6²) / 10
        assert!((games.variance().expect("games") - 0.09).abs() < 1e-15);
        let pairs = ScoreCounts::from(Pentanomial { counts: [0, 0, 4, 0, 4] });
        assert_eq!((pairs.trials(), pairs.games_per_trial()), (8, 2));
        assert_eq!((pairs.mean(), pairs.variance()), (Some(0.75), Some(0.0625)));
        assert_eq!(pairs.swapped().mean(), Some(0.25));
        assert_eq!(games.swapped(), Wdl { wins: 1, draws: 6, losses: 3 }.into());
    }

    #[test]
    fn without_trials_there_are_no_moments() {
        let none = ScoreCounts::from(Wdl::ZERO);
        assert_eq!((none.mean(), none.variance()), (None, None));
    }
}
