//! Work on many machines: what a worker does, and the requests that have workers.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use connect_toe_api::{Crew, Error, Machines, OpenedTask, SealedTask, SolveLines};
use connect_toe_game::text::printable_json;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::json::{read, text_of};
use crate::player::{Player, clones};
use crate::watch::{Door, Raised};

/// A task on the machine of a worker, of which ranges of units are done.
#[pyclass(module = "connect_toe._native", frozen)]
pub(crate) struct Task {
    opened: OpenedTask,
    /// With players of Python, the task as it was sent: each call opens it with its own door, where their exceptions go.
    own: Option<(SealedTask, Vec<Py<Player>>)>,
}

/// A parcel, and the ranges that are left.
type Done<'py> = (Bound<'py, PyBytes>, Vec<(u64, u64)>);

#[pymethods]
impl Task {
    /// Opens what a request has sealed, which may name these players.
    #[new]
    #[pyo3(signature = (sealed, players=None))]
    fn new(py: Python<'_>, sealed: &str, players: Option<Vec<Py<Player>>>) -> PyResult<Task> {
        let (sealed, players): (SealedTask, _) = (read(sealed)?, players.unwrap_or_default());
        let door = Door::new(1, None).with_players(py, clones(py, &players))?;
        let opened = door.short(py, |work| connect_toe_laboratory::open_task(&sealed, work))?;
        Ok(Task { opened, own: (!players.is_empty()).then_some((sealed, players)) })
    }

    /// Does the units of a range on one thread, and begins no more after `seconds`.
    #[pyo3(signature = (start, end, seconds, progress=None))]
    fn work<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        end: u64,
        seconds: f64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Done<'py>> {
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("{seconds} seconds are not a time limit")))?;
        let (range, door) = (Range { start, end }, Door::new(1, progress));
        let done = match &self.own {
            None => door.long(py, |work| self.opened.work(range, Some(limit), work)),
            Some((sealed, players)) => door.with_players(py, clones(py, players))?.long(py, |work| {
                connect_toe_laboratory::open_task(sealed, work)?.work(range, Some(limit), work)
            }),
        }?;
        let left = done.left.iter().map(|range| (range.start, range.end)).collect();
        Ok((PyBytes::new(py, &done.parcel), left))
    }
}

/// A crew of Python code: a callable that takes a sealed task and ranges of units, and gives an iterator of parcels,
/// with None while there is none.
pub(crate) struct PythonCrew {
    crew: Py<PyAny>,
    machines: Machines,
    raised: Raised,
}

/// The callable, and what the workers are in words, their cores, their number.
pub(crate) type GivenCrew = (Py<PyAny>, (Option<String>, u32, u32));

impl PythonCrew {
    pub(crate) fn new((crew, (name, cores, workers)): GivenCrew, raised: Raised) -> PythonCrew {
        PythonCrew { crew, machines: Machines { name, cores, workers }, raised }
    }

    fn iterate(
        &self,
        task: &SealedTask,
        units: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> PyResult<()> {
        let units: Vec<(u64, u64)> = units.iter().map(|range| (range.start, range.end)).collect();
        let sealed = text_of(task)?;
        let parcels = Python::attach(|py| {
            let parcels = self.crew.bind(py).call1((sealed, units))?;
            Ok::<_, PyErr>(parcels.try_iter()?.unbind())
        })?;
        loop {
            let next = Python::attach(|py| {
                let parcel = parcels.bind(py).clone().next().transpose()?;
                parcel.map(|parcel| parcel.extract::<Option<Vec<u8>>>()).transpose()
            })?;
            let Some(parcel) = next else { return Ok(()) };
            if take(parcel.as_deref()).is_break() {
                return Python::attach(|py| parcels.bind(py).call_method0("close").map(drop));
            }
        }
    }
}

impl Crew for PythonCrew {
    fn work(
        &self,
        task: &SealedTask,
        units: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.iterate(task, units, take).map_err(|exception| self.raised.ended(exception))
    }

    fn machines(&self) -> Machines {
        self.machines.clone()
    }
}

/// Has a crew solve lines of positions. `each` is called with the answer of each position as the command line's JSON,
/// in the order of the lines. Gives the number of positions that were compared with an expected value, and of those
/// that differ.
#[pyfunction]
#[pyo3(signature = (request, name, crew, each, *, progress=None))]
pub(crate) fn solve_lines(
    py: Python<'_>,
    request: &str,
    name: &str,
    crew: GivenCrew,
    each: &Bound<'_, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64)> {
    let request: SolveLines = read(request)?;
    let (door, each) = (Door::new(1, progress), each.clone().unbind());
    let raised = door.raised();
    let crew = PythonCrew::new(crew, door.raised());
    let solved = door.long(py, |work| {
        let work = work.clone().with_crew(crew);
        request.run_on(request.lines.as_bytes(), name, &work, |line| {
            let json = serde_json::to_string(&line).map_err(Error::run)?;
            let json = printable_json(&json);
            let called = Python::attach(|py| each.call1(py, (json.as_ref(),)).map(drop));
            called.map_err(|exception| raised.ended(exception))
        })
    })?;
    Ok((solved.checked, solved.wrong))
}
