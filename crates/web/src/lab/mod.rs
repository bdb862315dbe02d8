//! The laboratory: experiments from a text to a report.
//!
//! They lie in the folder of `--files`, where they stay, or in a folder of their own, which goes with the server.

mod experiment;
mod page;
pub(crate) mod routes;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use connect_toe_api::{Error, Fault, Work, write_file};
use connect_toe_laboratory::check_experiment;
use tempfile::TempDir;

use crate::files::Files;
use crate::limits::Limits;
use crate::reply::Refusal;
use experiment::Experiment;

/// Experiments that are played at the same time.
const MOST_RUNNING: usize = 2;
/// Experiments that are kept.
const MOST: usize = 1000;
/// How the names of their files begin.
const NAME: &str = "experiment-";

/// The experiments of a server.
#[derive(Debug)]
pub(crate) struct Lab {
    folder: PathBuf,
    /// A folder that goes with the server.
    own: Mutex<Option<TempDir>>,
    threads: usize,
    experiments: Mutex<BTreeMap<u64, Arc<Experiment>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lab {
    pub(crate) fn new(files: &Files, limits: &Limits) -> std::io::Result<Lab> {
        let (folder, own) = if let Some(folder) = files.folder() {
            (folder.to_owned(), None)
        } else {
            let own = TempDir::with_prefix("connect-toe-web-")?;
            (own.path().to_owned(), Some(own))
        };
        let mut experiments = BTreeMap::new();
        for entry in folder.read_dir()?.flatten() {
            let name = entry.file_name();
            let id =
                name.to_str().and_then(|name| name.strip_prefix(NAME)?.strip_suffix(".toml")?.parse().ok());
            let text = id.and_then(|_: u64| std::fs::read_to_string(entry.path()).ok());
            if let (Some(id), Some(text)) = (id, text) {
                let title = title_of(&text, files);
                experiments.insert(id, Experiment::new(id, entry.path(), title));
            }
        }
        let threads = limits.threads.saturating_sub(1).max(1);
        Ok(Lab { folder, own: Mutex::new(own), threads, experiments: Mutex::new(experiments) })
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Experiment>>> {
        locked(&self.experiments)
    }

    /// How many experiments are being played.
    pub(crate) fn running(&self) -> usize {
        running(&self.all())
    }

    fn find(&self, id: &str) -> Result<Arc<Experiment>, Refusal> {
        let found = id.parse().ok().and_then(|id: u64| self.all().get(&id).cloned());
        found.ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "there is no such experiment")
                .with_hint("GET /api/experiments lists the experiments")
        })
    }

    /// Keeps an experiment and begins to play it.
    fn add(&self, text: &str, title: String) -> Result<Arc<Experiment>, Refusal> {
        let mut all = self.all();
        if all.len() >= MOST {
            let error = format!("the server keeps at most {MOST} experiments");
            return Err(Refusal::impossible(Fault::Limit, None, error)
                .with_hint("move the files of old ones out of the server's folder, and start it again"));
        }
        if running(&all) >= MOST_RUNNING {
            return Err(too_many());
        }
        let id = all.last_key_value().map_or(1, |(last, _)| last + 1);
        let file = self.folder.join(format!("{NAME}{id}.toml"));
        write_file(&file, text)
            .map_err(|error| Error::run(format!("the experiment cannot be kept: {error}")))?;
        let experiment = Experiment::new(id, file, title);
        all.insert(id, Arc::clone(&experiment));
        experiment.begin(self.threads);
        Ok(experiment)
    }

    /// Plays what is missing of an experiment, if it is not being played.
    fn resume(&self, experiment: &Arc<Experiment>) -> Result<(), Refusal> {
        // While this is locked, no other run begins.
        let all = self.all();
        if !experiment.is_running() && running(&all) >= MOST_RUNNING {
            return Err(too_many());
        }
        experiment.begin(self.threads);
        Ok(())
    }

    /// Stops all runs.
    pub(crate) fn stop(&self) {
        self.all().values().for_each(|experiment| experiment.stop());
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

fn running(all: &BTreeMap<u64, Arc<Experiment>>) -> usize {
    all.values().filter(|experiment| experiment.is_running()).count()
}

fn too_many() -> Refusal {
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many experiments are being played")
        .with_hint("stop one, or wait until one is done")
}

/// A title as it stands in an experiment's text; a text that cannot be read has none.
fn title_of(text: &str, files: &Files) -> String {
    let load = |name: &str| {
        let path = files.find(name).map_err(|refusal| refusal.text().to_owned())?;
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    };
    check_experiment(text, &load, &Work::new()).map_or_else(|_| String::new(), |checked| checked.title)
}
