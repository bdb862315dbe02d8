//! Which sets of cells are winning lines, and the text of it.

use std::fmt;
use std::sync::Arc;

use crate::cell_text;

/// The largest number of lines that a game may be given.
pub const MAX_LINES: usize = 65_536;

/// Which sets of cells are winning lines.
///
/// ```
/// use connect_toe_game::{GameSpec, LineRule};
/// let game: GameSpec = "3x3:plane".parse()?;
/// assert_eq!(game.lines, LineRule::Plane);
/// // Only sides count, not diagonals; the longer line contains a shorter one and is left out.
/// let game: GameSpec = "2x2:lines=a1+a2/b1+b2/a1+a2+b1".parse()?;
/// assert_eq!(game.to_string(), "2x2:lines=a1+a2/b1+b2");
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LineRule {
    /// So many cells in a row in any direction: a number.
    Run(u16),
    /// These sets of cells: `lines=`. A cell is its place in canonical order (by the first coordinate, then the
    /// second, and so on); cells rise within a line, lines rise too, and none contains another.
    Given(Arc<[Vec<u16>]>),
    /// Every image of this set of cells that fits on the board, moved, reflected, and with dimensions exchanged:
    /// `shape=`. Coordinates are counted from 0 and rise; they may lie off the board.
    Shape(Vec<Vec<u16>>),
    /// The lines of the affine space over the field of as many elements as every dimension has cells: `plane`.
    Plane,
    /// The lines of the projective plane whose points are the cells of the only dimension: `projective`.
    Projective,
}

impl LineRule {
    /// What game text calls it, `None` for a run.
    pub(super) const fn name(&self) -> Option<&'static str> {
        match self {
            LineRule::Run(_) => None,
            LineRule::Given(_) => Some("lines"),
            LineRule::Shape(_) => Some("shape"),
            LineRule::Plane => Some("plane"),
            LineRule::Projective => Some("projective"),
        }
    }
}

/// The text of a rule for lines on a board with these sizes.
pub(super) struct Shown<'a>(pub(super) &'a LineRule, pub(super) &'a [u16]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            LineRule::Run(k) => write!(f, "{k}"),
            LineRule::Given(lines) => {
                f.write_str("lines=")?;
                for (index, line) in lines.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "/" })?;
                    f.write_str(&numbered_cells(line, self.1))?;
                }
                Ok(())
            }
            LineRule::Shape(cells) => {
                let mut cells = cells.clone();
                cells.sort_unstable();
                let texts: Vec<String> = cells.iter().map(|cell| cell_text::of(cell)).collect();
                write!(f, "shape={}", texts.join("+"))
            }
            LineRule::Plane => f.write_str("plane"),
            LineRule::Projective => f.write_str("projective"),
        }
    }
}

/// Cells, given by their places in canonical order, as a list in game text.
pub(super) fn numbered_cells(cells: &[u16], sizes: &[u16]) -> String {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    // The text of an unsound description is printed too.
    let has_places = sizes.iter().all(|&size| size > 0);
    let text = |cell: u16| {
        if has_places { cell_text::of(&cell_text::coordinates(cell, sizes)) } else { format!("?{cell}") }
    };
    cells.into_iter().map(text).collect::<Vec<_>>().join("+")
}

/// The sets in rising order, each once, without those that contain another. The members of each set rise.
pub(crate) fn without_supersets(mut sets: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    sets.sort_unstable();
    sets.dedup();
    sets.sort_by_key(Vec::len);
    if sets.first().map(Vec::len) == sets.last().map(Vec::len) {
        return sets;
    }
    let points = sets.iter().flatten().max().map_or(0, |&most| usize::from(most) + 1);
    // The sets that are kept, by their first members: a set contains another only if it has that one's first.
    let mut kept_by_first: Vec<Vec<usize>> = vec![Vec::new(); points];
    let mut kept: Vec<Vec<u16>> = Vec::new();
    let mut is_member = vec![false; points];
    for set in sets {
        for &point in &set {
            is_member[usize::from(point)] = true;
        }
        let is_within = |&other: &usize| kept[other].iter().all(|&point| is_member[usize::from(point)]);
        let contains_another =
            set.iter().any(|&point| kept_by_first[usize::from(point)].iter().any(is_within));
        for &point in &set {
            is_member[usize::from(point)] = false;
        }
        if !contains_another && let Some(&first) = set.first() {
            kept_by_first[usize::from(first)].push(kept.len());
            kept.push(set);
        }
    }
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_sets_stay() {
        let sets =
            vec![vec![0, 1, 2], vec![1, 2], vec![4], vec![1, 2], vec![0, 3, 5], vec![3, 4], vec![0, 3, 5]];
        assert_eq!(without_supersets(sets), [vec![0, 3, 5], vec![1, 2], vec![4]]);
    }
}
