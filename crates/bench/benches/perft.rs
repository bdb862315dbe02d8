//! Move generation: leaves per second.

use connect_toe::game::{perft, with_game};
use connect_toe_bench::game;
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

#[divan::bench(args = [("connect-four", 7), ("tic-tac-toe", 6), ("qubic", 3), ("4x4x4:4:all", 3), ("gomoku", 2)])]
fn leaves(bencher: Bencher, (text, depth): (&str, usize)) {
    with_game!(&game(text), record => {
        let (rules, board) = (record.rules(), record.board());
        let leaves = perft(rules, board, depth).leaves[depth];
        bencher.counter(ItemsCount::new(leaves)).bench_local(|| perft(rules, board, depth));
    });
}
