//! The result of one game.

use super::Wdl;

/// How one game ended, from one player's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// The opponent won.
    Loss,
    /// Nobody won.
    Draw,
    /// This player won.
    Win,
}

impl GameResult {
    /// All results, worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// Points in halves: 0, 1 or 2.
    pub(super) const fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }

    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub const fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The result from the opponent's point of view.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl From<GameResult> for Wdl {
    /// One game.
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::Loss => Self { losses: 1, ..Self::ZERO },
            GameResult::Draw => Self { draws: 1, ..Self::ZERO },
            GameResult::Win => Self { wins: 1, ..Self::ZERO },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gives_two_half_points_to_both_sides_together() {
        for result in GameResult::ALL {
            assert_eq!(result.half_points() + result.swapped().half_points(), 2);
            assert_eq!(Wdl::from(result).score(), Some(result.points()));
            assert_eq!(Wdl::from(result).swapped(), Wdl::from(result.swapped()));
        }
    }
}
