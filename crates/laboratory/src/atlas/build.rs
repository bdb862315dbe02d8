//! `atlas build`: finding the values of a plan's games.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use connect_toe_api::{Counter, Error, Fault, Hint, MemoryText, SealedTask, VERSION, Work};
use connect_toe_atlas::{AtlasPlan, Explored, PlannedGame};
use connect_toe_results::AtlasFile;
use connect_toe_solve::Memory;
use serde::{Deserialize, Serialize};

use super::crew::{SealedGames, SentGame};
use super::read::{AtlasStatus, atlas_error};
use super::threads::explore_here;
use crate::experiment::text_of;

/// Asks for the values of the games of a plan.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::BuildAtlas;
/// let folder = tempfile::tempdir().expect("a folder");
/// let plan = folder.path().join("small.toml");
/// std::fs::write(&plan, "games = [\"3x3:3\", \"4x3:3:-2\"]").expect("is written");
/// let built = BuildAtlas::new(plan.display().to_string()).run(&Work::new())?;
/// assert_eq!((built.games, built.wins, built.draws), (2, 1, 1));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildAtlas {
    /// The file of the plan (TOML).
    pub plan: String,
    /// The file of the atlas; without it the plan's name with `.db` for `.toml`. It may exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// Memory for the tables of each thread: a number of bytes, or a number with `k`, `M` or `G`.
    #[serde(default = "BuildAtlas::memory")]
    pub memory: String,
}

/// A larger file is not a plan.
const MOST_BYTES: u64 = 1 << 20;

impl BuildAtlas {
    /// Memory of a thread if the request does not name it.
    pub const MEMORY: &str = "64M";

    fn memory() -> String {
        BuildAtlas::MEMORY.to_owned()
    }

    /// The atlas of a plan.
    pub fn new(plan: impl Into<String>) -> BuildAtlas {
        BuildAtlas { plan: plan.into(), out: None, memory: BuildAtlas::memory() }
    }

    /// Finds the values that are missing. A game whose value was not found is searched again if the plan gives it more
    /// nodes than before. What is found is written at once, so a run that is stopped can be gone on with.
    ///
    /// # Errors
    /// A file that is not a plan, or not an atlas; one that cannot be written.
    pub fn run(&self, work: &Work) -> Result<AtlasStatus, Error> {
        let memory: MemoryText = self.memory.parse().map_err(Error::wrong("memory"))?;
        let path = PathBuf::from(&self.plan);
        let text = text_of(&path, MOST_BYTES).map_err(|error| {
            Error::request(format!("cannot read {}: {error}", path.display())).of_file(error.kind())
        })?;
        let plan = AtlasPlan::read(&text)
            .map_err(|error| Error::because(Fault::WrongFile, format!("{}: {error}", path.display())))?;
        let out = self.out.as_ref().map_or_else(|| path.with_extension("db"), PathBuf::from);
        if out == path {
            return Err(Error::because(Fault::FileExists, format!("{} is the plan", path.display()))
                .with_hint(Hint::other_file("out")));
        }
        let (games, start) = (plan.games(), Instant::now());
        if games.is_empty() {
            let message = format!("{}: no game fits the plan", path.display());
            return Err(Error::because(Fault::WrongFile, message)
                .with_hint("widen `dimensions`, `cells`, `sizes`, `k`, `placement` or `flags`"));
        }
        let file = AtlasFile::create_or_open(&out, &text, VERSION).map_err(atlas_error)?;
        let missing = file.missing(&games).map_err(atlas_error)?;
        explore_into(&file, &missing, memory.0, work)?;
        let left = file.missing(&games).map_err(atlas_error)?.len();
        let mut status = AtlasStatus::new(&file.atlas().map_err(atlas_error)?, Some(&games));
        status.file = Some(out.display().to_string());
        status.found = Some((missing.len() - left) as u64);
        status.seconds_of_run = Some(start.elapsed().as_secs_f64());
        status.interrupted = left > 0;
        if left > 0 {
            work.notice("stopped; what was found is kept. The same command goes on");
        }
        Ok(status)
    }
}

/// Explores games here or by a crew, and keeps what is found.
fn explore_into(file: &AtlasFile, missing: &[PlannedGame], memory: Memory, work: &Work) -> Result<(), Error> {
    if missing.is_empty() {
        return Ok(());
    }
    let counter = Counter::new(work, missing.len() as u64, "games");
    let stop = work.stop().part();
    let mut failed = None;
    let keep = |place: usize, explored: &Explored| -> Result<(), Error> {
        let Some(planned) = missing.get(place) else { return Ok(()) };
        counter.add(1);
        file.keep(planned, &explored.known, explored.is_complete).map_err(atlas_error)
    };
    if let Some(crew) = work.crew() {
        let task = SealedTask::new(&SealedGames::new(missing, memory))?;
        let units = 0..missing.len() as u64;
        let worked = crew.work(&task, std::slice::from_ref(&units), &mut |parcel| {
            let taken = parcel.map_or(Ok(()), |parcel| {
                SentGame::read(parcel)?.iter().try_for_each(|(place, explored)| keep(*place, explored))
            });
            failed = failed.take().or(taken.err());
            if failed.is_some() { ControlFlow::Break(()) } else { stop.listen() }
        });
        return failed.map_or(if stop.is_requested() { Ok(()) } else { worked }, Err);
    }
    explore_here(missing, memory, work.threads(), &stop, |found| {
        let kept = found.map_or(Ok(()), |(place, explored)| keep(place, &explored));
        failed = failed.take().or(kept.err());
        if failed.is_some() { ControlFlow::Break(()) } else { stop.listen() }
    })?;
    failed.map_or(Ok(()), Err)
}
