//! `train`, and players with learned weights.

use assert_cmd::Command;
use serde_json::Value;

fn run(folder: &std::path::Path, arguments: &str) -> std::process::Output {
    let mut command = Command::cargo_bin("connect-toe").expect("the binary is built");
    command.current_dir(folder).args(arguments.split(' ')).output().expect("it runs")
}

fn json(folder: &std::path::Path, arguments: &str) -> Value {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn error(folder: &std::path::Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn what_was_learned_of_tic_tac_toe_never_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let trained = json(folder, "train tic-tac-toe --out w --games 30000 --threads 1 --format json");
    assert_eq!((&trained["games"], &trained["reproducible"]), (&Value::from(30_000), &Value::from(true)));
    let last = trained["curve"].as_array().and_then(|curve| curve.last()).expect("a curve");
    assert_eq!(last["games"], 30_000);
    for opponent in ["perfect_first", "perfect_second"] {
        assert_eq!(last[opponent]["losses"], 0, "{last}");
        assert_eq!(last[opponent]["draws"], 200, "{last}");
    }
    // Random positions include some that no good player comes to.
    assert!(last["kept"]["value"].as_f64() > Some(0.97), "{last}");
    for opponent in ["random", "perfect", "alpha-beta:depth=3,eval=runs"] {
        let played = json(
            folder,
            &format!(
                "match 3x3:3 --player minimax:depth=1,eval=learned:file=w --opponent {opponent} --openings none --games 200 --format json"
            ),
        );
        assert_eq!(played["losses"], 0, "{opponent}");
        assert_eq!(played["player"], "minimax:depth=1,eval=learned,file=w");
        let shipped = json(
            folder,
            &format!(
                "match 3x3:3 --player minimax:depth=1,eval=learned --opponent {opponent} --openings none --games 200 --format json"
            ),
        );
        assert_eq!(shipped["losses"], 0, "{opponent}");
    }
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    json(folder, "train 3x3:3 --out w --games 10 --threads 1 --format json");
    std::fs::write(folder.join("text"), "no weights").expect("is written");
    std::fs::create_dir(folder.join("folder")).expect("is made");
    let player =
        |settings: &str| error(folder, &format!("analyze 4x4:3 --player minimax:depth=1,{settings}"));
    assert!(player("eval=learned:file=w").contains("file must be weights of 4x4:3: these are of 3x3:3"));
    assert!(player("eval=learned").contains("none for 4x4:3 come with this program"));
    assert!(player("eval=learned,file=text").contains("this is not a file of learned weights"));
    assert!(player("eval=learned,file=folder").contains("it is not a regular file"));
    assert!(player("eval=learned,file=none").contains("cannot read weights from none"));
    assert!(player("eval=learned:file=w,file=w").contains("the key `file` is set twice"));
    let bytes = std::fs::read(folder.join("w")).expect("is there");
    std::fs::write(folder.join("half"), &bytes[..bytes.len() / 2]).expect("is written");
    assert!(player("eval=learned,file=half").contains("damaged: its end is missing"));

    let train = |arguments: &str| error(folder, &format!("train {arguments}"));
    assert!(train("3x3:3 --out w --seed 7").contains("learning with other settings"));
    assert!(train("4x4:3 --out w").contains("this is learning of 3x3:3, not of 4x4:3"));
    assert!(
        train("3x3:3 --out text").contains("text exists, but learning cannot go on without text.training")
    );
    assert!(train("3x3:3 --out folder").contains("it is a folder"));
    assert!(train("3x3:4 --out v").contains("no line fits on this board"));
    assert!(train("3x3:3 --out v --time 15").contains("`15` is not a time"));
    assert!(train("3x3:3 --out v --method tcl").contains("write tc, tc-exponential, td or lines"));
    assert!(train("3x3:3 --out v --method lines --tuples 3").contains("tuples is a setting of patterns"));
    assert!(train("3x3:3 --out v --decay 2").contains("decay must lie between 0 and 1"));
    assert!(
        train("3x3:3 --out v --random-plies 9").contains("after 9 random plies a board of 9 cells is full")
    );
    assert!(!folder.join("v").exists());
}

/// A line network is learned, goes on with its learning on other threads, and plays.
#[test]
fn line_networks_are_learned_and_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let train = |out: &str, games: u64, threads: u64| {
        let command = format!(
            "train 4x4:3 --method lines --out {out} --games {games} --threads {threads} --format json"
        );
        json(folder, &command)
    };
    let whole = train("whole", 3000, 1);
    assert_eq!((whole["games"].as_u64(), whole["reproducible"].as_bool()), (Some(3000), Some(true)));
    train("parts", 1500, 2);
    train("parts", 3000, 2);
    let bytes = |file: &str| std::fs::read(folder.join(file)).expect("is there");
    assert!(bytes("whole") == bytes("parts"));
    let said = run(folder, "train 3x3:3 --method lines --out small --games 20 --judge 0 --grade 0").stdout;
    let said = String::from_utf8(said).expect("is text");
    assert!(said.contains(" row states: small"), "{said}");
    let play = "match 4x4:3 --player minimax:depth=1,eval=learned,file=parts --opponent random --games 40 --format json";
    let score = json(folder, play)["score"].as_f64().expect("a number");
    assert!(score > 0.7, "{score}");
}

#[cfg(unix)]
#[test]
fn results_are_of_the_weights_that_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (file, seed) in [("w", 1), ("other", 2)] {
        json(folder, &format!("train 3x3:3 --out {file} --games 50 --seed {seed} --threads 1 --format json"));
    }
    let meet = |games: u64| {
        format!(
            "match 3x3:3 --player minimax:depth=1,eval=learned,file=w --opponent random --games {games} \
             --results r.db --threads 1"
        )
    };
    json(folder, &format!("{} --format json", meet(4)));
    let exported = run(folder, "experiment export r.db");
    std::fs::rename(folder.join("w"), folder.join("kept")).expect("is there");
    // To look at games needs no weights.
    for command in ["status", "report", "export", "game"] {
        let more = if command == "report" { " --out page" } else { "" };
        let output = run(folder, &format!("experiment {command} r.db{more}"));
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(run(folder, "experiment export r.db").stdout, exported.stdout);
    assert!(error(folder, &meet(8)).contains("cannot read weights from w"));
    std::fs::copy(folder.join("other"), folder.join("w")).expect("is there");
    let mixed = error(folder, &meet(8));
    assert!(mixed.contains("played with other weights than w has now"), "{mixed}");
    std::fs::copy(folder.join("kept"), folder.join("w")).expect("is there");
    json(folder, &format!("{} --format json", meet(8)));
}

#[test]
fn a_stopped_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let out = folder.join("w").display().to_string();
    let arguments = |games: u64, out: &str| {
        format!(
            "train connect-four --out {out} --games {games} --threads 1 --judge 0 --tuples 10 --quiet --format json"
        )
    };
    let endless = arguments(1_000_000_000, &out);
    let endless: Vec<&str> = endless.split(' ').collect();
    let stopped = crate::interrupt::interrupted(&endless, std::time::Duration::from_millis(1500));
    assert_eq!(stopped.status.code(), Some(130), "{}", String::from_utf8_lossy(&stopped.stderr));
    let kept: Value =
        serde_json::from_slice(&std::fs::read(folder.join("w.curve.json")).expect("is there")).expect("JSON");
    let games = kept["games"].as_u64().expect("a number");
    assert!(games > 0, "{kept}");
    // The same command goes on, to an end of its own.
    assert_eq!(json(folder, &arguments(games + 50, &out))["games"], games + 50);
    // And gives what a run in one piece gives.
    assert_eq!(json(folder, &arguments(games + 50, "whole"))["games"], games + 50);
    let weights = |name: &str| std::fs::read(folder.join(name)).expect("is there");
    assert!(weights("w") == weights("whole"), "the weights are different");
    // With no more to learn, it says so and changes nothing.
    let again = run(folder, &arguments(10, "w"));
    assert!(String::from_utf8_lossy(&again.stderr).contains("this training is complete"), "{again:?}");
    assert!(weights("w") == weights("whole"), "the weights have changed");
}
