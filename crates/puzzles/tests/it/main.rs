//! Puzzles as a caller sees them.

mod claims;
mod presets;

use std::ops::ControlFlow;

use connect_toe_game::Game;
use connect_toe_puzzles::{Found, Wanted, find};
use connect_toe_work::Stop;

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn found(text: &str, count: usize, seed: u64, threads: usize) -> Found {
    let wanted = Wanted { count, seed, threads };
    find(&game(text), wanted, &Stop::new(), &mut |_| ControlFlow::Continue(()))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
