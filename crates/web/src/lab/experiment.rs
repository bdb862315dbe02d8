//! An experiment of the laboratory: its files, its runs, and how it stands.

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use connect_toe_api::files::{OutputFile, UNFINISHED};
use connect_toe_api::{Error, Stop, UnfinishedFiles, Work};
use connect_toe_laboratory::{
    ExperimentCell, ExperimentExtent, ExperimentFile, ExperimentStanding, ExperimentStatus, ReportExperiment,
    RunExperiment, RunMoment, Start, check_experiment,
};
use serde::Serialize;
use tokio::sync::watch;

use super::locked;
use super::room::Room;
use crate::files::{EXPERIMENT, Files};
use crate::reply::{Refusal, json_of};
use crate::teller::Teller;
use crate::work::let_others_go_first;

/// How the names of its files end: what the database keeps beside the results while a run writes, its results, and its
/// text. In this order they are removed: what has a text is still in the list.
const ENDS: [&str; 5] = ["db-wal", "db-shm", "db-journal", RESULTS, TEXT];
const TEXT: &str = "toml";
const RESULTS: &str = "db";
/// The end of the name of the folder with its report.
const REPORT: &str = "report";
/// A game that a run has told is written earlier than after this.
const FIRST_GAMES_WRITTEN: Duration = Duration::from_secs(2);

/// An experiment.
#[derive(Debug)]
pub(super) struct Experiment {
    id: u64,
    /// The folder that it lies in.
    files: Files,
    title: String,
    run: Mutex<Run>,
    known: Mutex<Known>,
    /// Held while games are read: who comes second finds what the first one has read.
    reading: Mutex<()>,
}

/// The last run of an experiment, if there was one.
#[derive(Debug, Default)]
struct Run {
    stop: Stop,
    error: Option<Refusal>,
    now: Option<Now>,
}

/// A run that goes on.
#[derive(Clone, Debug)]
pub(super) struct Now {
    pub(super) words: watch::Receiver<String>,
    ended: watch::Receiver<bool>,
}

/// What is known of the results. To read all games takes long, so each state of the results is read once.
#[derive(Debug, Default)]
struct Known {
    /// The state of the results that this is about.
    of: Option<ResultsState>,
    extent: Option<ExperimentExtent>,
    standing: Option<ExperimentStanding>,
    /// The results in words, once the report is written.
    summary: Option<Vec<String>>,
}

/// The lengths and times of the results and of the database's log. Another program may write them, too.
type ResultsState = [Option<(u64, SystemTime)>; 2];

/// How far somebody looks into an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// To what is known: at once.
    AtKnown,
    /// To every game, if they have not been read since they changed.
    AtGames,
}

/// How often a run looks at the room that it has left, and says how it stands.
const BETWEEN: Duration = Duration::from_secs(1);

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

/// How far an experiment is.
#[derive(Serialize)]
struct Extent {
    /// Games that are played.
    games: u64,
    /// All games of the experiment.
    games_wanted: u64,
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
        Arc::new(Experiment {
            id,
            files,
            title,
            run: Mutex::default(),
            known: Mutex::default(),
            reading: Mutex::default(),
        })
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

    /// Removes its files, and the folder of its report if nothing else is in it.
    pub(super) fn remove(&self) -> io::Result<()> {
        let remove = |path: PathBuf| match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        let report = self.path(REPORT);
        if report.symlink_metadata().is_ok_and(|found| found.is_dir()) {
            ReportExperiment::FILES
                .iter()
                .chain(&[UNFINISHED])
                .try_for_each(|name| remove(report.join(name)))?;
            let _ = std::fs::remove_dir(report);
        }
        ENDS.iter().try_for_each(|end| remove(self.path(end)))
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

    /// Plays what is missing, on a thread of its own, as long as there is room for results.
    pub(super) fn begin(self: &Arc<Self>, threads: usize, room: Room) {
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
            let_others_go_first();
            let work =
                Work::new().with_threads(threads).with_stop(stop.clone()).observed_by(Arc::clone(&teller));
            let request = RunExperiment { start: Start::Either, ..RunExperiment::new(ours.request()) };
            let (next, full) = (Mutex::new(Instant::now()), Mutex::new(None));
            let show = |moment: &RunMoment<'_>| {
                teller.cells(moment);
                let Ok(mut next) = next.try_lock() else { return };
                let now = Instant::now();
                if now < *next {
                    return;
                }
                ours.know(None, moment.standing());
                if let Err(refusal) = room.check(Some(ours.id)) {
                    *locked(&full) = Some(refusal);
                    stop.request();
                }
                // Experiments with many cells take longer to look at.
                *next = Instant::now() + BETWEEN.max(20 * now.elapsed());
            };
            let played = catch_unwind(AssertUnwindSafe(|| request.run_shown(&work, &show)));
            teller.end();
            let error = match played {
                Ok(Ok(standing)) => {
                    ours.know(Some(ours.results_state()), standing);
                    None
                }
                Ok(Err(Error::Interrupted)) => None,
                Ok(Err(error)) => Some(error.into()),
                Err(_) => Some(Refusal::broken()),
            };
            let mut run = locked(&ours.run);
            run.error = locked(&full).take().or(error);
            run.now = None;
            drop(run);
            end.send_replace(true);
        };
        if std::thread::Builder::new().name("experiment".to_owned()).spawn(play).is_err() {
            *run = Run { error: Some(Refusal::broken()), ..Run::default() };
        }
    }

    fn results_state(&self) -> ResultsState {
        [RESULTS, "db-wal"].map(|end| {
            let found = std::fs::metadata(self.path(end)).ok()?;
            Some((found.len(), found.modified().ok()?))
        })
    }

    /// Keeps how it stands in this state of the results; a run changes them.
    fn know(&self, of: Option<ResultsState>, standing: ExperimentStanding) {
        let extent = Some(ExperimentExtent::from(&standing.status));
        *locked(&self.known) = Known { of, extent, standing: Some(standing), summary: None };
    }

    /// Something that is known, if it is of the present results, or of a run that goes on.
    fn known<T>(&self, what: impl FnOnce(&Known) -> Option<T>) -> Option<T> {
        let is_running = self.is_running();
        let state = self.results_state();
        let known = locked(&self.known);
        if is_running || known.of == Some(state) { what(&known) } else { None }
    }

    /// How it stands; none if nothing was played, or is known as far as may be looked.
    fn standing(&self, look: Look, stop: &Stop) -> Result<Option<ExperimentStanding>, Refusal> {
        if look == Look::AtKnown || self.is_running() {
            return Ok(self.known(|known| known.standing.clone()));
        }
        self.check_files()?;
        if !self.path(RESULTS).exists() {
            return Ok(None);
        }
        let _reading = locked(&self.reading);
        if let Some(standing) = self.known(|known| known.standing.clone()) {
            return Ok(Some(standing));
        }
        let state = self.results_state();
        match self.request().standing(&Work::new().with_stop(stop.clone())) {
            Ok(standing) => {
                if !self.is_running() {
                    self.know(Some(state), standing.clone());
                }
                Ok(Some(standing))
            }
            // A run has begun, and has not written anything.
            Err(_) if self.is_running() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// What a list says of it.
    pub(super) fn listed(&self, stop: &Stop) -> Listed<'_> {
        let is_settled = {
            let run = locked(&self.run);
            run.now.is_some() || run.error.is_some()
        };
        let mut extent = self.known(|known| known.extent);
        if !is_settled && extent.is_none() && self.check_files().is_ok() && self.path(RESULTS).exists() {
            let state = self.results_state();
            extent = self.request().extent(&Work::new().with_stop(stop.clone())).ok();
            if !self.is_running() {
                *locked(&self.known) = Known { of: Some(state), extent, ..Known::default() };
            }
        }
        let run = locked(&self.run);
        let state = match &*run {
            Run { now: Some(_), .. } => "running",
            Run { error: Some(_), .. } => "failed",
            _ if extent.is_some_and(|extent| extent.done) => "done",
            _ => "stopped",
        };
        let extent = extent.filter(|_| run.now.is_none());
        let extent =
            extent.map(|ExperimentExtent { games, games_wanted, .. }| Extent { games, games_wanted });
        let begun = std::fs::metadata(self.path(TEXT)).and_then(|file| file.modified()).ok();
        let begun = begun.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_secs());
        Listed { id: self.id.to_string(), title: &self.title, state, begun, extent }
    }

    pub(super) fn shown(&self, look: Look, stop: &Stop) -> Result<String, Refusal> {
        let standing = self.standing(look, stop)?;
        let listed = self.listed(stop);
        let text = self.files.read(&self.name(TEXT)).unwrap_or_default();
        let error = locked(&self.run).error.as_ref().map(|error| error.text().to_owned());
        let summary = match look {
            _ if listed.state != "done" => None,
            Look::AtKnown => self.known(|known| known.summary.clone()),
            Look::AtGames => self.summary(stop).ok(),
        };
        let (status, cells) = if let Some(ExperimentStanding { status, cells }) = standing {
            (Some(ExperimentStatus { results: self.name(RESULTS), ..status }), cells)
        } else {
            let cells = self.request().unplayed_cells(&Work::new().with_stop(stop.clone()));
            (None, cells.unwrap_or_default())
        };
        json_of(&Shown { listed, text, status, cells, summary: summary.unwrap_or_default(), error })
    }

    /// Writes the report on the present results, unless it is there, and gives its summary.
    fn summary(&self, stop: &Stop) -> Result<Vec<String>, Refusal> {
        self.check_files()?;
        let _reading = locked(&self.reading);
        if let Some(summary) = self.known(|known| known.summary.clone()).filter(|_| self.page().exists()) {
            return Ok(summary);
        }
        let state = self.results_state();
        let out = Some(self.path(REPORT).display().to_string());
        let request = ReportExperiment { file: self.request(), out, with_links: true };
        let summary = request.run(&Work::new().with_stop(stop.clone()))?.summary;
        let mut known = locked(&self.known);
        if known.of == Some(state) {
            known.summary = Some(summary.clone());
        }
        Ok(summary)
    }

    /// Where the report is.
    fn page(&self) -> PathBuf {
        self.path(REPORT).join(ReportExperiment::FILES[0])
    }

    /// The report as a page. The first games of a run are told before they are written: they are waited for.
    pub(super) fn report(&self, stop: &Stop) -> Result<String, Refusal> {
        let latest = Instant::now() + FIRST_GAMES_WRITTEN;
        loop {
            let is_running = self.is_running();
            match self.summary(stop) {
                Err(_) if is_running && !stop.is_requested() && Instant::now() < latest => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(refusal) => return Err(refusal),
                Ok(_) => break,
            }
        }
        let page = std::fs::read_to_string(self.page());
        page.map_err(|error| Error::run(format!("the report cannot be read: {error}")).into())
    }
}
