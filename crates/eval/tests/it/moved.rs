//! Networks that are moved to boards of another size.

use connect_toe_eval::learned::{Learned, Weights, shipped};
use connect_toe_eval::{Evaluator, Heuristic, Resources, Settings};
use connect_toe_game::GameSpec;

use crate::support::{after, rules};

/// What `learned` says of a position after moves, for the side to move, with the weights that the program has.
fn value(game: &str, moves: &str) -> i64 {
    let rules = rules(game);
    let weights = shipped(rules.spec()).expect("the program has weights");
    let mut learned = Learned::new(&rules, weights).expect("are of this game");
    let board = after(&rules, moves);
    learned.static_value(&rules, &board, board.to_move())
}

#[test]
fn stones_far_from_the_edges_are_worth_the_same_on_a_larger_board() {
    // About the middle of 19×19 and 22×22: no cell that sees a stone sees an edge.
    for (small, large) in
        [("j10", "l12"), ("j10 k11 j11", "l12 m13 l13"), ("j10 k11 j11 j9", "l12 m13 l13 l11")]
    {
        let (small, large) = (value("19x19:5", small), value("22x22:5", large));
        assert!((small - large).abs() < 20, "{small} and {large} millionths");
        assert_ne!(small, 0);
    }
}

#[test]
fn large_flat_boards_have_the_weights_of_their_nearest_relative() {
    let games = |game: &str| {
        let spec: GameSpec = game.parse().expect("a game");
        let weights = shipped(&spec)?;
        assert_eq!(weights.spec(), &spec);
        let own = |of: &str| match &*shipped(&of.parse().expect("a game")).expect("has weights") {
            Weights::Lines(network) => network.training().clone(),
            Weights::Patterns(_) => panic!("{of} has a line network"),
        };
        ["9x9:5", "15x15:5", "15x15:5:free:exact"].into_iter().find(|of| own(of) == *weights.training())
    };
    assert_eq!(games("10x10:5"), Some("9x9:5"));
    assert_eq!(games("19x19:5"), Some("15x15:5"));
    assert_eq!(games("12x20:5"), Some("15x15:5"));
    assert_eq!(games("20x20:5:free:exact"), Some("15x15:5:free:exact"));
    // There is no edge on a torus: who learned far from edges knows more of it.
    assert_eq!(games("10x10:5:free:torus"), Some("15x15:5"));
    assert_eq!(games("10x10:5:free:torus=1"), Some("15x15:5"));
    for other in ["8x8:5", "10x10:6", "10x10:5:-2", "10x10:5:free:misere", "10x10x3:5"] {
        assert_eq!(games(other), None, "{other}");
    }
    // Other lines, blocked cells, and sides that are not alike or do not alternate.
    for other in [
        "9x9:plane",
        "15x15:shape=a1+a2+a3+a4+a5",
        "15x15:5:free:blocked=h8",
        "15x15:5:free:maker",
        "15x15:5:free:turn=1+2",
        "15x15:5:free:renju",
    ] {
        assert_eq!(games(other), None, "{other}");
    }
}

#[test]
fn games_with_unlike_sides_are_refused_by_name() {
    let learned = Heuristic::find("learned").expect("is in the table");
    for (game, rule) in [
        ("9x9:5:free:maker", "`maker`"),
        ("19x19:6:free:turn=1+2", "`turn`"),
        ("15x15:5:free:renju", "`renju`"),
    ] {
        let rules = rules(game);
        assert!(!(learned.values)(rules.spec()), "{game}");
        let error = learned.build(&rules, &Settings::default(), &Resources::default());
        let error = error.map(drop).expect_err("has no weights").to_string();
        assert!(error.starts_with("eval=learned: eval must be other than learned: "), "{error}");
        assert!(error.contains(rule) && error.ends_with("such as `runs`"), "{error}");
    }
}
