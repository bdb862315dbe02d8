//! `shard`: parts of an experiment, played anywhere, put together afterwards.

use std::ops::Range;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use connect_toe_laboratory::{MergeShards, RunShard, pair_range};
use connect_toe_stats::numbers::{count, counted};

use crate::answer;
use crate::arguments::Common;
use crate::commands::experiment::Settings;
use crate::failure::Failure;
use crate::session;

// As with the commands of the program, what is built late has no doc comments of its own.
/// What to do with parts of an experiment.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Arguments {
    /// Play a range of an experiment's pairs of games into a file of its own
    Run(RunArguments),
    /// Merge the games of several files; games that are there stay as they are
    Merge(MergeArguments),
}

// Options of `shard run`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The experiment file (TOML)
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    experiment: String,
    /// The pairs, numbered through all cells: 0..500 are the first 500
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, value_parser = pair_range)]
    range: Range<u64>,
    /// The results file; if it exists, missing pairs of the range are added
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    out: String,
    /// Show progress, as is done without --quiet
    #[arg(long, hide = true)]
    progress: bool,
    #[command(flatten)]
    settings: Settings,
}

// Options of `shard merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// The experiment file (TOML)
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    experiment: String,
    /// The file for all results; created if it does not exist
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    out: String,
    /// Files with results of parts
    #[arg(required = true, value_name = "PART", value_parser = NonEmptyStringValueParser::new())]
    parts: Vec<String>,
    #[command(flatten)]
    settings: Settings,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    match arguments {
        Arguments::Run(arguments) => play(common, arguments),
        Arguments::Merge(arguments) => merge(common, arguments),
    }
}

fn play(common: &Common, arguments: &RunArguments) -> Result<(), Failure> {
    if arguments.progress && common.quiet {
        return Err(Failure::request("--progress and --quiet exclude each other"));
    }
    let Range { start, end } = arguments.range;
    let request = RunShard {
        experiment: arguments.experiment.clone(),
        range: format!("{start}..{end}"),
        out: arguments.out.clone(),
        set: arguments.settings.texts(),
        seed: common.named_seed(),
    };
    let shard = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &shard, |shard| {
        let [start, end] = shard.range;
        let some = if shard.interrupted { "interrupted; some of the " } else { "" };
        format!("{some}pairs {start}..{end} of {} are in {}", count(shard.pairs), shard.out)
    })?;
    if shard.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}

fn merge(common: &Common, arguments: &MergeArguments) -> Result<(), Failure> {
    let request = MergeShards {
        experiment: arguments.experiment.clone(),
        out: arguments.out.clone(),
        parts: arguments.parts.clone(),
        set: arguments.settings.texts(),
        seed: common.named_seed(),
    };
    answer::print(common.format, &session::run(common, |work| request.run(work))?, |merged| {
        let ranges: Vec<String> =
            merged.missing.iter().map(|[start, end]| format!("{start}..{end}")).collect();
        let missing =
            if ranges.is_empty() { String::new() } else { format!("\nmissing: pairs {}", ranges.join(", ")) };
        format!(
            "{} added, {} were there: {} has {} of {}{missing}",
            counted(merged.added, "game"),
            count(merged.known),
            merged.out,
            count(merged.games),
            counted(merged.games_wanted, "game")
        )
    })
}
