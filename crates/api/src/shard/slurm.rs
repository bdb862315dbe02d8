//! `shard slurm`: an experiment as a job array of the workload manager Slurm, and a job that merges its parts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use connect_toe_experiment::{Condition, Plan};
use connect_toe_results::{Opened, ResultsError, ResultsFile};
use connect_toe_stats::numbers::{count, counted, rounded_duration};
use serde::{Deserialize, Serialize};

use super::script::{Script, check_words};
use crate::error::Error;
use crate::experiment::{Estimate, PlanFile};
use crate::files::{OutputFile, is_same_file, unwritable, unwritten};
use crate::stored::{VERSION, results_error, results_error_of};
use crate::work::Work;

/// Asks for a script that plays an experiment as a job array of Slurm and merges the parts when the array has ended.
///
/// ```
/// use connect_toe_api::{SlurmShards, Work};
/// let folder = tempfile::tempdir().expect("a folder");
/// let file = folder.path().join("e.toml");
/// let text = "games_per_cell = 90\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\nplayer = \"two-ply\"\nopponent = \"random\"\n";
/// std::fs::write(&file, text).expect("is written");
/// let request = SlurmShards { tasks: Some(2), ..SlurmShards::new(file.display().to_string()) };
/// let jobs = request.run(&Work::new())?;
/// assert_eq!(jobs.ranges, [[0, 22], [22, 45]]);
/// assert!(jobs.text.is_some_and(|script| script.contains("sbatch --parsable")));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SlurmShards {
    /// The experiment file (TOML).
    pub experiment: String,
    /// The number of tasks, 1 to 1001; without it, and without `pairs_per_task`, 100, or one for each pair if there are
    /// fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tasks: Option<u64>,
    /// Pairs of games that a task plays at most, in place of the number of tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs_per_task: Option<u64>,
    /// Tasks that run at the same time, at most.
    #[serde(default = "SlurmShards::default_most_at_once")]
    pub most_at_once: u64,
    /// Processors of a task: the threads that it plays on.
    #[serde(default = "SlurmShards::default_cpus")]
    pub cpus: u64,
    /// The time limit of a task as `sbatch --time` reads it; without it three times what is expected, and ten minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The memory of a task as `sbatch --mem` reads it; without it the cluster's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// More options of `sbatch` for both jobs: `partition=long`, `account=games`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sbatch_option: Vec<String>,
    /// The folder for the parts and for what the jobs print; without it the experiment file's name with `.parts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<String>,
    /// The file for all results; without it the experiment file's name with `.db`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
    /// The program as the nodes of the cluster find it: a path, or a name in their `PATH`.
    #[serde(default = "SlurmShards::default_program")]
    pub program: String,
    /// The file for the script; without it the answer has the script's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// Values that replace those of the file: `depth={1..3}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The seed, in place of that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// The jobs of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SlurmJobs {
    /// The experiment's identity.
    pub experiment: String,
    /// The number of pairs of the experiment.
    pub pairs: u64,
    /// The number of tasks of the job array.
    pub tasks: u64,
    /// What each task plays: its first pair, and the first one behind its part.
    pub ranges: Vec<[u64; 2]>,
    /// Tasks that run at the same time, at most.
    pub most_at_once: u64,
    /// Processors of a task.
    pub cpus: u64,
    /// About how many seconds the longest task takes, on processors as fast as this one.
    pub seconds_per_task: f64,
    /// About how many seconds all tasks take, with as many at the same time as are allowed.
    pub seconds: f64,
    /// Whether some games were not played to their end for the estimate, because they take long: then it takes longer.
    pub at_least: bool,
    /// The time limit of a task, as `sbatch --time` reads it.
    pub time: String,
    /// The folder of the parts.
    pub parts: String,
    /// The file for all results.
    pub results: String,
    /// The file of the script, if one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The script, if no file was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Tasks of a job array: Slurm's `MaxArraySize` is 1001, unless the cluster says otherwise, and indices are less.
const MOST_TASKS: u64 = 1001;
const DEFAULT_TASKS: u64 = 100;
/// Games are tried this long for the estimate.
const TRIAL: Duration = Duration::from_secs(2);
/// Shorter tasks are not worth their scheduling.
const SHORT_TASK: f64 = 60.0;
/// Longer tasks meet the limits of many clusters.
const LONG_TASK: f64 = 24.0 * 3600.0;
/// Seconds in which a merge reads a game and plays it again, at most: some for each, and more for each cell.
const MERGE_GAME: f64 = 1e-5;
const MERGE_CELL: f64 = 5e-7;
/// Options of `sbatch` that the script sets itself, and what sets them here.
const OWN_OPTIONS: &[(&str, &str)] = &[
    ("array", "--tasks or --pairs-per-task"),
    ("chdir", "--parts"),
    ("cpus-per-task", "--cpus"),
    ("dependency", "nothing: the merge waits for the tasks"),
    ("mem", "--memory"),
    ("output", "--parts: what the jobs print is there"),
    ("parsable", "nothing"),
    ("time", "--time"),
    ("wait", "nothing: the script does not wait"),
    ("wrap", "nothing"),
];

impl SlurmShards {
    /// Tasks that run at the same time if the request does not name their number.
    pub const MOST_AT_ONCE: u64 = 50;
    /// Processors of a task if the request does not name them.
    pub const CPUS: u64 = 1;

    fn default_most_at_once() -> u64 {
        SlurmShards::MOST_AT_ONCE
    }

    fn default_cpus() -> u64 {
        SlurmShards::CPUS
    }

    fn default_program() -> String {
        "connect-toe".to_owned()
    }

    /// All pairs of an experiment in 100 tasks of one processor each, 50 of them at the same time.
    pub fn new(experiment: impl Into<String>) -> SlurmShards {
        SlurmShards {
            experiment: experiment.into(),
            tasks: None,
            pairs_per_task: None,
            most_at_once: SlurmShards::MOST_AT_ONCE,
            cpus: SlurmShards::CPUS,
            time: None,
            memory: None,
            sbatch_option: Vec::new(),
            parts: None,
            results: None,
            program: SlurmShards::default_program(),
            out: None,
            set: Vec::new(),
            seed: None,
        }
    }

    /// Writes the script. A few games are played, for about two seconds, to say how long the tasks take.
    ///
    /// # Errors
    /// An experiment file that cannot be used; results or parts of another experiment where these go; numbers, options or
    /// paths that cannot work; a script that cannot be written; a stop.
    pub fn run(&self, work: &Work) -> Result<SlurmJobs, Error> {
        let file = PlanFile::read(&self.experiment, &self.set, self.seed, work.catalogue())?;
        if file.is_results {
            return Err(Error::request(format!("{} is a results file", self.experiment)).with_hint(
                "name the experiment file: many nodes cannot read a database while one writes to it",
            ));
        }
        let tasks = self.number_of_tasks(file.plan.pairs())?;
        if self.most_at_once == 0 || self.cpus == 0 {
            return Err(Error::request("a job needs at least one task at a time, and one processor"));
        }
        let options = self.sbatch_option.iter().map(|text| option(text)).collect::<Result<Vec<_>, _>>()?;
        let places = self.places(&file)?;
        let named = [&places.experiment, &places.parts, &places.results, &places.program];
        let named = named.into_iter().chain(&places.out).chain(&self.memory).chain(&options).chain(&self.set);
        check_words(named)?;
        check_stored(&file.plan, &places, tasks)?;

        let pairs = file.plan.pairs();
        let ranges: Vec<[u64; 2]> =
            (0..tasks).map(|task| [task, task + 1].map(|task| share(pairs, tasks, task))).collect();
        let estimate = Estimate::of(&file.plan, TRIAL, work)?;
        let times: Vec<f64> = ranges.iter().map(|&range| seconds(&file.plan, &estimate, range)).collect();
        let longest = times.iter().copied().fold(0.0, f64::max) / self.cpus as f64;
        let all = times.iter().sum::<f64>() / self.cpus as f64;
        let time = match &self.time {
            Some(time) => time_limit(time)?,
            None => minutes_limit(longest),
        };
        self.advise(longest, estimate.at_least, tasks, work);
        if !file.plan.is_reproducible() {
            work.notice(
                "some players have a time limit: how they play depends on the node, and is not reproducible",
            );
        }

        let script = Script {
            experiment: &places.experiment,
            parts: &places.parts,
            results: &places.results,
            file: places.out.as_deref(),
            program: &places.program,
            name: &job_name(&file.path),
            set: &self.set,
            seed: self.seed,
            pairs,
            tasks,
            most_at_once: self.most_at_once,
            cpus: self.cpus,
            time: &time,
            merge_time: &minutes_limit(merge_seconds(&file.plan)),
            memory: self.memory.as_deref(),
            options: &options,
        };
        let text = script.text();
        if let Some(out) = &self.out {
            write(Path::new(out), &text, work)?;
        }
        Ok(SlurmJobs {
            experiment: file.plan.hash(),
            pairs,
            tasks,
            ranges,
            most_at_once: self.most_at_once,
            cpus: self.cpus,
            seconds_per_task: longest,
            seconds: longest.max(all / self.most_at_once.min(tasks) as f64),
            at_least: estimate.at_least,
            time,
            parts: places.parts,
            results: places.results,
            script: self.out.clone(),
            text: self.out.is_none().then_some(text),
        })
    }

    fn number_of_tasks(&self, pairs: u64) -> Result<u64, Error> {
        let tasks = match (self.tasks, self.pairs_per_task) {
            (Some(_), Some(_)) => {
                return Err(Error::request("name the number of tasks or that of pairs per task, not both"));
            }
            (None, Some(0)) | (Some(0), None) => {
                return Err(Error::request(
                    "a job array has at least one task, and a task at least one pair",
                ));
            }
            (Some(tasks), None) => tasks,
            (None, Some(each)) => pairs.div_ceil(each),
            (None, None) => DEFAULT_TASKS.min(pairs),
        };
        if tasks > pairs {
            let message = format!("{} cannot share {}", counted(tasks, "task"), counted(pairs, "pair"));
            return Err(Error::request(message).with_hint(format!("at most --tasks {pairs}")));
        }
        if tasks > MOST_TASKS {
            let message = format!("{} are more than a job array has", counted(tasks, "task"));
            let each = pairs.div_ceil(MOST_TASKS);
            return Err(Error::request(message).with_hint(format!(
                "Slurm takes {} (MaxArraySize, unless the cluster sets another one): at most --tasks {MOST_TASKS}, \
                 at least --pairs-per-task {each}",
                count(MOST_TASKS)
            )));
        }
        Ok(tasks)
    }

    /// Where everything is, for any folder that a job runs in.
    fn places(&self, file: &PlanFile) -> Result<Places, Error> {
        let place = |named: Option<&String>, extension: &str| {
            absolute(&named.map_or_else(|| file.path.with_extension(extension), PathBuf::from))
        };
        let is_path = self.program.contains(std::path::is_separator);
        let places = Places {
            experiment: absolute(&file.path)?,
            parts: place(self.parts.as_ref(), "parts")?,
            results: place(self.results.as_ref(), "db")?,
            out: self.out.as_ref().map(|out| absolute(Path::new(out))).transpose()?,
            program: if is_path { absolute(Path::new(&self.program))? } else { self.program.clone() },
        };
        if self.program.is_empty() {
            return Err(Error::request("the program has no name"));
        }
        if Path::new(&places.parts).metadata().is_ok_and(|found| !found.is_dir()) {
            return Err(Error::request(format!("{} is not a folder", places.parts))
                .with_hint("name another folder with --parts"));
        }
        let are_one = |first: &String, second: &String| {
            first == second || is_same_file(Path::new(first), Path::new(second))
        };
        let inputs = [&places.experiment, &places.results];
        let is_input = |out: &String| inputs.into_iter().any(|input| are_one(out, input));
        if places.out.as_ref().is_some_and(is_input) || are_one(&places.experiment, &places.results) {
            return Err(Error::request("the experiment, its results and the script need names of their own"));
        }
        Ok(places)
    }

    /// Says where another number of tasks would be better.
    fn advise(&self, longest: f64, at_least: bool, tasks: u64, work: &Work) {
        if at_least && self.time.is_none() {
            work.notice("some games take longer than they were tried: name a time limit with --time");
        } else if longest < SHORT_TASK && tasks > 1 {
            work.notice(&format!(
                "a task takes about {}: with fewer (--tasks) the cluster schedules less and plays as much",
                rounded_duration(longest.max(1.0))
            ));
        } else if longest > LONG_TASK && tasks < MOST_TASKS {
            work.notice(&format!(
                "a task takes about {}: more of them (--tasks) or more processors (--cpus) make it shorter",
                rounded_duration(longest)
            ));
        }
    }
}

/// Absolute paths.
struct Places {
    experiment: String,
    parts: String,
    results: String,
    out: Option<String>,
    program: String,
}

/// The first pair of a task: each one plays the same number of pairs, or one more.
fn share(pairs: u64, tasks: u64, task: u64) -> u64 {
    (u128::from(pairs) * u128::from(task) / u128::from(tasks)) as u64
}

/// About how long these pairs take on one thread.
fn seconds(plan: &Plan, estimate: &Estimate, [start, end]: [u64; 2]) -> f64 {
    let parts = plan.pairs_in(start..end).into_iter();
    parts
        .map(|part| {
            let all = plan.conditions[part.condition].protocol.pairs();
            estimate.seconds[part.condition] * (part.pairs.end - part.pairs.start) as f64 / all as f64
        })
        .sum()
}

/// How long a merge of all games takes, at most.
fn merge_seconds(plan: &Plan) -> f64 {
    let of_condition = |condition: &Condition| {
        let cells: f64 = condition.game.sizes.iter().map(|&size| f64::from(size)).product();
        condition.protocol.games as f64 * (MERGE_GAME + MERGE_CELL * cells)
    };
    plan.conditions.iter().map(of_condition).sum()
}

/// Minutes that are enough for what is expected to take these seconds, in tens.
fn minutes_limit(seconds: f64) -> String {
    ((3.0 * seconds / 600.0).ceil() * 10.0 + 10.0).min(1e9).to_string()
}

/// A time limit as Slurm reads it: `30`, `30:00`, `1:30:00`, `2-12`, `2-12:00`, `2-12:00:00`.
fn time_limit(text: &str) -> Result<String, Error> {
    let is_number =
        |part: &str| (1..=6).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let (days, rest) = text.split_once('-').map_or((None, text), |(days, rest)| (Some(days), rest));
    let is_limit = days.is_none_or(is_number)
        && rest.split(':').count() <= 3
        && rest.split(':').all(is_number)
        && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if is_limit {
        Ok(text.to_owned())
    } else {
        Err(Error::request(format!("`{text}` is not a time limit"))
            .with_hint("write minutes, HOURS:MINUTES:SECONDS or DAYS-HOURS: 30, 1:30:00, 2-12"))
    }
}

/// An option of `sbatch` with its dashes.
fn option(text: &str) -> Result<String, Error> {
    let bare = text.strip_prefix("--").unwrap_or(text);
    let name = bare.split_once('=').map_or(bare, |(name, _)| name);
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if !is_name {
        return Err(Error::request(format!("`{text}` is not an option of sbatch"))
            .with_hint("write NAME=VALUE or NAME, for example partition=long, account=games or exclusive"));
    }
    match OWN_OPTIONS.iter().find(|(own, _)| *own == name) {
        Some((_, with)) => Err(Error::request(format!("the script sets sbatch's --{name} itself"))
            .with_hint(format!("here it is set with {with}"))),
        None => Ok(format!("--{bare}")),
    }
}

/// The name of a job in the cluster's lists.
fn job_name(experiment: &Path) -> String {
    let stem = experiment.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
    stem.chars().map(plain).collect()
}

fn absolute(path: &Path) -> Result<String, Error> {
    let absolute = std::path::absolute(path)
        .map_err(|error| Error::request(format!("cannot use {}: {error}", path.display())))?;
    absolute
        .into_os_string()
        .into_string()
        .map_err(|path| Error::request(format!("{} is not text in UTF-8", path.display())))
}

/// Refuses where the tasks or the merge would: results or parts of another experiment or version.
fn check_stored(plan: &Plan, places: &Places, tasks: u64) -> Result<(), Error> {
    check_file(plan, Path::new(&places.results)).map_err(results_error)?;
    for task in 0..tasks {
        let part = Path::new(&places.parts).join(format!("part-{task}.db"));
        check_file(plan, &part).map_err(|error| results_error_of(error, "another folder with --parts"))?;
    }
    Ok(())
}

fn check_file(plan: &Plan, path: &Path) -> Result<(), ResultsError> {
    match ResultsFile::open(path, Opened::ToRead) {
        Ok(results) => results.check(plan, Some(VERSION)),
        Err(ResultsError::Missing(_) | ResultsError::NoExperiment(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn write(path: &Path, text: &str, work: &Work) -> Result<(), Error> {
    let mut file = OutputFile::create(path, work.stop())
        .map_err(|error| unwritable(path, &error).with_hint("name another file with --out"))?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.keep());
    written.map_err(|error| unwritten(path, &error, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_and_even() {
        for (pairs, tasks) in [(1, 1), (10, 3), (1650, 98), (u64::MAX, 1001)] {
            let bounds: Vec<u64> = (0..=tasks).map(|task| share(pairs, tasks, task)).collect();
            assert_eq!((bounds[0], bounds[tasks as usize]), (0, pairs));
            let sizes: Vec<u64> = bounds.windows(2).map(|bound| bound[1] - bound[0]).collect();
            let (least, most) = (sizes.iter().min(), sizes.iter().max());
            assert!(least.zip(most).is_some_and(|(least, most)| *least > 0 && most - least <= 1), "{pairs}");
        }
    }

    #[test]
    fn time_limits_are_those_of_slurm() {
        for text in ["30", "30:00", "1:30:00", "2-12", "2-12:00", "2-12:00:00"] {
            assert_eq!(time_limit(text).as_deref(), Ok(text));
        }
        for text in ["", "0", "00:00", "-1", "1-", "1:2:3:4", "1h", "ten", "1-1-1", "30\n", "1::2"] {
            assert!(time_limit(text).is_err(), "{text:?}");
        }
        assert_eq!([0.0, 1.0, 200.0, 201.0].map(minutes_limit), ["10", "20", "20", "30"]);
    }

    #[test]
    fn options_keep_off_what_the_script_sets() {
        for (text, option_text) in [
            ("partition=long", "--partition=long"),
            ("--exclusive", "--exclusive"),
            ("comment=a b=c", "--comment=a b=c"),
        ] {
            assert_eq!(option(text).as_deref(), Ok(option_text));
        }
        for text in ["", "-p long", "=x", "Partition=x", "array=0-9", "--time=5", "mem=1G", "a b", "-"] {
            assert!(option(text).is_err(), "{text}");
        }
    }
}
