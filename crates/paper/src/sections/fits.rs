//! The table on goodness of fit.

use connect_toe_report::document::{Entry, Section, Table};
use connect_toe_stats::numbers::{NOTHING, decimal, signed_decimal};

use crate::{Analysis, Fit, FitScope, Reading};

pub(super) fn section(analysis: &Analysis) -> Section {
    let table = Table::new("fit-of-readings", "How well each reading explains the printed values").columns(
        2,
        [
            "values of",
            "reading",
            "number",
            "that differ",
            "G²",
            "G² by chance",
            "excess",
            "log-likelihood",
            "mean distance, points",
        ],
    );
    let rows = rows(analysis).into_iter();
    let table = rows.fold(table, |table, (reading, fit)| table.row(row(reading, fit)));
    Section::new("fit", "Goodness of fit").with([
        "How well does each reading explain the counts recovered from the paper? The deviance G² is 0 for a perfect fit. \
         “G² by chance” is its mean and spread if the reading were exactly right and only chance at work. The excess is \
         the distance from that mean in standard deviations: about 2 or less is unremarkable."
            .into(),
        table.into(),
    ])
}

/// Experiment by experiment, the readings below each other.
fn rows(analysis: &Analysis) -> Vec<(Reading, &Fit)> {
    let scopes = analysis.readings.first().map_or(&[][..], |part| &part.fits);
    let of_scope = |scope: FitScope| {
        analysis
            .readings
            .iter()
            .filter_map(move |part| Some((part.reading, part.fits.iter().find(|fit| fit.scope == scope)?)))
    };
    scopes.iter().flat_map(|fit| of_scope(fit.scope)).collect()
}

fn row(reading: Reading, fit: &Fit) -> [Entry; 9] {
    let scope = match fit.scope {
        FitScope::Experiment(experiment) => experiment.title(),
        FitScope::Total => "All pairings",
        FitScope::DecidedGames => "Decided games (table 5)",
    };
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_owned());
    [
        scope.into(),
        reading.title().into(),
        fit.values.to_string().into(),
        fit.differing.to_string().into(),
        decimal(fit.deviance, 1).into(),
        format!("{} ± {}", decimal(fit.expected_deviance, 1), decimal(fit.deviance_spread, 1)).into(),
        or_nothing(fit.excess().map(|excess| signed_decimal(excess, 1))).into(),
        decimal(fit.log_likelihood, 1).into(),
        or_nothing(fit.mean_absolute_difference.map(|distance| decimal(100.0 * distance, 1))).into(),
    ]
}
