//! Connections: how many, how patient, and how they end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Connections at the same time; more wait at the door.
const MOST: usize = 1024;
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(20);
/// After a stop: how long answers that are on their way may take.
const DRAIN: Duration = Duration::from_millis(400);
/// The pause after an accept that failed: the system lacks something that others may give back.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until a stop is requested, then lets the present answers end.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut stopping: watch::Receiver<bool>) {
    let stopped = stopping.clone();
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await.ok()?;
            Some((place, listener.accept().await))
        };
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => break,
            accepted = accepted => match accepted {
                Some((place, Ok((stream, peer)))) => {
                    let router = router.clone();
                    tokio::spawn(connection(stream, peer, router, stopped.clone(), place));
                }
                Some((_, Err(_))) => tokio::time::sleep(PAUSE).await,
                None => break,
            },
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(DRAIN, places.acquire_many(MOST as u32)).await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
) {
    // Small answers go out at once. If this fails, they only come later.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stopping| *stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
