//! Cells as the protocol writes them: `X,Y`, counted from 0, from the top left corner.

use std::fmt;
use std::str::FromStr;

use connect_toe_game::{Cell, Geometry};

/// A cell: its column from the left and its row from the top, both from 0.
///
/// ```
/// use connect_toe_gomocup::Point;
/// let point: Point = "7, 0".parse()?;
/// assert_eq!((point, point.to_string()), (Point { x: 7, y: 0 }, "7,0".to_owned()));
/// # Ok::<(), connect_toe_gomocup::ParsePointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
}

/// A text that is not a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cell: write X,Y, both from 0")]
pub struct ParsePointError;

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let (x, y) = text.split_once(',').ok_or(ParsePointError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| ParsePointError);
        Ok(Point { x: number(x)?, y: number(y)? })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl Point {
    /// The cell of a board of two dimensions, or `None` off the board. Row 0 of the protocol is the highest coordinate of
    /// dimension 2, as in board texts.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Geometry};
    /// use connect_toe_gomocup::Point;
    /// let geometry = Geometry::of(&"15x15:5".parse::<GameSpec>()?)?;
    /// let cell = Point { x: 0, y: 0 }.cell(&geometry).expect("is on the board");
    /// assert_eq!(geometry.cell_text(cell), "a15");
    /// assert_eq!(Point::of(&geometry, cell), Point { x: 0, y: 0 });
    /// assert_eq!(Point { x: 15, y: 0 }.cell(&geometry), None);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn cell(self, geometry: &Geometry) -> Option<Cell> {
        let &[_, height] = geometry.sizes() else { return None };
        geometry.cell_at(&[self.x, height.checked_sub(self.y)?.checked_sub(1)?])
    }

    /// The point of a cell of a board of two dimensions.
    pub fn of(geometry: &Geometry, cell: Cell) -> Point {
        let coordinates = geometry.coordinates(cell);
        Point { x: coordinates[0], y: geometry.sizes()[1] - 1 - coordinates[1] }
    }
}
