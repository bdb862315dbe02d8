//! Work stops when nobody wants it, and is shared.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use connect_toe_web::Limits;

use crate::{Answer, ENDLESS, Running};

const STREAM: &str = "Accept: text/event-stream\r\n";

/// Asks for work that does not end, without waiting for the answer.
fn begin(server: &Running, more: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(server.posted("/api/analyze", ENDLESS, more).as_bytes()).unwrap();
    stream
}

#[test]
fn work_stops_when_its_client_leaves() {
    let server = Running::start();
    for more in ["", STREAM] {
        let client = begin(&server, more);
        server.wait_for_work(|work| work == (1, 0));
        drop(client);
        server.wait_for_work(|work| work == (0, 0));
    }
}

#[test]
fn what_waits_is_forgotten_when_its_client_leaves() {
    let server = Running::limited(Limits { work_at_once: 1, ..Limits::default() });
    let first = begin(&server, STREAM);
    server.wait_for_work(|work| work == (1, 0));
    let second = begin(&server, STREAM);
    server.wait_for_work(|work| work == (1, 1));
    drop(second);
    server.wait_for_work(|work| work == (1, 0));
    drop(first);
    server.wait_for_work(|work| work == (0, 0));
}

#[test]
fn too_much_work_is_refused() {
    let limits = Limits { work_at_once: 1, waiting: 2, ..Limits::default() };
    let server = Running::limited(limits);
    let clients: Vec<_> = (0..3).map(|_| begin(&server, "")).collect();
    server.wait_for_work(|work| work == (1, 2));
    let refused = server.post("/api/analyze", ENDLESS);
    assert_eq!((refused.status, refused.json()["error"].is_string()), (429, true));
    assert!(refused.head.contains("retry-after: "), "{refused:?}");
    // What needs no search does not wait behind searches.
    assert_eq!(server.post("/api/moves", r#"{"game": "3x3:3"}"#).status, 200);
    assert_eq!(server.get("/api/experiments").status, 200);
    drop(clients);
    server.wait_for_work(|work| work == (0, 0));
    assert_eq!(server.post("/api/solve", r#"{"game": "3x3:3"}"#).status, 200);
}

#[test]
fn time_in_the_queue_is_no_time_of_work() {
    let server = Running::limited(Limits { seconds: 1, work_at_once: 1, ..Limits::default() });
    let endless: Vec<_> = (0..2).map(|_| begin(&server, "")).collect();
    server.wait_for_work(|work| work == (1, 1));
    // It waits for longer than work may take, and then has its own time: it is not stopped before it begins.
    let solved = server.post("/api/solve", r#"{"game": "3x3:3"}"#);
    assert_eq!((solved.status, &solved.json()["result"]), (200, &"draw".into()), "{solved:?}");
    drop(endless);
}

#[test]
fn a_client_does_not_take_every_place() {
    let server = Running::limited(Limits { work_at_once: 4, ..Limits::default() });
    let greedy = "Connect-Toe-Client: greedy\r\n";
    let clients: Vec<_> = (0..10).map(|_| begin(&server, greedy)).collect();
    server.wait_for_work(|work| work == (2, 8));
    let start = Instant::now();
    assert_eq!(server.post("/api/solve", r#"{"game": "3x3:3"}"#).status, 200);
    assert!(start.elapsed() < Duration::from_secs(20));
    drop(clients);
}

#[test]
fn work_ends_at_the_limit_with_what_is_known() {
    let server = Running::limited(Limits { seconds: 1, ..Limits::default() });
    let playouts = r#"{"game": "gomoku", "games": 100000000}"#;
    let answer = server.post("/api/playouts", playouts);
    assert_eq!((answer.status, &answer.json()["partial"]), (200, &true.into()));
    let perft = server.post("/api/perft", r#"{"game": "gomoku", "depth": 9}"#);
    assert_eq!(perft.status, 422, "{perft:?}");
    assert!(perft.json()["error"].as_str().unwrap().contains("after 1 s"), "{perft:?}");
    let stream = server.raw(server.posted("/api/perft", r#"{"game": "gomoku", "depth": 9}"#, STREAM));
    let events = stream.events();
    let (name, error) = events.last().unwrap();
    assert_eq!((name.as_str(), &error["status"]), ("error", &422.into()), "{events:?}");
}

#[test]
fn a_server_ends_within_a_second() {
    let server = Running::start();
    let mut streams: Vec<_> = (0..5).map(|_| begin(&server, STREAM)).collect();
    let mut plain = begin(&server, "");
    let _idle = server.connect();
    server.wait_for_work(|(running, waiting)| running + waiting == 6);
    let start = Instant::now();
    server.stopper.stop();
    let mut texts = streams.iter_mut().map(|stream| {
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text
    });
    // What a client does with an error depends on its status, which a stream can only say in its text.
    assert!(texts.all(|text| {
        Answer::read(&text)
            .events()
            .last()
            .is_some_and(|(name, error)| name == "error" && error["status"] == 503)
    }));
    let mut text = String::new();
    let _ = plain.read_to_string(&mut text);
    assert!(text.is_empty() || text.contains(" 503 ") || text.contains(" 200 "), "{text}");
    drop(server);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
