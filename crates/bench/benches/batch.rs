//! Many positions at once: what Python's arrays ask, each position from its stones.

use connect_toe::game::{Bits, Game, Rules, Side, Stretches, with_game};
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

/// The stones of positions on the way of random games: 1 for X, -1 for O, 0 for an empty cell.
fn stones(start: &Game) -> Vec<i8> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut stones = Vec::new();
    let mut now = start.clone();
    for _ in 0..POSITIONS {
        let stone = |&cell| now.stone_on(cell).map_or(0, |side| if side == Side::X { 1 } else { -1 });
        stones.extend(now.geometry().cells().iter().map(stone));
        let legal = now.legal_moves();
        if legal.is_empty() {
            now = start.clone();
        } else {
            now.play(legal[random.random_range(0..legal.len())]).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    stones
}

/// The cells that can be played, as numbers again.
fn legal_of<B: Bits>(rules: &Rules<B>, numbers: &[i8]) -> Vec<bool> {
    let cells = rules.geometry().cells();
    let (stretches, mut found) = (Stretches::new(cells), Vec::with_capacity(numbers.len()));
    for numbers in numbers.chunks_exact(cells.len()) {
        let board = stretches.stones(numbers).and_then(|stones| rules.board_of(stones, None).ok());
        let open = board.filter(|board| rules.outcome(board).is_none());
        stretches.add_members(open.map_or(B::EMPTY, |board| rules.legal(&board)), &mut found);
    }
    found
}

#[divan::bench(args = GAMES)]
fn legal(bencher: Bencher, text: &str) {
    let start = game(text);
    let numbers = stones(&start);
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench_local(|| with_game!(&start, record => legal_of(record.rules(), &numbers)));
}
