//! Directions, steps and winning lines.

use std::collections::BTreeSet;

use super::cell::{Cell, cell_text};
use super::field::Field;
use super::game::{Game, Goal, Line};

/// Every direction of a board, `d` or `-d` but not both: the first step that is not 0 goes up.
pub(super) fn directions(dimensions: usize) -> Vec<Vec<isize>> {
    let mut all: Vec<Vec<isize>> = vec![Vec::new()];
    for _ in 0..dimensions {
        all = all
            .iter()
            .flat_map(|start| [-1, 0, 1].map(|step| start.iter().copied().chain([step]).collect()))
            .collect();
    }
    all.retain(|direction| direction.iter().find(|&&step| step != 0) == Some(&1));
    all
}

/// A set of cells in every orientation: each order of the dimensions, each dimension turned round or not.
fn turned_shapes(shape: &Line) -> Vec<Vec<Vec<isize>>> {
    let mut turned: Vec<Vec<Vec<isize>>> = vec![vec![Vec::new(); shape.len()]];
    let dimensions = shape.first().map_or(0, Vec::len);
    // Each round adds one more coordinate to every cell: one that was not used before, or its opposite.
    let mut used: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..dimensions {
        let (mut longer, mut longer_used) = (Vec::new(), Vec::new());
        for (cells, before) in turned.iter().zip(&used) {
            for dimension in (0..dimensions).filter(|dimension| !before.contains(dimension)) {
                for sign in [1, -1] {
                    let extend = |(start, cell): (&Vec<isize>, &Cell)| {
                        start.iter().copied().chain([sign * cell[dimension] as isize]).collect()
                    };
                    longer.push(cells.iter().zip(shape).map(extend).collect());
                    longer_used.push(before.iter().copied().chain([dimension]).collect());
                }
            }
        }
        (turned, used) = (longer, longer_used);
    }
    turned
}

/// The order of the projective plane with so many points, if there is one over a field.
pub(super) fn projective_order(points: usize) -> Option<usize> {
    let order = (2..=points).take_while(|q| q * q < points).find(|q| q * q + q + 1 == points)?;
    Field::of_order(order).map(|_| order)
}

impl Game {
    /// The neighbour of a cell in a direction: nothing at the walls of dimensions that do not wrap, and nothing
    /// where the neighbour is blocked.
    pub(super) fn step(&self, cell: &Cell, direction: &[isize]) -> Option<Cell> {
        let moved: Vec<isize> = cell.iter().zip(direction).map(|(c, step)| *c as isize + step).collect();
        self.on_board(&moved).filter(|next| !self.is_blocked(next))
    }

    /// The cell with these coordinates, brought back onto the board along the dimensions that wrap.
    fn on_board(&self, coordinates: &[isize]) -> Option<Cell> {
        let mut cell = Cell::new();
        for (dimension, (&coordinate, &size)) in coordinates.iter().zip(&self.sizes).enumerate() {
            let size = size as isize;
            if self.wrapped().contains(&dimension) {
                cell.push(coordinate.rem_euclid(size) as usize);
            } else if (0..size).contains(&coordinate) {
                cell.push(coordinate as usize);
            } else {
                return None;
            }
        }
        Some(cell)
    }

    /// The winning lines, each the set of its cells; two ways of walking along one set are one line.
    pub fn lines(&self) -> &BTreeSet<Line> {
        self.lines.get_or_init(|| {
            let mut lines = match &self.goal {
                Goal::Run(run) => self.rows_of(*run),
                Goal::Lines(lines) => lines.clone(),
                Goal::Shape(shape) => self.images_of(shape),
                Goal::Plane => self.affine_lines(),
                Goal::Projective => self.projective_lines(),
            };
            lines.retain(|line| line.is_disjoint(self.blocked()));
            lines
        })
    }

    /// Every image of a set of cells that fits on the board, under translations, reflections and exchanges of
    /// dimensions; none that wraps around onto itself.
    fn images_of(&self, shape: &Line) -> BTreeSet<Line> {
        let mut images = BTreeSet::new();
        for turned in turned_shapes(shape) {
            // The image is known once the place of its first cell is.
            for anchor in &self.cells {
                let moved = turned.iter().map(|cell| {
                    let place = cell.iter().zip(&turned[0]).zip(anchor);
                    let coordinates: Vec<isize> =
                        place.map(|((c, first), at)| c - first + *at as isize).collect();
                    self.on_board(&coordinates)
                });
                let image: Option<Line> = moved.collect();
                images.extend(image.filter(|image| image.len() == shape.len()));
            }
        }
        images
    }

    /// The lines of the affine space: `a + t·v` for all `t`, the first coordinate of `v` that is not 0 being 1.
    fn affine_lines(&self) -> BTreeSet<Line> {
        let field = Field::of_order(self.sizes[0]).expect("the parser has seen a prime power");
        let directions = self.cells.iter().filter(|v| v.iter().find(|&&c| c != 0) == Some(&1));
        let mut lines = BTreeSet::new();
        for direction in directions {
            for start in &self.cells {
                let point = |t| -> Cell {
                    let pairs = start.iter().zip(direction);
                    pairs.map(|(&a, &v)| field.sum(a, field.product(t, v))).collect()
                };
                lines.insert(field.elements().map(point).collect());
            }
        }
        lines
    }

    /// The lines of the projective plane of order `q`: cell `x·q + y` is the point `(x, y)`, then come the points at
    /// infinity of the lines `y = m·x + b` for every `m`, and last that of the lines `x = c`.
    fn projective_lines(&self) -> BTreeSet<Line> {
        let order = projective_order(self.sizes[0]).expect("the parser has seen the size of a plane");
        let field = Field::of_order(order).expect("the order is a prime power");
        let mut lines = BTreeSet::new();
        let mut add =
            |points: &mut dyn Iterator<Item = usize>| lines.insert(points.map(|i| vec![i]).collect());
        for m in field.elements() {
            for b in field.elements() {
                let point = |x| x * order + field.sum(field.product(m, x), b);
                add(&mut field.elements().map(point).chain([order * order + m]));
            }
        }
        for c in field.elements() {
            add(&mut field.elements().map(|y| c * order + y).chain([order * order + order]));
        }
        add(&mut (order * order..=order * order + order));
        lines
    }

    /// The winning lines in canonical cell text.
    pub fn line_texts(&self) -> BTreeSet<BTreeSet<String>> {
        self.lines().iter().map(|line| line.iter().map(|cell| cell_text(cell)).collect()).collect()
    }

    /// Every set of `length` cells in a row, none of them blocked.
    pub(super) fn rows_of(&self, length: usize) -> BTreeSet<Line> {
        let mut rows = BTreeSet::new();
        for cell in self.cells.iter().filter(|cell| !self.is_blocked(cell)) {
            for direction in &self.directions {
                rows.extend(self.row(cell, direction, length));
            }
        }
        rows
    }

    /// The `length` cells from `start` on, unless they leave the board, meet a blocked cell or visit a cell twice.
    fn row(&self, start: &Cell, direction: &[isize], length: usize) -> Option<Line> {
        let mut here = start.clone();
        let mut row = BTreeSet::from([here.clone()]);
        while row.len() < length {
            here = self.step(&here, direction)?;
            if !row.insert(here.clone()) {
                return None;
            }
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_half_of_all_steps() {
        for (dimensions, expected) in [(1, 1), (2, 4), (3, 13), (4, 40), (8, 3280)] {
            assert_eq!(directions(dimensions).len(), expected);
        }
    }

    #[test]
    fn known_numbers_of_lines() -> Result<(), Box<dyn std::error::Error>> {
        for (game, lines) in [
            ("3x3:3", 8),
            ("7x6:4:-2", 69),
            ("4x4x4:4", 76),
            ("3x3x3:3", 49),
            ("15x15:5", 572),
            ("3x3:4", 0),
            ("3x3:1", 9),
            // Three rows, three columns and three diagonals each way, each a closed ring.
            ("3x3:3:free:torus", 12),
            // Every pair of cells, however one walks.
            ("2x2:2:free:torus", 6),
            // A step along a dimension of size 1 comes back to the cell itself: no line.
            ("1x4:2:free:torus", 4),
        ] {
            assert_eq!(Game::parse(game)?.lines().len(), lines, "{game}");
        }
        Ok(())
    }

    #[test]
    fn lines_in_text() -> Result<(), Box<dyn std::error::Error>> {
        let lines = Game::parse("2x1x2:2")?.line_texts();
        let expected = [
            ["a1.1", "b1.1"],
            ["a1.1", "a1.2"],
            ["a1.1", "b1.2"],
            ["a1.2", "b1.1"],
            ["a1.2", "b1.2"],
            ["b1.1", "b1.2"],
        ];
        assert_eq!(lines, expected.map(|line| line.map(str::to_owned).into()).into());
        Ok(())
    }
}
