//! What the server says.

use serde_json::json;

use crate::Running;

#[test]
fn every_command_answers() {
    let server = Running::start();
    for (command, body, field) in [
        ("games", json!({}), "/0/name"),
        ("describe", json!({"game": "connect-four"}), "/cells"),
        ("describe", json!({"lines": "3\na b\nb c\na at 0,0\nb at 1,0\nc at 1,1\n"}), "/places/2"),
        ("moves", json!({"game": "7x6:4:-2", "moves": "44"}), "/legal/0"),
        ("eval", json!({"game": "3x3:3", "for": "x", "board": "x__/_x_/___"}), "/values/open-lines"),
        ("analyze", json!({"game": "3x3:3", "player": "perfect"}), "/best/0"),
        ("analyze", json!({"game": "3x3:3", "player": "casual"}), "/best/0"),
        ("choose", json!({"game": "3x3:3", "player": "casual:seed=3"}), "/move"),
        ("review", json!({"game": "3x3:3", "moves": "a2 b2 c1"}), "/moves/2/mistake"),
        ("puzzles", json!({"game": "3x3:3", "count": 2, "seed": 1}), "/1/solution/0"),
        (
            "attempt",
            json!({"game": "3x3:3", "moves": "a1", "goal": "hold", "solution": "b2", "move": "a2"}),
            "/text",
        ),
        ("solve", json!({"game": "4x4:3", "all_moves": true}), "/moves/0/distance"),
        ("perft", json!({"game": "3x3:3", "depth": 3}), "/leaves/3"),
        ("playouts", json!({"game": "3x3:3", "games": 10, "seed": 1}), "/games"),
        ("match", json!({"game": "3x3:3", "player": "random", "opponent": "two-ply", "games": 4}), "/wins"),
        (
            "match",
            json!({"game": "3x3:3", "player": "novice", "opponent": "random", "games": 4}),
            "/levels/novice",
        ),
        (
            "tree",
            json!({"game": "3x3:3", "search": "alpha-beta", "depth": 2, "path": ["b2"]}),
            "/children/0/visited",
        ),
        (
            "lines",
            json!({"game": "3x3:3", "moves": "b2", "heuristic": "runs", "for": "x"}),
            "/lines/0/contribution",
        ),
    ] {
        let answer = server.post(&format!("/api/{command}"), &body.to_string());
        assert_eq!(answer.status, 200, "{command}: {answer:?}");
        assert!(answer.json().pointer(field).is_some(), "{command}: {answer:?}");
        assert!(answer.head.contains("content-type: application/json"), "{answer:?}");
    }
    let eval = server.post("/api/eval", r#"{"game": "3x3:3", "for": "x", "board": "x__/_x_/___"}"#);
    assert_eq!(eval.json()["values"]["open-lines"], 6);
}

#[test]
fn common_options_are_taken() {
    let server = Running::start();
    let moves = |more: &str| server.post("/api/moves", &format!(r#"{{"game": "3x3:3"{more}}}"#)).status;
    assert_eq!(moves(r#", "seed": 7, "threads": 2, "quiet": true, "format": "json""#), 200);
    for wrong in [
        r#", "seed": -1"#,
        r#", "threads": 0"#,
        r#", "format": "csv""#,
        r#", "quiet": 1"#,
        r#", "unknown": 1"#,
        r#", "moves": 1"#,
    ] {
        assert_eq!(moves(wrong), 400, "{wrong}");
    }
}

#[test]
fn errors_are_the_command_lines() {
    let server = Running::start();
    for (path, body, status, words) in [
        ("moves", r#"{"game": "connectfour"}"#, 400, "did you mean connect-four"),
        ("moves", "[", 400, "not JSON"),
        ("moves", "[]", 400, "not a JSON object"),
        ("moves", "{}", 400, "missing field `game`"),
        (
            "perft",
            r#"{"game": "3x3:3", "depth": 1e300}"#,
            400,
            "depth: invalid type: floating point `1e+300`",
        ),
        ("moves", r#"{"game": "3x3:3", "moves": 1}"#, 400, "moves: invalid type: integer `1`"),
        ("analyze", r#"{"game": "3x3:3", "player": "nobody"}"#, 400, "nobody"),
        ("moves", r#"{"game": "3x3:3", "moves": "a1 a1"}"#, 422, "a1"),
        ("moves", r#"{"game": "3x3:3", "moves": "a1", "board": "___/___/___"}"#, 422, "not by both"),
        ("eval", r#"{"game": "3x3:3", "for": "z"}"#, 422, "z"),
        ("analyze", r#"{"game": "3x3:3", "player": "minimax:depth=4000"}"#, 422, "at most 100"),
        ("perft", r#"{"game": "3x3:3", "depth": 60000}"#, 422, "at most 100"),
        (
            "choose",
            r#"{"game": "3x3:3", "player": "best:time=5m"}"#,
            422,
            "the player has 300 seconds a move; through this server at most 60 are possible",
        ),
        ("analyze", r#"{"game": "3x3:3", "player": "best:time=60001ms"}"#, 422, "61 seconds a move"),
        (
            "choose",
            r#"{"game": "3x3:3", "player": "best:clock=60s"}"#,
            422,
            "best:clock=60s: each request is for one move, and a clock would start anew with it",
        ),
        (
            "choose",
            r#"{"game": "15x15:5", "player": "monte-carlo:memory=65536,time=200ms"}"#,
            422,
            "the player has 68719476736 bytes of memory; through this server at most 268435456 are possible",
        ),
        ("analyze", r#"{"game": "3x3:3", "player": "best:clock=60s"}"#, 422, "each request is for one move"),
        (
            "match",
            r#"{"game": "3x3:3", "player": "best:clock=60s+1ms", "opponent": "random"}"#,
            422,
            "the player has 61 seconds on its clock; through this server at most 60 are possible",
        ),
        ("playouts", r#"{"game": "3x3:3", "games": 1000000000000}"#, 422, "at most"),
        ("solve", r#"{"game": "3x3:3", "memory": "100G"}"#, 422, "memory"),
        ("solve", r#"{"game": "3x3:3", "memory": "64"}"#, 400, "this is 64 bytes, and at least 1M is needed"),
        ("describe", r#"{"game": "60000x60000:3"}"#, 422, "at most"),
        ("describe", r#"{"lines": "3\na z"}"#, 422, "z"),
        ("describe", r#"{"lines": "3\na b", "game": "3x3:3"}"#, 422, "not both"),
        ("solve", r#"{"game": "3x3:3", "certificate": "/tmp/proof"}"#, 422, "cannot name a file"),
        ("solve", r#"{"game": "3x3:3", "file": "/etc/passwd"}"#, 422, "cannot name a file"),
        (
            "match",
            r#"{"game": "3x3:3", "player": "random", "opponent": "random", "results": "x.db"}"#,
            422,
            "cannot name a file",
        ),
        ("tree", r#"{"game": "gomoku", "depth": 9}"#, 422, "more than 3000000 nodes"),
        ("tree", r#"{"game": "3x3:3", "search": "perfect"}"#, 422, "no tree"),
        ("tree", r#"{"game": "3x3:3", "path": ["a1", "a1"]}"#, 422, "not a legal move"),
        ("lines", r#"{"game": "3x3:3", "heuristic": "nothing"}"#, 422, "nothing"),
        ("nothing", "{}", 404, "/api/nothing"),
    ] {
        let answer = server.post(&format!("/api/{path}"), body);
        assert_eq!(answer.status, status, "{body}: {answer:?}");
        assert!(answer.json()["error"].as_str().unwrap().contains(words), "{body}: {answer:?}");
    }
    let timed = server.post("/api/choose", r#"{"game": "3x3:3", "player": "best:clock=60s"}"#).json();
    assert!(timed["hint"].as_str().is_some_and(|hint| hint.contains("time=1s")), "{timed}");
    let timed = server.post("/api/choose", r#"{"game": "3x3:3", "player": "best:time=1s"}"#);
    assert_eq!(timed.status, 200, "{timed:?}");
    let unknown = server.post("/api/moves", r#"{"game": "3x3:3", "unknown": 1}"#).json();
    assert!(unknown["hint"].as_str().is_some_and(|hint| hint.contains("/api/openapi.json")), "{unknown}");
    let get = server.get("/api/solve");
    assert_eq!((get.status, get.json()["error"].is_string()), (405, true));
    assert_eq!(server.post("/", "").status, 405);
    assert_eq!(server.get("/api").status, 404);
    assert_eq!(server.get("/../Cargo.toml").status, 404);
}

/// Programs read the reason and the field, not the words.
#[test]
fn errors_have_a_reason_and_a_field() {
    let server = Running::start();
    for (path, body, reason, field) in [
        ("describe", r#"{"game": "3x0:3"}"#, "empty-dimension", json!("sizes")),
        ("describe", r#"{"game": "60000x60000:3"}"#, "too-many-cells", json!("sizes")),
        ("moves", r#"{"game": "3x3:3", "moves": 1}"#, "wrong-field", json!("moves")),
        ("moves", r#"{"game": "3x3:3", "moves": "a1 a1"}"#, "illegal-moves", json!("moves")),
        ("moves", r#"{"game": "3x3:3", "board": "x"}"#, "wrong-board", json!("board")),
        ("moves", "{", "not-json", json!("body")),
        ("perft", r#"{"game": "3x3:3", "depth": "all"}"#, "wrong-field", json!("depth")),
        ("perft", r#"{"game": "3x3:3", "depth": 60000}"#, "limit", json!("depth")),
        ("analyze", r#"{"game": "3x3:3", "player": "nobody"}"#, "no-such-player", json!("player")),
        ("moves", r#"{"game": "3x3:3", "threads": 0}"#, "wrong-field", json!("threads")),
        (
            "moves",
            r#"{"game": "3x3:3", "board": "___/___/___", "to_move": "z"}"#,
            "wrong-field",
            json!("to_move"),
        ),
        ("eval", r#"{"game": "3x3:3", "heuristic": "none"}"#, "no-such-heuristic", json!("heuristic")),
        (
            "choose",
            r#"{"game": "3x3:3", "player": "random", "moves": "a1 a2 b1 b2 c1"}"#,
            "game-over",
            json!(null),
        ),
        ("playouts", r#"{"game": "3x3:3", "games": 0}"#, "wrong-field", json!("games")),
        (
            "solve",
            r#"{"game": "3x3:3", "all_moves": true, "value_only": true}"#,
            "exclusive-fields",
            json!("value_only"),
        ),
        ("solve", r#"{"game": "3x3:3", "certificate": "proof"}"#, "no-files", json!(null)),
        ("tree", r#"{"game": "3x3:3", "path": ["a1", "a1"]}"#, "illegal-moves", json!("path")),
        ("nothing", "{}", "not-found", json!(null)),
    ] {
        let error = server.post(&format!("/api/{path}"), body).json();
        assert_eq!((error["reason"].as_str(), &error["field"]), (Some(reason), &field), "{body}: {error}");
    }
    let moves = server.post("/api/moves", r#"{"game": "3x3:3", "moves": "a1 b1 a1"}"#).json();
    assert_eq!(moves["reasons"][0]["number"], 3, "{moves}");
    let game = server.post("/api/describe", r#"{"game": "3x3x:0:+9:foo"}"#).json();
    let fields: Vec<&str> =
        game["reasons"].as_array().unwrap().iter().filter_map(|one| one["field"].as_str()).collect();
    assert_eq!(fields, ["sizes", "flags", "run", "faces"], "{game}");
    let large = server.post("/api/describe", &format!("{{\"game\": \"{}\"}}", "x".repeat(2 << 20)));
    assert_eq!((large.status, large.json()["reason"].as_str()), (413, Some("too-large")));
}

#[test]
fn files_lie_below_the_servers_folder() {
    let folder = tempfile::tempdir().unwrap();
    let options = connect_toe_web::Options { files: Some(folder.path().to_owned()), ..Default::default() };
    let server = Running::with(options);
    let solve =
        |file: &str| server.post("/api/solve", &json!({"game": "3x3:3", "certificate": file}).to_string());
    assert_eq!(solve("proof").status, 200);
    assert!(folder.path().join("proof").exists());
    // Where the folder lies is not told.
    std::fs::write(folder.path().join("notes.txt"), "of the user").unwrap();
    for (file, expected) in [("proof", "\"file\":\"proof\""), ("notes.txt", "cannot write notes.txt: ")] {
        let text = solve(file).body;
        assert!(text.contains(expected) && !text.contains(&*folder.path().to_string_lossy()), "{text}");
    }
    for outside in ["../proof", "/tmp/proof", "a/../../proof", "", "."] {
        assert_eq!(solve(outside).status, 422, "{outside}");
    }
}

#[cfg(unix)]
#[test]
fn a_request_replaces_only_what_its_own_kind_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let options = connect_toe_web::Options { files: Some(folder.path().to_owned()), ..Default::default() };
    let server = Running::with(options);
    let solve = |file: &str| {
        let board = json!({"game": "3x3:3", "board": "xx_/oo_/___", "certificate": file});
        server.post("/api/solve", &board.to_string())
    };
    let play = |file: &str, games: u64| {
        let players = json!({"game": "3x3:3", "player": "two-ply", "opponent": "random", "games": games, "results": file});
        server.post("/api/match", &players.to_string())
    };
    assert_eq!((solve("proof").status, play("games.db", 4).status), (200, 200));
    // A text of the user, an experiment with its results, and what only looks like one of them.
    std::fs::write(path("notes.txt"), "of the user").unwrap();
    std::fs::create_dir(path("experiment-1.report")).unwrap();
    for name in
        ["experiment-1.toml", "experiment-1.db", "experiment-1.db-wal", "experiment-1.report/report.html"]
    {
        std::fs::write(path(name), "").unwrap();
    }
    std::os::unix::fs::symlink("experiment-1.db", path("link")).unwrap();
    let all = || -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let mut all: Vec<_> = entries
            .filter(|path| path.is_file())
            .map(|path| (path.display().to_string(), std::fs::read(path).unwrap()))
            .collect();
        all.sort();
        all
    };
    let before = all();
    for file in [
        "notes.txt",
        "experiment-1.toml",
        "experiment-1.db",
        "experiment-1.db-wal",
        "experiment-1.report/report.html",
        "experiment-2.db",
        "./experiment-1.db",
        "link",
    ] {
        for refused in [solve(file), play(file, 4)] {
            assert_eq!(
                (refused.status, refused.json()["error"].is_string()),
                (422, true),
                "{file}: {refused:?}"
            );
        }
        assert!(all() == before, "{file}");
    }
    assert_eq!((solve("games.db").status, play("proof", 4).status), (422, 422));
    assert!(all() == before);
    // Its own kind it may replace, and go on with.
    std::fs::write(path("proof"), "connect-toe certificate 1\nof another position\n").unwrap();
    assert_eq!((solve("proof").status, play("games.db", 8).status), (200, 200));
    assert!(std::fs::read_to_string(path("proof")).unwrap().contains("position"), "it is whole");
}

#[test]
fn the_page_comes_from_memory_once() {
    let server = Running::start();
    let page = server.get("/?game=3x3:3&moves=a1+b1");
    assert!(page.status == 200 && page.body.contains("<html"), "{page:?}");
    assert!(
        page.head.contains("text/html") && page.head.contains("content-security-policy: default-src 'none'")
    );
    assert!(!page.head.contains("unsafe"), "{page:?}");
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let again = server.raw(server.head("GET /", &format!("If-None-Match: {tag}\r\n")));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let head = server.raw(server.head("HEAD /", ""));
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn streams_end_with_the_result() {
    let server = Running::start();
    for (command, body) in [
        ("analyze", r#"{"game": "connect-four", "player": "alpha-beta:depth=7,eval=runs"}"#),
        ("solve", r#"{"game": "4x5:4", "weak": true}"#),
        ("playouts", r#"{"game": "3x3:3", "games": 1000}"#),
        ("moves", r#"{"game": "3x3:3"}"#),
    ] {
        let path = format!("/api/{command}");
        let stream = server.raw(server.posted(&path, body, "Accept: text/event-stream\r\n"));
        assert!(stream.head.contains("text/event-stream"), "{stream:?}");
        let mut events = stream.events();
        let (last, mut result) = events.pop().unwrap();
        assert_eq!(last, "result", "{stream:?}");
        assert!(events.iter().all(|(name, _)| name == "progress"));
        let mut plain = server.post(&path, body).json();
        for answer in [&mut result, &mut plain] {
            answer.as_object_mut().unwrap().retain(|name, _| !name.starts_with("seconds"));
        }
        assert_eq!(result, plain, "{command}");
        if command == "analyze" {
            let (_, last) = events.last().unwrap();
            assert_eq!((last["depth"].as_u64(), last["moves"].as_array().map(Vec::len)), (Some(6), Some(7)));
            assert!(last["nodes"].is_u64() && last["best"].is_array(), "{last}");
        }
    }
    // What is wrong with the request is said before the stream begins.
    let wrong = server.raw(server.posted("/api/solve", "{", "Accept: text/event-stream\r\n"));
    assert_eq!((wrong.status, wrong.json()["error"].is_string()), (400, true));
}
