//! Experiments, from their text to their report.

use connect_toe_web::Options;
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
    assert_eq!(server.get("/api/experiments").json()[0]["title"], "A small one");
    let report = server.get(&format!("{path}/report"));
    assert!(report.status == 200 && report.body.contains("A small one"), "{}", report.head);
    assert!(report.head.contains("script-src 'sha256-"), "{}", report.head);
    assert!(!report.head.contains("script-src 'unsafe") && !report.head.contains("unsafe-eval"));
    assert!(report.body.matches("<script").count() == 1, "the policy names one script");
}

#[test]
fn an_experiment_stops_and_goes_on() {
    let server = Running::start();
    let path = begin(&server, 50_000_000);
    let running = || server.get("/api/limits").json()["experiments"].as_u64().unwrap();
    assert_eq!(running(), 1);
    let stopped = server.post(&format!("{path}/stop"), "");
    assert_eq!((stopped.status, &stopped.json()["state"]), (200, &"stopped".into()), "{stopped:?}");
    assert_eq!(running(), 0);
    let games = |shown: &Value| shown["status"]["games"].as_u64().unwrap_or(0);
    let before = games(&stopped.json());
    assert_eq!(server.post(&format!("{path}/resume"), "").json()["state"], "running");
    let other = begin(&server, 50_000_000);
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
    assert!(refused.json()["error"].as_str().unwrap().contains("names no file"), "{refused:?}");

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("openings.txt"), "a1\nb2\n").unwrap();
    let options = || Options { files: Some(folder.path().to_owned()), ..Options::default() };
    let server = Running::with(options());
    for outside in ["/etc/passwd", "../openings.txt"] {
        assert_eq!(server.post("/api/experiments", &openings(outside)).status, 422, "{outside}");
    }
    let path = begin(&server, 2);
    server.get(&format!("{path}/events"));
    drop(server);
    // They are still there.
    let server = Running::with(options());
    assert_eq!(server.get("/api/experiments").json()[0]["title"], "A small one");
    assert_eq!(state(&server, &path).0, "done");
}
