//! What the benchmarks under `benches/` share. No test asserts a time: `cargo bench -p connect-toe-bench`
//! is for people who compare two versions on one machine.

use connect_toe::game::{Bits, Board, Game, Rules};
use connect_toe::players::{PlayerSpec, SearchPlayer};
use connect_toe::search::{SearchReport, unwatched};

/// The game of this text.
///
/// # Panics
/// If the text is not a game.
pub fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The player of this text, made for one game.
///
/// # Panics
/// If the text is not a player.
pub fn player<B: Bits>(rules: &Rules<B>, text: &str) -> SearchPlayer<B> {
    let spec: PlayerSpec = text.parse().unwrap_or_else(|error| panic!("{error}"));
    SearchPlayer::new(rules, &spec).unwrap_or_else(|error| panic!("{error}"))
}

/// The exact value of every move of a position.
pub fn analyze<B: Bits>(player: &mut SearchPlayer<B>, rules: &Rules<B>, board: &Board<B>) -> SearchReport {
    player.analyze(rules, board, &mut unwatched)
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe::game::with_game;

    #[test]
    fn the_whole_tree_of_tic_tac_toe_is_a_draw() {
        let nodes = with_game!(&game("tic-tac-toe"), record => {
            let mut player = player(record.rules(), "minimax:depth=9,eval=undecided");
            let report = analyze(&mut player, record.rules(), record.board());
            assert_eq!(report.value, 0);
            report.nodes
        });
        // The positions below the root, by move sequences.
        assert_eq!(nodes, 549_945);
    }
}
