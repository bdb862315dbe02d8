//! Learning through requests, and the files that it keeps.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use connect_toe_api::{Error, Observer, Progress, Stop, Work, catalogue_with_files};
use connect_toe_laboratory::{CurvePoint, Keep, Match, Train, Trained};

fn work() -> Work {
    Work::new().with_threads(1).with_catalogue(catalogue_with_files())
}

fn train(folder: &Path, name: &str, games: u64) -> Train {
    let out = folder.join(name).display().to_string();
    Train { games: Some(games), judge: Some(0), ..Train::new("4x4:3", out) }
}

fn learned(folder: &Path, name: &str, games: u64) -> Trained {
    train(folder, name, games).run(&work()).expect("it learns")
}

#[test]
fn the_same_request_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let first = learned(folder, "parts", 1500);
    let second = learned(folder, "parts", 4000);
    assert_eq!((first.games, second.games), (1500, 4000));
    assert!(first.reproducible && second.reproducible && !second.partial);
    assert!(second.curve.len() > first.curve.len());
    assert_eq!(second.curve[..first.curve.len()], first.curve[..]);
    learned(folder, "whole", 4000);
    let bytes = |name: &str| fs::read(folder.join(name)).expect("is there");
    assert!(bytes("parts") == bytes("whole"));
    // Nothing is left to do.
    assert_eq!(learned(folder, "parts", 4000), second);
    // The curve is a table and a drawing too.
    let table = String::from_utf8(bytes("parts.curve.csv")).expect("text");
    assert_eq!(table.lines().count(), 1 + second.curve.len());
    assert!(table.starts_with("games,seconds,opponent,moving,wins,draws,losses,score\n"));
    let drawing = String::from_utf8(bytes("parts.curve.svg")).expect("text");
    assert!(drawing.starts_with("<svg xmlns=") && drawing.contains("against runs"));
}

/// The best weights are those that learning up to their measurement gives, also when it goes on in parts.
#[test]
fn the_best_weights_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let unsettled = |name: &str, games: u64| Train {
        game: "connect-four".to_owned(),
        tuples: Some(5),
        ..train(folder, name, games)
    };
    let best = |name: &str, games: u64| {
        let train = Train { keep: Some(Keep::Best), ..unsettled(name, games) };
        train.run(&work()).expect("it learns")
    };
    let trained = best("best", 1000);
    let strengths: Vec<f64> = trained.curve.iter().map(CurvePoint::strength).collect();
    let highest = strengths.iter().copied().fold(0.0, f64::max);
    let point = strengths.iter().rposition(|&strength| strength >= highest).expect("was measured");
    assert_eq!(trained.games_of_weights, trained.curve[point].games);
    let bytes = |name: &str| fs::read(folder.join(name)).expect("is there");
    let alone = unsettled("alone", trained.games_of_weights).run(&work()).expect("it learns");
    assert_eq!(alone.games_of_weights, alone.games);
    assert!(bytes("best") == bytes("alone"));
    // As nothing is left to do, the file stays; and what is learned later has to be better.
    assert_eq!(best("best", 1000), trained);
    let more = best("best", 1200);
    let highest = more.curve.iter().map(CurvePoint::strength).fold(0.0, f64::max);
    let of_file = more.curve.iter().find(|point| point.games == more.games_of_weights);
    assert_eq!(of_file.map(CurvePoint::strength), Some(highest));
}

#[test]
fn learning_beats_a_random_player() {
    let folder = tempfile::tempdir().expect("a folder");
    learned(folder.path(), "weights", 5000);
    let player = format!("minimax:depth=1,eval=learned:file={}", folder.path().join("weights").display());
    let played = Match::new("4x4:3", player, "random").run(&work()).expect("is played");
    assert!(played.wins > 90, "{played:?}");
}

#[test]
fn a_stopped_run_keeps_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let stop = Stop::new();
    stop.request();
    let trained = train(folder.path(), "w", 100).run(&work().with_stop(stop)).expect("has an answer");
    assert_eq!((trained.games, trained.partial), (0, true));
    assert_eq!(learned(folder.path(), "w", 100).games, 100);
}

#[test]
fn files_of_other_learning_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    learned(folder, "w", 10);
    let before = fs::read(folder.join("w")).expect("is there");
    let refused = |train: Train| match train.run(&work()) {
        Err(error @ Error::Request { .. }) => {
            (error.to_string(), error.hint().unwrap_or_default().to_owned())
        }
        other => panic!("{other:?}"),
    };
    let (message, hint) = refused(Train { seed: 1, ..train(folder, "w", 20) });
    assert!(message.ends_with("is learning with other settings: seed 2004, not 1"), "{message}");
    assert!(hint.contains("--restart"));
    assert!(fs::read(folder.join("w")).expect("is there") == before);
    let training = folder.join("w.training");
    let mut bytes = fs::read(&training).expect("is there");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&training, bytes).expect("is written");
    assert!(refused(train(folder, "w", 20)).0.contains("damaged: its checksum is another"));
    fs::remove_file(&training).expect("is there");
    assert!(refused(train(folder, "w", 20)).0.contains("learning cannot go on without"));
    let anew = Train { restart: true, ..train(folder, "w", 20) };
    assert_eq!(anew.run(&work()).expect("begins anew").games, 20);
}

/// The default work of the library and of the web's server reads no files that texts of players name.
#[test]
fn only_who_asks_for_it_gets_players_with_files() {
    let folder = tempfile::tempdir().expect("a folder");
    learned(folder.path(), "w", 10);
    let player = format!("minimax:depth=1,eval=learned:file={}", folder.path().join("w").display());
    let error = Match::new("4x4:3", player, "random").run(&Work::new()).expect_err("names a file");
    assert!(error.to_string().ends_with("players that are asked for here cannot name files"), "{error}");
    // Weights that come with the program are in no file.
    let against_perfect = Match::new("tic-tac-toe", "minimax:depth=1,eval=learned", "perfect");
    let played = Match { openings: "none".to_owned(), ..against_perfect }.run(&Work::new());
    assert_eq!(played.expect("is played").losses, 0);
    let error = Match::new("4x4:3", "minimax:depth=1,eval=learned", "random").run(&Work::new());
    let error = error.expect_err("has no weights").to_string();
    assert!(
        error.contains("`connect-toe train 4x4:3 --out FILE`") && error.contains("only those of 3x3:3"),
        "{error}"
    );
}

/// Remembers what is said beside the number of games.
#[derive(Default)]
struct Details(Mutex<Vec<String>>);

impl Observer for Details {
    fn progress(&self, progress: &Progress) {
        assert_eq!(progress.unit, "games");
        assert!(progress.total.is_none_or(|total| progress.done <= total), "games of the learning");
        self.0.lock().expect("nobody panics").push((progress.detail)());
    }

    fn notice(&self, _text: &str) {}
}

/// On large boards a measurement takes longer than the learning.
#[test]
fn measurements_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let details = Arc::new(Details::default());
    let train = Train { judge: Some(2), grade: Some(2), ..train(folder.path(), "w", 10) };
    train.run(&work().observed_by(Arc::clone(&details))).expect("it learns");
    let details = details.0.lock().expect("nobody panics");
    let is_said = |text: &str| details.iter().any(|detail| detail.contains(text));
    assert!(is_said("measuring the strength: 2 of 200 games"), "{details:?}");
    assert!(is_said("measuring the strength: 3 of 4 games against perfect play"), "{details:?}");
    assert!(is_said("measuring the strength: 2 of 2 positions"), "{details:?}");
    assert!(is_said(" % against runs, measuring the strength: 200 of 200 games"), "{details:?}");
}
