//! Where the order of the players depends on the game.

use connect_toe_experiment::Sample;

use super::finding::{Finding, Order, significant};
use crate::analysis::StudyAnalysis;

/// Pairs of players whose order on one game is significantly the reverse of that on another.
pub(super) fn changed_order<'a>(study: &'a StudyAnalysis<'_>) -> Option<Finding<'a>> {
    let (games, players) = (&study.names.games, &study.names.players);
    if study.comparisons.is_empty() || games.len() < 2 {
        return None;
    }
    let sample = |game: usize, player: usize| -> Sample {
        study.sum(|condition| condition.game() == game && condition.player() == player)
    };
    let mut pairs = Vec::new();
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            pairs.extend(
                (0..games.len())
                    .map(|game| (one, other, game, [one, other].map(|player| sample(game, player)))),
            );
        }
    }
    let pairs = significant(pairs, |(.., samples)| *samples);
    let above = pairs.into_iter().map(|(one, other, game, [first, second])| {
        if first.score() > second.score() { (one, other, game) } else { (other, one, game) }
    });
    let above: Vec<(usize, usize, usize)> = above.collect();
    let mut orders = Vec::new();
    for (place, &(one, other, game)) in above.iter().enumerate() {
        let reverse = above[place + 1..].iter().find(|&&(above, below, _)| (above, below) == (other, one));
        orders.extend(reverse.map(|&(.., reverse)| Order {
            above: &players[one].label,
            below: &players[other].label,
            games: [game, reverse].map(|game| games[game].label.as_str()),
        }));
    }
    (!orders.is_empty()).then_some(Finding::Orders(orders))
}
