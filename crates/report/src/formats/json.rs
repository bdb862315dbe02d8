//! `results.json`. The fields' names are a contract; the domain's types are not.

use connect_toe_experiment::Level;
use connect_toe_stats::{Estimate, Wdl};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::ReportError;
use crate::analysis::{ConditionAnalysis, Name, Rated, StudyAnalysis};

/// The name of this form; another number when a field is removed or changes its meaning.
const SCHEMA: &str = "connect-toe/experiment-results/1";

/// `results.json`.
pub(crate) fn render(report: &crate::Report<'_>) -> Result<String, ReportError> {
    let mut text = serde_json::to_string_pretty(&Results::new(report))?;
    text.push('\n');
    Ok(text)
}

#[derive(Serialize)]
struct Results<'a> {
    schema: &'static str,
    version: &'a str,
    title: &'a str,
    question: Option<&'a str>,
    seed: u64,
    plan_hash: &'a str,
    reproducible: bool,
    overrides: Vec<String>,
    pairs_done: u64,
    pairs: u64,
    games: u64,
    sessions: Vec<Session<'a>>,
    summary: Vec<String>,
    studies: Vec<Study<'a>>,
    cells: Vec<Cell<'a>>,
    file_name: Option<&'a str>,
    file: &'a str,
}

#[derive(Serialize)]
struct Session<'a> {
    processor: &'a str,
    cores: u32,
    threads: u32,
    started: &'a str,
    seconds: f64,
    games: u64,
}

#[derive(Serialize)]
struct Study<'a> {
    name: &'a str,
    title: &'a str,
    about: Option<&'a str>,
    round_robin: bool,
    factors: Vec<Factor<'a>>,
    players: Vec<Player<'a>>,
    opponents: Vec<Player<'a>>,
    ratings: Vec<WireRatings<'a>>,
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

/// A condition. The field `cells` has its name from the first form of these files.
#[derive(Serialize)]
pub(super) struct Cell<'a> {
    pub(super) study: &'a str,
    pub(super) levels: Levels<'a>,
    pub(super) game: String,
    pub(super) player: String,
    pub(super) opponent: String,
    pub(super) first: String,
    pub(super) openings: String,
    pub(super) limits: String,
    pub(super) adjudication: String,
    pub(super) games_planned: u64,
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) win_rate: Option<f64>,
    pub(super) win_rate_interval: [f64; 2],
    pub(super) score: Option<f64>,
    pub(super) score_interval: [f64; 2],
    pub(super) elo: Option<f64>,
    /// An end is null where the games set no bound.
    pub(super) elo_interval: [Option<f64>; 2],
    pub(super) p_value: f64,
    pub(super) p_holm: f64,
    /// Pairs in which the player made 0, ½, 1, 1½ and 2 points, if pairs are what is counted.
    pub(super) pairs: Option<[u64; 5]>,
    /// Wins, draws and losses when moving first.
    pub(super) as_first: [u64; 3],
    /// Wins, draws and losses when moving second.
    pub(super) as_second: [u64; 3],
    pub(super) mean_plies: Option<f64>,
    /// The number of games by length: `[plies, games]`.
    pub(super) lengths: Vec<[u64; 2]>,
    pub(super) adjudicated: u64,
    pub(super) player_nodes: u64,
    pub(super) player_moves: u64,
    pub(super) opponent_nodes: u64,
    pub(super) opponent_moves: u64,
    pub(super) paper: Option<Paper<'a>>,
}

/// The value that is printed elsewhere. The field has its name from the first source that it was made for.
#[derive(Serialize)]
pub(super) struct Paper<'a> {
    pub(super) table: u32,
    pub(super) printed: &'a str,
    pub(super) candidates: Vec<[u64; 2]>,
    pub(super) p_value: Option<f64>,
    pub(super) p_holm: Option<f64>,
}

/// Factors and their values, as an object.
pub(super) struct Levels<'a>(Vec<(&'a str, &'a str)>);

impl Levels<'_> {
    pub(super) fn iter(&self) -> impl Iterator<Item = &(&str, &str)> {
        self.0.iter()
    }
}

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'a> Results<'a> {
    fn new(report: &'a crate::Report<'_>) -> Results<'a> {
        let (plan, provenance) = (report.plan, &report.provenance);
        Results {
            schema: SCHEMA,
            version: &provenance.version,
            title: &plan.title,
            question: plan.question.as_deref(),
            seed: plan.seed,
            plan_hash: &provenance.plan_hash,
            reproducible: plan.is_reproducible(),
            overrides: plan.overrides.iter().map(ToString::to_string).collect(),
            pairs_done: provenance.pairs_done,
            pairs: provenance.pairs,
            games: report.games(),
            sessions: provenance
                .sessions
                .iter()
                .map(|session| Session {
                    processor: &session.processor,
                    cores: session.cores,
                    threads: session.threads,
                    started: &session.started,
                    seconds: session.seconds,
                    games: session.games,
                })
                .collect(),
            summary: report.summary(),
            studies: report.studies.iter().map(Study::new).collect(),
            cells: cells(report),
            file_name: provenance.file_name.as_deref(),
            file: &plan.text,
        }
    }
}

impl<'a> Study<'a> {
    fn new(analysis: &'a StudyAnalysis<'_>) -> Study<'a> {
        let study = analysis.study;
        let players = |names: &'a [Name]| {
            names.iter().map(|name| Player { label: &name.label, spec: &name.text }).collect()
        };
        let label = |player: usize| analysis.names.players[player].label.as_str();
        Study {
            name: &study.name,
            title: &study.title,
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
            draw_rate: ratings.draw_rate,
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

/// All cells, in the order of the plan.
pub(super) fn cells<'a>(report: &'a crate::Report<'_>) -> Vec<Cell<'a>> {
    let cells = |study: &'a StudyAnalysis<'_>| study.conditions.iter().map(move |one| Cell::new(study, one));
    report.studies.iter().flat_map(cells).collect()
}

impl<'a> Cell<'a> {
    fn new(study: &'a StudyAnalysis<'_>, analysis: &'a ConditionAnalysis<'_>) -> Cell<'a> {
        let (condition, tally, sample) = (analysis.condition, &analysis.tally, &analysis.sample);
        let protocol = &condition.protocol;
        let list = |wdl: Wdl| [wdl.wins, wdl.draws, wdl.losses];
        let (win_rate, score, elo) = (sample.win_rate_interval(), sample.score_interval(), sample.elo());
        Cell {
            study: &study.study.name,
            levels: Levels(
                study.study.levels_of(condition).map(|(name, level)| (name, level.text())).collect(),
            ),
            game: condition.game.to_string(),
            player: condition.player.to_string(),
            opponent: condition.opponent.to_string(),
            first: protocol.first.to_string(),
            openings: protocol.openings.to_string(),
            limits: protocol.limits.to_string(),
            adjudication: protocol.adjudication.to_string(),
            games_planned: protocol.games,
            games: sample.games.games(),
            wins: sample.games.wins,
            draws: sample.games.draws,
            losses: sample.games.losses,
            win_rate: sample.games.win_rate(),
            win_rate_interval: [win_rate.low, win_rate.high],
            score: sample.score(),
            score_interval: [score.low, score.high],
            elo: elo.value,
            elo_interval: [elo.low, elo.high],
            p_value: analysis.p_value,
            p_holm: analysis.adjusted,
            pairs: sample.pairs().map(|pairs| pairs.counts),
            as_first: list(tally.as_first),
            as_second: list(tally.as_second),
            mean_plies: analysis.tally.mean_plies(),
            lengths: (0..)
                .zip(&tally.lengths)
                .filter(|(_, games)| **games > 0)
                .map(|(plies, &games)| [plies, games])
                .collect(),
            adjudicated: tally.adjudicated,
            player_nodes: tally.player_nodes,
            player_moves: tally.player_moves,
            opponent_nodes: tally.opponent_nodes,
            opponent_moves: tally.opponent_moves,
            paper: analysis.reference.as_ref().map(|reference| Paper {
                table: reference.table,
                printed: &reference.printed,
                candidates: reference.counts.iter().map(|one| [one.wins, one.decided]).collect(),
                p_value: analysis.reference_p.map(|(p_value, _)| p_value),
                p_holm: analysis.reference_p.map(|(_, adjusted)| adjusted),
            }),
        }
    }
}
