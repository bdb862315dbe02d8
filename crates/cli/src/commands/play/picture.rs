//! How a board of any number of dimensions lies on a flat page: layers of rows, and their labels.

use connect_toe_game::{Cell, Faces, Game, Side, with_game};

use super::entry::column_label;
use super::session::{Session, capital};

/// The page of one game: dimension 1 to the right, dimension 2 upward, every other dimension in layers.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Cells per dimension, at least two dimensions.
    sizes: Vec<u16>,
    dimensions: usize,
}

impl Grid {
    pub(super) fn new(game: &Game) -> Grid {
        let mut sizes = game.geometry().sizes().to_vec();
        let dimensions = sizes.len();
        sizes.resize(dimensions.max(2), 1);
        Grid { sizes, dimensions }
    }

    pub(super) fn columns(&self) -> usize {
        usize::from(self.sizes[0])
    }

    pub(super) fn rows(&self) -> usize {
        usize::from(self.sizes[1])
    }

    /// Layers of the board, dimension 3 running fastest.
    pub(super) fn layers(&self) -> usize {
        self.sizes[2..].iter().map(|&size| usize::from(size)).product()
    }

    /// Layers along dimension 3.
    pub(super) fn layers_in_a_row(&self) -> usize {
        self.sizes.get(2).map_or(1, |&size| usize::from(size))
    }

    /// The layer of coordinates counted from 0.
    pub(super) fn layer_of(&self, coordinates: &[u16]) -> usize {
        let later = coordinates.iter().zip(&self.sizes).skip(2).rev();
        later.fold(0, |layer, (&coordinate, &size)| layer * usize::from(size) + usize::from(coordinate))
    }

    /// The coordinates of a place: `row` is counted from the top, all from 0.
    pub(super) fn coordinates(&self, layer: usize, row: usize, column: usize) -> Vec<u16> {
        let mut coordinates = vec![column as u16, (self.rows() - 1 - row) as u16];
        let mut rest = layer;
        for &size in &self.sizes[2..] {
            coordinates.push((rest % usize::from(size)) as u16);
            rest /= usize::from(size);
        }
        coordinates.truncate(self.dimensions);
        coordinates
    }

    /// The cell of a place on the page.
    pub(super) fn cell(&self, game: &Game, layer: usize, row: usize, column: usize) -> Option<Cell> {
        game.geometry().cell_at(&self.coordinates(layer, row, column))
    }

    /// The layer in the notation of cells: `.2`, `.2.1`; empty if there is only the one.
    pub(super) fn title(&self, layer: usize) -> String {
        let coordinates = self.coordinates(layer, 0, 0);
        coordinates.iter().skip(2).fold(String::new(), |text, number| format!("{text}.{}", number + 1))
    }

    /// The letters of a column.
    pub(super) fn column_label(&self, game: &Game, column: usize) -> String {
        let Some(cell) = self.cell(game, 0, 0, column) else { return String::new() };
        let text = game.geometry().cell_text(cell);
        text.chars().take_while(char::is_ascii_alphabetic).collect()
    }

    /// The number of a row counted from the top; empty in one dimension.
    pub(super) fn row_label(&self, row: usize) -> String {
        if self.dimensions > 1 { (self.rows() - row).to_string() } else { String::new() }
    }

    /// Characters of the widest column label.
    pub(super) fn column_label_width(&self, game: &Game) -> usize {
        self.column_label(game, self.columns() - 1).len()
    }

    /// Characters of the widest layer title or row number.
    pub(super) fn left_width(&self) -> usize {
        self.title(self.layers() - 1).len().max(self.row_label(0).len())
    }
}

/// Whether stones drop, so that not every empty cell can be taken.
pub(super) fn has_gravity(game: &Game) -> bool {
    !with_game!(game, record => record.rules().placement_is_free())
}

/// The dimension (counted from 0) that stones drop along, if they all drop the same way.
pub(super) fn drop_dimension(game: &Game) -> Option<usize> {
    match &game.spec().faces {
        Faces::Open(faces) if faces.len() == 1 && has_gravity(game) => {
            Some(usize::from(faces[0].dimension) - 1)
        }
        _ => None,
    }
}

/// What a move looks like in this game.
pub(super) fn example(game: &Game) -> String {
    let (legal, all) = (game.legal_moves(), game.geometry().cells());
    let cell = legal.get(legal.len() / 2).copied().unwrap_or(all[all.len() / 2]);
    let text = game.geometry().cell_text(cell);
    match column_label(game, cell) {
        Some(label) => format!("{text}, or its column {label}"),
        None => text,
    }
}

/// The character of a cell: a stone, `+` where a stone can come to rest, `.` for another empty cell.
pub(super) fn symbol(stone: Option<Side>, is_destination: bool) -> char {
    match stone {
        Some(side) => capital(side),
        None if is_destination => '+',
        None => '.',
    }
}

/// The whole board as lines of text with labels, layer by layer.
pub(super) fn board_text(session: &Session) -> String {
    text_of(session.game(), session.legal())
}

/// As [`board_text`], of a game with these legal moves.
pub(super) fn text_of(game: &Game, legal: &[Cell]) -> String {
    let grid = Grid::new(game);
    let gravity = has_gravity(game);
    let mut is_destination = vec![false; game.geometry().bits()];
    for cell in legal {
        is_destination[cell.index()] = gravity;
    }
    let (left, width) = (grid.left_width(), grid.column_label_width(game));
    let mut text = String::new();
    let push_row = |text: &mut String, label: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| format!(" {cell:<width$}")).collect();
        *text += format!("{label:>left$}{}", cells.concat()).trim_end();
        text.push('\n');
    };
    for layer in 0..grid.layers() {
        if layer > 0 {
            text.push('\n');
        }
        if grid.layers() > 1 {
            text.extend(["layer ", &grid.title(layer), "\n"]);
        }
        for row in 0..grid.rows() {
            let mut cells = (0..grid.columns()).map(|column| {
                let cell = grid.cell(game, layer, row, column);
                cell.map_or(' ', |cell| symbol(game.stone_on(cell), is_destination[cell.index()])).to_string()
            });
            push_row(&mut text, &grid.row_label(row), &mut cells);
        }
        let mut letters = (0..grid.columns()).map(|column| grid.column_label(game, column));
        push_row(&mut text, "", &mut letters);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{TWO_PEOPLE, session};
    use super::*;

    #[test]
    fn places_and_coordinates_agree() {
        for text in ["5:3", "4x3:3", "2x3x4:2", "2x3x2x3:2"] {
            let game: Game = text.parse().expect("sound game text");
            let grid = Grid::new(&game);
            let mut seen = 0;
            for layer in 0..grid.layers() {
                for row in 0..grid.rows() {
                    for column in 0..grid.columns() {
                        let coordinates = grid.coordinates(layer, row, column);
                        assert!(game.geometry().cell_at(&coordinates).is_some(), "{text}");
                        assert_eq!(grid.layer_of(&coordinates), layer, "{text}");
                        seen += 1;
                    }
                }
            }
            assert_eq!(seen, game.geometry().cells().len());
        }
    }

    #[test]
    fn boards_are_written_with_labels() {
        let text = |game, moves| board_text(&session(game, moves, TWO_PEOPLE));
        assert_eq!(text("tic-tac-toe", "a1 b3"), "3 . O .\n2 . . .\n1 X . .\n  a b c\n");
        assert_eq!(text("3x2:3:-2", "22"), "2 . O .\n1 + X +\n  a b c\n");
        assert_eq!(text("4:2", "b"), " . X . .\n a b c d\n");
        let cube = text("cube-2", "b1.2");
        assert_eq!(cube, "layer .1\n 2 . .\n 1 . .\n   a b\n\nlayer .2\n 2 . .\n 1 . X\n   a b\n");
        assert!(text("28x1:3", "").ends_with("z  aa ab\n"));
    }
}
