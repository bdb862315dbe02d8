//! What the games of a study show besides its answer, as data. [`print`](super::print) makes words of it, at the end.

use connect_toe_experiment::Sample;
use connect_toe_stats::{Confidence, Interval, SIGNIFICANCE, compare_scores, holm};

use crate::analysis::{Sides, Standing};
use crate::answer::Ranking;

/// The number of findings of a kind that are written one by one.
pub(super) const MOST_LISTED: usize = 3;

/// What the games of a study show.
#[derive(Default)]
pub(super) struct Findings<'a> {
    /// The most important findings.
    pub(super) findings: Vec<Finding<'a>>,
    /// The other findings, and the numbers behind the most important ones.
    pub(super) details: Vec<Finding<'a>>,
}

/// One of them.
pub(super) enum Finding<'a> {
    /// Whether the ratings on the only game tell the truth, in words.
    Truth(String),
    /// On how many games ratings tell the truth, and of what the games are that they do not.
    Truths { holds: usize, too_few: usize, games: usize, circles: Vec<&'a str>, misfits: Vec<&'a str> },
    /// The same in words of one of several games.
    TruthOn(&'a str, String),
    /// The best player of all games is the best on each of them; on `clear` of them its lead is significant.
    BestOnEach { best: String, clear: usize, games: usize },
    /// Who is the best on a game.
    BestOn(&'a str, Box<Ranking>),
    /// On this number of games it is left to the tables who is the best.
    MoreGames(usize),
    /// Significant results against the order of the ratings.
    Reversals { are_averages: bool, results: Vec<Reversal<'a>> },
    /// The result of the only cell; without an opponent, the player meets itself.
    Cell { player: &'a str, opponent: Option<&'a str>, sample: Sample, standing: Standing },
    /// In how many cells a player is significantly better or worse.
    Cells { better: usize, worse: usize, cells: usize, is_round_robin: bool },
    /// What changes between the ends of a factor of numbers.
    Trend(Trend<'a>),
    /// The scores behind a trend.
    Changes(Trend<'a>),
    /// Significant steps of a factor against the trend.
    Kinks(Vec<Change<'a>>),
    /// At which values of a factor of words a player scores most and least; or all players together.
    Values { factor: &'a str, player: Option<&'a str>, scores: Extremes },
    /// Pairs of players whose order on one game is significantly the reverse of that on another.
    Orders(Vec<Order<'a>>),
    /// The player always moves first.
    NoFirstMoves(Sides),
    /// What moving first scores, and in whose games.
    FirstMoves { sides: Sides, score: f64, interval: Interval, whose: &'static str },
    /// The games on which moving first scores most and least.
    FirstMovesByGame(Sides, Extremes),
    /// The share of draws, of all games or of those whose rules have draws.
    Drawn { share: f64, of_all: bool },
    /// How many cells have a printed value, and how many differ significantly from it.
    References { source: &'a str, cells: usize, differing: usize },
}

/// A player that is significantly better than one with a higher rating.
pub(super) struct Reversal<'a> {
    pub(super) winner: &'a str,
    pub(super) loser: &'a str,
    pub(super) score: Option<f64>,
    /// The game, where there are several.
    pub(super) game: Option<&'a str>,
}

/// Which players' scores change significantly between two levels of a factor.
#[derive(Clone)]
pub(super) struct Trend<'a> {
    pub(super) factor: &'a str,
    pub(super) levels: [&'a str; 2],
    pub(super) changes: Vec<Change<'a>>,
}

/// A player's games at two levels of a factor.
#[derive(Clone)]
pub(super) struct Change<'a> {
    pub(super) player: &'a str,
    pub(super) levels: [&'a str; 2],
    pub(super) from: Sample,
    pub(super) to: Sample,
}

impl Change<'_> {
    pub(super) fn rises(&self) -> bool {
        self.to.score() > self.from.score()
    }
}

/// A player is above another one on a game, and below it on another game.
pub(super) struct Order<'a> {
    pub(super) above: &'a str,
    pub(super) below: &'a str,
    pub(super) games: [&'a str; 2],
}

/// The lowest and the highest of several scores.
pub(super) struct Extremes {
    pub(super) lowest: Extreme,
    pub(super) highest: Extreme,
    /// The number of scores.
    pub(super) all: usize,
    pub(super) are_equal: bool,
    pub(super) is_significant: bool,
}

/// A score, and what has it.
pub(super) struct Extreme {
    pub(super) names: Vec<String>,
    pub(super) score: f64,
    pub(super) interval: Interval,
}

impl Extremes {
    /// The extremes of named samples with games; `None` if they are not several.
    pub(super) fn of(
        samples: &[(String, Sample)],
        interval: impl Fn(&Sample) -> Interval,
    ) -> Option<Extremes> {
        let score = |sample: &Sample| sample.score().unwrap_or(0.5);
        let by_score =
            |one: &&(String, Sample), other: &&(String, Sample)| score(&one.1).total_cmp(&score(&other.1));
        let (lowest, highest) = (samples.iter().min_by(by_score)?.1, samples.iter().max_by(by_score)?.1);
        // Adding up rounds.
        let are_equal = |one: &Sample, other: &Sample| (score(one) - score(other)).abs() < 1e-12;
        let extreme = |at: &Sample| Extreme {
            names: samples.iter().filter(|one| are_equal(&one.1, at)).map(|one| one.0.clone()).collect(),
            score: score(at),
            interval: interval(at),
        };
        let found = compare_scores(highest.counts(), lowest.counts(), Confidence::NINETY_FIVE)?;
        // The two were chosen among all pairs.
        let pairs = samples.len() * (samples.len() - 1) / 2;
        (samples.len() > 1).then(|| Extremes {
            lowest: extreme(&lowest),
            highest: extreme(&highest),
            all: samples.len(),
            are_equal: are_equal(&lowest, &highest),
            is_significant: found.p_value * (pairs as f64) < SIGNIFICANCE,
        })
    }
}

/// Those of a family of differences that are significant.
pub(super) fn significant<T>(all: Vec<T>, samples: impl Fn(&T) -> [Sample; 2]) -> Vec<T> {
    let p_value = |one: &T| {
        let [first, second] = samples(one).map(|sample| sample.counts());
        compare_scores(first, second, Confidence::NINETY_FIVE).map_or(1.0, |found| found.p_value)
    };
    let adjusted = holm(&all.iter().map(p_value).collect::<Vec<f64>>());
    all.into_iter()
        .zip(adjusted)
        .filter(|(_, adjusted)| *adjusted < SIGNIFICANCE)
        .map(|(one, _)| one)
        .collect()
}
