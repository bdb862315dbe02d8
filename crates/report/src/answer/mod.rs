//! What a study, and the whole, found out: one sentence and one drawing, before everything else.
//!
//! What is asked follows from the design alone: who is best among several players, which of two players is better, or
//! what games are like in which a player meets itself. A difference is stated as found only where the same intervals
//! and tests as in the summary bear it out.

mod claim;
mod effects;
mod of_games;
mod of_players;
mod print;
mod ranking;

use connect_toe_plot::{Estimate, ForestPlot, Unit};

use crate::analysis::{ConditionAnalysis, StudyAnalysis};
use crate::document::{Answer, Block, Figure, Figures};
use crate::figures::forest;
use crate::inline::plain;
use crate::notices::TooFew;
use crate::{Provenance, Report};

pub(crate) use claim::{Claim, Lead, Ranking};
use claim::{Missing, Need, Unplayed};
pub(crate) use ranking::by_rating;

/// The most rows of a drawing that shows an answer.
const MOST_ROWS: usize = 45;

/// What a study found out, before it is put into words and drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) claim: Claim,
    pub(crate) missing: Missing,
    /// The drawing that shows it.
    picture: Option<Picture>,
}

impl Found {
    fn new(claim: Claim, needs: Vec<Need>, picture: Option<Picture>) -> Found {
        Found { claim, missing: Missing { unplayed: None, needs }, picture }
    }
}

/// A forest plot, before it is drawn: pictures of several studies become one.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) caption: String,
    pub(crate) value_title: &'static str,
    pub(crate) unit: Unit,
    pub(crate) reference: f64,
    pub(crate) rows: Vec<Estimate>,
    /// The row that stands for the study among several.
    pub(crate) main: Option<Estimate>,
}

impl Picture {
    fn figure(&self, id: String) -> Figure {
        let plot = ForestPlot {
            description: plain(&self.caption),
            value_title: self.value_title.to_owned(),
            unit: self.unit,
            reference: self.reference,
            rows: self.rows.clone(),
        };
        forest(id, self.caption.clone(), ["name", self.value_title], &plot)
    }
}

/// What a study found out.
pub(crate) fn of_study(study: &StudyAnalysis<'_>, provenance: &Provenance) -> Found {
    let mut found = if study.games() == 0 {
        Found { claim: Claim::Unplayed, ..Found::default() }
    } else {
        of_games::found(study).unwrap_or_else(|| of_players::found(study))
    };
    found.missing.unplayed = unplayed(provenance, study.conditions.iter());
    found
}

/// What has not been played of these conditions. Nothing more is to be played of a match that its test has ended,
/// whatever its plan has left.
fn unplayed<'a, 'b: 'a>(
    provenance: &Provenance,
    conditions: impl Iterator<Item = &'a ConditionAnalysis<'b>>,
) -> Option<Unplayed> {
    if provenance.is_complete() {
        return None;
    }
    let mut all = Unplayed { games: 0, planned: 0, cells: 0, cells_without_games: 0 };
    for one in conditions {
        let planned = one.condition.protocol.games;
        all.games += planned - one.games();
        all.planned += planned;
        all.cells += u64::from(one.games() < planned);
        all.cells_without_games += u64::from(one.games() == 0);
    }
    (all.cells > 0).then_some(all)
}

/// The answer of a study as the first block of its section.
pub(crate) fn block(study: &StudyAnalysis<'_>, found: &Found) -> Block {
    let (question, text) = (study.study.question.clone(), found.claim.text());
    Block::Answer(Answer { question, text, missing: found.missing.text() })
}

/// The drawing of a study's answer.
pub(crate) fn figure(study: &StudyAnalysis<'_>, found: &Found) -> Option<Block> {
    let picture = found.picture.as_ref()?;
    Some(figures(picture.figure(format!("{}-answer", study.study.name))))
}

fn figures(figure: Figure) -> Block {
    Figures { figures: vec![figure], ..Figures::default() }.into()
}

/// The answer of the whole, and the drawing that shows it; `None` without games.
pub(crate) fn of_report(report: &Report<'_>) -> Option<(Answer, Option<Block>)> {
    if report.games() == 0 {
        return None;
    }
    if let Some((answer, figures)) = &report.extras.answer {
        return Some((answer.clone(), Some(figures.clone().into())));
    }
    let (text, missing, pictures) = match &report.answers[..] {
        [] => return None,
        [one] => (one.claim.text(), one.missing.text(), one.picture.iter().cloned().collect()),
        many => of_several(&report.provenance, &report.studies.iter().zip(many).collect::<Vec<_>>()),
    };
    let name =
        |number: usize| if number == 0 { "answer".to_owned() } else { format!("answer-{}", number + 1) };
    let drawn: Vec<Figure> =
        pictures.iter().enumerate().map(|(number, picture)| picture.figure(name(number))).collect();
    let figure = (!drawn.is_empty()).then(|| Figures { figures: drawn, ..Figures::default() }.into());
    // The question of the document stands above; that of a single study may be another one.
    Some((Answer { question: None, text, missing }, figure))
}

/// The answer of several studies, what it lacks, and its drawings.
fn of_several(
    provenance: &Provenance,
    studies: &[(&StudyAnalysis<'_>, &Found)],
) -> (String, Option<String>, Vec<Picture>) {
    let unplayed = unplayed(provenance, studies.iter().flat_map(|(study, _)| &study.conditions));
    // A question that all of them ask has a picture of its own.
    if let Some(Found { claim, missing, picture }) = of_games::of_several(studies) {
        let missing = Missing { unplayed, ..missing };
        return (claim.text(), missing.text(), picture.into_iter().collect());
    }
    let title = |study: &StudyAnalysis<'_>| study.study.title.trim().to_owned();
    let titles: Vec<String> = studies.iter().map(|(study, _)| title(study)).collect();
    let titled = || titles.iter().map(String::as_str).zip(studies);
    let claims: Vec<_> = titled().map(|(title, (_, found))| (title, &found.claim)).collect();
    let unclear =
        titled().filter(|(_, (_, found))| found.claim.winner().is_none() && !found.missing.needs.is_empty());
    let unclear: Vec<_> = unclear.map(|(title, (_, found))| (title, &found.missing.needs[..])).collect();
    let missing = Missing::of_several(unplayed.as_ref(), &unclear);
    (print::of_several(&claims), missing, pictures_of_several(studies))
}

/// The pictures of several studies: one with the rows of all studies below each other, if they measure the same and are
/// few; else one with a row for each study; else, if the studies are few, one for each. If there are more, each study
/// has its picture in its own section only.
fn pictures_of_several(studies: &[(&StudyAnalysis<'_>, &Found)]) -> Vec<Picture> {
    let pictures: Vec<(&StudyAnalysis<'_>, &Picture)> =
        studies.iter().filter_map(|(study, found)| Some((*study, found.picture.as_ref()?))).collect();
    let Some((_, first)) = pictures.first() else { return Vec::new() };
    let alike = pictures.iter().all(|(_, one)| one.caption == first.caption);
    let rows: usize = pictures.iter().map(|(_, one)| one.rows.len()).sum();
    if alike && first.main.is_none() && rows <= MOST_ROWS {
        let mut rows: Vec<Estimate> = pictures.iter().flat_map(|(_, one)| one.rows.clone()).collect();
        rows.sort_by(|one, other| other.value.total_cmp(&one.value));
        return vec![Picture { rows, ..(*first).clone() }];
    }
    let mains: Vec<Estimate> = pictures
        .iter()
        .filter_map(|(study, one)| {
            let main = one.main.clone()?;
            Some(Estimate { name: study.study.title.trim().to_owned(), ..main })
        })
        .collect();
    if mains.len() > 1 {
        return vec![Picture {
            caption: "The lead of the best player over the next, in each study, with 95 % intervals"
                .to_owned(),
            value_title: "Elo",
            unit: Unit::Signed,
            reference: 0.0,
            rows: mains,
            main: None,
        }];
    }
    if pictures.len() > MOST_PICTURES {
        return Vec::new();
    }
    let of_study = |(study, picture): &(&StudyAnalysis<'_>, &Picture)| Picture {
        caption: format!("“{}”: {}", study.study.title.trim(), picture.caption),
        ..(*picture).clone()
    };
    pictures.iter().map(of_study).collect()
}

/// The most pictures of studies in the answer of the whole.
const MOST_PICTURES: usize = 3;

/// What it would take to show a difference that is not shown, given with its standard error; and why no cell can show
/// anything.
fn needs(study: &StudyAnalysis<'_>, difference: Option<(f64, f64)>) -> Vec<Need> {
    let more = difference.and_then(|(difference, error)| times_as_many(difference, error));
    more.into_iter().chain(too_few(study)).collect()
}

/// How many times as many games would show a difference of the size that was seen, in four of five runs: the square of
/// the ratio of 1.96 + 0.84 standard errors to the difference.
fn times_as_many(difference: f64, standard_error: f64) -> Option<Need> {
    let ratio = (2.8 * standard_error / difference.abs()).powi(2);
    if !ratio.is_finite() || ratio > 1e6 {
        return None;
    }
    // Nobody plays more games than that: the better answer is that the players are about equally strong.
    Some(Need::Games((ratio <= print::HOPELESS as f64).then_some((ratio.ceil() as u64).max(2))))
}

/// Why no cell of a study can show anything, if none can.
fn too_few(study: &StudyAnalysis<'_>) -> Option<Need> {
    TooFew::of(&study.study.title, study.conditions.iter().map(|one| &one.condition.protocol))
        .map(Need::Cells)
}
