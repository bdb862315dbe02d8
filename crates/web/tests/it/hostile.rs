//! Input that nobody means well with.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use connect_toe_web::Limits;

use crate::{ENDLESS, Running};

#[test]
fn no_body_is_an_internal_error() {
    let server = Running::start();
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"game\":{deep}");
    let long = format!("{{\"game\":\"{}\"}}", "9x".repeat(100_000));
    let moves = format!("{{\"game\":\"3x3:3\",\"moves\":\"{}\"}}", "a1 ".repeat(100_000));
    let bodies = [
        "",
        "null",
        "1",
        "\"\"",
        "{",
        "{}",
        "[]",
        "{\"game\":null}",
        "{\"game\":1}",
        "{\"game\":\"\"}",
        "{\"game\":\"0x0:0\"}",
        "{\"game\":\"3x3:3\",\"depth\":-1}",
        "{\"game\":\"3x3:3\",\"depth\":1e400}",
        "{\"game\":\"3x3:3\",\"depth\":18446744073709551616}",
        "{\"game\":\"\\u0000\"}",
        "{\"game\":\"\\ud800\"}",
        "{\"game\":\"3x3:3\",\"player\":\"minimax:depth=99999999999\",\"opponent\":\"\"}",
        "{\"game\":\"3x3:3\",\"player\":\":::,,,===\",\"opponent\":\"random:ties=\"}",
        "{\"game\":\"2x2x2x2x2x2x2x2x2x2x2x2:2\",\"depth\":2,\"player\":\"random\",\"opponent\":\"random\",\"games\":1}",
        "{\"game\":\"65535x65535x65535x65535:3\",\"depth\":1}",
        "\u{0}\u{1}\u{2}",
        "{\"game\":\"3x3:3\",\"game\":\"\"}",
        "{\"game\":\"3x3:3\",\"heuristic\":\"weighted-lines:weights=1/1/1/1/1/1/1\",\"board\":\"////||||\"}",
        &deep,
        &nested,
        &long,
        &moves,
    ];
    for command in [
        "games", "describe", "moves", "eval", "analyze", "review", "puzzles", "attempt", "solve", "perft",
        "playouts", "match", "tree", "lines",
    ] {
        for body in bodies {
            let shown: String = body.chars().take(80).collect();
            let answer = server.post(&format!("/api/{command}"), body);
            assert!(matches!(answer.status, 200 | 400..=499), "{command} {shown}: {answer:?}");
            assert!(
                answer.status == 200 || answer.json()["error"].is_string(),
                "{command} {shown}: {answer:?}"
            );
        }
    }
}

#[test]
fn bodies_are_limited() {
    let server = Running::start();
    let large = "x".repeat(10 << 20);
    let answer = server.post("/api/moves", &large);
    assert_eq!((answer.status, answer.json()["error"].is_string()), (413, true));
    // One that does not say how long it is.
    let mut stream = server.connect();
    stream.write_all(server.head("POST /api/moves", "Transfer-Encoding: chunked\r\n").as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", "[".repeat(0x1_0000));
    for _ in 0..64 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[test]
fn many_clients_are_served_while_heavy_work_runs() {
    let server = Running::start();
    // Connections that say nothing, or half of it.
    let idle: Vec<_> = (0..50).map(|_| server.connect()).collect();
    let halves: Vec<_> = (0..50)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"POST /api/moves HTTP/1.1\r\nHo").unwrap();
            stream
        })
        .collect();
    let heavy: Vec<_> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(server.posted("/api/analyze", ENDLESS, "").as_bytes()).unwrap();
            stream
        })
        .collect();
    server.wait_for_work(|(running, waiting)| running >= 2 && running + waiting == 20);
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..200)
            .map(|_| scope.spawn(|| server.post("/api/moves", r#"{"game": "3x3:3"}"#).status))
            .collect();
        assert!(asked.into_iter().all(|asked| asked.join().unwrap() == 200));
    });
    let start = Instant::now();
    assert_eq!(server.get("/api/limits").status, 200);
    assert!(start.elapsed() < Duration::from_secs(60));
    drop((idle, halves, heavy));
    server.wait_for_work(|work| work == (0, 0));
}

#[test]
fn clients_that_do_not_read_or_write_give_up_their_places() {
    let server = Running::limited(Limits { connections: 20, ..Limits::default() });
    let large = server.head("GET /api/openapi.json", "").replace("Connection: close\r\n", "");
    let held: Vec<_> = (0..60)
        .map(|number| {
            let mut stream = server.connect();
            // One asks for much and does not read it, one says nothing, one says half of what it wants.
            let said = match number % 3 {
                0 => large.repeat(100),
                1 => String::new(),
                _ => server.posted("/api/moves", "{}", "").replace("{}", "{"),
            };
            let _ = stream.write_all(said.as_bytes());
            stream
        })
        .collect();
    let start = Instant::now();
    for _ in 0..50 {
        assert_eq!(server.post("/api/moves", r#"{"game": "3x3:3"}"#).status, 200);
    }
    // A place that is given up only in time takes 20 s.
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    drop(held);
    // Who waits for work keeps the place.
    let mut heavy = server.connect();
    heavy.write_all(server.posted("/api/analyze", ENDLESS, "").as_bytes()).unwrap();
    server.wait_for_work(|work| work == (1, 0));
    let idle: Vec<_> = (0..60).map(|_| server.connect()).collect();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(server.work(), (1, 0));
    drop((idle, heavy));
    server.wait_for_work(|work| work == (0, 0));
}

#[test]
fn requests_name_no_programs() {
    let server = Running::start();
    let place = std::env::temp_dir().join(format!("connect-toe-no-program-{}", std::process::id()));
    let engine = format!("gomocup:cmd=sh -c 'echo > {}'", place.display());
    let experiment = format!(
        "games_per_cell = 2\n[[study]]\nname = \"a\"\ngame = \"7x7:5\"\nplayer = \"{engine}\"\nopponent = \"random\"\n"
    );
    let answers = [
        server.post(
            "/api/match",
            &format!(r#"{{"game":"7x7:5","player":"{engine}","opponent":"random","games":1}}"#),
        ),
        server.post(
            "/api/match",
            &format!(r#"{{"game":"7x7:5","player":"random","opponent":"{engine}","games":1}}"#),
        ),
        server.post("/api/analyze", &format!(r#"{{"game":"7x7:5","player":"{engine}"}}"#)),
        server.post("/api/choose", &format!(r#"{{"game":"7x7:5","player":"{engine}"}}"#)),
        server.post("/api/experiments", &experiment),
    ];
    for answer in answers {
        assert!((400..500).contains(&answer.status), "{answer:?}");
        assert!(!place.exists());
    }
}
