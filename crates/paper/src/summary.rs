//! A run in words.

use connect_toe_stats::numbers::{count, decimal, power_of_ten};

use crate::{Analysis, Conclusion, FitScope, Reading, ReadingAnalysis, Results, Verdict};

/// The run in words, a paragraph each.
pub fn summary(results: &Results, analysis: &Analysis) -> Vec<String> {
    paragraphs(results, analysis, None)
}

/// The same without what the [`headline`] says.
pub(crate) fn below_headline(results: &Results, analysis: &Analysis) -> Vec<String> {
    paragraphs(results, analysis, of_headline(analysis))
}

/// The reading that the headline is about.
fn of_headline(analysis: &Analysis) -> Option<Reading> {
    let mut readings = analysis.readings.iter().map(|part| part.reading);
    let first = readings.clone().next();
    readings.find(|&reading| reading == Reading::Exact).or(first)
}

/// The run in words; the verdicts on this reading are told already.
fn paragraphs(results: &Results, analysis: &Analysis, told: Option<Reading>) -> Vec<String> {
    let mut paragraphs = vec![sample(results)];
    paragraphs.extend(better_reading(analysis));
    paragraphs.extend(analysis.readings.iter().filter_map(agreement));
    for part in analysis.readings.iter().filter(|part| told != Some(part.reading)) {
        paragraphs.extend(verdicts(analysis, part.reading));
    }
    let exact = |wanted: Verdict| {
        move |conclusion: &Conclusion| {
            conclusion.under(Reading::Exact).is_some_and(|finding| finding.verdict == wanted)
        }
    };
    paragraphs.extend(claims(analysis, "With a correct search these stand:", exact(Verdict::Holds)));
    paragraphs.extend(claims(analysis, "A correct search contradicts these:", exact(Verdict::Reversed)));
    paragraphs.extend(claims(
        analysis,
        "Seen with the published search but not with a correct one, and so effects of its defect:",
        Conclusion::is_artefact,
    ));
    paragraphs
}

/// The run in one sentence: how many of the paper's conclusions stand. `None` if no claim was put to the test.
pub(crate) fn headline(results: &Results, analysis: &Analysis) -> Option<String> {
    let reading = of_headline(analysis)?;
    let found: Vec<Verdict> =
        analysis.conclusions.iter().filter_map(|one| Some(one.under(reading)?.verdict)).collect();
    let how_many = |wanted| found.iter().filter(|&&verdict| verdict == wanted).count();
    let artefacts = analysis.conclusions.iter().filter(|conclusion| conclusion.is_artefact()).count();
    let artefacts = match artefacts {
        0 => String::new(),
        1 => "; 1 of those that fail is an effect of the published search’s defect".to_owned(),
        many => format!("; {many} of those that fail are effects of the published search’s defect"),
    };
    let so_far = if results.is_complete() { "" } else { "So far: " };
    (!found.is_empty()).then(|| {
        format!(
            "{so_far}Of {} conclusions that the printed tables suggest, {} confirms {}, confirms {} in part, refutes {}, \
             and shows no difference for {}{artefacts}.",
            found.len(),
            search(reading),
            how_many(Verdict::Holds),
            how_many(Verdict::HoldsInPart),
            how_many(Verdict::Reversed),
            how_many(Verdict::NoDifference),
        )
    })
}

fn sample(results: &Results) -> String {
    let per_cell = results.settings.games_per_cell;
    if !results.is_complete() {
        return format!(
            "{} of {} games were played, at most {} in each of {} cells. This is a part of the run.",
            count(results.games()),
            count(results.games_planned()),
            count(u64::from(per_cell)),
            count(results.pairings.len() as u64),
        );
    }
    let ratio = if per_cell.is_multiple_of(10) && per_cell > 10 {
        format!(", {} times the paper’s 10 (it played 20 in some)", count(u64::from(per_cell / 10)))
    } else {
        "; the paper played 10 (20 in some)".to_owned()
    };
    format!(
        "{} games were played, {} in each of {} cells{ratio}.",
        count(results.games()),
        count(u64::from(per_cell)),
        count(results.pairings.len() as u64),
    )
}

/// A reading's search in running text.
const fn search(reading: Reading) -> &'static str {
    match reading {
        Reading::Exact => "a correct search",
        Reading::Published => "the published search",
    }
}

fn agreement(part: &ReadingAnalysis) -> Option<String> {
    let total = part.fits.iter().find(|fit| fit.scope == FitScope::Total)?;
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
        "Against {}, {} of {} printed values of single pairings differ significantly, and {pooled_differing} of {} \
         pooled ones. Over the single pairings the deviance is {}; chance alone would give \
         {} ± {}.{distance}{decided}",
        search(part.reading),
        total.differing,
        total.values,
        pooled.len(),
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
        "The printed tables are about as likely under either reading.".to_owned()
    } else {
        format!(
            "Under {} the printed tables are about {} times as likely as under {}.",
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

/// The claims of one kind; `None` if there are none.
fn claims(analysis: &Analysis, introduction: &str, wanted: impl Fn(&Conclusion) -> bool) -> Option<String> {
    let claims: Vec<String> = analysis
        .conclusions
        .iter()
        .filter(|conclusion| wanted(conclusion))
        .map(|conclusion| format!("“{}”", conclusion.claim.trim_end_matches('.')))
        .collect();
    (!claims.is_empty()).then(|| format!("{introduction} {}.", claims.join("; ")))
}
