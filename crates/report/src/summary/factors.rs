//! What a factor changes.

use connect_toe_experiment::Sample;
use connect_toe_stats::{Confidence, compare_scores};

use super::{MOST_TOLD, first_few, of_extremes, shown};
use crate::experiment::analysis::StudyAnalysis;
use crate::experiment::text;

/// What a factor changes.
#[derive(Default)]
pub(super) struct Trend {
    pub(super) findings: Vec<String>,
    pub(super) details: Vec<String>,
}

/// What grows or shrinks between the ends of a factor of numbers, player by player.
pub(super) fn trend(study: &StudyAnalysis<'_>, factor: usize) -> Trend {
    let Some(numbers) = study.study.factors[factor].numbers() else {
        return Trend { findings: extremes(study, factor).into_iter().collect(), ..Trend::default() };
    };
    let (Some(low), Some(high)) = (extreme(&numbers, f64::lt), extreme(&numbers, f64::gt)) else {
        return Trend::default();
    };
    if low == high {
        return Trend::default();
    }
    let name = &study.study.factors[factor].name;
    let at = |player: usize, level: usize| of_level(study, factor, level, player);
    let ends: Vec<(usize, Sample, Sample)> = (0..study.layout.players.len())
        .map(|player| (player, at(player, low), at(player, high)))
        .filter(|(_, low, high)| low.score().is_some() && high.score().is_some())
        .collect();
    let is_shown = shown(ends.iter().map(|(_, low, high)| (*high, *low)));
    let changed: Vec<&(usize, Sample, Sample)> =
        ends.iter().zip(is_shown).filter(|(_, is_shown)| *is_shown).map(|(change, _)| change).collect();
    let score = |sample: &Sample| text::percent_or_nothing(sample.score());
    let player = |player: usize| study.layout.players[player].label.as_str();
    let ends_of =
        |(_, low, high): &(usize, Sample, Sample)| format!("from {} to {} %", score(low), score(high));
    let range = format!("From {name} {} to {}", study.level(factor, low), study.level(factor, high));
    let (rising, falling): (Vec<_>, Vec<_>) =
        changed.iter().partition(|(_, low, high)| high.score() > low.score());
    let mut trend = Trend::default();
    if changed.is_empty() {
        trend.findings.push(format!("{range} no player’s score is shown to change."));
    } else if changed.len() <= MOST_TOLD {
        let told = |changes: &[&(usize, Sample, Sample)], word: &str| {
            let each: Vec<String> = changes
                .iter()
                .map(|change| format!("{} for {}", ends_of(change), player(change.0)))
                .collect();
            (!each.is_empty()).then(|| format!("{word} {}", text::list(&each)))
        };
        let both: Vec<String> =
            [told(&rising, "rises"), told(&falling, "falls")].into_iter().flatten().collect();
        trend.findings.push(format!("{range} the score {}.", both.join(", and ")));
    } else {
        // Who changes is a finding, from where to where is a detail.
        let names = |changes: &[&(usize, Sample, Sample)], word: &str| {
            let names: Vec<&str> = changes.iter().map(|change| player(change.0)).collect();
            (!names.is_empty()).then(|| format!("{word} for {}", text::few(&names, 2 * MOST_TOLD, "players")))
        };
        let both: Vec<String> =
            [names(&rising, "rises"), names(&falling, "falls")].into_iter().flatten().collect();
        trend.findings.push(format!("{range} the score {}.", both.join(", and ")));
        let each: Vec<String> = changed
            .iter()
            .take(2 * MOST_TOLD)
            .map(|change| format!("{} {}", player(change.0), ends_of(change)))
            .collect();
        let more = changed.len().saturating_sub(2 * MOST_TOLD);
        let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
        trend.details.push(format!("{range}: {}{rest}.", each.join(", ")));
    }
    trend.details.extend(kinks(study, factor, &numbers));
    trend
}

/// The levels of a factor of words at which the players together score most and least.
fn extremes(study: &StudyAnalysis<'_>, factor: usize) -> Option<String> {
    let of_factor = &study.study.factors[factor];
    if study.study.is_round_robin {
        return None;
    }
    let at = |level: usize| -> Sample {
        let here = study.cells.iter().filter(|cell| cell.place.levels.get(factor) == Some(&level));
        here.map(|cell| cell.sample).sum()
    };
    let samples: Vec<(usize, Sample)> = (0..of_factor.values.len())
        .map(|level| (level, at(level)))
        .filter(|(_, sample)| sample.score().is_some())
        .collect();
    let score = |sample: &Sample| sample.score().unwrap_or(0.5);
    let by_score =
        |one: &&(usize, Sample), other: &&(usize, Sample)| score(&one.1).total_cmp(&score(&other.1));
    let (lowest, highest) = (samples.iter().min_by(by_score)?, samples.iter().max_by(by_score)?);
    if samples.len() < 2 {
        return None;
    }
    let found = compare_scores(highest.1.counts(), lowest.1.counts(), Confidence::NINETY_FIVE)?;
    let claim = of_extremes(found, samples.len());
    let whose = match &study.layout.players[..] {
        [one] => format!("the score of {}", one.label),
        _ => "the score of all players together".to_owned(),
    };
    let with_score = |sample: &Sample| text::percent_with(score(sample), sample.score_interval());
    if text::is_level(highest.1.score(), lowest.1.score()) {
        return Some(format!(
            "By {} {whose} is the same for all {} values, {}.",
            of_factor.name,
            samples.len(),
            with_score(&highest.1),
        ));
    }
    // All levels that share an extreme, by name or by number.
    let at = |extreme: &Sample| {
        let level = samples.iter().filter(|(_, sample)| text::is_level(sample.score(), extreme.score()));
        let names: Vec<&str> = level.map(|(level, _)| of_factor.values[*level].as_str()).collect();
        format!("{}, {}", text::few(&names, MOST_TOLD, "values"), with_score(extreme))
    };
    Some(format!(
        "By {} {whose} is highest for {} and lowest for {}; {claim}.",
        of_factor.name,
        at(&highest.1),
        at(&lowest.1),
    ))
}

/// Steps of a factor against the direction of the whole: shown rises of what falls, and the reverse.
fn kinks(study: &StudyAnalysis<'_>, factor: usize, numbers: &[f64]) -> Option<String> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    let mut steps = Vec::new();
    for player in 0..study.layout.players.len() {
        let samples: Vec<Sample> =
            order.iter().map(|&level| of_level(study, factor, level, player)).collect();
        for (step, pair) in samples.windows(2).enumerate() {
            if pair[0].score().is_some() && pair[1].score().is_some() {
                let overall = samples.last().and_then(Sample::score) >= samples[0].score();
                steps.push((player, step, pair[0], pair[1], overall));
            }
        }
    }
    let told: Vec<String> = shown(steps.iter().map(|(_, _, from, to, _)| (*from, *to)))
        .into_iter()
        .zip(&steps)
        .filter(|(is_shown, (_, _, from, to, rises))| *is_shown && (to.score() > from.score()) != *rises)
        .map(|(_, (player, step, from, to, _))| {
            format!(
                "{} from {} to {} ({} to {} %)",
                study.layout.players[*player].label,
                study.level(factor, order[*step]),
                study.level(factor, order[*step + 1]),
                text::percent_or_nothing(from.score()),
                text::percent_or_nothing(to.score()),
            )
        })
        .collect();
    (!told.is_empty()).then(|| format!("Against the trend, shown: {}.", first_few(&told)))
}

fn extreme(numbers: &[f64], is_better: fn(&f64, &f64) -> bool) -> Option<usize> {
    (0..numbers.len())
        .reduce(|best, other| if is_better(&numbers[other], &numbers[best]) { other } else { best })
}

/// A player's games at one level of a factor.
fn of_level(study: &StudyAnalysis<'_>, factor: usize, level: usize, player: usize) -> Sample {
    let at_level = study.cells.iter().filter(|cell| cell.place.levels.get(factor) == Some(&level));
    at_level
        .filter_map(|cell| {
            if cell.place.player == player {
                Some(cell.sample)
            } else if study.study.is_round_robin && cell.place.opponent == player {
                Some(cell.sample.swapped())
            } else {
                None
            }
        })
        .sum()
}
