//! Node counts of fixed searches. They change only when a search changes; the commit then says why.

use connect_toe_game::{Game, with_game};
use connect_toe_search::{Task, Want};

use crate::{search, search_task};

fn nodes(game: &str, player: &str) -> u64 {
    let game: Game = game.parse().expect("a preset");
    with_game!(&game, record => search(record.rules(), record.board(), player, Want::EveryMove).nodes)
}

#[test]
fn searches_look_at_the_same_positions() {
    let signatures = [
        ("tic-tac-toe", "minimax:depth=9,eval=undecided", 549_945),
        ("connect-four", "minimax:depth=7,eval=undecided", 960_792),
        ("connect-four", "alpha-beta:depth=7,eval=undecided", 7674),
        ("connect-four", "alpha-beta:depth=8,eval=weighted-lines", 45_009),
        ("qubic", "alpha-beta:depth=3,eval=open-lines", 15_402),
        ("connect-four", "principal-variation:depth=8,eval=runs", 43_448),
        ("qubic", "principal-variation:depth=3,eval=open-lines", 19_562),
        ("connect-four", "mtdf:depth=8,eval=runs", 50_818),
        ("qubic", "mtdf:depth=3,eval=open-lines", 20_344),
        ("connect-four", "principal-variation:depth=8,eval=runs,reductions=true", 44_901),
        ("qubic", "mtdf:depth=5,eval=runs,reductions=true", 439_346),
        ("9x9:5", "principal-variation:depth=4,eval=runs,null-moves=true", 182_568),
        ("qubic", "mtdf:depth=4,eval=runs,null-moves=true", 32_690),
        ("5x5:4:free:torus", "principal-variation:depth=5,eval=runs,null-moves=true,reductions=true", 65_453),
        ("connect-four", "selective:depth=6", 4585),
        ("qubic", "selective:depth=4", 3785),
        ("gomoku", "selective:depth=2,width=8", 675),
        ("5x5:4:free:torus", "selective:depth=3", 450),
        ("score-four", "selective:depth=4,eval=learned", 3279),
        ("9x9:5", "selective:depth=4,eval=learned", 7290),
        ("6x5:4:-2:misere", "selective:depth=5", 1250),
        ("tic-tac-toe", "proof-number", 3884),
        ("4x4:3", "proof-number", 44_572),
        ("tic-tac-toe", "monte-carlo", 2896),
        ("3x3:3:free:misere", "monte-carlo:decisive=false,rave=0,simulations=1000000", 15_527),
        ("4x3:3:-2", "monte-carlo:leaves=games,rave=100,eval=runs", 2679),
        ("4x3:3:-2", "monte-carlo:eval=runs", 292),
        ("4x4:3", "monte-carlo:rave-from=50", 3251),
        ("connect-four", "monte-carlo", 10_000),
        ("tic-tac-toe", "perfect", 2771),
        ("tic-tac-toe", "best", 5239),
        ("4x4:4:-2", "best", 5347),
        ("4x4:4:-2", "best:noise=10,overlook=20", 116_523),
        ("gomoku", "two-ply:eval=weighted-lines", 225 + 225 * 224),
        ("connect-four", "published:depth=3,eval=optimistic", 56),
        ("gomoku", "random", 0),
    ];
    let measured: Vec<_> =
        signatures.iter().map(|&(game, player, _)| (game, player, nodes(game, player))).collect();
    assert_eq!(measured, signatures);
}

/// One best move, by looks to depths 1, 2, 3, …: each look begins with what the looks before it found.
#[test]
fn searches_that_deepen_look_at_the_same_positions() {
    let nodes = |game: &str, player: &str| {
        let game: Game = game.parse().expect("a game");
        with_game!(&game, record => {
            let (rules, board) = (record.rules(), record.board());
            let moves = rules.legal_moves(board);
            let task = Task { moves: &moves, want: Want::OneBest, nodes: None, deepen: true };
            search_task(rules, board, player, &task).nodes
        })
    };
    let signatures = [
        ("connect-four", "alpha-beta:depth=9,eval=runs", 70_026),
        ("connect-four", "principal-variation:depth=9,eval=runs", 26_553),
        ("connect-four", "mtdf:depth=9,eval=runs", 34_868),
        // Values in hundreds and more, which lie farther apart than those of `runs`.
        ("8x8:4", "principal-variation:depth=4,eval=weighted-lines", 43_803),
        ("qubic", "principal-variation:depth=4,eval=weighted-lines", 36_745),
        ("qubic", "mtdf:depth=4,eval=weighted-lines", 62_782),
        ("score-four", "selective:depth=6,eval=learned", 3056),
        ("9x9:5", "selective:depth=6,eval=learned", 2696),
        ("5x5x5:4", "selective:depth=4", 547),
    ];
    let measured: Vec<_> =
        signatures.iter().map(|&(game, player, _)| (game, player, nodes(game, player))).collect();
    assert_eq!(measured, signatures);
}

#[test]
fn alpha_beta_needs_a_twentieth_of_the_nodes_of_minimax() {
    let full = nodes("connect-four", "minimax:depth=7,eval=undecided");
    let cut = nodes("connect-four", "alpha-beta:depth=7,eval=undecided");
    assert!(cut * 20 <= full, "{cut} nodes against {full}");
    let full = nodes("connect-four", "minimax:depth=7,eval=weighted-lines");
    let cut = nodes("connect-four", "alpha-beta:depth=7,eval=weighted-lines");
    assert!(cut * 20 <= full, "{cut} nodes against {full}");
}
