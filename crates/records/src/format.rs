//! What a format is: how its texts look, and what they say.

use connect_toe_game::{Cell, End, Face, Faces, GameSpec, Geometry, MAX_CELLS, Side};

use crate::error::ReadError;

/// The moves of a list that are looked at: no game has more, so that the last of them is refused.
pub(crate) const MOST_WORDS: usize = MAX_CELLS + 1;

/// A format: a row of [`FORMATS`](crate::FORMATS).
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name, which with a colon after it says that a text has this format.
    pub name: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// A short text, or the beginning of one.
    pub example: &'static str,
    /// Whether a text without a name before it may be one of this format.
    pub(crate) looks: fn(&Sheet, &str) -> bool,
    /// Reads a text.
    pub(crate) parse: fn(&Sheet, &str) -> Result<Written, ReadError>,
}

/// The board that a text is read for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) spec: &'a GameSpec,
    pub(crate) geometry: &'a Geometry,
}

/// What a text says; nothing of it has been played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    /// The stones that are there before the first move.
    pub(crate) stones: Vec<(Cell, Side)>,
    /// Whether `stones` are the position, even if there are none.
    pub(crate) is_board: bool,
    /// The side that moves first, if the text says so.
    pub(crate) to_move: Option<Side>,
    /// The moves with their variations; each comes after the one that it follows.
    pub(crate) moves: Vec<WrittenMove>,
}

/// A move of a text.
#[derive(Clone, Debug)]
pub(crate) struct WrittenMove {
    /// The place of the move before it; none at the beginning.
    pub(crate) parent: Option<usize>,
    pub(crate) text: String,
    pub(crate) to: To,
    /// Who makes it, if the text says so.
    pub(crate) maker: Option<Side>,
}

/// Where a move goes.
#[derive(Clone, Debug)]
pub(crate) enum To {
    Cell(Cell),
    /// The lowest cell of this column that is a move; columns count from 0.
    Column(u16),
    /// Nowhere, for this reason.
    Nowhere(String),
}

impl Written {
    /// Moves one after the other.
    pub(crate) fn line(moves: impl IntoIterator<Item = (String, To)>) -> Written {
        let place = |(place, (text, to)): (usize, (String, To))| WrittenMove {
            parent: place.checked_sub(1),
            text,
            to,
            maker: None,
        };
        Written {
            moves: moves.into_iter().take(MOST_WORDS).enumerate().map(place).collect(),
            ..Written::default()
        }
    }

    /// Stones without moves.
    pub(crate) fn board(stones: Vec<(Cell, Side)>) -> Written {
        Written { stones, is_board: true, ..Written::default() }
    }
}

impl Sheet<'_> {
    /// Columns and rows, on a board of two dimensions.
    pub(crate) fn flat(&self) -> Option<(u16, u16)> {
        match *self.geometry.sizes() {
            [columns, rows] => Some((columns, rows)),
            _ => None,
        }
    }

    /// Whether the board is flat and stones drop from its top: then a move can be a column.
    pub(crate) fn has_columns(&self) -> bool {
        self.flat().is_some() && self.spec.faces == Faces::Open(vec![Face { dimension: 2, end: End::High }])
    }

    /// Whether the board is flat and any empty cell is a move.
    pub(crate) fn is_paper(&self) -> bool {
        self.flat().is_some() && self.spec.faces == Faces::Free
    }

    /// The cell in this column and this row, counted from 0 from the top left corner.
    pub(crate) fn counted_from_top(&self, column: i64, row: i64) -> To {
        let Some((columns, rows)) = self.flat() else { return To::Nowhere(NOT_FLAT.to_owned()) };
        let at = |number: i64, size: u16| u16::try_from(number).ok().filter(|&number| number < size);
        let cell = at(column, columns).zip(at(row, rows));
        match cell.and_then(|(column, row)| self.geometry.cell_at(&[column, rows - 1 - row])) {
            Some(cell) => To::Cell(cell),
            None => To::Nowhere(format!("it is off the board of {columns}x{rows} cells")),
        }
    }

    /// Every cell of a flat board, row by row from the top.
    pub(crate) fn rows(&self) -> Vec<Cell> {
        let Some((columns, rows)) = self.flat() else { return Vec::new() };
        let cell = |row: u16, column: u16| self.geometry.cell_at(&[column, rows - 1 - row]);
        (0..rows).flat_map(|row| (0..columns).filter_map(move |column| cell(row, column))).collect()
    }

    /// That the text is for a board of this size.
    pub(crate) fn check_size(
        &self,
        format: &'static str,
        (columns, rows): (u16, u16),
    ) -> Result<(), ReadError> {
        if self.flat() == Some((columns, rows)) {
            return Ok(());
        }
        let spec = self.spec;
        Err(ReadError::form(
            format,
            format_args!("the board has {columns}x{rows} cells, which {spec} has not"),
        ))
    }
}

pub(crate) const NOT_FLAT: &str = "the game's board does not have two dimensions";
