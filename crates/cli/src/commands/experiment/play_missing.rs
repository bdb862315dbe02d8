//! Playing what is not in the results yet.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use connect_toe_experiment::{Plan, PlayError, Tally, play};
use connect_toe_results::{Machine, ResultsError, ResultsFile};

use super::progress::Progress;
use super::{PlanFile, VERSION, tell};
use crate::failure::Failure;
use crate::interrupt;

/// What is told while games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Progress,
    Nothing,
}

/// The games so far. Damaged pairs are taken out, which is said: they are missing then.
fn sound_games(plan: &Plan, results: &ResultsFile) -> Result<Tally, ResultsError> {
    const MOST_LINES: usize = 10;
    let (tally, damages) = results.examine(plan)?;
    for damage in damages.iter().take(MOST_LINES) {
        tell(&format!("{} is damaged: {damage}", results.path().display()));
    }
    if damages.len() > MOST_LINES {
        tell(&format!("… and {} more", damages.len() - MOST_LINES));
    }
    if !damages.is_empty() {
        results.remove_pairs(plan, &damages)?;
        tell("what is damaged is taken out and played again");
    }
    Ok(tally)
}

/// Plays the pairs with these numbers (through all cells) that are missing or damaged; says whether all were played.
/// If not, the user has stopped it. A file that was made for this and got no games is removed again: it would be in the
/// way of the corrected experiment. `failure` says what a user can do about the file.
pub(crate) fn play_missing(
    file: &PlanFile,
    results: ResultsFile,
    range: Range<u64>,
    told: Told,
    failure: fn(ResultsError) -> Failure,
) -> Result<(ResultsFile, bool), Failure> {
    match play_into(file, &results, range, told, failure) {
        Ok(whole) => Ok((results, whole)),
        Err(why) => {
            if results.is_new() && results.is_empty().unwrap_or(false) {
                results.discard().map_err(failure)?;
            }
            Err(why)
        }
    }
}

fn play_into(
    file: &PlanFile,
    results: &ResultsFile,
    range: Range<u64>,
    told: Told,
    failure: fn(ResultsError) -> Failure,
) -> Result<bool, Failure> {
    let plan = &file.plan;
    let tally = sound_games(plan, results).map_err(failure)?;
    let missing = results.missing(plan, range).map_err(failure)?;
    let mut progress = match told {
        Told::Progress => Some(Progress::new(plan, tally, &missing)),
        Told::Nothing => None,
    };
    let mut writer = results.writer(plan, VERSION, machine());
    let mut failed: Option<ResultsError> = None;
    let stop = Arc::new(AtomicBool::new(false));
    let played = interrupt::stoppable_by_flag(&stop, || {
        play(plan, &missing, &stop, |pair| {
            let written = match &pair {
                Some(pair) => writer.add(pair),
                None => writer.tick(),
            };
            if let Some(progress) = &mut progress {
                progress.hear(pair.as_ref());
            }
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed.get_or_insert(error);
                    ControlFlow::Break(())
                }
            }
        })
    });
    if let Some(error) = failed {
        return Err(failure(error));
    }
    writer.flush().map_err(failure)?;
    if let Some(progress) = progress {
        progress.end();
    }
    match played {
        Ok(()) => Ok(true),
        Err(PlayError::Stopped) => Ok(false),
        Err(error @ PlayError::Cell { line, .. }) => {
            let separator = if line.is_some() { "," } else { ":" };
            Err(Failure::request(format!("{}{separator} {error}", file.path.display())))
        }
    }
}

/// The machine that this runs on.
fn machine() -> Machine {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    Machine { processor: processor(), cores, threads: rayon::current_num_threads() as u32 }
}

/// What the processor calls itself, if the system tells.
fn processor() -> String {
    let described = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = described
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()));
    name.map_or_else(|| format!("{} processor", std::env::consts::ARCH), str::to_owned)
}
