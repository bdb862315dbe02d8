//! Streams: progress a few times a second, then the result or the error.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Response, header};
use connect_toe_api::{Analysis, AnalyzedMove, Finding, Observer, Progress, ValueBounds};
use connect_toe_laboratory::CellScore;
use http_body::Frame;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};

use crate::reply::Refusal;
use crate::server::Site;
use crate::work::Ticket;

/// Between two words of progress.
const BETWEEN: Duration = Duration::from_millis(125);
/// Between two words at all, so that a connection that is gone is noticed.
const SILENCE: Duration = Duration::from_secs(10);
/// How long a client may not read.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whether the client wants to hear of progress.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
    })
}

/// How far work is, as clients read it.
#[derive(Clone, Debug, Default, Serialize)]
struct Known {
    /// Units that are done.
    done: u64,
    /// All units.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    /// What is counted.
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Plies of the deepest finished look.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<AnalyzedMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<ValueBounds>,
    /// Of each cell of an experiment: wins, draws, losses, and the interval of the score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(u64, u64, u64, f64, f64)>,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    notice: String,
    seconds: f64,
}

/// Hears of progress, and passes on the last of it a few times a second.
#[derive(Debug)]
pub(crate) struct Teller {
    state: Mutex<State>,
    words: watch::Sender<String>,
    started: Instant,
}

#[derive(Debug)]
struct State {
    known: Known,
    /// Whether something has not been passed on.
    is_new: bool,
    next: Instant,
}

impl Teller {
    pub(crate) fn new() -> (Arc<Teller>, watch::Receiver<String>) {
        let (words, heard) = watch::channel(String::new());
        let started = Instant::now();
        let state = State { known: Known::default(), is_new: false, next: started };
        (Arc::new(Teller { state: Mutex::new(state), words, started }), heard)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, state: &mut State, now: Instant) {
        state.known.seconds = (now - self.started).as_secs_f64();
        state.is_new = false;
        state.next = now + BETWEEN;
        self.words.send_replace(serde_json::to_string(&state.known).unwrap_or_default());
    }

    fn learn(&self, learn: impl FnOnce(&mut Known)) {
        let mut state = self.state();
        learn(&mut state.known);
        state.is_new = true;
        let now = Instant::now();
        if now >= state.next {
            self.tell(&mut state, now);
        }
    }

    /// Passes on what is left: the work has ended.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        if state.is_new {
            self.tell(&mut state, Instant::now());
        }
    }
}

impl Teller {
    /// How the cells of an experiment stand by now.
    pub(crate) fn cells(&self, cells: &dyn Fn() -> Vec<CellScore>) {
        let Ok(mut state) = self.state.try_lock() else { return };
        // The word of progress that comes next carries them.
        if Instant::now() >= state.next {
            let short = |share: f64| (share * 1e4).round() / 1e4;
            let row = |cell: CellScore| {
                let CellScore { wins, draws, losses, interval: [low, high] } = cell;
                (wins, draws, losses, short(low), short(high))
            };
            state.known.cells = cells().into_iter().map(row).collect();
        }
    }
}

impl Observer for Teller {
    fn progress(&self, progress: &Progress) {
        // A thread that finds another one here has nothing newer to say.
        let Ok(mut state) = self.state.try_lock() else { return };
        let Progress { done, total, unit, .. } = *progress;
        let known = &mut state.known;
        // Threads report in any order.
        known.done = if known.unit == unit { known.done.max(done) } else { done };
        known.unit = unit;
        known.total = total;
        known.nodes = (unit == "nodes").then_some(known.done);
        state.is_new = true;
        let now = Instant::now();
        if now >= state.next {
            state.known.detail = (progress.detail)();
            self.tell(&mut state, now);
        }
    }

    fn notice(&self, text: &str) {
        self.learn(|known| text.clone_into(&mut known.notice));
    }

    fn found(&self, finding: &Finding) {
        match *finding {
            Finding::Look { depth, report, geometry, to_move } => {
                let Analysis { value, best, moves, line, .. } = Analysis::of_look(report, geometry, to_move);
                self.learn(|known| {
                    known.depth = Some(depth);
                    known.value = value;
                    (known.best, known.moves, known.line) = (Some(best), Some(moves), Some(line));
                });
            }
            Finding::Bounds { lower, upper } => {
                // The next word of progress, which comes at once, carries it.
                self.state().known.bounds = Some(ValueBounds::new(lower, upper));
            }
        }
    }

    fn wants_looks(&self) -> bool {
        true
    }
}

/// A stream of events, and what it is made of.
pub(crate) struct Events(mpsc::Receiver<String>);

/// The writing end of a stream.
pub(crate) struct Writer(mpsc::Sender<String>);

impl Writer {
    /// Writes an event; false if nobody reads any more.
    pub(crate) async fn event(&self, name: &str, data: &str) -> bool {
        self.write(format!("event: {name}\ndata: {data}\n\n")).await
    }

    /// Writes what clients skip.
    pub(crate) async fn nothing(&self) -> bool {
        self.write(":\n\n".to_owned()).await
    }

    async fn write(&self, text: String) -> bool {
        matches!(tokio::time::timeout(PATIENCE, self.0.send(text)).await, Ok(Ok(())))
    }

    /// Waits until the client has left.
    pub(crate) async fn left(&self) {
        self.0.closed().await;
    }
}

/// An answer that is a stream.
pub(crate) fn stream() -> (Writer, Response<Body>) {
    let (sender, receiver) = mpsc::channel(1);
    let mut response = Response::new(Body::new(Events(receiver)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (Writer(sender), response)
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|text| text.map(|text| Ok(Frame::data(Bytes::from(text)))))
    }
}

/// Streams the progress of work and its answer. The work ends with the stream, however that ends.
pub(crate) fn answer(
    site: Arc<Site>,
    ticket: Ticket,
    words: watch::Receiver<String>,
    answer: oneshot::Receiver<Result<String, Refusal>>,
) -> Response<Body> {
    let (writer, response) = stream();
    tokio::spawn(async move { tell(&site, words, site.wait(&ticket, answer), &writer).await });
    response
}

/// Streams progress until the answer is there.
pub(crate) async fn tell(
    site: &Site,
    mut words: watch::Receiver<String>,
    answer: impl Future<Output = Result<String, Refusal>>,
    writer: &Writer,
) {
    let mut stopped = std::pin::pin!(site.stopped());
    let mut answered = std::pin::pin!(answer);
    words.mark_changed();
    let mut may_change = true;
    let mut last = String::new();
    let answer = loop {
        tokio::select! {
            biased;
            () = writer.left() => return,
            () = &mut stopped => break Err(Refusal::stopping()),
            answer = &mut answered => break answer,
            changed = words.changed(), if may_change => {
                may_change = changed.is_ok();
                if may_change {
                    last.clone_from(&words.borrow_and_update());
                    if !last.is_empty() && !writer.event("progress", &last).await {
                        return;
                    }
                }
            }
            () = tokio::time::sleep(SILENCE) => if !writer.nothing().await { return },
        }
    };
    // The last word of progress comes before the result.
    let word = words.borrow().clone();
    if word != last && !writer.event("progress", &word).await {
        return;
    }
    match answer {
        Ok(answer) => writer.event("result", &answer).await,
        Err(refusal) => writer.event("error", &refusal.event()).await,
    };
}
