//! What the grades depend on, and what not.

use connect_toe_grade::{GradeError, Grading, Request, ValuesInMemory, grade};
use connect_toe_solve::Control;

use crate::{fresh, graded, request};

#[test]
fn threads_change_nothing() {
    let mut request = request(
        "connect-four",
        &["runs", "open-lines", "alpha-beta:depth=2,eval=runs", "alpha-beta:depth=4,eval=runs,nodes=30"],
    );
    (request.plies, request.positions, request.solver_nodes) = (Some(20..=22), 12, 1000);
    let one = graded(&request, &ValuesInMemory::new(), 1);
    assert!(one.positions.solved > 0 && one.positions.not_solved() > 0, "{:?}", one.positions);
    for threads in [2, 5] {
        assert_eq!(graded(&request, &ValuesInMemory::new(), threads), one);
    }
    request.seed += 1;
    assert_ne!(fresh(&request).entries, one.entries);
}

#[test]
fn knowledge_shows() {
    let mut request = request("connect-four", &["undecided", "runs", "alpha-beta:depth=3,eval=runs"]);
    (request.plies, request.positions) = (Some(30..=34), 60);
    let found = fresh(&request);
    assert_eq!(found.positions.found, 300);
    assert!(found.positions.decisive > 30, "{:?}", found.positions);
    let loss = |place: usize| found.entries[place].overall.mean_loss().expect("decisive positions").value;
    assert!(loss(2) < loss(1) && loss(1) < loss(0), "{} {} {}", loss(0), loss(1), loss(2));
    assert_eq!(found.best(), [2]);
    let against_undecided = &found.comparisons[0];
    assert!(against_undecided.difference.value > 0.0 && against_undecided.adjusted < 0.05);
    // Values that are always the same rank nothing; those of runs go with the truth.
    assert_eq!(found.entries[0].overall.kendall, None);
    let tau = found.entries[1].overall.kendall.expect("different values");
    assert!(tau.interval.low > 0.1 && tau.value < 1.0, "{tau:?}");
    assert!(found.entries[1].overall.spearman.is_some_and(|rho| rho.value > tau.value));
    assert!(found.entries[2].overall.kendall.is_none(), "players have no values");
}

/// The rates and losses of an entry, by ply.
fn numbers(found: &Grading, place: usize) -> Vec<[Option<f64>; 5]> {
    let of = |grade: &connect_toe_grade::Grade| {
        let values = [grade.keep_rate(), grade.slip_rate(), grade.blunder_rate(), grade.mean_loss()];
        let [keeps, slips, blunders, loss] = values.map(|value| value.map(|value| value.value));
        [keeps, slips, blunders, loss, grade.plies_lost().map(|plies| plies.value)]
    };
    found.entries[place].by_ply.iter().map(of).collect()
}

#[test]
fn a_heuristic_chooses_as_a_search_of_one_ply() {
    let mut request = request("4x4:3", &["open-lines", "alpha-beta:depth=1,eval=open-lines"]);
    (request.plies, request.positions) = (Some(2..=9), 40);
    let found = fresh(&request);
    assert_eq!(numbers(&found, 0), numbers(&found, 1));
}

/// With a limit of nodes the choice is tried out, which comes near to the set of the best moves if the limit is far
/// off, and is the same where the first of them is taken.
#[test]
fn choices_under_a_limit_are_tried() {
    let far = "alpha-beta:depth=2,eval=undecided,nodes=1000000000";
    let first = "alpha-beta:depth=2,eval=undecided,ties=first";
    let mut request = request(
        "connect-four",
        &["alpha-beta:depth=2,eval=undecided", far, first, &format!("{first},nodes=1000000000")],
    );
    (request.plies, request.positions) = (Some(32..=33), 100);
    let found = fresh(&request);
    let loss = |place: usize| found.entries[place].overall.mean_loss().expect("decisive positions").value;
    assert!((loss(0) - loss(1)).abs() < 0.04, "{} {}", loss(0), loss(1));
    assert_ne!(numbers(&found, 0), numbers(&found, 2));
    assert_eq!(numbers(&found, 2), numbers(&found, 3));
}

#[test]
fn what_the_budget_does_not_suffice_for_is_counted() {
    let mut request = request("connect-four", &["random"]);
    (request.plies, request.positions, request.solver_nodes) = (Some(12..=13), 10, 1000);
    let found = fresh(&request);
    for ply in &found.plies {
        assert_eq!((ply.counts.found, ply.counts.not_solved()), (10, 10 - ply.counts.solved));
    }
    assert!(found.positions.not_solved() > 15, "{:?}", found.positions);
    assert_eq!(found.too_hard, None);
    // Without named plies those that are too hard are left out, and it is said where they begin.
    request.plies = None;
    let found = fresh(&request);
    let hard = found.too_hard.expect("no thousand nodes solve the empty board");
    assert!(hard > 13 && found.plies[0].ply == hard + 1, "{hard} {:?}", found.plies);
    assert!(found.plies.iter().all(|ply| ply.counts.not_solved() <= ply.counts.found / 10));
    assert!(found.plies[found.plies.len() - 1].ply > 38);
}

/// Grades on this number of threads, with a stop at ply 31 once `done` positions of it are done; and the control.
fn stopped(request: &Request, threads: usize, done: usize) -> (Grading, Control) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let control = Control::new();
    let grading = pool.install(|| {
        grade(request, &ValuesInMemory::new(), &control, |progress| {
            assert_eq!(progress.positions, 20);
            if progress.ply == 31 && !progress.is_drawing && progress.done == done {
                control.stop();
            }
        })
    });
    (grading.expect("grades"), control)
}

#[test]
fn a_stop_leaves_what_is_done() {
    let mut request = request("connect-four", &["open-lines"]);
    (request.plies, request.positions) = (Some(30..=34), 20);
    let whole = fresh(&request);
    assert!(!whole.interrupted);
    let (one, control) = stopped(&request, 1, 10);
    assert_eq!((one.plies.len(), one.plies[1].counts.found), (2, 10));
    // Of several threads each one may be in the middle of a position at the stop, and one may have been there for
    // long: what it has in hand is the first that is not done.
    let (two, _) = stopped(&request, 2, 10);
    for stopped in [&one, &two] {
        assert!(stopped.interrupted);
        assert_eq!(stopped.plies[0], whole.plies[0]);
        assert_eq!(stopped.entries[0].by_ply[0], whole.entries[0].by_ply[0]);
        let Some(last) = stopped.plies.get(1) else { continue };
        assert!(last.counts.found <= 11, "{:?}", stopped.plies);
        // They are the positions that are drawn first.
        let fewer =
            Request { plies: Some(31..=31), positions: last.counts.found as usize, ..request.clone() };
        let fewer = fresh(&fewer);
        assert_eq!((*last, &stopped.entries[0].by_ply[1]), (fewer.plies[0], &fewer.entries[0].by_ply[0]));
    }
    let nothing = grade(&request, &ValuesInMemory::new(), &control, |_| {}).expect("no grades");
    assert_eq!((nothing.plies.len(), nothing.positions.found, nothing.best()), (0, 0, vec![]));
}

#[test]
fn wrong_requests() {
    let error = |request: &Request| {
        grade(request, &ValuesInMemory::new(), &Control::new(), |_| {}).expect_err("it is wrong").to_string()
    };
    let mut late = request("3x3:3", &["runs"]);
    late.plies = Some(5..=9);
    assert_eq!(
        error(&late),
        "the plies 5 to 9 are not all within the game: its board has 9 cells, so the last position with a move \
         comes after 8 plies"
    );
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is wrong")]
    let backwards = 4..=3;
    late.plies = Some(backwards);
    assert!(matches!(
        grade(&late, &ValuesInMemory::new(), &Control::new(), |_| {}),
        Err(GradeError::NoPlies { first: 4, last: 3 })
    ));
}

#[test]
fn games_of_every_family() {
    for text in [
        "4x3:3:-2",
        "4x3:3:-2:torus",
        "3x3:3:+1,-2",
        "2x2x2:2",
        "4x4:4:free:exact",
        "5:2:all:misere",
        "9x8:1",
    ] {
        let mut request = request(text, &["runs", "perfect"]);
        request.positions = 10;
        let found = fresh(&request);
        assert!(found.positions.found > 0, "{text}");
        assert_eq!(found.positions.found, found.positions.solved, "{text}");
        let loss = found.entries[1].overall.mean_loss();
        assert!(loss.is_none_or(|loss| loss.value.abs() < 1e-12), "{text}: {loss:?}");
    }
}

/// `best` has the exact value of each move from the book or by a proof. With `RUN_SLOW_TESTS` about ten thousand positions
/// from the first ply to the last, else some of the last third.
#[test]
fn best_never_gives_away_a_value_on_connect_four() {
    let mut request = request("connect-four", &["best"]);
    let is_slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    (request.plies, request.positions) = if is_slow { (Some(0..=41), 330) } else { (Some(28..=41), 12) };
    request.solver_nodes = 100_000_000;
    let found = fresh(&request);
    assert!(found.positions.decisive > if is_slow { 5000 } else { 60 }, "{:?}", found.positions);
    assert_eq!(found.positions.not_solved(), 0);
    let kept = found.entries[0].overall.keep_rate().expect("decisive positions").value;
    assert!(kept >= 1.0, "{:?}", found.entries[0].overall);
}
