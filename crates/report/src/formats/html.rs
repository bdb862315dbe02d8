//! `report.html`: one page, complete in itself.

use askama::Template;

use super::figures::{self, Group};
use super::method::{self, Entry};
use super::players;
use super::summary::{self, Summary};
use super::tables::{self, Table};
use super::{ExperimentReport, analysis::StudyAnalysis};
use crate::ReportError;

/// More pictures of games are folded.
const FEW_GAMES: usize = 12;

#[derive(Template)]
#[template(path = "experiment.html")]
struct Page<'a> {
    title: &'a str,
    question: &'a str,
    version: &'a str,
    summary: Summary,
    studies: Vec<StudyView<'a>>,
    games: Option<Group>,
    more_games: Option<Group>,
    players: Vec<Entry>,
    terms: Vec<Entry>,
    method: Vec<Entry>,
    sessions: Option<Table>,
    file: &'a str,
    file_name: &'a str,
    figure_style: String,
}

struct StudyView<'a> {
    number: usize,
    title: &'a str,
    about: &'a str,
    short: Vec<Table>,
    groups: Vec<Group>,
    cells: Table,
    names: Option<Table>,
}

/// The page as text.
pub(crate) fn render(report: &ExperimentReport<'_>) -> Result<String, ReportError> {
    let (plan, provenance) = (report.plan, &report.provenance);
    let mut games = figures::games(report);
    let more_games = games.as_mut().filter(|games| games.figures.len() > FEW_GAMES).map(|games| Group {
        heading: String::new(),
        note: String::new(),
        figures: games.figures.split_off(FEW_GAMES),
    });
    let page = Page {
        title: &plan.title,
        question: plan.question.as_deref().unwrap_or_default(),
        version: &provenance.version,
        summary: summary::summary(report),
        studies: (1..).zip(&report.studies).map(|(number, study)| view(report, number, study)).collect(),
        games,
        more_games,
        players: players::players(report),
        terms: players::terms(report),
        method: method::method(report),
        sessions: tables::sessions(report),
        file: &plan.text,
        file_name: provenance.file_name.as_deref().unwrap_or_default(),
        figure_style: figures::style(),
    };
    Ok(page.render()? + "\n")
}

fn view<'a>(report: &ExperimentReport<'a>, number: usize, study: &StudyAnalysis<'a>) -> StudyView<'a> {
    let (short, cells) = tables::of_study(study, report.plan);
    StudyView {
        number,
        title: &study.study.title,
        about: study.study.about.as_deref().unwrap_or_default(),
        short,
        groups: figures::of_study(study),
        cells,
        names: tables::names(study),
    }
}
