//! Pictures of empty boards.

use std::fmt::Write as _;

use connect_toe_game::{End, Faces, Game, GameSpec, with_game};
use connect_toe_plot::{Align, Layers, STYLES, Svg, through};
use connect_toe_stats::numbers::counted;

use super::marks::Marks;
use super::points;

/// A picture of an empty board; nothing if it has too many layers for one.
pub(super) fn picture(spec: &GameSpec, description: &str) -> Option<String> {
    if spec.is_of_points() {
        points::svg(spec, description)
    } else {
        Some(Board::new(spec)?.svg(description))
    }
}

/// A picture of an empty board: a grid for each layer, arrows where stones enter, and a run that wins. Layers of
/// dimension 3 stand side by side, those of dimension 4 below each other, and so on in turn.
#[derive(Debug)]
struct Board<'a> {
    spec: &'a GameSpec,
    layers: Layers,
    /// Whether each layer has arrows on its sides.
    has_side_arrows: bool,
}

/// The largest size of a picture, roughly.
const LARGEST: (f64, f64) = (300.0, 190.0);
const LARGEST_CELL: f64 = 18.0;

impl<'a> Board<'a> {
    /// `None` if the board has too many layers for a picture.
    fn new(spec: &'a GameSpec) -> Option<Board<'a>> {
        let layers: usize = spec.sizes.iter().skip(2).map(|&size| usize::from(size)).product();
        let has_side_arrows = match &spec.faces {
            Faces::Free => false,
            Faces::Open(faces) => faces.iter().any(|face| face.dimension <= 2) && layers <= 36,
        };
        let margin = if has_side_arrows { 14.0 } else { 4.0 };
        let layers = Layers::fitting(&spec.sizes, margin, LARGEST_CELL, LARGEST)?;
        Some(Board { spec, layers, has_side_arrows })
    }

    fn svg(&self, description: &str) -> String {
        let third = self.faces().filter(|(dimension, _)| *dimension == 3);
        let third: Vec<End> = third.map(|(_, end)| end).collect();
        let (width, height) = self.layers.extent();
        let bottom = if third.is_empty() { 0.0 } else { 22.0 };
        let mut svg = Svg::new(width, height + bottom);
        let [frames, grid] = self.layers.grid();
        svg.path(&frames, "o");
        if !grid.is_empty() {
            svg.path(&grid, "g");
        }
        self.draw_marks(&mut svg);
        let (wide, high) = self.layers.layer();
        let mut arrows = String::new();
        for (x, y) in self.layers.corners().filter(|_| self.has_side_arrows) {
            for (dimension, end) in self.faces() {
                let (middle, center) = (x + wide / 2.0, y + high / 2.0);
                // Dimension 2 grows upward.
                match (dimension, end) {
                    (1, End::Low) => arrow(&mut arrows, (x - 11.0, center), (1.0, 0.0)),
                    (1, End::High) => arrow(&mut arrows, (x + wide + 11.0, center), (-1.0, 0.0)),
                    (2, End::Low) => arrow(&mut arrows, (middle, y + high + 11.0), (0.0, -1.0)),
                    (2, End::High) => arrow(&mut arrows, (middle, y - 11.0), (0.0, 1.0)),
                    _ => {}
                }
            }
        }
        for (number, end) in third.iter().enumerate() {
            let y = height + 6.0 + 8.0 * number as f64;
            let (from, along) = if *end == End::Low { (6.0, 1.0) } else { (42.0, -1.0) };
            svg.line(&[(6.0, y), (42.0, y)], "u");
            arrow(&mut arrows, (from + along * 28.0, y), (along, 0.0));
        }
        if !third.is_empty() {
            svg.text((50.0, height + 12.0), Align::Start, "s", "along dimension 3");
        }
        if !arrows.is_empty() {
            svg.path(&arrows, "w2");
        }
        svg.finish(description)
    }

    /// Dimension and end of each open face.
    fn faces(&self) -> impl Iterator<Item = (u16, End)> {
        let faces = match &self.spec.faces {
            Faces::Free => &[][..],
            Faces::Open(faces) => faces,
        };
        faces.iter().map(|face| (face.dimension, face.end))
    }

    /// Blocked cells, and what wins: a run, a shape, or some lines.
    fn draw_marks(&self, svg: &mut Svg) {
        let marks = Marks::of(self.spec);
        let cell = self.layers.cell();
        let middle = |at: &Vec<u16>| self.layers.middle(at);
        let mut squares = |cells: &[Vec<u16>], class: &str| {
            for (x, y) in cells.iter().map(middle) {
                svg.rectangle((x - cell / 2.0, y - cell / 2.0), (cell, cell), class);
            }
        };
        squares(&marks.blocked, "q");
        // Marks in tiny cells would hide the board.
        if cell < 2.0 {
            return;
        }
        squares(&marks.shape, "v");
        if let Some([first, last]) = &marks.run {
            let ((x, y), (to_x, to_y)) = (middle(first), middle(last));
            svg.line(&[(x, y), (if first == last { x + 0.1 } else { to_x }, to_y)], "r");
        }
        for (number, line) in marks.lines.iter().enumerate() {
            let places: Vec<(f64, f64)> = line.iter().map(middle).collect();
            let class = format!("c{}", number % STYLES);
            if places.len() > 1 {
                svg.line(&places, &format!("l {class}"));
            }
            for place in places {
                svg.disc(place, (cell / 6.0).min(3.0), &format!("f {class}"));
            }
        }
    }
}

/// A head of an arrow that starts at a point.
fn arrow(path: &mut String, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
    let side = |along: f64, aside: f64| (x + along * dx - aside * dy, y + along * dy + aside * dx);
    let corners = [side(0.0, 4.5), side(8.0, 0.0), side(0.0, -4.5)];
    let _ = write!(path, "{}z", through(&corners));
}

/// A game in words: its rules, and the number of its winning lines.
pub(super) fn description(spec: &GameSpec) -> String {
    let mut text = spec.rules_in_words().join("; ");
    if let Ok(game) = Game::new(spec) {
        let lines = with_game!(&game, record => record.rules().lines().count());
        let _ = write!(text, "; {}", counted(lines as u64, "winning line"));
    }
    if spec.dimensions() > 2 {
        text += if spec.dimensions() == 3 {
            "; the layers of dimension 3 stand side by side"
        } else {
            "; the layers of dimension 3 stand side by side, those of dimension 4 below each other, and so on"
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(text: &str) -> Option<String> {
        super::picture(&text.parse().expect("is a game"), "d")
    }

    #[test]
    fn a_board_with_an_open_face() {
        insta::assert_snapshot!(picture("3x2:3:-2").expect("can be drawn"));
    }

    #[test]
    fn pictures_of_all_sizes_fit() {
        for text in
            ["1:1", "4096:5", "64x64:5", "2x2x2x2x2x2x2x2:2", "16x16x16:4:all", "1x4096:3:-2", "3x3x1:3:+3"]
        {
            let spec = text.parse().expect("is a game");
            let (width, height) = Board::new(&spec).expect("can be drawn").layers.extent();
            // Cells are at least a unit wide, so that only the longest boards are wider than a page.
            assert!(width > 0.0 && height > 0.0 && width.min(height) < 800.0, "{text}: {width} {height}");
            let size = picture(text).expect("can be drawn").len();
            assert!(size < 20_000, "{text}: {size}");
        }
        assert_eq!(picture("1x1x300:2"), None);
    }

    #[test]
    fn other_lines_than_rows() {
        let fano = picture("7:projective").expect("can be drawn");
        // Seven points, six lines of soft colour, and one that stands out.
        assert_eq!((fano.matches("<circle").count(), fano.matches("class=\"r\"").count()), (7, 1));
        let tippy = picture("6x6:shape=a1+b1+b2+c2:free:blocked=a6").expect("can be drawn");
        let squares = |class: &str| tippy.matches(&format!("<rect class=\"{class}\"")).count();
        assert_eq!((squares("v"), squares("q")), (4, 1));
        // Five lines of four cells each run through a corner.
        assert_eq!(picture("4x4:plane").expect("can be drawn").matches("<circle").count(), 20);
        // The lowest row is blocked.
        let blocked = picture("3x3:3:free:blocked=b1").expect("can be drawn");
        assert!(blocked.contains("class=\"r\" d=\"M13 31L49 31\""), "{blocked}");
        for text in ["57:projective", "4:lines=a+b:+1", "3x3x3:plane", "1:lines=a", "2x2x2:shape=a1.1+b2.2"] {
            assert!(picture(text).is_some(), "{text}");
        }
    }

    #[test]
    fn games_in_words() {
        let about = |text: &str| description(&text.parse().expect("is a game"));
        assert_eq!(
            about("7x6:4:-2"),
            "7 × 6 cells; 4 in a row wins; stones drop through face −2; 69 winning lines"
        );
        assert_eq!(
            about("3x3:3:free:misere"),
            "3 × 3 cells; 3 in a row loses; any empty cell; 8 winning lines"
        );
        assert!(about("4x4x4:4").contains("76 winning lines; the layers of dimension 3 stand side by side"));
    }
}
