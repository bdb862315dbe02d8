//! `describe`: what a game is.

use std::fmt;

use connect_toe_atlas::Atlas;
use connect_toe_game::{
    BySide, Game, GameSpec, LinesFile, LinesFileError, Roles, Turn, symmetries, with_game,
};
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
    /// Who wins with what and how turns go, in words, where it is not that whoever has a line first wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// `lines`, `shape`, `plane` or `projective`, where a winning line is not so many stones in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines_kind: Option<String>,
    /// The cells whose images are the winning lines, if these are a shape's; they may lie off the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<String>,
    /// All rules in words: board, goal, where stones enter, and what is unusual.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What the sides are called where only X's lines count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side_names: Option<SideNames>,
    /// `x`, `o` or `draw`: how the game ends when no move is left and no line has ended it.
    #[serde(default)]
    pub without_moves: String,
    /// The faces through which stones enter, as in the game text.
    pub faces: String,
    /// The rule variations.
    pub flags: Vec<String>,
    /// The dimensions, counted from 1, in which lines go on at the opposite edge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wraps: Vec<u16>,
    /// How many stones a side places in its turn, if that is not always one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnStones>,
    /// The cells that no stone ever stands on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// Whether the cells are points without rows and columns: where one is drawn says nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub points: bool,
    /// The number of cells.
    pub cells: usize,
    /// The number of winning lines.
    pub lines: usize,
    /// The cells of one winning line, to show what wins; none if there is no line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub example_line: Vec<String>,
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

/// How many stones a side places in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnStones {
    /// In X's first turn.
    pub first: u8,
    /// In every later turn of either side.
    pub later: u8,
}

impl TurnStones {
    /// The turns of a game; none if each has one stone.
    fn of(turn: Turn) -> Option<TurnStones> {
        let Turn { first, later } = turn;
        (turn != Turn::default()).then_some(TurnStones { first, later })
    }
}

/// What the sides are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideNames {
    /// X: the side that makes lines, or avoids them.
    pub x: String,
    /// O: the side that breaks lines, or forces them.
    pub o: String,
}

impl SideNames {
    /// The names of a game's sides, if these are more than X and O.
    fn of(spec: &GameSpec) -> Option<SideNames> {
        let BySide { x, o } = spec.side_names();
        (spec.roles != Roles::Alike).then(|| SideNames { x: x.to_owned(), o: o.to_owned() })
    }
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

/// Where the cells of a game are drawn, if a file says so.
type Places = Option<Vec<[f64; 2]>>;

impl Describe {
    /// Asks what this game is: game text or a preset's name.
    pub fn of(game: impl Into<String>) -> Describe {
        Describe { game: game.into(), lines: None }
    }

    /// The game, and the places of its cells if a file names them.
    fn game(&self) -> Result<(Game, Places), Error> {
        let Some(lines) = &self.lines else { return Ok((game(&self.game)?, None)) };
        if !self.game.is_empty() {
            return Err(Error::wrong("lines")("name a game or list its lines, not both"));
        }
        let file: LinesFile =
            lines.parse().map_err(|error: LinesFileError| Error::wrong("lines")(error.to_string()))?;
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
            goal: (!spec.is_won_by_the_first_line()).then(|| spec.goal_and_turns_in_words()),
            lines_kind: spec.lines_name().map(str::to_owned),
            shape: spec.shape_cells(),
            rules: spec.rules_in_words(),
            side_names: SideNames::of(spec),
            without_moves: spec.outcome_without_moves().to_string(),
            faces: spec.faces.to_string(),
            flags: spec.flags(),
            wraps: (1..=spec.dimensions() as u16).filter(|&one| spec.wraps(usize::from(one) - 1)).collect(),
            turn: TurnStones::of(spec.turn),
            blocked: game.geometry().blocked_cells().map(|cell| game.cell_text(cell)).collect(),
            points: spec.is_of_points(),
            cells: game.geometry().cells().len(),
            lines,
            example_line: example_line(&game),
            line_cells,
            places,
            symmetries: ExactNumber::new(order),
            first_moves: game.legal_moves().into_iter().map(|cell| game.geometry().cell_text(cell)).collect(),
            known: known.source.is_some().then_some(known),
        })
    }
}

/// The cells of the first of the lines that lie nearest to the middle of the board.
fn example_line(game: &Game) -> Vec<String> {
    let geometry = game.geometry();
    // By bit: twice the distance from the middle, squared.
    let mut off = vec![0_u64; geometry.bits()];
    for &cell in geometry.cells() {
        let at = geometry.coordinates(cell).into_iter().zip(geometry.sizes());
        off[cell.index()] = at.map(|(at, size)| u64::from((2 * at).abs_diff(size - 1)).pow(2)).sum();
    }
    with_game!(game, record => {
        let lines = record.rules().lines().iter();
        let line = lines.min_by_key(|line| line.iter().map(|cell| off[cell.index()]).sum::<u64>()).unwrap_or_default();
        line.iter().map(|&cell| geometry.cell_text(cell)).collect()
    })
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
