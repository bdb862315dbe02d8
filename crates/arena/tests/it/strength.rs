//! The `runs` heuristic beats the simpler ones at equal search depth.

use connect_toe_arena::FirstMover;

use crate::matches::{a_match, play};

/// At least three wins for each loss, and at least half of the games won.
fn check(game: &str, depth: u32, opponent: &str, games: u64) {
    let player = |heuristic: &str| format!("alpha-beta:depth={depth},eval={heuristic}");
    let one = a_match(game, &player("runs"), &player(opponent), games, FirstMover::Alternate, 1);
    let wdl = play(&one).wdl;
    assert!(
        wdl.wins > 3 * wdl.losses && 2 * wdl.wins > games,
        "{game} at depth {depth} against {opponent}: {wdl:?}"
    );
}

#[test]
fn runs_beats_weighted_lines() {
    check("connect-four", 2, "weighted-lines", 60);
    check("score-four", 1, "weighted-lines", 60);
    check("qubic", 1, "weighted-lines", 60);
    check("9x9:5", 2, "weighted-lines", 30);
}

#[test]
fn runs_beats_open_lines() {
    check("connect-four", 2, "open-lines", 60);
    check("qubic", 1, "open-lines", 60);
    check("9x9:5", 2, "open-lines", 30);
}
