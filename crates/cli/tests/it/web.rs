//! `web`: what the server says is what the command line prints, and it ends when told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that is killed with this value.
struct Server {
    child: Child,
    _stdout: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        let program = assert_cmd::cargo::cargo_bin("connect-toe");
        let mut child = Command::new(program)
            .args(["web", "--port", "0"])
            .args(options)
            .env("PATH", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("is piped"));
        let mut url = String::new();
        stdout.read_line(&mut url).expect("a line");
        let address = url.trim().strip_prefix("http://").and_then(|url| url.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{url}")).to_owned();
        Server { child, _stdout: stdout, address }
    }

    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("is sent");
        stream
    }

    fn posting(&self, command: &str, body: &str, more: &str) -> String {
        let (address, length) = (&self.address, body.len());
        format!(
            "POST /api/{command} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{more}\r\n{body}"
        )
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let mut answer = String::new();
        let request = self.posting(command, &body.to_string(), "");
        self.send(&request).read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 200 "), "{answer}");
        serde_json::from_str(body).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn without_times(mut answer: Value) -> Value {
    if let Value::Object(fields) = &mut answer {
        fields.retain(|name, _| !name.starts_with("seconds"));
    }
    answer
}

#[test]
fn the_server_says_what_the_command_line_prints() {
    let server = Server::start(&[]);
    for (arguments, body) in [
        ("games", json!({})),
        ("describe hypercube-4", json!({"game": "hypercube-4"})),
        ("moves 7x6:4:-2 --moves 4453", json!({"game": "7x6:4:-2", "moves": "4453"})),
        (
            "eval 3x3:3 --for x --board x__/_x_/___",
            json!({"game": "3x3:3", "for": "x", "board": "x__/_x_/___"}),
        ),
        (
            "eval 3x3:3 --moves b2 --heuristic weighted-lines:weights=1/2/3",
            json!({"game": "3x3:3", "moves": "b2", "heuristic": "weighted-lines:weights=1/2/3"}),
        ),
        ("analyze connect-four --moves 44", json!({"game": "connect-four", "moves": "44"})),
        (
            "analyze 3x3:3 --board x__/_o_/___ --to-move x --player perfect",
            json!({"game": "3x3:3", "board": "x__/_o_/___", "to_move": "x", "player": "perfect"}),
        ),
        (
            "solve 4x4:3 --all-moves --score pons --threads 1",
            json!({"game": "4x4:3", "all_moves": true, "score": "pons", "threads": 1}),
        ),
        (
            "solve 3x3:3 --weak --value-only --memory 1M",
            json!({"game": "3x3:3", "weak": true, "value_only": true, "memory": "1M"}),
        ),
        ("perft 3x3:3 5", json!({"game": "3x3:3", "depth": 5})),
        ("playouts gomoku --games 50 --seed 7", json!({"game": "gomoku", "games": 50, "seed": 7})),
        (
            "match 3x3:3 --player two-ply --opponent random --games 20 --first player --seed 7",
            json!({"game": "3x3:3", "player": "two-ply", "opponent": "random", "games": 20, "first": "player", "seed": 7}),
        ),
        (
            "match 3x3:3 --player two-ply --opponent random --sprt 0,300 --errors 0.1,0.1 --elo-model normalized",
            json!({
                "game": "3x3:3", "player": "two-ply", "opponent": "random", "sprt": "0,300", "errors": "0.1,0.1",
                "elo_model": "normalized",
            }),
        ),
    ] {
        let printed = assert_cmd::Command::cargo_bin("connect-toe")
            .expect("the binary is built")
            .args(arguments.split(' '))
            .args(["--format", "json", "--quiet"])
            .output()
            .expect("it runs");
        let printed: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
        let command = arguments.split(' ').next().unwrap_or_default();
        assert_eq!(without_times(server.post(command, &body)), without_times(printed), "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_within_a_second() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start(&["--open"]);
        let endless = r#"{"game": "gomoku", "player": "perfect"}"#;
        let streams: Vec<TcpStream> = (0..3)
            .map(|_| server.send(&server.posting("analyze", endless, "Accept: text/event-stream\r\n")))
            .collect();
        let mut first = [0; 15];
        for mut stream in &streams {
            stream.read_exact(&mut first).expect("an answer begins");
            assert_eq!(&first, b"HTTP/1.1 200 OK");
        }
        let start = Instant::now();
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        let status = server.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal}");
        // A second, and what a busy machine takes for it.
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        drop(streams);
    }
}

#[test]
fn a_place_that_cannot_be_had_is_a_wrong_request() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    for arguments in [
        vec!["web", "--port", &port],
        vec!["web", "--port", "0", "--host", "192.0.2.1"],
        vec!["web", "--port", "0", "--files", "nothing/here"],
        vec!["web", "--port", "65536"],
        vec!["web", "--port", "0", "--token", "short"],
    ] {
        let mut command = assert_cmd::Command::cargo_bin("connect-toe").expect("the binary is built");
        command.args(&arguments).timeout(Duration::from_secs(60)).assert().code(2);
    }
}

#[test]
fn a_server_that_others_can_reach_says_what_it_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = assert_cmd::cargo::cargo_bin("connect-toe");
    let mut child = Command::new(program)
        .args(["web", "--port", "0", "--host", "0.0.0.0", "--files", "."])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = [String::new(), String::new()];
    BufReader::new(child.stdout.take().expect("is piped")).read_line(&mut lines[0]).expect("a line");
    BufReader::new(child.stderr.take().expect("is piped")).read_line(&mut lines[1]).expect("a line");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    let [url, warning] = lines;
    let token = url.trim().split_once("/?token=").map(|(_, token)| token).expect("a token");
    assert_eq!(token.len(), 32, "{url}");
    for words in ["other machines", "token", "delete experiments", "files below .", "nothing is encrypted"] {
        assert!(warning.contains(words), "{words}: {warning}");
    }
}
