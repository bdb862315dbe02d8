//! Work done elsewhere: in other processes, on this machine or on others.
//!
//! Where a request has much to do, it asks a [`Crew`] in place of its own threads. The crew gets a [`SealedTask`], which is
//! all that a worker needs, and the numbers of the units that are to be done: pairs of an experiment, lines with positions
//! to solve, positions to grade on. A worker opens the task and does ranges of its units. What comes back is checked and
//! goes where it would have gone from here.

mod pairs;
mod ranges;

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::grade::{OpenedPositions, SealedPositions};
use crate::solve::{OpenedLines, SealedLines};
use crate::stored::VERSION;
use crate::work::Work;

pub(crate) use pairs::play;
use pairs::{OpenedExperiment, SealedExperiment};
pub(crate) use ranges::Ranges;

/// Does work in place of this process's threads.
///
/// ```
/// use std::ops::{ControlFlow, Range};
/// use connect_toe_api::{Crew, Error, Machines, Match, SealedTask, Work};
///
/// /// Does two units at a time, as a worker on another machine would.
/// struct Alone;
///
/// impl Crew for Alone {
///     fn work(
///         &self,
///         task: &SealedTask,
///         units: &[Range<u64>],
///         take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
///     ) -> Result<(), Error> {
///         let work = Work::new().with_threads(1);
///         let opened = task.open(&work)?;
///         for range in units {
///             for first in range.clone().step_by(2) {
///                 let done = opened.work(first..range.end.min(first + 2), None, &work)?;
///                 if take(Some(&done.parcel)).is_break() {
///                     return Ok(());
///                 }
///             }
///         }
///         Ok(())
///     }
///
///     fn machines(&self) -> Machines {
///         Machines { name: None, cores: 1, workers: 1 }
///     }
/// }
///
/// let request = Match { games: Some(20), ..Match::new("4x4:3", "two-ply", "random") };
/// let here = request.run(&Work::new())?;
/// assert_eq!(request.run(&Work::new().with_crew(Alone))?, here);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
pub trait Crew: Send + Sync {
    /// Does the units of a task that have these numbers, in any order, and hands over what [`OpenedTask::work`] gave: each
    /// parcel as soon as it is there, and `None` at least ten times a second while there is none, so that what has come is
    /// kept. Ends soon if the answer is `Break`.
    ///
    /// # Errors
    /// Units that cannot be done. What was handed over is kept.
    fn work(
        &self,
        task: &SealedTask,
        units: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Where the crew works, for the record of a run.
    fn machines(&self) -> Machines;
}

/// Where a crew works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machines {
    /// What they are, in words; `None` for the machine that the run is on.
    pub name: Option<String>,
    /// Processor cores that they have.
    pub cores: u32,
    /// Units that are done at the same time.
    pub workers: u32,
}

/// All that a worker needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedTask {
    /// Version of the program.
    version: String,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// Units are pairs, numbered through all conditions.
    Play(SealedExperiment),
    /// Units are lines.
    Solve(SealedLines),
    /// Units are positions of one ply.
    Grade(SealedPositions),
}

impl SealedTask {
    pub(crate) fn new(what: What) -> SealedTask {
        SealedTask { version: VERSION.to_owned(), what }
    }

    /// The task, ready to be done.
    ///
    /// # Errors
    /// Another version of this program, whose players may play differently; a task that is a different one here, or none:
    /// players that a program added have to be added here, too.
    pub fn open(&self, work: &Work) -> Result<OpenedTask, Error> {
        if self.version != VERSION {
            let found = &self.version;
            return Err(Error::request(format!(
                "the task comes from connect-toe {found}, and this is connect-toe {VERSION}"
            ))
            .with_hint(
                "players may play differently in another version: install the same one on all machines",
            ));
        }
        Ok(OpenedTask(match &self.what {
            What::Play(sealed) => Opened::Play(sealed.open(work)?),
            What::Solve(sealed) => Opened::Solve(sealed.open()?),
            What::Grade(sealed) => Opened::Grade(sealed.open(work)?),
        }))
    }
}

/// A task whose units can be done.
#[derive(Debug)]
pub struct OpenedTask(Opened);

#[derive(Debug)]
enum Opened {
    Play(OpenedExperiment),
    Solve(OpenedLines),
    Grade(OpenedPositions),
}

/// Units that were done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneRange {
    /// What they gave, for [`Crew::work`] to hand over.
    pub parcel: Vec<u8>,
    /// The units of the range that were not done, because the time was over.
    pub left: Vec<Range<u64>>,
}

/// When no more units of a range are begun.
#[derive(Clone, Copy)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    fn after(limit: Option<Duration>) -> Deadline {
        Deadline(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// The range, if it has units.
pub(crate) fn not_empty(range: Range<u64>) -> Vec<Range<u64>> {
    Some(range).filter(|range| !range.is_empty()).into_iter().collect()
}

impl OpenedTask {
    /// Does the units of a range. After `limit` no more is begun: at least one is done.
    ///
    /// # Errors
    /// A range that the task does not have; a unit that cannot be done; a stop.
    pub fn work(&self, range: Range<u64>, limit: Option<Duration>, work: &Work) -> Result<DoneRange, Error> {
        let units = match &self.0 {
            Opened::Play(task) => task.units(),
            Opened::Solve(task) => task.units(),
            Opened::Grade(task) => task.units(),
        };
        if range.is_empty() || range.end > units {
            let Range { start, end } = range;
            return Err(Error::request(format!("the units of the task are 0..{units}, not {start}..{end}")));
        }
        let deadline = Deadline::after(limit);
        match &self.0 {
            Opened::Play(task) => task.work(range, deadline, work),
            Opened::Solve(task) => task.work(range, deadline, work),
            Opened::Grade(task) => task.work(range, deadline, work),
        }
    }
}
