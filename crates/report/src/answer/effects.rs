//! What a setting of the players is worth where all other settings are equal.

use std::collections::BTreeMap;

use connect_toe_experiment::{Factor, PlayerPattern};
use connect_toe_stats::{Confidence, Estimate as Elo};

use crate::analysis::{Rated, StudyAnalysis, rated_patterns};

/// What a setting is worth.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Of a setting of words: the best value, the next one, and the lead.
    Best { best: String, next: String, lead: Elo, comparisons: usize, is_shown: bool },
    /// Of a setting of numbers: what one more is worth.
    OneMore { key: String, gain: Elo, is_shown: bool },
}

/// The effects of all settings that players differ in while their other settings are equal; none unless at least two
/// settings vary in this way, since otherwise the players themselves are the answer.
pub(super) fn effects(study: &StudyAnalysis<'_>) -> Vec<Effect> {
    let Some(rated) = study.ratings.first() else { return Vec::new() };
    let patterns = rated_patterns(study.study);
    let settings: Vec<BTreeMap<String, String>> =
        patterns.iter().map(|pattern| settings(pattern, &study.study.factors)).collect();
    let mut keys: Vec<&String> = settings.iter().flat_map(BTreeMap::keys).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut found: Vec<Effect> = keys.into_iter().filter_map(|key| effect(rated, &settings, key)).collect();
    // What is better first, then what makes up for it.
    found.sort_by_key(|one| matches!(one, Effect::OneMore { .. }));
    if found.len() > 1 { found } else { Vec::new() }
}

/// What a player is made of; the search has the key `player`.
fn settings(pattern: &PlayerPattern, factors: &[Factor]) -> BTreeMap<String, String> {
    let settings = pattern.settings.iter().map(|one| (one.key.clone(), one.value.text(factors)));
    settings.chain([("player".to_owned(), pattern.search.text(factors))]).collect()
}

fn effect(rated: &Rated, settings: &[BTreeMap<String, String>], key: &str) -> Option<Effect> {
    // Players that are equal but for this setting, by the other settings.
    let mut groups: BTreeMap<Vec<(&str, &str)>, BTreeMap<&str, usize>> = BTreeMap::new();
    for (player, settings) in settings.iter().enumerate() {
        let Some(value) = settings.get(key) else { continue };
        let others = settings.iter().filter(|(name, _)| *name != key);
        let others = others.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        groups.entry(others).or_default().insert(value, player);
    }
    let most = groups.values().map(BTreeMap::len).max().filter(|&most| most > 1)?;
    // Only groups that have all values are compared.
    let groups: Vec<&BTreeMap<&str, usize>> = groups.values().filter(|group| group.len() == most).collect();
    let values: Vec<&str> = groups[0].keys().copied().collect();
    if groups.len() < 2 || groups.iter().any(|group| !group.keys().copied().eq(values.iter().copied())) {
        return None;
    }
    let share = 1.0 / groups.len() as f64;
    let contrast = |one: &str, other: &str, scale: f64| {
        let weights: Vec<(usize, f64)> = groups
            .iter()
            .flat_map(|group| [(group[one], scale * share), (group[other], -scale * share)])
            .collect();
        rated.ratings.contrast(&weights)
    };
    let bound = |comparisons: usize| Confidence::NINETY_FIVE.shared_by(comparisons).normal_quantile();
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse().ok()).collect();
    if let Some(numbers) = numbers {
        let by_size = |one: &usize, other: &usize| numbers[*one].total_cmp(&numbers[*other]);
        let (low, high) = ((0..numbers.len()).min_by(by_size)?, (0..numbers.len()).max_by(by_size)?);
        let gain = contrast(values[high], values[low], 1.0 / (numbers[high] - numbers[low]))?;
        let is_shown = gain.elo.abs() > bound(1) * gain.standard_error;
        return Some(Effect::OneMore { key: key.to_owned(), gain, is_shown });
    }
    let mean = |value: &str| groups.iter().map(|group| rated.elo(group[value])).sum::<f64>() * share;
    let mut order = values.clone();
    order.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
    let (best, next) = (order[0], order[1]);
    let lead = contrast(best, next, 1.0)?;
    let comparisons = order.len() - 1;
    let is_shown = lead.elo > bound(comparisons) * lead.standard_error;
    Some(Effect::Best { best: best.to_owned(), next: next.to_owned(), lead, comparisons, is_shown })
}

/// How many more plies of depth make up for the worse of two words, where both are shown to matter.
pub(super) fn plies_to_make_up(effects: &[Effect]) -> Option<f64> {
    let lead = effects.iter().find_map(|effect| match effect {
        Effect::Best { lead, is_shown: true, .. } => Some(lead.elo),
        _ => None,
    })?;
    let gain = effects.iter().find_map(|effect| match effect {
        Effect::OneMore { key, gain, is_shown: true } if key == "depth" && gain.elo > 0.0 => Some(gain.elo),
        _ => None,
    })?;
    Some(lead / gain)
}
