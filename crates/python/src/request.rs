//! The one seam for requests whose answers Python reads as JSON: a table of them by name.

use connect_toe_api::{
    AttemptPuzzle, Count, Error, Levels, Lines, MakeBook, Perft, Puzzles, Review, Verify, Work, WriteGame,
};
use connect_toe_game::text::printable_json;
use connect_toe_laboratory::{
    AtlasReport, BuildAtlas, Calibrate, DataSet, Grade, ListAtlas, MergeShards, Paper, RatePayoffs,
    RateTable, RunShard, SampleExperiment, ShowAtlas, Statistics, StatusOfAtlas, Tournament, Train, Tune,
};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::refuse;
use crate::lab::{GivenCrew, PythonCrew};
use crate::player::Player;
use crate::watch::Door;

/// A request that is ready to run, and gives its answer as the command line's JSON.
type Ready = Box<dyn FnOnce(&Work) -> Result<String, Error> + Send>;

/// The function from a request's name and fields, as JSON, to the request: one row for each. The closure runs it.
macro_rules! requests {
    ($($name:literal: $request:ty => $run:expr;)*) => {
        /// The names of all requests.
        const NAMES: &[&str] = &[$($name),*];

        fn ready(name: &str, fields: &str) -> Result<Ready, serde_json::Error> {
            match name {
                $($name => {
                    let request: $request = serde_json::from_str(fields)?;
                    let run: fn(&$request, &Work) -> Result<_, Error> = $run;
                    Ok(Box::new(move |work| json(&run(&request, work)?)))
                })*
                _ => Err(serde::de::Error::custom(format!("requests are {}", NAMES.join(", ")))),
            }
        }
    };
}

requests! {
    "atlas_build": BuildAtlas => BuildAtlas::run;
    "atlas_map": ListAtlas => ListAtlas::run;
    "atlas_report": AtlasReport => AtlasReport::run;
    "atlas_show": ShowAtlas => ShowAtlas::run;
    "atlas_status": StatusOfAtlas => StatusOfAtlas::run;
    "book_make": MakeBook => MakeBook::run;
    "calibrate": Calibrate => Calibrate::run;
    "count": Count => Count::run;
    "dataset": DataSet => DataSet::run;
    "experiment_sample": SampleExperiment => SampleExperiment::run;
    "grade": Grade => Grade::run;
    "levels": Levels => Levels::run;
    "lines": Lines => Lines::run;
    "paper": Paper => Paper::run;
    "perft": Perft => Perft::run;
    "puzzle_attempt": AttemptPuzzle => AttemptPuzzle::run;
    "puzzles": Puzzles => Puzzles::run;
    "rate_payoffs": RatePayoffs => RatePayoffs::run;
    "rate_table": RateTable => RateTable::run;
    "review": Review => Review::run;
    "shard_merge": MergeShards => MergeShards::run;
    "shard_run": RunShard => RunShard::run;
    "statistics": Statistics => Statistics::run;
    "tournament": Tournament => Tournament::run;
    "train": Train => Train::run;
    "tune": Tune => Tune::run;
    "verify": Verify => Verify::run;
    "write_game": WriteGame => WriteGame::run;
}

/// The text of an answer's JSON, which a terminal can show.
fn json(answer: &impl Serialize) -> Result<String, Error> {
    let text = serde_json::to_string(answer).map_err(Error::run)?;
    Ok(printable_json(&text).into_owned())
}

/// Runs the request of this name, whose fields are JSON, and gives the answer as the command line's JSON.
///
/// ``players`` are those of Python that it names. ``crew`` does its units in place of threads.
#[pyfunction]
#[pyo3(signature = (name, fields, *, players=None, crew=None, threads=0, progress=None))]
pub(crate) fn ask(
    py: Python<'_>,
    name: &str,
    fields: &str,
    players: Option<Vec<Py<Player>>>,
    crew: Option<GivenCrew>,
    #[pyo3(from_py_with = crate::number::whole)] threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let run = ready(name, fields).map_err(|error| refuse(py, format!("{name}: {error}")))?;
    // A function, its request's `answer`, and `text` of that stand between the caller and this.
    let door =
        Door::new(threads, progress).called_through(3).with_players(py, players.unwrap_or_default())?;
    let crew = crew.map(|crew| PythonCrew::new(crew, door.raised()));
    door.long(py, |work| match crew {
        Some(crew) => run(&work.clone().with_crew(crew)),
        None => run(work),
    })
}
