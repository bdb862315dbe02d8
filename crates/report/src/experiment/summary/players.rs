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
    let second = *others.first()?;
    let name = |player: usize| study.layout.players[player].label.as_str();
    let with_best = |other: usize| {
        let pair = (best.min(other), best.max(other));
        study.comparisons.iter().find(|one| (one.first.min(one.second), one.first.max(one.second)) == pair)
    };
    let p_value = |other: usize| with_best(other).map_or(1.0, |one| one.adjusted);
    let level: Vec<&str> =
        others.iter().filter(|&&other| p_value(other) >= SIGNIFICANCE).map(|&other| name(other)).collect();
    let claim = match &level[..] {
        [] => {
            let largest = others.iter().map(|&other| p_value(other)).fold(0.0, f64::max);
            let p_value = text::p_value(largest);
            let sign = if p_value.starts_with('<') { "" } else { "= " };
            let whom = if others.len() == 1 { "it" } else { "every other" };
            format!("shown to be above {whom} (p {sign}{p_value})")
        }
        few if few.len() <= MOST_TOLD => format!("not shown to be above {}", text::list(few)),
        many => format!("not shown to be above {} of the {} others", many.len(), others.len()),
    };
    let difference = with_best(second)?.comparison.difference;
    let (lead, ends) = (difference.estimate.abs(), difference.interval);
    let (low, high) = if difference.estimate < 0.0 { (-ends.high, -ends.low) } else { (ends.low, ends.high) };
    let points = |share: f64| text::percent(share).replace('-', "−");
    Some(format!(
        "All games together, {0} has the highest score, {1}: {2} points ({3} … {4}) above {5}, the next; {0} is {claim}.",
        name(best),
        text::percent_with(score(best).unwrap_or(0.0), study.players[best].score_interval()),
        points(lead),
        points(low),
        points(high),
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
