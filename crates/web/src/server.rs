//! The server: from its options to its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use connect_toe_api::Stop;
use tokio::sync::{oneshot, watch};

use crate::client::Client;
use crate::connection::serve;
use crate::files::Files;
use crate::guard::Names;
use crate::lab::Lab;
use crate::limits::Limits;
use crate::reply::Refusal;
use crate::route::router;
use crate::work::{Lane, NotTaken, Queue, Ticket};

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address or name to listen at.
    pub host: String,
    /// The port; 0 for a free one.
    pub port: u16,
    /// The folder below which requests may name files; without it they name none.
    pub files: Option<PathBuf>,
    /// What a request may ask for.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options { host: "127.0.0.1".to_owned(), port: 4747, files: None, limits: Limits::default() }
    }
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    site: Arc<Site>,
    stopping: watch::Sender<bool>,
}

/// Stops a server from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the server: work stops, streams end, and [`Server::run`] returns within a second.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Listens, so that a client can connect from now on.
    ///
    /// # Errors
    /// The host is not one of this machine, or the port is taken; the folder of files does not exist.
    pub fn bind(options: Options) -> io::Result<Server> {
        let Options { host, port, files, limits } = options;
        let files = Files::below(files.as_deref())?;
        let lab = Lab::new(&files, &limits)?;
        let addresses: Vec<SocketAddr> =
            (host.trim_start_matches('[').trim_end_matches(']'), port).to_socket_addrs()?.collect();
        let listener = TcpListener::bind(&addresses[..])?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (stopping, _) = watch::channel(false);
        let queue = Arc::new(Queue::new(&limits));
        let names = Arc::new(Names::new(&host, address));
        let site = Site { limits, files, names, queue, lab, stopping: stopping.clone(), patience: PATIENCE };
        Ok(Server { listener, address, site: Arc::new(site), stopping })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// What stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stopping.clone())
    }

    /// Answers requests until it is stopped.
    ///
    /// # Errors
    /// The system does not give what a server needs.
    pub fn run(self) -> io::Result<()> {
        let Server { listener, site, stopping, .. } = self;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let router = router(&site);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let mut stopped = stopping.subscribe();
            let ours = Arc::clone(&site);
            tokio::spawn(async move {
                let _ = stopped.wait_for(|stopping| *stopping).await;
                ours.queue.stop();
                ours.lab.stop();
            });
            serve(listener, router, stopping.subscribe()).await;
            io::Result::Ok(())
        })?;
        site.queue.stop();
        site.lab.end();
        // Work that does not hear a stop does not hold the program.
        runtime.shutdown_background();
        Ok(())
    }
}

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long work that is stopped may take to say what it knows.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What the routes share.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) limits: Limits,
    pub(crate) files: Files,
    pub(crate) names: Arc<Names>,
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

    /// Waits for work, no longer than the limit.
    pub(crate) async fn wait<A>(
        &self,
        ticket: &Ticket,
        mut answer: oneshot::Receiver<Result<A, Refusal>>,
    ) -> Result<A, Refusal> {
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
        Refusal::impossible(format!("there is no answer after {} s", self.limits.seconds))
            .with_hint("ask for less: a smaller depth, fewer nodes or games; or use the command line")
    }
}
