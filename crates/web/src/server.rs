//! The server: from its options to its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use connect_toe_api::KeptTrees;
use tokio::sync::watch;

use crate::connection::{prepare, serve};
use crate::files::Files;
use crate::guard::Names;
use crate::lab::Lab;
use crate::limits::Limits;
use crate::route::router;
use crate::site::Site;
use crate::token::Token;
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
    /// What clients must send. Without it all who can connect may use the server, which then must be this machine's own
    /// programs: at an address that others can reach, [`Server::bind`] makes a token.
    pub token: Option<Token>,
    /// What a request may ask for.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: "127.0.0.1".to_owned(),
            port: 4747,
            files: None,
            token: None,
            limits: Limits::default(),
        }
    }
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    url: String,
    is_open: bool,
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
        let Options { host, port, files, token, limits } = options;
        let files = Files::below(files.as_deref())?;
        let lab = Lab::new(&files, &limits)?;
        let addresses: Vec<SocketAddr> =
            (host.trim_start_matches('[').trim_end_matches(']'), port).to_socket_addrs()?.collect();
        let listener = TcpListener::bind(&addresses[..])?;
        listener.set_nonblocking(true)?;
        prepare(&listener)?;
        let address = listener.local_addr()?;
        let (stopping, _) = watch::channel(false);
        let queue = Arc::new(Queue::new(&limits));
        let is_open = !address.ip().is_loopback();
        let token = if is_open && token.is_none() { Some(Token::random()?) } else { token };
        let page = page_at(address);
        let url = token.as_ref().map_or_else(|| page.clone(), |token| token.in_url(&page));
        let names = Arc::new(Names::new(&host, address, token));
        let (trees, stopping_too) = (KeptTrees::default(), stopping.clone());
        let site =
            Site { limits, files, names, trees, queue, lab, stopping: stopping_too, patience: PATIENCE };
        Ok(Server { listener, url, is_open, site: Arc::new(site), stopping })
    }

    /// The address of the page, with the token if there is one.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether other machines can connect.
    pub fn is_open(&self) -> bool {
        self.is_open
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
            serve(listener, router, site.limits.connections, stopping.subscribe()).await;
            io::Result::Ok(())
        })?;
        site.queue.stop();
        site.lab.end();
        // Work that does not notice a stop does not keep the program from ending.
        runtime.shutdown_background();
        Ok(())
    }
}

/// The address of the page of a server that is bound here.
fn page_at(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(20);
