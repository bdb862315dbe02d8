//! Pages of the database in the wrong place: an error or the right data, never wrong data.

use std::path::{Path, PathBuf};

use connect_toe_experiment::{Plan, Tally};
use connect_toe_results::{Machine, Opened, ResultsError, ResultsFile};
use tempfile::TempDir;

use super::{add, exported, pairs, path, plan};

const TEXT: &str = r#"
title = "Pages"
games_per_cell = 280
[[study]]
name = "small"
game = ["3x3:3", "4x3:3", "4x4:3:-2", "5x4:3"]
player = "random"
opponent = ["two-ply", "alpha-beta:depth=1,eval=runs"]
[[study]]
name = "large"
game = ["17x16:9", "16x17:9"]
player = "random"
opponent = "random"
games_per_cell = 150
"#;

/// Everything that a file says about an experiment.
#[derive(Debug, PartialEq)]
struct Contents {
    text: String,
    ending: Option<String>,
    last_words: Vec<String>,
    sessions: usize,
    tally: Tally,
    exports: (String, String),
}

fn contents(file: &ResultsFile, plan: &Plan) -> Result<Contents, ResultsError> {
    file.check(plan, Some("1"))?;
    let tally = file.tally(plan)?;
    let (text, _) = file.experiment()?;
    Ok(Contents {
        text,
        ending: file.ending()?,
        last_words: file.last_words()?,
        sessions: file.sessions()?.len(),
        exports: exported(file, plan),
        tally,
    })
}

fn read(path: &Path, plan: &Plan) -> Result<Contents, ResultsError> {
    contents(&ResultsFile::open(path, Opened::ToRead)?, plan)
}

/// What `experiment resume` does.
fn resume(path: &Path, plan: &Plan) -> Result<Contents, ResultsError> {
    let file = ResultsFile::open(path, Opened::ToWrite)?;
    file.check(plan, Some("1"))?;
    let damages = file.examine(plan, drop)?;
    file.remove_pairs(plan, &damages)?;
    let missing = file.missing(plan, 0..u64::MAX)?;
    if !missing.is_empty() {
        file.check_pages()?;
        let mut writer = file.writer(plan, "1", Machine { processor: "b".to_owned(), cores: 1, threads: 1 });
        for pair in pairs(plan, &missing) {
            writer.add(&pair)?;
        }
        writer.flush()?;
    }
    contents(&file, plan)
}

/// A finished file whose games were written in several sessions, in another order than that of their numbers.
fn finished(path: &Path, plan: &Plan) -> Contents {
    let file = ResultsFile::create(path, plan, "1").expect("is made");
    for range in [900..1100, 0..300, 200..1000, 0..u64::MAX] {
        add(&file, plan, &pairs(plan, &file.missing(plan, range).expect("is read")));
        for number in 0..60 {
            file.keep_exact("3x3:3", &format!("board {number}"), "0 0 1").expect("is kept");
        }
    }
    file.keep_ending(Some("decided")).expect("is kept");
    file.add_last_words(&["the engine `e` gives no move: it has ended".to_owned()]).expect("is kept");
    file.finish().expect("ends");
    let contents = read(path, plan).expect("is sound");
    assert_eq!(contents.tally.games(), plan.games());
    contents
}

fn page_size(bytes: &[u8]) -> usize {
    usize::from(u16::from_be_bytes([bytes[16], bytes[17]]))
}

/// A page in the place of another, or each in the place of the other.
fn misplaced(bytes: &[u8], from: usize, to: usize, swap: bool) -> Vec<u8> {
    let size = page_size(bytes);
    let mut copy = bytes.to_vec();
    copy[to * size..][..size].copy_from_slice(&bytes[from * size..][..size]);
    if swap {
        copy[from * size..][..size].copy_from_slice(&bytes[to * size..][..size]);
    }
    copy
}

/// Every page copied over, or swapped with, every other one; without `RUN_SLOW_TESTS` some 120 of these.
#[test]
fn a_misplaced_page_is_an_error_or_does_not_matter() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let whole = path(&folder, "whole.db");
    let right = finished(&whole, &plan);
    let bytes = std::fs::read(&whole).expect("is read");
    let pages = bytes.len() / page_size(&bytes);
    assert!((60..200).contains(&pages), "{pages} pages");
    let mut cases = Vec::new();
    for from in 0..pages {
        cases.extend((0..pages).filter(|&to| to != from).map(|to| (from, to, false)));
        cases.extend((from + 1..pages).map(|to| (from, to, true)));
    }
    if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        // Spread over all; the first pages are the roots of the tables.
        let is_root = |&(from, to, _): &(usize, usize, bool)| from < 8 && to < 8;
        let (mut roots, others): (Vec<_>, Vec<_>) = cases.into_iter().partition(is_root);
        let step = others.len() / 40 + 1;
        roots.extend(others.into_iter().step_by(step));
        cases = roots;
    }
    let place = path(&folder, "r.db");
    let mut refused = 0;
    for &(from, to, swap) in &cases {
        let what = format!("page {from} to {to}, {}", if swap { "swapped" } else { "copied" });
        let copy = misplaced(&bytes, from, to, swap);
        std::fs::write(&place, &copy).expect("is written");
        let found = read(&place, &plan);
        refused += usize::from(found.is_err());
        if let Ok(contents) = &found {
            assert!(*contents == right, "{what}: is read, with {} games", contents.tally.games());
        }
        match resume(&place, &plan) {
            Ok(mut contents) => {
                contents.sessions = contents.sessions.min(right.sessions);
                assert!(contents == right, "{what}: is resumed, with {} games", contents.tally.games());
                let mut again = read(&place, &plan).unwrap_or_else(|error| panic!("{what}: {error}"));
                again.sessions = again.sessions.min(right.sessions);
                assert!(again == right, "{what}: is read after it was resumed");
                assert!(!advises_a_copy(&found), "{what}: {found:?}");
            }
            Err(error) => {
                let resumed = Err(error);
                assert!(advises_a_copy(&resumed) == advises_a_copy(&found), "{what}: {found:?}, {resumed:?}");
            }
        }
        remove_log(&place);
    }
    assert!(refused * 2 > cases.len(), "{refused} of {}", cases.len());
}

/// Whether more than pairs is damaged, which no program can mend.
fn advises_a_copy(found: &Result<Contents, ResultsError>) -> bool {
    match found {
        Ok(_) | Err(ResultsError::DamagedPair { .. }) => false,
        Err(ResultsError::Damaged { .. } | ResultsError::Foreign(_)) => true,
        Err(error) => panic!("{error}"),
    }
}

fn remove_log(path: &Path) {
    for end in ["-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
}

/// Changes a file as no program of ours would, and says what is found then.
fn refusal(folder: &TempDir, plan: &Plan, change: &str) -> String {
    let (whole, place) = (path(folder, "whole.db"), path(folder, "changed.db"));
    std::fs::copy(whole, &place).expect("is copied");
    super::sql(&place, change);
    let error = read(&place, plan).expect_err(change).to_string();
    let writing = ResultsFile::open(&place, Opened::ToWrite).and_then(|file| {
        file.check(plan, Some("1"))?;
        file.examine(plan, drop)
    });
    match writing {
        Err(writing) => assert_eq!(writing.to_string(), error, "{change}"),
        Ok(damages) => {
            let damages: Vec<String> = damages.iter().map(ToString::to_string).collect();
            assert!(damages.iter().any(|damage| error.ends_with(damage)), "{change}: {damages:?}");
        }
    }
    error
}

#[test]
fn a_changed_value_is_refused_by_its_place() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    finished(&path(&folder, "whole.db"), &plan);
    for (change, what) in [
        ("PRAGMA user_version = 2", "was written in form 2, this version writes form 3"),
        ("DROP TABLE digest", "its table `digest` is missing"),
        (
            "UPDATE experiment SET text = text || ' '",
            "row 1 of its table `experiment` is not what was written",
        ),
        ("UPDATE experiment SET program = '2'", "row 1 of its table `experiment` is not what was written"),
        ("DELETE FROM experiment", "row 1 of its table `experiment` is missing"),
        ("UPDATE cell SET games = 7 WHERE cell = 3", "row 3 of its table `cell` is not what was written"),
        ("DELETE FROM cell WHERE cell = 4", "row 4 of its table `cell` is missing"),
        (
            "UPDATE session SET games = 7 WHERE rowid = 2",
            "row 2 of its table `session` is not what was written",
        ),
        (
            "INSERT INTO session SELECT * FROM session WHERE rowid = 1",
            "row 5 of its table `session` was never written",
        ),
        ("UPDATE ending SET text = 'x'", "row 1 of its table `ending` is not what was written"),
        ("DROP TABLE ending", "row 1 of its table `ending` is missing"),
        ("DELETE FROM game WHERE cell = 2 AND number IN (6, 7)", "pairs 0 to 63: 126 of 128 games are there"),
        ("DELETE FROM game WHERE cell = 2 AND number > 255", "pairs 128 to 139: 0 of 24 games are there"),
        ("DELETE FROM game", "pairs 0 to 63: 0 of 128 games are there"),
        ("DELETE FROM digest WHERE place = 2 AND block = 1", "pairs 64 to 127: 128 of 0 games are there"),
        ("UPDATE digest SET sum = sum + 1 WHERE place = 2 AND block = 1", "pairs 64 to 127: they are not"),
        (
            "UPDATE game SET checksum = checksum + 1 WHERE cell = 2 AND number = 9",
            "pair 4: game 9: it is not what",
        ),
    ] {
        let error = refusal(&folder, &plan, change);
        assert!(error.contains(what), "{change}: {error}");
    }
}

/// Pairs that are there stay; where a sum of checksums does not fit, its pairs are played again.
#[test]
fn lost_and_forged_pairs_are_played_again() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let right = finished(&path(&folder, "whole.db"), &plan);
    let place = path(&folder, "r.db");
    for (change, added) in [
        ("DELETE FROM game WHERE cell = 2 AND number IN (6, 7)", 2),
        ("DELETE FROM game WHERE cell = 9", 150),
        ("UPDATE digest SET sum = sum + 1 WHERE place = 2 AND block = 1", 128),
        ("DELETE FROM digest WHERE place = 2 AND block = 1", 128),
    ] {
        std::fs::copy(path(&folder, "whole.db"), &place).expect("is copied");
        super::sql(&place, change);
        let found = resume(&place, &plan).expect("is completed");
        assert_eq!((&found.tally, &found.exports), (&right.tally, &right.exports), "{change}");
        assert_eq!(found.sessions, right.sessions + 1, "{change}");
        let file = ResultsFile::open(&place, Opened::ToRead).expect("is there");
        assert_eq!(file.sessions().expect("are read").iter().filter(|one| one.games == added).count(), 1);
    }
}

#[test]
fn a_file_that_lost_its_games_is_not_taken_over() {
    let folder = TempDir::new().expect("is made");
    let plan = plan(TEXT);
    let place = path(&folder, "whole.db");
    finished(&place, &plan);
    super::sql(&place, "DELETE FROM game");
    let other = super::plan(&TEXT.replace("280", "290"));
    assert!(matches!(ResultsFile::create(&place, &other, "1"), Err(ResultsError::Exists(_))));
}
