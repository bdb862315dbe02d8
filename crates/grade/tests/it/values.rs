//! Exact values that are kept.

use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_grade::{ExactValues, ExactValuesError, GradeError, ValuesInMemory, grade};
use connect_toe_solve::{Control, Score};

use crate::{graded, request};

/// Counts what is asked and kept.
#[derive(Default)]
struct Counting {
    values: ValuesInMemory,
    asked: AtomicUsize,
    kept: AtomicUsize,
}

impl ExactValues for Counting {
    fn get(&self, game: &str, board: &str) -> Result<Option<Vec<Score>>, ExactValuesError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.values.get(game, board)
    }

    fn put(&self, game: &str, board: &str, scores: &[Score]) -> Result<(), ExactValuesError> {
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.values.put(game, board, scores)
    }
}

#[test]
fn no_position_is_solved_twice() {
    let mut request = request("4x4:3", &["runs", "random"]);
    (request.plies, request.positions) = (Some(4..=6), 15);
    let values = Counting::default();
    let first = graded(&request, &values, 2);
    assert_eq!((values.asked.load(Ordering::Relaxed), values.kept.load(Ordering::Relaxed)), (45, 45));
    assert_eq!(values.values.len(), 45);
    // With no nodes to search what is known is enough.
    request.solver_nodes = 0;
    assert_eq!(graded(&request, &values, 2), first);
    assert_eq!((values.asked.load(Ordering::Relaxed), values.kept.load(Ordering::Relaxed)), (90, 45));
}

/// What is kept is what `get` and `put` promise.
#[test]
fn scores_stand_in_the_order_of_the_moves() {
    let mut request = request("connect-four", &["random"]);
    (request.plies, request.positions) = (Some(41..=41), 5);
    let values = ValuesInMemory::new();
    let found = graded(&request, &values, 1);
    assert!(found.positions.solved > 0);
    let mut request = crate::request("3:2:free:misere", &["random"]);
    request.plies = Some(1..=1);
    graded(&request, &values, 1);
    // Wherever o moves, x must take the last cell, completes a line and loses.
    let scores = values.get("3:2:free:misere", "_x_").expect("memory");
    assert_eq!(scores, Some(vec![Score(1), Score(1)]));
}

/// Fails, or says nonsense.
struct Broken {
    scores: Option<Vec<Score>>,
}

impl ExactValues for Broken {
    fn get(&self, _: &str, _: &str) -> Result<Option<Vec<Score>>, ExactValuesError> {
        Ok(self.scores.clone())
    }

    fn put(&self, _: &str, _: &str, _: &[Score]) -> Result<(), ExactValuesError> {
        Err("the disk is full".into())
    }
}

#[test]
fn errors_are_passed_on() {
    let mut request = request("3x3:3", &["random"]);
    request.plies = Some(4..=4);
    let error = |scores: Option<Vec<Score>>| {
        grade(&request, &Broken { scores }, &Control::new(), |_| {}).expect_err("it is broken")
    };
    let GradeError::Values(cause) = error(None) else { panic!("the values cannot be kept") };
    assert_eq!(cause.to_string(), "the disk is full");
    for scores in [vec![Score(0)], vec![Score(9); 5], vec![]] {
        assert!(matches!(error(Some(scores)), GradeError::Misfit { .. }));
    }
}
