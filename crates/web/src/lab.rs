//! The laboratory: experiments from a text to a report.
//!
//! They lie in the folder of `--files`, where they stay, or in a folder of their own, which goes with the server.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{Path as InPath, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};
use connect_toe_api::{
    CellsOfExperiment, CheckedExperiment, Error, ExperimentCell, ExperimentFile, ExperimentProblem,
    ExperimentStatus, LoadFile, ReportExperiment, RunExperiment, ShippedExperiment, Start,
    StatusOfExperiment, Stop, Work, check_experiment, expected_time, experiment_schema,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::sync::watch;

use crate::client::Client;
use crate::command::body;
use crate::files::Files;
use crate::limits::Limits;
use crate::reply::{Refusal, json, json_of};
use crate::server::Site;
use crate::sse::{self, Teller};
use crate::work::Lane;

/// Experiments that are played at the same time.
const MOST_RUNNING: usize = 2;
/// Experiments that are kept.
const MOST: usize = 1000;
/// How their files begin.
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

/// An experiment.
#[derive(Debug)]
struct Experiment {
    id: u64,
    file: PathBuf,
    title: String,
    run: Mutex<Run>,
}

/// The last run of an experiment, if there was one.
#[derive(Debug, Default)]
struct Run {
    stop: Stop,
    error: Option<Refusal>,
    /// How far it was when somebody looked last, while it did not run.
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
struct Now {
    words: watch::Receiver<String>,
    ended: watch::Receiver<bool>,
}

/// An experiment in a list.
#[derive(Serialize)]
struct Listed<'a> {
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
    /// How every cell stands; empty if that cannot be said.
    cells: Vec<ExperimentCell>,
    error: Option<String>,
}

/// An experiment that the program brings along.
#[derive(Serialize)]
struct ListedShipped {
    #[serde(flatten)]
    shipped: ShippedExperiment,
    #[serde(flatten)]
    checked: CheckedExperiment,
}

/// What the check of a text found.
#[derive(Serialize)]
struct Looked {
    experiment: Option<CheckedExperiment>,
    problem: Option<ExperimentProblem>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lab {
    pub(crate) fn new(files: &Files, limits: &Limits) -> std::io::Result<Lab> {
        let own =
            if files.folder().is_some() { None } else { Some(TempDir::with_prefix("connect-toe-web-")?) };
        let folder = files.folder().or(own.as_ref().map(TempDir::path)).unwrap_or(Path::new("")).to_owned();
        let mut experiments = BTreeMap::new();
        for entry in folder.read_dir()?.flatten() {
            let name = entry.file_name();
            let id =
                name.to_str().and_then(|name| name.strip_prefix(NAME)?.strip_suffix(".toml")?.parse().ok());
            let text = id.and_then(|_: u64| std::fs::read_to_string(entry.path()).ok());
            if let (Some(id), Some(text)) = (id, text) {
                let title = title_of(&text);
                experiments.insert(
                    id,
                    Arc::new(Experiment { id, file: entry.path(), title, run: Mutex::default() }),
                );
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
        self.all().values().filter(|experiment| experiment.is_running()).count()
    }

    fn find(&self, id: &str) -> Result<Arc<Experiment>, Refusal> {
        let found = id.parse().ok().and_then(|id: u64| self.all().get(&id).cloned());
        found.ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "there is no such experiment")
                .with_hint("GET /api/experiments lists those there are")
        })
    }

    /// Keeps an experiment and begins to play it.
    fn add(&self, text: &str, title: String) -> Result<Arc<Experiment>, Refusal> {
        let experiment = {
            let mut all = self.all();
            let id = all.last_key_value().map_or(1, |(last, _)| last + 1);
            if all.len() >= MOST || all.values().filter(|other| other.is_running()).count() >= MOST_RUNNING {
                return Err(too_many());
            }
            let file = self.folder.join(format!("{NAME}{id}.toml"));
            std::fs::write(&file, text)
                .map_err(|error| Error::run(format!("the experiment cannot be kept: {error}")))?;
            let experiment = Arc::new(Experiment { id, file, title, run: Mutex::default() });
            all.insert(id, Arc::clone(&experiment));
            experiment
        };
        experiment.begin(self.threads);
        Ok(experiment)
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

fn too_many() -> Refusal {
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many experiments are being played")
        .with_hint("stop one, or wait until one is done")
}

/// A title as it stands in an experiment's text; a text that cannot be read has none.
fn title_of(text: &str) -> String {
    let no_file = |_: &str| Err(String::new());
    check_experiment(text, &no_file, &Work::new()).map_or_else(|_| String::new(), |checked| checked.title)
}

impl Experiment {
    fn is_running(&self) -> bool {
        locked(&self.run).now.is_some()
    }

    fn stop(&self) {
        locked(&self.run).stop.request();
    }

    fn request(&self) -> ExperimentFile {
        ExperimentFile::new(self.file.display().to_string())
    }

    /// Plays what is missing, on a thread of its own.
    fn begin(self: &Arc<Self>, threads: usize) {
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
            let played = catch_unwind(AssertUnwindSafe(|| request.run(&work)));
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
    fn listed(&self, stop: &Stop) -> Listed<'_> {
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
        let begun = std::fs::metadata(&self.file).and_then(|file| file.modified()).ok();
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
        if !self.file.with_extension("db").exists() {
            return Ok(None);
        }
        let request = StatusOfExperiment { file: self.request() };
        match request.run(&Work::new().with_stop(stop.clone())) {
            Ok(status) => Ok(Some(ExperimentStatus { results: format!("{NAME}{}.db", self.id), ..status })),
            // A run has begun, and has not written anything.
            Err(_) if self.is_running() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn shown(&self, stop: &Stop) -> Result<String, Refusal> {
        let status = self.status(stop)?;
        if let Some(status) = &status {
            self.know(status);
        }
        let listed = self.listed(stop);
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let error = locked(&self.run).error.as_ref().map(|error| error.text().to_owned());
        let (request, work) =
            (CellsOfExperiment { file: self.request() }, Work::new().with_stop(stop.clone()));
        // A run that begins has not written anything that could be read.
        let cells = request.run(&work).or_else(|_| request.unplayed(&work)).unwrap_or_default();
        json_of(&Shown { listed, text, status, cells, error })
    }

    /// The report as a page.
    fn report(&self, stop: &Stop) -> Result<String, Refusal> {
        let out = self.file.with_extension("report");
        let out = out.display().to_string();
        let request = ReportExperiment { file: self.request(), out: Some(out.clone()), with_links: true };
        request.run(&Work::new().with_stop(stop.clone()))?;
        let page = std::fs::read_to_string(Path::new(&out).join("report.html"));
        page.map_err(|error| Error::run(format!("the report cannot be read: {error}")).into())
    }
}

/// `GET /api/experiments`.
pub(crate) async fn list(State(site): State<Arc<Site>>, client: Client) -> Result<Response<Body>, Refusal> {
    let all: Vec<_> = site.lab.all().values().cloned().collect();
    let (ticket, answer) = site.take(Lane::Short, &client, move |stop| {
        json_of(&all.iter().map(|experiment| experiment.listed(stop)).collect::<Vec<_>>())
    })?;
    site.wait(&ticket, answer).await.map(json)
}

/// `GET /api/experiments/shipped`: those that the program brings along.
pub(crate) async fn shipped() -> Result<Response<Body>, Refusal> {
    let no_file = |_: &str| Err(String::new());
    let checked = ShippedExperiment::ALL.map(|shipped| {
        let checked = check_experiment(shipped.text, &no_file, &Work::new());
        checked.map(|checked| ListedShipped { shipped, checked })
    });
    json_of(&checked.into_iter().flatten().collect::<Vec<_>>()).map(json)
}

/// `GET /api/experiments/schema`: the JSON Schema of experiment files.
pub(crate) async fn schema() -> Response<Body> {
    json(experiment_schema().to_owned())
}

/// Does something with the text of an experiment on a thread for work. The text names files below the server's folder
/// only; another name is refused.
async fn with_text(
    site: Arc<Site>,
    client: Client,
    request: Request,
    run: fn(&Site, &str, LoadFile<'_>, &Stop) -> Result<String, Refusal>,
) -> Result<Response<Body>, Refusal> {
    let (_, bytes) = body(request, &site).await?;
    let text = String::from_utf8(bytes).map_err(|_| Refusal::bad(&"the experiment is not text in UTF-8"))?;
    let ours = Arc::clone(&site);
    let (ticket, answer) = site.take(Lane::Short, &client, move |stop| {
        let refused = Mutex::new(None);
        let load = |name: &str| match ours.files.find(name) {
            Ok(path) => std::fs::read_to_string(path).map_err(|error| error.to_string()),
            Err(refusal) => {
                let why = refusal.text().to_owned();
                *locked(&refused) = Some(refusal);
                Err(why)
            }
        };
        let answer = run(&ours, &text, &load, stop);
        match (answer, refused.into_inner().unwrap_or_else(PoisonError::into_inner)) {
            (Err(_), Some(refusal)) => Err(refusal),
            (answer, _) => answer,
        }
    })?;
    site.wait(&ticket, answer).await.map(json)
}

/// `POST /api/experiments`: the body is an experiment file's text.
pub(crate) async fn start(
    State(site): State<Arc<Site>>,
    client: Client,
    request: Request,
) -> Result<Response<Body>, Refusal> {
    with_text(site, client, request, |site, text, load, stop| {
        let checked = check_experiment(text, load, &Work::new().with_stop(stop.clone()));
        let experiment = site.lab.add(text, checked.map_err(Error::from)?.title)?;
        json_of(&experiment.listed(stop))
    })
    .await
}

/// `POST /api/experiments/check`: what the text plays, or what is wrong with it and where.
pub(crate) async fn check(
    State(site): State<Arc<Site>>,
    client: Client,
    request: Request,
) -> Result<Response<Body>, Refusal> {
    with_text(site, client, request, |_, text, load, stop| {
        json_of(&match check_experiment(text, load, &Work::new().with_stop(stop.clone())) {
            Ok(checked) => Looked { experiment: Some(checked), problem: None },
            Err(problem) => Looked { experiment: None, problem: Some(problem) },
        })
    })
    .await
}

/// `POST /api/experiments/time`: about how long the text's games take here.
pub(crate) async fn time(
    State(site): State<Arc<Site>>,
    client: Client,
    request: Request,
) -> Result<Response<Body>, Refusal> {
    with_text(site, client, request, |site, text, load, stop| {
        json_of(&expected_time(text, load, site.lab.threads, &Work::new().with_stop(stop.clone()))?)
    })
    .await
}

/// Looks at an experiment on a thread for work.
async fn look(
    site: &Arc<Site>,
    client: &Client,
    id: &str,
    look: fn(&Experiment, &Stop) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    let experiment = site.lab.find(id)?;
    let (ticket, answer) = site.take(Lane::Short, client, move |stop| look(&experiment, stop))?;
    site.wait(&ticket, answer).await
}

/// `GET /api/experiments/ID`.
pub(crate) async fn show(
    State(site): State<Arc<Site>>,
    client: Client,
    InPath(id): InPath<String>,
) -> Result<Response<Body>, Refusal> {
    look(&site, &client, &id, Experiment::shown).await.map(json)
}

/// `POST /api/experiments/ID/stop`.
pub(crate) async fn stop(
    State(site): State<Arc<Site>>,
    client: Client,
    InPath(id): InPath<String>,
) -> Result<Response<Body>, Refusal> {
    let experiment = site.lab.find(&id)?;
    experiment.stop();
    let now = locked(&experiment.run).now.clone();
    if let Some(mut now) = now {
        let _ = tokio::time::timeout(Duration::from_secs(5), now.ended.wait_for(|ended| *ended)).await;
    }
    look(&site, &client, &id, Experiment::shown).await.map(json)
}

/// `POST /api/experiments/ID/resume`.
pub(crate) async fn resume(
    State(site): State<Arc<Site>>,
    client: Client,
    InPath(id): InPath<String>,
) -> Result<Response<Body>, Refusal> {
    let experiment = site.lab.find(&id)?;
    if !experiment.is_running() && site.lab.running() >= MOST_RUNNING {
        return Err(too_many());
    }
    experiment.begin(site.lab.threads);
    look(&site, &client, &id, Experiment::shown).await.map(json)
}

/// `GET /api/experiments/ID/events`: how the run gets on, then the experiment.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
    client: Client,
    InPath(id): InPath<String>,
) -> Result<Response<Body>, Refusal> {
    let experiment = site.lab.find(&id)?;
    let now = locked(&experiment.run).now.clone();
    let words = now.as_ref().map_or_else(|| watch::channel(String::new()).1, |now| now.words.clone());
    let (writer, response) = sse::stream();
    tokio::spawn(async move {
        let ended = async {
            if let Some(mut now) = now {
                let _ = now.ended.wait_for(|ended| *ended).await.map(drop);
            }
            look(&site, &client, &id, Experiment::shown).await
        };
        sse::tell(&site, words, ended, &writer).await;
    });
    Ok(response)
}

/// `GET /api/experiments/ID/report`.
pub(crate) async fn report(
    State(site): State<Arc<Site>>,
    client: Client,
    InPath(id): InPath<String>,
    uri: Uri,
) -> Result<Response<Body>, Refusal> {
    let page = look(&site, &client, &id, Experiment::report).await?;
    let page = with_theme(page, uri.query().and_then(|query| query.strip_prefix("theme=")));
    let policy = policy(&page);
    let mut response = Response::new(Body::from(page));
    let headers: &mut HeaderMap = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::try_from(policy).map_err(|_| Refusal::broken())?);
    Ok(response)
}

/// The page as readers see it who have chosen `light` or `dark` in the page around it; otherwise as their system asks.
fn with_theme(page: String, theme: Option<&str>) -> String {
    const DARK: &str = "@media (prefers-color-scheme:dark)";
    const SCHEME: &str = "color-scheme:light dark";
    match theme {
        Some("light") => page.replace(DARK, "@media not all").replace(SCHEME, "color-scheme:light"),
        Some("dark") => page.replace(DARK, "@media screen").replace(SCHEME, "color-scheme:dark"),
        _ => page,
    }
}

/// A report is one file, with its styles and one script in it: of scripts only this one may run.
fn policy(page: &str) -> String {
    let scripts = page.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    let hash = |script: &str| format!(" 'sha256-{}'", base64(&Sha256::digest(script.as_bytes())));
    let hashes: Vec<String> = scripts.map(|(script, _)| hash(script)).collect();
    let scripts = if hashes.is_empty() { " 'none'".to_owned() } else { hashes.concat() };
    format!(
        "default-src 'none'; script-src{scripts}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'"
    )
}

/// Bytes in base 64, as a policy writes them.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number =
            (0..3).fold(0, |number, at| (number << 8) | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[((number >> (18 - 6 * at)) & 63) as usize];
            text.push(if at <= three.len() { digit.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_chooses_light_or_dark() {
        let page = ":root{color-scheme:light dark}@media (prefers-color-scheme:dark){a{}}";
        let with = |theme| with_theme(page.to_owned(), theme);
        assert_eq!(with(Some("dark")), ":root{color-scheme:dark}@media screen{a{}}");
        assert_eq!(with(Some("light")), ":root{color-scheme:light}@media not all{a{}}");
        assert_eq!((with(None), with(Some("x"))), (page.to_owned(), page.to_owned()));
    }

    #[test]
    fn a_policy_names_the_scripts_of_a_page() {
        // The empty text's hash is well known.
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(policy("<p><script></script>").contains(&format!("script-src {empty};")));
        assert!(policy("<p>").contains("script-src 'none';"));
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }
}
