//! The forbidden points of X in Renju, straight from the definitions of the Renju International Federation's rules.
//!
//! The words are those of the rules: a *four* is four stones to which one more can be added to attain a five; a
//! *straight four* is an unbroken one with two such cells; a *three* is three stones to which one more can be added
//! to attain a straight four, without a five at the same time and by a move that is itself allowed. A five has exactly
//! five stones, an *overline* more.

use std::collections::BTreeSet;

use super::cell::{Cell, cell_text};
use super::position::{Player, Position};

/// The stones of a four or a three.
type Stones = BTreeSet<Cell>;

impl<'g> Position<'g> {
    /// The empty cells that X may not take in Renju, in canonical text sorted as text, whoever is to move.
    pub fn forbidden_cells(&self) -> Vec<String> {
        let empty = self.game.cells.iter().filter(|cell| self.is_empty(cell));
        let mut texts: Vec<String> =
            empty.filter(|cell| self.is_forbidden(cell)).map(|cell| cell_text(cell)).collect();
        texts.sort();
        texts
    }

    /// Whether a stone of X on an empty cell makes an overline, two fours or two threes, and no five.
    pub(super) fn is_forbidden(&self, cell: &Cell) -> bool {
        let placed = self.with_x(cell);
        !placed.makes_five(cell)
            && (placed.makes_overline(cell) || placed.fours(cell).len() > 1 || placed.threes(cell).len() > 1)
    }

    /// The board with one more stone of X.
    fn with_x(&self, cell: &Cell) -> Position<'g> {
        let mut next = Position { stones: self.stones.clone(), moves: Vec::new(), ..*self };
        next.stones[self.game.index(cell)] = Some(Player::X);
        next
    }

    fn makes_five(&self, cell: &Cell) -> bool {
        self.game.directions.iter().any(|direction| self.unbroken(cell, direction).len() == 5)
    }

    fn makes_overline(&self, cell: &Cell) -> bool {
        self.game.directions.iter().any(|direction| self.unbroken(cell, direction).len() > 5)
    }

    /// The fours that the stone on `cell` is part of.
    fn fours(&self, cell: &Cell) -> BTreeSet<Stones> {
        self.added_to(cell, |_, _, row| row.len() == 5)
    }

    /// The threes that the stone on `cell` is part of.
    fn threes(&self, cell: &Cell) -> BTreeSet<Stones> {
        self.added_to(cell, |extra, direction, row| {
            let with_extra = self.with_x(extra);
            with_extra.is_straight_four(row, direction)
                && !with_extra.makes_five(extra)
                && !self.is_forbidden(extra)
        })
    }

    /// For every empty cell in line with `cell` and every unbroken row that a stone of X there would make with it: the
    /// stones of that row that are there already, if the row is wanted.
    fn added_to(&self, cell: &Cell, wanted: impl Fn(&Cell, &[isize], &Stones) -> bool) -> BTreeSet<Stones> {
        let mut found = BTreeSet::new();
        for direction in &self.game.directions {
            for extra in self.empty_in_line(cell, direction) {
                let mut row = self.with_x(&extra).unbroken(cell, direction);
                if row.contains(&extra) && wanted(&extra, direction, &row) {
                    row.remove(&extra);
                    found.insert(row);
                }
            }
        }
        found
    }

    /// Whether an unbroken row has four stones, and either end can be added to attain a five.
    fn is_straight_four(&self, row: &Stones, direction: &[isize]) -> bool {
        let completes = |end: &Cell| self.with_x(end).unbroken(end, direction).len() == 5;
        let ends = |direction: &[isize]| {
            row.iter()
                .filter_map(|cell| self.game.step(cell, direction))
                .any(|end| self.is_empty(&end) && completes(&end))
        };
        row.len() == 4 && ends(direction) && ends(&opposite(direction))
    }

    /// The unbroken row of X's stones through the stone on `cell`.
    fn unbroken(&self, cell: &Cell, direction: &[isize]) -> Stones {
        let mut row = Stones::from([cell.clone()]);
        for direction in [direction, &opposite(direction)] {
            let next = |here: &Cell| self.game.step(here, direction);
            let ahead = std::iter::successors(next(cell), next);
            row.extend(ahead.take_while(|here| self.stone(here) == Some(Player::X)));
        }
        row
    }

    /// The empty cells within four steps of a cell, along one direction either way.
    fn empty_in_line(&self, cell: &Cell, direction: &[isize]) -> Vec<Cell> {
        let mut cells = Vec::new();
        for direction in [direction, &opposite(direction)] {
            let next = |here: &Cell| self.game.step(here, direction);
            let ahead = std::iter::successors(next(cell), next);
            cells.extend(ahead.take(4).filter(|here| self.is_empty(here)));
        }
        cells
    }
}

fn opposite(direction: &[isize]) -> Vec<isize> {
    direction.iter().map(|step| -step).collect()
}
