//! A run in words.

use connect_toe_stats::numbers::{count, counted, decimal, power_of_ten};

use crate::{Analysis, Conclusion, FitScope, Reading, ReadingAnalysis, Results, Verdict, plain};

/// The run in words, a paragraph each: what a student asks first, then what was played, and how the printed values
/// compare.
pub fn summary(results: &Results, analysis: &Analysis) -> Vec<String> {
    let first = plain::Answer::new(results, analysis).sentences();
    first.chain(details(results, analysis)).collect()
}

/// The run in words, without the first answer.
pub(crate) fn details(results: &Results, analysis: &Analysis) -> Vec<String> {
    let mut paragraphs = vec![sample(results)];
    paragraphs.extend(better_reading(analysis));
    let mut is_first = true;
    for part in &analysis.readings {
        let told = agreement(part, is_first);
        is_first &= told.is_none();
        paragraphs.extend(told);
    }
    let others = analysis.readings.iter().filter(|part| Some(part.reading) != plain::reading(analysis));
    paragraphs.extend(others.filter_map(|part| verdicts(analysis, part.reading)));
    let artefacts: Vec<&Conclusion> = analysis.conclusions.iter().filter(|one| one.is_artefact()).collect();
    if !artefacts.is_empty() {
        paragraphs.push(format!(
            "Seen with the published search but not with a correct one, and so effects of its defect: {}.",
            claims(&artefacts)
        ));
    }
    paragraphs
}

fn sample(results: &Results) -> String {
    let per_cell = results.settings.games_per_cell;
    let cells = counted(results.pairings.len() as u64, "cell");
    if !results.is_complete() {
        return format!(
            "{} of {} were played, at most {} in each of {cells}. This is a part of the run.",
            count(results.games()),
            counted(results.games_planned(), "game"),
            count(u64::from(per_cell)),
        );
    }
    let ratio = if per_cell.is_multiple_of(10) && per_cell > 10 {
        format!("{} times the paper’s 10 (it played 20 in some)", count(u64::from(per_cell / 10)))
    } else {
        "the paper played 10, in some 20".to_owned()
    };
    format!(
        "{} were played, {} in each of {cells} (two players at one depth or board size): {ratio}.",
        counted(results.games(), "game"),
        count(u64::from(per_cell)),
    )
}

/// A reading's search in running text.
pub(crate) const fn search(reading: Reading) -> &'static str {
    match reading {
        Reading::Exact => "a correct search",
        Reading::Published => "the published search",
    }
}

/// How the printed values compare with those of a reading. The first of these paragraphs explains its terms.
fn agreement(part: &ReadingAnalysis, is_first: bool) -> Option<String> {
    let total = part.fits.iter().find(|fit| fit.scope == FitScope::Total)?;
    let term = |explanation: &'static str| if is_first { explanation } else { "" };
    let distance = total.mean_absolute_difference.map_or_else(String::new, |distance| {
        format!(" Printed and new values lie {} points apart on average.", decimal(100.0 * distance, 1))
    });
    let pooled: Vec<_> = part.comparisons.iter().filter(|comparison| !comparison.is_single()).collect();
    let pooled_differing = pooled.iter().filter(|comparison| comparison.differs).count();
    let decided =
        part.fits.iter().find(|fit| fit.scope == FitScope::DecidedGames).map_or_else(String::new, |fit| {
            format!(
                " The numbers of decided Tic-Tac-Toe games (table 5) differ in {} of {} rows.",
                fit.differing, fit.values
            )
        });
    Some(format!(
        "Against {}, {} of {} printed values of single pairings differ significantly{}, and {pooled_differing} of {} \
         pooled ones{}. The deviance of the single pairings{} is {}; chance alone would give {} ± {}.{distance}{decided}",
        search(part.reading),
        total.differing,
        total.values,
        term(" (by more than chance explains)"),
        pooled.len(),
        term(" (a heuristic’s games with all opponents taken together)"),
        term(", which measures how far the printed values lie from ours and is 0 where they agree,"),
        decimal(total.deviance, 0),
        decimal(total.expected_deviance, 0),
        decimal(total.deviance_spread, 0),
    ))
}

fn better_reading(analysis: &Analysis) -> Option<String> {
    let log_likelihood = |reading| {
        let fits = &analysis.reading(reading)?.fits;
        let total = fits.iter().find(|fit| fit.scope == FitScope::Total)?;
        Some(total.log_likelihood)
    };
    let gain = log_likelihood(Reading::Published)? - log_likelihood(Reading::Exact)?;
    let (better, worse) =
        if gain >= 0.0 { (Reading::Published, Reading::Exact) } else { (Reading::Exact, Reading::Published) };
    let powers = gain.abs() / std::f64::consts::LN_10;
    Some(if powers < 1.0 {
        "Games by either search would give the printed tables about equally often: their likelihoods are alike."
            .to_owned()
    } else {
        format!(
            "Games by {} give exactly the printed tables about {} times as often as games by {}: this is the ratio of the \
             two likelihoods.",
            search(better),
            power_of_ten(powers.round() as i64),
            search(worse)
        )
    })
}

fn verdicts(analysis: &Analysis, reading: Reading) -> Option<String> {
    let found: Vec<Verdict> = analysis
        .conclusions
        .iter()
        .filter_map(|conclusion| Some(conclusion.under(reading)?.verdict))
        .collect();
    if found.is_empty() {
        return None;
    }
    let how_many = |wanted| found.iter().filter(|&&verdict| verdict == wanted).count();
    Some(format!(
        "Of {} conclusions that the printed tables suggest, {} upholds {}, upholds {} in part, shows no difference \
         beyond noise for {} and contradicts {}.",
        found.len(),
        search(reading),
        how_many(Verdict::Holds),
        how_many(Verdict::HoldsInPart),
        how_many(Verdict::NoDifference),
        how_many(Verdict::Reversed),
    ))
}

/// Claims in a row.
pub(crate) fn claims(claims: &[&Conclusion]) -> String {
    let claims = claims.iter().map(|conclusion| format!("“{}”", conclusion.claim.trim_end_matches('.')));
    claims.collect::<Vec<String>>().join("; ")
}
