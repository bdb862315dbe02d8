//! The server: from its options to its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use connect_toe_api::KeptTrees;
use tokio::sync::watch;

use crate::connection::serve;
use crate::files::Files;
use crate::guard::Names;
use crate::lab::Lab;
use crate::limits::Limits;
use crate::route::router;
use crate::site::Site;
use crate::work::Queue;

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
        let (trees, stopping_too) = (KeptTrees::default(), stopping.clone());
        let site =
            Site { limits, files, names, trees, queue, lab, stopping: stopping_too, patience: PATIENCE };
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
        // Work that does not notice a stop does not keep the program from ending.
        runtime.shutdown_background();
        Ok(())
    }
}

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(20);
