//! Tasks that a crew can be given: pairs to play, lines of positions to solve, positions to grade on, games to explore.

mod pairs;
mod ranges;

use connect_toe_api::{Error, OpenedTask, SOLVE_TASK, SealedTask, TaskKind, Work};

use crate::atlas::SealedGames;
use crate::grade::SealedPositions;

use pairs::SealedExperiment;
pub(crate) use pairs::play;
pub(crate) use ranges::Ranges;

/// Makes a task of any kind ready to be worked on.
///
/// ```
/// use std::ops::{ControlFlow, Range};
/// use connect_toe_api::{Crew, Error, Machines, SealedTask, Work};
/// use connect_toe_laboratory::{Match, open_task};
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
///         let opened = open_task(task, &work)?;
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
///
/// # Errors
/// As [`SealedTask::open`].
pub fn open_task(task: &SealedTask, work: &Work) -> Result<OpenedTask, Error> {
    let kinds = [
        TaskKind::of::<SealedExperiment>(),
        SOLVE_TASK,
        TaskKind::of::<SealedPositions>(),
        TaskKind::of::<SealedGames>(),
    ];
    task.open(&kinds, work)
}
