//! What the whole found out: the answers of its studies as one.

use connect_toe_plot::{Estimate, Unit};

use super::claim::Missing;
use super::found::{Found, MOST_ROWS, Picture};
use super::{of_games, print, unplayed};
use crate::analysis::StudyAnalysis;
use crate::document::{Answer, Block, Figure, Figures};
use crate::provenance::Provenance;
use crate::report::Report;

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
            value_title: "Elo".to_owned(),
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
