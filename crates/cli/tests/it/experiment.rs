//! `experiment` and `shard` through the binary: what users and clusters do with them.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::folder::{Folder, json};
use crate::interrupt::interrupt;

const SMALL: &str = r#"
games_per_cell = 40
[let]
depth = [1, 2]
[[study]]
name = "small"
game = ["3x3:3", "4x4:3:-2"]
player = "alpha-beta:depth={depth},eval={runs,undecided}"
opponent = "random"
"#;

/// Takes some seconds, in games of very different lengths.
const LONGER: &str = r#"
games_per_cell = 60
openings = { plies = 2 }
[[study]]
name = "longer"
game = ["3x3:3", "7x6:4:-2", "4x4x4:4", "9x9:5"]
player = "alpha-beta:depth={2,3},eval=runs"
opponent = ["alpha-beta:depth=2,eval={undecided,weighted-lines}", "random"]
"#;

#[test]
fn a_sample_can_be_run_looked_at_and_exported() {
    let folder = Folder::with("");
    folder.done(&["experiment", "sample", "s.toml"]);
    let few = ["--set", "games_per_cell=4"];
    let with = |arguments: &[&str]| folder.done(&[arguments, &few].concat());
    let answer = with(&["experiment", "run", "s.toml", "--quiet"]);
    assert!(
        answer.starts_with(
            "Does looking further ahead help?\nHow much does each ply of search gain, and for which heuristic?\n\n\
             152 of 152 games in s.db"
        ),
        "{answer}"
    );
    let status = json(&with(&["experiment", "status", "s.toml", "--format", "json"]));
    assert_eq!(
        (&status["games"], &status["done"], &status["cells"]),
        (&152.into(), &true.into(), &38.into())
    );
    assert_eq!(status["studies"][1]["players"].as_array().map(Vec::len), Some(4));
    let csv = with(&["experiment", "export", "s.toml"]);
    assert_eq!(csv.lines().count(), 153);
    let (code, error) = folder.failed(&["experiment", "sample", "s.toml"]);
    assert_eq!((code, error.lines().next()), (Some(2), Some("error: s.toml is there already")));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::with(SMALL);
    let whole = folder.whole();
    for threads in ["1", "3"] {
        let name = format!("{threads}.db");
        folder.done(&["experiment", "run", "e.toml", "--results", &name, "--quiet", "--threads", threads]);
        assert_eq!(folder.exports(&name), whole);
    }
}

#[test]
fn shards_in_any_order_make_the_whole() {
    let folder = Folder::with(SMALL);
    let whole = folder.whole();
    let shard = |range: &str, out: &str| {
        folder.done(&["shard", "run", "--experiment", "e.toml", "--range", range, "--out", out])
    };
    assert_eq!(shard("100..160", "b.db"), "pairs 100..160 of 160 are in b.db\n");
    shard("0..70", "a.db");
    let part = ["shard", "merge", "--experiment", "e.toml", "--out", "some.db", "a.db"];
    assert_eq!(
        folder.done(&part),
        "140 games added, 0 were there: some.db has 140 of 320 games\nmissing: pairs 70..160\n"
    );
    let some = ["shard", "merge", "--experiment", "e.toml", "--out", "some.db", "b.db", "--format", "json"];
    assert_eq!(json(&folder.done(&some))["missing"], serde_json::json!([[70, 100]]));
    shard("0..120", "a.db");
    let merge = || {
        folder.done(&["shard", "merge", "--experiment", "e.toml", "--out", "m.db", "b.db", "a.db", "b.db"])
    };
    assert_eq!(merge(), "320 games added, 160 were there: m.db has 320 of 320 games\n");
    assert_eq!(merge(), "0 games added, 480 were there: m.db has 320 of 320 games\n");
    assert_eq!(folder.exports("m.db"), whole);
    for (range, message) in
        [("5..5", "the range is empty"), ("x..5", "write A..B"), ("0..161", "the experiment has no pair 160")]
    {
        let arguments = ["shard", "run", "--experiment", "e.toml", "--range", range, "--out", "c.db"];
        let (code, error) = folder.failed(&arguments);
        assert!(code == Some(2) && error.contains(message), "{error}");
    }
}

/// The job script of the guide to clusters, without a cluster: two tasks are lost and submitted again.
#[test]
#[cfg(unix)]
fn the_job_of_the_guide_plays_the_parts_of_its_experiment() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides/cluster.md");
    let guide = std::fs::read_to_string(guide).expect("is there");
    let block = |start: &str| {
        let (_, rest) = guide.split_once(start).expect("has this block");
        rest.split_once("\n```").expect("ends").0.to_owned() + "\n"
    };
    let folder = Folder::with(&block("```toml depth.toml\n"));
    std::fs::rename(folder.path("e.toml"), folder.path("depth.toml")).expect("is renamed");
    std::fs::write(folder.path("depth.sh"), block("```bash depth.sh\n")).expect("is written");
    std::fs::create_dir(folder.path("depth.parts")).expect("is made");
    let program = assert_cmd::cargo::cargo_bin("connect-toe");
    let folders = [program.parent().expect("has a folder").display().to_string()];
    let path = folders.into_iter().chain(std::env::var("PATH")).collect::<Vec<_>>().join(":");
    let submit = |tasks: &[usize]| {
        for task in tasks {
            let mut job = std::process::Command::new("bash");
            job.arg("depth.sh").current_dir(folder.path("")).env("PATH", &path);
            job.env("SLURM_ARRAY_TASK_ID", task.to_string()).env("SLURM_CPUS_PER_TASK", "1");
            let output = job.output().expect("runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    };
    let merge = || {
        let parts = (0..20).map(|task| format!("depth.parts/part-{task}.db"));
        let parts: Vec<String> = parts.filter(|part| folder.path(part).exists()).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        folder.done(
            &[&["shard", "merge", "--experiment", "depth.toml", "--out", "depth.db"], &parts[..]].concat(),
        )
    };
    let kept: Vec<usize> = (0..20).filter(|task| ![3, 7].contains(task)).collect();
    submit(&kept);
    let merged = merge();
    assert!(merged.ends_with("1080 of 1200 games\nmissing: pairs 90..120, 210..240\n"), "{merged}");
    submit(&[2, 3, 7]);
    let merged = merge();
    assert!(merged.ends_with("1200 of 1200 games\n"), "{merged}");
}

#[test]
fn results_are_never_mixed_or_overwritten() {
    let folder = Folder::with(SMALL);
    folder.done(&["experiment", "run", "e.toml", "--quiet"]);
    let whole = folder.exports("e.db");
    let (code, error) = folder.failed(&["experiment", "run", "e.toml"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("e.db has results of this experiment already"), "{error}");
    assert!(error.contains("connect-toe experiment resume e.toml"), "{error}");
    folder.done(&["experiment", "resume", "e.toml", "--quiet"]);
    std::fs::create_dir(folder.path("sub")).expect("is made");
    for (out, what) in [("sub/../e.db", "results"), ("sub/../e.toml", "experiment")] {
        let (code, error) = folder.failed(&["experiment", "export", "e.toml", "--out", out]);
        let message = format!("error: {out} is the file of the {what}: the table would replace it");
        assert_eq!((code, error.lines().next()), (Some(2), Some(&*message)));
    }
    folder.done(&["experiment", "export", "e.toml", "--out", "e.csv", "--quiet"]);
    folder.done(&["experiment", "export", "e.toml", "--out", "e.csv", "--quiet"]);

    std::fs::write(folder.path("e.toml"), SMALL.replace("depth = [1, 2]", "depth = [1, 3]"))
        .expect("is written");
    for command in ["run", "resume", "status", "export"] {
        let (code, error) = folder.failed(&["experiment", command, "e.toml"]);
        assert_eq!(code, Some(2));
        assert!(error.contains("has the results of a different experiment"), "{error}");
        assert!(error.contains("-depth = [1, 2]\n+depth = [1, 3]"), "{error}");
    }
    std::fs::write(folder.path("e.toml"), format!("# a remark\n{SMALL}")).expect("is written");
    assert_eq!(folder.exports("e.db"), whole);
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    let folder = Folder::with(&SMALL.replace("eval={runs,undecided}", "eval={run,undecided}"));
    let (code, error) = folder.failed(&["experiment", "run", "e.toml"]);
    assert_eq!(code, Some(2));
    assert!(
        error.starts_with("error: e.toml, line 8, column 10: alpha-beta:depth=1,eval=run: no heuristic"),
        "{error}"
    );
    assert!(!folder.path("e.db").exists());
    let (_, error) = folder.failed(&["experiment", "run", "none.toml"]);
    assert!(error.contains("cannot read none.toml") && error.contains("experiment sample"), "{error}");
    std::fs::write(folder.path("e.toml"), SMALL).expect("is written");
    let (_, error) = folder.failed(&["experiment", "resume", "e.toml"]);
    assert!(
        error.contains("the results file e.db does not exist") && error.contains("experiment run e.toml"),
        "{error}"
    );
    let (_, error) = folder.failed(&["experiment", "run", "e.toml", "--set", "dept=2"]);
    assert!(error.contains("did you mean depth?"), "{error}");
    let (_, error) = folder.failed(&["experiment", "run", "e.toml", "--set", "depth"]);
    assert!(error.contains("NAME=VALUE"), "{error}");
    std::fs::write(folder.path("e.db"), "something else").expect("is written");
    let (code, error) = folder.failed(&["experiment", "run", "e.toml"]);
    assert!(code == Some(2) && error.contains("e.db is not a results file of this program"), "{error}");
    let (code, error) = folder.failed(&["experiment", "run", "e.toml", "--results", "no/folder/r.db"]);
    assert!(code == Some(1) && error.contains("no/folder/r.db"), "{error}");
    let (code, error) = folder.failed(&["moves", "3x3:3", "--format", "csv"]);
    assert!(code == Some(2) && error.contains("has no CSV form"), "{error}");
}

#[test]
fn an_interrupt_keeps_what_was_played_and_resume_completes_it() {
    let folder = Folder::with(&LONGER.replace("games_per_cell = 60", "games_per_cell = 600"));
    let mut run = folder.spawn(&["experiment", "run", "e.toml"]);
    let status = || folder.output(&["experiment", "status", "e.toml", "--format", "json"]);
    let games = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str::<Value>(&text).ok().and_then(|value| value["games"].as_u64()).unwrap_or(0)
    };
    while games(&status()) == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    // A second run would play the same games again.
    let (code, error) = folder.failed(&["experiment", "resume", "e.toml"]);
    assert!(code == Some(2) && error.contains("is being written by another run"), "{error}");
    interrupt(&run);
    assert_eq!(run.wait().expect("ends").code(), Some(130));
    let played = games(&status());
    assert!(played > 0);
    assert!(!folder.path("e.db-wal").exists());
}

/// Runs that are killed at any moment leave whole pairs, each once; what is missing is played by the next.
#[test]
fn killed_runs_lose_and_double_nothing() {
    const KILLS: usize = 24;
    let folder = Folder::with(LONGER);
    let whole = folder.whole();
    let mut kills = 0;
    let mut round = 0;
    let mut delay = 7_u64;
    while kills < KILLS {
        round += 1;
        let results = format!("{round}.db");
        let mut command = "run";
        loop {
            let arguments = ["experiment", command, "e.toml", "--results", &results, "--quiet"];
            let mut run = folder.spawn(&arguments);
            delay = (delay * 73 + 11) % 211;
            std::thread::sleep(Duration::from_millis(delay));
            let ended = run.try_wait().expect("is a child");
            run.kill().expect("is killed or has ended");
            let status = run.wait().expect("ends");
            match ended {
                Some(_) => assert!(status.success(), "{status}"),
                None => kills += 1,
            }
            if kills >= KILLS || ended.is_some() {
                break;
            }
            // A run that is killed before it has made the file is begun again.
            let is_begun = ResultsState::of(&folder.path(&results));
            command = if is_begun == ResultsState::Begun { "resume" } else { "run" };
        }
        let begun = ResultsState::of(&folder.path(&results)) == ResultsState::Begun;
        let command = if begun { "resume" } else { "run" };
        folder.done(&["experiment", command, "e.toml", "--results", &results, "--quiet"]);
        assert_eq!(folder.exports(&results), whole);
    }
}

#[test]
fn commands_to_go_on_with_are_whole() {
    let folder = Folder::with(SMALL);
    let arguments = [
        "experiment",
        "run",
        "e.toml",
        "--results",
        ":memory:",
        "--set",
        "depth={1,2}",
        "--seed",
        "3",
        "--quiet",
    ];
    folder.done(&arguments);
    assert!(folder.path(":memory:").exists());
    let (code, error) = folder.failed(&arguments);
    let command = "`connect-toe experiment resume e.toml --results :memory: --set 'depth={1,2}' --seed 3`";
    assert!(code == Some(2) && error.contains(command), "{error}");
}

#[test]
fn a_wrong_opening_leaves_no_file_and_a_cut_making_is_taken_up() {
    let openings =
        |moves: &str| SMALL.replace("[let]", &format!("openings = {{ moves = [\"{moves}\"] }}\n[let]"));
    let folder = Folder::with(&openings("a1 a1"));
    for (results, arguments) in [
        ("e.db", &["experiment", "run", "e.toml"] as &[&str]),
        ("p.db", &["shard", "run", "--experiment", "e.toml", "--range", "0..9", "--out", "p.db"]),
    ] {
        let (code, error) = folder.failed(arguments);
        assert!(code == Some(2) && error.contains("a1"), "{error}");
        assert!(!folder.path(results).exists());
    }
    std::fs::write(folder.path("e.toml"), SMALL).expect("is written");
    std::fs::write(folder.path("e.db"), "").expect("is written");
    let (code, error) = folder.failed(&["experiment", "status", "e.toml"]);
    assert!(
        code == Some(2) && error.contains("e.db does not have the results of an experiment yet"),
        "{error}"
    );
    folder.done(&["experiment", "resume", "e.toml", "--quiet"]);
}

#[test]
fn damaged_results_are_named_and_mended_and_parts_of_others_are_refused() {
    let folder = Folder::with(SMALL);
    let whole = folder.whole();
    let bytes = std::fs::read(folder.path("whole.db")).expect("is read");
    // The player's side of a game, somewhere in the pages of games; not every x is one.
    let places = (0..bytes.len()).rev().filter(|&place| bytes[place] == b'x').step_by(7);
    let damaged = places.map(|place| {
        let mut bytes = bytes.clone();
        bytes[place] = b'o';
        std::fs::write(folder.path("e.db"), &bytes).expect("is written");
        folder.output(&["experiment", "export", "e.toml"])
    });
    let exported = damaged.take(200).find(|output| !output.status.success()).expect("one is a side");
    let error = String::from_utf8_lossy(&exported.stderr);
    assert!(error.contains("e.db is damaged: study `small`") && error.contains("resume"), "{error}");
    let (_, error) = folder.failed(&["shard", "merge", "--experiment", "e.toml", "--out", "m.db", "e.db"]);
    assert!(error.contains("e.db is damaged") && error.contains("nothing was merged"), "{error}");
    assert!(!folder.path("m.db").exists());
    let output = folder.output(&["experiment", "resume", "e.toml", "--quiet"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("taken out and played again"));
    assert_eq!(folder.exports("e.db"), whole);
    let part = ["shard", "run", "--experiment", "e.toml", "--range", "0..9", "--out", "s.db", "--seed", "77"];
    folder.done(&part);
    let (code, error) = folder.failed(&["shard", "merge", "--experiment", "e.toml", "--out", "e.db", "s.db"]);
    assert!(code == Some(2) && error.contains("seed=77") && !error.contains("--results"), "{error}");
}

#[derive(PartialEq, Eq)]
enum ResultsState {
    Absent,
    Begun,
}

impl ResultsState {
    /// Whether the tables have been made: an empty file, or one with a log alone, has none.
    fn of(path: &Path) -> ResultsState {
        let folder = path.parent().expect("is in a folder");
        let mut command = Command::new(cargo_bin("connect-toe"));
        command.args(["experiment", "status", "e.toml", "--results"]).arg(path).current_dir(folder);
        let begun = command.output().expect("runs").status.success();
        if begun { ResultsState::Begun } else { ResultsState::Absent }
    }
}

/// A page in the place of another: an error or the right data, and the same advice from every command.
#[test]
fn misplaced_pages_get_the_same_advice_everywhere() {
    let folder = Folder::with(SMALL);
    let whole = folder.whole();
    let bytes = std::fs::read(folder.path("whole.db")).expect("is read");
    let size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let pages = bytes.len() / size;
    let (mut refused, mut read) = (0, 0);
    for (from, to) in (0..pages).map(|page| (page, (page * 5 + 3) % pages)).filter(|(from, to)| from != to) {
        let mut copy = bytes.clone();
        copy[to * size..][..size].copy_from_slice(&bytes[from * size..][..size]);
        let outputs = ["status", "export", "report", "resume"].map(|command| {
            std::fs::write(folder.path("e.db"), &copy).expect("is written");
            folder.output(&["experiment", command, "e.toml", "--quiet"])
        });
        let texts = outputs.each_ref().map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
        if outputs.iter().all(|output| output.status.success()) {
            read += 1;
            assert!(
                String::from_utf8_lossy(&outputs[0].stdout).contains("\n320 of 320 games"),
                "{from} to {to}"
            );
            assert_eq!(outputs[1].stdout, whole[0].as_bytes(), "{from} to {to}");
        } else {
            refused += 1;
            let hints = texts.each_ref().map(|text| text.lines().find(|line| line.starts_with("hint: ")));
            assert!(
                hints[0].is_some() && hints.iter().all(|hint| *hint == hints[0]),
                "{from} to {to}: {texts:?}"
            );
        }
    }
    assert!(refused > 5, "{refused} refused, {read} read");
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_not_waited_for() {
    let folder = Folder::with(SMALL);
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status().expect("runs");
    assert!(made.success());
    for command in ["run", "resume", "status", "report", "export"] {
        let mut started = folder.spawn(&["experiment", command, "e.toml", "--results", "pipe"]);
        let end = std::time::Instant::now() + Duration::from_secs(120);
        let code = loop {
            match started.try_wait().expect("is a child") {
                Some(status) => break status.code(),
                None if std::time::Instant::now() > end => break None,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        let _ = started.kill();
        assert_eq!(code, Some(2), "{command}");
    }
}

#[test]
fn an_empty_file_is_called_empty() {
    let folder = Folder::with("");
    std::fs::write(folder.path("e.db"), "").expect("is written");
    for (file, hint) in [("e.db", "makes a results file"), ("e.toml", "experiment sample")] {
        let (code, error) = folder.failed(&["experiment", "status", file]);
        assert_eq!(code, Some(2));
        assert!(
            error.contains(&format!("cannot read {file}: it is empty")) && error.contains(hint),
            "{error}"
        );
    }
}
