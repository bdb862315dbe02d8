//! Experiments, from their text to their report.

use std::io::{Read, Write};

use connect_toe_web::{Limits, Options};
use serde_json::Value;

use crate::Running;

fn experiment(games: u64) -> String {
    format!(
        "title = \"A small one\"\ngames_per_cell = {games}\n[[study]]\nname = \"a\"\ngame = \"3x3:3\"\n\
         player = \"two-ply\"\nopponent = \"random\"\n"
    )
}

/// Begins an experiment and gives its path.
fn begin(server: &Running, games: u64) -> String {
    let begun = server.post("/api/experiments", &experiment(games));
    assert_eq!(begun.status, 200, "{begun:?}");
    format!("/api/experiments/{}", begun.json()["id"].as_str().unwrap())
}

fn state(server: &Running, path: &str) -> (String, Value) {
    let shown = server.get(path).json();
    (shown["state"].as_str().unwrap().to_owned(), shown)
}

#[test]
fn an_experiment_is_played_to_its_report() {
    let server = Running::start();
    assert_eq!(server.get("/api/experiments").json(), serde_json::json!([]));
    let path = begin(&server, 200);
    let events = server.get(&format!("{path}/events")).events();
    let (last, result) = events.last().unwrap();
    assert_eq!((last.as_str(), result["state"].as_str()), ("result", Some("done")), "{result}");
    assert_eq!(result["status"]["games"], 200);
    let (state, shown) = state(&server, &path);
    assert_eq!((state.as_str(), &shown["text"]), ("done", &experiment(200).into()));
    assert!(shown["summary"].to_string().contains("200 games"), "{shown}");
    assert_eq!(server.get("/api/experiments").json()[0]["title"], "A small one");
    let listed = &server.get("/api/experiments").json()[0];
    assert_eq!((&listed["state"], &listed["games"]), (&"done".into(), &200.into()), "{listed}");
    assert!(listed["begun"].as_u64() > Some(1_700_000_000), "{listed}");
    let cell = &shown["cells"][0];
    assert_eq!(
        (&cell["study"], &cell["player"], &cell["game"]),
        (&"a".into(), &"two-ply".into(), &"3x3:3".into())
    );
    let of = |name: &str| cell["score"][name].as_u64().unwrap();
    assert_eq!(of("wins") + of("draws") + of("losses"), 200, "{cell}");
    let report = server.get(&format!("{path}/report"));
    assert!(report.status == 200 && report.body.contains("A small one"), "{}", report.head);
    assert!(report.head.contains("script-src 'sha256-"), "{}", report.head);
    assert!(!report.head.contains("script-src 'unsafe") && !report.head.contains("unsafe-eval"));
    let dark = server.get(&format!("{path}/report?theme=dark")).body;
    assert!(
        dark.contains("color-scheme:dark") && !dark.contains("prefers-color-scheme:dark"),
        "a theme is chosen"
    );
    assert!(report.body.matches("<script").count() == 1, "the policy names one script");
    assert!(
        report.body.contains("<a data-replay target=\"_top\" href=\"/?game=3x3:3"),
        "games are replayed here"
    );
}

#[test]
fn a_report_waits_for_the_first_games_of_a_run() {
    let server = Running::start();
    for _ in 0..5 {
        let path = begin(&server, 40);
        let report = server.get(&format!("{path}/report"));
        assert!(
            report.status == 200 && report.body.contains("A small one"),
            "{} {}",
            report.head,
            report.body
        );
    }
}

#[test]
fn an_experiment_stops_and_goes_on() {
    let server = Running::start();
    let path = begin(&server, 10_000_000);
    let running = || server.get("/api/limits").json()["experiments"].as_u64().unwrap();
    assert_eq!(running(), 1);
    let stopped = server.post(&format!("{path}/stop"), "");
    assert_eq!((stopped.status, &stopped.json()["state"]), (200, &"stopped".into()), "{stopped:?}");
    assert_eq!(running(), 0);
    let games = |shown: &Value| shown["status"]["games"].as_u64().unwrap_or(0);
    let before = games(&stopped.json());
    assert_eq!(server.post(&format!("{path}/resume"), "").json()["state"], "running");
    let other = begin(&server, 10_000_000);
    assert_eq!(server.post("/api/experiments", &experiment(2)).status, 429);
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.post(&format!("{other}/stop"), "");
    let stopped = server.post(&format!("{path}/stop"), "").json();
    assert!(games(&stopped) >= before, "{stopped}");
}

#[test]
fn wrong_experiments_are_refused() {
    let server = Running::start();
    for (text, words) in [
        ("", ""),
        ("games_per_cell = ", "line 1"),
        ("[[study]]\nname = \"a\"", ""),
        (&experiment(2).replace("two-ply", "nobody"), "nobody"),
    ] {
        let refused = server.post("/api/experiments", text);
        assert_eq!(refused.status, 422, "{text}: {refused:?}");
        assert!(refused.json()["error"].as_str().unwrap().contains(words), "{text}: {refused:?}");
    }
    // Players have the limits of those that a request names.
    let large = experiment(2).replace("two-ply", "monte-carlo:memory=65536");
    for path in ["/api/experiments", "/api/experiments/time"] {
        let refused = server.post(path, &large);
        assert_eq!(refused.status, 422, "{path}: {refused:?}");
        assert!(refused.json()["error"].as_str().unwrap().contains("bytes of memory"), "{path}: {refused:?}");
    }
    let checked = server.post("/api/experiments/check", &large).json();
    assert!(checked["problem"]["message"].as_str().unwrap().contains("bytes of memory"), "{checked}");
    assert!(checked["problem"]["hint"].is_string() && checked["experiment"].is_null(), "{checked}");
    for path in ["/api/experiments/7", "/api/experiments/x/report", "/api/experiments/..%2f1/events"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.post("/api/experiments/7/stop", "").status, 404);
    assert_eq!(server.get("/api/experiments/7/stop").status, 405);
}

#[test]
fn experiments_name_files_below_the_servers_folder_only() {
    let openings = |file: &str| {
        experiment(2).replace("[[study]]", &format!("openings = {{ file = \"{file}\" }}\n[[study]]"))
    };
    let refused = Running::start().post("/api/experiments", &openings("/etc/passwd"));
    assert_eq!(refused.status, 422);
    assert!(refused.json()["error"].as_str().unwrap().contains("cannot name a file"), "{refused:?}");

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("openings.txt"), "a1\nb2\n").unwrap();
    let options = || Options { files: Some(folder.path().to_owned()), ..Options::default() };
    let server = Running::with(options());
    for outside in ["/etc/passwd", "../openings.txt"] {
        assert_eq!(server.post("/api/experiments", &openings(outside)).status, 422, "{outside}");
    }
    let path = begin(&server, 2);
    server.get(&format!("{path}/events"));
    let named = server.post("/api/experiments", &openings("openings.txt"));
    assert_eq!(named.status, 200, "{named:?}");
    server.get(&format!("/api/experiments/{}/events", named.json()["id"].as_str().unwrap()));
    drop(server);
    // They are still there.
    let server = Running::with(options());
    for place in 0..2 {
        let listed = &server.get("/api/experiments").json()[place];
        assert_eq!((&listed["title"], &listed["state"]), (&"A small one".into(), &"done".into()), "{listed}");
    }
    assert_eq!(state(&server, &path).0, "done");
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_not_read() {
    use std::os::unix::fs::symlink;

    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("files");
    std::fs::create_dir(&folder).unwrap();
    let path = |name: &str| folder.join(name);
    let pipe = |name: &str| {
        assert!(std::process::Command::new("mkfifo").arg(path(name)).status().unwrap().success());
    };
    std::fs::write(outer.path().join("outside.toml"), experiment(2)).unwrap();
    // They are there when the server begins.
    pipe("experiment-1.toml");
    symlink(outer.path().join("outside.toml"), path("experiment-2.toml")).unwrap();
    symlink("/dev/zero", path("experiment-3.toml")).unwrap();
    let named = experiment(2).replace("[[study]]", "openings = { file = \"openings.txt\" }\n[[study]]");
    std::fs::write(path("experiment-4.toml"), &named).unwrap();
    pipe("openings.txt");
    std::fs::write(path("experiment-5.toml"), experiment(2)).unwrap();
    symlink(outer.path().join("outside.db"), path("experiment-5.db")).unwrap();
    std::fs::write(path("experiment-8.db"), "of the user").unwrap();
    let server = Running::with(Options { files: Some(folder.clone()), ..Options::default() });
    let ids: Vec<String> = server
        .get("/api/experiments")
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|listed| listed["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, ["4", "5"]);
    for id in ids {
        for answer in [
            server.get(&format!("/api/experiments/{id}")),
            server.get(&format!("/api/experiments/{id}/report")),
            server.post(&format!("/api/experiments/{id}/resume"), ""),
        ] {
            assert_eq!(answer.status, 422, "{answer:?}");
        }
    }
    assert!(!outer.path().join("outside.db").exists());
    assert_eq!(server.post("/api/experiments", &named).status, 422);
    // A new experiment takes a number that no file has, and keeps away from what comes later.
    let begun = begin(&server, 20);
    assert_eq!(begun, "/api/experiments/9");
    server.get(&format!("{begun}/events"));
    assert_eq!(std::fs::read_to_string(path("experiment-8.db")).unwrap(), "of the user");
    std::fs::rename(path("experiment-9.toml"), path("kept.toml")).unwrap();
    pipe("experiment-9.toml");
    assert_eq!(server.get(&begun).status, 422);
    std::fs::remove_file(path("experiment-9.toml")).unwrap();
    std::fs::rename(path("kept.toml"), path("experiment-9.toml")).unwrap();
    std::fs::create_dir(outer.path().join("reports")).unwrap();
    let _ = std::fs::remove_dir_all(path("experiment-9.report"));
    symlink(outer.path().join("reports"), path("experiment-9.report")).unwrap();
    assert_eq!(server.get(&format!("{begun}/report")).status, 422);
    assert_eq!(outer.path().join("reports").read_dir().unwrap().count(), 0);
}

#[test]
fn cells_fill_while_an_experiment_is_played() {
    let server = Running::start();
    let path = begin(&server, 10_000_000);
    let shown = server.get(&path).json();
    assert_eq!(shown["cells"].as_array().unwrap().len(), 1, "{shown}");
    let mut stream = server.connect();
    stream.write_all(server.head(&format!("GET {path}/events"), "").as_bytes()).unwrap();
    let mut text = String::new();
    let games = |text: &str| -> Vec<u64> {
        let words = text.split("event: progress\ndata: ").skip(1).filter_map(|word| word.split_once('\n'));
        let words = words.filter_map(|(word, _)| serde_json::from_str::<Value>(word).ok());
        words.map(|word| (0..3).filter_map(|place| word["cells"][0][place].as_u64()).sum()).collect()
    };
    while games(&text).len() < 3 {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).unwrap();
        assert!(read > 0, "{text}");
        text.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    let games = games(&text);
    assert!(games.windows(2).all(|two| two[0] <= two[1]) && games[0] < games[2], "{games:?}");
    server.post(&format!("{path}/stop"), "");
}

#[test]
fn a_text_is_checked_before_it_is_played() {
    let server = Running::start();
    let looked = server.post("/api/experiments/check", &experiment(200)).json();
    let found = &looked["experiment"];
    assert_eq!(
        (&found["games"], &found["cells"], &found["cautions"]),
        (&200.into(), &1.into(), &Value::Array(Vec::new()))
    );
    let few = server.post("/api/experiments/check", &experiment(2)).json();
    assert!(few["experiment"]["cautions"][0].as_str().unwrap().starts_with("Too few games"), "{few}");
    let wrong = server.post("/api/experiments/check", &experiment(2).replace("two-ply", "nobody")).json();
    assert_eq!((&wrong["experiment"], &wrong["problem"]["line"]), (&Value::Null, &6.into()), "{wrong}");
    assert!(wrong["problem"]["message"].as_str().unwrap().contains("nobody"), "{wrong}");
    let time = server.post("/api/experiments/time", &experiment(2000)).json();
    assert!(time["seconds"].as_f64().unwrap() > 0.0 && time["at_least"] == false, "{time}");
    assert_eq!(server.post("/api/experiments/time", "games_per_cell = ").status, 422);
    let openings = experiment(2).replace("[[study]]", "openings = { file = \"/etc/passwd\" }\n[[study]]");
    for path in ["/api/experiments/check", "/api/experiments/time"] {
        assert!(!server.post(path, &openings).body.contains("root:"), "{path}");
    }
}

#[test]
fn the_experiments_that_the_program_brings_along_can_be_played() {
    let server = Running::start();
    let shipped = server.get("/api/experiments/shipped").json();
    let shipped = shipped.as_array().unwrap();
    assert_eq!(shipped.len(), 8);
    for one in shipped {
        let looked = server.post("/api/experiments/check", one["text"].as_str().unwrap()).json();
        assert_eq!(looked["experiment"]["games"], one["games"], "{one}");
        assert!(one["question"].as_str().unwrap().ends_with('?') && one["name"].is_string(), "{one}");
    }
    let schema = server.get("/api/experiments/schema").json();
    assert!(schema["properties"]["study"].is_object(), "{schema}");
}

#[test]
fn an_experiment_has_as_many_games_as_the_limits_allow() {
    let server = Running::limited(Limits { experiment_games: 100, cells: 9, ..Limits::default() });
    let large = experiment(2).replace("3x3:3", "4x4:3");
    for (text, words) in [(experiment(101), "101 games"), (large, "16 cells")] {
        for path in ["/api/experiments", "/api/experiments/time"] {
            let refused = server.post(path, &text);
            assert_eq!(
                (refused.status, refused.json()["reason"].as_str()),
                (422, Some("limit")),
                "{refused:?}"
            );
            assert!(refused.json()["error"].as_str().unwrap().contains(words), "{refused:?}");
        }
        let checked = server.post("/api/experiments/check", &text).json();
        assert!(checked["problem"]["message"].as_str().unwrap().contains(words), "{checked}");
    }
    assert_eq!(server.get("/api/experiments").json(), serde_json::json!([]));
    begin(&server, 100);
    let limits = server.get("/api/limits").json();
    assert_eq!(limits["experiment_games"], 100, "{limits}");
}

#[test]
fn a_run_ends_when_it_has_no_more_room() {
    let server = Running::limited(Limits { experiment_bytes: 300_000, ..Limits::default() });
    let path = begin(&server, 10_000_000);
    let events = server.get(&format!("{path}/events")).events();
    let (_, ended) = events.last().unwrap();
    assert_eq!(ended["state"], "failed", "{ended}");
    assert!(ended["error"].as_str().unwrap().contains("at most 300000"), "{ended}");
    // What was played is kept.
    assert!(ended["status"]["games"].as_u64() > Some(1000), "{ended}");
    let resume = || server.post(&format!("{path}/resume"), "");
    let mut refused = resume();
    // What the database has beside its file goes when a run ends: now and then that leaves room for a little more.
    for _ in 0..3 {
        if refused.status == 200 {
            server.get(&format!("{path}/events")).events();
            refused = resume();
        }
    }
    assert_eq!((refused.status, refused.json()["reason"].as_str()), (422, Some("limit")), "{refused:?}");
    assert_eq!(server.get(&format!("{path}/report")).status, 200);

    for limits in [
        Limits { free_bytes: u64::MAX, ..Limits::default() },
        Limits { experiments_bytes: 100, ..Limits::default() },
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("experiment-1.db"), "x".repeat(200)).unwrap();
        let files = Some(folder.path().to_owned());
        let server = Running::with(Options { limits, files, ..Options::default() });
        let refused = server.post("/api/experiments", &experiment(2));
        assert_eq!((refused.status, refused.json()["reason"].as_str()), (422, Some("limit")), "{refused:?}");
        assert!(refused.json()["hint"].as_str().unwrap().contains("delete"), "{refused:?}");
    }
}

#[test]
fn an_experiment_is_deleted_with_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let names = || -> Vec<String> {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let limits = Limits { experiments_kept: 2, ..Limits::default() };
    let options =
        || Options { files: Some(folder.path().to_owned()), limits: limits.clone(), ..Options::default() };
    let delete = |server: &Running, path: &str| server.raw(server.head(&format!("DELETE {path}"), "")).status;
    let server = Running::with(options());
    let done = begin(&server, 20);
    server.get(&format!("{done}/events"));
    assert_eq!(server.get(&format!("{done}/report")).status, 200);
    let own = folder.path().join("experiment-1.report/notes.txt");
    std::fs::write(&own, "of the user").unwrap();
    std::fs::write(folder.path().join("games.db"), "of the user").unwrap();
    let running = begin(&server, 10_000_000);
    assert_eq!(server.post("/api/experiments", &experiment(2)).status, 422);
    assert_eq!((delete(&server, &running), delete(&server, &done)), (200, 200));
    for path in [&done, &running] {
        assert_eq!((server.get(path).status, delete(&server, path)), (404, 404));
    }
    assert_eq!(server.get("/api/experiments").json(), serde_json::json!([]));
    assert_eq!(names(), ["experiment-1.report", "games.db"]);
    assert!(own.exists() && std::fs::read_dir(own.parent().unwrap()).unwrap().count() == 1);
    // A number that somebody may still look at is not given again.
    assert_eq!(begin(&server, 2), "/api/experiments/3");
    drop(server);
    let server = Running::with(options());
    assert_eq!(server.get("/api/experiments").json()[0]["id"], "3");
    assert_eq!((delete(&server, "/api/experiments/3"), delete(&server, "/api/experiments")), (200, 405));
}

#[test]
fn games_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::with(Options { files: Some(folder.path().to_owned()), ..Options::default() });
    let path = begin(&server, 200);
    server.get(&format!("{path}/events"));
    let shown = server.get(&path).json();
    assert_eq!((&shown["status"]["games"], &shown["state"]), (&200.into(), &"done".into()), "{shown}");
    // Whoever reads the results now finds none, but nothing says that they have changed.
    let results = folder.path().join("experiment-1.db");
    let found = std::fs::metadata(&results).unwrap();
    std::fs::write(&results, vec![0; found.len() as usize]).unwrap();
    let set = |time| std::fs::File::options().write(true).open(&results).unwrap().set_modified(time).unwrap();
    set(found.modified().unwrap());
    assert_eq!(server.get(&path).json(), shown);
    assert_eq!(server.get("/api/experiments").json()[0]["games"], 200);
    assert_eq!(server.get(&format!("{path}/report")).status, 200);
    set(found.modified().unwrap() + std::time::Duration::from_secs(1));
    assert!(server.get(&path).status >= 400);
}

#[test]
fn a_stop_does_not_wait_for_those_who_look() {
    let server = Running::start();
    let path = begin(&server, 10_000_000);
    // Each of these plays games for most of a second, and four are done at once.
    let text =
        experiment(1_000_000).replace("two-ply", "alpha-beta:depth=6").replace("3x3:3", "connect-four");
    let mut asked: Vec<_> = (0..60).map(|_| server.connect()).collect();
    for stream in &mut asked {
        stream.write_all(server.posted("/api/experiments/time", &text, "").as_bytes()).unwrap();
    }
    server.wait_for_work(|(running, waiting)| running >= 4 && waiting >= 40);
    let stopped = server.post(&format!("{path}/stop"), "");
    let (_, waiting) = server.work();
    assert!(stopped.status == 200 && waiting > 0, "{waiting} {stopped:?}");
    let shown = stopped.json();
    assert!(["stopped", "running"].contains(&shown["state"].as_str().unwrap()), "{shown}");
    assert!(shown["status"]["games"].is_u64() && shown["cells"].as_array().unwrap().len() == 1, "{shown}");
}
