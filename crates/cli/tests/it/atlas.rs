//! `atlas`: the values of families of games, and what is known without a search.

use std::fs;

use crate::book::{json, run};
#[cfg(unix)]
use crate::interrupt::interrupted;

const PLAN: &str = "\
[[family]]
dimensions = 2
cells = \"4..9\"
k = \"2..3\"
placement = [\"free\", \"one face\"]
flags = [\"\", \"misere\"]
";

#[test]
fn a_plan_becomes_an_atlas_that_can_be_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("small.toml"), PLAN).expect("is written");
    let built = json(folder, &["atlas", "build", "small.toml"]);
    let games = built["games"].as_u64().expect("a number");
    assert!(games > 20 && built["planned"] == built["games"] && built["unknown"] == 0, "{built}");
    assert_eq!((&built["found"], &built["file"]), (&games.into(), &"small.db".into()));
    // Nothing is searched twice.
    assert_eq!(json(folder, &["atlas", "build", "small.toml"])["found"], 0);
    assert_eq!(json(folder, &["atlas", "status", "small.db"])["games"], games);

    let (_, table, _) = run(folder, &["atlas", "export", "small.db", "--format", "csv"]);
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("game,result,distance,best,lower,upper,nodes,seconds"));
    assert_eq!(lines.clone().count() as u64, games);
    assert!(lines.any(|line| line.starts_with("3x3:3:free:misere,draw,,b2,=,=,")), "{table}");
    let rows = json(folder, &["atlas", "export", "small.db"]);
    for row in rows.as_array().expect("a list") {
        let solved = json(folder, &["solve", row["game"].as_str().expect("text"), "--book", "none"]);
        for field in ["result", "distance", "best"] {
            assert_eq!(solved[field], row[field], "{row}");
        }
    }

    // A turned board has the same values, its moves are turned too.
    let known = json(folder, &["atlas", "show", "3x2:2:+1", "--file", "small.db"]);
    let there = json(folder, &["solve", "3x2:2:+1", "--book", "none"]);
    assert_eq!((&known["game"], &known["listed_as"]), (&"3x2:2:+1".into(), &"2x3:2:-2".into()));
    assert_eq!((&known["result"], &known["distance"]), (&there["result"], &there["distance"]));
    assert_eq!(known["best"], there["best"]);
    assert_eq!(known["source"], "atlas");
    let unknown = json(folder, &["atlas", "show", "gomoku", "--file", "small.db"]);
    for field in ["result", "bounds", "source"] {
        assert_eq!(unknown[field], serde_json::Value::Null);
    }

    // Games that an earlier plan had are still there, and count as planned.
    fs::write(folder.join("less.toml"), "games = [\"3x3:3\", \"1x1:1\"]").expect("is written");
    let less = json(folder, &["atlas", "build", "less.toml", "--out", "small.db"]);
    assert_eq!((&less["games"], &less["planned"]), (&(games + 1).into(), &(games + 1).into()));
}

#[test]
fn what_is_not_an_atlas_or_a_plan_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("plan.toml"), PLAN).expect("is written");
    fs::write(folder.join("wrong.toml"), "[[family]]\ncells = 9\nface = 1\n").expect("is written");
    fs::write(folder.join("nothing.toml"), "[[family]]\ncells = \"9..4\"\n").expect("is written");
    fs::write(folder.join("text"), "a user's own").expect("is written");
    for (arguments, expected) in [
        (&["atlas", "show", "3x3:3", "--file", "text"][..], "text is not an atlas"),
        (&["atlas", "status", "missing.db"], "missing.db does not exist"),
        (&["atlas", "export", "text"], "text is not an atlas"),
        (&["atlas", "build", "plan.toml", "--out", "text"], "text is not an atlas"),
        (&["atlas", "build", "plan.toml", "--out", "plan.toml"], "plan.toml is the plan"),
        (&["atlas", "build", "wrong.toml"], "unknown field `face`"),
        (&["atlas", "build", "nothing.toml"], "nothing.toml: no game fits the plan"),
        (&["atlas", "build", "missing.toml"], "cannot read missing.toml"),
        (&["atlas", "show", "3x3"], "3x3"),
    ] {
        let (code, output, errors) = run(folder, arguments);
        assert!(code == Some(2) && errors.contains(expected) && output.is_empty(), "{arguments:?}: {errors}");
    }
    assert_eq!(fs::read(folder.join("text")).expect("it is there"), b"a user's own");
    assert!(
        !folder.join("wrong.db").exists()
            && !folder.join("nothing.db").exists()
            && !folder.join("missing.db").exists()
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_atlas_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = folder.path().join("large.toml");
    fs::write(&plan, "[[family]]\ncells = \"4..16\"\nnodes = 100_000\n").expect("is written");
    let path = plan.to_str().expect("text");
    let ended = interrupted(&["atlas", "build", path], std::time::Duration::from_millis(1500));
    assert_eq!(ended.status.code(), Some(130));
    let kept = json(folder.path(), &["atlas", "status", "large.db"]);
    let games = kept["games"].as_u64().expect("a number");
    assert!(games > 0 && games < kept["planned"].as_u64().expect("a number"), "{kept}");
}

#[test]
fn describe_and_solve_say_what_is_known_and_from_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = json(folder.path(), &["describe", "connect-four"]);
    assert_eq!((&known["known"]["result"], &known["known"]["source"]), (&"win".into(), &"book".into()));
    let known = json(folder.path(), &["describe", "3x4:3:+1"]);
    assert_eq!((&known["known"]["result"], &known["known"]["source"]), (&"win".into(), &"atlas".into()));
    assert_eq!(known["known"]["listed_as"], "4x3:3:-2");
    assert!(json(folder.path(), &["describe", "gomoku"]).get("known").is_none());
    assert_eq!(json(folder.path(), &["solve", "connect-four"])["source"], "book");
    // What is known at once leaves as much for the line as a search would.
    let weak = json(folder.path(), &["solve", "6x6:4:-2", "--weak"]);
    assert_eq!((&weak["source"], &weak["result"]), (&"atlas".into(), &"loss".into()));
    assert!(
        weak.get("missing").is_none() && weak["line"].as_array().is_some_and(|line| line.len() == 36),
        "{weak}"
    );
    assert!(json(folder.path(), &["solve", "3x3:3"]).get("source").is_none());
}
