//! Pictures of empty boards.

use std::fmt::Write as _;

use connect_toe_game::{End, Faces, Game, GameSpec, with_game};
use connect_toe_plot::{Align, Layers, Svg, through};
use connect_toe_stats::numbers::counted;

/// A picture of an empty board: a grid for each layer, arrows where stones enter, and a run that wins. Layers of
/// dimension 3 stand side by side, those of dimension 4 below each other, and so on in turn.
#[derive(Debug)]
pub(super) struct Board<'a> {
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
    pub(super) fn new(spec: &'a GameSpec) -> Option<Board<'a>> {
        let layers: usize = spec.sizes.iter().skip(2).map(|&size| usize::from(size)).product();
        let has_side_arrows = match &spec.faces {
            Faces::Free => false,
            Faces::Open(faces) => faces.iter().any(|face| face.dimension <= 2) && layers <= 36,
        };
        let margin = if has_side_arrows { 14.0 } else { 4.0 };
        let layers = Layers::fitting(&spec.sizes, margin, LARGEST_CELL, LARGEST)?;
        Some(Board { spec, layers, has_side_arrows })
    }

    pub(super) fn svg(&self, description: &str) -> String {
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
        if let Some(run) = self.run() {
            svg.line(&run, "r");
        }
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

    /// From the first to the last of `k` cells of the lowest row of the first layer, or of its first column.
    fn run(&self) -> Option<[(f64, f64); 2]> {
        let (x, y) = self.layers.middle(&[0]);
        let (width, height) = self.layers.layer();
        let length = f64::from(self.spec.run_length()? - 1) * self.layers.cell();
        if self.layers.cell() < 2.0 {
            None
        } else if length < width {
            Some([(x, y), (x + length.max(0.1), y)])
        } else {
            (length < height).then_some([(x, y), (x, y - length)])
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
        let spec = text.parse().expect("is a game");
        Some(Board::new(&spec)?.svg("d"))
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
