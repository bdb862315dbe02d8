//! A board in a drawing: where its layers and cells are, and the lines of its grid.

use std::fmt::Write as _;

use crate::svg::coordinate;

/// The places of a board's layers, each a grid of dimensions 1 and 2: those of dimension 3 stand side by side, those of
/// dimension 4 below each other, and so on in turn.
///
/// ```
/// use connect_toe_plot::Layers;
///
/// let fitting = |largest, room| Layers::fitting(&[4, 4, 2], 3.0, largest, room).expect("two layers");
/// let layers = fitting(10.0, (200.0, 100.0));
/// assert_eq!(layers.corners().collect::<Vec<_>>(), [(3.0, 3.0), (55.0, 3.0)]);
/// assert_eq!(layers.middle(&[0, 3, 1]), (60.0, 8.0));
/// assert_eq!(layers.extent(), (98.0, 46.0));
/// assert_eq!(fitting(20.0, (98.0, 100.0)).cell(), 10.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    sizes: Vec<u16>,
    cell: f64,
    margin: f64,
}

/// The room between layers, times the number of the dimension less two.
const GAP: f64 = 6.0;
/// More layers than this cannot be drawn.
const MOST: usize = 256;
/// Smaller cells are not drawn one by one.
const SMALLEST: f64 = 3.0;

impl Layers {
    /// Layers of a board of these sizes, with cells of this side and this room around each layer.
    fn new(sizes: &[u16], cell: f64, margin: f64) -> Layers {
        Layers { sizes: sizes.to_vec(), cell, margin }
    }

    /// Layers whose cells are at most `largest` and as small as it takes to fit a width and height, but at least 1.
    /// `None` if the board has too many layers to draw.
    pub fn fitting(
        sizes: &[u16],
        margin: f64,
        largest: f64,
        (widest, highest): (f64, f64),
    ) -> Option<Layers> {
        // The extent grows with the cell in a straight line.
        let [none, one] = [0.0, 1.0].map(|cell| Layers::new(sizes, cell, margin).extent());
        let fit = |limit: f64, none: f64, one: f64| ((limit - none) / (one - none)).max(1.0);
        let cell = largest.min(fit(widest, none.0, one.0)).min(fit(highest, none.1, one.1));
        let layers = Layers::new(sizes, cell, margin);
        (layers.count() <= MOST).then_some(layers)
    }

    /// The side of a cell.
    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// The number of layers.
    fn count(&self) -> usize {
        self.sizes.iter().skip(2).map(|&size| usize::from(size)).product()
    }

    /// The number of cells along a dimension, counted from 1. Dimensions that the board does not have are of size 1.
    fn size(&self, dimension: usize) -> f64 {
        self.sizes.get(dimension - 1).copied().map_or(1.0, f64::from)
    }

    /// Width and height of a layer without the room around it.
    pub fn layer(&self) -> (f64, f64) {
        (self.size(1) * self.cell, self.size(2) * self.cell)
    }

    /// Width and height of all layers.
    pub fn extent(&self) -> (f64, f64) {
        self.block(self.sizes.len())
    }

    /// Width and height of what the dimensions up to this one make.
    fn block(&self, dimension: usize) -> (f64, f64) {
        if dimension <= 2 {
            let (width, height) = self.layer();
            return (width + 2.0 * self.margin, height + 2.0 * self.margin);
        }
        let (width, height) = self.block(dimension - 1);
        let (count, gap) = (self.size(dimension), GAP * (dimension - 2) as f64);
        let along = |side: f64| count * side + (count - 1.0) * gap;
        if dimension % 2 == 1 { (along(width), height) } else { (width, along(height)) }
    }

    /// The top left corners of all layers, the first layer first: dimension 3 counts fastest.
    pub fn corners(&self) -> impl Iterator<Item = (f64, f64)> {
        (0..self.count()).map(|layer| {
            let mut rest = layer;
            let mut place = vec![0, 0];
            for size in self.sizes.iter().skip(2).map(|&size| usize::from(size)) {
                place.push((rest % size) as u16);
                rest /= size;
            }
            self.corner(&place)
        })
    }

    /// The top left corner of the layer in which a cell is.
    fn corner(&self, at: &[u16]) -> (f64, f64) {
        let (mut x, mut y) = (self.margin, self.margin);
        for dimension in 3..=at.len() {
            let (width, height) = self.block(dimension - 1);
            let (place, gap) = (f64::from(at[dimension - 1]), GAP * (dimension - 2) as f64);
            if dimension % 2 == 1 {
                x += place * (width + gap);
            } else {
                y += place * (height + gap);
            }
        }
        (x, y)
    }

    /// The middle of the cell with these coordinates, which count from 0.
    pub fn middle(&self, at: &[u16]) -> (f64, f64) {
        let (x, y) = self.corner(at);
        let along = |dimension: usize| at.get(dimension).copied().map_or(0.5, |place| f64::from(place) + 0.5);
        // Dimension 2 grows upward.
        (x + along(0) * self.cell, y + self.layer().1 - along(1) * self.cell)
    }

    /// The frames of all layers, and the lines between their cells, in SVG's notation. Tiny cells have no lines.
    pub fn grid(&self) -> [String; 2] {
        let (mut frames, mut lines) = (String::new(), String::new());
        let (width, height) = self.layer();
        let [wide, high] = [width, height].map(coordinate);
        let between = |size: f64| (1..if self.cell < SMALLEST { 1 } else { size as u16 }).map(f64::from);
        for (x, y) in self.corners() {
            let [left, top] = [x, y].map(coordinate);
            let _ = write!(frames, "M{left} {top}h{wide}v{high}h-{wide}z");
            for column in between(self.size(1)) {
                let _ = write!(lines, "M{} {top}v{high}", coordinate(x + column * self.cell));
            }
            for row in between(self.size(2)) {
                let _ = write!(lines, "M{left} {}h{wide}", coordinate(y + row * self.cell));
            }
        }
        [frames, lines]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_stand_beside_and_below_each_other() {
        let layers = Layers::new(&[2, 2, 3, 2], 18.0, 3.0);
        let corners: Vec<(f64, f64)> = layers.corners().collect();
        assert_eq!(corners.len(), 6);
        assert!(corners[1].0 > corners[0].0 && corners[1].1.total_cmp(&corners[0].1).is_eq());
        assert!(corners[3].1 > corners[0].1 && corners[3].0.total_cmp(&corners[0].0).is_eq());
        let (width, height) = layers.extent();
        assert!(corners.iter().all(|(x, y)| *x < width && *y < height));
    }
}
