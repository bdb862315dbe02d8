//! Wins, draws and losses.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Wins, draws and losses from one player's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Wdl {
    /// Games this player won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the opponent won.
    pub losses: u64,
}

impl Wdl {
    /// No games at all.
    pub const ZERO: Self = Self { wins: 0, draws: 0, losses: 0 };

    /// All games, decided or drawn.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Games that either side won.
    pub const fn decided(self) -> u64 {
        self.wins + self.losses
    }

    /// Wins as a share of the decided games: the "winning percentage" of the Connect-Toe paper
    /// (Mercialdi & Wilamowska, 2004). `None` if no game was decided.
    pub fn win_rate(self) -> Option<f64> {
        share(self.wins as f64, self.decided())
    }

    /// Points per game, a draw counting one half. `None` without games.
    pub fn score(self) -> Option<f64> {
        share(self.wins as f64 + self.draws as f64 / 2.0, self.games())
    }

    /// Decided games as a share of all games. `None` without games.
    pub fn decided_rate(self) -> Option<f64> {
        share(self.decided() as f64, self.games())
    }

    /// The same games from the opponent's point of view.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

fn share(part: f64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Add for Wdl {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Wdl {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_count_in_the_score_but_not_in_the_win_rate() {
        let wdl = Wdl { wins: 3, draws: 6, losses: 1 };
        assert_eq!((wdl.games(), wdl.decided()), (10, 4));
        assert_eq!(wdl.win_rate(), Some(0.75));
        assert_eq!(wdl.score(), Some(0.6));
        assert_eq!(wdl.decided_rate(), Some(0.4));
    }

    #[test]
    fn rates_without_games_do_not_exist() {
        assert_eq!(Wdl::ZERO.win_rate(), None);
        assert_eq!(Wdl::ZERO.score(), None);
        assert_eq!(Wdl::ZERO.decided_rate(), None);
        let draws_only = Wdl { draws: 5, ..Wdl::ZERO };
        assert_eq!(draws_only.win_rate(), None);
        assert_eq!(draws_only.score(), Some(0.5));
    }

    #[test]
    fn swapping_sides_mirrors_every_rate() {
        let wdl = Wdl { wins: 7, draws: 2, losses: 3 };
        assert_eq!(wdl.swapped().swapped(), wdl);
        assert_eq!(wdl.swapped().win_rate(), Some(0.3));
        assert_eq!(wdl + wdl.swapped(), Wdl { wins: 10, draws: 4, losses: 10 });
        assert_eq!([wdl, wdl, wdl].into_iter().sum::<Wdl>().games(), 36);
    }
}
