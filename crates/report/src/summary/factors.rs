//! What a factor changes.

use connect_toe_experiment::Sample;
use connect_toe_stats::{Confidence, compare_scores, numbers};

use super::{MOST_LISTED, first_few, is_level, of_extremes, significant};
use crate::analysis::{StudyAnalysis, in_order};
use crate::inline::code;
use crate::words::{few_names, list};

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
    let at = |player: usize, level: usize| of_level(study, factor, level, player);
    let ends: Vec<Change> = (0..study.names.players.len())
        .map(|player| Change { player, from: at(player, low), to: at(player, high) })
        .filter(|change| change.from.score().is_some() && change.to.score().is_some())
        .collect();
    let is_significant = significant(ends.iter().map(|change| (change.to, change.from)));
    let changed: Vec<&Change> =
        ends.iter().zip(is_significant).filter(|(_, is)| *is).map(|(one, _)| one).collect();
    let range = format!(
        "From {} {} to {}",
        code(&study.study.factors[factor].name),
        study.level(factor, low),
        study.level(factor, high)
    );
    let (rising, falling): (Vec<&Change>, Vec<&Change>) =
        changed.iter().partition(|change| change.to.score() > change.from.score());
    let mut trend = Trend::default();
    if changed.is_empty() {
        trend.findings.push(format!("{range}, no player’s score changes significantly."));
    } else if changed.len() <= MOST_LISTED {
        let each = |changes: &[&Change], verb: &str| {
            let each: Vec<String> = changes
                .iter()
                .map(|change| format!("{} for {}", change.ends(), change.name(study)))
                .collect();
            (!each.is_empty()).then(|| format!("{verb} {}", list(&each)))
        };
        let both: Vec<String> =
            [each(&rising, "rises"), each(&falling, "falls")].into_iter().flatten().collect();
        trend.findings.push(format!("{range}, the score {}.", both.join(", and ")));
    } else {
        // The players that change are a finding; from which score to which is a detail.
        let names = |changes: &[&Change], verb: &str| {
            let names: Vec<&str> =
                changes.iter().map(|change| study.names.players[change.player].label.as_str()).collect();
            (!names.is_empty())
                .then(|| format!("{verb} for {}", few_names(&names, 2 * MOST_LISTED, "player")))
        };
        let both: Vec<String> =
            [names(&rising, "rises"), names(&falling, "falls")].into_iter().flatten().collect();
        trend.findings.push(format!("{range}, the score {}.", both.join(", and ")));
        let each = changed.iter().take(2 * MOST_LISTED);
        let each: Vec<String> =
            each.map(|change| format!("{} {}", change.name(study), change.ends())).collect();
        let more = changed.len().saturating_sub(2 * MOST_LISTED);
        let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
        trend.details.push(format!("{range}: {}{rest}.", each.join(", ")));
    }
    trend.details.extend(kinks(study, factor, &numbers));
    trend
}

/// A player's games at the two ends of a factor.
struct Change {
    player: usize,
    from: Sample,
    to: Sample,
}

impl Change {
    fn name(&self, study: &StudyAnalysis<'_>) -> String {
        code(&study.names.players[self.player].label)
    }

    fn ends(&self) -> String {
        let score = |sample: &Sample| numbers::percent_or_nothing(sample.score());
        format!("from {} to {}\u{a0}%", score(&self.from), score(&self.to))
    }
}

/// The levels of a factor of words at which the players together score most and least.
fn extremes(study: &StudyAnalysis<'_>, factor: usize) -> Option<String> {
    let of_factor = &study.study.factors[factor];
    if study.study.is_round_robin() {
        return None;
    }
    let samples: Vec<(usize, Sample)> = (0..of_factor.levels.len())
        .map(|level| (level, study.sum(|condition| condition.level(factor) == level)))
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
    let name = code(&of_factor.name);
    let whose = match &study.names.players[..] {
        [one] => format!("the score of {}", code(&one.label)),
        _ => "the score of all players together".to_owned(),
    };
    let with_score = |sample: &Sample| numbers::percent_with(score(sample), sample.score_interval());
    if is_level(highest.1.score(), lowest.1.score()) {
        return Some(format!(
            "By {name}, {whose} is the same for all {} values, {}.",
            samples.len(),
            with_score(&highest.1),
        ));
    }
    // All levels that share an extreme, by name or by number.
    let at = |extreme: &Sample| {
        let level = samples.iter().filter(|(_, sample)| is_level(sample.score(), extreme.score()));
        let names: Vec<&str> = level.map(|(level, _)| study.level(factor, *level)).collect();
        format!("{}, {}", few_names(&names, MOST_LISTED, "value"), with_score(extreme))
    };
    Some(format!(
        "By {name}, {whose} is highest for {}, and lowest for {}; {claim}.",
        at(&highest.1),
        at(&lowest.1),
    ))
}

/// Significant steps of a factor against the direction of the whole: rises of what falls, and the reverse.
fn kinks(study: &StudyAnalysis<'_>, factor: usize, numbers: &[f64]) -> Option<String> {
    let order = in_order(numbers);
    let mut steps = Vec::new();
    for player in 0..study.names.players.len() {
        let samples: Vec<Sample> =
            order.iter().map(|&level| of_level(study, factor, level, player)).collect();
        for (step, pair) in samples.windows(2).enumerate() {
            if pair[0].score().is_some() && pair[1].score().is_some() {
                let rises = samples.last().and_then(Sample::score) >= samples[0].score();
                steps.push((step, Change { player, from: pair[0], to: pair[1] }, rises));
            }
        }
    }
    let is_significant = significant(steps.iter().map(|(_, change, _)| (change.from, change.to)));
    let against: Vec<String> = is_significant
        .into_iter()
        .zip(&steps)
        .filter(|(is, (_, change, rises))| *is && (change.to.score() > change.from.score()) != *rises)
        .map(|(_, (step, change, _))| {
            let (from, to) = (study.level(factor, order[*step]), study.level(factor, order[*step + 1]));
            format!("{} from {from} to {to} ({})", change.name(study), change.ends())
        })
        .collect();
    (!against.is_empty()).then(|| format!("Significant steps against the trend: {}.", first_few(&against)))
}

/// The place of the best number.
fn extreme(numbers: &[f64], is_better: fn(&f64, &f64) -> bool) -> Option<usize> {
    (0..numbers.len())
        .reduce(|best, other| if is_better(&numbers[other], &numbers[best]) { other } else { best })
}

/// A player's games at one level of a factor.
fn of_level(study: &StudyAnalysis<'_>, factor: usize, level: usize, player: usize) -> Sample {
    study.sum_of_player(player, |condition| condition.level(factor) == level)
}
