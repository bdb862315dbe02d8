//! Runs that are stopped say what they know.

use std::sync::Mutex;
use std::time::Duration;

use connect_toe_api::{Analyze, Bench, Error, Observer, Perft, Playouts, Progress, Solve, Stop, Work};
use connect_toe_testkit::requests::called_after;

/// Stops a run some time after it began.
fn stopped_after<T>(milliseconds: u64, run: impl FnOnce(&Work) -> T) -> (T, Duration) {
    let stop = Stop::new();
    let work = Work::new().with_threads(2).with_stop(stop.clone());
    called_after(Duration::from_millis(milliseconds), move || stop.request(), || run(&work))
}

#[test]
fn long_runs_hear_of_a_stop() {
    let (solution, _) = stopped_after(300, |work| Solve::new("6x6x6:5:all:misere").run(work));
    let solution = solution.expect("has an answer");
    assert!(solution.interrupted && solution.result.is_none() && solution.bounds.is_some());

    let (counts, _) = stopped_after(300, |work| Perft { game: "15x15:5".to_owned(), depth: 6 }.run(work));
    assert_eq!(counts, Err(Error::Interrupted), "a part of a count says nothing");
    let (measured, _) = stopped_after(300, |work| Bench {}.run(work));
    assert_eq!(measured, Err(Error::Interrupted));

    let (counts, _) =
        stopped_after(300, |work| Playouts { games: 1_000_000_000, ..Playouts::new("64x64:5") }.run(work));
    let counts = counts.expect("has an answer");
    assert!(counts.partial && counts.games > 0 && counts.x + counts.o + counts.draws == counts.games);

    let player = "alpha-beta:depth=20,eval=runs,nodes=1000000000".to_owned();
    let analyze = Analyze { player, ..Analyze::new("gomoku") };
    let (analysis, waited) = stopped_after(1500, |work| analyze.run(work));
    let analysis = analysis.expect("has an answer");
    assert!(analysis.interrupted && !analysis.complete && !analysis.moves.is_empty());
    // Generous: the machine may be busy.
    assert!(waited < Duration::from_secs(60), "{waited:?}");
}

/// Stops a run when it has come this far.
struct StopsAt(u64, Stop);

impl Observer for StopsAt {
    fn progress(&self, progress: &Progress) {
        if progress.done >= self.0 {
            self.1.request();
        }
    }

    fn notice(&self, _text: &str) {}
}

/// Where no line is completed the first line of play is 4096 plies deep.
#[test]
fn stacks_are_deep_enough_for_the_longest_games() {
    let work = || {
        let stop = Stop::new();
        Work::new().with_threads(1).with_stop(stop.clone()).observed_by(StopsAt(10_000, stop))
    };
    for game in ["64x64:64", "64x64:64:-2"] {
        for player in ["alpha-beta:depth=4096,eval=runs", "perfect"] {
            let analyze = Analyze { player: player.to_owned(), exact_nodes: Some(0), ..Analyze::new(game) };
            // The first move is not finished.
            assert_eq!(analyze.run(&work()), Err(Error::Interrupted), "{game}, {player}");
        }
    }
    let solution = Solve::new("64x64:64:-2").run(&work()).expect("has bounds");
    assert!(solution.interrupted && solution.nodes >= 4096, "{solution:?}");
}

/// Remembers the last progress of each unit.
#[derive(Default)]
struct Last(Mutex<Vec<(u64, Option<u64>, &'static str)>>);

impl Observer for Last {
    fn progress(&self, progress: &Progress) {
        let mut all = self.0.lock().expect("nobody panics");
        all.push((progress.done, progress.total, progress.unit));
    }

    fn notice(&self, _text: &str) {}
}

#[test]
fn progress_reaches_its_end() {
    let observed = |run: &dyn Fn(&Work)| {
        let last = std::sync::Arc::new(Last::default());
        run(&Work::new().with_threads(2).observed_by(std::sync::Arc::clone(&last)));
        let all = last.0.lock().expect("nobody panics");
        *all.iter().max().expect("there is progress")
    };
    let perft = |work: &Work| drop(Perft { game: "3x3:3".to_owned(), depth: 9 }.run(work));
    let (done, total, unit) = observed(&perft);
    assert_eq!((Some(done), unit), (total, "subtrees"));
    let playouts = |work: &Work| drop(Playouts { games: 5000, ..Playouts::new("3x3:3") }.run(work));
    assert_eq!(observed(&playouts), (5000, Some(5000), "games"));
    let player = || "alpha-beta:depth=3,eval=runs".to_owned();
    let analyze = |work: &Work| drop(Analyze { player: player(), ..Analyze::new("gomoku") }.run(work));
    assert_eq!(observed(&analyze).2, "nodes");
}
