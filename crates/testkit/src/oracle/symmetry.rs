//! Symmetries by their definition: cell permutations that keep the rules.

use std::collections::BTreeSet;

use super::game::{Flag, Game, Placement};

/// The largest board whose permutations are tried one by one.
const MAX_CELLS: usize = 8;

/// What a symmetry must keep, cells as indices.
struct Structure {
    /// Families of sets that must each be mapped onto itself: winning lines, and runs of `k + 1` with `exact`.
    families: Vec<BTreeSet<BTreeSet<usize>>>,
    /// The directed columns of the open faces; empty if placement is free.
    columns: BTreeSet<Vec<usize>>,
}

impl Structure {
    fn of(game: &Game) -> Structure {
        let mut lengths = vec![game.run];
        if game.has(Flag::Exact) {
            lengths.push(game.run + 1);
        }
        let families = lengths.into_iter().map(|length| {
            let rows = game.rows_of(length);
            rows.iter().map(|row| row.iter().map(|cell| game.index(cell)).collect()).collect()
        });
        let columns = match &game.placement {
            Placement::Free => BTreeSet::new(),
            Placement::Faces(faces) => faces
                .iter()
                .flat_map(|face| game.columns(*face))
                .map(|column| column.iter().map(|cell| game.index(cell)).collect())
                .collect(),
        };
        Structure { families: families.collect(), columns }
    }

    /// A permutation maps different sets to different sets, so a family whose sets all map into it maps onto it.
    fn is_kept_by(&self, image: &[usize]) -> bool {
        let keeps = |family: &BTreeSet<BTreeSet<usize>>| {
            family.iter().all(|set| family.contains(&set.iter().map(|&cell| image[cell]).collect()))
        };
        self.families.iter().all(keeps)
            && self.columns.iter().all(|column| {
                self.columns.contains(&column.iter().map(|&cell| image[cell]).collect::<Vec<usize>>())
            })
    }
}

impl Game {
    /// Whether a permutation of the cells is a symmetry: it maps winning lines onto winning lines (with `exact`
    /// runs of `k + 1` too) and, unless placement is free, directed columns of open faces onto such columns.
    ///
    /// `image[i]` is the index of the cell to which the cell with index `i` goes; see [`cells`](Self::cells).
    /// A list that is not a permutation is not a symmetry.
    pub fn is_symmetry(&self, image: &[usize]) -> bool {
        let mut sorted = image.to_vec();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..self.cells.len()) && Structure::of(self).is_kept_by(image)
    }

    /// The number of symmetries, by trying every permutation of the cells; nothing on boards of more than eight.
    pub fn symmetry_count(&self) -> Option<u64> {
        if self.cells.len() > MAX_CELLS {
            return None;
        }
        let structure = Structure::of(self);
        let mut count = 0;
        for_each_permutation(&mut Vec::new(), self.cells.len(), &mut |image| {
            count += u64::from(structure.is_kept_by(image));
        });
        Some(count)
    }
}

/// Extends the start of a permutation of `0..length` in every possible way.
fn for_each_permutation(start: &mut Vec<usize>, length: usize, visit: &mut dyn FnMut(&[usize])) {
    if start.len() == length {
        visit(start);
        return;
    }
    for next in 0..length {
        if !start.contains(&next) {
            start.push(next);
            for_each_permutation(start, length, visit);
            start.pop();
        }
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
            // A ring of five: rotations and reflections.
            ("5:2:free:torus", 10),
        ] {
            assert_eq!(Game::parse(game)?.symmetry_count(), Some(count), "{game}");
        }
        assert_eq!(Game::parse("3x3:3")?.symmetry_count(), None);
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
