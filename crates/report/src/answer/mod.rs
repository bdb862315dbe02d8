//! What a study, and the whole, found out: one sentence and one drawing, before everything else.
//!
//! What is asked follows from the design alone: who is best among several players, which of two players is better, or
//! what games are like in which a player meets itself. A difference is stated as found only where the same intervals
//! and tests as in the summary bear it out.

mod by_side;
mod claim;
mod effects;
mod found;
mod of_games;
mod of_players;
mod print;
mod ranking;
mod whole;

use crate::analysis::{ConditionAnalysis, StudyAnalysis};
use crate::document::{Answer, Block, Figures};
use crate::provenance::Provenance;

use claim::Unplayed;
pub(crate) use claim::{Claim, Lead, Ranking};
pub(crate) use found::Found;
pub(crate) use ranking::by_rating;
pub(crate) use whole::of_report;

/// What a study found out.
pub(crate) fn of_study(study: &StudyAnalysis<'_>, provenance: &Provenance) -> Found {
    let mut found = if study.games() == 0 {
        Found { claim: Claim::Unplayed, ..Found::default() }
    } else {
        of_games::found(study).unwrap_or_else(|| of_players::found(study))
    };
    found.missing.unplayed = unplayed(provenance, study.conditions.iter());
    found
}

/// What has not been played of these conditions. Nothing more is to be played of a match that its test has ended,
/// whatever its plan has left.
fn unplayed<'a, 'b: 'a>(
    provenance: &Provenance,
    conditions: impl Iterator<Item = &'a ConditionAnalysis<'b>>,
) -> Option<Unplayed> {
    if provenance.is_complete() {
        return None;
    }
    let mut all = Unplayed { games: 0, planned: 0, cells: 0, cells_without_games: 0 };
    for one in conditions {
        let planned = one.condition.protocol.games;
        all.games += planned - one.games();
        all.planned += planned;
        all.cells += u64::from(one.games() < planned);
        all.cells_without_games += u64::from(one.games() == 0);
    }
    (all.cells > 0).then_some(all)
}

/// The answer of a study as the first block of its section.
pub(crate) fn block(study: &StudyAnalysis<'_>, found: &Found) -> Block {
    let (question, text) = (study.study.question.clone(), found.claim.text());
    Block::Answer(Answer { question, text, missing: found.missing.text() })
}

/// The drawing of a study's answer.
pub(crate) fn figure(study: &StudyAnalysis<'_>, found: &Found) -> Option<Block> {
    let picture = found.picture.as_ref()?;
    let figure = picture.figure(format!("{}-answer", study.study.name));
    Some(Figures { figures: vec![figure], ..Figures::default() }.into())
}
