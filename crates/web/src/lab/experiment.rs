//! An experiment of the laboratory: its file, its runs, and how far it is.

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::UNIX_EPOCH;

use connect_toe_api::files::OutputFile;
use connect_toe_api::{Error, Stop, UnfinishedFiles, Work};
use connect_toe_laboratory::{
    CellsOfExperiment, ExperimentCell, ExperimentFile, ExperimentStatus, ReportExperiment, RunExperiment,
    Start, StatusOfExperiment, WrittenReport, check_experiment,
};
use serde::Serialize;
use tokio::sync::watch;

use super::locked;
use crate::files::{EXPERIMENT, Files};
use crate::reply::{Refusal, json_of};
use crate::teller::Teller;

/// How the names of its files end: its text, its results, and what the database keeps beside them while a run writes.
const ENDS: [&str; 5] = [TEXT, RESULTS, "db-wal", "db-shm", "db-journal"];
const TEXT: &str = "toml";
const RESULTS: &str = "db";
/// The end of the name of the folder with its report.
const REPORT: &str = "report";

/// An experiment.
#[derive(Debug)]
pub(super) struct Experiment {
    id: u64,
    /// The folder that it lies in.
    files: Files,
    title: String,
    run: Mutex<Run>,
}

/// The last run of an experiment, if there was one.
#[derive(Debug, Default)]
struct Run {
    stop: Stop,
    error: Option<Refusal>,
    /// How far it was when it was last looked at while it did not run.
    known: Option<Extent>,
    now: Option<Now>,
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, Serialize)]
struct Extent {
    /// Games that are played.
    games: u64,
    /// All games of the experiment.
    games_wanted: u64,
    /// Whether all of them are played.
    #[serde(skip)]
    is_done: bool,
}

impl Extent {
    fn of(status: &ExperimentStatus) -> Extent {
        let ExperimentStatus { games, games_wanted, done, .. } = *status;
        Extent { games, games_wanted, is_done: done }
    }
}

/// A run that goes on.
#[derive(Clone, Debug)]
pub(super) struct Now {
    pub(super) words: watch::Receiver<String>,
    ended: watch::Receiver<bool>,
}

/// An experiment in a list.
#[derive(Serialize)]
pub(super) struct Listed<'a> {
    id: String,
    title: &'a str,
    /// `running`, `done`, `failed`, or `stopped`: then it can go on.
    state: &'static str,
    /// Seconds since 1970 when it was begun, if the system knows.
    begun: Option<u64>,
    /// How far it is; not while it runs.
    #[serde(flatten)]
    extent: Option<Extent>,
}

/// An experiment with how far it is.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    listed: Listed<'a>,
    text: String,
    /// None if nothing was played yet.
    status: Option<ExperimentStatus>,
    /// The results of every cell so far; empty if they cannot be read.
    cells: Vec<ExperimentCell>,
    /// The results in words, a paragraph each, once all games are played.
    summary: Vec<String>,
    error: Option<String>,
}

impl Now {
    /// Waits until the run has ended.
    pub(super) async fn ended(&mut self) {
        // If the sender is gone, the run has ended, too.
        let _ = self.ended.wait_for(|ended| *ended).await.map(drop);
    }
}

impl Experiment {
    /// An experiment that is not being played.
    pub(super) fn new(id: u64, files: Files, title: String) -> Arc<Experiment> {
        Arc::new(Experiment { id, files, title, run: Mutex::default() })
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// The name of one of its files.
    fn name(&self, end: &str) -> String {
        format!("{EXPERIMENT}{}.{end}", self.id)
    }

    /// The place of one of its files.
    fn path(&self, end: &str) -> PathBuf {
        self.files.folder().unwrap_or(Path::new("")).join(self.name(end))
    }

    /// Writes the text of a new experiment. There is no file yet that would belong to it.
    pub(super) fn create(&self, text: &str) -> io::Result<()> {
        if ENDS.iter().chain(&[REPORT]).any(|end| self.path(end).symlink_metadata().is_ok()) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut file = OutputFile::create_new(&self.path(TEXT), &UnfinishedFiles::default())?;
        file.write_all(text.as_bytes())?;
        file.keep()
    }

    /// Makes sure that nothing but its own files is read and written under their names, and that what its text names may be
    /// read: somebody may have put links, pipes or devices there.
    pub(super) fn check_files(&self) -> Result<(), Refusal> {
        let text = self.files.read(&self.name(TEXT))?;
        let refused = RefCell::new(None);
        let load = |name: &str| self.files.read(name).map_err(|refusal| refused.replace(Some(refusal)));
        // Whether it is an experiment, its reader says.
        let _ = check_experiment(&text, &|name| load(name).map_err(|_| String::new()), &Work::new());
        refused.into_inner().map_or(Ok(()), Err)?;
        ENDS.iter().try_for_each(|end| self.files.find(&self.name(end)).map(drop))?;
        let report = self.name(REPORT);
        self.files.check_folder(&report)?;
        if !self.path(REPORT).is_dir() {
            return Ok(());
        }
        let mut names = ReportExperiment::FILES.iter();
        names.try_for_each(|name| self.files.find(&format!("{report}/{name}")).map(drop))
    }

    /// The run that goes on, if there is one.
    pub(super) fn now(&self) -> Option<Now> {
        locked(&self.run).now.clone()
    }

    pub(super) fn is_running(&self) -> bool {
        locked(&self.run).now.is_some()
    }

    pub(super) fn stop(&self) {
        locked(&self.run).stop.request();
    }

    fn request(&self) -> ExperimentFile {
        ExperimentFile::new(self.path(TEXT).display().to_string())
    }

    /// Plays what is missing, on a thread of its own.
    pub(super) fn begin(self: &Arc<Self>, threads: usize) {
        let mut run = locked(&self.run);
        if run.now.is_some() {
            return;
        }
        let (teller, words) = Teller::new();
        let (end, ended) = watch::channel(false);
        let stop = Stop::new();
        *run = Run { stop: stop.clone(), now: Some(Now { words, ended }), ..Run::default() };
        let ours = Arc::clone(self);
        let play = move || {
            let work = Work::new().with_threads(threads).with_stop(stop).observed_by(Arc::clone(&teller));
            let request = RunExperiment { start: Start::Either, ..RunExperiment::new(ours.request()) };
            let played =
                catch_unwind(AssertUnwindSafe(|| request.run_shown(&work, &|cells| teller.cells(cells))));
            teller.end();
            let mut run = locked(&ours.run);
            run.known = played.as_ref().ok().and_then(|played| played.as_ref().ok()).map(Extent::of);
            run.error = match played {
                Ok(Ok(_) | Err(Error::Interrupted)) => None,
                Ok(Err(error)) => Some(error.into()),
                Err(_) => Some(Refusal::broken()),
            };
            run.now = None;
            drop(run);
            end.send_replace(true);
        };
        if std::thread::Builder::new().name("experiment".to_owned()).spawn(play).is_err() {
            *run = Run { error: Some(Refusal::broken()), ..Run::default() };
        }
    }

    /// What a list says of it.
    pub(super) fn listed(&self, stop: &Stop) -> Listed<'_> {
        let is_known = {
            let run = locked(&self.run);
            run.known.is_some() || run.now.is_some() || run.error.is_some()
        };
        if !is_known && let Ok(Some(status)) = self.status(stop) {
            self.know(&status);
        }
        let run = locked(&self.run);
        let state = match &*run {
            Run { now: Some(_), .. } => "running",
            Run { error: Some(_), .. } => "failed",
            Run { known: Some(Extent { is_done: true, .. }), .. } => "done",
            _ => "stopped",
        };
        let begun = std::fs::metadata(self.path(TEXT)).and_then(|file| file.modified()).ok();
        let begun = begun.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_secs());
        Listed { id: self.id.to_string(), title: &self.title, state, begun, extent: run.known }
    }

    /// Keeps what was seen of an experiment that does not run.
    fn know(&self, status: &ExperimentStatus) {
        let mut run = locked(&self.run);
        if run.now.is_none() {
            run.known = Some(Extent::of(status));
        }
    }

    /// How far it is; none if nothing was played yet.
    fn status(&self, stop: &Stop) -> Result<Option<ExperimentStatus>, Refusal> {
        self.check_files()?;
        if !self.path(RESULTS).exists() {
            return Ok(None);
        }
        let request = StatusOfExperiment { file: self.request() };
        match request.run(&Work::new().with_stop(stop.clone())) {
            Ok(status) => Ok(Some(ExperimentStatus { results: self.name(RESULTS), ..status })),
            // A run has begun, and has not written anything.
            Err(_) if self.is_running() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn shown(&self, stop: &Stop) -> Result<String, Refusal> {
        let status = self.status(stop)?;
        if let Some(status) = &status {
            self.know(status);
        }
        let listed = self.listed(stop);
        let text = self.files.read(&self.name(TEXT)).unwrap_or_default();
        let error = locked(&self.run).error.as_ref().map(|error| error.text().to_owned());
        let (request, work) =
            (CellsOfExperiment { file: self.request() }, Work::new().with_stop(stop.clone()));
        // A run that begins has not written anything that could be read.
        let cells = request.run(&work).or_else(|_| request.unplayed(&work)).unwrap_or_default();
        let report = if listed.state == "done" { self.write_report(stop).ok() } else { None };
        let summary = report.map(|report| report.summary).unwrap_or_default();
        json_of(&Shown { listed, text, status, cells, summary, error })
    }

    fn write_report(&self, stop: &Stop) -> Result<WrittenReport, Error> {
        let out = self.path(REPORT).display().to_string();
        let request = ReportExperiment { file: self.request(), out: Some(out), with_links: true };
        request.run(&Work::new().with_stop(stop.clone()))
    }

    /// The report as a page.
    pub(super) fn report(&self, stop: &Stop) -> Result<String, Refusal> {
        self.check_files()?;
        let [page, ..] = self.write_report(stop)?.files;
        let page = std::fs::read_to_string(page);
        page.map_err(|error| Error::run(format!("the report cannot be read: {error}")).into())
    }
}
