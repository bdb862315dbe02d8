//! Who scores most against the same opposition.

use connect_toe_experiment::Sample;

use super::{MOST_TOLD, first_few, shown};
use crate::experiment::analysis::{SIGNIFICANCE, StudyAnalysis};
use crate::experiment::text;

/// The highest score against the same opposition, and who is shown to have a lower one.
pub(super) fn best_player(study: &StudyAnalysis<'_>) -> Option<String> {
    let score = |player: usize| study.players[player].score();
    let mut order: Vec<usize> = (0..study.players.len()).filter(|&player| score(player).is_some()).collect();
    order.sort_by(|&one, &other| score(other).unwrap_or(0.0).total_cmp(&score(one).unwrap_or(0.0)));
    let (&best, others) = order.split_first()?;
    let name = |player: usize| study.layout.players[player].label.as_str();
    let is_highest = |player: usize| text::is_level(score(player), score(best));
    let comparison = |one: usize, other: usize| {
        let pair = (one.min(other), one.max(other));
        study.comparisons.iter().find(|one| (one.first.min(one.second), one.first.max(one.second)) == pair)
    };
    let score_of_best = text::percent_with(score(best)?, study.players[best].score_interval());
    let highest: Vec<usize> = order.iter().copied().filter(|&player| is_highest(player)).collect();
    // All that share the highest score must be above, since nothing tells which of them is the best.
    let p_value = |other: usize| {
        let with_highest = highest.iter().map(|&one| comparison(one, other).map_or(1.0, |one| one.adjusted));
        with_highest.fold(0.0, f64::max)
    };
    let Some(&second) = others.iter().find(|&&other| !is_highest(other)) else {
        let who = match others.len() {
            0 => return None,
            1 => "both players".to_owned(),
            _ => format!("all {} players", order.len()),
        };
        return Some(format!("All games together, {who} have the same score, {score_of_best}."));
    };
    let lower: Vec<usize> = others.iter().copied().filter(|&other| !is_highest(other)).collect();
    let level: Vec<&str> =
        lower.iter().copied().filter(|&other| p_value(other) >= SIGNIFICANCE).map(name).collect();
    let claim = match &level[..] {
        [] => {
            let largest = lower.iter().map(|&other| p_value(other)).fold(0.0, f64::max);
            let p_value = text::p_value(largest);
            let sign = if p_value.starts_with('<') { "" } else { "= " };
            let whom = if lower.len() == 1 { "it" } else { "every other" };
            format!("shown to be above {whom} (p {sign}{p_value})")
        }
        few if few.len() <= MOST_TOLD => format!("not shown to be above {}", text::list(few)),
        many => format!("not shown to be above {} of the {} others", many.len(), lower.len()),
    };
    let difference = comparison(best, second)?.comparison.difference;
    let (lead, ends) = (difference.estimate.abs(), difference.interval);
    let (low, high) = if difference.estimate < 0.0 { (-ends.high, -ends.low) } else { (ends.low, ends.high) };
    let points = |share: f64| text::percent(share).replace('-', "−");
    let above = format!("{} points ({} … {}) above", points(lead), points(low), points(high));
    if highest.len() > 1 {
        let names: Vec<&str> = highest.iter().copied().map(name).collect();
        let who = text::few(&names, 2 * MOST_TOLD, "players");
        return Some(format!(
            "All games together, {who} are level with the highest score, {score_of_best}: {above} {}, the next; they \
             are {claim}.",
            name(second),
        ));
    }
    Some(format!(
        "All games together, {0} has the highest score, {score_of_best}: {above} {1}, the next; {0} is {claim}.",
        name(best),
        name(second),
    ))
}

/// Pairs of players whose order is shown to be one on one game and the reverse on another.
pub(super) fn changed_order(study: &StudyAnalysis<'_>) -> Option<String> {
    let (games, players) = (study.layout.games.len(), study.layout.players.len());
    if study.comparisons.is_empty() || games < 2 {
        return None;
    }
    let sample = |game: usize, player: usize| -> Sample {
        let chosen = study.cells.iter().filter(|cell| cell.place.game == game && cell.place.player == player);
        chosen.map(|cell| cell.sample).sum()
    };
    let mut orders = Vec::new();
    for one in 0..players {
        for other in one + 1..players {
            orders.extend((0..games).map(|game| (one, other, game, sample(game, one), sample(game, other))));
        }
    }
    let is_shown = shown(orders.iter().map(|(_, _, _, one, other)| (*one, *other)));
    let shown: Vec<_> =
        orders.iter().zip(is_shown).filter(|(_, shown)| *shown).map(|(order, _)| order).collect();
    let mut told = Vec::new();
    for (place, (one, other, game, first, second)) in shown.iter().enumerate() {
        let reverse = shown[place + 1..].iter().find(|(a, b, _, c, d)| {
            (a, b) == (one, other) && (c.score() > d.score()) != (first.score() > second.score())
        });
        if let Some((_, _, again, _, _)) = reverse {
            let (above, below) = if first.score() > second.score() { (one, other) } else { (other, one) };
            let on = |game: usize| &study.layout.games[game].label;
            let name = |player: usize| &study.layout.players[player].label;
            told.push(format!(
                "{} is above {} on {}, below on {}",
                name(*above),
                name(*below),
                on(*game),
                on(*again)
            ));
        }
    }
    (!told.is_empty()).then(|| format!("The order changes, shown: {}.", first_few(&told)))
}
