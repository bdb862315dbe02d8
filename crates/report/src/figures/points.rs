//! Pictures of boards whose cells are points of no grid.

use connect_toe_game::{Cell, Game, GameSpec};
use connect_toe_plot::{Align, Points, Svg, through};

use super::marks::Marks;

/// The largest width and height of a picture.
const EXTENT: f64 = 190.0;
/// The room for names around the points, and the most room for a point.
const NAMES: f64 = 16.0;
const LARGEST_POINT: f64 = 20.0;
/// The radius of a point, if there is room for it.
const RADIUS: f64 = 4.0;
/// The place below the middle of a letter at which it stands.
const BASELINE: f64 = 4.0;

/// The points with the lines between them, one of them highlighted. `None` if the description is no game.
pub(super) fn svg(spec: &GameSpec, description: &str) -> Option<String> {
    let game = Game::new(spec).ok()?;
    let (geometry, marks) = (game.geometry(), Marks::of(spec));
    let points = Points::fitting(geometry.cells().len(), NAMES, LARGEST_POINT, (EXTENT, EXTENT));
    let (width, height) = points.extent();
    let mut svg = Svg::new(width, height);
    let place = |cell: &Vec<u16>| points.middle(usize::from(cell[0]));
    let outline = |line: &Vec<Vec<u16>>| {
        let path = through(&line.iter().map(place).collect::<Vec<_>>());
        // The points of a line have no order: it is closed, so that each is like the others.
        if line.len() > 2 { path + "z" } else { path }
    };
    if let Some((first, others)) = marks.lines.split_first() {
        svg.path(&others.iter().map(outline).collect::<String>(), "a");
        svg.path(&outline(first), "r");
    }
    for (number, &cell) in geometry.cells().iter().enumerate() {
        draw_point(&mut svg, &points, number, &label(&game, cell), geometry.is_blocked(cell));
    }
    Some(svg.finish(description))
}

fn label(game: &Game, cell: Cell) -> String {
    game.geometry().cell_text(cell)
}

fn draw_point(svg: &mut Svg, points: &Points, number: usize, label: &str, is_blocked: bool) {
    svg.with_tooltip(label, |svg| {
        let radius = (0.3 * points.cell()).min(RADIUS);
        svg.disc(points.middle(number), radius, if is_blocked { "q" } else { "o" });
    });
    if let Some((x, y)) = points.label(number) {
        svg.text((x, y + BASELINE), Align::Middle, "s", label);
    }
}
