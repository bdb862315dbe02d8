//! Claims about single pairings: who wins more than half of the decided games.

use connect_toe_stats::numbers::{percent, percents};
use connect_toe_stats::wilson;

use super::Finding;
use super::criterion::{Evidence, row_name, shared};
use super::judgement::Judgement;
use super::words::rate;
use crate::{Counts, Experiment, Heuristic, Opponent};

/// A pairing whose rate is compared with one half.
struct Meeting {
    name: String,
    counts: Counts,
}

pub(super) fn loses_to(
    evidence: &dyn Evidence,
    experiment: Experiment,
    rows: &[u32],
    player: Heuristic,
    opponents: &[Opponent],
) -> Option<Finding> {
    let mut pairings = Vec::new();
    for &row in rows {
        for &opponent in opponents {
            pairings.push(Meeting {
                name: format!("{} {row} against {}", row_name(experiment), opponent.title()),
                counts: evidence.pairing(experiment, row, player, opponent)?,
            });
        }
    }
    let confidence = shared(pairings.len());
    let cases: Vec<Judgement> = pairings
        .iter()
        .map(|pairing| Judgement::of_majority(pairing.counts, confidence).reversed())
        .collect();
    let sentences: Vec<String> =
        pairings.iter().map(|pairing| format!("{}: {}", pairing.name, rate(pairing.counts))).collect();
    Some(Finding { verdict: Judgement::verdict(&cases), evidence: sentences.join("; ") + "." })
}

pub(super) fn beats_random(evidence: &dyn Evidence) -> Option<Finding> {
    let mut pairings = Vec::new();
    for &experiment in Experiment::ALL {
        for &row in experiment.rows() {
            for &player in Heuristic::ALL {
                let name =
                    format!("{} in {} at {} {row}", player.title(), experiment.title(), row_name(experiment));
                let counts = evidence.pairing(experiment, row, player, Opponent::R);
                pairings.extend(counts.map(|counts| Meeting { name, counts }));
            }
        }
    }
    let confidence = shared(pairings.len());
    let cases: Vec<Judgement> =
        pairings.iter().map(|pairing| Judgement::of_majority(pairing.counts, confidence)).collect();
    let how_many = |wanted| cases.iter().filter(|&&case| case == wanted).count();
    let weakest = pairings.iter().min_by(|a, b| {
        let rate = |pairing: &Meeting| pairing.counts.rate().unwrap_or(1.0);
        rate(a).total_cmp(&rate(b))
    })?;
    let lowest = weakest.counts.rate().map_or_else(
        || "no decided game".to_owned(),
        |lowest| {
            let interval = wilson(weakest.counts.wins, weakest.counts.decided);
            format!("{} % ({})", percent(lowest), percents(interval))
        },
    );
    Some(Finding {
        verdict: Judgement::verdict(&cases),
        evidence: format!(
            "{} of {} pairings with Random win significantly more than half of the decided games, {} significantly \
             less, {} are open; the lowest is {} with {lowest}.",
            how_many(Judgement::Shown),
            pairings.len(),
            how_many(Judgement::Contradicted),
            how_many(Judgement::Unclear),
            weakest.name,
        ),
    })
}
