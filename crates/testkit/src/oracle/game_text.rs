//! Game text, `SIZES:GOAL[:FACES[:FLAG]…]`; the goal is `K`, `lines=…`, `shape=…`, `plane` or `projective`.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use super::cell::{Cell, CellError, cell_text};
use super::game::{Flag, Game, Goal, Placement, Turn, Variations};
use parts::{goal, placement, positive, refuse_combinations, variations};

mod parts;

const MAX_DIMENSIONS: usize = 8;
const MAX_CELLS: usize = 4096;
const MAX_LINES: usize = 65_536;
const MAX_TURN: usize = 4;
const MAX_PLANE_ORDER: usize = 32;

/// Why a text is not a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// The part after the sizes is missing.
    #[error("the run length is missing: write SIZES:K, such as 3x3:3")]
    NoRun,
    /// A size or the run length is not a number from 1.
    #[error("{0:?} is not a number from 1")]
    Number(String),
    /// More dimensions than the class has.
    #[error("{0} dimensions; at most {MAX_DIMENSIONS} are allowed")]
    Dimensions(usize),
    /// More cells than the class has.
    #[error("the board has more than {MAX_CELLS} cells")]
    Cells,
    /// More lines than the class has.
    #[error("there are more than {MAX_LINES} lines")]
    Lines,
    /// Not a face of this board.
    #[error("{0:?} is not a face of this board")]
    Face(String),
    /// Not a rule variation.
    #[error("{0:?} is not a rule variation")]
    Flag(String),
    /// A face, a flag, a cell or a dimension that was given before.
    #[error("{0:?} is given twice")]
    Repeated(String),
    /// A list of cells names something else.
    #[error("{text:?} is not a cell: {reason}")]
    Cell {
        /// The item of the list.
        text: String,
        /// What is wrong with it.
        #[source]
        reason: CellError,
    },
    /// `torus=…` names a dimension that the board does not have.
    #[error("{0:?} is not a dimension of this board")]
    Dimension(String),
    /// `turn=…` is not two numbers of stones.
    #[error("{0:?} is not a turn: write turn=A+B with numbers from 1 to {MAX_TURN}")]
    Turn(String),
    /// `plane` on a board that is no affine space.
    #[error("a plane has sizes that all are one power of a prime, from 2 to {MAX_PLANE_ORDER}")]
    Plane,
    /// `projective` on a board that is no projective plane.
    #[error("a projective plane has one dimension of q² + q + 1 cells, q a power of a prime")]
    Projective,
    /// Two rules that do not go together.
    #[error("{0} cannot be combined with {1}")]
    Combination(String, String),
}

impl Game {
    /// Reads game text. Names of presets are not game text; the oracle knows none.
    ///
    /// ```
    /// use connect_toe_testkit::oracle::Game;
    /// assert_eq!(Game::parse("2x2:2:all:torus:exact")?.to_string(), "2x2:2:+1,-1,+2,-2:exact:torus");
    /// assert_eq!(Game::parse("3x3:3:free")?.to_string(), "3x3:3");
    /// assert_eq!(Game::parse("3:lines=c+b/a+c/b+c+a")?.to_string(), "3:lines=a+c/b+c");
    /// # Ok::<(), connect_toe_testkit::oracle::GameError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a game of the class; the error is the first reason found.
    pub fn parse(text: &str) -> Result<Game, GameError> {
        let mut parts = text.split(':');
        let sizes: Vec<usize> =
            parts.next().unwrap_or_default().split('x').map(positive).collect::<Result<_, _>>()?;
        if sizes.len() > MAX_DIMENSIONS {
            return Err(GameError::Dimensions(sizes.len()));
        }
        let cells = sizes.iter().try_fold(1_usize, |cells, &size| cells.checked_mul(size));
        if cells.is_none_or(|cells| cells > MAX_CELLS) {
            return Err(GameError::Cells);
        }
        let goal = goal(parts.next().ok_or(GameError::NoRun)?, &sizes)?;
        let placement = parts.next().map_or(Ok(Placement::Free), |text| placement(text, sizes.len()))?;
        let variations = variations(parts, &sizes)?;
        refuse_combinations(&sizes, &goal, &placement, &variations)?;
        Ok(Game::new(sizes, goal, placement, variations))
    }

    /// Reads the text of a file of lines: `SIZES[:FACES[:FLAG]…]` in the first row, and in each other row the cells of
    /// one line, with `+` or spaces between. `#` starts a remark; rows with nothing else are skipped.
    ///
    /// ```
    /// use connect_toe_testkit::oracle::Game;
    /// let file = "# A path\n3:free:maker\na b # one edge\n\nc+b\n";
    /// assert_eq!(Game::parse_file(file)?.to_string(), "3:lines=a+b/b+c:free:maker");
    /// # Ok::<(), connect_toe_testkit::oracle::GameError>(())
    /// ```
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_file(text: &str) -> Result<Game, GameError> {
        let rows = text.lines().map(|row| row.split('#').next().unwrap_or_default().trim());
        let mut rows = rows.filter(|row| !row.is_empty());
        let (sizes, rest) =
            rows.next().map_or(("", ""), |row| row.split_at(row.find(':').unwrap_or(row.len())));
        let lines = rows.map(|row| joined(row.split_whitespace(), "+"));
        Game::parse(&format!("{sizes}:lines={}{rest}", joined(lines, "/")))
    }
}

/// The canonical game text.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = self.variations.texts(self.sizes.len());
        write!(f, "{}:{}", joined(&self.sizes, "x"), self.goal)?;
        match &self.placement {
            Placement::Free if flags.is_empty() => {}
            Placement::Free => write!(f, ":free")?,
            Placement::Faces(faces) => write!(f, ":{}", joined(faces, ","))?,
        }
        flags.iter().try_for_each(|flag| write!(f, ":{flag}"))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Run(run) => write!(f, "{run}"),
            Goal::Lines(lines) => write!(f, "lines={}", joined(lines.iter().map(cell_list), "/")),
            Goal::Shape(shape) => write!(f, "shape={}", cell_list(shape)),
            Goal::Plane => f.write_str("plane"),
            Goal::Projective => f.write_str("projective"),
        }
    }
}

impl Variations {
    /// The flags as text, sorted by name.
    fn texts(&self, dimensions: usize) -> Vec<String> {
        let mut texts: Vec<String> = self.flags.iter().map(Flag::to_string).collect();
        if let Some(torus) = texts.iter_mut().find(|text| *text == "torus")
            && self.wrapped.len() < dimensions
        {
            *torus = format!("torus={}", joined(self.wrapped.iter().map(|dimension| dimension + 1), "+"));
        }
        if !self.blocked.is_empty() {
            texts.push(format!("blocked={}", cell_list(&self.blocked)));
        }
        if self.turn != Turn::SINGLE {
            texts.push(format!("turn={}+{}", self.turn.first, self.turn.later));
        }
        texts.sort();
        texts
    }
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

fn cell_list(cells: &BTreeSet<Cell>) -> String {
    joined(cells.iter().map(|cell| cell_text(cell)), "+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_is_a_fixed_point() -> Result<(), GameError> {
        for (text, canonical) in [
            ("7x6:4:-2", "7x6:4:-2"),
            ("3x3:3:free", "3x3:3"),
            ("5:3:free:torus:misere", "5:3:free:misere:torus"),
            ("2x3:2:-2,+1,+2", "2x3:2:+1,+2,-2"),
            ("3x3:3:free:turn=1+1", "3x3:3"),
            (
                "3x3:3:free:turn=1+2:maker:blocked=c3+a1:exact",
                "3x3:3:free:blocked=a1+c3:exact:maker:turn=1+2",
            ),
            ("7x6:4:-2:torus=1", "7x6:4:-2:torus=1"),
            ("7x6:4:-2:torus=2+1:misere:maker", "7x6:4:-2:maker:misere:torus"),
            ("5:3:free:torus=1", "5:3:free:torus"),
            ("4:lines=b+a/d/a+b/c+b+a", "4:lines=a+b/d"),
            ("3x3:lines=2,2+1,1/3,3:free:blocked=2,2", "3x3:lines=a1+b2/c3:free:blocked=b2"),
            ("6x6:shape=c2+a1+b2+b1", "6x6:shape=a1+b1+b2+c2"),
            // Nothing is moved or turned.
            ("2x5:shape=c9+b9", "2x5:shape=b9+c9"),
            ("4x4:plane:+1:turn=2+2", "4x4:plane:+1:turn=2+2"),
            ("13:projective:free:misere", "13:projective:free:misere"),
            ("6x5:5:free:renju:blocked=a1", "6x5:5:free:blocked=a1:renju"),
            ("15x15:5:free:turn=1+1:renju", "15x15:5:free:renju"),
            ("2:9:all:exact", "2:9:+1,-1:exact"),
        ] {
            let printed = Game::parse(text)?.to_string();
            assert_eq!(printed, canonical);
            assert_eq!(Game::parse(&printed)?.to_string(), canonical);
        }
        Ok(())
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let number = |text: &str| GameError::Number(text.to_owned());
        let cell = |text: &str, reason| GameError::Cell { text: text.to_owned(), reason };
        for (text, error) in [
            ("", number("")),
            ("3x3", GameError::NoRun),
            ("3x:3", number("")),
            ("3x0:3", number("0")),
            ("+3:3", number("+3")),
            ("3x3:0", number("0")),
            ("3x3:-1", number("-1")),
            ("1x1x1x1x1x1x1x1x1:1", GameError::Dimensions(9)),
            ("64x65:3", GameError::Cells),
            ("4294967296x4294967296x4294967296:3", GameError::Cells),
            ("3x3:3:3", GameError::Face("3".to_owned())),
            ("3x3:3:+3", GameError::Face("+3".to_owned())),
            ("3x3:3:", GameError::Face(String::new())),
            ("3x3:3:exact", GameError::Face("exact".to_owned())),
            ("3x3:3:+1,+1", GameError::Repeated("+1".to_owned())),
            ("3x3:3:free:round", GameError::Flag("round".to_owned())),
            ("3x3:3:free:torus:torus=1", GameError::Repeated("torus=1".to_owned())),
            ("3x3:3:free:exact=1", GameError::Flag("exact=1".to_owned())),
            ("3x3:3:free:blocked", GameError::Flag("blocked".to_owned())),
            ("3x3:3:free:blocked=", cell("", CellError::Malformed)),
            ("3x3:3:free:blocked=a1+d1", cell("d1", CellError::OffBoard)),
            ("3x3:3:free:blocked=a1+1,1", GameError::Repeated("1,1".to_owned())),
            ("3x3:3:free:torus=", GameError::Dimension(String::new())),
            ("3x3:3:free:torus=3", GameError::Dimension("3".to_owned())),
            ("3x3:3:free:torus=1+1", GameError::Repeated("1".to_owned())),
            ("3x3:3:free:turn", GameError::Flag("turn".to_owned())),
            ("3x3:3:free:turn=2", GameError::Turn("2".to_owned())),
            ("3x3:3:free:turn=0+1", GameError::Turn("0+1".to_owned())),
            ("3x3:3:free:turn=1+5", GameError::Turn("1+5".to_owned())),
            ("3x3:3:free:turn=1+2+1", GameError::Turn("1+2+1".to_owned())),
            ("3:lines=", cell("", CellError::Malformed)),
            ("3:lines=a+b/", cell("", CellError::Malformed)),
            ("3:lines=a+d", cell("d", CellError::OffBoard)),
            ("3:lines=a+b+a", GameError::Repeated("a".to_owned())),
            ("3x3:shape=a1+a1", GameError::Repeated("a1".to_owned())),
            ("3x3:shape=a", cell("a", CellError::Dimensions { found: 1, expected: 2 })),
            ("3x4:plane", GameError::Plane),
            ("6x6:plane", GameError::Plane),
            ("1x1:plane", GameError::Plane),
            ("37:plane", GameError::Plane),
            ("8:projective", GameError::Projective),
            ("3:projective", GameError::Projective),
            // The order would be 6.
            ("43:projective", GameError::Projective),
            ("7x1:projective", GameError::Projective),
            ("3x3:3:free:torus:torus", GameError::Repeated("torus".to_owned())),
        ] {
            assert_eq!(Game::parse(text).err(), Some(error), "{text}");
        }
    }

    #[test]
    fn combinations_are_refused_by_name() {
        for (text, one, other) in [
            ("3:lines=a:free:exact", "exact", "lines"),
            ("3:shape=a:free:exact", "exact", "shape"),
            ("3:plane:free:exact", "exact", "plane"),
            ("7:projective:free:exact", "exact", "projective"),
            ("3:lines=a:free:torus", "torus", "lines"),
            ("3x3:plane:free:torus=1", "torus", "plane"),
            ("7:projective:free:torus", "torus", "projective"),
            ("9x9:4:free:renju", "renju", "a run length other than 5"),
            ("5x5:plane:free:renju", "renju", "plane"),
            ("9x9:5:free:renju:maker", "renju", "maker"),
            ("9x9:5:free:renju:misere", "renju", "misere"),
            ("9x9:5:free:renju:exact", "renju", "exact"),
            ("9x9:5:free:renju:torus=1", "renju", "torus"),
            ("9x9:5:free:renju:turn=1+2", "renju", "turn"),
            ("9x9:5:-2:renju", "renju", "open faces"),
            ("9:5:free:renju", "renju", "a number of dimensions other than 2"),
        ] {
            let error = GameError::Combination(one.to_owned(), other.to_owned());
            assert_eq!(Game::parse(text).err(), Some(error), "{text}");
        }
        for text in
            ["3x3:shape=a1+a2:free:torus=1", "3x3:3:free:exact:maker:misere", "9x9:5:free:blocked=a1:renju"]
        {
            assert!(Game::parse(text).is_ok(), "{text}");
        }
    }
}
