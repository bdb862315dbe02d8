//! Directions, steps and winning lines.

use std::collections::BTreeSet;

use super::cell::{Cell, cell_text};
use super::game::{Flag, Game};

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

impl Game {
    /// The neighbour of a cell in a direction, if there is one; on a torus there always is.
    pub(super) fn step(&self, cell: &Cell, direction: &[isize]) -> Option<Cell> {
        let mut next = Cell::new();
        for ((&coordinate, &step), &size) in cell.iter().zip(direction).zip(&self.sizes) {
            let (moved, size) = (coordinate as isize + step, size as isize);
            if self.has(Flag::Torus) {
                next.push(moved.rem_euclid(size) as usize);
            } else if (0..size).contains(&moved) {
                next.push(moved as usize);
            } else {
                return None;
            }
        }
        Some(next)
    }

    /// The winning lines, each the set of its cells; two ways of walking along one set are one line.
    pub fn lines(&self) -> &BTreeSet<BTreeSet<Cell>> {
        self.lines.get_or_init(|| self.rows_of(self.run))
    }

    /// The winning lines in canonical cell text.
    pub fn line_texts(&self) -> BTreeSet<BTreeSet<String>> {
        self.lines().iter().map(|line| line.iter().map(|cell| cell_text(cell)).collect()).collect()
    }

    /// Every set of `length` cells in a row.
    pub(super) fn rows_of(&self, length: usize) -> BTreeSet<BTreeSet<Cell>> {
        let mut rows = BTreeSet::new();
        for cell in &self.cells {
            for direction in &self.directions {
                rows.extend(self.row(cell, direction, length));
            }
        }
        rows
    }

    /// The `length` cells from `start` on, unless they leave the board or visit a cell twice.
    fn row(&self, start: &Cell, direction: &[isize], length: usize) -> Option<BTreeSet<Cell>> {
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
