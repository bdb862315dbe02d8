//! Symmetries by their definition: cell permutations that keep the rules.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::game::{Flag, Game, Goal, Placement};

/// The largest board whose permutations are tried.
const MAX_CELLS: usize = 10;

/// What a symmetry must keep, cells as indices.
struct Structure {
    cells: usize,
    /// Families of sets that must each be mapped onto itself: winning lines, runs of `k + 1` with `exact`, and the set
    /// of the blocked cells.
    families: Vec<BTreeSet<BTreeSet<usize>>>,
    /// The directed columns of the open faces; empty if placement is free.
    columns: BTreeSet<Vec<usize>>,
}

impl Structure {
    fn of(game: &Game) -> Structure {
        let mut families = vec![game.lines().clone(), [game.blocked().clone()].into()];
        if let Goal::Run(run) = game.goal
            && game.has(Flag::Exact)
        {
            families.push(game.rows_of(run + 1));
        }
        let families = families.iter().map(|family| {
            family.iter().map(|set| set.iter().map(|cell| game.index(cell)).collect()).collect()
        });
        let columns = match &game.placement {
            Placement::Free => BTreeSet::new(),
            Placement::Faces(faces) => faces
                .iter()
                .flat_map(|face| game.columns(*face))
                .map(|column| column.iter().map(|cell| game.index(cell)).collect())
                .collect(),
        };
        Structure { cells: game.cells.len(), families: families.collect(), columns }
    }

    /// Whether the start of a permutation keeps the sets and columns whose last cell it is the first to map.
    ///
    /// A permutation maps different sets to different sets, so a family whose sets all map into it maps onto it.
    fn is_kept_by(&self, image: &[usize]) -> bool {
        let newest = image.len().checked_sub(1);
        let keeps = |family: &BTreeSet<BTreeSet<usize>>| {
            let mut mapped = family.iter().filter(|set| set.last().copied() == newest);
            mapped.all(|set| family.contains(&set.iter().map(|&cell| image[cell]).collect()))
        };
        let image_of =
            |column: &Vec<usize>| -> Vec<usize> { column.iter().map(|&cell| image[cell]).collect() };
        let mut columns = self.columns.iter().filter(|column| column.iter().max().copied() == newest);
        newest.is_none()
            || (self.families.iter().all(keeps)
                && columns.all(|column| self.columns.contains(&image_of(column))))
    }

    /// Counts the symmetries that begin with `start`.
    fn count(&self, start: &mut Vec<usize>) -> u64 {
        if !self.is_kept_by(start) {
            return 0;
        }
        if start.len() == self.cells {
            return 1;
        }
        let mut count = 0;
        for next in 0..self.cells {
            if !start.contains(&next) {
                start.push(next);
                count += self.count(start);
                start.pop();
            }
        }
        count
    }
}

impl Game {
    /// Whether a permutation of the cells, blocked ones too, is a symmetry: it maps winning lines onto winning lines
    /// (with `exact` runs of `k + 1` too), blocked cells onto blocked cells and, unless placement is free, directed
    /// columns of open faces onto such columns. With `renju` only the board's own symmetries count: reflections and
    /// the exchange of dimensions.
    ///
    /// `image[i]` is the index of the cell to which the cell with index `i` goes; see [`cells`](Self::cells).
    /// A list that is not a permutation is not a symmetry.
    pub fn is_symmetry(&self, image: &[usize]) -> bool {
        if self.has(Flag::Renju) {
            return self.board_symmetries().contains(image);
        }
        let mut sorted = image.to_vec();
        sorted.sort_unstable();
        let structure = Structure::of(self);
        sorted.into_iter().eq(0..self.cells.len())
            && (1..=image.len()).all(|mapped| structure.is_kept_by(&image[..mapped]))
    }

    /// The number of symmetries, by trying every permutation of the cells; nothing on boards of more than ten, unless
    /// only the board's own symmetries count.
    pub fn symmetry_count(&self) -> Option<u64> {
        if self.has(Flag::Renju) {
            return Some(self.board_symmetries().len() as u64);
        }
        (self.cells.len() <= MAX_CELLS).then(|| Structure::of(self).count(&mut Vec::new()))
    }

    /// Reflections of a board of two dimensions and, if it is square, their exchange, as far as blocked cells are
    /// mapped to blocked cells.
    fn board_symmetries(&self) -> BTreeSet<Vec<usize>> {
        let (width, height) = (self.sizes[0], self.sizes[1]);
        let mut images = BTreeSet::new();
        for choice in 0..8 {
            let (across, up, exchanged) = (choice & 1 != 0, choice & 2 != 0, choice & 4 != 0);
            if exchanged && width != height {
                continue;
            }
            let moved = |cell: &Cell| -> Cell {
                let x = if across { width - 1 - cell[0] } else { cell[0] };
                let y = if up { height - 1 - cell[1] } else { cell[1] };
                if exchanged { vec![y, x] } else { vec![x, y] }
            };
            if self.blocked().iter().all(|cell| self.is_blocked(&moved(cell))) {
                images.insert(self.cells.iter().map(|cell| self.index(&moved(cell))).collect());
            }
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards() -> Result<(), Box<dyn std::error::Error>> {
        for (game, count) in [
            ("2x2:2:-2", 8 / 4),
            ("2x2:2", 24),
            ("2x2x2:2", 40320),
            ("2x3:3", 72),
            ("2x3:3:-2", 2),
            ("4:2", 2),
            ("4:2:+1", 1),
            ("4:2:all", 2),
            // Single cells are kept by every permutation, pairs of neighbours by the two directions only.
            ("4:1", 24),
            ("4:1:free:exact", 2),
            ("3x3:3", 8),
            // A ring of five: rotations and reflections.
            ("5:2:free:torus", 10),
        ] {
            assert_eq!(Game::parse(game)?.symmetry_count(), Some(count), "{game}");
        }
        assert_eq!(Game::parse("4x3:3")?.symmetry_count(), None);
        Ok(())
    }

    #[test]
    fn one_permutation_at_a_time() -> Result<(), Box<dyn std::error::Error>> {
        let game = Game::parse("3x3:3:-2")?;
        let mirrored = [6, 7, 8, 3, 4, 5, 0, 1, 2];
        assert!(game.is_symmetry(&mirrored));
        let upside_down = [2, 1, 0, 5, 4, 3, 8, 7, 6];
        assert!(!game.is_symmetry(&upside_down));
        assert!(Game::parse("3x3:3")?.is_symmetry(&upside_down));
        assert!(!game.is_symmetry(&[0; 9]));
        assert!(!game.is_symmetry(&[0]));
        Ok(())
    }
}
