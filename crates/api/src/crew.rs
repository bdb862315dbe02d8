//! Work done elsewhere: in other processes, on this machine or on others.
//!
//! Where a request has much to do, it asks a [`Crew`] in place of its own threads. The crew gets a [`SealedTask`], which is
//! all that a worker needs, and the numbers of the units that are to be done: lines with positions to solve, pairs of an
//! experiment. A worker opens the task and does ranges of its units. What comes back is checked and goes where it would
//! have gone from here.

use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;

/// Version of the program. Players may play differently in another one.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Does work in place of this process's threads.
///
/// ```
/// use std::ops::{ControlFlow, Range};
/// use connect_toe_api::{Crew, Error, Machines, SOLVE_TASK, SealedTask, SolveLines, Work};
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
///         let opened = SOLVE_TASK.open(task, &work)?;
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
/// let lines = "- win\na1 loss\na1 b1\n".to_owned();
/// let request = SolveLines { lines, value_only: true, ..SolveLines::new("4x4:3") };
/// let solved = request.run(&Work::new().with_crew(Alone))?;
/// assert_eq!((solved.positions.len(), solved.checked, solved.wrong), (3, 2, 0));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
pub trait Crew: Send + Sync {
    /// Does the units of the task with these numbers, in any order. `take` gets each parcel of
    /// [`OpenedTask::work`](crate::OpenedTask::work) as soon as it is there, and `None` at least ten times a second
    /// while there is none, so that what has come is kept. The work ends soon after `take` returns `Break`.
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
    pub(crate) version: String,
    /// The name of a [kind of task](crate::TaskKind).
    pub(crate) kind: String,
    /// What a task of this kind consists of.
    pub(crate) content: Value,
}
