//! `shard`: parts of an experiment, played anywhere, put together afterwards.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use connect_toe_results::{Opened, ResultsError, ResultsFile};
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::commands::experiment::{PlanFile, Settings, Told, VERSION, play_missing, results_failure, tell};
use crate::failure::Failure;

/// What to do with parts of an experiment.
#[derive(Debug, Subcommand)]
pub(crate) enum Arguments {
    /// Play some of an experiment's pairs of games into a file of their own
    Run(RunArguments),
    /// Put the games of several files together; what is there already stays as it is
    Merge(MergeArguments),
}

/// Options of `shard run`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The experiment file (TOML)
    #[arg(long, value_name = "FILE")]
    experiment: PathBuf,
    /// Which pairs, numbered through all cells: 0..500 are the first 500
    #[arg(long, value_name = "A..B", value_parser = range)]
    range: Range<u64>,
    /// The file for the results; if it is there, what is missing of the range is added
    #[arg(long, value_name = "RESULTS")]
    out: PathBuf,
    /// Show progress
    #[arg(long)]
    progress: bool,
    #[command(flatten)]
    settings: Settings,
}

/// Options of `shard merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// The experiment file (TOML)
    #[arg(long, value_name = "FILE")]
    experiment: PathBuf,
    /// The file that is to have all results; made if it is not there
    #[arg(long, value_name = "RESULTS")]
    out: PathBuf,
    /// Files with results of parts
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

fn range(text: &str) -> Result<Range<u64>, &'static str> {
    let usage = "write A..B, for example 0..500";
    let (from, to) = text.split_once("..").ok_or(usage)?;
    let (from, to) = (from.parse().map_err(|_| usage)?, to.parse().map_err(|_| usage)?);
    if from < to { Ok(from..to) } else { Err("the range is empty: A must be less than B") }
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    match arguments {
        Arguments::Run(arguments) => play(common, arguments),
        Arguments::Merge(arguments) => merge(common, arguments),
    }
}

/// The file for results of this experiment, made if it is not there.
fn open_or_create(path: &std::path::Path, file: &PlanFile) -> Result<ResultsFile, Failure> {
    let results = match ResultsFile::create(path, &file.plan, VERSION) {
        Err(ResultsError::Exists(_)) => ResultsFile::open(path, Opened::ToWrite),
        created => created,
    };
    let results = results.map_err(results_failure)?;
    results.check(&file.plan, Some(VERSION)).map_err(results_failure)?;
    Ok(results)
}

fn play(common: &Common, arguments: &RunArguments) -> Result<(), Failure> {
    let file = PlanFile::read(&arguments.experiment, &arguments.settings, common)?;
    let (range, pairs) = (&arguments.range, file.plan.pairs());
    if range.end > pairs {
        return Err(Failure::request(format!("the experiment has no pair {}", range.end - 1))
            .hint(format!("its pairs are 0..{pairs}")));
    }
    let results = open_or_create(&arguments.out, &file)?;
    let told = if arguments.progress { Told::Progress } else { Told::Nothing };
    let whole = play_missing(&file.plan, &results, range.clone(), told)?;
    results.finish().map_err(results_failure)?;
    if !whole {
        tell("stopped; run it again for the rest");
        return Err(Failure::Interrupted);
    }
    let out = arguments.out.display();
    answer::print(
        common.format,
        || json!({"experiment": file.plan.hash(), "range": [range.start, range.end], "out": out.to_string()}),
        || format!("pairs {}..{} of {pairs} are in {out}", range.start, range.end),
    )
}

fn merge(common: &Common, arguments: &MergeArguments) -> Result<(), Failure> {
    let file = PlanFile::read(&arguments.experiment, &arguments.settings, common)?;
    let mut results = open_or_create(&arguments.out, &file)?;
    let (mut added, mut known) = (0, 0);
    for part in &arguments.parts {
        let merged = results.merge(part).map_err(results_failure)?;
        added += merged.added;
        known += merged.known;
    }
    let games = results.tally(&file.plan).map_err(results_failure)?.games();
    let wanted = file.plan.games();
    results.finish().map_err(results_failure)?;
    let out = arguments.out.display();
    answer::print(
        common.format,
        || {
            json!({
                "experiment": file.plan.hash(), "out": out.to_string(), "added": added, "known": known,
                "games": games, "games_wanted": wanted,
            })
        },
        || format!("{added} games added, {known} were there: {out} has {games} of {wanted} games"),
    )
}
