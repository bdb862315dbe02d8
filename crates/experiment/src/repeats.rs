//! How many games are different where no player chooses at random.

use std::collections::BTreeSet;

use connect_toe_game::mix;

use crate::pair::{GamePlayed, Pair};

/// How many different games there are among those of a condition in which no player has a random choice.
///
/// There a game follows from its opening and from who moves first, so that the same opening gives the same game again.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Repeats {
    games: u64,
    different: BTreeSet<u64>,
}

impl Repeats {
    /// The pairs with numbers below this are looked at, so that a condition needs little memory.
    pub const PAIRS: u64 = 1000;

    /// How many games were looked at.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many different ones there are among them: by opening position, moves, and which side the player had.
    pub fn different(&self) -> u64 {
        self.different.len() as u64
    }

    /// Looks at a pair's games.
    pub(crate) fn count(&mut self, pair: &Pair) {
        if pair.number < Repeats::PAIRS {
            self.games += pair.games.len() as u64;
            self.different.extend(pair.games.iter().map(hash));
        }
    }

    /// Adds what was seen of other games.
    pub(crate) fn add(&mut self, other: &Repeats) {
        self.games += other.games;
        self.different.extend(&other.different);
    }
}

/// A number of the game: the same on every machine, and different for different games, with rare exceptions.
fn hash(game: &GamePlayed) -> u64 {
    let (opening, moves) = game.moves.split_at((game.opening_plies as usize).min(game.moves.len()));
    // Openings that reach one position in another order are one opening.
    let of_stone = |(ply, cell): (u64, &connect_toe_game::Cell)| mix(2 * u64::from(cell.bit()) + ply % 2);
    let position = (0..).zip(opening).map(of_stone).fold(0, u64::wrapping_add);
    let start = mix(position ^ mix(opening.len() as u64) ^ game.player_side as u64);
    moves.iter().fold(start, |hash, cell| mix(hash ^ u64::from(cell.bit())))
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{Cell, Side};
    use connect_toe_stats::GameResult;

    use super::*;
    use crate::pair::Ending;

    fn pair(number: u64, moves: &[u32], opening_plies: u32) -> Pair {
        let game = |player_side| GamePlayed {
            player_side,
            result: GameResult::Draw,
            moves: moves.iter().map(|&bit| Cell::from_bit(bit)).collect(),
            opening_plies,
            ending: Ending::LastMove,
            swapped: false,
            player_nodes: 0,
            opponent_nodes: 0,
        };
        Pair { condition: 0, number, games: vec![game(Side::X), game(Side::O)] }
    }

    #[test]
    fn games_are_told_apart_by_moves_and_sides() {
        let mut repeats = Repeats::default();
        repeats.count(&pair(0, &[0, 1, 2, 3], 0));
        repeats.count(&pair(1, &[0, 1, 2, 3], 0));
        assert_eq!((repeats.games(), repeats.different()), (4, 2));
        repeats.count(&pair(2, &[2, 1, 0, 3], 0));
        assert_eq!((repeats.games(), repeats.different()), (6, 4));
        // The rest is not looked at.
        repeats.count(&pair(Repeats::PAIRS, &[5, 6, 7, 8], 0));
        assert_eq!((repeats.games(), repeats.different()), (6, 4));
        let mut both = repeats.clone();
        both.add(&repeats);
        assert_eq!((both.games(), both.different()), (12, 4));
    }

    #[test]
    fn the_order_of_an_opening_does_not_matter() {
        let mut repeats = Repeats::default();
        repeats.count(&pair(0, &[0, 1, 2, 3], 3));
        repeats.count(&pair(1, &[2, 1, 0, 3], 3));
        assert_eq!(repeats.different(), 2);
        // The stones of the two sides exchanged: another position.
        repeats.count(&pair(2, &[0, 2, 1, 3], 3));
        assert_eq!(repeats.different(), 4);
    }
}
