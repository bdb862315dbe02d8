//! Random games per second, on one core.

use connect_toe::game::{Playouts, with_game};
use connect_toe_bench::game;
use divan::{Bencher, counter::ItemsCount};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn main() {
    divan::main();
}

/// Games of one sample.
const GAMES: u32 = 100;

#[divan::bench(args = ["tic-tac-toe", "connect-four", "gomoku", "qubic", "hypercube-4"])]
fn random_games(bencher: Bencher, text: &str) {
    with_game!(&game(text), record => {
        let mut playouts = Playouts::new(record.rules());
        let mut random = ChaCha8Rng::seed_from_u64(1);
        bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
            (0..GAMES).map(|_| playouts.play(record.board(), &mut random).plies).sum::<u32>()
        });
    });
}
