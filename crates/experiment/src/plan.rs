//! What an experiment plays.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::cell::{Cell, Openings};

/// An experiment: studies, and the cells of their designs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The title of the report.
    pub title: String,
    /// What the experiment is to find out, in words.
    pub question: Option<String>,
    /// Seed of every random choice.
    pub seed: u64,
    /// The studies, in the order of the file.
    pub studies: Vec<Study>,
    /// The cells of all studies: by study, then by its factors (the last one varies fastest), game, player, opponent.
    pub cells: Vec<Cell>,
    /// The file as it was written.
    pub text: String,
    /// What was said differently when it was read.
    pub overrides: Vec<Override>,
}

/// A part of an experiment that varies some factors and keeps all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// Its name, a word.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// What it is about, in words.
    pub about: Option<String>,
    /// What is varied besides games and players: variables with more than one value.
    pub factors: Vec<Factor>,
    /// Whether the players meet each other, and not opponents of their own.
    pub is_round_robin: bool,
    /// The line of the file that names its openings, if there is one.
    pub openings_line: Option<usize>,
}

/// A variable with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The variable's name.
    pub name: String,
    /// Its values as written.
    pub values: Vec<String>,
}

impl Factor {
    /// The values as numbers, if all of them are.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| value.parse().ok().filter(|number: &f64| number.is_finite())).collect()
    }
}

/// A variable, or one of the general settings, with the value that stands for what the file says: `depth=3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Its name.
    pub name: String,
    /// The value, or several in braces.
    pub value: String,
}

impl FromStr for Override {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Override, &'static str> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
                Ok(Override { name: name.trim().to_owned(), value: value.trim().to_owned() })
            }
            _ => Err("write NAME=VALUE, for example games_per_cell=50 or depth={1,2,3}"),
        }
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

impl Plan {
    /// All pairs of all cells.
    pub fn pairs(&self) -> u64 {
        self.cells.iter().map(Cell::pairs).sum()
    }

    /// All games of all cells.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// Whether the same plan gives the same games everywhere.
    pub fn is_reproducible(&self) -> bool {
        self.cells.iter().all(Cell::is_reproducible)
    }

    /// The cells of one study, with their places in the plan.
    pub fn cells_of(&self, study: usize) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.iter().enumerate().filter(move |(_, cell)| cell.study == study)
    }

    /// The places of the pairs with these numbers, counted through all cells: the cell's place, and the pairs of it.
    /// This is what a shard plays. Numbers behind the last pair are nobody's.
    pub fn pairs_in(&self, range: std::ops::Range<u64>) -> Vec<(usize, std::ops::Range<u64>)> {
        let mut start = 0;
        let mut parts = Vec::new();
        for (place, cell) in self.cells.iter().enumerate() {
            let end = start + cell.pairs();
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from < to {
                parts.push((place, from - start..to - start));
            }
            start = end;
        }
        parts
    }

    /// Everything that decides which games are played, a line a cell. Two plans with the same text give the same games;
    /// titles, comments and the way in which cells were written do not matter.
    pub fn canonical(&self) -> String {
        let mut text = format!("seed {}\n", self.seed);
        for cell in &self.cells {
            let study = &self.studies[cell.study];
            let openings = match &cell.openings {
                Openings::List(moves) => moves.join(","),
                other => other.to_string(),
            };
            let factors: Vec<String> = study
                .factors
                .iter()
                .zip(&cell.levels)
                .map(|(factor, level)| format!("{}={level}", factor.name))
                .collect();
            let _ = writeln!(
                text,
                "{} [{}] {} | {} | {} | {} games, {} first | {openings} | {} | {}",
                study.name,
                factors.join(" "),
                cell.game,
                cell.player,
                cell.opponent,
                cell.games,
                cell.first,
                cell.limits,
                cell.adjudication,
            );
        }
        text
    }

    /// SHA-256 of [`canonical`](Plan::canonical), in hexadecimal digits: the experiment's identity.
    pub fn hash(&self) -> String {
        Sha256::digest(self.canonical()).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
