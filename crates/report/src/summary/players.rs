//! Where the order of the players depends on the game.

use connect_toe_experiment::Sample;

use super::{first_few, significant};
use crate::analysis::StudyAnalysis;
use crate::inline::code;

/// A player's score above another's on a game.
struct Order {
    above: usize,
    below: usize,
    game: usize,
}

/// Pairs of players whose order on one game is significantly the reverse of that on another.
pub(super) fn changed_order(study: &StudyAnalysis<'_>) -> Option<String> {
    let (games, players) = (study.names.games.len(), study.names.players.len());
    if study.comparisons.is_empty() || games < 2 {
        return None;
    }
    let sample = |game: usize, player: usize| -> Sample {
        study.sum(|condition| condition.game() == game && condition.player() == player)
    };
    let mut pairs = Vec::new();
    for one in 0..players {
        for other in one + 1..players {
            pairs.extend((0..games).map(|game| (one, other, game, sample(game, one), sample(game, other))));
        }
    }
    let is_significant = significant(pairs.iter().map(|(_, _, _, one, other)| (*one, *other)));
    let orders: Vec<Order> = pairs
        .iter()
        .zip(is_significant)
        .filter(|(_, is_significant)| *is_significant)
        .map(|(&(one, other, game, first, second), _)| {
            let (above, below) = if first.score() > second.score() { (one, other) } else { (other, one) };
            Order { above, below, game }
        })
        .collect();
    let mut found = Vec::new();
    for (place, order) in orders.iter().enumerate() {
        let is_reverse = |other: &&Order| (other.above, other.below) == (order.below, order.above);
        if let Some(reverse) = orders[place + 1..].iter().find(is_reverse) {
            let game = |game: usize| code(&study.names.games[game].label);
            let player = |player: usize| code(&study.names.players[player].label);
            found.push(format!(
                "{} is significantly above {} on {}, and below it on {}",
                player(order.above),
                player(order.below),
                game(order.game),
                game(reverse.game)
            ));
        }
    }
    (!found.is_empty()).then(|| format!("The order depends on the game: {}.", first_few(&found)))
}
