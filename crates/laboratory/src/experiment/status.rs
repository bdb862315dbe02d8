//! `experiment status`: how far an experiment has come, and what it shows so far.

use connect_toe_api::{Error, Work};
use connect_toe_experiment::{Plan, Sample, Tally};
use connect_toe_results::ResultsFile;
use serde::{Deserialize, Serialize};

use super::ExperimentFile;
use crate::cautions;
use crate::numbers::ends;
use crate::stored::{DecidedTest, results_error};

/// Asks how far an experiment has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StatusOfExperiment {
    /// The experiment and its results.
    #[serde(flatten)]
    pub file: ExperimentFile,
}

/// The progress of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentStatus {
    /// What must be known before any score: that games were forfeited, or repeat each other. Left out if there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<String>,
    /// The experiment's identity, a hash of everything that decides which games are played.
    pub experiment: String,
    /// Its title.
    pub title: String,
    /// The question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// The results file.
    pub results: String,
    /// The number of conditions.
    pub cells: usize,
    /// The number of pairs of games, numbered through all conditions.
    pub pairs: u64,
    /// Games that are played.
    pub games: u64,
    /// All games of the experiment.
    pub games_wanted: u64,
    /// Games among them that a player lost because it gave no move.
    #[serde(default)]
    pub forfeited: u64,
    /// Whether all games are played, or those of a match up to the verdict of its sequential test.
    pub done: bool,
    /// Whether the same file gives the same games everywhere.
    pub reproducible: bool,
    /// Runs that added games.
    pub sessions: usize,
    /// How long they lasted.
    pub seconds: f64,
    /// The studies.
    pub studies: Vec<StudyStatus>,
    /// The sequential test that ended the match, whose results these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<DecidedTest>,
    /// Whether the run was stopped before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// The progress of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyStatus {
    /// Its name.
    pub name: String,
    /// The question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The number of its conditions.
    pub cells: usize,
    /// Conditions whose games are all played.
    pub cells_done: usize,
    /// Games that are played.
    pub games: u64,
    /// All games of the study.
    pub games_wanted: u64,
    /// The players by score, best first. In a round robin everybody is a player; otherwise opponents are not.
    pub players: Vec<PlayerStanding>,
}

/// A player's games in a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerStanding {
    /// The player.
    pub player: String,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game; a draw counts one half.
    pub score: Option<f64>,
    /// The score's 95 % interval.
    pub interval: [f64; 2],
}

impl StatusOfExperiment {
    /// How far the experiment has come; also while a run is writing its results.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used.
    pub fn run(&self, work: &Work) -> Result<ExperimentStatus, Error> {
        Ok(self.file.standing(work)?.status)
    }
}

/// What a results file says of the runs that wrote it.
#[derive(Clone, Debug)]
pub(super) struct RecordedRuns {
    pub(super) path: String,
    pub(super) sessions: usize,
    pub(super) seconds: f64,
    pub(super) sprt: Option<DecidedTest>,
    pub(super) last_words: Vec<String>,
}

impl RecordedRuns {
    pub(super) fn of(results: &ResultsFile) -> Result<RecordedRuns, Error> {
        let sessions = results.sessions().map_err(results_error)?;
        Ok(RecordedRuns {
            path: results.path().display().to_string(),
            sessions: sessions.len(),
            seconds: sessions.iter().map(|session| session.seconds).sum::<f64>() + 0.0,
            sprt: DecidedTest::kept_in(results)?,
            last_words: results.last_words().map_err(results_error)?,
        })
    }
}

impl ExperimentStatus {
    pub(super) fn new(plan: &Plan, runs: RecordedRuns, tally: &Tally) -> ExperimentStatus {
        let RecordedRuns { path: results, sessions, seconds, sprt, last_words } = runs;
        let studies = plan.studies.iter().enumerate().map(|(index, study)| {
            let conditions: Vec<usize> = plan.conditions_of(index).map(|(place, _)| place).collect();
            let games = |place: &usize| tally.conditions[*place].games();
            let wanted = |place: &usize| plan.conditions[*place].protocol.games;
            StudyStatus {
                name: study.name.clone(),
                question: study.question.clone(),
                cells: conditions.len(),
                cells_done: conditions.iter().filter(|place| games(place) == wanted(place)).count(),
                games: conditions.iter().map(games).sum(),
                games_wanted: conditions.iter().map(wanted).sum(),
                players: standings(plan, index, tally),
            }
        });
        ExperimentStatus {
            cautions: cautions::of_results(plan, tally, &last_words),
            experiment: plan.hash(),
            title: plan.title.clone(),
            question: plan.question.clone(),
            seed: plan.seed,
            results,
            cells: plan.conditions.len(),
            pairs: plan.pairs(),
            games: tally.games(),
            games_wanted: plan.games(),
            forfeited: tally.conditions.iter().map(|condition| condition.forfeited).sum(),
            done: tally.games() == plan.games() || sprt.is_some(),
            reproducible: plan.is_reproducible(),
            sessions,
            seconds,
            studies: studies.collect(),
            sprt,
            interrupted: false,
        }
    }
}

fn standings(plan: &Plan, study: usize, tally: &Tally) -> Vec<PlayerStanding> {
    let mut standings: Vec<(String, Sample)> = Vec::new();
    let mut add = |player: String, sample: Sample| match standings.iter_mut().find(|one| one.0 == player) {
        Some((_, known)) => *known += sample,
        None => standings.push((player, sample)),
    };
    for (place, condition) in plan.conditions_of(study) {
        let sample = Sample::of_player(condition, &tally.conditions[place]);
        add(condition.player.to_string(), sample);
        if plan.studies[study].is_round_robin() {
            add(condition.opponent.to_string(), sample.swapped());
        }
    }
    standings.retain(|(_, sample)| sample.games.games() > 0);
    let score = |sample: &Sample| sample.score().unwrap_or(0.0);
    standings.sort_by(|(_, one), (_, other)| score(other).total_cmp(&score(one)));
    let standing = |(player, sample): (String, Sample)| PlayerStanding {
        player,
        games: sample.games.games(),
        wins: sample.games.wins,
        draws: sample.games.draws,
        losses: sample.games.losses,
        score: sample.score(),
        interval: ends(sample.score_interval()),
    };
    standings.into_iter().map(standing).collect()
}
