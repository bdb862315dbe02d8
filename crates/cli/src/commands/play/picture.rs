//! How a board of any number of dimensions lies on a flat page: layers of rows, and their labels.

use connect_toe_game::{Cell, Faces, Game, Side, with_game};
use connect_toe_stats::numbers::counted;

use super::entry::column_label;
use super::session::{Session, capital};

/// The page of one game: dimension 1 to the right, dimension 2 upward, every other dimension in layers.
///
/// One dimension whose lines are not rows is a set of points: they are drawn in a block, row after row, each with its name. Of
/// a projective plane of order `q` the first `q` rows are then the affine plane, and the points at infinity follow.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Cells per dimension, at least two dimensions.
    sizes: Vec<u16>,
    dimensions: usize,
    /// Characters of the longest name, where cells are points.
    point: Option<usize>,
}

/// The number of columns that points are drawn in, where a game's cells are points.
pub(super) fn columns_of_points(game: &Game) -> Option<u16> {
    match game.geometry().sizes() {
        &[points] if !game.lines_are_rows() => Some(points.isqrt()),
        _ => None,
    }
}

impl Grid {
    pub(super) fn new(game: &Game) -> Grid {
        let mut sizes = game.geometry().sizes().to_vec();
        let dimensions = sizes.len();
        let columns = columns_of_points(game);
        match columns {
            Some(columns) => sizes = vec![columns, sizes[0].div_ceil(columns)],
            None => sizes.resize(dimensions.max(2), 1),
        }
        let longest = || game.geometry().cells().iter().map(|&cell| game.cell_text(cell).len()).max();
        Grid { sizes, dimensions, point: columns.and_then(|_| longest()) }
    }

    /// Characters of the longest name, where cells are points and each is drawn with its name.
    pub(super) fn name_width(&self) -> Option<usize> {
        self.point
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
        if self.point.is_some() {
            return vec![(row * self.columns() + column) as u16];
        }
        let mut coordinates = vec![column as u16, (self.rows() - 1 - row) as u16];
        let mut rest = layer;
        for &size in &self.sizes[2..] {
            coordinates.push((rest % usize::from(size)) as u16);
            rest /= usize::from(size);
        }
        coordinates.truncate(self.dimensions);
        coordinates
    }

    /// The place of coordinates counted from 0: its row from the top, and its column.
    pub(super) fn place(&self, coordinates: &[u16]) -> (usize, usize) {
        let first = usize::from(coordinates[0]);
        if self.point.is_some() {
            return (first / self.columns(), first % self.columns());
        }
        let height = coordinates.get(1).map_or(0, |&height| usize::from(height));
        (self.rows() - 1 - height, first)
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
        if self.point.is_some() {
            return String::new();
        }
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

/// What cells look like: a stone, `#` for a blocked cell, `!` for one that the side to move may not take, `+` where a stone
/// that slides can come to rest, and `.` for any other empty cell.
pub(super) struct Symbols<'a> {
    game: &'a Game,
    /// By bit.
    is_destination: Vec<bool>,
    is_forbidden: Vec<bool>,
}

/// What a cell looks like, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Stone(Side),
    Blocked,
    Forbidden,
    Destination,
    Empty,
}

impl Symbol {
    pub(super) fn character(self) -> char {
        match self {
            Symbol::Stone(side) => capital(side),
            Symbol::Blocked => '#',
            Symbol::Forbidden => '!',
            Symbol::Destination => '+',
            Symbol::Empty => '.',
        }
    }
}

impl<'a> Symbols<'a> {
    /// Those of a game with these legal moves and forbidden cells.
    pub(super) fn new(game: &'a Game, legal: &[Cell], forbidden: &[Cell]) -> Symbols<'a> {
        let of = |cells: &[Cell]| {
            let mut set = vec![false; game.geometry().bits()];
            for cell in cells {
                set[cell.index()] = true;
            }
            set
        };
        let destinations = if has_gravity(game) { legal } else { &[] };
        Symbols { game, is_destination: of(destinations), is_forbidden: of(forbidden) }
    }

    pub(super) fn of(&self, cell: Cell) -> Symbol {
        match self.game.stone_on(cell) {
            Some(side) => Symbol::Stone(side),
            None if self.game.geometry().is_blocked(cell) => Symbol::Blocked,
            None if self.is_forbidden[cell.index()] => Symbol::Forbidden,
            None if self.is_destination[cell.index()] => Symbol::Destination,
            None => Symbol::Empty,
        }
    }
}

/// What the signs on the board mean that not every board has, one a line.
pub(super) fn legend(game: &Game) -> Vec<&'static str> {
    let geometry = game.geometry();
    let signs = [
        (has_gravity(game), "+ a stone can come to rest here"),
        (geometry.blocked_cells().next().is_some(), "# a blocked cell: no stone stands there"),
        (with_game!(game, record => record.rules().forbids()), "! a cell that X may not take now"),
    ];
    signs.into_iter().filter(|(is_there, _)| *is_there).map(|(_, sign)| sign).collect()
}

/// The winning lines through a cell, a line of text for each, with the stones on them: `a(X) b d`. First their number.
pub(super) fn lines_through(game: &Game, cell: Cell) -> Vec<String> {
    let lines = game.lines_through(cell);
    let number = counted(lines.len() as u64, "winning line");
    let mut texts = vec![format!("{number} through {}", game.cell_text(cell))];
    texts.extend(lines.iter().map(|line| line_text(game, line)));
    texts
}

/// The cells of a line with the stones on them.
fn line_text(game: &Game, line: &[Cell]) -> String {
    let cell = |&cell: &Cell| {
        let stone = game.stone_on(cell).map_or_else(String::new, |side| format!("({})", capital(side)));
        format!("{}{stone}", game.cell_text(cell))
    };
    line.iter().map(cell).collect::<Vec<_>>().join(" ")
}

/// The whole board as lines of text with labels, layer by layer.
pub(super) fn board_text(session: &Session) -> String {
    text_of(session.game(), session.legal(), session.forbidden())
}

/// As [`board_text`], of a game with these legal moves and forbidden cells.
pub(super) fn text_of(game: &Game, legal: &[Cell], forbidden: &[Cell]) -> String {
    let grid = Grid::new(game);
    let symbols = Symbols::new(game, legal, forbidden);
    if let Some(width) = grid.name_width() {
        return text_of_points(game, &grid, &symbols, width);
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
                cell.map_or(' ', |cell| symbols.of(cell).character()).to_string()
            });
            push_row(&mut text, &grid.row_label(row), &mut cells);
        }
        let mut letters = (0..grid.columns()).map(|column| grid.column_label(game, column));
        push_row(&mut text, "", &mut letters);
    }
    text
}

/// Points in a block, each with its name.
fn text_of_points(game: &Game, grid: &Grid, symbols: &Symbols<'_>, width: usize) -> String {
    let rows = (0..grid.rows()).map(|row| {
        let cells = (0..grid.columns()).filter_map(|column| grid.cell(game, 0, row, column));
        let points =
            cells.map(|cell| format!("{:>width$} {}", game.cell_text(cell), symbols.of(cell).character()));
        points.collect::<Vec<_>>().join("   ") + "\n"
    });
    rows.collect()
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
    fn points_are_drawn_in_a_block_with_their_names() {
        let fano = session("7:projective", "a d", TWO_PEOPLE);
        assert_eq!(board_text(&fano), "a X   b .\nc .   d O\ne .   f .\ng .\n");
        let plane = session("13:projective", "m", TWO_PEOPLE);
        assert!(board_text(&plane).ends_with("j .   k .   l .\nm X\n"));
        let lines = lines_through(fano.game(), fano.game().geometry().cells()[0]);
        assert_eq!(lines, ["3 winning lines through a", "a(X) b g", "a(X) c e", "a(X) d(O) f"]);
        // A row of cells whose lines are rows stays one.
        assert_eq!(board_text(&session("4:2", "", TWO_PEOPLE)), " . . . .\n a b c d\n");
    }

    #[test]
    fn cells_that_are_no_ordinary_ones_have_signs() {
        let text = |game, moves| board_text(&session(game, moves, TWO_PEOPLE));
        assert_eq!(text("3x2:3:free:blocked=b1", "a1"), "2 . . .\n1 X # .\n  a b c\n");
        assert_eq!(text("3x2:3:-2:blocked=b1", "a1"), "2 + + .\n1 X # +\n  a b c\n");
        let threes = text("9x9:5:free:renju", "c5 a1 d5 a3 e6 a9 e7 i9");
        assert!(threes.contains("5 . . X X ! . . . .\n"), "{threes}");
        // O may take it.
        assert!(!text("9x9:5:free:renju", "c5 a1 d5 a3 e6 a9 e7").contains('!'));
        let game = |text: &str| text.parse::<Game>().expect("a game");
        assert_eq!(legend(&game("9x9:5:free:blocked=a1:renju")).len(), 2);
        assert!(legend(&game("tic-tac-toe")).is_empty());
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
