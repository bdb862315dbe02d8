//! The symmetries of a game that can be listed: all of them, or where they are too many, those of its board.

use std::collections::HashSet;

use super::{Symmetries, Symmetry};
use crate::geometry::{Cell, Geometry};
use crate::lines::Lines;
use crate::spec::GameSpec;

use super::turns::BoardTurn;

/// Lists have at most this many entries: symmetries, with one for each cell.
const MOST_ENTRIES: usize = 1 << 24;

/// Symmetries of a game that can be tried one by one.
#[derive(Clone, Debug)]
pub struct ListedSymmetries {
    /// Which they are.
    pub which: WhichSymmetries,
    /// The symmetries, a group with the identity first.
    pub symmetries: Vec<Symmetry>,
}

/// Which symmetries are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichSymmetries {
    /// All of the game.
    All,
    /// Those that turn and mirror its board: dimensions change places, and run the other way.
    Turns,
    /// Those that mirror its board, with each dimension in its place.
    Mirrors,
}

impl Symmetries {
    /// The most symmetries that [`listed`](Self::listed) lists: 2^24 divided by the number of cells.
    pub fn most_listed(&self) -> usize {
        MOST_ENTRIES / self.geometry.cells().len()
    }

    /// All symmetries, or if there are more than [`most_listed`](Self::most_listed), those that turn and mirror the
    /// board.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, WhichSymmetries, symmetries};
    /// let listed = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
    ///     let listed = symmetries(&text.parse::<GameSpec>()?)?.listed();
    ///     Ok((listed.which, listed.symmetries.len()))
    /// };
    /// assert_eq!(listed("20x20:5")?, (WhichSymmetries::All, 8));
    /// // Where one stone wins, all cells can change places.
    /// assert_eq!(listed("5x5:1")?, (WhichSymmetries::Turns, 8));
    /// assert_eq!(listed("5x5:1:-2")?, (WhichSymmetries::All, 120));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn listed(&self) -> ListedSymmetries {
        if let Some(symmetries) = self.elements(self.most_listed()) {
            return ListedSymmetries { which: WhichSymmetries::All, symmetries };
        }
        let sizes = &self.spec.sizes;
        let (which, turns) = if BoardTurn::number(sizes) <= self.most_listed() as u64 {
            (WhichSymmetries::Turns, BoardTurn::all(sizes))
        } else {
            (WhichSymmetries::Mirrors, BoardTurn::mirrors(sizes))
        };
        ListedSymmetries { which, symmetries: of_board(&self.spec, &self.geometry, &turns) }
    }
}

/// Those of these turns of the board that are symmetries of the game.
fn of_board(spec: &GameSpec, geometry: &Geometry, turns: &[BoardTurn]) -> Vec<Symmetry> {
    let symmetry = |turn: &BoardTurn| {
        let mut images = vec![Cell(0); geometry.bits()];
        for &cell in geometry.cells() {
            let there = turn.coordinates(&spec.sizes, &geometry.coordinates(cell));
            images[cell.index()] = geometry.cell_at(&there)?;
        }
        Some(Symmetry { images })
    };
    let kept = turns.iter().filter(|turn| turn.keeps(spec, geometry)).filter_map(symmetry);
    // Rows stay rows however the board is turned. Other lines need not stay lines.
    if spec.run_length().is_some() {
        return kept.collect();
    }
    let all = Lines::new(spec, geometry);
    let lines: HashSet<Vec<Cell>> = all.iter().map(|line| sorted(line.iter().copied())).collect();
    let is_line = |line: &[Cell], symmetry: &Symmetry| {
        lines.contains(&sorted(line.iter().map(|&cell| symmetry.apply(cell))))
    };
    kept.filter(|symmetry| all.iter().all(|line| is_line(line, symmetry))).collect()
}

fn sorted(cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::symmetries;

    /// What turns and mirrors the board is one of all symmetries, wherever these can be listed.
    #[test]
    fn those_of_the_board_are_some_of_all() {
        for (text, turns, mirrors) in [
            ("3x3:3", 8, 4),
            ("4x4:3:-2", 2, 2),
            ("4x4:3:+1,-2", 2, 1),
            ("3x3x3:3", 48, 8),
            ("3x2x2:3:free:misere", 16, 8),
            ("4x4:3:free:blocked=a1", 2, 1),
            ("4x4:3:free:torus=1", 4, 4),
            ("3x3:3:free:exact:torus", 8, 4),
            ("3x3:lines=a1+b1+c1/a1+a2+a3:free", 2, 1),
            ("5x1x5:4:-2", 8, 4),
            ("9x9:5:free:renju", 8, 4),
        ] {
            let spec: GameSpec = text.parse().expect(text);
            let found = symmetries(&spec).expect(text);
            let all = found.elements(1 << 20).expect(text);
            for (list, number) in
                [(BoardTurn::all(&spec.sizes), turns), (BoardTurn::mirrors(&spec.sizes), mirrors)]
            {
                let mut some = of_board(&spec, &found.geometry, &list);
                assert!(some.iter().all(|symmetry| all.contains(symmetry)), "{text}");
                assert_eq!(some[0], all[0], "{text}");
                some.sort_by(|one, other| one.images.cmp(&other.images));
                some.dedup();
                assert_eq!(some.len(), number, "{text}");
            }
            assert_eq!(BoardTurn::number(&spec.sizes), BoardTurn::all(&spec.sizes).len() as u64, "{text}");
        }
    }

    #[test]
    fn where_even_turns_are_too_many_there_are_mirrors() {
        let spec: GameSpec = "2x2x2x2x2x2x2:2".parse().expect("a game");
        let listed = symmetries(&spec).expect("is sound").listed();
        assert_eq!((listed.which, listed.symmetries.len()), (WhichSymmetries::Mirrors, 128));
    }
}
