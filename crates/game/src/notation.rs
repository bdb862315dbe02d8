//! Text forms of cells, moves and boards.
//!
//! Every form round-trips. Errors say which part of the text is wrong and why.

use std::fmt;

use crate::bits::Bits;
use crate::board::Board;
use crate::cell_text::{self, CellError, counted};
use crate::for_width;
use crate::geometry::{Cell, Geometry};
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::side::{BySide, Side};
use crate::spec::{End, Face, Faces, GameSpec};

// --- Cells -------------------------------------------------------------------------------------------

impl Geometry {
    /// The canonical text of a cell: the first coordinate as letters, the others as numbers from 1,
    /// joined by dots: `d1`, `b3.4`, and in one dimension just `d`.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry};
    /// let text = |game: &str, coordinates: &[u16]| {
    ///     let spec: GameSpec = game.parse().expect("game text");
    ///     let geometry = Geometry::of(&spec).expect("a game");
    ///     geometry.cell_text(geometry.cell_at(coordinates).expect("a cell of the board"))
    /// };
    /// assert_eq!(text("9:3", &[3]), "d");
    /// assert_eq!(text("7x6:4", &[3, 0]), "d1");
    /// assert_eq!(text("4x4x4:4", &[1, 2, 3]), "b3.4");
    /// assert_eq!(text("30x3:3", &[27, 0]), "ab1");
    /// ```
    pub fn cell_text(&self, cell: Cell) -> String {
        cell_text::of(&self.coordinates(cell))
    }

    /// The canonical texts of cells, with spaces between them.
    pub fn cells_text(&self, cells: &[Cell]) -> String {
        let texts: Vec<String> = cells.iter().map(|&cell| self.cell_text(cell)).collect();
        texts.join(" ")
    }

    /// Reads a cell: canonical text, or coordinates counted from 1 and separated by commas.
    ///
    /// # Errors
    /// The text is not a cell, has the wrong number of coordinates, or names a cell off the board.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry};
    /// let geometry = Geometry::of(&"4x4x4:4".parse::<GameSpec>()?)?;
    /// assert_eq!(geometry.parse_cell("b3.4")?, geometry.parse_cell("2,3,4")?);
    /// let error = geometry.parse_cell("e1.1").expect_err("the columns are a to d");
    /// assert_eq!(error.to_string(), "`e1.1` is off the board: coordinate 1 must be a to d");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_cell(&self, text: &str) -> Result<Cell, CellError> {
        let coordinates = cell_text::parse(text, self.sizes())?;
        Ok(self.cells()[usize::from(cell_text::number(&coordinates, self.sizes()))])
    }
}

// --- Moves -------------------------------------------------------------------------------------------

/// The error for a move that the rules do not allow, or a text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} (`{text}`): {reason}")]
pub struct MoveError {
    /// The move's number in the list, counted from 1.
    pub number: usize,
    /// The move's text.
    pub text: String,
    /// Why it is refused.
    pub reason: MoveReason,
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveReason {
    /// The text does not name a cell.
    #[error(transparent)]
    Cell(#[from] CellError),
    /// The text is several moves with something else than spaces between them.
    #[error("moves have spaces between them: write {0}")]
    Separator(String),
    /// The text names a column that the board does not have.
    #[error("there is no such column: the columns are 1 to {0}")]
    NoColumn(u16),
    /// The column has no empty cell.
    #[error("the column is full")]
    ColumnFull,
    /// The column has empty cells, and a blocked cell before them.
    #[error("a blocked cell closes the column")]
    ColumnClosed,
    /// The cell is taken.
    #[error("the cell is taken by {0}")]
    Occupied(Side),
    /// The cell is blocked.
    #[error("the cell is blocked: no stone ever stands there")]
    Blocked,
    /// The cell is forbidden to the side to move.
    #[error("the cell is forbidden to {0}: it makes two threes, two fours or more than five in a row")]
    Forbidden(Side),
    /// The cell is empty, but no stone can come to rest there.
    #[error(
        "a stone dropped through an open face ({faces}) cannot come to rest there; possible now: {possible}"
    )]
    Unreachable {
        /// The open faces.
        faces: Faces,
        /// Some cells that can be taken.
        possible: String,
    },
    /// The game has ended.
    #[error("the game is over ({})", match .0 { Outcome::Draw => "a draw".to_owned(), Outcome::Win(side) => format!("{side} has won") })]
    GameOver(Outcome),
}

/// Whether moves can be written as digits of columns: two dimensions, stones fall from the top.
fn has_columns(spec: &GameSpec) -> bool {
    spec.dimensions() == 2 && spec.faces == Faces::Open(vec![Face { dimension: 2, end: End::High }])
}

impl<B: Bits> Rules<B> {
    /// Checks one move of the side to move.
    ///
    /// # Errors
    /// The game is over, the cell is taken, or no stone can come to rest there.
    ///
    /// ```
    /// use connect_toe_game::{MoveReason, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("___/_x_/___", None)?;
    /// let centre = rules.geometry().parse_cell("b2")?;
    /// assert_eq!(rules.check_move(&board, centre), Err(MoveReason::Occupied(Side::X)));
    /// assert_eq!(rules.check_move(&rules.start(), centre), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_move(&self, board: &Board<B>, cell: Cell) -> Result<(), MoveReason> {
        for_width!(B => Rules::<B>::check_move_here, fn(&Rules<B>, &Board<B>, Cell) -> Result<(), MoveReason>)(
            self, board, cell,
        )
    }

    fn check_move_here(&self, board: &Board<B>, cell: Cell) -> Result<(), MoveReason> {
        if let Some(outcome) = self.outcome(board) {
            return Err(MoveReason::GameOver(outcome));
        }
        if self.legal(board).contains(cell.bit()) {
            return Ok(());
        }
        if let Some(side) = board.stone_on(cell) {
            return Err(MoveReason::Occupied(side));
        }
        if self.geometry().is_blocked(cell) {
            return Err(MoveReason::Blocked);
        }
        if self.forbidden(board).contains(cell.bit()) {
            return Err(MoveReason::Forbidden(board.to_move()));
        }
        let moves = self.legal_moves(board);
        let mut possible: Vec<String> =
            moves.iter().take(12).map(|&cell| self.geometry().cell_text(cell)).collect();
        if moves.len() > possible.len() {
            possible.push("...".to_owned());
        }
        Err(MoveReason::Unreachable { faces: self.spec().faces.clone(), possible: possible.join(" ") })
    }

    /// Reads one move: a cell, or in a two-dimensional game with gravity from the top a column digit.
    ///
    /// # Errors
    /// The text is not a cell or column, or the move is not legal.
    pub fn parse_move(&self, board: &Board<B>, text: &str) -> Result<Cell, MoveReason> {
        for_width!(B => Rules::<B>::parse_move_here, fn(&Rules<B>, &Board<B>, &str) -> Result<Cell, MoveReason>)(
            self, board, text,
        )
    }

    fn parse_move_here(&self, board: &Board<B>, text: &str) -> Result<Cell, MoveReason> {
        let digit = text.parse::<u16>().ok().filter(|_| has_columns(self.spec()) && text.len() == 1);
        let cell = match digit {
            None => self.geometry().parse_cell(text)?,
            Some(column) => {
                if let Some(outcome) = self.outcome(board) {
                    return Err(MoveReason::GameOver(outcome));
                }
                let columns = self.spec().sizes[0];
                if column == 0 || column > columns {
                    return Err(MoveReason::NoColumn(columns));
                }
                let height = self.spec().sizes[1];
                let in_column = (0..height).filter_map(|row| self.geometry().cell_at(&[column - 1, row]));
                let legal = self.legal(board);
                let landing = in_column.clone().find(|cell| legal.contains(cell.bit()));
                landing.ok_or_else(|| self.why_no_stone_falls(board, in_column))?
            }
        };
        self.check_move(board, cell)?;
        Ok(cell)
    }

    /// Why no stone comes to rest on any of these cells, which are a column.
    pub(crate) fn why_no_stone_falls(
        &self,
        board: &Board<B>,
        mut column: impl Iterator<Item = Cell>,
    ) -> MoveReason {
        let is_free = |cell: Cell| board.stone_on(cell).is_none() && !self.geometry().is_blocked(cell);
        if column.any(is_free) { MoveReason::ColumnClosed } else { MoveReason::ColumnFull }
    }

    /// Reads a move list from the empty board: cells separated by spaces; where stones fall from the top
    /// of a two-dimensional board, strings of column digits too.
    ///
    /// # Errors
    /// The first move that is refused, with its number and text.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// assert_eq!(rules.parse_moves("d1 d2 e1")?, rules.parse_moves("445")?);
    /// let error = rules.parse_moves("d1 d9").expect_err("there are six rows");
    /// assert_eq!((error.number, error.text.as_str()), (2, "d9"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_moves(&self, text: &str) -> Result<Vec<Cell>, MoveError> {
        self.parse_moves_from(&self.start(), text)
    }

    /// Reads a move list from any position, as [`parse_moves`](Rules::parse_moves) does from the empty board.
    ///
    /// # Errors
    /// The first move that is refused, with its number and text.
    pub fn parse_moves_from(&self, board: &Board<B>, text: &str) -> Result<Vec<Cell>, MoveError> {
        for_width!(B => Rules::<B>::parse_moves_here, fn(&Rules<B>, &Board<B>, &str) -> Result<Vec<Cell>, MoveError>)(
            self, board, text,
        )
    }

    fn parse_moves_here(&self, board: &Board<B>, text: &str) -> Result<Vec<Cell>, MoveError> {
        let mut board = *board;
        let mut cells = Vec::new();
        for word in text.split_whitespace() {
            let digits = has_columns(self.spec()) && word.bytes().all(|byte| byte.is_ascii_digit());
            let moves: Vec<&str> =
                if digits { (0..word.len()).map(|at| &word[at..=at]).collect() } else { vec![word] };
            for text in moves {
                let number = cells.len() + 1;
                let refuse = |reason| {
                    use CellError::{Dimensions, Malformed};
                    let reason = match reason {
                        MoveReason::Cell(Malformed { .. } | Dimensions { .. }) => {
                            self.with_spaces(text).map_or(reason, MoveReason::Separator)
                        }
                        reason => reason,
                    };
                    MoveError { number, text: text.to_owned(), reason }
                };
                let cell = self.parse_move(&board, text).map_err(refuse)?;
                board = self.play(&board, cell);
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    /// The text with spaces between the moves, if it has commas or the like in their place.
    fn with_spaces(&self, text: &str) -> Option<String> {
        let parts: Vec<&str> = text.split([',', ';', '-', '/']).filter(|part| !part.is_empty()).collect();
        let is_column =
            |part: &str| has_columns(self.spec()) && part.bytes().all(|byte| byte.is_ascii_digit());
        let are_moves = parts.iter().all(|part| is_column(part) || self.geometry().parse_cell(part).is_ok());
        (parts.len() > 1 && are_moves).then(|| parts.join(" "))
    }

    /// A move list as text: canonical cells separated by spaces.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// assert_eq!(rules.moves_text(&rules.parse_moves("4453")?), "d1 d2 e1 c1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_text(&self, moves: &[Cell]) -> String {
        self.geometry().cells_text(moves)
    }
}

// --- Boards ------------------------------------------------------------------------------------------

/// The error for a text that is not a board of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// Every reason; never empty.
    pub reasons: Vec<BoardReason>,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a board of the game: ")?;
        for (index, reason) in self.reasons.iter().enumerate() {
            write!(f, "{}{reason}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for BoardError {}

/// One thing that is wrong with a board text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardReason {
    /// A layer (or a layer of layers) has the wrong number of parts.
    #[error("{place} has {} in the text and {expected} in the game", counted(*.given, what))]
    Parts {
        /// Which part of the text.
        place: String,
        /// What is counted, in the singular.
        what: &'static str,
        /// How many the text has.
        given: usize,
        /// How many the board has.
        expected: usize,
    },
    /// A character does not stand for a cell.
    #[error("`{character}` at {cell} is not a stone: write x, o, and _ or . for an empty cell")]
    Character {
        /// The character.
        character: char,
        /// Where it stands.
        cell: String,
    },
    /// A cell that is not blocked is marked as blocked.
    #[error("`#` at {0} says that the cell is blocked, and it is not: write _ or . for an empty cell")]
    NotBlocked(String),
    /// A stone stands on a blocked cell.
    #[error("the stone on {0} stands on a blocked cell: write #")]
    OnBlocked(String),
    /// A stone hangs in the air.
    #[error("the stone on {cell} cannot have come to rest there with stones dropped through {faces}")]
    Floating {
        /// The cell.
        cell: String,
        /// The open faces.
        faces: Faces,
    },
    /// The numbers of stones do not determine the side to move.
    #[error(
        "x has {} and o has {o}, so the side to move is not clear: it has to be given, as x or o",
        counted(*x as usize, "stone")
    )]
    ToMove {
        /// X's stones.
        x: u32,
        /// O's stones.
        o: u32,
    },
    /// No turn has so many stones left.
    #[error("{side} has no turn with {} left to place", counted(*left as usize, "stone"))]
    StonesLeft {
        /// The side to move.
        side: Side,
        /// The stones that it was said to have left.
        left: u32,
    },
    /// Both sides have a line.
    #[error("both sides have a line, which no game leads to")]
    BothHaveLines,
    /// The side to move has a line, so the game was over before the last stone.
    #[error(
        "{side} has a line and did not move last, which no game leads to: the game was over before the last stone"
    )]
    LineBeforeLastStone {
        /// The side.
        side: Side,
    },
    /// No stone can have completed all lines, so the game was over before the last stone.
    #[error(
        "no stone of {side} can have completed its lines last, which no game leads to: the game was over before"
    )]
    NoLastStone {
        /// The side.
        side: Side,
    },
}

impl BoardReason {
    fn alone(self) -> BoardError {
        BoardError { reasons: vec![self] }
    }
}

impl Geometry {
    /// The stones of a board text, in reading order, wherever they would come to rest.
    ///
    /// # Errors
    /// Every part of the text that does not fit the board.
    pub fn parse_stones(&self, text: &str) -> Result<Vec<(Cell, Side)>, BoardError> {
        let mut reader = BoardReader { geometry: self, stones: Vec::new(), reasons: Vec::new() };
        let mut coordinates = vec![0; self.sizes().len()];
        reader.read(text.trim(), self.sizes().len(), &mut coordinates, "the board");
        if reader.reasons.is_empty() {
            Ok(reader.stones)
        } else {
            Err(BoardError { reasons: reader.reasons })
        }
    }

    /// The text of a board: rows with the highest coordinate of dimension 2 first and separated by `/`,
    /// layers of dimension 3 separated by `|`, of dimension 4 by `||`, and so on.
    pub fn board_text(&self, stone_on: impl Fn(Cell) -> Option<Side>) -> String {
        let mut text = String::new();
        let dimensions = self.sizes().len();
        self.write_board(&mut text, dimensions, &mut vec![0; dimensions], &stone_on);
        text
    }

    fn write_board(
        &self,
        text: &mut String,
        dimension: usize,
        coordinates: &mut [u16],
        stone_on: &dyn Fn(Cell) -> Option<Side>,
    ) {
        if dimension == 0 {
            let cell = self.cell_at(coordinates);
            let empty = if cell.is_some_and(|cell| self.is_blocked(cell)) { '#' } else { '_' };
            let stone = cell.and_then(stone_on);
            text.push(stone.map_or(empty, |side| if side == Side::X { 'x' } else { 'o' }));
            return;
        }
        let size = self.sizes()[dimension - 1];
        for index in 0..size {
            if index > 0 {
                text.push_str(&separator(dimension));
            }
            coordinates[dimension - 1] = if dimension == 2 { size - 1 - index } else { index };
            self.write_board(text, dimension - 1, coordinates, stone_on);
        }
    }
}

/// What stands between neighbouring parts along a dimension (counted from 1).
fn separator(dimension: usize) -> String {
    match dimension {
        1 => String::new(),
        2 => "/".to_owned(),
        _ => "|".repeat(dimension - 2),
    }
}

struct BoardReader<'a> {
    geometry: &'a Geometry,
    stones: Vec<(Cell, Side)>,
    reasons: Vec<BoardReason>,
}

impl BoardReader<'_> {
    fn read(&mut self, text: &str, dimension: usize, coordinates: &mut [u16], place: &str) {
        let size = self.geometry.sizes()[dimension - 1];
        let (what, parts): (_, Vec<String>) = match dimension {
            1 => ("cell", text.chars().filter(|c| !c.is_whitespace()).map(String::from).collect()),
            2 => ("row", text.split(['/', '\n']).map(|row| row.trim().to_owned()).collect()),
            _ => ("layer", split_at_bars(text, dimension - 2)),
        };
        if parts.len() != usize::from(size) {
            let (given, expected) = (parts.len(), usize::from(size));
            self.reasons.push(BoardReason::Parts { place: place.to_owned(), what, given, expected });
            return;
        }
        for (index, part) in (0..size).zip(&parts) {
            coordinates[dimension - 1] = if dimension == 2 { size - 1 - index } else { index };
            if dimension == 1 {
                self.read_cell(part, coordinates);
            } else {
                let of = if place == "the board" { String::new() } else { format!(" of {place}") };
                self.read(part, dimension - 1, coordinates, &format!("{what} {}{of}", index + 1));
            }
        }
    }

    fn read_cell(&mut self, text: &str, coordinates: &[u16]) {
        let cell = self.geometry.cell_at(coordinates).expect("coordinates run over the board's sizes");
        let is_blocked = self.geometry.is_blocked(cell);
        match text.chars().next().unwrap_or('_') {
            '#' if is_blocked => {}
            '#' => self.reasons.push(BoardReason::NotBlocked(self.geometry.cell_text(cell))),
            'x' | 'X' | 'o' | 'O' if is_blocked => {
                self.reasons.push(BoardReason::OnBlocked(self.geometry.cell_text(cell)));
            }
            'x' | 'X' => self.stones.push((cell, Side::X)),
            'o' | 'O' => self.stones.push((cell, Side::O)),
            '_' | '.' => {}
            character => {
                let cell = self.geometry.cell_text(cell);
                self.reasons.push(BoardReason::Character { character, cell });
            }
        }
    }
}

/// Splits at every run of exactly `bars` bars; shorter runs stay inside the parts.
fn split_at_bars(text: &str, bars: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = text;
    while let Some(at) = rest.find('|') {
        let run = rest[at..].len() - rest[at..].trim_start_matches('|').len();
        let last = parts.len() - 1;
        parts[last].push_str(&rest[..at]);
        if run >= bars {
            // A run that is too long gives an empty part, which is reported as such.
            parts.push("|".repeat(run - bars));
        } else {
            parts[last].push_str(&rest[at..at + run]);
        }
        rest = &rest[at + run..];
    }
    let last = parts.len() - 1;
    parts[last].push_str(rest);
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

impl<B: Bits> Rules<B> {
    /// Reads a board text: the stones of each side, whatever their numbers.
    ///
    /// # Errors
    /// Every part of the text that does not fit the board, and every stone that hangs in the air.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// // No game leads to three stones of X and none of O, but they can be valued.
    /// let stones = rules.parse_stones("xxx/___/___")?;
    /// assert_eq!((stones[Side::X].count(), stones[Side::O].count()), (3, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_stones(&self, text: &str) -> Result<BySide<B>, BoardError> {
        for_width!(B => Rules::<B>::parse_stones_here, fn(&Rules<B>, &str) -> Result<BySide<B>, BoardError>)(
            self, text,
        )
    }

    fn parse_stones_here(&self, text: &str) -> Result<BySide<B>, BoardError> {
        let mut stones = BySide { x: B::EMPTY, o: B::EMPTY };
        for (cell, side) in self.geometry().parse_stones(text)? {
            stones[side] |= B::single(cell.bit());
        }
        self.check_rest(stones)?;
        Ok(stones)
    }

    /// Names every stone that hangs in the air, or stands where none ever comes.
    fn check_rest(&self, stones: BySide<B>) -> Result<(), BoardError> {
        let floating = self.floating(stones.x | stones.o);
        if floating.is_empty() {
            return Ok(());
        }
        let cells = self.geometry().cells().iter().filter(|cell| floating.contains(cell.bit()));
        let reason = |&cell| {
            let text = self.geometry().cell_text(cell);
            if self.geometry().is_blocked(cell) {
                BoardReason::OnBlocked(text)
            } else {
                BoardReason::Floating { cell: text, faces: self.spec().faces.clone() }
            }
        };
        Err(BoardError { reasons: cells.map(reason).collect() })
    }

    /// Reads a board text as a position to search. `to_move` may be left out if the numbers of stones
    /// determine it: X moves if they are equal, O if X has one more.
    ///
    /// # Errors
    /// As [`parse_stones`](Self::parse_stones); the side to move is not clear; both sides have a line, or one had a line
    /// before the last stone.
    ///
    /// ```
    /// use connect_toe_game::{Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xo_/_x_/___", None)?;
    /// assert_eq!(board.to_move(), Side::O);
    /// assert_eq!(rules.board_text(&board), "xo_/_x_/___");
    /// // With two stones more than O, X could not have come here by a game.
    /// assert!(rules.parse_board("xx_/___/___", None).is_err());
    /// assert!(rules.parse_board("xx_/___/___", Some(Side::O)).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_board(&self, text: &str, to_move: Option<Side>) -> Result<Board<B>, BoardError> {
        for_width!(B => Rules::<B>::parse_board_here, fn(&Rules<B>, &str, Option<Side>) -> Result<Board<B>, BoardError>)(
            self, text, to_move,
        )
    }

    fn parse_board_here(&self, text: &str, to_move: Option<Side>) -> Result<Board<B>, BoardError> {
        self.to_search(self.parse_stones(text)?, to_move, None)
    }

    /// The position to search with these stones; `to_move` as for [`parse_board`](Self::parse_board).
    ///
    /// # Errors
    /// As [`parse_board`](Self::parse_board).
    ///
    /// # Panics
    /// A cell has two stones, or a stone lies off the board.
    ///
    /// ```
    /// use connect_toe_game::{Bits, BySide, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// let stones = |text| Ok::<_, connect_toe_game::CellError>(u64::single(rules.geometry().parse_cell(text)?.bit()));
    /// let board = rules.board_of(BySide { x: stones("d1")?, o: u64::EMPTY }, None)?;
    /// assert_eq!(board.to_move(), Side::O);
    /// assert!(rules.board_of(BySide { x: stones("d2")?, o: u64::EMPTY }, None).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board_of(&self, stones: BySide<B>, to_move: Option<Side>) -> Result<Board<B>, BoardError> {
        for_width!(B => Rules::<B>::board_of_here, fn(&Rules<B>, BySide<B>, Option<Side>) -> Result<Board<B>, BoardError>)(
            self, stones, to_move,
        )
    }

    fn board_of_here(&self, stones: BySide<B>, to_move: Option<Side>) -> Result<Board<B>, BoardError> {
        self.check_rest(stones)?;
        self.to_search(stones, to_move, None)
    }

    /// As [`board_of`](Self::board_of), if the side to move has so many stones left to place in its turn, whatever the
    /// numbers of stones say.
    ///
    /// # Errors
    /// As [`parse_board`](Self::parse_board); no turn of the game has so many stones.
    ///
    /// # Panics
    /// A cell has two stones, or a stone lies off the board.
    ///
    /// ```
    /// use connect_toe_game::{Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3:free:turn=1+2".parse()?)?;
    /// let stones = rules.parse_stones("x__/___/___")?;
    /// assert_eq!(rules.board_of(stones, Some(Side::X))?.left(), 2);
    /// assert_eq!(rules.board_in_turn(stones, Some(Side::X), 1)?.left(), 1);
    /// assert!(rules.board_in_turn(stones, Some(Side::X), 3).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board_in_turn(
        &self,
        stones: BySide<B>,
        to_move: Option<Side>,
        left: u32,
    ) -> Result<Board<B>, BoardError> {
        for_width!(B => Rules::<B>::board_in_turn_here, fn(&Rules<B>, BySide<B>, Option<Side>, u32) -> Result<Board<B>, BoardError>)(
            self, stones, to_move, left,
        )
    }

    fn board_in_turn_here(
        &self,
        stones: BySide<B>,
        to_move: Option<Side>,
        left: u32,
    ) -> Result<Board<B>, BoardError> {
        self.check_rest(stones)?;
        self.to_search(stones, to_move, Some(left))
    }

    /// The position with these stones at rest, and so many left in the turn, if that is given.
    fn to_search(
        &self,
        stones: BySide<B>,
        to_move: Option<Side>,
        left: Option<u32>,
    ) -> Result<Board<B>, BoardError> {
        let (x, o) = (stones.x.count(), stones.o.count());
        let to_move = match to_move {
            Some(side) => side,
            None => self.to_move_by_count(stones).ok_or_else(|| BoardReason::ToMove { x, o }.alone())?,
        };
        let has_line = |side| self.has_line(side, stones[side]);
        if has_line(Side::X) && has_line(Side::O) {
            return Err(BoardReason::BothHaveLines.alone());
        }
        let board = match left {
            None => self.position(stones, to_move),
            Some(left) => {
                let refused = || BoardReason::StonesLeft { side: to_move, left }.alone();
                self.position_in_turn(stones, to_move, left).ok_or_else(refused)?
            }
        };
        let last = self.moved_last(&board);
        if has_line(last.other()) {
            return Err(BoardReason::LineBeforeLastStone { side: last.other() }.alone());
        }
        let occupied = stones.x | stones.o;
        let was_last = |bit| {
            !self.has_line(last, stones[last].without(bit)) && self.floating(occupied.without(bit)).is_empty()
        };
        if has_line(last) && !self.cells_in_lines(last, stones[last]).members().any(was_last) {
            return Err(BoardReason::NoLastStone { side: last }.alone());
        }
        Ok(board)
    }

    /// The text of a board.
    pub fn board_text(&self, board: &Board<B>) -> String {
        for_width!(B => Rules::<B>::board_text_here, fn(&Rules<B>, &Board<B>) -> String)(self, board)
    }

    fn board_text_here(&self, board: &Board<B>) -> String {
        self.geometry().board_text(|cell| board.stone_on(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_split_at_their_own_length() {
        assert_eq!(split_at_bars("a|b||c|d", 2), ["a|b", "c|d"]);
        assert_eq!(split_at_bars("a|b", 1), ["a", "b"]);
        assert_eq!(split_at_bars("a||b", 1), ["a", "|b"]);
    }
}
