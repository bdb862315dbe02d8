//! `dataset`: files, threads, errors, Ctrl-C.

use std::fs;
use std::time::Duration;

use crate::interrupt::interrupted;
use crate::json::answer;
use crate::requests::refused;

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let make = |name: &str, threads: &str| {
        let out = folder.path().join(name).display().to_string();
        let plies = ["dataset", "4x4:3:-2", "--plies", "3..8", "--positions", "300", "--threads", threads];
        let made = answer(&[&plies[..], &["--out", &out]].concat());
        let counts: Vec<u64> = ["exact", "train", "validation", "test"]
            .iter()
            .map(|name| made[*name].as_u64().expect("a number"))
            .collect();
        // There are fewer of the first plies than are asked for.
        assert_eq!(made["positions"], 276);
        assert!(counts[0] == 276 && counts[1..].iter().sum::<u64>() == 276, "{counts:?}");
        ["positions.npz", "DATASET.md"]
            .map(|file| fs::read(folder.path().join(name).join(file)).expect("is there"))
    };
    let [npz, card] = make("one", "1");
    assert_eq!([npz.clone(), card.clone()], make("two", "2"));
    assert!(npz.starts_with(b"PK\x03\x04") && npz.windows(6).any(|bytes| bytes == b"\x93NUMPY"));
    let card = String::from_utf8(card).expect("text");
    let command = "connect-toe dataset 4x4:3:-2 --from random --plies 3..8 --positions 300 --solver-nodes 1000000 \
                   --search best:nodes=2000 --validation 0.1 --test 0.1 --seed 2004 --out DIR";
    assert!(card.contains(command), "{card}");
    assert!(card.contains("| ply | positions |") && card.contains("| `best` | uint8"), "{card}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("file"), "text").expect("is written");
    fs::write(path("openings"), "d1 d2\nd1 z9\n").expect("is written");
    fs::create_dir(path("there")).expect("is made");
    fs::write(path("there/positions.npz"), "PK").expect("is written");
    let (out, file, there, openings) = (path("out"), path("file"), path("there"), path("openings"));
    for (arguments, expected) in [
        (
            &["3x3:3", "--from", "nowhere", "--out", &out][..],
            "possible values: random, players, all, openings",
        ),
        (&["3x3:3", "--plies", "9", "--out", &out], "the plies 9 to 9 are not all within the game"),
        (&["2x2:2", "--plies", "3", "--out", &out], "no undecided position was found after these plies"),
        (&["3x3:3", "--plies", "5..4", "--out", &out], "no ply is in 5..4"),
        (&["3x3:3", "--out", &file], "it is a file, and a folder is needed"),
        (&["3x3:3", "--out", &there], "positions.npz exists already"),
        (&["3x3:3", "--out", "/proc/set"], "cannot write into /proc/set"),
        (&["3x3:3", "--validation", "0.7", "--test", "0.7", "--out", &out], "so must their sum"),
        (&["3x3:3", "--from", "players", "--out", &out], "name each player with --player"),
        (&["3x3:3", "--from", "openings", "--out", &out], "name it with --openings"),
        (
            &["3x3:3", "--from", "all", "--positions", "5", "--out", &out],
            "positions from `all` do not take `positions`: it is for those from random and players",
        ),
        (
            &["3x3:3", "--player", "random", "--out", &out],
            "positions from `random` do not take `player`: it is for those from players",
        ),
        (&["3x3:3", "--search", "best:time=1s", "--out", &out], "depends on time or on threads"),
        (
            &["7x7:5", "--search", "random", "--out", &out],
            "random says nothing of the score to expect in 7x7:5, so it cannot value positions",
        ),
        (
            &["7x7:5", "--search", "proof-number:nodes=100", "--out", &out],
            "such as selective or minimax:eval=runs",
        ),
        (
            &["connect-four", "--from", "openings", "--openings", &openings, "--out", &out],
            "openings, line 2: ",
        ),
    ] {
        let message = refused(&[&["dataset"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(!fs::exists(&out).expect("can be asked"), "{arguments:?}");
    }
}

#[test]
fn openings_are_taken_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    // The second is the first one's mirror image.
    fs::write(path("openings"), "a1 a2 # a corner\n\nd1 d2\nb1 b2\n").expect("is written");
    let (openings, out) = (path("openings"), path("out"));
    let made = answer(&["dataset", "4x4:3:-2", "--from", "openings", "--openings", &openings, "--out", &out]);
    assert_eq!((&made["positions"], &made["exact"]), (&2.into(), &2.into()));
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("set").display().to_string();
    let arguments = ["dataset", "15x15:5:free", "--positions", "2000", "--out", &out];
    let stopped = interrupted(&arguments, Duration::from_millis(500));
    assert_eq!(stopped.status.code(), Some(130));
    assert!(stopped.stdout.is_empty());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
