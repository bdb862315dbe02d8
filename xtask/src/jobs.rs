//! Jobs: programs that run side by side. What a job prints is shown whole when it has ended.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The lines of a failed job that the end of the log shows again.
const LAST_LINES: usize = 60;

/// A program to run.
pub(crate) struct Job {
    name: String,
    command: Command,
    after: Option<&'static str>,
}

impl Job {
    pub(crate) fn new(name: impl Into<String>, command: Command) -> Job {
        Job { name: name.into(), command, after: None }
    }

    /// The job starts when the job with this name has passed.
    pub(crate) fn after(mut self, name: &'static str) -> Job {
        self.after = Some(name);
        self
    }
}

/// How a job ended.
#[derive(Debug, PartialEq)]
pub(crate) struct Ended {
    name: String,
    time: Duration,
    has_passed: bool,
    tests: Tests,
    /// The last lines that it printed, if it has failed.
    last_lines: Vec<String>,
}

/// Tests of Rust's test programs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tests {
    passed: u64,
    failed: u64,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    ended: Vec<Ended>,
}

impl State {
    /// The first job that may start. A job whose predecessor has failed ends here.
    fn next(&mut self) -> Option<Job> {
        let has_passed =
            |state: &State, name: &str| Some(state.ended.iter().find(|ended| ended.name == name)?.has_passed);
        let mut place = 0;
        while place < self.waiting.len() {
            match self.waiting[place].after.map(|name| (name, has_passed(self, name))) {
                None | Some((_, Some(true))) => return self.waiting.remove(place),
                Some((_, None)) => place += 1,
                Some((name, Some(false))) => {
                    if let Some(job) = self.waiting.remove(place) {
                        println!("==> {}: not run, because {name} failed", job.name);
                        self.end(job.name, Duration::ZERO, false, "");
                    }
                }
            }
        }
        None
    }

    fn end(&mut self, name: String, time: Duration, has_passed: bool, printed: &str) {
        let mut last_lines = Vec::new();
        if !has_passed {
            last_lines.extend(printed.lines().rev().take(LAST_LINES).map(str::to_owned));
            last_lines.reverse();
        }
        self.ended.push(Ended { name, time, has_passed, tests: tests_in(printed), last_lines });
    }
}

/// Runs jobs, as many at a time as there are processors, in the order given as far as they may start.
pub(crate) fn run(jobs: Vec<Job>) -> Vec<Ended> {
    let state = Mutex::new(State { waiting: jobs.into(), ended: Vec::new() });
    let changed = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let mut guard = lock();
        while !guard.waiting.is_empty() {
            let Some(mut job) = guard.next() else {
                guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(guard);
            let start = Instant::now();
            let output = output_of(&mut job.command);
            let time = start.elapsed();
            // Shown under the lock: outputs do not mix.
            guard = lock();
            println!("==> {}: {:.1} s", job.name, time.as_secs_f64());
            let (has_passed, text) = output.unwrap_or_else(|error| (false, format!("error: {error:#}\n")));
            print!("{text}");
            guard.end(job.name, time, has_passed, &text);
            changed.notify_all();
        }
        changed.notify_all();
    };
    std::thread::scope(|scope| {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        for _ in 0..processors {
            scope.spawn(work);
        }
    });
    state.into_inner().unwrap_or_else(PoisonError::into_inner).ended
}

/// Says how long each job took, and what has failed.
///
/// # Errors
/// A job has failed.
pub(crate) fn conclude(mut ended: Vec<Ended>) -> Result<()> {
    ended.sort_by_key(|job| std::cmp::Reverse(job.time));
    // Again, where readers of a long log look first.
    for job in ended.iter().filter(|job| !job.has_passed) {
        println!("==> {} failed; its last lines:", job.name);
        job.last_lines.iter().for_each(|line| println!("{line}"));
    }
    println!("==> all jobs, the longest first");
    let mut tests = Tests::default();
    for job in &ended {
        let state = if job.has_passed { "passed" } else { "FAILED" };
        println!("{:>8.1} s  {state}  {}", job.time.as_secs_f64(), job.name);
        tests.passed += job.tests.passed;
        tests.failed += job.tests.failed;
    }
    println!("in all {} tests of Rust passed, {} failed", tests.passed, tests.failed);
    let failed: Vec<&str> = ended.iter().filter(|job| !job.has_passed).map(|job| &*job.name).collect();
    if failed.is_empty() {
        println!("{} jobs passed", ended.len());
        Ok(())
    } else {
        bail!("failed: {}", failed.join(", "))
    }
}

/// Whether a program succeeds, and all that it prints.
fn output_of(command: &mut Command) -> Result<(bool, String)> {
    let mut file = tempfile::tempfile().context("no file for the output")?;
    let copy = |file: &File| file.try_clone().map(Stdio::from);
    command.stdin(Stdio::null()).stdout(copy(&file)?).stderr(copy(&file)?);
    let status =
        command.status().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let mut bytes = Vec::new();
    file.seek(io::SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok((status.success(), String::from_utf8_lossy(&bytes).into_owned()))
}

/// The sum of the lines in which Rust's test programs say how they ended.
fn tests_in(output: &str) -> Tests {
    let mut tests = Tests::default();
    for line in output.lines().filter(|line| line.starts_with("test result: ")) {
        let number = |what: &str| -> u64 {
            let before = line.split(what).next().filter(|before| before.len() < line.len());
            before.and_then(|before| before.split_whitespace().next_back()?.parse().ok()).unwrap_or(0)
        };
        tests.passed += number(" passed");
        tests.failed += number(" failed");
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn job(name: &str, script: &str) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Job::new(name, command)
    }

    #[test]
    #[cfg(unix)]
    fn jobs_wait_for_others_and_failures_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("made");
        let make = format!("sleep 0.2; touch '{}'", file.display());
        let look = format!("test -e '{}'", file.display());
        let ended = run(vec![
            job("look", &look).after("make"),
            job("make", &make),
            job("fail", "echo 'test result: FAILED. 3 passed; 1 failed; 0 ignored'; exit 1"),
            job("never", "true").after("fail"),
        ]);
        let passed = |name: &str| ended.iter().find(|job| job.name == name).map(|job| job.has_passed);
        assert_eq!(["look", "make"].map(passed), [Some(true); 2]);
        assert_eq!(["fail", "never"].map(passed), [Some(false); 2]);
        let failed = ended.iter().find(|job| job.name == "fail").map(|job| &job.last_lines[..]);
        assert_eq!(failed, Some(&["test result: FAILED. 3 passed; 1 failed; 0 ignored".to_owned()][..]));
        let error = conclude(ended).expect_err("two have failed").to_string();
        assert!(error.contains("fail") && error.contains("never") && !error.contains("make"), "{error}");
    }

    #[test]
    fn results_of_test_programs_are_summed() {
        let output = "test a ... ok\ntest result: ok. 12 passed; 0 failed; 1 ignored; finished in 0.1s\n\
                      test result: FAILED. 1 passed; 2 failed; 0 ignored\n3 passed in 1 s\n";
        assert_eq!(tests_in(output), Tests { passed: 13, failed: 2 });
    }
}
