//! A script that plays an experiment as a job array of Slurm.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::{SlurmJobs, SlurmShards};
use connect_toe_stats::numbers::{counted, rounded_duration};

use crate::answer::{self, Format};
use crate::arguments::{Common, acting};
use crate::commands::experiment::Settings;
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

// Options of `shard slurm`.
#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "seed"])))]
pub(crate) struct Arguments {
    /// The experiment file (TOML)
    #[arg(value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    experiment: String,
    /// The number of tasks [default: 100]
    ///
    /// Each plays the same number of pairs, or one more; where there are fewer than 100 pairs, the default is a task for
    /// each. Slurm takes up to 1001, unless the cluster says otherwise.
    #[arg(long, value_name = "N", conflicts_with = "pairs_per_task", value_parser = whole(1..=u64::MAX))]
    tasks: Option<u64>,
    /// Pairs that a task plays at most, not --tasks
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    pairs_per_task: Option<u64>,
    /// Tasks that run at the same time
    #[arg(long, value_name = "N", default_value_t = SlurmShards::MOST_AT_ONCE, value_parser = whole(1..=1_000_000_u64))]
    most_at_once: u64,
    /// Processors, thus threads, of a task
    #[arg(long, value_name = "N", default_value_t = SlurmShards::CPUS, value_parser = whole(1..=1024_u64))]
    cpus: u64,
    /// Time limit of a task, as for sbatch: 2:00:00
    ///
    /// Also 90 (minutes) or 1-12 (days and hours). Without it three times what the longest task is expected to take, and ten minutes. A task that meets its limit loses
    /// nothing but the pairs that it was playing: submit it again.
    #[arg(long, value_name = "LIMIT", value_parser = NonEmptyStringValueParser::new())]
    time: Option<String>,
    /// Memory of a task, as for sbatch: 2G
    #[arg(long, value_name = "SIZE", value_parser = NonEmptyStringValueParser::new())]
    memory: Option<String>,
    /// Another one of sbatch's options: partition=long
    ///
    /// It is given to both jobs, and can be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, value_parser = NonEmptyStringValueParser::new())]
    sbatch_option: Vec<String>,
    /// Folder for the parts [default: FILE with .parts]
    ///
    /// What the jobs print is there too.
    #[arg(long, value_name = "FOLDER", value_parser = NonEmptyStringValueParser::new())]
    parts: Option<String>,
    /// File for all results [default: FILE with .db]
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
    /// This program on the nodes [default: its path here]
    #[arg(long, value_name = "PATH", hide_short_help = true, value_parser = NonEmptyStringValueParser::new())]
    program: Option<String>,
    /// Write the script here [default: standard output]
    #[arg(long, value_name = "SCRIPT", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

pub(super) fn print(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let here = || std::env::current_exe().ok()?.into_os_string().into_string().ok();
    let default = SlurmShards::new(&*arguments.experiment);
    let request = SlurmShards {
        tasks: arguments.tasks,
        pairs_per_task: arguments.pairs_per_task,
        most_at_once: arguments.most_at_once,
        cpus: arguments.cpus,
        time: arguments.time.clone(),
        memory: arguments.memory.clone(),
        sbatch_option: arguments.sbatch_option.clone(),
        parts: arguments.parts.clone(),
        results: arguments.results.clone(),
        program: arguments.program.clone().or_else(here).unwrap_or(default.program),
        out: arguments.out.clone(),
        set: arguments.settings.texts(),
        seed: common.named_seed(),
        experiment: default.experiment,
    };
    let jobs = session::run(common, |work| request.run(work))?;
    match (&jobs.text, common.format) {
        // A shell is to read it as it is.
        (Some(script), Format::Text) => answer::print_text(script),
        _ => answer::print(common.format, &jobs, text),
    }
}

fn text(jobs: &SlurmJobs) -> String {
    let script = jobs.script.as_deref().unwrap_or_default();
    let least = if jobs.at_least { "at least " } else { "about " };
    let [each, all] = [jobs.seconds_per_task, jobs.seconds].map(|seconds| rounded_duration(seconds.max(1.0)));
    format!(
        "{script} is written: {} for {}, {least}{each} each and {all} in all with {} at once.\nSubmit with: bash {script}",
        counted(jobs.tasks, "task"),
        counted(jobs.pairs, "pair"),
        jobs.most_at_once.min(jobs.tasks),
    )
}
