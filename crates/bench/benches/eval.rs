//! Static evaluation along a game, the way a search asks for it: every position differs by one stone.

use connect_toe::eval::{Evaluator, Heuristic, Resources, Settings};
use connect_toe::game::{Bits, Board, Record, Rules, Side, with_game};
use connect_toe_bench::game;
use divan::{Bencher, black_box, counter::ItemsCount};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    divan::main();
}

/// The positions of a random game until it ends.
fn positions<B: Bits>(record: &Record<B>) -> Vec<Board<B>> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let rules = record.rules();
    let mut boards = vec![*record.board()];
    loop {
        let board = boards[boards.len() - 1];
        let moves = rules.legal_moves(&board);
        let step = rules.advance(&board, moves[random.random_range(0..moves.len())]);
        if step.outcome.is_some() {
            return boards;
        }
        boards.push(step.board);
    }
}

#[divan::bench(args = ["tic-tac-toe", "connect-four", "gomoku", "qubic", "score-four"])]
fn open_lines(bencher: Bencher, text: &str) {
    along_a_game(bencher, text, "open-lines");
}

#[divan::bench(args = ["tic-tac-toe", "connect-four", "gomoku", "qubic", "score-four"])]
fn weighted_lines(bencher: Bencher, text: &str) {
    along_a_game(bencher, text, "weighted-lines");
}

#[divan::bench(args = ["tic-tac-toe", "connect-four", "gomoku", "qubic", "score-four"])]
fn runs(bencher: Bencher, text: &str) {
    along_a_game(bencher, text, "runs");
}

/// As a search values moves: the positions after all moves of one position, one after the other.
#[divan::bench(args = ["connect-four", "9x9:5", "gomoku", "qubic", "score-four"])]
fn learned_after_moves(bencher: Bencher, text: &str) {
    with_game!(&game(text), record => {
        let rules = record.rules();
        let after = |board| rules.legal_moves(board).into_iter().map(move |cell| rules.play(board, cell));
        let boards: Vec<_> = positions(record).iter().flat_map(after).collect();
        let mut evaluator = evaluator(rules, "learned");
        bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
            let values = boards.iter().map(|board| evaluator.static_value(rules, black_box(board), Side::X));
            values.fold(0, i64::wrapping_add)
        });
    });
}

fn evaluator<B: Bits>(rules: &Rules<B>, name: &str) -> Box<dyn Evaluator<B>> {
    let heuristic = Heuristic::find(name).unwrap_or_else(|error| panic!("{error}"));
    let evaluator = heuristic.build(rules, &Settings::default(), &Resources::default());
    evaluator.unwrap_or_else(|error| panic!("{error}"))
}

fn along_a_game(bencher: Bencher, text: &str, name: &str) {
    with_game!(&game(text), record => {
        let rules = record.rules();
        let boards = positions(record);
        let mut evaluator = evaluator(rules, name);
        bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
            let values = boards.iter().map(|board| evaluator.evaluate(rules, black_box(board), Side::X));
            values.fold(0, i64::wrapping_add)
        });
    });
}
