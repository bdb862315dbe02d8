//! The paths of the laboratory.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Response, Uri};
use connect_toe_api::{Error, Stop, Work};
use connect_toe_laboratory::{
    CheckedExperiment, ExperimentProblem, LoadFile, ShippedExperiment, check_experiment, expected_time,
    experiment_schema,
};
use serde::Serialize;
use tokio::sync::watch;

use super::experiment::{Experiment, Look};
use super::locked;
use super::page::{policy, with_theme};
use crate::client::Client;
use crate::command::body;
use crate::reply::{Refusal, json, json_of};
use crate::site::Site;
use crate::sse;
use crate::work::Lane;

/// How long the answer to a stop waits for the run to end. It says how far the run is.
const LAST_GAMES: Duration = Duration::from_millis(700);

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

/// `GET /api/experiments`.
pub(crate) async fn list(State(site): State<Arc<Site>>, client: Client) -> Result<Response<Body>, Refusal> {
    let all = site.lab.list();
    let (ticket, answer) = site.take(Lane::Laboratory, &client, move |stop| {
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
    json(experiment_schema())
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
    let (ticket, answer) = site.take(Lane::Laboratory, &client, move |stop| {
        let refused = Mutex::new(None);
        let load = |name: &str| {
            ours.files.read(name).map_err(|refusal| {
                let why = refusal.text().to_owned();
                *locked(&refused) = Some(refusal);
                why
            })
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
        let checked = checked.map_err(Error::from)?;
        site.limits.check_experiment(&checked)?;
        let experiment = site.lab.add(text, &checked.title)?;
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
    with_text(site, client, request, |site, text, load, stop| {
        let checked = check_experiment(text, load, &Work::new().with_stop(stop.clone()));
        let within = |checked| match site.limits.check_experiment(&checked) {
            Ok(()) => Ok(checked),
            Err(refusal) => Err(refusal.problem()),
        };
        json_of(&match checked.and_then(within) {
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
        let work = Work::new().with_stop(stop.clone());
        let checked = check_experiment(text, load, &work).map_err(Error::from)?;
        site.limits.check_experiment(&checked)?;
        json_of(&expected_time(text, load, site.lab.threads, &work)?)
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
    let (ticket, answer) = site.take(Lane::Laboratory, client, move |stop| look(&experiment, stop))?;
    site.wait(&ticket, answer).await
}

/// The experiment with all that its games say.
fn whole(experiment: &Experiment, stop: &Stop) -> Result<String, Refusal> {
    experiment.shown(Look::AtGames, stop)
}

/// The experiment as far as it is known: nobody waits for games that are read.
async fn at_once(site: &Arc<Site>, client: &Client, experiment: Arc<Experiment>) -> Result<String, Refusal> {
    let run = move |stop: &Stop| experiment.shown(Look::AtKnown, stop);
    let (ticket, answer) = site.take(Lane::Short, client, run)?;
    site.wait(&ticket, answer).await
}

/// `GET /api/experiments/ID`.
pub(crate) async fn show(
    State(site): State<Arc<Site>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response<Body>, Refusal> {
    look(&site, &client, &id, whole).await.map(json)
}

/// `DELETE /api/experiments/ID`: ends its run, and removes its files.
pub(crate) async fn delete(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response<Body>, Refusal> {
    site.lab.delete(&id).await?;
    Ok(json("{}"))
}

/// `POST /api/experiments/ID/stop`.
pub(crate) async fn stop(
    State(site): State<Arc<Site>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response<Body>, Refusal> {
    let experiment = site.lab.find(&id)?;
    experiment.stop();
    if let Some(mut now) = experiment.now() {
        let _ = tokio::time::timeout(LAST_GAMES, now.ended()).await;
    }
    at_once(&site, &client, experiment).await.map(json)
}

/// `POST /api/experiments/ID/resume`.
pub(crate) async fn resume(
    State(site): State<Arc<Site>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response<Body>, Refusal> {
    let experiment = site.lab.find(&id)?;
    let (ours, resumed) = (Arc::clone(&site), Arc::clone(&experiment));
    let (ticket, answer) = site.take(Lane::Laboratory, &client, move |_| ours.lab.resume(&resumed))?;
    site.wait(&ticket, answer).await?;
    at_once(&site, &client, experiment).await.map(json)
}

/// `GET /api/experiments/ID/events`: the progress of the run, then the experiment.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response<Body>, Refusal> {
    let experiment = site.lab.find(&id)?;
    let now = experiment.now();
    let words = now.as_ref().map_or_else(|| watch::channel(String::new()).1, |now| now.words.clone());
    let (writer, response) = sse::stream();
    tokio::spawn(async move {
        let ended = async {
            if let Some(mut now) = now {
                now.ended().await;
            }
            look(&site, &client, &id, whole).await
        };
        sse::tell(&site, words, ended, &writer).await;
    });
    Ok(response)
}

/// `GET /api/experiments/ID/report`.
pub(crate) async fn report(
    State(site): State<Arc<Site>>,
    client: Client,
    Path(id): Path<String>,
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
