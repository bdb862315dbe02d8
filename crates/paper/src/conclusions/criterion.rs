//! How claims are judged.

use connect_toe_stats::numbers::{count, percents};
use connect_toe_stats::{Confidence, wilson};

use super::judgement::{Judgement, lead};
use super::pairings::{beats_random, loses_to};
use super::words::{points, rate};
use super::{Finding, Verdict};
use crate::{Counts, Experiment, Heuristic, Opponent};

/// Counts by which claims are judged. Each answer is `None` if there are no such games.
pub(super) trait Evidence {
    /// Wins among the decided games of one pairing.
    fn pairing(
        &self,
        experiment: Experiment,
        row: u32,
        player: Heuristic,
        opponent: Opponent,
    ) -> Option<Counts>;
    /// The same, pooled over the four opponents.
    fn pooled(&self, experiment: Experiment, row: u32, player: Heuristic) -> Option<Counts>;
    /// Decided games among all games of the twelve pairings.
    fn decided_games(&self, experiment: Experiment, row: u32) -> Option<Counts>;
}

/// The end of the ranking at which a heuristic is claimed to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Best,
    Worst,
}

/// Two heuristics count as equally good if their difference lies within this for certain (Westlake's interval
/// test of equivalence, 1972).
const EQUIVALENCE: f64 = 0.05;

/// How a claim is judged.
pub(super) enum Criterion {
    /// In each row the heuristic's pooled rate is above (below) both others.
    Rank { experiment: Experiment, rows: &'static [u32], player: Heuristic, place: Place },
    /// The heuristic's pooled rate is higher in this row than in every other.
    Peak { experiment: Experiment, player: Heuristic, row: u32 },
    /// In each row the pooled rates of two heuristics differ by at most [`EQUIVALENCE`].
    Same { experiment: Experiment, rows: &'static [u32], players: [Heuristic; 2] },
    /// Each heuristic's pooled rate is higher in the last row than in the first.
    Grows { experiment: Experiment },
    /// Fewer games are decided in the last row than in the first, and no row has more than the row before it.
    DecidedGamesFall { experiment: Experiment },
    /// Some decided games of these rows are lost.
    StillLoses { experiment: Experiment, rows: &'static [u32] },
    /// No decided game of the row is lost.
    AlwaysWins { experiment: Experiment, row: u32 },
    /// In each row the heuristic wins less than half of the decided games against each of these opponents.
    LosesTo {
        experiment: Experiment,
        rows: &'static [u32],
        player: Heuristic,
        opponents: &'static [Opponent],
    },
    /// Every heuristic wins more than half of the decided games against Random, wherever it was played.
    BeatsRandom,
}

impl Criterion {
    /// Judges the claim; `None` if its games are not there.
    pub(super) fn judge(&self, evidence: &dyn Evidence) -> Option<Finding> {
        match *self {
            Self::Rank { experiment, rows, player, place } => rank(evidence, experiment, rows, player, place),
            Self::Peak { experiment, player, row } => peak(evidence, experiment, player, row),
            Self::Same { experiment, rows, players } => same(evidence, experiment, rows, players),
            Self::Grows { experiment } => grows(evidence, experiment),
            Self::DecidedGamesFall { experiment } => decided_games_fall(evidence, experiment),
            Self::StillLoses { experiment, rows } => still_loses(evidence, experiment, rows),
            Self::AlwaysWins { experiment, row } => always_wins(evidence, experiment, row),
            Self::LosesTo { experiment, rows, player, opponents } => {
                loses_to(evidence, experiment, rows, player, opponents)
            }
            Self::BeatsRandom => beats_random(evidence),
        }
    }
}

/// The level that makes all `comparisons` of a claim hold together at 95 %.
pub(super) fn shared(comparisons: usize) -> Confidence {
    Confidence::NINETY_FIVE.shared_by(comparisons)
}

pub(super) const fn row_name(experiment: Experiment) -> &'static str {
    match experiment {
        Experiment::TicTacToe | Experiment::ConnectFour => "depth",
        Experiment::Cubes => "side",
    }
}

fn rank(
    evidence: &dyn Evidence,
    experiment: Experiment,
    rows: &[u32],
    player: Heuristic,
    place: Place,
) -> Option<Finding> {
    let rivals: Vec<Heuristic> = Heuristic::ALL.iter().copied().filter(|&rival| rival != player).collect();
    let confidence = shared(rows.len() * rivals.len());
    let mut cases = Vec::new();
    let mut sentences = Vec::new();
    for &row in rows {
        let own = evidence.pooled(experiment, row, player)?;
        let mut parts = Vec::new();
        let mut others = Vec::new();
        for &rival in &rivals {
            let theirs = evidence.pooled(experiment, row, rival)?;
            let lead = lead(own, theirs, confidence);
            let judgement = Judgement::of_lead(lead);
            parts.push(if place == Place::Best { judgement } else { judgement.reversed() });
            others.push(format!("{} {}, {}", rival.title(), rate(theirs), points(lead)));
        }
        cases.push(Judgement::all_of(parts));
        sentences.push(format!(
            "{} {row}: {} {}; against {}",
            row_name(experiment),
            player.title(),
            rate(own),
            others.join("; against ")
        ));
    }
    Some(Finding { verdict: Judgement::verdict(&cases), evidence: sentences.join(". ") + "." })
}

fn peak(evidence: &dyn Evidence, experiment: Experiment, player: Heuristic, row: u32) -> Option<Finding> {
    let own = evidence.pooled(experiment, row, player)?;
    let others: Vec<u32> = experiment.rows().iter().copied().filter(|&other| other != row).collect();
    let confidence = shared(others.len());
    let mut parts = Vec::new();
    let mut strongest: Option<(u32, Counts)> = None;
    for other in others {
        let theirs = evidence.pooled(experiment, other, player)?;
        parts.push(Judgement::of_lead(lead(own, theirs, confidence)));
        if strongest.is_none_or(|(_, best)| theirs.rate() > best.rate()) {
            strongest = Some((other, theirs));
        }
    }
    let (other, theirs) = strongest?;
    Some(Finding {
        verdict: Judgement::verdict(&[Judgement::all_of(parts)]),
        evidence: format!(
            "{} wins {} at {name} {row}; its best other {name} is {other} with {}: {}.",
            player.title(),
            rate(own),
            rate(theirs),
            points(lead(own, theirs, confidence)),
            name = row_name(experiment),
        ),
    })
}

fn same(
    evidence: &dyn Evidence,
    experiment: Experiment,
    rows: &[u32],
    [first, second]: [Heuristic; 2],
) -> Option<Finding> {
    let confidence = shared(rows.len());
    let mut cases = Vec::new();
    let mut sentences = Vec::new();
    for &row in rows {
        let one = evidence.pooled(experiment, row, first)?;
        let other = evidence.pooled(experiment, row, second)?;
        let lead = lead(one, other, confidence);
        cases.push(match lead {
            Some(lead) if lead.interval.low >= -EQUIVALENCE && lead.interval.high <= EQUIVALENCE => {
                Judgement::Shown
            }
            Some(lead) if lead.is_above() || lead.is_below() => Judgement::Contradicted,
            _ => Judgement::Unclear,
        });
        sentences.push(format!(
            "{} {row}: {} {}, {} {}, {}",
            row_name(experiment),
            first.title(),
            rate(one),
            second.title(),
            rate(other),
            points(lead)
        ));
    }
    Some(Finding { verdict: Judgement::verdict(&cases), evidence: sentences.join(". ") + "." })
}

fn grows(evidence: &dyn Evidence, experiment: Experiment) -> Option<Finding> {
    let (first, last) = (*experiment.rows().first()?, *experiment.rows().last()?);
    let confidence = shared(Heuristic::ALL.len());
    let mut cases = Vec::new();
    let mut sentences = Vec::new();
    for &player in Heuristic::ALL {
        let before = evidence.pooled(experiment, first, player)?;
        let after = evidence.pooled(experiment, last, player)?;
        let gain = lead(after, before, confidence);
        cases.push(Judgement::of_lead(gain));
        sentences.push(format!(
            "{}: {} at {name} {first}, {} at {name} {last}, {}",
            player.title(),
            rate(before),
            rate(after),
            points(gain),
            name = row_name(experiment),
        ));
    }
    Some(Finding { verdict: Judgement::verdict(&cases), evidence: sentences.join(". ") + "." })
}

fn decided_games_fall(evidence: &dyn Evidence, experiment: Experiment) -> Option<Finding> {
    let rows = experiment.rows();
    let confidence = shared(rows.len());
    let name = row_name(experiment);
    let (first, last) = (*rows.first()?, *rows.last()?);
    let before = evidence.decided_games(experiment, first)?;
    let after = evidence.decided_games(experiment, last)?;
    let fall = lead(before, after, confidence);
    let mut rises = Vec::new();
    for step in rows.windows(2) {
        let [from, to] = *step else { continue };
        let rise = lead(
            evidence.decided_games(experiment, to)?,
            evidence.decided_games(experiment, from)?,
            confidence,
        );
        if Judgement::of_lead(rise) == Judgement::Shown {
            rises.push(format!("from {name} {from} to {to} it rises by {}", points(rise)));
        }
    }
    let verdict = match Judgement::of_lead(fall) {
        Judgement::Shown if rises.is_empty() => Verdict::Holds,
        Judgement::Shown => Verdict::HoldsInPart,
        Judgement::Unclear => Verdict::NoDifference,
        Judgement::Contradicted => Verdict::Reversed,
    };
    let mut text = format!(
        "Decided at {name} {first}: {}; at {name} {last}: {}; the fall is {}",
        rate(before),
        rate(after),
        points(fall)
    );
    for rise in rises {
        text.push_str("; ");
        text.push_str(&rise);
    }
    Some(Finding { verdict, evidence: text + "." })
}

/// Wins and decided games of all heuristics together.
fn all_players(evidence: &dyn Evidence, experiment: Experiment, row: u32) -> Option<Counts> {
    let mut sum = Counts { wins: 0, decided: 0 };
    for &player in Heuristic::ALL {
        let counts = evidence.pooled(experiment, row, player)?;
        sum = Counts { wins: sum.wins + counts.wins, decided: sum.decided + counts.decided };
    }
    Some(sum)
}

fn still_loses(evidence: &dyn Evidence, experiment: Experiment, rows: &[u32]) -> Option<Finding> {
    let mut cases = Vec::new();
    let mut sentences = Vec::new();
    for &row in rows {
        let counts = all_players(evidence, experiment, row)?;
        let lost = counts.decided - counts.wins;
        // One loss proves that losses happen; without any, the interval tells how rare they must be.
        cases.push(match (lost, counts.decided) {
            (_, 0) => Judgement::Unclear,
            (0, _) => Judgement::Contradicted,
            _ => Judgement::Shown,
        });
        sentences.push(format!(
            "{} {row}: {} of {} decided games lost ({} %)",
            row_name(experiment),
            count(lost),
            count(counts.decided),
            percents(wilson(lost, counts.decided)),
        ));
    }
    Some(Finding { verdict: Judgement::verdict(&cases), evidence: sentences.join(". ") + "." })
}

fn always_wins(evidence: &dyn Evidence, experiment: Experiment, row: u32) -> Option<Finding> {
    let counts = all_players(evidence, experiment, row)?;
    let verdict = if counts.decided == 0 {
        Verdict::NoDifference
    } else if counts.wins == counts.decided {
        Verdict::Holds
    } else if Judgement::of_majority(counts, Confidence::NINETY_FIVE) == Judgement::Shown {
        Verdict::HoldsInPart
    } else {
        Verdict::Reversed
    };
    Some(Finding {
        verdict,
        evidence: format!(
            "{} of {} decided games won ({} %).",
            count(counts.wins),
            count(counts.decided),
            percents(wilson(counts.wins, counts.decided)),
        ),
    })
}
