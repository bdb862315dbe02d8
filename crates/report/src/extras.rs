//! What a report shows besides the plan and its results.

use std::collections::BTreeMap;

use connect_toe_game::Side;

use crate::document::{Answer, Figures, Section};
use crate::references::References;

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
    /// Why players gave no move in the games that were forfeited.
    pub last_words: Vec<String>,
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
    pub winner: Option<Side>,
    /// Its moves, as the board names them.
    pub moves: Vec<String>,
}
