//! Results of games, by who moved first and in pairs.

use std::iter::Sum;
use std::ops::AddAssign;

use connect_toe_game::Side;
use connect_toe_stats::{Pentanomial, Wdl};

use crate::pair::GamePlayed;

/// Results of a condition's games, added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Results {
    /// The player's results in the games in which it moved first, openings not counted.
    pub as_first: Wdl,
    /// The player's results in the games in which the opponent moved first.
    pub as_second: Wdl,
    /// The pairs with two games, by the player's points.
    pub pairs: Pentanomial,
    /// The pairs by the points of the first movers.
    pub first_mover_pairs: Pentanomial,
}

impl Results {
    /// Those of one or two games, which are a pair.
    pub(crate) fn of(games: &[GamePlayed]) -> Results {
        let mut results = Results::default();
        for game in games {
            let side =
                if game.player_side == Side::X { &mut results.as_first } else { &mut results.as_second };
            *side += Wdl::from(game.result);
        }
        if let [first, second] = games {
            results.pairs = Pentanomial::of_pair(first.result, second.result);
            let [first, second] = [first, second].map(GamePlayed::first_movers_result);
            results.first_mover_pairs = Pentanomial::of_pair(first, second);
        }
        results
    }

    /// All of them so many times.
    #[must_use]
    pub(crate) fn times(self, times: u64) -> Results {
        let games = |Wdl { wins, draws, losses }: Wdl| Wdl {
            wins: wins * times,
            draws: draws * times,
            losses: losses * times,
        };
        let pairs = |pairs: Pentanomial| Pentanomial { counts: pairs.counts.map(|count| count * times) };
        Results {
            as_first: games(self.as_first),
            as_second: games(self.as_second),
            pairs: pairs(self.pairs),
            first_mover_pairs: pairs(self.first_mover_pairs),
        }
    }

    /// What is left without these, which are among them.
    #[must_use]
    pub(crate) fn without(self, others: Results) -> Results {
        let games = |all: Wdl, others: Wdl| Wdl {
            wins: all.wins - others.wins,
            draws: all.draws - others.draws,
            losses: all.losses - others.losses,
        };
        let pairs = |all: Pentanomial, others: Pentanomial| Pentanomial {
            counts: std::array::from_fn(|points| all.counts[points] - others.counts[points]),
        };
        Results {
            as_first: games(self.as_first, others.as_first),
            as_second: games(self.as_second, others.as_second),
            pairs: pairs(self.pairs, others.pairs),
            first_mover_pairs: pairs(self.first_mover_pairs, others.first_mover_pairs),
        }
    }

    /// The player's results in all games.
    pub fn wdl(&self) -> Wdl {
        self.as_first + self.as_second
    }

    /// The results of the first movers.
    pub fn first_mover(&self) -> Wdl {
        self.as_first + self.as_second.swapped()
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.as_first += other.as_first;
        self.as_second += other.as_second;
        self.pairs += other.pairs;
        self.first_mover_pairs += other.first_mover_pairs;
    }
}

impl Sum for Results {
    fn sum<I: Iterator<Item = Results>>(items: I) -> Results {
        items.fold(Results::default(), |mut sum, item| {
            sum += item;
            sum
        })
    }
}
