//! `results.json`. The fields' names are a contract; the domain's types are not.

use connect_toe_experiment::Level;
use connect_toe_game::Side;
use connect_toe_game::text::printable_json;
use connect_toe_stats::Estimate;
use serde::Serialize;

use super::condition::{ConditionFields, conditions};
use crate::analysis::{Name, Rated, StudyAnalysis};
use crate::answer::{self, Found};
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
}

#[derive(Serialize)]
struct WireRating<'a> {
    player: &'a str,
    #[serde(flatten)]
    rating: WireEstimate,
    component: usize,
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
        WireRatings {
            game: rated.game.map(|game| analysis.names.games[game].label.as_str()),
            players: rated
                .names
                .iter()
                .zip(&ratings.players)
                .map(|(name, player)| WireRating {
                    player: name,
                    rating: WireEstimate::from(&player.rating),
                    component: player.component,
                })
                .collect(),
            first_move_advantage: analysis
                .sides_are_balanced()
                .then(|| WireEstimate::from(&ratings.first_move_advantage)),
            draw_rate: ratings.draw_rate.filter(|_| analysis.sides.has_draws()),
            draw_rate_interval: [ratings.draw_rate_interval.low, ratings.draw_rate_interval.high],
        }
    }
}

impl From<&Estimate> for WireEstimate {
    fn from(estimate: &Estimate) -> WireEstimate {
        let interval = [estimate.interval.low, estimate.interval.high];
        WireEstimate { elo: estimate.elo, standard_error: estimate.standard_error, interval }
    }
}
