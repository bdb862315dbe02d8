//! `describe`: what a game is.

use std::fmt;

use connect_toe_atlas::Atlas;
use connect_toe_game::{Game, LinesFile, LinesFileError, symmetries, with_game};
use serde::{Deserialize, Serialize};

use crate::atlas::KnownGame;
use crate::error::Error;
use crate::no_line::tell_of_no_line;
use crate::position::game;
use crate::work::Work;

/// The most cells of winning lines, all lines together, that an answer lists.
const MOST_LINE_CELLS: usize = 20_000;

/// Asks what a game is.
///
/// ```
/// use connect_toe_api::{Describe, Work};
/// let qubic = Describe::of("qubic").run(&Work::new())?;
/// assert_eq!((qubic.cells, qubic.lines, qubic.symmetries.to_string()), (64, 76, "192".to_owned()));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Describe {
    /// Game text or a preset's name; needed unless there are `lines`.
    #[serde(default)]
    pub game: String,
    /// In place of `game`, the text of a file that lists winning lines: the board in the first row, then a line or the place
    /// of a cell a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
}

/// What a game is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Description {
    /// Canonical game text.
    pub game: String,
    /// The board's sizes.
    pub sizes: Vec<u16>,
    /// Stones in a row that win; null where winning lines are not rows of one length.
    pub k: Option<u16>,
    /// What a winning line is, in words, where it is not so many stones in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_rule: Option<String>,
    /// The faces through which stones enter, as in the game text.
    pub faces: String,
    /// The rule variations.
    pub flags: Vec<String>,
    /// The cells that no stone ever stands on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// The number of cells.
    pub cells: usize,
    /// The number of winning lines.
    pub lines: usize,
    /// The cells of every winning line, where lines are not so many stones in a row; none if that is too much to list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_cells: Vec<Vec<String>>,
    /// Where the cells are drawn, in canonical order, if a file of lines says so: to the right and upwards, both within 0 to
    /// 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<[f64; 2]>>,
    /// The number of cell permutations that keep the rules.
    pub symmetries: ExactNumber,
    /// The legal first moves.
    pub first_moves: Vec<String>,
    /// What is known of the game without a search, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownGame>,
}

/// A number in JSON where every reader gets it right; beyond 2^53 a decimal string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ExactNumber {
    /// Up to 2^53.
    Number(u64),
    /// Beyond 2^53, in decimal digits.
    Decimal(String),
}

impl ExactNumber {
    fn new(decimal: String) -> ExactNumber {
        match decimal.parse::<u64>() {
            Ok(number) if number <= 1 << 53 => ExactNumber::Number(number),
            _ => ExactNumber::Decimal(decimal),
        }
    }
}

impl fmt::Display for ExactNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactNumber::Number(number) => write!(f, "{number}"),
            ExactNumber::Decimal(digits) => f.write_str(digits),
        }
    }
}

impl Describe {
    /// Asks what this game is: game text or a preset's name.
    pub fn of(game: impl Into<String>) -> Describe {
        Describe { game: game.into(), lines: None }
    }

    /// The game, and the places of its cells if a file names them.
    fn game(&self) -> Result<(Game, Option<Vec<[f64; 2]>>), Error> {
        let Some(lines) = &self.lines else { return Ok((game(&self.game)?, None)) };
        if !self.game.is_empty() {
            return Err(Error::request("name a game or list its lines, not both"));
        }
        let file: LinesFile =
            lines.parse().map_err(|error: LinesFileError| Error::request(error.to_string()))?;
        Ok((Game::new(&file.game)?, file.places))
    }

    /// The description.
    ///
    /// # Errors
    /// A text that is not a game, or lines that make none.
    pub fn run(&self, work: &Work) -> Result<Description, Error> {
        let (game, places) = self.game()?;
        let spec = game.spec();
        let order = symmetries(spec).map_err(Error::impossible)?.order().to_string();
        let lines = with_game!(&game, record => record.rules().lines().count());
        let line_cells = if spec.run_length().is_none() { cells_of_lines(&game) } else { Vec::new() };
        tell_of_no_line(&game, work);
        let known = KnownGame::of(Atlas::shipped(), &game);
        Ok(Description {
            game: spec.to_string(),
            sizes: spec.sizes.clone(),
            k: spec.run_length(),
            lines_rule: spec.run_length().is_none().then(|| spec.lines_in_words()),
            faces: spec.faces.to_string(),
            flags: spec.flags(),
            blocked: blocked_cells(&game),
            cells: game.geometry().cells().len(),
            lines,
            line_cells,
            places,
            symmetries: ExactNumber::new(order),
            first_moves: game.legal_moves().into_iter().map(|cell| game.geometry().cell_text(cell)).collect(),
            known: known.source.is_some().then_some(known),
        })
    }
}

fn blocked_cells(game: &Game) -> Vec<String> {
    let geometry = game.geometry();
    let blocked = geometry.cells().iter().filter(|&&cell| geometry.is_blocked(cell));
    blocked.map(|&cell| geometry.cell_text(cell)).collect()
}

/// The cells of all lines; none if there are more than [`MOST_LINE_CELLS`].
fn cells_of_lines(game: &Game) -> Vec<Vec<String>> {
    with_game!(game, record => {
        let rules = record.rules();
        let lines = || rules.lines().iter();
        if lines().map(<[_]>::len).sum::<usize>() > MOST_LINE_CELLS {
            return Vec::new();
        }
        lines().map(|line| line.iter().map(|&cell| rules.geometry().cell_text(cell)).collect()).collect()
    })
}
