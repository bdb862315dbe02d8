//! The results in plain words: only what corrected tests and intervals support.

mod factors;
mod first_move;
mod players;
mod ratings;

use connect_toe_experiment::{CellTally, Sample};
use connect_toe_stats::{Confidence, ScoreComparison, compare_scores, holm};

use super::ExperimentReport;
use super::analysis::{CellAnalysis, SIGNIFICANCE, Standing, StudyAnalysis};
use super::{method, text};

/// How many findings of a kind are told one by one.
const MOST_TOLD: usize = 3;

/// What came out, in plain words.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// What must be known before everything else.
    pub(crate) notices: Vec<String>,
    /// A sentence about the whole.
    pub(crate) overview: String,
    /// The studies of which games have been played.
    pub(crate) studies: Vec<StudySummary>,
}

/// What came out of a study.
#[derive(Debug)]
pub(crate) struct StudySummary {
    /// The study's place in the experiment, from 1.
    pub(crate) number: usize,
    pub(crate) title: String,
    /// The most important findings, a sentence or two each.
    pub(crate) findings: Vec<String>,
    /// The others, and numbers that bear those out.
    pub(crate) details: Vec<String>,
}

impl Summary {
    /// A paragraph each: notices, the whole, and the studies.
    pub(crate) fn paragraphs(self) -> Vec<String> {
        let studies = self.studies.into_iter().map(|study| {
            let title = study.title.trim();
            let colon = if title.ends_with(['?', '.', '!', ':']) { "" } else { ":" };
            let sentences: Vec<String> = study.findings.into_iter().chain(study.details).collect();
            format!("{title}{colon} {}", sentences.join(" "))
        });
        self.notices.into_iter().chain([self.overview]).chain(studies).collect()
    }
}

/// The findings of the whole and of each study.
pub(crate) fn summary(report: &ExperimentReport<'_>) -> Summary {
    let notices = method::notices(report);
    if report.games() == 0 {
        return Summary { notices, overview: "No game has been played yet.".to_owned(), studies: Vec::new() };
    }
    let studies = (1..).zip(&report.studies).filter(|(_, study)| study.games() > 0);
    let studies = studies.map(|(number, study)| of_study(number, study)).collect();
    Summary { notices, overview: overview(report), studies }
}

fn overview(report: &ExperimentReport<'_>) -> String {
    let cells: Vec<&CellAnalysis<'_>> = report.studies.iter().flat_map(|study| &study.cells).collect();
    let played = cells.iter().filter(|cell| cell.sample.games.games() > 0).count() as u64;
    let all: CellTally = cells.iter().map(|cell| &cell.tally).sum();
    let studies = report.studies.iter().filter(|study| study.games() > 0).count() as u64;
    let studies =
        if studies == 1 { "one study".to_owned() } else { text::of(studies, "study").replace("ys", "ies") };
    format!(
        "{} were played in {} of {studies}, {} plies long on average; {}\u{a0}% of them were drawn.",
        text::of(all.games(), "game"),
        text::of(played, "cell"),
        text::mean(all.mean_plies()),
        text::percent_or_nothing(all.wdl().decided_rate().map(|rate| 1.0 - rate)),
    )
}

fn of_study(number: usize, study: &StudyAnalysis<'_>) -> StudySummary {
    let (mut findings, mut details) = (Vec::new(), Vec::new());
    if study.study.is_round_robin {
        let mut best = ratings::best_of_all(study).into_iter();
        findings.extend(best.next());
        // One more sentence is about all games, more are about one game each.
        if best.len() == 1 { findings.extend(best) } else { details.extend(best) }
    } else if !study.comparisons.is_empty() {
        findings.extend(players::best_player(study));
    }
    findings.extend(cells_shown(study));
    for factor in 0..study.study.factors.len() {
        let told = factors::trend(study, factor);
        findings.extend(told.findings);
        details.extend(told.details);
    }
    findings.extend(players::changed_order(study));
    let mut first_move = first_move::first_move(study).into_iter();
    findings.extend(first_move.next());
    findings.extend(printed(study));
    details.extend(ratings::reversals(study));
    details.extend(first_move);
    StudySummary { number, title: study.study.title.clone(), findings, details }
}

/// In how many cells a difference is shown.
fn cells_shown(study: &StudyAnalysis<'_>) -> Option<String> {
    let played: Vec<&CellAnalysis<'_>> =
        study.cells.iter().filter(|cell| cell.sample.games.games() > 0).collect();
    let count = |standing| played.iter().filter(|cell| cell.standing() == standing).count();
    let with_interval = |cell: &CellAnalysis<'_>| {
        text::percent_with(cell.sample.score().unwrap_or(0.5), cell.sample.score_interval())
    };
    match &played[..] {
        [] => None,
        [one] if one.is_of_equals() => Some(format!(
            "{} scores {} against its like.",
            study.layout.players[one.place.player].label,
            with_interval(one),
        )),
        [one] => Some(format!(
            "{} scores {} against {}: {}.",
            study.layout.players[one.place.player].label,
            with_interval(one),
            study.layout.opponents[one.place.opponent].label,
            match one.standing() {
                Standing::Better => "shown to be the better one",
                Standing::Worse => "shown to be the worse one",
                Standing::NotShown => "no difference is shown",
            }
        )),
        many => {
            let shown = count(Standing::Better) + count(Standing::Worse);
            Some(if shown == 0 {
                format!("In none of its {} cells is one player shown to be the better one.", many.len())
            } else if study.study.is_round_robin {
                format!("In {shown} of its {} cells one player is shown to be the better one.", many.len())
            } else {
                format!(
                    "In {} of its {} cells the player is shown to be the better one, in {} the worse one.",
                    count(Standing::Better),
                    many.len(),
                    count(Standing::Worse),
                )
            })
        }
    }
}

/// How many of the paper's values are unlike ours.
fn printed(study: &StudyAnalysis<'_>) -> Option<String> {
    let tested: Vec<f64> = study.cells.iter().filter_map(|cell| Some(cell.printed_p?.1)).collect();
    let unlike = tested.iter().filter(|&&adjusted| adjusted < SIGNIFICANCE).count();
    (!tested.is_empty()).then(|| {
        format!(
            "For {} the 2004 paper prints a value; {} of them {} from ours by more than chance.",
            text::of(tested.len() as u64, "cell"),
            if unlike == 0 { "none".to_owned() } else { unlike.to_string() },
            if unlike <= 1 { "differs" } else { "differ" },
        )
    })
}

/// Which of a family of differences are shown.
fn shown(pairs: impl Iterator<Item = (Sample, Sample)>) -> Vec<bool> {
    let p_values: Vec<f64> = pairs
        .map(|(one, other)| {
            compare_scores(one.counts(), other.counts(), Confidence::NINETY_FIVE)
                .map_or(1.0, |found| found.p_value)
        })
        .collect();
    holm(&p_values).into_iter().map(|adjusted| adjusted < SIGNIFICANCE).collect()
}

/// Whether a difference is shown between the two extremes of so many samples: they were chosen among all pairs.
fn of_extremes(found: ScoreComparison, samples: usize) -> &'static str {
    let pairs = samples * samples.saturating_sub(1) / 2;
    let is_shown = found.p_value * (pairs as f64) < SIGNIFICANCE;
    if is_shown { "the difference is shown" } else { "no difference is shown" }
}

/// The first of several findings, and how many more there are.
fn first_few(found: &[String]) -> String {
    let more = found.len().saturating_sub(MOST_TOLD);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    found[..found.len().min(MOST_TOLD)].join("; ") + &rest
}
