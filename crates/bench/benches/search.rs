//! Searches of the empty board: nodes per second.

use connect_toe::game::with_game;
use connect_toe_bench::{analyze, game, player};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

#[divan::bench(args = [
    ("tic-tac-toe", "minimax:depth=9,eval=undecided"),
    ("tic-tac-toe", "perfect"),
    ("connect-four", "minimax:depth=6,eval=undecided"),
    ("connect-four", "alpha-beta:depth=7,eval=undecided"),
    ("connect-four", "alpha-beta:depth=12,eval=undecided"),
    ("connect-four", "alpha-beta:depth=7,eval=runs"),
    ("qubic", "alpha-beta:depth=3,eval=weighted-lines"),
    ("gomoku", "alpha-beta:depth=2,eval=runs"),
    ("connect-four", "monte-carlo:decisive=false,rave=0,simulations=500000"),
    ("connect-four", "monte-carlo"),
    ("gomoku", "monte-carlo"),
])]
fn search(bencher: Bencher, (text, spec): (&str, &str)) {
    with_game!(&game(text), record => {
        let (rules, board) = (record.rules(), record.board());
        let mut player = player(rules, spec);
        let nodes = analyze(&mut player, rules, board).nodes;
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| analyze(&mut player, rules, board));
    });
}
