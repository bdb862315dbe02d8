//! Lists of items, one for each cell, in one piece of memory.

use crate::geometry::Cell;

/// A list of items for each cell of a board.
///
/// ```
/// use connect_toe_game::{ByCell, GameSpec, Geometry};
/// let geometry = Geometry::of(&"3x3:3".parse::<GameSpec>()?)?;
/// // Every cell gets the numbers of its coordinates.
/// let items = geometry.cells().iter().flat_map(|&cell| {
///     geometry.coordinates(cell).into_iter().map(move |coordinate| (cell, coordinate))
/// });
/// let coordinates = ByCell::new(geometry.bits(), items);
/// assert_eq!(coordinates.of(geometry.parse_cell("b3")?), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByCell<T> {
    /// The items of cell `c` are `items[first[c]..first[c + 1]]`.
    first: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> ByCell<T> {
    /// Sorts items by their cells; items of one cell stay in order. `bits` is the board's
    /// [`Geometry::bits`](crate::Geometry::bits).
    pub fn new(bits: usize, items: impl Iterator<Item = (Cell, T)> + Clone) -> ByCell<T> {
        let mut first = vec![0_u32; bits + 1];
        for (cell, _) in items.clone() {
            first[cell.index() + 1] += 1;
        }
        for index in 0..bits {
            first[index + 1] += first[index];
        }
        let Some((_, filler)) = items.clone().next() else { return ByCell { first, items: Vec::new() } };
        let mut sorted = vec![filler; first[bits] as usize];
        let mut next = first.clone();
        for (cell, item) in items {
            let place = &mut next[cell.index()];
            sorted[*place as usize] = item;
            *place += 1;
        }
        ByCell { first, items: sorted }
    }

    /// The items of a cell.
    #[inline]
    pub fn of(&self, cell: Cell) -> &[T] {
        let (from, to) = (self.first[cell.index()], self.first[cell.index() + 1]);
        &self.items[from as usize..to as usize]
    }
}
