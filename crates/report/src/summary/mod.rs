//! The results in plain words: only what corrected tests and intervals support.

mod factors;
mod finding;
mod first_move;
mod players;
mod print;
mod ratings;

use connect_toe_experiment::ConditionTally;
use connect_toe_stats::{SIGNIFICANCE, Wdl, numbers};

use finding::{Finding, Findings};

use crate::Report;
use crate::analysis::{ConditionAnalysis, Standing, StudyAnalysis};
use crate::answer::{self, Claim};
use crate::document::{Answer, Block, Folded, Heading, Section};
use crate::notices::notices;

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
        // A reader who stops at the answer has read what limits it.
        let mut blocks: Vec<Block> = self.notices.into_iter().map(Block::Notice).collect();
        if let Some((answer, figure)) = self.answer {
            blocks.push(Block::Answer(answer));
            blocks.extend(figure);
        }
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
    let drawn = overview_of_draws(&conditions);
    format!(
        "{} in {} of {}: {} plies on average{drawn}.",
        numbers::counted(all.games(), "game"),
        numbers::counted(played, "cell"),
        if studies == 1 { "one study".to_owned() } else { numbers::counted(studies, "study") },
        numbers::mean(all.mean_plies()),
    )
}

/// How many of all games are drawn, of those whose rules have draws.
fn overview_of_draws(conditions: &[&ConditionAnalysis<'_>]) -> String {
    let drawable = conditions.iter().filter(|one| one.condition.game.can_be_drawn());
    let results = drawable.clone().map(|one| one.tally.wdl()).sum::<Wdl>();
    let drawn = numbers::percent_or_nothing(results.decided_rate().map(|rate| 1.0 - rate));
    match drawable.count() {
        0 => String::new(),
        all if all == conditions.len() => format!(", {drawn}\u{a0}% drawn"),
        _ => format!(", {drawn}\u{a0}% drawn of those whose rules have draws"),
    }
}

fn of_study(report: &Report<'_>, place: usize, study: &StudyAnalysis<'_>) -> StudySummary {
    let mut found = Findings::default();
    let claim = &report.answers[place].claim;
    // The answer of a single study is that of the whole, unless the report brings its own.
    let is_told = report.studies.len() == 1 && report.extras.answer.is_none();
    let answer = Some(claim.text()).filter(|text| !is_told && !text.is_empty());
    if study.study.is_round_robin() {
        ratings::truth(study, &mut found);
        ratings::by_game(study, &mut found);
    }
    found.findings.extend(better_players(study, claim));
    for factor in 0..study.study.factors.len() {
        factors::of_factor(study, factor, &mut found);
    }
    found.findings.extend(players::changed_order(study));
    found.details.extend(ratings::reversals(study));
    first_move::first_move(study, matches!(claim, Claim::Games(_)), &mut found);
    found.findings.extend(references(report, study));
    let (anchor, title) = (crate::study::anchor(place), study.study.title.clone());
    let [findings, details] =
        [found.findings, found.details].map(|all| all.iter().map(Finding::text).collect());
    StudySummary { anchor, title, answer, findings, details }
}

/// In how many conditions a player is significantly better, unless the answer says it of the same games.
fn better_players<'a>(study: &'a StudyAnalysis<'_>, answer: &Claim) -> Option<Finding<'a>> {
    let played: Vec<&ConditionAnalysis<'_>> =
        study.conditions.iter().filter(|condition| condition.games() > 0).collect();
    let is_told = match answer {
        Claim::Cells { .. } => true,
        // As many cells as games: the answer has them one by one.
        Claim::Meeting(_) => played.len() == study.by_game().len(),
        _ => false,
    };
    if let [one] = &played[..]
        && !is_told
    {
        let is_of_equals = one.condition.is_of_equals();
        return Some(Finding::Cell {
            player: &study.names.players[one.player()].label,
            opponent: (!is_of_equals).then(|| study.names.opponents[one.opponent()].label.as_str()),
            sample: one.sample,
            standing: one.standing(),
        });
    }
    let count = |standing| played.iter().filter(|condition| condition.standing() == standing).count();
    let (better, worse) = (count(Standing::Better), count(Standing::Worse));
    let is_round_robin = study.study.is_round_robin();
    let cells = played.len();
    (cells > 0 && !is_told).then_some(Finding::Cells { better, worse, cells, is_round_robin })
}

/// How many printed values differ from ours.
fn references<'a>(report: &'a Report<'_>, study: &StudyAnalysis<'_>) -> Option<Finding<'a>> {
    let source = &report.references()?.source;
    let tested: Vec<f64> =
        study.conditions.iter().filter_map(|condition| Some(condition.reference_p?.1)).collect();
    let differing = tested.iter().filter(|&&adjusted| adjusted < SIGNIFICANCE).count();
    (!tested.is_empty()).then_some(Finding::References { source, cells: tested.len(), differing })
}
