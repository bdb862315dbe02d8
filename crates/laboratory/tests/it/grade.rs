//! Exact values that a file keeps.

use std::path::Path;

use connect_toe_api::{Error, Work};
use connect_toe_laboratory::Grade;
use connect_toe_results::ResultsFile;

#[test]
fn values_that_belong_to_no_position_name_their_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.db").display().to_string();
    let grade = Grade {
        heuristics: vec!["runs".to_owned()],
        plies: Some("1..1".to_owned()),
        positions: 9,
        results: Some(path.clone()),
        ..Grade::new("3x3:3")
    };
    grade.run(&Work::new()).expect("can be graded");
    let file = || ResultsFile::for_exact_values(Path::new(&path)).expect("can be opened");
    let board = ["x__/___/___", "_x_/___/___", "___/_x_/___", "___/___/x__", "___/x__/___"];
    let board = board.into_iter().find(|board| matches!(file().exact("3x3:3", board), Ok(Some(_))));
    let board = board.expect("a position with one stone is kept");
    for (scores, message) in [("1 2 3", "do not fit its moves"), ("many", "are not numbers")] {
        file().keep_exact("3x3:3", board, scores).expect("is kept");
        let error = grade.run(&Work::new()).expect_err("is refused");
        let expected = format!("{path} is damaged: the exact values kept for {board} of 3x3:3 {message}");
        assert!(matches!(&error, Error::Run { message, .. } if message.ends_with(&expected)), "{error}");
    }
}
