//! Random games per second, on one core; those of the crate `board-game` beside ours.

use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
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

#[divan::bench(types = [TTTBoard, Connect4])]
fn board_game<B: board_game::board::Board + Default>(bencher: Bencher) {
    use rand_08::SeedableRng;
    let mut random = rand_xoshiro::Xoroshiro64StarStar::seed_from_u64(1);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let mut plies = 0_u32;
        for _ in 0..GAMES {
            let mut board = B::default();
            while let Ok(chosen) = board.random_available_move(&mut random) {
                board.play(chosen).expect("the move is legal");
                plies += 1;
            }
        }
        plies
    });
}
