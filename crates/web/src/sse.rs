//! Streams: progress a few times a second, then the result or the error.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Response, header};
use http_body::Frame;
use tokio::sync::{mpsc, oneshot, watch};

use crate::reply::Refusal;
use crate::site::Site;
use crate::work::Ticket;

/// The longest time between two writes, so that a connection that is gone is noticed.
const SILENCE: Duration = Duration::from_secs(10);
/// How long a client may go without reading.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whether the client wants reports of progress.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
    })
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

    /// Writes a comment, which clients skip.
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
    // The last report of progress comes before the result.
    let word = words.borrow().clone();
    if word != last && !writer.event("progress", &word).await {
        return;
    }
    match answer {
        Ok(answer) => writer.event("result", &answer).await,
        Err(refusal) => writer.event("error", &refusal.event()).await,
    };
}
