//! Experiments, whose files may name players of Python.

use std::fmt::Display;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::{fs, io};

use connect_toe_api::{Error, Work};
use connect_toe_laboratory::{
    ExperimentFile, ExportExperiment, ExportForm, GameOfExperiment, ReportExperiment, RunExperiment, Start,
    StatusOfExperiment,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::error::refuse;
use crate::json::{dict_of, row_of};
use crate::lab::{GivenCrew, PythonCrew};
use crate::number::{whole, whole_or_none};
use crate::path::GivenPath;
use crate::player::{Player, clones};
use crate::watch::{Door, Raised};

/// An experiment: the path of its file, or what would be in it, as TOML.
pub(crate) enum GivenExperiment {
    Path(GivenPath),
    Toml(String),
}

impl<'py> FromPyObject<'_, 'py> for GivenExperiment {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenExperiment> {
        let py = given.py();
        if !given.is_instance_of::<PyDict>() {
            return given.extract().map(GivenExperiment::Path);
        }
        let json: String = py.import("json")?.call_method1("dumps", (given,))?.extract()?;
        let refused =
            |error: &dyn Display| refuse(py, format!("the dictionary is not an experiment: {error}"));
        let value: serde_json::Value = serde_json::from_str(&json).map_err(|error| refused(&error))?;
        toml::to_string(&value).map(GivenExperiment::Toml).map_err(|error| refused(&error))
    }
}

impl GivenExperiment {
    /// The path of its file, and whether it is new: what is not in one yet is written beside the results, where it can be
    /// gone on with.
    fn path(self, py: Python<'_>, results: Option<&GivenPath>) -> PyResult<(GivenPath, bool)> {
        let toml = match self {
            GivenExperiment::Path(path) => return Ok((path, false)),
            GivenExperiment::Toml(toml) => toml,
        };
        let Some(results) = results else {
            return Err(refuse(
                py,
                "an experiment that is a dictionary needs results=, the file for its games",
            ));
        };
        let path = Path::new(&results.0).with_extension("toml");
        let is_new = match fs::read_to_string(&path) {
            Ok(text) if text == toml => false,
            Ok(_) => {
                let message = format!("{} is another experiment: name other results", path.display());
                return Err(refuse(py, message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::write(&path, toml)?;
                true
            }
            Err(error) => return Err(error.into()),
        };
        Ok((GivenPath(path.display().to_string()), is_new))
    }
}

/// The experiment and its results as a request names them.
fn file_of(
    experiment: GivenPath,
    results: Option<GivenPath>,
    settings: Option<Vec<String>>,
    seed: Option<u64>,
) -> ExperimentFile {
    ExperimentFile {
        experiment: experiment.0,
        results: results.map(|path| path.0),
        set: settings.unwrap_or_default(),
        seed,
    }
}

/// Plays the games of an experiment file that are missing, and gives its status, the JSON of ``connect-toe experiment run``.
///
/// ``experiment`` is the path of the file, or a dictionary with what would be in it, which is written beside ``results`` as
/// TOML: there ``resume``, reports and the command line find it.
///
/// ``players`` are those that the file names besides the engine's: a heuristic as ``alpha-beta:depth=2,eval=NAME`` with any
/// search, a player that chooses as ``NAME``. The games go into the file ``results``, by default beside the experiment, under
/// these names.
/// With ``resume`` there are results, which are completed; with ``any_version`` they may be those of another version of this
/// program, whose players may play differently. ``settings`` replace values of the file, as in ["games_per_cell=20"]. For
/// ``threads`` and ``progress`` see ``Game.match``: a callback that returns False ends the call, and the status says so.
/// ``crew`` plays in place of threads: ``connect_toe.lab.run_experiment`` has one of processes or of a cluster.
///
/// Raises RequestError if a file is not right for this, or the results are of another experiment; OSError if a file cannot be
/// read or written.
///
/// >>> import pathlib, tempfile
/// >>> text = '''games_per_cell = 10
/// ... [[study]]
/// ... name = "corners"
/// ... game = "3x3:3"
/// ... player = ["minimax:depth=1,eval=corners", "two-ply"]
/// ... opponent = "random"
/// ... '''
/// >>> def corners(boards, to_move, side):
/// ...     return (boards[:, 0, 0] + boards[:, -1, -1]) * side
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     file = pathlib.Path(folder) / "corners.toml"
/// ...     _ = file.write_text(text)
/// ...     status = play_experiment(file, players=[Player(name="corners", evaluate=corners)])
/// >>> status["done"], status["games"]
/// (True, 20)
#[pyfunction]
#[pyo3(signature = (
    experiment, results=None, *, players=None, settings=None, seed=None, resume=false, any_version=false,
    threads=0, progress=None, crew=None
))]
#[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
pub(crate) fn play_experiment(
    py: Python<'_>,
    experiment: GivenExperiment,
    results: Option<GivenPath>,
    players: Option<Vec<Py<Player>>>,
    settings: Option<Vec<String>>,
    #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
    resume: bool,
    any_version: bool,
    #[pyo3(from_py_with = whole)] threads: usize,
    progress: Option<Py<PyAny>>,
    crew: Option<GivenCrew>,
) -> PyResult<Bound<'_, PyDict>> {
    let (experiment, is_new) = experiment.path(py, results.as_ref())?;
    let (file, games) = (PathBuf::from(&experiment.0), results.as_ref().map(|path| PathBuf::from(&path.0)));
    let start = if resume { Start::Resume } else { Start::New };
    let request = RunExperiment { file: file_of(experiment, results, settings, seed), start, any_version };
    let door = Door::new(threads, progress).with_players(py, players.unwrap_or_default())?;
    let crew = crew.map(|crew| PythonCrew::new(crew, door.raised()));
    let status = door.long(py, |work| match crew {
        Some(crew) => request.run(&work.clone().with_crew(crew)),
        None => request.run(work),
    });
    if is_new && status.is_err() && !games.is_some_and(|games| games.exists()) {
        // It is not one, and would stand in the way of the one that was meant.
        let _ = fs::remove_file(&file);
    }
    dict_of(py, &status?)
}

/// The results of an experiment, of which questions can be asked. For the arguments see ``play_experiment``.
#[pyclass(module = "connect_toe", frozen)]
pub(crate) struct ExperimentResults {
    file: ExperimentFile,
    players: Vec<Py<Player>>,
}

#[pymethods]
impl ExperimentResults {
    #[new]
    #[pyo3(signature = (experiment, results=None, *, players=None, settings=None, seed=None))]
    fn new(
        experiment: GivenPath,
        results: Option<GivenPath>,
        players: Option<Vec<Py<Player>>>,
        settings: Option<Vec<String>>,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
    ) -> ExperimentResults {
        let file = file_of(experiment, results, settings, seed);
        ExperimentResults { file, players: players.unwrap_or_default() }
    }

    /// How far the experiment has come: the JSON of ``connect-toe experiment status``.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let request = StatusOfExperiment { file: self.file.clone() };
        let status = self.ask(py, |work| request.run(work))?;
        dict_of(py, &status)
    }

    /// The cells of the experiment, and how they stand: the rows of a table (``pandas.DataFrame(results.rows())``), one for
    /// each game and each two players of a study, with wins, draws and losses of ``player``.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let file = self.file.clone();
        let standing = self.ask(py, move |work| file.standing(work))?;
        let rows = standing.cells.iter().map(|cell| row_of(py, cell)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, rows)
    }

    /// One game with its moves, the JSON of ``connect-toe experiment game``: of the ``study``, by default the first, and of its
    /// ``cell``, both by their names and numbers in ``rows``; ``number`` counts the games of a cell from 0.
    ///
    /// Raises RequestError if there is no such game, or it is not played yet.
    #[pyo3(signature = (study=None, cell=None, number=None))]
    fn game<'py>(
        &self,
        py: Python<'py>,
        study: Option<String>,
        #[pyo3(from_py_with = whole_or_none)] cell: Option<usize>,
        #[pyo3(from_py_with = whole_or_none)] number: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let request = GameOfExperiment { file: self.file.clone(), study, cell, number };
        let game = self.ask(py, move |work| request.run(work))?;
        dict_of(py, &game)
    }

    /// Writes every game to ``out``, the path of a file or a binary file that is open, such as ``sys.stdout.buffer``, as the
    /// lines of ``connect-toe experiment export`` or as its JSON.
    #[pyo3(signature = (out, *, json=false))]
    fn export(&self, py: Python<'_>, out: &Bound<'_, PyAny>, json: bool) -> PyResult<()> {
        let form = if json { ExportForm::Json } else { ExportForm::Csv };
        let request = ExportExperiment { file: self.file.clone(), form };
        if let Ok(path) = out.extract::<PathBuf>() {
            return self.ask(py, move |work| request.run_into(work, &path));
        }
        let (door, out) = (self.door(py)?, out.clone().unbind());
        let out = BufWriter::with_capacity(1 << 16, BinaryFile { file: out, raised: door.raised() });
        door.long(py, move |work| request.run(work, out))
    }

    /// Writes the report into the folder ``out``, by default beside the experiment, and gives the JSON of ``connect-toe
    /// experiment report``.
    #[pyo3(signature = (out=None))]
    fn report<'py>(&self, py: Python<'py>, out: Option<GivenPath>) -> PyResult<Bound<'py, PyDict>> {
        let out = out.map(|path| path.0);
        let request = ReportExperiment { file: self.file.clone(), out, with_links: false };
        let written = self.ask(py, |work| request.run(work))?;
        dict_of(py, &written)
    }
}

impl ExperimentResults {
    fn ask<A: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&Work) -> Result<A, Error> + Send,
    ) -> PyResult<A> {
        self.door(py)?.long(py, run)
    }

    fn door(&self, py: Python<'_>) -> PyResult<Door> {
        Door::new(1, None).with_players(py, clones(py, &self.players))
    }
}

/// A binary file that Python has opened.
struct BinaryFile {
    file: Py<PyAny>,
    raised: Raised,
}

impl io::Write for BinaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written =
            Python::attach(|py| self.file.call_method1(py, "write", (PyBytes::new(py, bytes),)).map(drop));
        written.map(|()| bytes.len()).map_err(|exception| {
            let message = exception.to_string();
            self.raised.set(exception);
            io::Error::other(message)
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
