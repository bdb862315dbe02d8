//! Who scores most against the same opposition.

use connect_toe_experiment::Sample;
use connect_toe_stats::{PairComparison, SIGNIFICANCE, numbers};

use super::{MOST_LISTED, first_few, is_level, not_significant, significant};
use crate::analysis::StudyAnalysis;
use crate::inline::code;
use crate::words::few_names;

/// The highest score against the same opposition, and the players whose score is significantly lower.
pub(super) fn best_player(study: &StudyAnalysis<'_>) -> Option<String> {
    let score = |player: usize| study.players[player].score();
    let mut order: Vec<usize> = (0..study.players.len()).filter(|&player| score(player).is_some()).collect();
    order.sort_by(|&one, &other| score(other).unwrap_or(0.0).total_cmp(&score(one).unwrap_or(0.0)));
    let &best = order.first()?;
    let score_of_best = numbers::percent_with(score(best)?, study.players[best].score_interval());
    let (highest, lower): (Vec<usize>, Vec<usize>) =
        order.iter().partition(|&&player| is_level(score(player), score(best)));
    let Some(&second) = lower.first() else {
        let who = match order.len() {
            1 => return None,
            2 => "both players".to_owned(),
            all => format!("all {all} players"),
        };
        return Some(format!("Over all games, {who} have the same score, {score_of_best}."));
    };
    let label = |player: usize| study.names.players[player].label.as_str();
    let claim = claim(study, &highest, &lower);
    let difference = comparison(study, best, second)?.comparison.difference;
    let (lead, ends) = (difference.estimate.abs(), difference.interval);
    let (low, high) = if difference.estimate < 0.0 { (-ends.high, -ends.low) } else { (ends.low, ends.high) };
    let points = |share: f64| numbers::percent(share).replace('-', "−");
    let lead =
        format!("{} points ({} … {}) above {}", points(lead), points(low), points(high), code(label(second)));
    if highest.len() > 1 {
        let labels: Vec<&str> = highest.iter().copied().map(label).collect();
        let who = few_names(&labels, 2 * MOST_LISTED, "player");
        return Some(format!(
            "Over all games, {who} share the highest score, {score_of_best}, {lead}; {claim}."
        ));
    }
    let best = code(label(best));
    Some(format!("Over all games, {best} has the highest score, {score_of_best}, {lead}; {claim}."))
}

fn comparison<'a>(study: &'a StudyAnalysis<'_>, one: usize, other: usize) -> Option<&'a PairComparison> {
    let pair = (one.min(other), one.max(other));
    study.comparisons.iter().find(|one| (one.first.min(one.second), one.first.max(one.second)) == pair)
}

/// Over whom the lead of the highest scores is significant.
fn claim(study: &StudyAnalysis<'_>, highest: &[usize], lower: &[usize]) -> String {
    // All that share the highest score must be above, since nothing tells which of them is the best.
    let p_value = |other: usize| {
        let with_highest =
            highest.iter().map(|&one| comparison(study, one, other).map_or(1.0, |one| one.adjusted));
        with_highest.fold(0.0, f64::max)
    };
    let level = lower.iter().copied().filter(|&other| p_value(other) >= SIGNIFICANCE);
    let level: Vec<usize> = level.collect();
    if !level.is_empty() {
        let seems_clear = |other: usize| {
            highest.iter().all(|&one| {
                comparison(study, one, other).is_some_and(|one| one.comparison.p_value < SIGNIFICANCE)
            })
        };
        let seems_clear = level.iter().any(|&other| seems_clear(other));
        let names: Vec<&str> = level.iter().map(|&other| study.names.players[other].label.as_str()).collect();
        return not_significant(&names, lower.len(), (seems_clear, study.comparisons.len()));
    }
    let largest = lower.iter().map(|&other| p_value(other)).fold(0.0, f64::max);
    let p_value = numbers::p_value(largest);
    let sign = if largest < numbers::LEAST_P_VALUE { "" } else { "= " };
    if lower.len() == 1 {
        format!("the difference is significant (p {sign}{p_value})")
    } else {
        format!("the lead over every other player is significant (p {sign}{p_value})")
    }
}

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
