//! Tasks for a crew: how they are sealed, opened and worked on.

use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::crew::{SealedTask, VERSION};
use crate::error::Error;
use crate::reason::Fault;
use crate::work::Work;

/// A kind of task: its name, and what opens one.
#[derive(Clone, Copy)]
pub struct TaskKind {
    name: &'static str,
    open: Open,
}

type Open = fn(&SealedTask, &Work) -> Result<Box<dyn Units>, Error>;

/// What tasks of one kind consist of, as it is sent.
pub trait Task: Serialize + DeserializeOwned {
    /// The name of the kind.
    const KIND: &'static str;

    /// Makes the task ready to be worked on.
    ///
    /// # Errors
    /// A task that cannot be read here, or that would be a different one here.
    fn open(self, work: &Work) -> Result<Box<dyn Units>, Error>;
}

/// The units of an opened task, counted from 0.
pub trait Units: fmt::Debug + Send + Sync {
    /// How many there are.
    fn units(&self) -> u64;

    /// Does the units of a range that the task has. After the deadline no unit but the first is begun.
    ///
    /// # Errors
    /// A unit that cannot be done; a stop.
    fn work(&self, range: Range<u64>, deadline: Deadline, work: &Work) -> Result<DoneRange, Error>;
}

impl TaskKind {
    /// The kind of these tasks.
    pub const fn of<T: Task>() -> TaskKind {
        TaskKind {
            name: T::KIND,
            open: |task, work| {
                let content = T::deserialize(&task.content);
                content
                    .map_err(|error| {
                        Error::because(Fault::WrongTask, format!("the task cannot be read: {error}"))
                    })?
                    .open(work)
            },
        }
    }

    /// Makes a task of this kind ready to be worked on.
    ///
    /// # Errors
    /// As [`SealedTask::open`].
    pub fn open(self, task: &SealedTask, work: &Work) -> Result<OpenedTask, Error> {
        task.open(&[self], work)
    }
}

impl fmt::Debug for TaskKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TaskKind").field(&self.name).finish()
    }
}

impl SealedTask {
    /// Seals a task.
    ///
    /// # Errors
    /// A task that cannot be written as JSON.
    pub fn new<T: Task>(task: &T) -> Result<SealedTask, Error> {
        let content = serde_json::to_value(task).map_err(Error::run)?;
        Ok(SealedTask { version: VERSION.to_owned(), kind: T::KIND.to_owned(), content })
    }

    /// Makes the task, which is of one of these kinds, ready to be worked on.
    ///
    /// # Errors
    /// Another version of this program, whose players may play differently; a task that cannot be read here, or that
    /// would be a different one here: players that a program added have to be added here, too.
    pub fn open(&self, kinds: &[TaskKind], work: &Work) -> Result<OpenedTask, Error> {
        if self.version != VERSION {
            let found = &self.version;
            return Err(Error::because(
                Fault::WrongTask,
                format!("the task comes from connect-toe {found}, and this is connect-toe {VERSION}"),
            )
            .with_hint(
                "players may play differently in another version: install the same one on all machines",
            ));
        }
        let kind = kinds.iter().find(|kind| kind.name == self.kind);
        let kind = kind.ok_or_else(|| {
            Error::because(Fault::WrongTask, format!("tasks of the kind {} are not known", self.kind))
        })?;
        Ok(OpenedTask((kind.open)(self, work)?))
    }
}

/// A task whose units can be done.
#[derive(Debug)]
pub struct OpenedTask(Box<dyn Units>);

/// Units that were done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneRange {
    /// What they gave, for [`Crew::work`](crate::Crew::work) to hand over.
    pub parcel: Vec<u8>,
    /// The units of the range that were not done, because the time was over.
    pub left: Vec<Range<u64>>,
}

impl OpenedTask {
    /// Does the units of a range. After `limit` no further unit is begun; at least one is done.
    ///
    /// # Errors
    /// A range that the task does not have; a unit that cannot be done; a stop.
    pub fn work(&self, range: Range<u64>, limit: Option<Duration>, work: &Work) -> Result<DoneRange, Error> {
        let units = self.0.units();
        if range.is_empty() || range.end > units {
            let Range { start, end } = range;
            return Err(Error::because(
                Fault::WrongTask,
                format!("the units of the task are 0..{units}, not {start}..{end}"),
            ));
        }
        self.0.work(range, Deadline::after(limit), work)
    }
}

/// The time after which no more units of a range are begun.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    fn after(limit: Option<Duration>) -> Deadline {
        Deadline(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    /// Whether it has passed.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// The range, if it has units.
pub fn not_empty(range: Range<u64>) -> Vec<Range<u64>> {
    Some(range).filter(|range| !range.is_empty()).into_iter().collect()
}
