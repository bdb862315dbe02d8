//! Where the layers of a board stand in a drawing.

/// The places of a board's layers, each a grid of dimensions 1 and 2: those of dimension 3 stand side by side, those of
/// dimension 4 below each other, and so on in turn.
///
/// ```
/// use connect_toe_plot::Layers;
///
/// let layers = Layers::fitting(&[4, 4, 2], 3.0, 10.0, (200.0, 100.0));
/// assert_eq!(layers.corners(), [(0.0, 0.0), (52.0, 0.0)]);
/// assert_eq!(layers.extent(), (98.0, 46.0));
/// assert_eq!(Layers::fitting(&[4, 4, 2], 3.0, 20.0, (98.0, 100.0)).cell(), 10.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    sizes: Vec<u16>,
    cell: f64,
    margin: f64,
}

/// The room between layers, times the number of the dimension less two.
const GAP: f64 = 6.0;

impl Layers {
    /// Layers of a board of these sizes, with cells of this side and this room around each layer.
    fn new(sizes: &[u16], cell: f64, margin: f64) -> Layers {
        Layers { sizes: sizes.to_vec(), cell, margin }
    }

    /// Layers whose cells are at most `largest` and as small as it takes to fit a width and height, but at least 1.
    pub fn fitting(sizes: &[u16], margin: f64, largest: f64, (widest, highest): (f64, f64)) -> Layers {
        // The extent grows with the cell in a straight line.
        let [none, one] = [0.0, 1.0].map(|cell| Layers::new(sizes, cell, margin).extent());
        let fit = |limit: f64, none: f64, one: f64| ((limit - none) / (one - none)).max(1.0);
        let cell = largest.min(fit(widest, none.0, one.0)).min(fit(highest, none.1, one.1));
        Layers::new(sizes, cell, margin)
    }

    /// The side of a cell.
    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// The room around each layer.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// The number of cells along a dimension, counted from 1. Dimensions that the board does not have are of size 1.
    pub fn size(&self, dimension: usize) -> f64 {
        self.sizes.get(dimension - 1).copied().map_or(1.0, f64::from)
    }

    /// Width and height of all layers.
    pub fn extent(&self) -> (f64, f64) {
        self.block(self.sizes.len())
    }

    /// Width and height of what the dimensions up to this one make.
    fn block(&self, dimension: usize) -> (f64, f64) {
        if dimension <= 2 {
            let side = |dimension| self.size(dimension) * self.cell + 2.0 * self.margin;
            return (side(1), side(2));
        }
        let (width, height) = self.block(dimension - 1);
        let (count, gap) = (self.size(dimension), GAP * (dimension - 2) as f64);
        let along = |side: f64| count * side + (count - 1.0) * gap;
        if dimension % 2 == 1 { (along(width), height) } else { (width, along(height)) }
    }

    /// The top left corners of all layers with their margins, the first layer first: dimension 3 counts fastest.
    pub fn corners(&self) -> Vec<(f64, f64)> {
        let mut corners = vec![(0.0, 0.0)];
        for dimension in 3..=self.sizes.len() {
            let (width, height) = self.block(dimension - 1);
            let gap = GAP * (dimension - 2) as f64;
            let step = if dimension % 2 == 1 { (width + gap, 0.0) } else { (0.0, height + gap) };
            let before = corners.clone();
            for layer in 1..self.sizes[dimension - 1] {
                let layer = f64::from(layer);
                corners.extend(before.iter().map(|(x, y)| (x + layer * step.0, y + layer * step.1)));
            }
        }
        corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_stand_beside_and_below_each_other() {
        let layers = Layers::new(&[2, 2, 3, 2], 18.0, 3.0);
        let corners = layers.corners();
        assert_eq!(corners.len(), 6);
        assert!(corners[1].0 > corners[0].0 && corners[1].1.total_cmp(&corners[0].1).is_eq());
        assert!(corners[3].1 > corners[0].1 && corners[3].0.total_cmp(&corners[0].0).is_eq());
        let (width, height) = layers.extent();
        assert!(corners.iter().all(|(x, y)| *x < width && *y < height));
    }
}
