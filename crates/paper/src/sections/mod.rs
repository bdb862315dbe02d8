//! What a report says about a run beside the paper, as sections of a document.

mod conclusions;
mod figures;
mod fits;
mod method;
mod options;
mod tables;

use connect_toe_report::document::Section;

use crate::{Analysis, Results};

/// The sections on a run beside the paper: conclusions, goodness of fit, the paper's figures and tables with our values,
/// readings and options, method, how to cite. What stands above them in a report's summary is
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
