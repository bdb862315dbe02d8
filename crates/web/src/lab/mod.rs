//! The laboratory: experiments from a text to a report.
//!
//! They lie in the folder of `--files`, where they stay, or in a folder of their own, which goes with the server, or
//! with the next one if it was killed.

mod experiment;
mod own_folder;
mod page;
mod room;
pub(crate) mod routes;

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use connect_toe_api::{Error, Fault, Work};
use connect_toe_laboratory::check_experiment;

use crate::files::{EXPERIMENT, Files, experiment_of};
use crate::limits::Limits;
use crate::reply::Refusal;
use experiment::Experiment;
use own_folder::OwnFolder;
use room::Room;

/// How long a run that is deleted may take to end.
const END: Duration = Duration::from_secs(10);

/// The experiments of a server.
#[derive(Debug)]
pub(crate) struct Lab {
    /// The folder of the experiments, below which lies what their texts name.
    files: Files,
    /// A folder that goes with the server.
    own: Mutex<Option<OwnFolder>>,
    threads: usize,
    room: Room,
    at_once: usize,
    kept: usize,
    experiments: Mutex<Experiments>,
}

#[derive(Debug)]
struct Experiments {
    by_id: BTreeMap<u64, Arc<Experiment>>,
    /// The largest number that an experiment, or a file with the name of one, ever had.
    last: u64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lab {
    pub(crate) fn new(named: &Files, limits: &Limits) -> std::io::Result<Lab> {
        let (files, own) = if named.folder().is_some() {
            (named.clone(), None)
        } else {
            let own = OwnFolder::make(&std::env::temp_dir())?;
            (Files::below(Some(own.path()))?, Some(own))
        };
        let (mut by_id, mut last) = (BTreeMap::new(), 0);
        for entry in files.folder().map(Path::read_dir).transpose()?.into_iter().flatten().flatten() {
            let Some((name, id)) =
                entry.file_name().to_str().and_then(|name| Some((name.to_owned(), experiment_of(name)?)))
            else {
                continue;
            };
            last = last.max(id);
            if name == format!("{EXPERIMENT}{id}.toml")
                && let Ok(text) = files.read(&name)
            {
                by_id.insert(id, Experiment::new(id, files.clone(), title_of(&text, named)));
            }
        }
        let threads = limits.threads.saturating_sub(1).max(1);
        let experiments = Mutex::new(Experiments { by_id, last });
        let Limits { experiments_at_once: at_once, experiments_kept: kept, .. } = *limits;
        let room = Room::new(files.clone(), limits);
        Ok(Lab { files, own: Mutex::new(own), threads, room, at_once, kept, experiments })
    }

    fn all(&self) -> MutexGuard<'_, Experiments> {
        locked(&self.experiments)
    }

    /// Every experiment, in the order in which they came.
    fn list(&self) -> Vec<Arc<Experiment>> {
        self.all().by_id.values().cloned().collect()
    }

    /// How many experiments are being played.
    pub(crate) fn running(&self) -> usize {
        self.all().running()
    }

    fn find(&self, id: &str) -> Result<Arc<Experiment>, Refusal> {
        let found = id.parse().ok().and_then(|id: u64| self.all().by_id.get(&id).cloned());
        found.ok_or_else(no_such_experiment)
    }

    /// Refuses a run if as many go on as may, or a new experiment if as many are kept.
    fn check_places(&self, all: &Experiments, is_new: bool) -> Result<(), Refusal> {
        if is_new && all.by_id.len() >= self.kept {
            let error = format!("the server keeps at most {} experiments", self.kept);
            return Err(Refusal::impossible(Fault::Limit, None, error).with_hint("delete some"));
        }
        if all.running() >= self.at_once {
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many experiments are being played")
                .with_hint("stop one, or wait until one is done"));
        }
        Ok(())
    }

    /// Keeps an experiment and begins to play it.
    fn add(&self, text: &str, title: &str) -> Result<Arc<Experiment>, Refusal> {
        self.room.check(None)?;
        // Nobody waits for the lock while files are written.
        let experiment = loop {
            let id = {
                let mut all = self.all();
                self.check_places(&all, true)?;
                all.last = all.last.checked_add(1).ok_or_else(Refusal::broken)?;
                all.last
            };
            let experiment = Experiment::new(id, self.files.clone(), title.to_owned());
            match experiment.create(text) {
                Ok(()) => break experiment,
                // Somebody has put a file there.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(Error::run(format!("the experiment cannot be kept: {error}")).into());
                }
            }
        };
        let mut all = self.all();
        if let Err(refusal) = self.check_places(&all, true) {
            drop(all);
            let _ = experiment.remove();
            return Err(refusal);
        }
        all.by_id.insert(experiment.id(), Arc::clone(&experiment));
        experiment.begin(self.threads, self.room.clone());
        Ok(experiment)
    }

    /// Plays what is missing of an experiment, if it is not being played.
    fn resume(&self, experiment: &Arc<Experiment>) -> Result<(), Refusal> {
        if experiment.is_running() {
            return Ok(());
        }
        experiment.check_files()?;
        self.room.check(Some(experiment.id()))?;
        // While this is locked, no other run begins.
        let all = self.all();
        if !all.by_id.contains_key(&experiment.id()) {
            return Err(no_such_experiment());
        }
        self.check_places(&all, false)?;
        experiment.begin(self.threads, self.room.clone());
        Ok(())
    }

    /// Ends the run of an experiment and removes its files.
    async fn delete(&self, id: &str) -> Result<(), Refusal> {
        let experiment = self.find(id)?;
        // From now on nobody finds it, and no run begins.
        self.all().by_id.remove(&experiment.id());
        experiment.stop();
        if let Some(mut now) = experiment.now() {
            let _ = tokio::time::timeout(END, now.ended()).await;
        }
        let removed = if experiment.is_running() {
            Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, "the experiment is still being stopped")
                .with_hint("delete it in a moment"))
        } else {
            let ours = Arc::clone(&experiment);
            let removed = tokio::task::spawn_blocking(move || ours.remove()).await;
            removed.map_err(|_| Refusal::broken()).and_then(|removed| {
                removed.map_err(|error| Error::run(format!("its files cannot be removed: {error}")).into())
            })
        };
        if removed.is_err() {
            self.all().by_id.insert(experiment.id(), experiment);
        }
        removed
    }

    /// Stops all runs.
    pub(crate) fn stop(&self) {
        self.list().iter().for_each(|experiment| experiment.stop());
    }

    /// Waits a moment for runs to write what they have, and removes the folder that goes with the server.
    pub(crate) fn end(&self) {
        self.stop();
        let start = Instant::now();
        while self.running() > 0 && start.elapsed() < Duration::from_millis(400) {
            std::thread::sleep(Duration::from_millis(10));
        }
        drop(locked(&self.own).take());
    }
}

impl Experiments {
    fn running(&self) -> usize {
        self.by_id.values().filter(|experiment| experiment.is_running()).count()
    }
}

fn no_such_experiment() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such experiment")
        .with_hint("GET /api/experiments lists the experiments")
}

/// A title as it stands in an experiment's text; a text that cannot be read has none.
fn title_of(text: &str, files: &Files) -> String {
    let load = |name: &str| files.read(name).map_err(|refusal| refusal.text().to_owned());
    check_experiment(text, &load, &Work::new()).map_or_else(|_| String::new(), |checked| checked.title)
}
