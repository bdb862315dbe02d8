//! What a study found out, with the drawing that shows it.

use connect_toe_experiment::ConditionTally;
use connect_toe_plot::{Estimate, ForestPlot, Unit};

use super::claim::{Claim, HOPELESS, Missing, Need};
use crate::analysis::StudyAnalysis;
use crate::document::Figure;
use crate::figures::forest;
use crate::inline::plain;
use crate::too_few::TooFew;

/// The most rows of a drawing that shows an answer.
pub(super) const MOST_ROWS: usize = 45;

/// What a study found out, before it is put into words and drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) claim: Claim,
    pub(crate) missing: Missing,
    /// The drawing that shows it.
    pub(super) picture: Option<Picture>,
}

impl Found {
    pub(super) fn new(claim: Claim, needs: Vec<Need>, picture: Option<Picture>) -> Found {
        Found { claim, missing: Missing { unplayed: None, needs }, picture }
    }
}

/// A forest plot, before it is drawn: pictures of several studies become one.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) caption: String,
    pub(crate) value_title: String,
    pub(crate) unit: Unit,
    pub(crate) reference: f64,
    pub(crate) rows: Vec<Estimate>,
    /// The row that stands for the study among several.
    pub(crate) main: Option<Estimate>,
}

impl Picture {
    pub(super) fn figure(&self, id: String) -> Figure {
        let plot = ForestPlot {
            description: plain(&self.caption),
            value_title: self.value_title.clone(),
            unit: self.unit,
            reference: self.reference,
            rows: self.rows.clone(),
        };
        forest(id, self.caption.clone(), ["name", &self.value_title], &plot)
    }
}

/// What it would take to show a difference that is not shown, given with its standard error; and why no cell can show
/// anything.
pub(super) fn needs(study: &StudyAnalysis<'_>, difference: Option<(f64, f64)>) -> Vec<Need> {
    let more = difference.and_then(|(difference, error)| times_as_many(study, difference, error));
    more.into_iter().chain(too_few(study)).collect()
}

/// Whether games of a study follow from their starts, and come again.
fn only_repeats(study: &StudyAnalysis<'_>) -> bool {
    let is_fixed = |tally: &ConditionTally| {
        let repeats = tally.repeats.as_ref();
        tally.has_repeats() && repeats.is_some_and(|repeats| !repeats.chance_was_seen())
    };
    let mut played = study.conditions.iter().filter(|one| one.games() > 0).peekable();
    played.peek().is_some() && played.all(|one| is_fixed(&one.tally))
}

/// How many times as many games would show a difference of the size that was seen, in four of five runs: the square of
/// the ratio of 1.96 + 0.84 standard errors to the difference. None where games only repeat each other: more of them are no
/// evidence.
pub(super) fn times_as_many(study: &StudyAnalysis<'_>, difference: f64, standard_error: f64) -> Option<Need> {
    if only_repeats(study) {
        return None;
    }
    let ratio = (2.8 * standard_error / difference.abs()).powi(2);
    if !ratio.is_finite() || ratio > 1e6 {
        return None;
    }
    // Nobody plays more games than that: the better answer is that the players are about equally strong.
    Some(Need::Games((ratio <= HOPELESS as f64).then_some((ratio.ceil() as u64).max(2))))
}

/// Why no cell of a study can show anything, if none can.
pub(super) fn too_few(study: &StudyAnalysis<'_>) -> Option<Need> {
    TooFew::of(&study.study.title, study.conditions.iter().map(|one| &one.condition.protocol))
        .map(Need::Cells)
}
