//! Pictures of boards for notebooks.
//!
//! They say everything in attributes: a style sheet would hold for the whole page of the notebook.

use std::fmt::Write as _;

use connect_toe_game::{Cell, Faces, Game, Side, with_game};
use connect_toe_plot::{LIGHT, Layers, Points, coordinate, through};

use crate::state::forbidden;

/// The largest width and height of a picture, about, in pixels.
const LARGEST: (f64, f64) = (720.0, 560.0);
const LARGEST_CELL: f64 = 30.0;
/// The room for letters and numbers, and the smallest cells that get them.
const LABELS: f64 = 16.0;
const SMALLEST_LABELLED: f64 = 11.0;
/// The most cells of lines, all together, for which the lines between points are drawn.
const MOST_LINE_CELLS: usize = 2000;

/// A colour of the charts.
fn colour(name: &str) -> &'static str {
    let named = LIGHT.split(';').find_map(|declared| declared.strip_prefix("--")?.strip_prefix(name));
    named.and_then(|rest| rest.strip_prefix(':')).unwrap_or("#000")
}

/// The board as SVG: a grid for each layer, blue crosses for x, orange rings for o. Cells without neighbours are points on a
/// circle, with their lines. Blocked cells are dark, forbidden ones have a bar. The cells of a completed line are green, the
/// last move has a frame, and where stones fall, dots show where they can come to rest. Cells that have places, to the right
/// and upwards within 0 to 1, are points there. `None` if the board has too many layers.
pub(crate) fn svg(game: &Game, placed: Option<&[[f64; 2]]>) -> Option<String> {
    svg_with(game, placed, &[])
}

/// As [`svg`], with arrows from cells to cells above the stones.
pub(crate) fn svg_with(game: &Game, placed: Option<&[[f64; 2]]>, arrows: &[(Cell, Cell)]) -> Option<String> {
    let (places, is_labelled) = places(game, placed)?;
    let (width, height) = places.extent();
    let (width, height) = (coordinate(width), coordinate(height));
    let mut picture = Picture { game, places, svg: String::new() };
    picture.svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{}"><rect width="{width}" height="{height}" fill="{}"/>"#,
        caption(game),
        colour("paper")
    );
    match picture.places.clone() {
        Places::Layers(layers) => {
            picture.draw_grid(&layers);
            if is_labelled {
                picture.draw_labels(&layers);
            }
        }
        Places::Points(points) => {
            if points.shows_lines() {
                picture.draw_lines(&points);
                picture.draw_names(&points);
            }
            picture.draw_points();
        }
    }
    picture.draw_marks();
    picture.draw_stones();
    for &(from, to) in arrows {
        picture.draw_arrow(from, to);
    }
    picture.svg.push_str("</svg>");
    Some(picture.svg)
}

/// The board as HTML, with a line about the position below it.
pub(crate) fn html(game: &Game, placed: Option<&[[f64; 2]]>) -> String {
    format!(
        r#"<figure style="margin:0">{}<figcaption style="font-size:90%">{}</figcaption></figure>"#,
        svg(game, placed).unwrap_or_default(),
        caption(game)
    )
}

/// The game and how it stands. Nothing in it has a meaning in HTML.
fn caption(game: &Game) -> String {
    let spec = game.spec();
    // As in `x`, or in `x (Maker)`.
    let named = |side: Side| match spec.side_names()[side] {
        name if name.eq_ignore_ascii_case(&side.to_string()) => side.to_string(),
        name => format!("{side} ({name})"),
    };
    let stands = match game.outcome() {
        None => format!("{} to move{}", named(game.to_move()), stones_left(game)),
        Some(outcome) => {
            outcome.winner().map_or("a draw".to_owned(), |winner| format!("{} has won", named(winner)))
        }
    };
    let last = game.moves().last().map(|&cell| game.geometry().cell_text(cell));
    let last =
        last.map_or_else(String::new, |cell| format!(", last move {cell} (ply {})", game.moves().len()));
    format!("{spec}: {stands}{last}")
}

/// The stones left in the turn, where turns have several.
fn stones_left(game: &Game) -> String {
    with_game!(game, record => match record.board().left() {
        _ if record.rules().sides_alternate() => String::new(),
        1 => ", 1 stone left".to_owned(),
        left => format!(", {left} stones left"),
    })
}

/// Where the cells are.
#[derive(Clone)]
enum Places {
    Layers(Layers),
    Points(Points),
}

/// The places, and whether there is room for letters and numbers.
fn places(game: &Game, placed: Option<&[[f64; 2]]>) -> Option<(Places, bool)> {
    let geometry = game.geometry();
    if let Some(placed) = placed {
        return Some((Places::Points(Points::placed(placed, LABELS, LARGEST_CELL, LARGEST)), true));
    }
    if game.spec().is_of_points() {
        let points = Points::fitting(geometry.cells().len(), LABELS, LARGEST_CELL, LARGEST);
        return Some((Places::Points(points), true));
    }
    let fitting = |margin| Layers::fitting(geometry.sizes(), margin, LARGEST_CELL, LARGEST);
    let labelled = fitting(LABELS)?;
    let is_labelled = labelled.cell() >= SMALLEST_LABELLED;
    Some((Places::Layers(if is_labelled { labelled } else { fitting(3.0)? }), is_labelled))
}

impl Places {
    fn extent(&self) -> (f64, f64) {
        match self {
            Places::Layers(layers) => layers.extent(),
            Places::Points(points) => points.extent(),
        }
    }

    /// The side of a cell, or the width of a point.
    fn cell(&self) -> f64 {
        match self {
            Places::Layers(layers) => layers.cell(),
            Places::Points(points) => points.cell(),
        }
    }
}

struct Picture<'a> {
    game: &'a Game,
    places: Places,
    svg: String,
}

impl Picture<'_> {
    fn middle(&self, cell: Cell) -> (f64, f64) {
        let geometry = self.game.geometry();
        match &self.places {
            Places::Layers(layers) => layers.middle(&geometry.coordinates(cell)),
            Places::Points(points) => points.middle(geometry.rank(cell)),
        }
    }

    fn path(&mut self, path: &str, attributes: &str) {
        if !path.is_empty() {
            let _ = write!(self.svg, r#"<path d="{path}" {attributes}/>"#);
        }
    }

    fn draw_grid(&mut self, layers: &Layers) {
        let [frames, grid] = layers.grid();
        self.path(&frames, &format!(r#"fill="{}" stroke="none""#, colour("tint")));
        self.path(&grid, &stroke("line", "1"));
        self.path(&frames, &stroke("soft", "1"));
    }

    fn draw_labels(&mut self, layers: &Layers) {
        let geometry = self.game.geometry();
        let mut labels = Labels::new(&mut self.svg);
        let (wide, high) = layers.layer();
        for cell in geometry.cells() {
            let at = geometry.coordinates(*cell);
            let (name, (x, y)) = (geometry.cell_text(*cell), layers.middle(&at));
            let letters = name.trim_end_matches(|letter: char| !letter.is_alphabetic());
            let is_first = |dimension: usize| at.get(dimension).is_none_or(|&coordinate| coordinate == 0);
            if is_first(1) {
                labels.add(x, y + layers.cell() / 2.0 + 11.0, letters);
            }
            if is_first(0) && at.len() > 1 {
                labels.add(x - layers.cell() / 2.0 - 8.0, y + 3.5, &(at[1] + 1).to_string());
            }
            if is_first(0) && is_first(1) && at.len() > 2 {
                let numbers: Vec<String> =
                    at[2..].iter().map(|coordinate| (coordinate + 1).to_string()).collect();
                let numbers = format!(".{}", numbers.join("."));
                let (left, bottom) = (x - layers.cell() / 2.0, y + layers.cell() / 2.0);
                labels.add(left + wide / 2.0, bottom - high - LABELS / 4.0, &numbers);
            }
        }
        labels.end();
    }

    fn draw_names(&mut self, points: &Points) {
        let geometry = self.game.geometry();
        let mut labels = Labels::new(&mut self.svg);
        for &cell in geometry.cells() {
            if let Some((x, y)) = points.label(geometry.rank(cell)) {
                labels.add(x, y + 3.5, &geometry.cell_text(cell));
            }
        }
        labels.end();
    }

    /// The lines between points: thin ones, those through the last move darker, and above them the completed ones.
    fn draw_lines(&mut self, points: &Points) {
        let geometry = self.game.geometry();
        let last = self.game.moves().last().map(|&cell| geometry.rank(cell));
        let (mut thin, mut through_last, mut complete) = (String::new(), String::new(), String::new());
        with_game!(self.game, record => {
            let lines = record.rules().lines();
            let board = record.board();
            let all = lines.iter().map(<[_]>::len).sum::<usize>();
            for line in lines.iter() {
                let owner = line.first().and_then(|&cell| board.stone_on(cell));
                let counts = owner.is_some_and(|side| record.rules().lines_count_for(side));
                let is_complete = counts && line.iter().all(|&cell| board.stone_on(cell) == owner);
                if all > MOST_LINE_CELLS && !is_complete {
                    continue;
                }
                let ranks: Vec<usize> = line.iter().map(|&cell| geometry.rank(cell)).collect();
                let way: Vec<(f64, f64)> =
                    points.way(&ranks).into_iter().map(|rank| points.middle(rank)).collect();
                let path = match last {
                    _ if is_complete => &mut complete,
                    Some(last) if ranks.contains(&last) => &mut through_last,
                    _ => &mut thin,
                };
                path.push_str(&through(&way));
            }
        });
        self.path(&thin, &stroke("line", "1"));
        self.path(&through_last, &stroke("soft", "1"));
        self.path(&complete, &format!(r#"{} stroke-linejoin="round""#, stroke("c2", "3")));
    }

    fn draw_points(&mut self) {
        let mut circles = String::new();
        for &cell in self.game.geometry().cells() {
            ring(&mut circles, self.middle(cell), self.places.cell() / 2.0);
        }
        let (tint, soft) = (colour("tint"), colour("soft"));
        self.path(&circles, &format!(r#"fill="{tint}" stroke="{soft}""#));
    }

    /// What is told about cells under their stones: blocked ones, those of completed lines, the last move.
    fn draw_marks(&mut self) {
        let geometry = self.game.geometry();
        let blocked: Vec<Cell> =
            geometry.cells().iter().copied().filter(|&cell| geometry.is_blocked(cell)).collect();
        self.mark(&blocked, 0.0, &format!(r#"fill="{}" fill-opacity=".75""#, colour("soft")));
        let won = format!(r#"fill="{}" fill-opacity=".35""#, colour("c2"));
        self.mark(&self.game.completed_lines(), 0.0, &won);
        let last = self.game.moves().last().copied();
        self.mark(last.as_slice(), 1.5, &stroke("soft", "1"));
    }

    /// Fills or frames cells, this far from their edge.
    fn mark(&mut self, cells: &[Cell], inset: f64, attributes: &str) {
        let size = self.places.cell() - 2.0 * inset;
        // Points are round.
        let round = match self.places {
            Places::Layers(_) => String::new(),
            Places::Points(_) => format!(r#" rx="{}""#, coordinate(size / 2.0)),
        };
        for &cell in cells {
            let (x, y) = self.middle(cell);
            let [x, y, size] = [x - size / 2.0, y - size / 2.0, size].map(coordinate);
            let _ = write!(
                self.svg,
                r#"<rect x="{x}" y="{y}" width="{size}" height="{size}"{round} {attributes}/>"#
            );
        }
    }

    fn draw_stones(&mut self) {
        let side = self.places.cell();
        let half = side * 0.29;
        let width = coordinate((side * 0.11).max(1.0));
        let (mut crosses, mut rings, mut dots, mut bars) =
            (String::new(), String::new(), String::new(), String::new());
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
        for cell in forbidden(self.game) {
            let (x, y) = self.middle(cell);
            bars.push_str(&through(&[(x - half, y), (x + half, y)]));
        }
        self.path(&dots, &format!(r#"fill="{}""#, colour("soft")));
        self.path(&bars, &stroke("c3", &width));
        self.path(&crosses, &format!(r#"{} stroke-linecap="round""#, stroke("c0", &width)));
        self.path(&rings, &stroke("c1", &width));
    }
}

impl Picture<'_> {
    /// An arrow whose tip lies in the middle of a cell; a ring if it leads nowhere.
    fn draw_arrow(&mut self, from: Cell, to: Cell) {
        let side = self.places.cell();
        let width = (side * 0.14).max(1.5);
        let attributes = |fill: &str| {
            let colour = colour("c3");
            format!(
                r#"class="arrow" fill="{}" stroke="{colour}" stroke-width="{}" opacity=".8""#,
                if fill.is_empty() { "none" } else { colour },
                coordinate(width)
            )
        };
        let ((x, y), end) = (self.middle(from), self.middle(to));
        let mut path = String::new();
        if from == to {
            ring(&mut path, end, side * 0.42);
            return self.path(&path, &attributes(""));
        }
        let length = (end.0 - x).hypot(end.1 - y);
        let (along, across) = ((end.0 - x) / length, (end.1 - y) / length);
        let head = (side * 0.3).min(length * 0.6);
        let (base, half) = ((end.0 - along * head, end.1 - across * head), head * 0.5);
        path.push_str(&through(&[(x, y), base]));
        let left = (base.0 - across * half, base.1 + along * half);
        let right = (base.0 + across * half, base.1 - along * half);
        path.push_str(&through(&[left, end, right, left]));
        self.path(&path, &attributes("filled"));
    }
}

/// The attributes of a path that is a line of this colour and width.
fn stroke(name: &str, width: &str) -> String {
    let width = if width == "1" { String::new() } else { format!(r#" stroke-width="{width}""#) };
    format!(r#"fill="none" stroke="{}"{width}"#, colour(name))
}

/// Adds a circle to a path.
fn ring(path: &mut String, (x, y): (f64, f64), radius: f64) {
    let [x, y, r, across] = [x - radius, y, radius, 2.0 * radius].map(coordinate);
    let _ = write!(path, "M{x} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0");
}

/// The letters and numbers of cells.
struct Labels<'a>(&'a mut String);

impl<'a> Labels<'a> {
    fn new(svg: &'a mut String) -> Labels<'a> {
        let soft = colour("soft");
        let _ = write!(
            svg,
            r#"<g font-family="system-ui,sans-serif" font-size="10" text-anchor="middle" fill="{soft}">"#
        );
        Labels(svg)
    }

    fn add(&mut self, x: f64, y: f64, text: &str) {
        let _ = write!(self.0, r#"<text x="{}" y="{}">{text}</text>"#, coordinate(x), coordinate(y));
    }

    fn end(self) {
        self.0.push_str("</g>");
    }
}
