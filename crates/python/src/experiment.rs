//! Experiments whose files name players of Python.

use std::path::PathBuf;

use connect_toe_api::{ExperimentFile, RunExperiment, Start};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::json::python_of;
use crate::player::Player;
use crate::watch::Door;

/// Plays the games of an experiment file that are missing, and gives its status, the JSON of ``connect-toe experiment run``.
///
/// ``players`` are those that the file names besides the engine's: a heuristic as ``alpha-beta:depth=2,eval=NAME`` with any
/// search, a player that chooses as ``NAME``. The games go into the file ``results``, by default beside the experiment, under
/// these names.
/// With ``resume`` there are results, which are completed. ``settings`` replace values of the file, as in
/// ["games_per_cell=20"]. For ``threads`` and ``progress`` see ``Game.match``: a callback that returns False ends the call, and
/// the status says so.
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
    experiment, results=None, *, players=None, settings=None, seed=None, resume=false, threads=0, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "each is an argument of Python by its name")]
pub(crate) fn play_experiment(
    py: Python<'_>,
    experiment: PathBuf,
    results: Option<PathBuf>,
    players: Option<Vec<Py<Player>>>,
    settings: Option<Vec<String>>,
    seed: Option<u64>,
    resume: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyDict>> {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let file = ExperimentFile {
        experiment: text(experiment),
        results: results.map(text),
        set: settings.unwrap_or_default(),
        seed,
    };
    let start = if resume { Start::Resume } else { Start::New };
    let request = RunExperiment { start, ..RunExperiment::new(file) };
    let door = players
        .unwrap_or_default()
        .into_iter()
        .try_fold(Door::new(threads, progress), |door, player| door.with_player(py, player))?;
    let status = door.long(py, |work| request.run(work))?;
    Ok(python_of(py, &status)?.cast_into::<PyDict>()?)
}
