//! Tuning through requests, and the files that it keeps.

use std::fs;
use std::path::Path;

use connect_toe_api::{Error, Work};
use connect_toe_laboratory::{Tune, Tuned, TuningVerdict};

use crate::StopsAt;

/// The strongest player without noise.
const NOISY: &str = "best:nodes=20,noise=400{0..500},eval=runs";

fn tune() -> Tune {
    Tune { pairs: 60, seed: 1, ..Tune::new("connect-four", NOISY) }
}

fn tuned(tune: &Tune, threads: usize) -> Tuned {
    tune.run(&Work::new().with_threads(threads)).expect("is tuned")
}

fn into(folder: &Path, name: &str) -> Tune {
    Tune { out: Some(folder.join(name).display().to_string()), ..tune() }
}

#[test]
fn what_was_detuned_is_found() {
    let found = tuned(&tune(), 2);
    let [noise] = &found.settings[..] else { panic!("one setting") };
    assert!(noise.found < 200.0 && noise.whole, "{noise:?}");
    assert_eq!((found.verdict, found.games, found.path.len()), (TuningVerdict::Gain, 120, 60));
    assert_eq!(found.start, "best:nodes=20,noise=400,eval=runs");
    assert_eq!(found.found, format!("best:nodes=20,noise={},eval=runs", noise.found));
    let test = found.test.expect("a test");
    assert_eq!((test.player, test.opponent), (found.found, found.start));
    assert!(test.elo.low > Some(0.0));
}

#[test]
fn threads_and_stops_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let whole = tuned(&into(folder, "whole"), 1);
    let parts = into(folder, "parts");
    let first = parts.run(&StopsAt::work(40)).expect("has an answer");
    assert!(first.partial && (30..120).contains(&first.games), "{}", first.games);
    assert_eq!((first.verdict, first.test.as_ref()), (TuningVerdict::NotTested, None));
    assert_eq!(first.path, whole.path[..first.path.len()]);
    assert_eq!(tuned(&parts, 2), whole);
    // Nothing is left to do.
    assert_eq!(tuned(&parts, 2), whole);
    for name in ["tuning.json", "path.csv", "path.svg"] {
        let read = |part: &str| fs::read_to_string(folder.join(part).join(name)).expect("is written");
        assert_eq!(read("parts"), read("whole"), "{name}");
    }
    let table = fs::read_to_string(folder.join("whole/path.csv")).expect("is written");
    assert!(table.starts_with("iteration,pairs,score_of_plus,noise,noise_plus,noise_minus\n1,1,"), "{table}");
    assert_eq!(table.lines().count(), 61);
    let picture = fs::read_to_string(folder.join("whole/path.svg")).expect("is written");
    assert!(picture.starts_with("<svg xmlns=") && picture.contains("noise found"));
}

#[test]
fn another_search_is_refused_unless_it_begins_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = Tune { pairs: 4, test_games: Some(4), ..into(folder.path(), "t") };
    tuned(&request, 1);
    let other = Tune { seed: 7, pairs: 5, ..request };
    let error = other.run(&Work::new()).expect_err("is another");
    assert!(matches!(error, Error::Request { .. }));
    let said = error.to_string();
    assert!(said.ends_with("is tuning with other settings: pairs 4, not 5; seed 1, not 7"), "{said}");
    assert!(error.hint().is_some_and(|hint| hint.contains("--restart")));
    assert_eq!(tuned(&Tune { restart: true, ..other }, 1).seed, 7);
    fs::write(folder.path().join("t/tuning.json"), "{}").expect("is written");
    let error = into(folder.path(), "t").run(&Work::new()).expect_err("is not a search").to_string();
    assert!(error.contains("is not a search that this program wrote"), "{error}");
}

#[test]
fn an_opponent_can_be_met() {
    let against = Tune {
        opponent: Some("best:nodes=20,eval=runs".to_owned()),
        pairs: 20,
        test_games: Some(0),
        ..tune()
    };
    let found = tuned(&against, 2);
    assert_eq!((found.games, found.path.len()), (80, 20));
    assert!(found.path.iter().all(|step| step.differences.iter().sum::<u64>() == 1));
}

#[test]
fn what_does_not_matter_is_no_gain() {
    let magnitude = "minimax:depth=1,eval=terminal:magnitude=10{1..100}";
    let request = Tune { pairs: 40, test_games: Some(200), ..Tune::new("3x3:3", magnitude) };
    let found = tuned(&request, 2);
    assert!(
        [TuningVerdict::NoGain, TuningVerdict::Undecided].contains(&found.verdict),
        "{:?}",
        found.verdict
    );
    let untested = tuned(&Tune { test_games: Some(0), ..request }, 2);
    assert_eq!((untested.verdict, untested.test), (TuningVerdict::NotTested, None));
    assert_eq!(untested.path, found.path);
}

#[test]
fn wrong_requests_are_told_what_is_wrong() {
    let refused = |tune: Tune| {
        let error = tune.run(&Work::new()).expect_err("is wrong");
        assert!(matches!(error, Error::Request { .. }), "{error:?}");
        error.to_string()
    };
    assert!(refused(Tune::new("connect-four", "best:nodes=20")).contains("has no range"));
    assert_eq!(
        refused(Tune::new("connect-four", "best:nodes={0..20}")),
        "nodes={0..20}: nodes=0: nodes must be a whole number of nodes from 1 to 18446744073709551615, as in nodes=100000"
    );
    assert!(refused(Tune { pairs: 0, ..tune() }).starts_with("pairs must lie between 1 and"));
    assert_eq!(refused(Tune { batch: Some(101), ..tune() }), "batch must lie between 1 and 60 pairs");
    assert!(refused(Tune { perturbation: 0.6, ..tune() }).contains("at most 0.5"));
    assert!(refused(Tune { wander: f64::NAN, ..tune() }).starts_with("wander is a share"));
    assert!(!refused(Tune { sprt: "20,0".to_owned(), ..tune() }).is_empty());
    assert!(refused(Tune { opponent: Some("nobody".to_owned()), ..tune() }).contains("nobody"));
}
