//! Connections: how many, how patient, and how they end.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Sleep;

/// How long a client may take to say what it wants, and may go without reading.
const PATIENCE: Duration = Duration::from_secs(20);
/// A connection that has waited this long for its client is closed if another one needs its place.
const MOMENT: Duration = Duration::from_millis(100);
/// Connections that are closed together: the next ones need places, too.
const AT_ONCE: usize = 8;
/// After a stop: how long answers that are on their way may take.
const DRAIN: Duration = Duration::from_millis(400);
/// The pause after an accept that failed, or while there is no place: others may give back what is lacking.
const PAUSE: Duration = Duration::from_millis(20);

/// Serves until a stop is requested, then lets the present answers end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    most: usize,
    mut stopping: watch::Receiver<bool>,
) {
    let stopped = stopping.clone();
    let places = Arc::new(Semaphore::new(most));
    let all = Connections::default();
    loop {
        let accepted = async {
            let place = all.place(&places).await?;
            Some((place, listener.accept().await))
        };
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => break,
            accepted = accepted => match accepted {
                Some((place, Ok((stream, peer)))) => {
                    let (router, connection) = (router.clone(), all.add());
                    tokio::spawn(answer(stream, peer, router, stopped.clone(), connection, place));
                }
                Some((_, Err(_))) => {
                    all.close_some();
                    tokio::time::sleep(PAUSE).await;
                }
                None => break,
            },
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(DRAIN, places.acquire_many(most as u32)).await;
}

/// Lets the system hold back many clients, but little of what each of them does not read.
#[cfg(unix)]
pub(crate) fn prepare(listener: &std::net::TcpListener) -> io::Result<()> {
    const CLIENTS: i32 = 1024;
    const BYTES: usize = 64 << 10;
    rustix::net::sockopt::set_socket_send_buffer_size(listener, BYTES)?;
    Ok(rustix::net::listen(listener, CLIENTS)?)
}

#[cfg(not(unix))]
pub(crate) fn prepare(_: &std::net::TcpListener) -> io::Result<()> {
    Ok(())
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    member: Member,
    _place: OwnedSemaphorePermit,
) {
    // Small answers go out at once. If this fails, they only come later.
    let _ = stream.set_nodelay(true);
    let connection = Arc::clone(&member.connection);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        let turn = Turn::begin(&connection);
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(Arc::clone(&connection));
        let answered = router.call(request);
        async move { Ok::<_, std::convert::Infallible>(answered.await?.map(|body| Answer { body, _turn: turn })) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
    let stream = Watched { stream, connection: Arc::clone(&connection), patience: None };
    let served = builder.serve_connection(TokioIo::new(stream), service);
    let mut served = std::pin::pin!(served);
    tokio::select! {
        _ = served.as_mut() => return,
        () = connection.close.notified() => return,
        _ = stopping.wait_for(|stopping| *stopping) => served.as_mut().graceful_shutdown(),
    }
    let _ = served.await;
}

/// The connections that there are.
#[derive(Clone, Default)]
struct Connections(Arc<Mutex<Members>>);

#[derive(Default)]
struct Members {
    by_number: HashMap<u64, Arc<Connection>>,
    next: u64,
}

/// A connection among the others, as long as this lives.
struct Member {
    all: Connections,
    number: u64,
    connection: Arc<Connection>,
}

/// A connection, by whom it waits for.
#[derive(Debug)]
pub(crate) struct Connection {
    waits: Mutex<Waits>,
    /// Its place is needed.
    close: Notify,
}

#[derive(Debug)]
struct Waits {
    /// Answers that are being made.
    answers: usize,
    /// Since when the client has nothing to get.
    idle: Instant,
    /// Since when the rest of a request is read.
    reading: Option<Instant>,
    /// Since when the client does not take what is written.
    writing: Option<Instant>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connections {
    fn add(&self) -> Member {
        let waits = Waits { answers: 0, idle: Instant::now(), reading: None, writing: None };
        let connection = Arc::new(Connection { waits: Mutex::new(waits), close: Notify::new() });
        let mut all = locked(&self.0);
        let number = all.next;
        all.next += 1;
        all.by_number.insert(number, Arc::clone(&connection));
        Member { all: self.clone(), number, connection }
    }

    /// A place for one more: if there is none, that of a connection that has waited long for its client.
    async fn place(&self, places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        loop {
            if let Ok(place) = Arc::clone(places).try_acquire_owned() {
                return Some(place);
            }
            self.close_some();
            let freed = Arc::clone(places).acquire_owned();
            if let Ok(place) = tokio::time::timeout(PAUSE, freed).await {
                return place.ok();
            }
        }
    }

    /// Closes the connections that have waited for their clients the longest, of those that have for a moment.
    fn close_some(&self) {
        let all = locked(&self.0);
        let all = all.by_number.values();
        let since = all.filter_map(|connection| Some((connection.waits_since()?, connection)));
        let mut waiting: Vec<_> = since.filter(|(since, _)| since.elapsed() >= MOMENT).collect();
        waiting.sort_by_key(|(since, _)| *since);
        waiting.iter().take(AT_ONCE).for_each(|(_, connection)| connection.close.notify_one());
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        locked(&self.all.0).by_number.remove(&self.number);
    }
}

impl Connection {
    fn waits(&self) -> MutexGuard<'_, Waits> {
        locked(&self.waits)
    }

    /// Since when it waits for its client, if it does.
    fn waits_since(&self) -> Option<Instant> {
        let Waits { answers, idle, reading, writing } = *self.waits();
        writing.or(reading).or((answers == 0).then_some(idle))
    }

    /// The rest of a request is read from now on, or is there.
    pub(crate) fn reads(&self, reads: bool) {
        self.waits().reading = reads.then(Instant::now);
    }
}

/// While this lives, the server makes an answer for a connection.
struct Turn(Arc<Connection>);

impl Turn {
    fn begin(connection: &Arc<Connection>) -> Turn {
        connection.waits().answers += 1;
        Turn(Arc::clone(connection))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut waits = self.0.waits();
        waits.answers -= 1;
        (waits.idle, waits.reading) = (Instant::now(), None);
    }
}

/// An answer, of which the server may still make more.
struct Answer {
    body: Body,
    _turn: Turn,
}

impl hyper::body::Body for Answer {
    type Data = <Body as hyper::body::Body>::Data;
    type Error = <Body as hyper::body::Body>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that fails if the client does not take what is written.
struct Watched {
    stream: TcpStream,
    connection: Arc<Connection>,
    patience: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    /// Passes on how a write went.
    fn written<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            if self.patience.take().is_some() {
                self.connection.waits().writing = None;
            }
            return written;
        }
        let patience = self.patience.get_or_insert_with(|| {
            self.connection.waits().writing = Some(Instant::now());
            Box::pin(tokio::time::sleep(PATIENCE))
        });
        patience.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
