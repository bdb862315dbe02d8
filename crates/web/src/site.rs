//! What the routes share: limits, files, experiments, and the queue of work.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use connect_toe_api::{Fault, KeptTrees, Stop};
use tokio::sync::{oneshot, watch};

use crate::client::Client;
use crate::files::Files;
use crate::guard::Names;
use crate::lab::Lab;
use crate::limits::Limits;
use crate::reply::Refusal;
use crate::work::{Lane, NotTaken, Queue, Ticket};

/// How long work that is stopped may take to say what it knows.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What the routes share.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) limits: Limits,
    pub(crate) files: Files,
    pub(crate) names: Arc<Names>,
    /// Searched trees, for the clicks that follow.
    pub(crate) trees: KeptTrees,
    pub(crate) queue: Arc<Queue>,
    pub(crate) lab: Lab,
    pub(crate) stopping: watch::Sender<bool>,
    pub(crate) patience: Duration,
}

impl Site {
    /// Waits until the server is to end.
    pub(crate) async fn stopped(&self) {
        // It lives as long as the site.
        let _ = self.stopping.subscribe().wait_for(|stopping| *stopping).await.map(drop);
    }

    /// Takes work for a client; refuses it if there is too much.
    pub(crate) fn take<A: Send + 'static>(
        &self,
        lane: Lane,
        client: &Client,
        run: impl FnOnce(&Stop) -> A + Send + 'static,
    ) -> Result<(Ticket, oneshot::Receiver<A>), Refusal> {
        self.queue.take(lane, client, run).map_err(|why| match why {
            NotTaken::Stopping => Refusal::stopping(),
            NotTaken::Busy => Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too much work is waiting")
                .with_hint("ask again in a moment, or stop what you no longer need"),
        })
    }

    /// Waits for work, which takes no longer than the limit from when it begins.
    pub(crate) async fn wait<A>(
        &self,
        ticket: &Ticket,
        mut answer: oneshot::Receiver<Result<A, Refusal>>,
    ) -> Result<A, Refusal> {
        ticket.begun().await;
        let limit = Duration::from_secs(self.limits.seconds);
        let Ok(answered) = tokio::time::timeout(limit, &mut answer).await else {
            ticket.stop();
            return match tokio::time::timeout(LAST_WORDS, answer).await {
                Ok(Ok(Ok(answer))) => Ok(answer),
                _ => Err(self.too_long()),
            };
        };
        answered.unwrap_or_else(|_| {
            let is_stopping = *self.stopping.borrow();
            Err(if is_stopping { Refusal::stopping() } else { Refusal::broken() })
        })
    }

    /// The refusal of work that took longer than the limit.
    pub(crate) fn too_long(&self) -> Refusal {
        Refusal::impossible(Fault::Limit, None, format!("there is no answer after {} s", self.limits.seconds))
            .with_hint("ask for less: a smaller depth, fewer nodes or games; or use the command line")
    }
}
