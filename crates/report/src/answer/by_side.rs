//! Who does best with each side, where it matters which side one has.

use connect_toe_experiment::Sample;
use connect_toe_game::Side;
use connect_toe_stats::{Confidence, SIGNIFICANCE, ScoreCounts, compare_all};

use super::claim::BestAs;
use crate::analysis::StudyAnalysis;

/// The best player of each side; nothing unless players that can be compared have both.
pub(super) fn best_as(study: &StudyAnalysis<'_>) -> Vec<BestAs> {
    if !study.is_by_side() || study.names.players.len() < 2 {
        return Vec::new();
    }
    // Where players meet each other, their scores depend on each other, and the test would not hold.
    let is_tested = !study.comparisons.is_empty();
    let best = Side::ALL.map(|side| best(study, side, is_tested));
    best.into_iter().flatten().collect()
}

fn best(study: &StudyAnalysis<'_>, side: Side, is_tested: bool) -> Option<BestAs> {
    let samples: Vec<Sample> =
        (0..study.names.players.len()).map(|player| study.of_side(player, side)).collect();
    let score = |player: usize| samples[player].score();
    let most = (0..samples.len()).filter_map(score).max_by(f64::total_cmp)?;
    // Sums are rounded.
    let is_highest = |player: usize| score(player).is_some_and(|score| most - score < 1e-12);
    let played = (0..samples.len()).filter(|&player| score(player).is_some());
    let (highest, others): (Vec<usize>, Vec<usize>) = played.partition(|&player| is_highest(player));
    let &first = highest.first()?;
    let name = |player: usize| study.names.players[player].label.clone();
    let counts: Vec<ScoreCounts> = samples.iter().map(Sample::counts).collect();
    let comparisons = if is_tested { compare_all(&counts, Confidence::NINETY_FIVE) } else { Vec::new() };
    let is_below = |other: usize| {
        highest.iter().all(|&one| {
            let mut found = comparisons.iter();
            let is_of_both = |pair: (usize, usize)| pair == (one, other) || pair == (other, one);
            found.any(|found| is_of_both((found.first, found.second)) && found.adjusted < SIGNIFICANCE)
        })
    };
    // Where all share the score nobody is ahead of others.
    let is_tested = is_tested && !others.is_empty();
    let open = others.iter().copied().filter(|&other| !is_below(other)).map(name).collect();
    Some(BestAs {
        side: study.sides.name(side),
        score: (most, samples[first].score_interval()),
        highest: highest.into_iter().map(name).collect(),
        open: is_tested.then_some(open),
    })
}
