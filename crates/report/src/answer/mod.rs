//! What a study, and the whole, found out: one sentence and one drawing, before everything else.
//!
//! What is asked follows from the design alone: who is best among several players, which of two players is better, or
//! what games are like in which a player meets itself. A difference is stated as found only where the same intervals
//! and tests as in the summary bear it out.

mod effects;
mod of_games;
mod of_players;

use connect_toe_plot::{Estimate, ForestPlot, Unit};
use connect_toe_stats::Estimate as Elo;
use connect_toe_stats::numbers::{count, counted, decimal, signed};

use crate::analysis::{ConditionAnalysis, StudyAnalysis};
use crate::document::{Answer, Block, Figure, Figures};
use crate::figures::forest;
use crate::inline::plain;
use crate::notices::TooFew;
use crate::words::list;
use crate::{Provenance, Report};

/// The most rows of a drawing that shows an answer.
const MOST_ROWS: usize = 45;

/// What was found, before it is put into a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The answer, a sentence without its full stop.
    pub(crate) sentence: String,
    /// The same in a few words, to stand beside the answers of other studies.
    pub(crate) short: String,
    /// By how much or where, behind what `winner` says.
    pub(crate) detail: String,
    /// Who or what is ahead, if that is shown: `runs` is best.
    pub(crate) winner: Option<String>,
    /// What a clear answer would take besides the games of the plan, a sentence.
    pub(crate) more: Option<String>,
    /// The same with what is still to be played; `None` if the answer is clear.
    pub(crate) missing: Option<String>,
    /// The drawing that shows it.
    pub(crate) picture: Option<Picture>,
    /// On which games the difference of two players is shown, behind what `short` says, or at which values of factors the
    /// best player leads.
    pub(crate) places: String,
    /// Whether it is about what the games are like.
    pub(crate) is_of_games: bool,
    /// What the sentence says already, so that nothing says it again.
    pub(crate) says: Says,
}

/// What an answer says about players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Says {
    /// Nothing that the summary says too.
    #[default]
    Nothing,
    /// Whose rating is highest, and by how much, or who is level with it.
    BestRated,
    /// Who scores most against the same opponents, and by how much.
    BestScore,
    /// Which of two players is better, and on which games.
    Better,
    /// In how many cells the player is better.
    Cells,
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
        Found {
            sentence: "This run cannot answer it: no game of this study has been played yet".to_owned(),
            short: "no games yet".to_owned(),
            ..Found::default()
        }
    } else {
        of_games::found(study).unwrap_or_else(|| of_players::found(study))
    };
    let unplayed = incomplete(provenance, study.conditions.iter());
    found.missing =
        unplayed.into_iter().chain(found.more.clone()).reduce(|all, more| format!("{all} {more}"));
    found
}

/// What has not been played of these conditions. Nothing more is to be played of a match that its test has ended,
/// whatever its plan has left.
fn incomplete<'a, 'b: 'a>(
    provenance: &Provenance,
    conditions: impl Iterator<Item = &'a ConditionAnalysis<'b>>,
) -> Option<String> {
    if provenance.is_complete() {
        return None;
    }
    let (mut games, mut wanted, mut cells, mut empty) = (0, 0, 0, 0);
    for one in conditions {
        let planned = one.condition.protocol.games;
        games += one.games();
        wanted += planned;
        cells += u64::from(one.games() < planned);
        empty += u64::from(one.games() == 0);
    }
    let none = if empty > 0 { format!(", {} of them without any", count(empty)) } else { String::new() };
    (cells > 0).then(|| {
        let (cells, missing) = (counted(cells, "cell"), count(wanted - games));
        format!("Still to be played: {missing} of {} games, in {cells}{none}.", count(wanted))
    })
}

/// The answer of a study as the first block of its section.
pub(crate) fn block(study: &StudyAnalysis<'_>, found: &Found) -> Block {
    Block::Answer(Answer {
        question: study.study.question.clone(),
        text: ended(&found.sentence),
        missing: found.missing.clone(),
    })
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
    let (found, pictures) = match &report.answers[..] {
        [] => return None,
        [one] => (one.clone(), one.picture.iter().cloned().collect()),
        many => {
            let studies: Vec<_> = report.studies.iter().zip(many).collect();
            let found = of_several(&report.provenance, &studies);
            // What all of them are asked about may have a picture of its own.
            let pictures =
                found.picture.clone().map_or_else(|| pictures_of_several(&studies), |picture| vec![picture]);
            (found, pictures)
        }
    };
    let name =
        |number: usize| if number == 0 { "answer".to_owned() } else { format!("answer-{}", number + 1) };
    let drawn: Vec<Figure> =
        pictures.iter().enumerate().map(|(number, picture)| picture.figure(name(number))).collect();
    let figure = (!drawn.is_empty()).then(|| Figures { figures: drawn, ..Figures::default() }.into());
    // The question of the document stands above; that of a single study may be another one.
    Some((Answer { question: None, text: ended(&found.sentence), missing: found.missing }, figure))
}

fn of_several(provenance: &Provenance, studies: &[(&StudyAnalysis<'_>, &Found)]) -> Found {
    let unplayed = incomplete(provenance, studies.iter().flat_map(|(study, _)| &study.conditions));
    if let Some(found) = of_games::of_several(studies) {
        let missing: Vec<String> = unplayed.into_iter().chain(found.more.clone()).collect();
        return Found { missing: (!missing.is_empty()).then(|| missing.join(" ")), ..found };
    }
    let winners: Vec<&str> = studies.iter().filter_map(|(_, found)| found.winner.as_deref()).collect();
    let same = winners.first().filter(|first| winners.iter().all(|one| one == *first));
    let each = |text: fn(&Found) -> &str| -> Vec<String> {
        studies
            .iter()
            .filter(|(_, found)| !text(found).is_empty())
            .map(|(study, found)| format!("{} in “{}”", text(found), study.study.title.trim()))
            .collect()
    };
    let sentence = match same {
        Some(winner) if winners.len() == studies.len() => {
            let everywhere = studies[0].1.places.as_str();
            let is_everywhere =
                everywhere.starts_with("it leads") && studies.iter().all(|(_, one)| one.places == everywhere);
            let places = if is_everywhere { format!("; {everywhere} in each study") } else { String::new() };
            format!(
                "{winner} in {}: {}{places}",
                if studies.len() == 2 {
                    "both studies".to_owned()
                } else {
                    format!("all {} studies", studies.len())
                },
                list_of_clauses(&each(|found| &found.detail))
            )
        }
        _ if winners.len() > 1 => format!("It depends: {}", list_of_clauses(&each(|found| &found.short))),
        _ => list_of_clauses(&each(|found| &found.short)),
    };
    let unclear = studies.iter().filter(|(study, found)| found.winner.is_none() && study.games() > 0);
    let unclear = unclear.filter_map(|(study, found)| {
        Some(format!("“{}”: {}", study.study.title.trim(), found.more.as_ref()?))
    });
    let missing: Vec<String> = unplayed.into_iter().chain(unclear).collect();
    Found {
        sentence: crate::capital(&sentence),
        missing: (!missing.is_empty()).then(|| missing.join(" ")),
        ..Found::default()
    }
}

/// The rows of all studies below each other if they measure the same and are few; else a row for each study; else a picture
/// of each, of few studies. More have theirs below alone.
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

/// Clauses in a row; between commas of their own stand semicolons.
fn list_of_clauses(clauses: &[String]) -> String {
    if clauses.iter().any(|clause| clause.contains(", ")) { clauses.join("; ") } else { list(clauses) }
}

/// A sentence with its full stop.
pub(crate) fn ended(sentence: &str) -> String {
    if sentence.ends_with(['.', '!', '?']) { sentence.to_owned() } else { format!("{sentence}.") }
}

/// An Elo difference with half the width of its interval: `+138 Elo (± 9)`.
fn plus_minus(elo: &Elo) -> String {
    format!("{} Elo (± {})", signed(elo.elo), decimal((elo.interval.high - elo.elo).abs().ceil(), 0))
}

/// Nobody plays this many times as many games: a better word for the players is that they are about equally strong.
const HOPELESS: f64 = 100.0;

/// How many times as many games would show a difference of the size that was seen, in four of five runs: the square of
/// the ratio of 1.96 + 0.84 standard errors to the difference.
fn times_as_many(difference: f64, standard_error: f64) -> Option<String> {
    let ratio = (2.8 * standard_error / difference.abs()).powi(2);
    if !ratio.is_finite() || ratio > 1e6 {
        return None;
    }
    if ratio > HOPELESS {
        let games = count(HOPELESS as u64);
        return Some(format!("To show a difference this small takes more than {games} times as many games."));
    }
    Some(format!(
        "If the difference is as large as it looks, about {} times as many games show it in four of five runs.",
        count((ratio.ceil() as u64).max(2))
    ))
}

/// Why no cell of a study can show anything, if none can.
fn too_few(study: &StudyAnalysis<'_>) -> Option<String> {
    let TooFew { most, needed, unit, .. } =
        TooFew::of(study.conditions.iter().map(|one| &one.condition.protocol))?;
    let needed = counted(needed, unit);
    Some(format!("A cell alone could show a difference with {needed} or more; it has {most}."))
}
