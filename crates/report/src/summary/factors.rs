//! What a factor changes.

use connect_toe_experiment::Sample;

use super::finding::{Change, Extremes, Finding, Findings, MOST_LISTED, Trend, significant};
use crate::analysis::{StudyAnalysis, in_order};

/// What grows or shrinks between the ends of a factor of numbers, player by player; of a factor of words, the values
/// with the lowest and the highest score.
pub(super) fn of_factor<'a>(study: &'a StudyAnalysis<'_>, factor: usize, found: &mut Findings<'a>) {
    let Some(numbers) = study.study.factors[factor].numbers() else {
        found.findings.extend(values(study, factor));
        return;
    };
    let order = in_order(&numbers);
    let (Some(&low), Some(&high)) = (order.first(), order.last()) else { return };
    if numbers[low].total_cmp(&numbers[high]).is_eq() {
        return;
    }
    let levels = [low, high].map(|level| study.level(factor, level));
    let players = 0..study.names.players.len();
    let changes = players.filter_map(|player| change(study, factor, player, [low, high])).collect();
    let changes = significant(changes, |change: &Change<'_>| [change.to, change.from]);
    let trend = Trend { factor: &study.study.factors[factor].name, levels, changes };
    // The players that change are a finding; from which score to which is a detail.
    let details = (trend.changes.len() > MOST_LISTED).then(|| Finding::Changes(trend.clone()));
    found.findings.push(Finding::Trend(trend));
    found.details.extend(details);
    found.details.extend(kinks(study, factor, &order));
}

/// A player's games at two levels, if there are any at both.
fn change<'a>(
    study: &'a StudyAnalysis<'_>,
    factor: usize,
    player: usize,
    levels: [usize; 2],
) -> Option<Change<'a>> {
    let at = |level: usize| study.sum_of_player(player, |condition| condition.level(factor) == level);
    let [from, to] = levels.map(at);
    (from.score().is_some() && to.score().is_some()).then(|| Change {
        player: &study.names.players[player].label,
        levels: levels.map(|level| study.level(factor, level)),
        from,
        to,
    })
}

/// The levels of a factor of words at which the players together score most and least.
fn values<'a>(study: &'a StudyAnalysis<'_>, factor: usize) -> Option<Finding<'a>> {
    if study.study.is_round_robin() {
        return None;
    }
    let levels = study.levels(factor).iter().enumerate();
    let mut samples: Vec<(String, Sample)> = levels
        .map(|(level, name)| (name.clone(), study.sum(|condition| condition.level(factor) == level)))
        .collect();
    samples.retain(|(_, sample)| sample.score().is_some());
    let player = match &study.names.players[..] {
        [one] => Some(one.label.as_str()),
        _ => None,
    };
    let scores = Extremes::of(&samples, Sample::score_interval)?;
    Some(Finding::Values { factor: &study.study.factors[factor].name, player, scores })
}

/// Significant steps of a factor against the direction of the whole: rises of what falls, and the reverse.
fn kinks<'a>(study: &'a StudyAnalysis<'_>, factor: usize, order: &[usize]) -> Option<Finding<'a>> {
    let mut steps: Vec<(Change<'_>, bool)> = Vec::new();
    for player in 0..study.names.players.len() {
        let at =
            |place: usize| study.sum_of_player(player, |condition| condition.level(factor) == order[place]);
        let rises = at(order.len() - 1).score() >= at(0).score();
        let of_player = order.windows(2).filter_map(|two| change(study, factor, player, [two[0], two[1]]));
        steps.extend(of_player.map(|change| (change, rises)));
    }
    let mut steps = significant(steps, |(change, _)| [change.from, change.to]);
    steps.retain(|(change, rises)| change.rises() != *rises);
    (!steps.is_empty()).then(|| Finding::Kinks(steps.into_iter().map(|(change, _)| change).collect()))
}
