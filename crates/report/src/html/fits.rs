use connect_toe_paper::{Fit, FitScope, Reading};

use crate::PaperReport;

/// A line of the table on goodness of fit.
#[derive(Debug)]
pub(super) struct FitView {
    pub(super) scope: &'static str,
    pub(super) reading: &'static str,
    pub(super) cells: usize,
    pub(super) differing: usize,
    pub(super) deviance: String,
    pub(super) expected: String,
    pub(super) excess: String,
    pub(super) log_likelihood: String,
    pub(super) distance: String,
}

/// Experiment by experiment, the readings below each other.
pub(super) fn fits(report: &PaperReport<'_>) -> Vec<FitView> {
    let readings = &report.analysis.readings;
    let Some(first) = readings.first() else { return Vec::new() };
    first
        .fits
        .iter()
        .flat_map(|fit| {
            readings.iter().filter_map(|part| {
                let same = part.fits.iter().find(|other| other.scope == fit.scope)?;
                Some(FitView::new(part.reading, same))
            })
        })
        .collect()
}

impl FitView {
    fn new(reading: Reading, fit: &Fit) -> Self {
        Self {
            scope: match fit.scope {
                FitScope::Experiment(experiment) => experiment.title(),
                FitScope::Total => "All pairings",
                FitScope::DecidedGames => "Decided games (table 5)",
            },
            reading: reading.name(),
            cells: fit.cells,
            differing: fit.differing,
            deviance: format!("{:.1}", fit.deviance),
            expected: format!("{:.1} ± {:.1}", fit.expected_deviance, fit.deviance_spread),
            excess: fit
                .excess()
                .map_or_else(|| "–".to_owned(), |excess| format!("{excess:+.1}").replace('-', "−")),
            log_likelihood: format!("{:.1}", fit.log_likelihood).replace('-', "−"),
            distance: fit
                .mean_absolute_difference
                .map_or_else(|| "–".to_owned(), |distance| format!("{:.1}", 100.0 * distance)),
        }
    }
}
