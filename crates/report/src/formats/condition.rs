//! A condition as `results.json` and `results.csv` have it. The fields' names are a contract.

use connect_toe_stats::Wdl;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::analysis::{ConditionAnalysis, StudyAnalysis};

/// A condition's setting and results. In `results.json` they are in the field `cells`.
#[derive(Serialize)]
pub(super) struct ConditionFields<'a> {
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
    /// What the sides are called, X first.
    pub(super) side_names: [&'static str; 2],
    /// Whether the rules have draws.
    pub(super) can_be_drawn: bool,
    /// Wins, draws and losses when moving first, which is with X.
    pub(super) as_first: [u64; 3],
    /// Wins, draws and losses when moving second, with O.
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
    /// Whether the player that would move second chose its side after the opening.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) swap: bool,
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

/// All conditions, in the order of the plan.
pub(super) fn conditions<'a>(report: &'a crate::Report<'_>) -> Vec<ConditionFields<'a>> {
    let of_study = |study: &'a StudyAnalysis<'_>| {
        study.conditions.iter().map(move |one| ConditionFields::new(study, one))
    };
    report.studies.iter().flat_map(of_study).collect()
}

impl<'a> ConditionFields<'a> {
    fn new(study: &'a StudyAnalysis<'_>, analysis: &'a ConditionAnalysis<'_>) -> ConditionFields<'a> {
        let (condition, tally, sample) = (analysis.condition, &analysis.tally, &analysis.sample);
        let protocol = &condition.protocol;
        let list = |wdl: Wdl| [wdl.wins, wdl.draws, wdl.losses];
        let (win_rate, score, elo) = (sample.win_rate_interval(), sample.score_interval(), sample.elo());
        ConditionFields {
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
            side_names: [condition.game.side_names().x, condition.game.side_names().o],
            can_be_drawn: condition.game.can_be_drawn(),
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
            swap: protocol.swap,
        }
    }
}
