//! Searches for chains of threats in positions drawn at random: nodes (moves made and taken back) per second.

use connect_toe::game::{Bits, Board, Rules, with_game};
use connect_toe::threats::{Order, Threats, unwatched};
use connect_toe_bench::game;
use connect_toe_testkit::random_game::SplitMix64;
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

/// Nodes of each search at most.
const NODES: u64 = 10_000;

/// Positions with `stones` stones, in which the game goes on and a chain takes some looking for.
fn positions<B: Bits>(rules: &Rules<B>, stones: usize, threats: &mut Threats<B>) -> Vec<Board<B>> {
    let mut random = SplitMix64::new(1);
    let mut positions = Vec::new();
    while positions.len() < 50 {
        let mut board = rules.start();
        for _ in 0..stones {
            let moves = rules.legal_moves(&board);
            let step = rules.advance(&board, moves[random.below(moves.len())]);
            if step.outcome.is_some() {
                break;
            }
            board = step.board;
        }
        if threats.find(rules, &board, Order::One, NODES, &mut unwatched).nodes > 100 {
            positions.push(board);
        }
    }
    positions
}

#[divan::bench(args = [("gomoku", 90), ("standard-gomoku", 90), ("9x9:5", 40), ("qubic", 20)])]
fn threats(bencher: Bencher, (text, stones): (&str, usize)) {
    with_game!(&game(text), record => {
        let rules = record.rules();
        let mut threats = Threats::new(rules);
        let positions = positions(rules, stones, &mut threats);
        let mut all = || -> u64 {
            positions.iter().map(|board| threats.find(rules, board, Order::One, NODES, &mut unwatched).nodes).sum()
        };
        let nodes = all();
        bencher.counter(ItemsCount::new(nodes)).bench_local(all);
    });
}
