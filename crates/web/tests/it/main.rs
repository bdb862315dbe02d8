//! A real server on a free port, asked through raw sockets: an HTTP library would mend what the tests want wrong.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answers;
mod colours;
mod guard;
mod hostile;
mod lab;
mod openapi;
mod work;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use connect_toe_web::{Limits, Options, Server, Stopper};
use serde_json::Value;

/// A server that ends with this value.
struct Running {
    address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// An answer as it came.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Running {
    fn start() -> Running {
        Running::with(Options::default())
    }

    fn limited(limits: Limits) -> Running {
        Running::with(Options { limits, ..Options::default() })
    }

    fn with(options: Options) -> Running {
        let server = Server::bind(Options { port: 0, ..options }).unwrap();
        let address = server.url().trim_start_matches("http://").split('/').next().unwrap().parse().unwrap();
        let stopper = server.stopper();
        let thread = Some(std::thread::spawn(move || server.run().unwrap()));
        Running { address, stopper, thread }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes.
    fn raw(&self, request: impl AsRef<[u8]>) -> Answer {
        let mut stream = self.connect();
        // A server that refuses early may not read all of it.
        let _ = stream.write_all(request.as_ref());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::read(&String::from_utf8_lossy(&answer))
    }

    fn head(&self, line: &str, more: &str) -> String {
        format!("{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", self.address)
    }

    fn get(&self, path: &str) -> Answer {
        self.raw(self.head(&format!("GET {path}"), ""))
    }

    /// A request with a body, as bytes.
    fn posted(&self, path: &str, body: &str, more: &str) -> String {
        let more = format!("Content-Length: {}\r\n{more}", body.len());
        self.head(&format!("POST {path}"), &more) + body
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(self.posted(path, body, ""))
    }

    /// How much is being done, and how much waits.
    fn work(&self) -> (u64, u64) {
        let limits = self.get("/api/limits").json();
        let count = |name: &str| limits["work"][name].as_u64().unwrap();
        (count("running"), count("waiting"))
    }

    /// Waits until this is being done.
    fn wait_for_work(&self, wanted: impl Fn((u64, u64)) -> bool) {
        let start = Instant::now();
        while !wanted(self.work()) {
            assert!(start.elapsed() < Duration::from_secs(60), "{:?}", self.work());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

impl Answer {
    fn read(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") { joined(body) } else { body.to_owned() };
        Answer { status, head, body }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The events of a stream.
    fn events(&self) -> Vec<(String, Value)> {
        let events = self.body.split("\n\n").filter_map(|event| {
            let (name, data) =
                event.trim_start_matches(":\n").strip_prefix("event: ")?.split_once("\ndata: ")?;
            Some((name.to_owned(), serde_json::from_str(data).unwrap()))
        });
        events.collect()
    }
}

/// The chunks of a body, put together.
fn joined(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        if length == 0 || rest.len() < length + 2 {
            break;
        }
        whole.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
    whole
}

/// Work that takes longer than any test.
const ENDLESS: &str = r#"{"game": "gomoku", "player": "perfect"}"#;
