//! `shard`: parts of an experiment, played anywhere and merged afterwards.

use std::ops::Range;
use std::path::{Path, PathBuf};

use connect_toe_api::{Error, Fault, Hint, VERSION, Work};
use connect_toe_experiment::{Forfeits, Plan};
use connect_toe_results::{Merged, Opened, ResultsError, ResultsFile};
use serde::{Deserialize, Serialize};

use crate::crew::Ranges;
use crate::experiment::{PlanFile, run_error};
use crate::runner::{Store, play_missing};
use crate::shell::CommandLine;
use crate::stored::{Other, open_or_create, results_error_of, watched, without_hint};

/// Asks for some of an experiment's pairs of games to be played into a file of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RunShard {
    /// The experiment file (TOML).
    pub experiment: String,
    /// The pairs, numbered through all conditions: `0..500` are the first 500.
    pub range: String,
    /// The results file. If it exists, what is missing of the range is added.
    pub out: String,
    /// Values that replace those of the file: `depth={1..3}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The seed, in place of that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A part of an experiment that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Shard {
    /// The experiment's identity.
    pub experiment: String,
    /// The first pair, and the first one behind the part.
    pub range: [u64; 2],
    /// The results file.
    pub out: String,
    /// The number of pairs of the experiment.
    pub pairs: u64,
    /// Whether the run was stopped: then the file has what was played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// Asks for the games of several results files in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MergeShards {
    /// The experiment file (TOML).
    pub experiment: String,
    /// The file for all results. Games that it has stay as they are.
    pub out: String,
    /// Results files of parts.
    pub parts: Vec<String>,
    /// Values that replace those of the file: `depth={1..3}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The seed, in place of that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// What a merge did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MergedShards {
    /// The experiment's identity.
    pub experiment: String,
    /// The file with all results.
    pub out: String,
    /// Games that were new.
    pub added: u64,
    /// Games that were there already, or in several parts.
    pub known: u64,
    /// Games that the file has now.
    pub games: u64,
    /// All games of the experiment.
    pub games_wanted: u64,
    /// The pairs that the file does not have, numbered through all conditions: the first of each range, and the first one
    /// behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<[u64; 2]>,
}

/// Reads a range of pairs, `A..B`, without `B`.
///
/// # Errors
/// Anything else, and an empty range.
pub fn pair_range(text: &str) -> Result<Range<u64>, &'static str> {
    let usage = "write A..B, for example 0..500";
    let (from, to) = text.split_once("..").ok_or(usage)?;
    let (from, to) = (from.parse().map_err(|_| usage)?, to.parse().map_err(|_| usage)?);
    if from < to { Ok(from..to) } else { Err("the range is empty: A must be less than B") }
}

/// The pairs that a file does not have, numbered through all conditions, in ranges that do not touch.
fn missing_ranges(plan: &Plan, results: &ResultsFile) -> Result<Vec<[u64; 2]>, ResultsError> {
    let missing = results.missing(plan, 0..plan.pairs())?;
    let ranges = Ranges::new(plan.numbers_of(&missing)).to_vec();
    Ok(ranges.into_iter().map(|range| [range.start, range.end]).collect())
}

/// The error of the file that the field `out` names, with what a user can do about it.
fn out_error(error: ResultsError) -> Error {
    results_error_of(error, Other::File(Some("out")))
}

/// The error of a part, with what a user can do about it.
fn part_error(error: ResultsError) -> Error {
    let hint = match &error {
        ResultsError::Changed { .. } => Hint::either(
            "only parts of one experiment are merged, with the --set and --seed that they were played with; nothing was merged",
            "only parts of one experiment are merged, with the settings= and seed= that they were played with; nothing was merged",
        ),
        ResultsError::Version { .. } => {
            "players may play differently in another version; nothing was merged".into()
        }
        ResultsError::Missing(_) | ResultsError::NoExperiment(_) => Hint::either(
            "play it with `connect-toe shard run`; nothing was merged",
            "play it with run_shard; nothing was merged",
        ),
        ResultsError::Damaged { .. } => "restore a copy, or play it again; nothing was merged".into(),
        ResultsError::DamagedPair { .. } => Hint::either(
            "`connect-toe shard run` with this file as --out plays damaged pairs of its range again; nothing was merged",
            "run_shard with this file as out= plays damaged pairs of its range again; nothing was merged",
        ),
        _ => return results_error_of(error, Other::Parts),
    };
    without_hint(error).with_hint(hint)
}

impl RunShard {
    /// Plays the pairs that are missing.
    ///
    /// # Errors
    /// An experiment file, a range or a results file that cannot be used; a game that cannot be played.
    pub fn run(&self, work: &Work) -> Result<Shard, Error> {
        let range = pair_range(&self.range).map_err(Error::wrong("range"))?;
        let file = PlanFile::read(&self.experiment, &self.set, self.seed, work.catalogue())?;
        let pairs = file.plan.pairs();
        if range.end > pairs {
            return Err(Error::of_field(
                Fault::NoSuchPart,
                "range",
                format!("the experiment has no pair {}", range.end - 1),
            )
            .with_hint(format!("its pairs are 0..{pairs}")));
        }
        let results = open_or_create(Path::new(&self.out), &file.plan).map_err(out_error)?;
        let played = play_missing(
            &file.plan,
            Store::File(results),
            range.clone(),
            Forfeits::default(),
            work,
            None,
            &|_, _| {},
        )
        .map_err(|failure| run_error(&file.path, failure, out_error))?;
        if let Store::File(results) = played.store {
            results.finish().map_err(out_error)?;
        }
        if !played.whole {
            let line = CommandLine::new(&["shard", "run", "--experiment"])
                .with(&self.experiment)
                .with("--range")
                .with(&self.range)
                .with("--out")
                .with(&self.out)
                .with_settings(&self.set, self.seed);
            work.notice(&format!(
                "stopped; what was played is in {}. Go on with {}",
                self.out,
                line.quoted()
            ));
        }
        Ok(Shard {
            experiment: file.plan.hash(),
            range: [range.start, range.end],
            out: self.out.clone(),
            pairs,
            interrupted: !played.whole,
        })
    }
}

impl MergeShards {
    /// Merges all parts, or changes nothing.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used; parts of another experiment or version, or with
    /// different games for the same pair.
    pub fn run(&self, work: &Work) -> Result<MergedShards, Error> {
        let file = PlanFile::read(&self.experiment, &self.set, self.seed, &work.catalogue().to_read())?;
        if self.parts.is_empty() {
            return Err(Error::of_field(Fault::MissingField, "parts", "there are no parts to merge"));
        }
        let parts: Vec<PathBuf> = self.parts.iter().map(PathBuf::from).collect();
        let mut games = 0;
        for part in &parts {
            // Parts are checked before the file for all of them is made.
            let part = ResultsFile::open(part, Opened::ToRead).map_err(part_error)?;
            part.check(&file.plan, Some(VERSION)).map_err(part_error)?;
            games += part.games().map_err(part_error)?;
        }
        let results = open_or_create(Path::new(&self.out), &file.plan).map_err(out_error)?;
        // The games of a part are read there and, if they are new, once more in the file for all parts.
        let games = 2 * games + results.games().map_err(out_error)?;
        let results = watched(results, games, work);
        let Merged { added, known, games } = match results.merge(&file.plan, &parts) {
            Err(error) => {
                if results.is_new() {
                    results.discard().map_err(out_error)?;
                }
                return Err(part_error(error));
            }
            Ok(merged) => merged,
        };
        let missing = missing_ranges(&file.plan, &results).map_err(out_error)?;
        results.finish().map_err(out_error)?;
        let games_wanted = file.plan.games();
        let (experiment, out) = (file.plan.hash(), self.out.clone());
        Ok(MergedShards { experiment, out, added, known, games, games_wanted, missing })
    }
}
