//! A plan's results and their analysis.

use connect_toe_experiment::{Plan, Tally};

use crate::analysis::StudyAnalysis;
use crate::answer::{self, Found};
use crate::extras::Extras;
use crate::provenance::Provenance;
use crate::references::References;

/// A plan's results and their analysis, ready to be written in every format.
///
/// What is written depends on what is given to [`new`](Report::new) alone: the same input gives the same bytes.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
///
/// use connect_toe_experiment::{Plan, Protocol, Tally, play};
/// use connect_toe_report::{Extras, Provenance, Report};
///
/// let (game, player, opponent) = ("3x3:3".parse()?, "perfect".parse()?, "random".parse()?);
/// let plan = Plan::of_match(game, player, opponent, Protocol::new(40), 7);
/// let mut tally = Tally::new(&plan);
/// play(&plan, &plan.everything(), &Stop::new(), |pair| {
///     pair.iter().for_each(|pair| tally.count(pair));
///     ControlFlow::Continue(())
/// })?;
/// let report = Report::new(&plan, &tally, Provenance::of(&plan, &tally), Extras::default());
/// assert!(report.summary()[0].starts_with("`perfect` beats `random`: "));
/// assert!(report.summary()[1].starts_with("40 games in 1 cell of one study: "));
/// assert!(report.summary()[2].starts_with("A match: Moving first scores "));
/// assert!(report.html()?.contains("<code>perfect</code> beats <code>random</code>: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Report<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) provenance: Provenance,
    pub(crate) extras: Extras,
    pub(crate) studies: Vec<StudyAnalysis<'a>>,
    /// What each study found out.
    pub(crate) answers: Vec<Found>,
}

impl<'a> Report<'a> {
    /// Analyses what has been played. Conditions that the tally does not have count as not played.
    pub fn new(plan: &'a Plan, tally: &Tally, provenance: Provenance, extras: Extras) -> Report<'a> {
        let studies: Vec<_> =
            (0..plan.studies.len()).map(|place| StudyAnalysis::new(plan, tally, place, &extras)).collect();
        let answers = studies.iter().map(|study| answer::of_study(study, &provenance)).collect();
        Report { plan, provenance, extras, studies, answers }
    }

    /// Whether `has` is true of any study.
    pub(crate) fn any_study(&self, has: impl Fn(&StudyAnalysis<'a>) -> bool) -> bool {
        self.studies.iter().any(has)
    }

    /// Values that are printed elsewhere, if any condition has one.
    pub(crate) fn references(&self) -> Option<&References> {
        self.extras.references.as_ref().filter(|_| self.any_study(StudyAnalysis::has_references))
    }

    /// All games that have been played.
    pub(crate) fn games(&self) -> u64 {
        self.studies.iter().map(StudyAnalysis::games).sum()
    }
}
