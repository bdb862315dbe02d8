//! A plan's results and their analysis.

use std::collections::BTreeMap;

use connect_toe_experiment::{Plan, Tally};

use crate::analysis::StudyAnalysis;
use crate::answer::{self, Found};
use crate::document::{Answer, Document, Figures, Section};
use crate::error::ReportError;
use crate::provenance::Provenance;
use crate::references::References;
use crate::{definitions, figures, formats, method, study, summary};

/// A plan's results and their analysis, ready to be written in every format.
///
/// What is written depends on what is given to [`new`](Report::new) alone: the same input gives the same bytes.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
///
/// use connect_toe_experiment::{Plan, Protocol, Tally, play};
/// use connect_toe_report::{Extras, Provenance, Report};
///
/// let (game, player, opponent) = ("3x3:3".parse()?, "perfect".parse()?, "random".parse()?);
/// let plan = Plan::of_match(game, player, opponent, Protocol::new(40), 7);
/// let mut tally = Tally::new(&plan);
/// play(&plan, &plan.everything(), &Stop::new(), |pair| {
///     pair.iter().for_each(|pair| tally.count(pair));
///     ControlFlow::Continue(())
/// })?;
/// let report = Report::new(&plan, &tally, Provenance::of(&plan, &tally), Extras::default());
/// assert!(report.summary()[0].starts_with("`perfect` beats `random`: "));
/// assert!(report.summary()[1].starts_with("40 games in 1 cell of one study: "));
/// assert!(report.summary()[2].starts_with("A match: Moving first scores "));
/// assert!(report.html()?.contains("<code>perfect</code> beats <code>random</code>: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Report<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) provenance: Provenance,
    pub(crate) extras: Extras,
    pub(crate) studies: Vec<StudyAnalysis<'a>>,
    /// What each study found out.
    pub(crate) answers: Vec<Found>,
}

/// What a report shows besides the plan and its results.
///
/// ```
/// use connect_toe_experiment::{Plan, Protocol, Tally};
/// use connect_toe_report::document::{Block, Section};
/// use connect_toe_report::{Extras, Provenance, Report};
///
/// let (game, player, opponent) = ("3x3:3".parse()?, "perfect".parse()?, "random".parse()?);
/// let plan = Plan::of_match(game, player, opponent, Protocol::new(40), 7);
/// let tally = Tally::new(&plan);
/// let section = Section::new("theory", "What theory says").with([Block::from("With best play it is a draw.")]);
/// let extras = Extras { sections: vec![section], ..Extras::default() };
/// let report = Report::new(&plan, &tally, Provenance::of(&plan, &tally), extras);
/// assert!(report.markdown().contains("\n## What theory says\n\nWith best play it is a draw.\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Extras {
    /// Printed values that stand beside ours.
    pub references: Option<References>,
    /// The names that the report gives to the levels of a factor, in their order, where these are not the text of the
    /// experiment file; by the factor's name. The fields of `results.json` and `results.csv` keep the text.
    pub level_names: BTreeMap<String, Vec<String>>,
    /// The answer of the whole report, and drawings that show it, in place of the answer that the design suggests.
    pub answer: Option<(Answer, Figures)>,
    /// Findings at the head of the summary, a paragraph each.
    pub findings: Vec<String>,
    /// Some games of each condition, by the condition's place in the plan.
    pub games: Option<ExampleGames>,
    /// Sections between the summary and those of the studies.
    pub sections: Vec<Section>,
}

/// Some games of each condition, for readers who want to see one.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ExampleGames {
    /// The command that prints a game, without study, cell and number: `connect-toe experiment game e.toml`.
    pub command: String,
    /// Whether the page is shown by the program's own web page, where a link replays a game.
    pub with_links: bool,
    /// By the condition's place in the plan.
    pub of_conditions: Vec<Vec<ExampleGame>>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// Its number in its condition, from 0.
    pub number: u64,
    /// Whether the first mover won, or nobody.
    pub winner: Option<connect_toe_game::Side>,
    /// Its moves, as the board names them.
    pub moves: Vec<String>,
}

impl<'a> Report<'a> {
    /// The names of a report's files: the page for people, text and tables for project pages, a row for each condition
    /// for spreadsheets, everything for programs, the tables for papers.
    pub const FILES: [&'static str; 5] =
        ["report.html", "report.md", "results.csv", "results.json", "tables.tex"];

    /// Analyses what has been played. Conditions that the tally does not have count as not played.
    pub fn new(plan: &'a Plan, tally: &Tally, provenance: Provenance, extras: Extras) -> Report<'a> {
        let studies: Vec<_> =
            (0..plan.studies.len()).map(|place| StudyAnalysis::new(plan, tally, place, &extras)).collect();
        let answers = studies.iter().map(|study| answer::of_study(study, &provenance)).collect();
        Report { plan, provenance, extras, studies, answers }
    }

    /// The results in plain words, a paragraph each. A difference is called significant if a test that is corrected for
    /// the number of comparisons finds it at 5 %.
    pub fn summary(&self) -> Vec<String> {
        summary::summary(self).paragraphs()
    }

    /// The report as sections of text, tables and drawings: what the page, Markdown and LaTeX show.
    pub fn document(&self) -> Document {
        let mut sections = vec![summary::summary(self).section()];
        sections.extend(self.extras.sections.iter().cloned());
        let studies = self.studies.iter().enumerate();
        let is_only = self.studies.len() == 1;
        sections.extend(studies.map(|(place, study)| study::section(place, study, is_only, self)));
        sections.push(definitions::section(self));
        sections.extend(figures::games(self));
        sections.push(method::section(self));
        Document {
            title: self.plan.title.clone(),
            question: self.plan.question.clone(),
            sections,
            footer: format!(
                "Connect-Toe {}, experiment `{}`, seed {}. The numbers are in `results.json` and `results.csv`.",
                self.provenance.version, self.provenance.plan_hash, self.plan.seed
            ),
        }
    }

    /// The page for people, complete in one file: `report.html`.
    ///
    /// # Errors
    /// [`ReportError::Html`].
    pub fn html(&self) -> Result<String, ReportError> {
        self.document().html()
    }

    /// Text and tables in Markdown: `report.md`.
    pub fn markdown(&self) -> String {
        self.document().markdown()
    }

    /// A row for each condition, for spreadsheets: `results.csv`.
    ///
    /// # Errors
    /// [`ReportError::Csv`].
    pub fn csv(&self) -> Result<String, ReportError> {
        formats::csv::render(self)
    }

    /// Everything, for programs: `results.json`.
    ///
    /// # Errors
    /// [`ReportError::Json`].
    pub fn json(&self) -> Result<String, ReportError> {
        formats::json::render(self)
    }

    /// The tables and definitions in LaTeX, for the packages `booktabs` and `longtable`: `tables.tex`.
    pub fn latex(&self) -> String {
        self.document().latex()
    }

    /// The report in all formats, in the order of [`FILES`](Report::FILES).
    ///
    /// # Errors
    /// A format that cannot be made.
    pub fn texts(&self) -> Result<[String; 5], ReportError> {
        let document = self.document();
        Ok([document.html()?, document.markdown(), self.csv()?, self.json()?, document.latex()])
    }

    /// Whether `has` is true of any study.
    pub(crate) fn any_study(&self, has: impl Fn(&StudyAnalysis<'a>) -> bool) -> bool {
        self.studies.iter().any(has)
    }

    /// Values that are printed elsewhere, if any condition has one.
    pub(crate) fn references(&self) -> Option<&References> {
        self.extras.references.as_ref().filter(|_| self.any_study(StudyAnalysis::has_references))
    }

    /// All games that have been played.
    pub(crate) fn games(&self) -> u64 {
        self.studies.iter().map(StudyAnalysis::games).sum()
    }
}
