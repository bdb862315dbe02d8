//! `results.json`. The fields' names are a contract; the domain's types are not.

use connect_toe_experiment::Level;
use connect_toe_game::Side;
use connect_toe_game::text::printable_json;
use connect_toe_stats::{Beats, EloTruth, Estimate, Transitivity};
use serde::Serialize;

use super::condition::{ConditionFields, conditions};
use crate::analysis::{Name, Rated, StudyAnalysis};
use crate::answer::{self, Found};
use crate::inline::code;
use crate::{ReportError, Session};

/// The name of this form; another number when a field is removed or changes its meaning.
const SCHEMA: &str = "connect-toe/experiment-results/1";

/// `results.json`.
pub(crate) fn render(report: &crate::Report<'_>) -> Result<String, ReportError> {
    let mut text = serde_json::to_string_pretty(&Results::new(report))?;
    text.push('\n');
    Ok(printable_json(&text).into_owned())
}

#[derive(Serialize)]
struct Results<'a> {
    schema: &'static str,
    version: &'a str,
    title: &'a str,
    question: Option<&'a str>,
    /// What was found out; nothing without games.
    answer: Option<String>,
    seed: u64,
    plan_hash: &'a str,
    reproducible: bool,
    overrides: Vec<String>,
    pairs_done: u64,
    pairs: u64,
    games: u64,
    sessions: &'a [Session],
    summary: Vec<String>,
    studies: Vec<Study<'a>>,
    cells: Vec<ConditionFields<'a>>,
    file_name: Option<&'a str>,
    file: &'a str,
}

#[derive(Serialize)]
struct Study<'a> {
    name: &'a str,
    title: &'a str,
    question: Option<&'a str>,
    answer: String,
    /// What a better answer would take.
    missing: Option<String>,
    about: Option<&'a str>,
    round_robin: bool,
    factors: Vec<Factor<'a>>,
    players: Vec<Player<'a>>,
    opponents: Vec<Player<'a>>,
    ratings: Vec<WireRatings<'a>>,
    /// How each player fares with each side, where it matters which side one has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_side: Vec<WithSide<'a>>,
    comparisons: Vec<Comparison<'a>>,
}

#[derive(Serialize)]
struct Factor<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

#[derive(Serialize)]
struct Player<'a> {
    label: &'a str,
    spec: &'a str,
}

#[derive(Serialize)]
struct WireRatings<'a> {
    game: Option<&'a str>,
    players: Vec<WireRating<'a>>,
    /// Nothing where the player always moves first.
    first_move_advantage: Option<WireEstimate>,
    draw_rate: Option<f64>,
    draw_rate_interval: [f64; 2],
    /// Whether ratings tell the truth on this game; nothing in means over games.
    truth_of_elo: Option<WireTruth<'a>>,
}

/// What is said beside ratings.
#[derive(Serialize)]
struct WireTruth<'a> {
    /// `holds`, `misfit`, `circle` or `too-few-games`.
    verdict: &'static str,
    text: String,
    circle: Vec<WireWin<'a>>,
    circles_of_three: u64,
    chi_squared: Option<f64>,
    degrees_of_freedom: Option<usize>,
    p_value: Option<f64>,
    precision: f64,
}

/// A win in a circle.
#[derive(Serialize)]
struct WireWin<'a> {
    winner: &'a str,
    loser: &'a str,
    score: f64,
    p_holm: f64,
}

#[derive(Serialize)]
struct WireRating<'a> {
    player: &'a str,
    #[serde(flatten)]
    rating: WireEstimate,
    component: usize,
    /// The share of the mix of Nash averaging, and the points per game against it.
    nash_share: Option<f64>,
    nash_score: Option<f64>,
    /// The share of α-Rank.
    alpha_rank: Option<f64>,
}

#[derive(Serialize)]
struct WireEstimate {
    elo: f64,
    standard_error: f64,
    interval: [f64; 2],
}

/// A player's games with one side.
#[derive(Serialize)]
struct WithSide<'a> {
    player: &'a str,
    /// `x` or `o`.
    side: String,
    side_name: &'a str,
    games: u64,
    score: Option<f64>,
    score_interval: [f64; 2],
}

/// Scores of two players against the same opposition, in points per game.
#[derive(Serialize)]
struct Comparison<'a> {
    first: &'a str,
    second: &'a str,
    difference: f64,
    interval: [f64; 2],
    p_value: f64,
    p_holm: f64,
}

impl<'a> Results<'a> {
    fn new(report: &'a crate::Report<'_>) -> Results<'a> {
        let (plan, provenance) = (report.plan, &report.provenance);
        Results {
            schema: SCHEMA,
            version: &provenance.version,
            title: &plan.title,
            question: plan.question.as_deref(),
            answer: answer::of_report(report).map(|(answer, _)| answer.text),
            seed: plan.seed,
            plan_hash: &provenance.plan_hash,
            reproducible: plan.is_reproducible(),
            overrides: plan.overrides.iter().map(ToString::to_string).collect(),
            pairs_done: provenance.pairs_done,
            pairs: provenance.pairs,
            games: report.games(),
            sessions: &provenance.sessions,
            summary: report.summary(),
            studies: report
                .studies
                .iter()
                .zip(&report.answers)
                .map(|(study, found)| Study::new(study, found))
                .collect(),
            cells: conditions(report),
            file_name: provenance.file_name.as_deref(),
            file: &plan.text,
        }
    }
}

impl<'a> Study<'a> {
    fn new(analysis: &'a StudyAnalysis<'_>, found: &'a Found) -> Study<'a> {
        let study = analysis.study;
        let players = |names: &'a [Name]| {
            names.iter().map(|name| Player { label: &name.label, spec: &name.text }).collect()
        };
        let label = |player: usize| analysis.names.players[player].label.as_str();
        Study {
            name: &study.name,
            title: &study.title,
            question: study.question.as_deref(),
            answer: found.claim.text(),
            missing: found.missing.text(),
            about: study.about.as_deref(),
            round_robin: study.is_round_robin(),
            factors: study
                .factors
                .iter()
                .map(|factor| Factor {
                    name: &factor.name,
                    values: factor.levels.iter().map(Level::text).collect(),
                })
                .collect(),
            players: players(&analysis.names.players),
            opponents: players(&analysis.names.opponents),
            ratings: analysis.ratings.iter().map(|rated| WireRatings::new(analysis, rated)).collect(),
            by_side: by_side(analysis),
            comparisons: analysis
                .comparisons
                .iter()
                .map(|one| Comparison {
                    first: label(one.first),
                    second: label(one.second),
                    difference: one.comparison.difference.estimate,
                    interval: [
                        one.comparison.difference.interval.low,
                        one.comparison.difference.interval.high,
                    ],
                    p_value: one.comparison.p_value,
                    p_holm: one.adjusted,
                })
                .collect(),
        }
    }
}

fn by_side<'a>(analysis: &'a StudyAnalysis<'_>) -> Vec<WithSide<'a>> {
    if !analysis.is_by_side() {
        return Vec::new();
    }
    let of_player = |(place, name): (usize, &'a Name)| {
        Side::ALL.map(|side| {
            let sample = analysis.of_side(place, side);
            let interval = sample.score_interval();
            WithSide {
                player: &name.label,
                side: side.to_string(),
                side_name: analysis.sides.name(side),
                games: sample.games.games(),
                score: sample.score(),
                score_interval: [interval.low, interval.high],
            }
        })
    };
    analysis.names.players.iter().enumerate().flat_map(of_player).collect()
}

impl<'a> WireRatings<'a> {
    fn new(analysis: &'a StudyAnalysis<'_>, rated: &'a Rated) -> WireRatings<'a> {
        let ratings = &rated.ratings;
        let nash = rated.circles.as_ref().and_then(|circles| circles.nash.as_ref());
        let alpha_rank = rated.circles.as_ref().and_then(|circles| circles.alpha_rank.as_ref());
        WireRatings {
            game: rated.game.map(|game| analysis.names.games[game].label.as_str()),
            players: rated
                .names
                .iter()
                .zip(&ratings.players)
                .enumerate()
                .map(|(place, (name, player))| WireRating {
                    player: name,
                    rating: WireEstimate::from(&player.rating),
                    component: player.component,
                    nash_share: nash.map(|nash| nash.shares[place]),
                    nash_score: nash.map(|nash| f64::midpoint(1.0, nash.payoffs[place])),
                    alpha_rank: alpha_rank.map(|shares| shares[place]),
                })
                .collect(),
            first_move_advantage: analysis
                .sides_are_balanced()
                .then(|| WireEstimate::from(&ratings.first_move_advantage)),
            draw_rate: ratings.draw_rate.filter(|_| analysis.sides.has_draws()),
            draw_rate_interval: [ratings.draw_rate_interval.low, ratings.draw_rate_interval.high],
            truth_of_elo: rated
                .circles
                .as_ref()
                .map(|circles| WireTruth::new(&circles.transitivity, &rated.names)),
        }
    }
}

impl<'a> WireTruth<'a> {
    fn new(found: &Transitivity, names: &'a [String]) -> WireTruth<'a> {
        let win = |win: &Beats| WireWin {
            winner: &names[win.winner],
            loser: &names[win.loser],
            score: win.score,
            p_holm: win.p_value,
        };
        WireTruth {
            verdict: match found.truth {
                EloTruth::Holds => "holds",
                EloTruth::Misfit => "misfit",
                EloTruth::Circle => "circle",
                EloTruth::TooFewGames => "too-few-games",
            },
            text: found.sentence(|player| code(&names[player])),
            circle: found.circle.iter().map(win).collect(),
            circles_of_three: found.circles_of_three,
            chi_squared: found.fit.map(|fit| fit.chi_squared),
            degrees_of_freedom: found.fit.map(|fit| fit.degrees_of_freedom),
            p_value: found.fit.map(|fit| fit.p_value),
            precision: found.precision,
        }
    }
}

impl From<&Estimate> for WireEstimate {
    fn from(estimate: &Estimate) -> WireEstimate {
        let interval = [estimate.interval.low, estimate.interval.high];
        WireEstimate { elo: estimate.elo, standard_error: estimate.standard_error, interval }
    }
}
