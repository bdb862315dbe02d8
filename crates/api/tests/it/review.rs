//! Reviews against the solver: every change of the exact value is found, and none is invented.

use connect_toe_api::{Mistake, Position, Review, Solve, Work};
use connect_toe_game::Game;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A game of random moves to its end.
fn random_game(text: &str, seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game: Game = text.parse().expect("a game");
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        game.play(moves[random.random_range(0..moves.len())]).expect("a legal move");
    }
    game
}

/// The numbers of the moves that change who wins, by a solver that is asked about each position anew.
fn changes(mut game: Game) -> Vec<usize> {
    let text = game.spec().to_string();
    let last = game.to_move().other();
    let mut after = match game.outcome().expect("it is over").winner() {
        None => 1,
        Some(side) if side == last => 2,
        Some(_) => 0,
    };
    let mut changes = Vec::new();
    while game.undo().is_some() {
        let solved = Solve { value_only: true, weak: true, ..Solve::new(&*text) };
        let solution = solved.run_on(game.clone(), &Work::new()).expect("a sound request");
        let before = match solution.result.as_deref() {
            Some("win") => 2,
            Some("draw") => 1,
            _ => 0,
        };
        if before != after {
            changes.push(game.moves().len() + 1);
        }
        // What is good for one side is bad for the other.
        after = 2 - before;
    }
    changes.reverse();
    changes
}

#[test]
fn every_change_of_the_exact_value_is_found_and_none_is_invented() {
    let mut found = 0;
    for text in ["tic-tac-toe", "4x4:4:-2", "4x3:3:-2:misere", "3x3:3:free:misere", "5x4:4:-2"] {
        for seed in 0..40 {
            let game = random_game(text, seed);
            let moves = game.moves_text(game.moves());
            let position = Position::after(&*moves);
            let review = Review { position, player: "best:nodes=200".to_owned(), ..Review::new(text) };
            let reviewed = review.run(&Work::new()).expect("a sound request");
            assert!(reviewed.moves.iter().all(|found| found.exact), "{text} {moves}: {reviewed:?}");
            let marked = reviewed.moves.iter().filter(|found| found.mistake == Some(Mistake::Blunder));
            let marked: Vec<usize> = marked.map(|found| found.ply).collect();
            assert_eq!(marked, changes(game), "{text} {moves}");
            found += marked.len();
        }
    }
    assert!(found > 300, "{found} mistakes");
}
