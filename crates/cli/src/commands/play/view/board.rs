//! The board: layers side by side, as wide as they fit, scrolled to the cursor where they do not.
//!
//! A cell is a character with a mark on each side. In the narrow layout neighbours share the character
//! between them, so a cell takes two columns; in the wide layout three.

use connect_toe_game::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::model::Model;
use super::super::picture::{Grid, Symbol, Symbols};
use super::super::session::Turn;
use super::palette::Palette;

/// What part of a large board is shown: kept between drawings, so that the board moves only when it must.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Scroll {
    column: usize,
    row: usize,
    /// The first row of layers.
    layers: usize,
    /// The last move that was scrolled to.
    seen: Option<Cell>,
    /// Where cells were drawn, from the window's corner.
    places: Vec<(u16, u16, Cell)>,
    /// The first lines of a page and of the evaluation that were shown.
    pub(in super::super) page_line: u16,
    pub(in super::super) panel_line: u16,
}

/// How the layers lie on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plan {
    cell_width: usize,
    /// Columns and rows of each layer that are shown.
    columns: usize,
    rows: usize,
    /// Layers side by side, and rows of layers that are shown.
    across: usize,
    down: usize,
    /// Empty lines between rows of layers.
    gap: usize,
    /// Whether anything is left out.
    clipped: bool,
}

/// Columns between layers.
const BETWEEN: usize = 2;
/// Lines of letters above a layer.
const LETTERS: usize = 1;

/// Columns that the first cell's sign is from the left edge of its layer's cells: the name of a point stands before it.
fn before_sign(grid: &Grid) -> usize {
    1 + grid.name_width().map_or(0, |width| width + 1)
}

/// Columns of the page that are left of the cells.
fn left(grid: &Grid) -> usize {
    grid.left_width() + usize::from(grid.left_width() > 0)
}

impl Plan {
    /// The best layout in a page of `width` × `height`; `None` if not even one cell fits.
    fn new(grid: &Grid, label: usize, width: usize, height: usize) -> Option<Plan> {
        let narrow = grid.name_width().map_or((label + 1).max(2), |name| name + 4);
        let wide = narrow.max(3);
        let layouts = [wide, narrow].map(|cell| Plan::with_cells(grid, cell, width, height));
        let [wide, narrow] = layouts;
        match (wide, narrow) {
            (Some(wide), _) if !wide.clipped => Some(wide),
            (Some(wide), Some(narrow)) => {
                let gains = (narrow.columns * narrow.across) > (wide.columns * wide.across);
                Some(if gains { narrow } else { wide })
            }
            (wide, narrow) => wide.or(narrow),
        }
    }

    fn with_cells(grid: &Grid, cell_width: usize, width: usize, height: usize) -> Option<Plan> {
        let layer_width = |columns: usize| left(grid) + columns * cell_width + 1;
        let fitting = (width + BETWEEN) / (layer_width(grid.columns()) + BETWEEN);
        let (columns, across) = if fitting > 0 {
            // Beyond three dimensions a row of layers runs along dimension 3, or along it several times
            // where that shows more.
            let row = grid.layers_in_a_row();
            let high = grid.layers().div_ceil(row) * (grid.rows() + LETTERS) > height;
            let rows = if high { (fitting / row).max(1) } else { 1 };
            (grid.columns(), fitting.min(row * rows))
        } else {
            (width.checked_sub(layer_width(0))? / cell_width, 1)
        };
        let rows_of_layers = grid.layers().div_ceil(across);
        let full = rows_of_layers * (grid.rows() + LETTERS);
        let clipped = columns < grid.columns() || full > height;
        let (rows, down) = if full <= height {
            (grid.rows(), rows_of_layers)
        } else if grid.rows() + LETTERS > height {
            (height.checked_sub(LETTERS)?, 1)
        } else {
            (grid.rows(), height / (grid.rows() + LETTERS))
        };
        let gap = usize::from(full + rows_of_layers - 1 <= height);
        (columns > 0 && rows > 0).then_some(Plan { cell_width, columns, rows, across, down, gap, clipped })
    }
}

impl Plan {
    /// Lines that the layers take.
    fn height(&self) -> usize {
        self.down * (self.rows + LETTERS + self.gap) - self.gap + usize::from(self.clipped)
    }
}

impl Scroll {
    /// The cell that was drawn at or beside a place in the window.
    pub(in super::super) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let near = self.places.iter().filter(|place| place.1 == y && place.0.abs_diff(x) <= 1);
        near.min_by_key(|place| place.0.abs_diff(x)).map(|place| place.2)
    }

    /// Forgets where cells were drawn, before another drawing.
    pub(super) fn forget_places(&mut self) {
        self.places.clear();
    }

    /// Moves as little as needed to show a place.
    fn show(&mut self, grid: &Grid, plan: &Plan, coordinates: &[u16]) {
        let (row, column) = grid.place(coordinates);
        keep(&mut self.column, column, plan.columns, grid.columns());
        keep(&mut self.row, row, plan.rows, grid.rows());
        let layers = grid.layers().div_ceil(plan.across);
        keep(&mut self.layers, grid.layer_of(coordinates) / plan.across, plan.down, layers);
    }
}

/// Moves the first of `shown` places of `total` so that `at` is shown, with neighbours if there is room.
/// What lies far away comes to the middle.
fn keep(first: &mut usize, at: usize, shown: usize, total: usize) {
    const FAR: usize = 2;
    let margin = (shown.saturating_sub(1) / 2).min(2);
    if at + FAR < *first || at > *first + shown + FAR {
        *first = at.saturating_sub(shown / 2);
    }
    *first = (*first).min(at.saturating_sub(margin)).max((at + margin + 1).saturating_sub(shown));
    *first = (*first).min(total.saturating_sub(shown));
}

/// Draws the board, scrolled so that the cursor is shown and, where both fit, the last move.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, model: &Model, scroll: &mut Scroll, palette: Palette) {
    let session = model.session();
    let game = session.game();
    let grid = Grid::new(game);
    let label = grid.column_label_width(game);
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let mut plan = Plan::new(&grid, label, width, height);
    if plan.as_ref().is_some_and(|plan| plan.clipped) {
        // One line says what is shown.
        plan = Plan::new(&grid, label, width, height.saturating_sub(1));
    }
    let mut page = Page { buffer, area };
    let Some(plan) = plan else {
        page.put(0, 0, "The window is too small for the board.", palette.refusal());
        return;
    };
    if plan.height() < height {
        page.area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    }
    let last = session.last_move();
    if let Some(cell) = last.filter(|_| scroll.seen != last) {
        scroll.show(&grid, &plan, &game.geometry().coordinates(cell));
    }
    scroll.seen = last;
    scroll.show(&grid, &plan, model.cursor().coordinates());
    let mut drawing = Drawing { page, model, grid: &grid, plan: &plan, scroll, palette };
    drawing.labels();
    let places = drawing.cells();
    drawing.marks();
    if plan.clipped {
        let text = drawing.what_is_shown();
        let height = usize::from(drawing.page.area.height);
        drawing.page.put(0, height - 1, &text, palette.quiet());
    }
    scroll.places = places;
}

/// A part of the screen; what does not fit is not drawn.
struct Page<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
}

impl Page<'_> {
    fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let (width, height) = (usize::from(self.area.width), usize::from(self.area.height));
        if x < width && y < height {
            let (left, top) = (self.area.x + x as u16, self.area.y + y as u16);
            self.buffer.set_stringn(left, top, text, width - x, style);
        }
    }
}

struct Drawing<'a> {
    page: Page<'a>,
    model: &'a Model,
    grid: &'a Grid,
    plan: &'a Plan,
    scroll: &'a Scroll,
    palette: Palette,
}

impl Drawing<'_> {
    /// The layers that are shown, each with where its top left corner lies.
    fn layers(&self) -> Vec<(usize, usize, usize)> {
        let plan = self.plan;
        let width = left(self.grid) + plan.columns * plan.cell_width + 1 + BETWEEN;
        let height = plan.rows + LETTERS + plan.gap;
        let first = self.scroll.layers * plan.across;
        let count = (plan.down * plan.across).min(self.grid.layers() - first);
        (0..count)
            .map(|index| (first + index, (index % plan.across) * width, (index / plan.across) * height))
            .collect()
    }

    fn labels(&mut self) {
        let game = self.model.session().game();
        let style = self.palette.quiet();
        let left = left(self.grid);
        for (layer, x, y) in self.layers() {
            self.page.put(x, y, &self.grid.title(layer), Palette::title());
            for index in 0..self.plan.columns {
                let letters = self.grid.column_label(game, self.scroll.column + index);
                self.page.put(x + left + index * self.plan.cell_width + 1, y, &letters, style);
            }
            for index in 0..self.plan.rows {
                let number = self.grid.row_label(self.scroll.row + index);
                let number = format!("{number:>width$}", width = left.saturating_sub(1));
                self.page.put(x, y + LETTERS + index, &number, style);
            }
        }
    }

    /// Draws the cells and says where.
    fn cells(&mut self) -> Vec<(u16, u16, Cell)> {
        let mut places = Vec::new();
        let session = self.model.session();
        let game = session.game();
        let symbols = Symbols::new(game, session.legal(), session.forbidden());
        let left = left(self.grid);
        for (layer, x, y) in self.layers() {
            for row in 0..self.plan.rows {
                for column in 0..self.plan.columns {
                    let place = (self.scroll.row + row, self.scroll.column + column);
                    let Some(cell) = self.grid.cell(game, layer, place.0, place.1) else { continue };
                    let symbol = symbols.of(cell);
                    let style = match symbol {
                        Symbol::Stone(side) => self.palette.stone(side),
                        Symbol::Destination => self.palette.destination(),
                        Symbol::Forbidden => self.palette.refusal(),
                        Symbol::Blocked | Symbol::Empty => self.palette.quiet(),
                    };
                    let text = symbol.character().to_string();
                    let x = x + left + column * self.plan.cell_width + before_sign(self.grid);
                    let y = y + LETTERS + row;
                    self.page.put(x, y, &text, style);
                    if self.grid.name_width().is_some() {
                        let name = game.cell_text(cell);
                        self.page.put(x - 1 - name.len(), y, &name, self.palette.quiet());
                    }
                    places.push((self.page.area.x + x as u16, self.page.area.y + y as u16, cell));
                }
            }
        }
        places
    }

    /// Marks of cells; the later ones lie over the earlier.
    fn marks(&mut self) {
        let session = self.model.session();
        let palette = self.palette;
        if let Some(cell) = session.last_move() {
            self.mark(cell, ["(", ")"], Palette::last_move());
        }
        for &cell in session.completed() {
            self.mark(cell, ["*", "*"], palette.completed());
        }
        if let Some(hint) = self.model.hint() {
            self.mark(hint, ["?", "?"], palette.hint());
        }
        if let (Turn::Person(_) | Turn::Computer(_), None, Some(cell)) =
            (session.turn(), self.model.replay(), self.model.cursor().cell(session.game()))
        {
            self.mark(cell, ["[", "]"], Palette::cursor());
            if let Some((x, y)) = self.position(cell) {
                let (x, y) = (self.page.area.x + x as u16, self.page.area.y + y as u16);
                if let Some(cell) = self.page.buffer.cell_mut((x, y)) {
                    cell.set_style(Palette::cursor());
                }
            }
        }
    }

    fn mark(&mut self, cell: Cell, [before, after]: [&str; 2], style: Style) {
        if let Some((x, y)) = self.position(cell) {
            self.page.put(x - 1, y, before, style);
            self.page.put(x + 1, y, after, style);
        }
    }

    /// Where a cell is drawn, if it is.
    fn position(&self, cell: Cell) -> Option<(usize, usize)> {
        let coordinates = self.model.session().game().geometry().coordinates(cell);
        let layer = self.grid.layer_of(&coordinates);
        let (_, x, y) = self.layers().into_iter().find(|&(shown, _, _)| shown == layer)?;
        let (row, column) = self.grid.place(&coordinates);
        let row = row.checked_sub(self.scroll.row)?;
        let column = column.checked_sub(self.scroll.column)?;
        let shown = row < self.plan.rows && column < self.plan.columns;
        let x = x + left(self.grid) + column * self.plan.cell_width + before_sign(self.grid);
        shown.then_some((x, y + LETTERS + row))
    }

    /// Which part of the board is on the page.
    fn what_is_shown(&self) -> String {
        let (grid, plan, scroll) = (self.grid, self.plan, self.scroll);
        let game = self.model.session().game();
        let mut parts = Vec::new();
        if plan.columns < grid.columns() {
            let name = |column| grid.column_label(game, column);
            let last = scroll.column + plan.columns - 1;
            parts.push(format!(
                "columns {}-{} of {}",
                name(scroll.column),
                name(last),
                name(grid.columns() - 1)
            ));
        }
        if plan.rows < grid.rows() {
            let (high, low) = (grid.row_label(scroll.row), grid.row_label(scroll.row + plan.rows - 1));
            parts.push(format!("rows {low}-{high} of {}", grid.rows()));
        }
        let shown = self.layers();
        if let (true, Some(first), Some(last)) = (shown.len() < grid.layers(), shown.first(), shown.last()) {
            let (first, last) = (grid.title(first.0), grid.title(last.0));
            let names =
                if first == last { format!("layer {first}") } else { format!("layers {first} to {last}") };
            parts.push(format!("{names} of {}", grid.layers()));
        }
        format!("({}; the cursor scrolls)", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_game::Game;

    fn plan(text: &str, width: usize, height: usize) -> Option<Plan> {
        let game: Game = text.parse().expect("sound game text");
        let grid = Grid::new(&game);
        Plan::new(&grid, grid.column_label_width(&game), width, height)
    }

    #[test]
    fn boards_are_laid_out_as_wide_as_they_fit() {
        let shown = |text, width, height| {
            plan(text, width, height)
                .map(|plan| (plan.cell_width, plan.columns, plan.rows, plan.across, plan.down))
        };
        assert_eq!(shown("connect-four", 80, 17), Some((3, 7, 6, 1, 1)));
        assert_eq!(shown("connect-four", 18, 17), Some((2, 7, 6, 1, 1)), "narrow cells before scrolling");
        assert_eq!(shown("qubic", 80, 17), Some((3, 4, 4, 4, 1)));
        assert_eq!(shown("qubic", 40, 17), Some((3, 4, 4, 2, 2)), "layers are wrapped");
        assert_eq!(shown("4x4x4x4:4", 80, 17), Some((3, 4, 4, 4, 3)), "dimension 4 runs down the page");
        assert_eq!(shown("4x4x4x4:4", 160, 17), Some((3, 4, 4, 8, 2)));
        assert_eq!(shown("19x19:5", 80, 17), Some((3, 19, 16, 1, 1)));
        assert_eq!(shown("64x64:5", 80, 17), Some((3, 25, 16, 1, 1)));
        assert_eq!(shown("tic-tac-toe", 4, 2), None);
        assert_eq!(shown("tic-tac-toe", 5, 2), Some((2, 1, 1, 1, 1)));
    }

    #[test]
    fn scrolling_moves_only_when_it_must() {
        let mut first = 0;
        for (at, expected) in [(5, 0), (7, 0), (8, 1), (9, 2), (8, 2), (4, 2), (3, 1), (60, 54), (0, 0)] {
            keep(&mut first, at, 10, 64);
            assert_eq!(first, expected, "at {at}");
            assert!((first..first + 10).contains(&at));
        }
    }
}
