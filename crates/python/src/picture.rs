//! Pictures of boards for notebooks.
//!
//! They say everything in attributes: a style sheet would hold for the whole page of the notebook.

use std::fmt::Write as _;

use connect_toe_game::{Cell, Faces, Game, Side};
use connect_toe_plot::{LIGHT, Layers, coordinate};

/// The largest width and height of a picture, about, in pixels.
const LARGEST: (f64, f64) = (720.0, 560.0);
const LARGEST_CELL: f64 = 30.0;
/// The room for letters and numbers, and the smallest cells that get them.
const LABELS: f64 = 16.0;
const SMALLEST_LABELLED: f64 = 11.0;

/// A colour of the charts.
fn colour(name: &str) -> &'static str {
    let named = LIGHT.split(';').find_map(|declared| declared.strip_prefix("--")?.strip_prefix(name));
    named.and_then(|rest| rest.strip_prefix(':')).unwrap_or("#000")
}

/// The board as SVG: a grid for each layer, blue crosses for x, orange rings for o. The cells of a completed line are
/// green, the last move has a frame, and where stones fall, dots show where they can come to rest. `None` if the board has
/// too many layers.
pub(crate) fn svg(game: &Game) -> Option<String> {
    let fitting = |margin| Layers::fitting(game.geometry().sizes(), margin, LARGEST_CELL, LARGEST);
    let labelled = fitting(LABELS)?;
    let is_labelled = labelled.cell() >= SMALLEST_LABELLED;
    let picture = Picture { game, layers: if is_labelled { labelled } else { fitting(3.0)? } };
    let (width, height) = picture.layers.extent();
    let (width, height) = (coordinate(width), coordinate(height));
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{}"><rect width="{width}" height="{height}" fill="{}"/>"#,
        caption(game),
        colour("paper")
    );
    picture.draw_grid(&mut svg);
    if is_labelled {
        picture.draw_labels(&mut svg);
    }
    picture.draw_stones(&mut svg);
    svg.push_str("</svg>");
    Some(svg)
}

/// The board as HTML, with a line about the position below it.
pub(crate) fn html(game: &Game) -> String {
    format!(
        r#"<figure style="margin:0">{}<figcaption style="font-size:90%">{}</figcaption></figure>"#,
        svg(game).unwrap_or_default(),
        caption(game)
    )
}

/// The game and how it stands. Nothing in it has a meaning in HTML.
fn caption(game: &Game) -> String {
    let (spec, stands) = (game.spec(), game.outcome());
    let stands = match stands {
        None => format!("{} to move", game.to_move()),
        Some(outcome) => outcome.winner().map_or("a draw".to_owned(), |winner| format!("{winner} has won")),
    };
    let last = game.moves().last().map(|&cell| game.geometry().cell_text(cell));
    let last =
        last.map_or_else(String::new, |cell| format!(", last move {cell} (ply {})", game.moves().len()));
    format!("{spec}: {stands}{last}")
}

struct Picture<'a> {
    game: &'a Game,
    layers: Layers,
}

impl Picture<'_> {
    fn middle(&self, cell: Cell) -> (f64, f64) {
        self.layers.middle(&self.game.geometry().coordinates(cell))
    }

    fn draw_grid(&self, svg: &mut String) {
        let [frames, grid] = self.layers.grid();
        let (tint, line, soft) = (colour("tint"), colour("line"), colour("soft"));
        let _ = write!(svg, r#"<path d="{frames}" fill="{tint}" stroke="none"/>"#);
        let _ = write!(svg, r#"<path d="{grid}" fill="none" stroke="{line}"/>"#);
        let _ = write!(svg, r#"<path d="{frames}" fill="none" stroke="{soft}"/>"#);
    }

    fn draw_labels(&self, svg: &mut String) {
        let geometry = self.game.geometry();
        let soft = colour("soft");
        let _ = write!(
            svg,
            r#"<g font-family="system-ui,sans-serif" font-size="10" text-anchor="middle" fill="{soft}">"#
        );
        let mut text = |x: f64, y: f64, text: &str| {
            write!(svg, r#"<text x="{}" y="{}">{text}</text>"#, coordinate(x), coordinate(y))
        };
        let (wide, high) = self.layers.layer();
        for cell in geometry.cells() {
            let at = geometry.coordinates(*cell);
            let (name, (x, y)) = (geometry.cell_text(*cell), self.middle(*cell));
            let letters = name.trim_end_matches(|letter: char| !letter.is_alphabetic());
            let is_first = |dimension: usize| at.get(dimension).is_none_or(|&coordinate| coordinate == 0);
            if is_first(1) {
                let _ = text(x, y + self.layers.cell() / 2.0 + 11.0, letters);
            }
            if is_first(0) && at.len() > 1 {
                let _ = text(x - self.layers.cell() / 2.0 - 8.0, y + 3.5, &(at[1] + 1).to_string());
            }
            if is_first(0) && is_first(1) && at.len() > 2 {
                let numbers: Vec<String> =
                    at[2..].iter().map(|coordinate| (coordinate + 1).to_string()).collect();
                let numbers = format!(".{}", numbers.join("."));
                let (left, bottom) = (x - self.layers.cell() / 2.0, y + self.layers.cell() / 2.0);
                let _ = text(left + wide / 2.0, bottom - high - LABELS / 4.0, &numbers);
            }
        }
        svg.push_str("</g>");
    }

    fn draw_stones(&self, svg: &mut String) {
        let side = self.layers.cell();
        let half = side * 0.29;
        let width = coordinate((side * 0.11).max(1.0));
        let mut square = |cells: &[Cell], inset: f64, attributes: &str| {
            for &cell in cells {
                let (x, y) = self.middle(cell);
                let (x, y, size) = (x - side / 2.0 + inset, y - side / 2.0 + inset, side - 2.0 * inset);
                let [x, y, size] = [x, y, size].map(coordinate);
                let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{size}" height="{size}" {attributes}/>"#);
            }
        };
        let won = format!(r#"fill="{}" fill-opacity=".35""#, colour("c2"));
        square(&self.game.completed_lines(), 0.0, &won);
        let last = self.game.moves().last().copied();
        let framed = format!(r#"fill="none" stroke="{}""#, colour("soft"));
        square(last.as_slice(), 1.5, &framed);
        let (mut crosses, mut rings, mut dots) = (String::new(), String::new(), String::new());
        let ring = |path: &mut String, (x, y): (f64, f64), radius: f64| {
            let [x, y, r, across] = [x - radius, y, radius, 2.0 * radius].map(coordinate);
            let _ = write!(path, "M{x} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0");
        };
        for &cell in self.game.geometry().cells() {
            let (x, y) = self.middle(cell);
            match self.game.stone_on(cell) {
                Some(Side::X) => {
                    let [left, right, top, bottom] = [x - half, x + half, y - half, y + half].map(coordinate);
                    let _ = write!(crosses, "M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}");
                }
                Some(Side::O) => ring(&mut rings, (x, y), half),
                None => {}
            }
        }
        if self.game.spec().faces != Faces::Free {
            for cell in self.game.legal_moves() {
                ring(&mut dots, self.middle(cell), (side * 0.06).max(0.5));
            }
        }
        let (x, o, soft) = (colour("c0"), colour("c1"), colour("soft"));
        let _ = write!(svg, r#"<path d="{dots}" fill="{soft}"/>"#);
        let _ = write!(
            svg,
            r#"<path d="{crosses}" fill="none" stroke="{x}" stroke-width="{width}" stroke-linecap="round"/>"#
        );
        let _ = write!(svg, r#"<path d="{rings}" fill="none" stroke="{o}" stroke-width="{width}"/>"#);
    }
}
