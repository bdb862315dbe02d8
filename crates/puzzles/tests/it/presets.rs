//! Puzzles of the games with a name, and of games that have none.

use std::collections::HashSet;
use std::ops::ControlFlow;

use connect_toe_game::{Bits, Side, canonical_form, presets::PRESETS, symmetries, with_game};
use connect_toe_puzzles::{Wanted, find};
use connect_toe_work::Stop;

use crate::{found, game};

/// Self-play takes longer to err in these.
const SLOW: [&str; 1] = ["cube-5"];
/// Every first move wins, and every other position is decided at once.
const NONE: [&str; 1] = ["cube-2"];

#[test]
fn every_preset_has_puzzles() {
    let is_slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    for preset in PRESETS.iter().filter(|preset| is_slow || !SLOW.contains(&preset.name)) {
        let count = if is_slow { 5 } else { 2 };
        let found = found(preset.name, count, 7, 2);
        let least = if preset.name == "torus-tic-tac-toe" { 1 } else { count };
        let expected = if NONE.contains(&preset.name) { 0 } else { least };
        assert!(found.puzzles.len() >= expected, "{}: {} puzzles", preset.name, found.puzzles.len());
        let game = game(preset.name);
        for puzzle in &found.puzzles {
            assert!((0.0..=1.0).contains(&puzzle.difficulty));
            assert!(puzzle.text().starts_with(&puzzle.to_move.to_string().to_uppercase()));
            assert!(puzzle.hint(&game).ends_with('.'));
        }
    }
}

#[test]
fn threads_and_counts_change_nothing() {
    for text in ["tic-tac-toe", "connect-four", "9x9:5", "3x3:3:free:misere"] {
        let one = found(text, 6, 5, 1);
        assert_eq!(one, found(text, 6, 5, 3), "{text}");
        let fewer = found(text, 3, 5, 2);
        assert_eq!(fewer.puzzles, one.puzzles[..3], "{text}");
        assert_ne!(one.puzzles, found(text, 6, 6, 1).puzzles, "{text}");
    }
}

#[test]
fn no_position_is_given_twice() {
    let found = found("tic-tac-toe", 1000, 1, 2);
    let forms: HashSet<(u64, u64)> = found
        .puzzles
        .iter()
        .map(|puzzle| {
            let mut game = game("tic-tac-toe");
            game.play(&game.moves_text(&puzzle.moves)).expect("moves");
            let all = symmetries(game.spec()).expect("a game").elements(8).expect("eight");
            with_game!(&game, record => {
                let form = canonical_form(record.rules(), &all, record.board());
                let bits = |side| form.stones_of(side).word(0);
                (bits(Side::X), bits(Side::O))
            })
        })
        .collect();
    assert_eq!(forms.len(), found.puzzles.len());
    assert!(forms.len() > 10, "{}", forms.len());
}

#[test]
fn a_game_without_a_line_or_a_second_move_has_no_puzzle() {
    let error = |text: &str| {
        let wanted = Wanted { count: 1, seed: 1, threads: 1 };
        let found = find(&game(text), wanted, &Stop::new(), &mut |_| ControlFlow::Continue(()));
        found.expect_err("has none").to_string()
    };
    assert_eq!(
        error("9x9:100"),
        "no line fits on the board of 9x9:100, so nobody can win and there is no puzzle"
    );
    for text in ["1x1:1", "3x3:1", "1x1:2"] {
        assert!(error(text).ends_with("there is no puzzle"), "{}", error(text));
    }
    assert!(found("cube-2", 1, 1, 1).puzzles.is_empty());
}

#[test]
fn a_stop_ends_the_search() {
    let wanted = Wanted { count: 1000, seed: 1, threads: 2 };
    let found =
        find(&game("gomoku"), wanted, &Stop::new(), &mut |_| ControlFlow::Break(())).expect("threads start");
    assert!(found.stopped && found.puzzles.len() < 1000);
}
