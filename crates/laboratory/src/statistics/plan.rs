//! How many games a difference takes, and under which assumption.

use connect_toe_stats::{SampleSize, elo_of_score, numbers, score_of_elo};

use super::counts::Counts;

/// Reads a difference in Elo to be planned for: 0.001 to 1000, either way.
///
/// # Errors
/// Anything else.
pub fn difference(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|&elo| is_difference(elo)).ok_or(NOT_A_DIFFERENCE)
}

pub(super) const NOT_A_DIFFERENCE: &str = "a difference lies between 0.001 and 1000 Elo in either direction; no number of games shows a difference of 0";

pub(super) fn is_difference(elo: f64) -> bool {
    (0.001..=1000.0).contains(&elo.abs())
}

/// The chance to see a difference that is not there, and to see the one asked for if it is there.
pub(super) const ALPHA: f64 = 0.05;
pub(super) const POWER: f64 = 0.8;

/// The variance of a pair's points per game if its games are independent and nobody draws: half a game's.
const UNDRAWN_PAIR: f64 = 0.125;

/// An answer and what it rests on.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) elo: f64,
    /// Games, two of each pair.
    pub(super) games: u64,
    pub(super) spread: Spread,
    /// The spread in words: "if ...".
    pub(super) assumption: String,
}

/// What decides, besides the difference, how many games it takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spread {
    DrawRate(f64),
    /// Of a pair's points per game.
    PairVariance(f64),
}

/// The plan for a difference if games are drawn, or pairs vary, as in `counts`, as far as the difference allows that.
pub(super) fn plan(counts: Counts, elo: f64) -> Option<Plan> {
    let size = SampleSize::new(ALPHA, POWER)?;
    let score = score_of_elo(elo);
    let (games, spread, assumption) = match counts {
        Counts::Games(games) => {
            let counted = games.decided_rate().map(|decided| 1.0 - decided);
            let (rate, assumption) = draw_rate(counted, score);
            (size.games(score, rate)?, Spread::DrawRate(rate), assumption)
        }
        Counts::Pairs(pairs) => {
            let (variance, assumption) = pair_variance(pairs.variance(), score);
            (2 * size.pairs(score, variance)?, Spread::PairVariance(variance), assumption)
        }
    };
    Some(Plan { elo, games, spread, assumption })
}

fn draw_rate(counted: Option<f64>, score: f64) -> (f64, String) {
    let percent = |rate: f64| format!("{} %", numbers::percent(rate));
    let most = SampleSize::most_draws(score);
    match counted {
        None => (0.0, "no game is drawn (there are no games to estimate from)".to_owned()),
        Some(rate) if rate <= most => (rate, format!("{} are drawn, as here", percent(rate))),
        Some(rate) => {
            let possible = elo_of_score(1.0 - rate / 2.0).unwrap_or(0.0);
            let assumption = format!(
                "{} are drawn, the most that this difference allows; with {}, as here, the most is {} Elo",
                percent(most),
                percent(rate),
                numbers::decimal(possible, 1)
            );
            (most, assumption)
        }
    }
}

fn pair_variance(counted: Option<f64>, score: f64) -> (f64, String) {
    let possible = SampleSize::pair_variances(score);
    let deviation =
        |variance: f64| format!("standard deviation {} points a game", numbers::decimal(variance.sqrt(), 3));
    let Some(variance) = counted else {
        let assumption =
            "the games of a pair are independent and none is drawn (there are no pairs to estimate from)";
        return (UNDRAWN_PAIR.min(possible.high), assumption.to_owned());
    };
    let known = deviation(variance);
    if variance < possible.low {
        let least = deviation(possible.low);
        (possible.low, format!("pairs vary as little as this difference allows ({least}; here {known})"))
    } else if variance > possible.high {
        (variance, format!("pairs vary as here ({known}), and at this difference as much as it allows"))
    } else {
        (variance, format!("pairs vary as here ({known})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &str, elo: f64) -> (u64, String) {
        let plan = plan(counts.parse().expect("counts"), elo).expect("a plan");
        (plan.games, plan.assumption)
    }

    #[test]
    fn the_draws_counted_are_used_as_far_as_they_can_be() {
        assert_eq!(of("60/25/15", 20.0), (1779, "25.0 % are drawn, as here".to_owned()));
        assert_eq!(
            of("0/0/0", 20.0),
            (2372, "no game is drawn (there are no games to estimate from)".to_owned())
        );
        let (games, assumption) = of("1/98/1", 20.0);
        assert!((100..400).contains(&games), "{games}");
        assert_eq!(
            assumption,
            "94.2 % are drawn, the most that this difference allows; with 98.0 %, as here, the most is 6.9 Elo"
        );
        assert_eq!(of("0/100/0", -20.0).0, games);
    }

    #[test]
    fn a_larger_difference_takes_no_more_games() {
        for counts in
            ["30/0/0/0/30", "9/1/0/1/9", "0/0/50/0/0", "0/0/0/0/0", "1/5/20/9/3", "0/9/0", "1/98/1", "3/4/5"]
        {
            let games: Vec<u64> =
                [0.001, 1.0, 20.0, 100.0, 400.0, 1000.0].map(|elo| of(counts, elo).0).to_vec();
            assert!(games.is_sorted_by(|before, after| before >= after), "{counts}: {games:?}");
        }
    }

    #[test]
    fn spreads_of_pairs_are_spelled_out() {
        assert_eq!(of("1/5/20/9/3", 20.0).1, "pairs vary as here (standard deviation 0.216 points a game)");
        let (games, assumption) = of("30/0/0/0/30", 20.0);
        assert_eq!(games, 2 * 2372);
        assert!(assumption.ends_with("and at this difference as much as it allows"), "{assumption}");
        assert!(of("0/0/50/0/0", 20.0).1.contains("as little as this difference allows"));
        assert!(of("0/0/0/0/0", 20.0).1.contains("independent"));
    }

    #[test]
    fn no_difference_has_no_plan() {
        assert!(difference("0").is_err() && difference("nan").is_err() && difference("1e9").is_err());
        assert!(difference("-20").is_ok());
    }
}
