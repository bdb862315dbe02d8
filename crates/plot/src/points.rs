//! Where the points of a board stand that is no grid.

use std::f64::consts::TAU;

/// Places of points that no grid orders: on a circle, clockwise from the top, or if they are many, row by row on a
/// square.
///
/// ```
/// use connect_toe_plot::Points;
///
/// let fano = Points::new(7, 100.0);
/// assert_eq!(fano.extent(), 100.0);
/// let (x, y) = fano.place(0);
/// assert!((x - 50.0).abs() < 1e-9 && y < 20.0);
/// // Letters stand outside of the circle.
/// assert!(fano.letter(0).1 < y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    count: usize,
    extent: f64,
}

/// From this number on the points of a circle would be too close to each other.
const MOST_ON_CIRCLE: usize = 31;
/// The room for letters around the points.
const MARGIN: f64 = 16.0;

impl Points {
    /// So many points in a drawing of this width and height.
    pub fn new(count: usize, extent: f64) -> Points {
        Points { count, extent }
    }

    /// Width and height of the drawing.
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// Whether the points stand on a circle.
    pub fn are_on_circle(&self) -> bool {
        self.count <= MOST_ON_CIRCLE
    }

    /// The place of a point, counted from 0.
    pub fn place(&self, point: usize) -> (f64, f64) {
        if self.are_on_circle() {
            return self.on_circle(point, self.extent / 2.0 - MARGIN);
        }
        let across = self.across();
        let step = (self.extent - 2.0 * MARGIN) / (across - 1) as f64;
        let along = |place: usize| MARGIN + place as f64 * step;
        (along(point % across), along(point / across))
    }

    /// The middle of the letter beside a point. Points on a square have no room for one.
    pub fn letter(&self, point: usize) -> (f64, f64) {
        if self.are_on_circle() { self.on_circle(point, self.extent / 2.0 - 5.0) } else { self.place(point) }
    }

    /// The radius of a point.
    pub fn radius(&self) -> f64 {
        if self.are_on_circle() { 4.0 } else { (0.3 * self.extent / self.across() as f64).min(3.0) }
    }

    fn on_circle(&self, point: usize, radius: f64) -> (f64, f64) {
        let middle = self.extent / 2.0;
        if self.count < 2 {
            return (middle, middle - radius + self.extent / 2.0 - MARGIN);
        }
        let angle = TAU * point as f64 / self.count as f64;
        (middle + radius * angle.sin(), middle - radius * angle.cos())
    }

    fn across(&self) -> usize {
        let root = self.count.isqrt();
        (root + usize::from(root * root < self.count)).max(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_apart_within_the_drawing() {
        for count in [1, 2, 7, 21, 31, 32, 57, 4096] {
            let points = Points::new(count, 180.0);
            let places: Vec<(f64, f64)> = (0..count).map(|point| points.place(point)).collect();
            for (number, &(x, y)) in places.iter().enumerate() {
                assert!((0.0..=180.0).contains(&x) && (0.0..=180.0).contains(&y), "{count}: {x} {y}");
                let is_here = |&(a, b): &(f64, f64)| (a - x).hypot(b - y) < 1.0;
                assert!(!places[..number].iter().any(is_here), "{count}: {number}");
            }
        }
    }
}
