//! Whether one number a player is enough.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::graph::{Wins, circles_of_three, in_circles, shortest_circle};
use crate::ratings::Ratings;
use crate::score_interval::likelihood_ratio;
use crate::{Confidence, ScoreCounts, fewest_trials, holm, score_interval, sign_flip_test};

/// The games of two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// The one, by its number from 0.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// Points per game of the first one; `None` without games.
    pub score: Option<f64>,
    /// The independent trials, games or pairs of games, from the first one's point of view.
    pub trials: ScoreCounts,
    /// In which share of the games the first one moves first.
    pub moves_first: f64,
}

/// What games of players who all meet each other say about ratings. See [`transitivity`].
#[derive(Debug, Clone, PartialEq)]
pub struct Transitivity {
    /// Whether ratings tell the truth.
    pub truth: EloTruth,
    /// The clearest of the shortest circles: of these wins, each loser is the next winner, and the last loser the first
    /// winner. Empty if none is shown.
    pub circle: Vec<Beats>,
    /// How many circles of three players are shown.
    pub circles_of_three: u64,
    /// Whether each player stands in a circle.
    pub in_circles: Vec<bool>,
    /// How well the ratings predict the scores; `None` if there are no more scores than ratings, or fewer than 10 trials of
    /// a pair of players.
    pub fit: Option<Fit>,
    /// How far a score lies from what the ratings expect at most, in points per game.
    pub largest_deviation: f64,
    /// The score that is the farthest from what the ratings expect, by the evidence; `None` without games.
    pub farthest: Option<Deviation>,
    /// How exactly scores are known: the largest half width of their 95 % intervals, in points per game.
    pub precision: f64,
    /// How many scores there are.
    pub scores: usize,
}

/// Whether ratings, one number a player, tell the truth about who beats whom and how clearly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EloTruth {
    /// They do as far as these games tell.
    Holds,
    /// No circle is shown, but the ratings do not predict the scores.
    Misfit,
    /// Players beat each other in a circle: whatever the ratings are, they say of one of these pairs that the loser is the
    /// better one.
    Circle,
    /// Nothing is shown against the ratings, and it would not show.
    TooFewGames,
}

/// A win that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beats {
    /// Who wins more.
    pub winner: usize,
    /// Who loses more.
    pub loser: usize,
    /// Points per game of the winner.
    pub score: f64,
    /// The p-value of the exact test of equal strength, corrected after Holm for all pairs of players.
    pub p_value: f64,
}

/// A test of how well ratings predict scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The sum over the pairs of players of twice the logarithm of the likelihood ratio.
    pub chi_squared: f64,
    /// How many more scores there are than ratings can be chosen, and the worth of the first move if some players have it in
    /// more than three of four games.
    pub degrees_of_freedom: usize,
    /// The probability of a sum as large as this, or larger, if the ratings are right.
    pub p_value: f64,
}

/// A score that is not what the ratings expect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    /// The one, who scores more than expected.
    pub player: usize,
    /// The other one.
    pub opponent: usize,
    /// Points per game of the one.
    pub score: f64,
    /// What the ratings expect.
    pub expected: f64,
}

/// Scores that are known less exactly than this, in points per game, say little about ratings: it is 70 Elo points between
/// equals.
pub(super) const TOO_WIDE: f64 = 0.1;

/// Deviations of scores from what ratings expect that matter to nobody, in points per game, however sure they are.
const NEGLIGIBLE: f64 = 0.02;

/// With fewer trials of a pair of players than these the ratio of likelihoods is too large too often.
const FEWEST_TRIALS: u64 = 10;

/// Tests whether ratings tell the truth: whether one number a player is enough to say who beats whom, and how clearly.
///
/// Two tests are made, each at this level of significance, such as [`SIGNIFICANCE`](crate::SIGNIFICANCE), or a part of it
/// where several games are tested. Their trials are games or, where games come in pairs from one opening, pairs.
///
/// - A **circle** is shown if each of its wins is, by the exact test of equal strength corrected after Holm for all pairs
///   of players. So the chance to see a circle where there is none is at most the level. No ratings can be right about a
///   circle.
/// - The **fit**: of each pair of players the likelihood of its results is compared with the largest likelihood of results
///   with the expected score of the ratings, whatever the shares of wins and draws (the empirical likelihood of a mean).
///   Twice the logarithms of these ratios add up to about a χ², with as many degrees of freedom as there are more scores
///   than ratings; if a pair has fewer than 10 trials, this is not tested. A misfit without a circle says that the players
///   have an order, perhaps, but not the distances that the ratings say. Many games show any misfit: where each score is
///   within 2 points of 100 of what the ratings expect, they tell the truth all the same.
///
/// Where neither test shows anything, and there is no test of the fit, or a score is known less exactly than to 10 points of 100, or so few games were
/// played that no win could be shown, there are too few games to tell.
///
/// Meetings of other players than the rated ones, and of a player with itself, are left out. Two meetings of a pair must be
/// given as one. `None` for fewer than three players with games.
///
/// Source: the likelihood ratio: A. Owen, "Empirical likelihood ratio confidence intervals for a single functional",
/// Biometrika 75 (1988); circles of three as the opposite of transitivity: M. Kendall & B. Babington Smith, "On the method
/// of paired comparisons", Biometrika 31 (1940); Holm's correction: [`holm()`](crate::holm()).
///
/// ```
/// use connect_toe_stats::{
///     EloTruth, Meeting, Pairing, RatingOptions, Wdl, rate_players, transitivity, SIGNIFICANCE,
/// };
/// let clear = Wdl { wins: 70, draws: 0, losses: 30 };
/// // Rock beats scissors, scissors beat paper, and paper beats rock.
/// let pairs = [(0, 1), (1, 2), (2, 0)];
/// let pairings = pairs.map(|(first, second)| Pairing { first, second, results: clear });
/// let ratings = rate_players(3, &pairings, &RatingOptions::default())?;
/// let meetings = pairs.map(|(first, second)| Meeting {
///     first,
///     second,
///     score: clear.score(),
///     trials: clear.into(),
///     moves_first: 1.0,
/// });
/// let found = transitivity(&ratings, &meetings, SIGNIFICANCE).expect("three players");
/// assert_eq!((found.truth, found.circle.len(), found.circles_of_three), (EloTruth::Circle, 3, 1));
/// let names = ["rock", "scissors", "paper"];
/// assert_eq!(
///     found.sentence(|player| names[player].to_owned()),
///     "Elo does not tell the truth here: rock beats scissors (70.0 %), scissors beats paper (70.0 %), and paper beats rock \
///      (70.0 %). No list of ratings can say that."
/// );
/// # Ok::<(), connect_toe_stats::RatingsError>(())
/// ```
pub fn transitivity(ratings: &Ratings, meetings: &[Meeting], significance: f64) -> Option<Transitivity> {
    let players = ratings.players.len();
    let is_meant = |meeting: &&Meeting| {
        let &&Meeting { first, second, score, trials, .. } = meeting;
        first != second && first.max(second) < players && score.is_some() && trials.trials() > 0
    };
    let meetings: Vec<&Meeting> = meetings.iter().filter(is_meant).collect();
    let met =
        |player: &usize| meetings.iter().any(|meeting| [meeting.first, meeting.second].contains(player));
    let rated = (0..players).filter(met).count();
    if rated < 3 {
        return None;
    }
    let beats = beats(&meetings);
    let mut wins: Wins = vec![vec![None; players]; players];
    for win in beats.iter().filter(|win| win.p_value < significance) {
        wins[win.winner][win.loser] = Some(win.score);
    }
    let circle = shortest_circle(&wins).unwrap_or_default();
    let next = circle.iter().cycle().skip(1);
    let circle: Vec<Beats> = circle
        .iter()
        .zip(next)
        .filter_map(|(&winner, &loser)| {
            beats.iter().find(|win| (win.winner, win.loser) == (winner, loser)).copied()
        })
        .collect();
    let (fit, farthest) = fit(ratings, &meetings, rated);
    let largest_deviation = largest_deviation(ratings, &meetings);
    let half_width =
        |meeting: &&Meeting| score_interval(meeting.trials, Confidence::NINETY_FIVE).width() / 2.0;
    let precision = meetings.iter().map(half_width).fold(0.0, f64::max);
    let fewest = meetings.iter().map(|meeting| meeting.trials.trials()).min().unwrap_or(0);
    let needed = fewest_trials(significance / meetings.len() as f64);
    let truth = if !circle.is_empty() {
        EloTruth::Circle
    } else if fit.is_some_and(|fit| fit.p_value < significance) && largest_deviation > NEGLIGIBLE {
        EloTruth::Misfit
    } else if fit.is_none() || precision > TOO_WIDE || fewest < needed {
        EloTruth::TooFewGames
    } else {
        EloTruth::Holds
    };
    Some(Transitivity {
        truth,
        circle,
        circles_of_three: circles_of_three(&wins),
        in_circles: in_circles(&wins),
        fit,
        largest_deviation,
        farthest,
        precision,
        scores: meetings.len(),
    })
}

/// Who wins more of each two players, with the corrected p-value; those who are equal beat nobody.
fn beats(meetings: &[&Meeting]) -> Vec<Beats> {
    let p_values: Vec<f64> = meetings.iter().map(|meeting| sign_flip_test(meeting.trials)).collect();
    let win = |(meeting, p_value): (&&Meeting, f64)| {
        let Meeting { first, second, score, trials, .. } = **meeting;
        let (score, by_trials) = (score?, trials.mean()?);
        // A score of repeated games can be on the other side of one half than that of the independent ones.
        if by_trials > 0.5 && score > 0.5 {
            Some(Beats { winner: first, loser: second, score, p_value })
        } else if by_trials < 0.5 && score < 0.5 {
            Some(Beats { winner: second, loser: first, score: 1.0 - score, p_value })
        } else {
            None
        }
    };
    meetings.iter().zip(holm(&p_values)).filter_map(win).collect()
}

fn largest_deviation(ratings: &Ratings, meetings: &[&Meeting]) -> f64 {
    let deviation = |meeting: &&Meeting| {
        let Meeting { first, second, score, moves_first, .. } = **meeting;
        Some((score? - ratings.expected_against(first, second, moves_first)?).abs())
    };
    meetings.iter().filter_map(deviation).fold(0.0, f64::max)
}

/// The test of the fit, and the score that contributes most to it.
fn fit(ratings: &Ratings, meetings: &[&Meeting], rated: usize) -> (Option<Fit>, Option<Deviation>) {
    let mut chi_squared = 0.0;
    let mut scores = 0;
    let mut farthest: Option<(f64, Deviation)> = None;
    for meeting in meetings {
        let Meeting { first, second, score, trials, moves_first } = **meeting;
        let (Some(score), Some(expected)) = (score, ratings.expected_against(first, second, moves_first))
        else {
            continue;
        };
        // Next to 0 and 1 the numbers end before the expectations do.
        let ratio = likelihood_ratio(&trials, expected.clamp(1e-9, 1.0 - 1e-9));
        chi_squared += ratio;
        scores += 1;
        let deviation = if score >= expected {
            Deviation { player: first, opponent: second, score, expected }
        } else {
            Deviation { player: second, opponent: first, score: 1.0 - score, expected: 1.0 - expected }
        };
        if farthest.is_none_or(|(most, _)| ratio > most) {
            farthest = Some((ratio, deviation));
        }
    }
    // Each component has one rating less to choose than it has players.
    let mut components: Vec<usize> =
        meetings.iter().map(|meeting| ratings.players[meeting.first].component).collect();
    components.sort_unstable();
    components.dedup();
    // What moving first is worth is chosen too, where it is a part of the scores.
    let is_one_sided = meetings.iter().any(|meeting| (meeting.moves_first - 0.5).abs() > 0.25);
    let chosen = rated - components.len() + usize::from(is_one_sided);
    let are_enough = meetings.iter().all(|meeting| meeting.trials.trials() >= FEWEST_TRIALS);
    let fit = (scores > chosen && are_enough).then(|| {
        let degrees_of_freedom = scores - chosen;
        let distribution =
            ChiSquared::new(degrees_of_freedom as f64).expect("more than no degrees of freedom");
        Fit { chi_squared, degrees_of_freedom, p_value: distribution.sf(chi_squared) }
    });
    (fit, farthest.map(|(_, deviation)| deviation))
}
