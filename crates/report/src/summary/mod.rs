//! The results in plain words: only what corrected tests and intervals support.

mod factors;
mod first_move;
mod players;
mod ratings;

use connect_toe_experiment::{ConditionTally, Sample};
use connect_toe_stats::{Confidence, SIGNIFICANCE, ScoreComparison, compare_scores, holm, numbers};

use crate::Report;
use crate::analysis::{ConditionAnalysis, Standing, StudyAnalysis};
use crate::answer::{self, Claim};
use crate::document::{Answer, Block, Folded, Heading, Section};
use crate::inline::code;
use crate::notices::notices;

/// The number of findings of a kind that are written one by one.
const MOST_LISTED: usize = 3;

/// What came out, in plain words.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// What must be known before everything else.
    pub(crate) notices: Vec<String>,
    /// What was found out, and the drawing that shows it.
    pub(crate) answer: Option<(Answer, Option<Block>)>,
    /// Findings of other crates, before ours.
    pub(crate) findings: Vec<String>,
    /// A sentence about the whole.
    pub(crate) overview: String,
    /// The studies of which games have been played.
    pub(crate) studies: Vec<StudySummary>,
}

/// What came out of a study.
#[derive(Debug)]
pub(crate) struct StudySummary {
    /// The anchor of the study's section.
    pub(crate) anchor: String,
    pub(crate) title: String,
    /// The study's answer, where the whole has another one.
    pub(crate) answer: Option<String>,
    /// The most important findings, a sentence or two each.
    pub(crate) findings: Vec<String>,
    /// The other findings, and the numbers behind the most important ones.
    pub(crate) details: Vec<String>,
}

impl Summary {
    /// A paragraph each: notices, findings, the whole, and the studies.
    pub(crate) fn paragraphs(self) -> Vec<String> {
        let studies = self.studies.into_iter().map(|study| {
            let title = study.title.trim();
            let colon = if title.ends_with(['?', '.', '!', ':']) { "" } else { ":" };
            let sentences: Vec<String> =
                study.answer.into_iter().chain(study.findings).chain(study.details).collect();
            format!("{title}{colon} {}", sentences.join(" "))
        });
        let answer = self.answer.into_iter().flat_map(|(answer, _)| [Some(answer.text), answer.missing]);
        let answer: Vec<String> = answer.flatten().collect();
        let answer = (!answer.is_empty()).then(|| answer.join(" "));
        let before = self.notices.into_iter().chain(self.findings).chain(answer);
        before.chain([self.overview]).chain(studies).collect()
    }

    /// The first section of a report.
    pub(crate) fn section(self) -> Section {
        let mut blocks = Vec::new();
        if let Some((answer, figure)) = self.answer {
            blocks.push(Block::Answer(answer));
            blocks.extend(figure);
        }
        blocks.extend(self.notices.into_iter().map(Block::Notice));
        blocks.extend(self.findings.into_iter().chain([self.overview]).map(Block::Paragraph));
        for study in self.studies {
            blocks.push(Block::Heading(Heading { text: study.title, link: Some(study.anchor) }));
            blocks.extend(study.answer.map(Block::Paragraph));
            if !study.findings.is_empty() {
                blocks.push(Block::List(study.findings));
            }
            if !study.details.is_empty() {
                blocks.push(Folded::new("Details", [Block::List(study.details)]).into());
            }
        }
        Section::new("summary", "Summary").with(blocks)
    }
}

/// The findings of the whole and of each study.
pub(crate) fn summary(report: &Report<'_>) -> Summary {
    let (notices, findings) = (notices(report), report.extras.findings.clone());
    if report.games() == 0 {
        let overview = "No game has been played yet.".to_owned();
        return Summary { notices, findings, overview, ..Summary::default() };
    }
    let studies = report.studies.iter().enumerate().filter(|(_, study)| study.games() > 0);
    let studies = studies.map(|(place, study)| of_study(report, place, study)).collect();
    Summary { notices, answer: answer::of_report(report), findings, overview: overview(report), studies }
}

fn overview(report: &Report<'_>) -> String {
    let conditions: Vec<&ConditionAnalysis<'_>> =
        report.studies.iter().flat_map(|study| &study.conditions).collect();
    let played = conditions.iter().filter(|condition| condition.games() > 0).count() as u64;
    let all: ConditionTally = conditions.iter().map(|condition| &condition.tally).sum();
    let studies = report.studies.iter().filter(|study| study.games() > 0).count() as u64;
    format!(
        "{} in {} of {}: {} plies on average, {}\u{a0}% drawn.",
        numbers::counted(all.games(), "game"),
        numbers::counted(played, "cell"),
        if studies == 1 { "one study".to_owned() } else { numbers::counted(studies, "study") },
        numbers::mean(all.mean_plies()),
        numbers::percent_or_nothing(all.wdl().decided_rate().map(|rate| 1.0 - rate)),
    )
}

fn of_study(report: &Report<'_>, place: usize, study: &StudyAnalysis<'_>) -> StudySummary {
    let (mut findings, mut details) = (Vec::new(), Vec::new());
    let found = &report.answers[place];
    // The answer of a single study is that of the whole, unless the report brings its own.
    let is_told = report.studies.len() == 1 && report.extras.answer.is_none();
    let answer = Some(found.claim.text()).filter(|text| !is_told && !text.is_empty());
    if study.study.is_round_robin() {
        let (everywhere, of_games) = ratings::by_game(study);
        findings.extend(everywhere);
        details.extend(of_games);
    }
    findings.extend(better_players(study, &found.claim));
    for factor in 0..study.study.factors.len() {
        let trend = factors::trend(study, factor);
        findings.extend(trend.findings);
        details.extend(trend.details);
    }
    findings.extend(players::changed_order(study));
    let mut first_move = first_move::first_move(study, matches!(found.claim, Claim::Games(_))).into_iter();
    findings.extend(first_move.next());
    findings.extend(references(report, study));
    details.extend(ratings::reversals(study));
    details.extend(first_move);
    let (anchor, title) = (crate::study::anchor(place), study.study.title.clone());
    StudySummary { anchor, title, answer, findings, details }
}

/// In how many conditions a player is significantly better, unless the answer says it of the same games.
fn better_players(study: &StudyAnalysis<'_>, answer: &Claim) -> Option<String> {
    let played: Vec<&ConditionAnalysis<'_>> =
        study.conditions.iter().filter(|condition| condition.games() > 0).collect();
    let count = |standing| played.iter().filter(|condition| condition.standing() == standing).count();
    let (better, worse) = (count(Standing::Better), count(Standing::Worse));
    let is_told = match answer {
        Claim::Cells { .. } => true,
        // As many cells as games: the answer has them one by one.
        Claim::Meeting(_) => played.len() == study.by_game().len(),
        _ => false,
    };
    match &played[..] {
        [] => None,
        _ if is_told => None,
        [one] => Some(of_one(study, one)),
        many if better + worse == 0 => {
            Some(format!("In none of the {} cells is a player significantly better.", many.len()))
        }
        many if study.study.is_round_robin() => Some(format!(
            "In {} of {} cells, one player is significantly better.",
            better + worse,
            many.len()
        )),
        many => Some(format!(
            "In {} of {} cells, the player is significantly better, and in {} significantly worse.",
            or_none(better),
            many.len(),
            or_none(worse),
        )),
    }
}

fn or_none(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

fn of_one(study: &StudyAnalysis<'_>, condition: &ConditionAnalysis<'_>) -> String {
    let player = code(&study.names.players[condition.player()].label);
    let score = condition.sample.score().unwrap_or(0.5);
    let score = numbers::percent_with(score, condition.sample.score_interval());
    if condition.condition.is_of_equals() {
        return format!("{player} scores {score} against itself.");
    }
    let opponent = code(&study.names.opponents[condition.opponent()].label);
    let verdict = match condition.standing() {
        Standing::Better => "it is significantly better",
        Standing::Worse => "it is significantly worse",
        Standing::Open => "the difference is not significant",
    };
    format!("{player} scores {score} against {opponent}; {verdict}.")
}

/// How many printed values differ from ours.
fn references(report: &Report<'_>, study: &StudyAnalysis<'_>) -> Option<String> {
    let references = report.references()?;
    let tested: Vec<f64> =
        study.conditions.iter().filter_map(|condition| Some(condition.reference_p?.1)).collect();
    let differing = tested.iter().filter(|&&adjusted| adjusted < SIGNIFICANCE).count();
    let differ = match differing {
        0 => "none of ours differs".to_owned(),
        1 => "1 of ours differs".to_owned(),
        many => format!("{many} of ours differ"),
    };
    (!tested.is_empty()).then(|| {
        let cells = numbers::counted(tested.len() as u64, "cell");
        let have = if tested.len() == 1 { "has" } else { "have" };
        format!(
            "{cells} {have} a printed value in {}; {differ} significantly from it, with the cells of this study as \
             one family of tests.",
            references.source
        )
    })
}

/// Which of a family of differences are significant.
fn significant(pairs: impl Iterator<Item = (Sample, Sample)>) -> Vec<bool> {
    let p_values: Vec<f64> = pairs
        .map(|(one, other)| {
            compare_scores(one.counts(), other.counts(), Confidence::NINETY_FIVE)
                .map_or(1.0, |found| found.p_value)
        })
        .collect();
    holm(&p_values).into_iter().map(|adjusted| adjusted < SIGNIFICANCE).collect()
}

/// Whether the two extremes of several samples differ significantly: they were chosen among all pairs.
fn of_extremes(found: ScoreComparison, samples: usize) -> &'static str {
    let pairs = samples * samples.saturating_sub(1) / 2;
    let is_significant = found.p_value * (pairs as f64) < SIGNIFICANCE;
    if is_significant { "the difference is significant" } else { "the difference is not significant" }
}

/// The first of several findings, and how many more there are.
fn first_few(found: &[String]) -> String {
    let more = found.len().saturating_sub(MOST_LISTED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    found[..found.len().min(MOST_LISTED)].join("; ") + &rest
}

/// Whether two scores are equal: they differ by no more than adding up does through rounding.
fn is_level(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| (one - other).abs() < 1e-12)
}
