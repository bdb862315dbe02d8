//! Null moves: who is said to win does, and where passing can help nothing changes.

use connect_toe_eval::WIN;
use connect_toe_game::{Game, with_game};
use connect_toe_search::Want;
use connect_toe_testkit::random_game::{Options, RandomGame};

use crate::{reach, search};

const SEARCHES: [&str; 2] = ["principal-variation", "mtdf"];

/// On boards that can be searched to the end.
#[test]
fn decided_values_are_true() {
    let (mut wins, mut losses, mut pruned) = (0, 0, 0);
    for seed in 0..4000 {
        let drawn = RandomGame::draw(seed, &Options::solvable());
        let mut game: Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            let rules = record.rules().clone();
            if !rules.passing_never_helps() || !reach(record, &drawn.moves) {
                continue;
            }
            let board = record.board();
            let exact = search(&rules, board, "perfect", Want::OneBest).value;
            for depth in [3, 5, 16] {
                let name = SEARCHES[seed as usize % SEARCHES.len()];
                let hurry = seed % 3 == 0;
                let player = format!("{name}:eval=runs,depth={depth},hurry={hurry}");
                for want in [Want::OneBest, Want::EveryMove] {
                    let plain = search(&rules, board, &player, want);
                    let found = search(&rules, board, &format!("{player},null-moves=true"), want);
                    if found.value.abs() >= WIN {
                        assert_eq!(found.value.signum(), exact.signum(), "{} {:?} {player}", drawn.game, drawn.moves);
                    }
                    wins += u32::from(found.value >= WIN);
                    losses += u32::from(found.value <= -WIN);
                    pruned += u32::from(found.nodes != plain.nodes);
                }
            }
        });
    }
    assert!(wins > 500 && losses > 100 && pruned > 500, "{wins} wins, {losses} losses, {pruned} pruned");
}

#[test]
fn where_passing_can_help_nothing_changes() {
    let mut searched = 0;
    for seed in 0..600 {
        let drawn = RandomGame::draw(seed, &Options { max_cells: 16, ..Options::default() });
        let mut game: Game = drawn.game.parse().expect("game text");
        with_game!(&mut game, record => {
            let rules = record.rules().clone();
            if rules.passing_never_helps() || !reach(record, &drawn.moves) {
                continue;
            }
            for name in SEARCHES {
                let player = format!("{name}:eval=runs,depth=4");
                let plain = search(&rules, record.board(), &player, Want::EveryMove);
                let found = search(&rules, record.board(), &format!("{player},null-moves=true"), Want::EveryMove);
                assert_eq!(found, plain, "{} {:?}", drawn.game, drawn.moves);
            }
            searched += 1;
        });
    }
    assert!(searched > 200, "{searched}");
}
