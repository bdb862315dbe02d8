//! Many positions at once: what Python's arrays ask, each position from its stones.

use connect_toe::api::{Batch, Work};
use connect_toe::game::{Game, Side};
use connect_toe_bench::game;
use divan::{Bencher, counter::ItemsCount};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    divan::main();
}

const GAMES: [&str; 7] =
    ["3x3:3", "connect-four", "8x8:4:+1,-2", "qubic", "score-four", "3x3x3x3:3", "gomoku"];
const POSITIONS: usize = 10_000;

/// Positions on the way of random games.
fn batch(text: &str) -> Batch {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let start = game(text);
    let mut batch = Batch { game: start.clone(), stones: Vec::new(), to_move: Vec::new() };
    let mut now: Game = start.clone();
    while batch.to_move.len() < POSITIONS {
        let stone = |&cell| now.stone_on(cell).map_or(0, |side| if side == Side::X { 1 } else { -1 });
        batch.stones.extend(now.geometry().cells().iter().map(stone));
        batch.to_move.push(Some(now.to_move()));
        let legal = now.legal_moves();
        if legal.is_empty() {
            now = start.clone();
        } else {
            now.play(legal[random.random_range(0..legal.len())]).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    batch
}

fn evaluate(bencher: Bencher, text: &str, heuristic: &str) {
    let (batch, work) = (batch(text), Work::new().with_threads(1));
    let players = vec![None; POSITIONS];
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| batch.evaluate(heuristic, &players, &work));
}

#[divan::bench(args = GAMES)]
fn weighted_lines(bencher: Bencher, text: &str) {
    evaluate(bencher, text, "weighted-lines");
}

#[divan::bench(args = GAMES)]
fn runs(bencher: Bencher, text: &str) {
    evaluate(bencher, text, "runs");
}

#[divan::bench(args = GAMES)]
fn legal(bencher: Bencher, text: &str) {
    let (batch, work) = (batch(text), Work::new().with_threads(1));
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| batch.legal(&work));
}
