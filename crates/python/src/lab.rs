//! Experiments on many machines: what a worker plays, and the run that has workers play.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use connect_toe_api::{
    Crew, Error, ExperimentFile, Machines, OpenedExperiment, RunExperiment, SealedExperiment, Start,
    StatusOfExperiment,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::json::{python_of, read, text_of};
use crate::watch::{Door, Raised};

/// An experiment on the machine of a worker, of which ranges of pairs are played.
#[pyclass(module = "connect_toe._native", frozen)]
pub(crate) struct SealedPairs {
    experiment: OpenedExperiment,
    hash: String,
}

/// A parcel, the number of its pairs, and the ranges that are left.
type Played<'py> = (Bound<'py, PyBytes>, u64, Vec<(u64, u64)>);

#[pymethods]
impl SealedPairs {
    /// Opens what a run has sealed.
    #[new]
    fn new(py: Python<'_>, sealed: &str) -> PyResult<SealedPairs> {
        let sealed: SealedExperiment = read(sealed)?;
        let experiment = Door::new(1, None).short(py, |work| sealed.open(work))?;
        Ok(SealedPairs { experiment, hash: sealed.hash().to_owned() })
    }

    /// The experiment's identity.
    #[getter]
    fn hash(&self) -> &str {
        &self.hash
    }

    /// The number of pairs of all conditions.
    #[getter]
    fn pairs(&self) -> u64 {
        self.experiment.pairs()
    }

    /// Plays the pairs of a range on one thread, and begins no more after `seconds`.
    #[pyo3(signature = (start, end, seconds, progress=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        end: u64,
        seconds: f64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Played<'py>> {
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("{seconds} seconds are not a time limit")))?;
        let played = Door::new(1, progress)
            .long(py, |work| self.experiment.play(Range { start, end }, Some(limit), work))?;
        let left = played.left.iter().map(|range| (range.start, range.end)).collect();
        Ok((PyBytes::new(py, &played.parcel), played.pairs, left))
    }
}

/// A crew that Python code has: called with the sealed experiment and the missing ranges, it gives an iterator of
/// parcels, and of None while there is none.
struct PythonCrew {
    crew: Py<PyAny>,
    machines: Machines,
    raised: Raised,
}

impl PythonCrew {
    fn iterate(
        &self,
        experiment: &SealedExperiment,
        missing: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> PyResult<()> {
        let missing: Vec<(u64, u64)> = missing.iter().map(|range| (range.start, range.end)).collect();
        let sealed = text_of(experiment)?;
        let parcels = Python::attach(|py| {
            let parcels = self.crew.bind(py).call1((sealed, missing))?;
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
    fn play(
        &self,
        experiment: &SealedExperiment,
        missing: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.iterate(experiment, missing, take).map_err(|raised| {
            let message = raised.to_string();
            self.raised.set(raised);
            Error::run(message)
        })
    }

    fn machines(&self) -> Machines {
        self.machines.clone()
    }
}

/// The experiment and its results, as the command line names them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenExperiment {
    experiment: String,
    results: Option<String>,
    set: Vec<String>,
    seed: Option<u64>,
}

impl From<GivenExperiment> for ExperimentFile {
    fn from(given: GivenExperiment) -> ExperimentFile {
        let GivenExperiment { experiment, results, set, seed } = given;
        ExperimentFile { experiment, results, set, seed }
    }
}

/// Plays what is missing of an experiment by a crew, into its results file.
#[pyfunction]
#[pyo3(signature = (file, crew, machines, *, resume=false, any_version=false, progress=None))]
pub(crate) fn run_experiment(
    py: Python<'_>,
    file: GivenExperiment,
    crew: Py<PyAny>,
    machines: (Option<String>, u32, u32),
    resume: bool,
    any_version: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyAny>> {
    let start = if resume { Start::Resume } else { Start::New };
    let request = RunExperiment { file: file.into(), start, any_version };
    let (name, cores, workers) = machines;
    let door = Door::new(1, progress);
    let crew = PythonCrew { crew, machines: Machines { name, cores, workers }, raised: door.raised() };
    let status = door.long(py, |work| request.run(&work.clone().with_crew(crew)))?;
    python_of(py, &status)
}

/// How far an experiment has come.
#[pyfunction]
pub(crate) fn status_of_experiment(py: Python<'_>, file: GivenExperiment) -> PyResult<Bound<'_, PyAny>> {
    let request = StatusOfExperiment { file: file.into() };
    let status = Door::new(1, None).long(py, |work| request.run(work))?;
    python_of(py, &status)
}
