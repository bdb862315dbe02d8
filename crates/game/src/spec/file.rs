//! A game whose winning lines a file lists, one a row.

use std::fmt;
use std::str::FromStr;

use super::game_spec::GameSpec;
use super::line_rule::{LineRule, without_supersets};
use super::reason::SpecError;
use crate::cell_text::{self, CellError};

/// A game whose winning lines a file lists, and where its cells are drawn.
///
/// The first row of the file has the sizes of the board and, if any, the faces and rule variations: `5x5`, or
/// `7x6:-2:misere`. A row `CELL at X,Y` places a cell in the plane. Each other row has the cells of one line, joined by `+`
/// or spaces. What follows a `#` is a remark, and empty rows mean nothing.
///
/// ```
/// use connect_toe_game::LinesFile;
/// let triangle: LinesFile = "\
/// 3               # three cells, any two of which win
/// a b
/// b c
/// a+c
/// a at 0,0
/// b at 2,0
/// c at 1,1
/// "
/// .parse()?;
/// assert_eq!(triangle.game.to_string(), "3:lines=a+b/a+c/b+c");
/// assert_eq!(triangle.places, Some(vec![[0.0, 0.25], [1.0, 0.25], [0.5, 0.75]]));
/// # Ok::<(), connect_toe_game::LinesFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LinesFile {
    /// The game.
    pub game: GameSpec,
    /// If the file places cells: where each one is drawn, in canonical order. The first number grows to the right, the second
    /// upwards; both are within 0 to 1, and distances have the proportions of the file's numbers.
    pub places: Option<Vec<[f64; 2]>>,
}

/// The error for the text of a file that does not list the lines of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct LinesFileError {
    /// The row, counted from 1; `None` if the file as a whole is wrong.
    pub row: Option<usize>,
    /// What is wrong.
    pub reason: LinesFileReason,
}

/// What can be wrong with a file of lines.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LinesFileReason {
    /// There is no row but remarks.
    #[error(
        "the file is empty: its first row has the sizes of the board, as in 5x5, and each other row a line"
    )]
    Empty,
    /// The first row is not a board.
    #[error(
        "the first row has the sizes of the board and, if any, faces and rule variations, as in 7x6:-2: {0}"
    )]
    Board(SpecError),
    /// A word is not a cell of the board.
    #[error(transparent)]
    Cell(#[from] CellError),
    /// A line has a cell twice.
    #[error("the line has {0} twice")]
    CellTwice(String),
    /// A place is not two numbers.
    #[error("`{0}` is not a place: write two numbers, as in c at 0.5,2")]
    Place(String),
    /// A cell has two places.
    #[error("{0} has a place already, in row {1}")]
    PlacedTwice(String, usize),
    /// Two cells have one place, so that one would hide the other.
    #[error("{0} has the place of {1}: one would hide the other")]
    PlaceTaken(String, String),
    /// Some cells have places, and others have none.
    #[error("the file places some cells, but not {0}: place all or none")]
    NotPlaced(String),
    /// The file lists no line.
    #[error("the file lists no line: each row after the first has the cells of one, as in a1 b1 c1")]
    NoLine,
    /// The lines and the rules do not go together.
    #[error(transparent)]
    Game(SpecError),
}

impl fmt::Display for LinesFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            Some(row) => write!(f, "row {row}: {}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

impl std::error::Error for LinesFileError {}

impl LinesFileReason {
    fn in_row(self, row: usize) -> LinesFileError {
        LinesFileError { row: Some(row), reason: self }
    }

    fn of_file(self) -> LinesFileError {
        LinesFileError { row: None, reason: self }
    }
}

/// Where a file draws a cell, and the row that says so.
type Placed = Option<([f64; 2], usize)>;

impl FromStr for LinesFile {
    type Err = LinesFileError;

    /// Reads the text of a file.
    fn from_str(text: &str) -> Result<LinesFile, LinesFileError> {
        // Editors of Windows begin a file with the mark of its encoding.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let rows = text.lines().map(|row| row.split('#').next().unwrap_or_default().trim());
        let mut rows =
            rows.enumerate().map(|(row, text)| (row + 1, text)).filter(|(_, text)| !text.is_empty());
        let (row, head) = rows.next().ok_or_else(|| LinesFileReason::Empty.of_file())?;
        let board = board(head).map_err(|error| LinesFileReason::Board(error).in_row(row))?;
        let cells = board.sizes.iter().map(|&size| usize::from(size)).product();
        let (mut lines, mut places) = (Vec::new(), vec![Placed::None; cells]);
        for (row, text) in rows {
            let read = match placing(text, &board.sizes) {
                Some((cell, place)) => read_place(cell, place, &board.sizes, &mut places, row),
                None => read_line(text, &board.sizes).map(|line| lines.push(line)),
            };
            read.map_err(|reason| reason.in_row(row))?;
        }
        if lines.is_empty() {
            return Err(LinesFileReason::NoLine.of_file());
        }
        let game = GameSpec { lines: LineRule::Given(without_supersets(lines).into()), ..board };
        game.check().map_err(|error| LinesFileReason::Game(error).of_file())?;
        let places = all_placed(&places, &game.sizes).map_err(LinesFileReason::of_file)?;
        Ok(LinesFile { game, places })
    }
}

/// The board, faces and rule variations of the first row. Its lines are still to be read: one cell stands for them.
fn board(head: &str) -> Result<GameSpec, SpecError> {
    let mut parts = head.split([':', ' ', '\t']).filter(|part| !part.is_empty());
    let sizes = parts.next().unwrap_or_default();
    let read: Result<GameSpec, SpecError> =
        parts.fold(format!("{sizes}:1"), |text, part| text + ":" + part).parse();
    read.map_err(|error| SpecError { text: head.to_owned(), ..error })
}

/// The cell and the place of a row that places a cell. On a long board in one dimension `at` is a cell too: there a place has a
/// comma.
fn placing<'a>(row: &'a str, sizes: &[u16]) -> Option<(&'a str, &'a str)> {
    let (cell, rest) = row.split_once(char::is_whitespace)?;
    let (word, place) = rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
    let is_place = place.contains(',') || cell_text::parse("at", sizes).is_err();
    (word.eq_ignore_ascii_case("at") && is_place).then_some((cell, place.trim()))
}

fn read_place(
    cell: &str,
    place: &str,
    sizes: &[u16],
    places: &mut [Placed],
    row: usize,
) -> Result<(), LinesFileReason> {
    let coordinates = cell_text::parse(cell, sizes)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let read = place.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
    let read = read.ok_or_else(|| LinesFileReason::Place(place.to_owned()))?;
    match &mut places[usize::from(cell_text::number(&coordinates, sizes))] {
        Some((_, earlier)) => Err(LinesFileReason::PlacedTwice(cell.to_owned(), *earlier)),
        free => {
            *free = Some((read, row));
            Ok(())
        }
    }
}

/// The cells of a line, by their places in canonical order, rising.
fn read_line(row: &str, sizes: &[u16]) -> Result<Vec<u16>, LinesFileReason> {
    let mut line = Vec::new();
    for cell in row.split(|c: char| c == '+' || c.is_whitespace()).filter(|cell| !cell.is_empty()) {
        let number = cell_text::number(&cell_text::parse(cell, sizes)?, sizes);
        if line.contains(&number) {
            return Err(LinesFileReason::CellTwice(cell.to_owned()));
        }
        line.push(number);
    }
    line.sort_unstable();
    Ok(line)
}

/// The places of all cells in the unit square, if cells have places.
fn all_placed(places: &[Placed], sizes: &[u16]) -> Result<Option<Vec<[f64; 2]>>, LinesFileReason> {
    if places.iter().all(Option::is_none) {
        return Ok(None);
    }
    let without: Vec<String> = (0_u16..)
        .zip(places)
        .filter(|(_, place)| place.is_none())
        .map(|(cell, _)| cell_text::of(&cell_text::coordinates(cell, sizes)))
        .collect();
    if !without.is_empty() {
        return Err(LinesFileReason::NotPlaced(without.join(", ")));
    }
    let places: Vec<[f64; 2]> = places.iter().flatten().map(|&(place, _)| place).collect();
    let text = |cell: usize| cell_text::of(&cell_text::coordinates(cell as u16, sizes));
    for (cell, [x, y]) in places.iter().enumerate() {
        let is_here = |other: &[f64; 2]| other[0].total_cmp(x).is_eq() && other[1].total_cmp(y).is_eq();
        if let Some(earlier) = places[..cell].iter().position(is_here) {
            return Err(LinesFileReason::PlaceTaken(text(cell), text(earlier)));
        }
    }
    let range = |axis: usize| {
        let (least, most) = places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), place| {
            (least.min(place[axis]), most.max(place[axis]))
        });
        // The halves, so that numbers at both ends of their range do not overflow.
        (least / 2.0 + most / 2.0, most / 2.0 - least / 2.0)
    };
    let (middles, halves) = ([range(0).0, range(1).0], [range(0).1, range(1).1]);
    let half = halves[0].max(halves[1]);
    // Cells that all have one place stand in the middle.
    let scaled = |at: f64, middle: f64| if half > 0.0 { 0.5 + (at - middle) / half / 2.0 } else { 0.5 };
    Ok(Some(places.iter().map(|&[x, y]| [scaled(x, middles[0]), scaled(y, middles[1])]).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LinesFile, String> {
        text.parse().map_err(|error: LinesFileError| error.to_string())
    }

    #[test]
    fn a_file_lists_lines_and_places() {
        let fano = "\u{feff}7  # the Fano plane\r\n\r\na b d\r\nb+c+e\nc d f\nd e g\na e f\nb f g\na c g\n";
        let file = read(fano).expect("sound");
        assert_eq!(file.game.to_string(), "7:lines=a+b+d/a+c+g/a+e+f/b+c+e/b+f+g/c+d+f/d+e+g");
        assert_eq!(file.places, None);
        let file = read("2x2:free:misere\na1 b2\na1 AT -10, 4\na2 at -10,8\nb1 at -6,4\nb2 at -6,8\n")
            .expect("sound");
        assert_eq!(file.game.to_string(), "2x2:lines=a1+b2:free:misere");
        assert_eq!(file.places, Some(vec![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]));
        let far = read("2\na b\na at -1e308,0\nb at 1e308,0").expect("sound");
        assert_eq!(far.places, Some(vec![[0.0, 0.5], [1.0, 0.5]]));
        let one = read("1\na\na at 3,3").expect("sound");
        assert_eq!(one.places, Some(vec![[0.5, 0.5]]));
        // The 46th cell in one dimension is called `at`.
        let long = read("57\na at b\nc at\nat a at\n").expect_err("a cell twice");
        assert_eq!(long, "row 4: the line has at twice");
        let long = read("57\na at b\nc at\n").expect("sound");
        assert_eq!(long.game.to_string(), "57:lines=a+b+at/c+at");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_row() {
        for (text, expected) in [
            ("# nothing\n", "the file is empty"),
            ("a b c\n", "row 1: the first row has the sizes"),
            ("7\n", "the file lists no line"),
            ("7\n\na b h\n", "row 3: `h` is off the board"),
            ("7\na b a\n", "row 2: the line has a twice"),
            ("7\na b\na at 1\n", "row 3: `1` is not a place"),
            ("7\na b\na at 1,nan\n", "row 3: `1,nan` is not a place"),
            ("2\na b\na at 1,1\nb at 2,1\na at 3,1\n", "row 5: a has a place already, in row 3"),
            ("2\na b\na at 1,1\nb at 1,1\n", "b has the place of a"),
            ("3x3:3\na1 b1\n", "row 1: "),
            ("tic-tac-toe\na1 b1\n", "row 1: "),
            ("3\na b\na at 1,1\n", "the file places some cells, but not b, c"),
            ("5x5:free:exact\na1 b1\n", "`exact` cannot be combined with `lines`"),
            ("5x5:frei\na1 b1\n", "row 1: "),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
