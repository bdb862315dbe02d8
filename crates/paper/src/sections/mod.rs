//! What a report says about a run beside the paper, as sections of a document.

mod conclusions;
mod figures;
mod fits;
mod method;
mod options;
mod tables;

use std::collections::BTreeMap;

use connect_toe_experiment::Plan;
use connect_toe_report::Extras;
use connect_toe_report::document::{Answer, Section};

use crate::summary::details;
use crate::{Analysis, Results, plain, references};

/// What a report on a run of the paper's experiments shows besides the run itself: the printed values, the findings,
/// and the [`sections`].
///
/// ```
/// use connect_toe_experiment::Tally;
/// use connect_toe_paper::{Analysis, Results, Settings, extras, plan};
/// use connect_toe_report::{Provenance, Report};
///
/// let settings = Settings::default();
/// let plan = plan(&settings)?;
/// let tally = Tally::new(&plan);
/// let results = Results::new(settings, &plan, &tally);
/// let extras = extras(&plan, &results, &Analysis::new(&results));
/// let report = Report::new(&plan, &tally, Provenance::of(&plan, &tally), extras);
/// assert!(report.markdown().contains("## Goodness of fit"));
/// # Ok::<(), connect_toe_paper::SettingsError>(())
/// ```
pub fn extras(plan: &Plan, results: &Results, analysis: &Analysis) -> Extras {
    let plain::Answer { asked, best, others } = plain::Answer::new(results, analysis);
    let readings = results.settings.chosen_readings().map(|reading| reading.title().to_owned());
    Extras {
        references: references(plan),
        level_names: BTreeMap::from([("reading".to_owned(), readings.collect())]),
        answer: best.map(|text| {
            let answer = Answer { question: Some(asked), text, missing: None };
            (answer, figures::headline(results, analysis))
        }),
        findings: others.into_iter().chain(details(results, analysis)).collect(),
        sections: sections(results, analysis),
        ..Extras::default()
    }
}

/// The sections on a run beside the paper: conclusions, goodness of fit, the paper's figures and tables with our
/// values, readings and options, method, how to cite. What stands above them in a report's summary is
/// [`summary`](crate::summary()).
///
/// ```
/// use connect_toe_experiment::Tally;
/// use connect_toe_paper::{Analysis, Results, Settings, plan, sections};
///
/// let settings = Settings::default();
/// let plan = plan(&settings)?;
/// let nothing_yet = Results::new(settings, &plan, &Tally::new(&plan));
/// let sections = sections(&nothing_yet, &Analysis::new(&nothing_yet));
/// assert_eq!(sections[0].heading, "What the printed tables suggest, and what a large sample says");
/// # Ok::<(), connect_toe_paper::SettingsError>(())
/// ```
pub fn sections(results: &Results, analysis: &Analysis) -> Vec<Section> {
    vec![
        conclusions::section(analysis),
        fits::section(analysis),
        figures::section(results, analysis),
        tables::section(results, analysis),
        options::section(&results.settings),
        method::section(),
        method::citation(&results.settings),
    ]
}
