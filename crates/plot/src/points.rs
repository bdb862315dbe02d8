//! A board whose cells are no grid in a drawing: where its points and their names are, and the ways of its lines.

use std::f64::consts::PI;

/// The places of the points of a board: where they were put, or on a circle, clockwise from the top, or, if they are too
/// many for one, in rows from the top.
///
/// ```
/// use connect_toe_plot::Points;
///
/// let fano = Points::fitting(7, 16.0, 20.0, (190.0, 190.0));
/// let (width, _) = fano.extent();
/// let (x, y) = fano.middle(0);
/// assert!((x - width / 2.0).abs() < 1e-9 && y < width / 4.0);
/// // Names stand outside of the circle.
/// assert!(fano.label(0).is_some_and(|(_, at)| at < y));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    count: usize,
    cell: f64,
    margin: f64,
    arrangement: Arrangement,
}

/// How the points stand. All lengths are times the size of a point.
#[derive(Clone, Debug, PartialEq)]
enum Arrangement {
    /// On a circle of this radius.
    Circle(f64),
    Rows,
    /// To the right and upwards in a square with this side.
    Placed(Vec<[f64; 2]>, f64),
}

/// From the middle of a point to that of its neighbour.
const APART: f64 = 1.6;
/// The smallest points on a circle.
const SMALLEST: f64 = 8.0;
/// The smallest points that were put somewhere, unless there is no room for them.
const LEAST: f64 = 4.0;
/// A circle of few points is as large as this, to have room for lines.
const ROOMY: f64 = 3.6;

impl Points {
    /// Points at most as large as `largest`, and as small as it takes to fit a width and height with this room for names
    /// around them, but at least 1.
    pub fn fitting(count: usize, margin: f64, largest: f64, (widest, highest): (f64, f64)) -> Points {
        let radius = match count {
            0 | 1 => 0.0,
            _ => (APART / 2.0 / (PI / count as f64).sin()).max(ROOMY),
        };
        let room = widest.min(highest) - 2.0 * margin;
        let cell = largest.min(room / (2.0 * radius + 1.0));
        if cell >= SMALLEST {
            return Points { count, cell, margin, arrangement: Arrangement::Circle(radius) };
        }
        let rows = Points { count, cell: 1.0, margin: 0.0, arrangement: Arrangement::Rows };
        let (width, height) = rows.extent();
        let cell = largest.min((widest - 2.0 * margin) / width).min((highest - 2.0 * margin) / height);
        Points { cell: cell.max(1.0), margin, ..rows }
    }

    /// Points where they were put: to the right and upwards, both within 0 to 1. For sizes see [`fitting`](Self::fitting).
    pub fn placed(places: &[[f64; 2]], margin: f64, largest: f64, (widest, highest): (f64, f64)) -> Points {
        let apart = |one: usize, other: usize| distance(places[one], places[other]);
        let pairs = (0..places.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let closest = pairs.map(|(one, other)| apart(one, other)).fold(f64::INFINITY, f64::min);
        let room = widest.min(highest) - 2.0 * margin;
        // Points in one place are drawn over each other.
        let side = (APART / closest.max(1e-3)).max(2.0 * ROOMY).min((room / LEAST - 1.0).max(0.0));
        let cell = largest.min(room / (side + 1.0)).max(1.0);
        let arrangement = Arrangement::Placed(places.to_vec(), side);
        Points { count: places.len(), cell, margin, arrangement }
    }

    /// The size of a point.
    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// Whether lines between the points can be told apart.
    pub fn shows_lines(&self) -> bool {
        self.arrangement != Arrangement::Rows
    }

    /// The number of points in a row.
    fn columns(&self) -> usize {
        (self.count as f64).sqrt().ceil().max(1.0) as usize
    }

    /// Width and height of all points with their names.
    pub fn extent(&self) -> (f64, f64) {
        let whole = |side: f64| (side + 1.0) * self.cell + 2.0 * self.margin;
        let along = |count: usize| whole((count.max(1) - 1) as f64 * APART);
        match self.arrangement {
            Arrangement::Circle(radius) => (whole(2.0 * radius), whole(2.0 * radius)),
            Arrangement::Placed(_, side) => (whole(side), whole(side)),
            Arrangement::Rows => (along(self.columns()), along(self.count.div_ceil(self.columns()))),
        }
    }

    /// The middle of a point, which is counted from 0.
    pub fn middle(&self, place: usize) -> (f64, f64) {
        let at = |along: f64| self.margin + (along + 0.5) * self.cell;
        match &self.arrangement {
            Arrangement::Circle(radius) => self.around(place, radius * self.cell),
            Arrangement::Placed(places, side) => {
                let [right, up] = places[place];
                (at(right * side), at((1.0 - up) * side))
            }
            Arrangement::Rows => {
                let along = |number: usize| at(number as f64 * APART);
                (along(place % self.columns()), along(place / self.columns()))
            }
        }
    }

    /// The middle of a point's name: outside a circle, else beside the point. None where there is no room for names.
    pub fn label(&self, place: usize) -> Option<(f64, f64)> {
        let beside = f64::midpoint(self.cell, self.margin);
        match self.arrangement {
            Arrangement::Circle(radius) => Some(self.around(place, radius * self.cell + beside)),
            Arrangement::Placed(..) => {
                let (x, y) = self.middle(place);
                Some((x + beside, y - self.margin / 2.0))
            }
            Arrangement::Rows => None,
        }
    }

    /// The place in the direction of a point at this distance from the middle of the circle.
    fn around(&self, place: usize, radius: f64) -> (f64, f64) {
        let (middle, _) = self.extent();
        let angle = 2.0 * PI * place as f64 / self.count as f64;
        (middle / 2.0 + radius * angle.sin(), middle / 2.0 - radius * angle.cos())
    }

    /// The points of a line in the order in which it is drawn: from end to end, or around the circle without the widest gap.
    pub fn way(&self, line: &[usize]) -> Vec<usize> {
        let mut way = line.to_vec();
        way.sort_unstable();
        if let Arrangement::Placed(places, _) = &self.arrangement {
            from_end_to_end(&mut way, places);
            return way;
        }
        let gap = |&at: &usize| {
            let before = if at == 0 { way[way.len() - 1] } else { way[at - 1] };
            (way[at] + self.count - before) % self.count.max(1)
        };
        // The first of equal gaps.
        let widest = (0..way.len()).rev().max_by_key(gap);
        way.rotate_left(widest.unwrap_or(0));
        way
    }
}

fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

/// Sorts the points of a line along the way between the two that are farthest from each other.
fn from_end_to_end(way: &mut [usize], places: &[[f64; 2]]) {
    let pairs = (0..way.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let apart = |&(one, other): &(usize, usize)| distance(places[way[one]], places[way[other]]);
    let Some((one, other)) = pairs.max_by(|a, b| apart(a).total_cmp(&apart(b))) else { return };
    let (from, to) = (places[way[one]], places[way[other]]);
    let along = |place: usize| {
        let [x, y] = places[place];
        (x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])
    };
    way.sort_by(|&a, &b| along(a).total_cmp(&along(b)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fit_and_do_not_touch() {
        for count in [1, 2, 3, 7, 13, 57, 91, 133, 993, 4096] {
            let points = Points::fitting(count, 16.0, 30.0, (720.0, 560.0));
            let (width, height) = points.extent();
            assert!(width <= 720.5 && height <= 560.5, "{count}: {width} {height}");
            assert_eq!(points.shows_lines(), count <= 91, "{count}");
            let inside = |(x, y): (f64, f64)| x >= 0.0 && y >= 0.0 && x <= width && y <= height;
            for place in 0..count {
                let (x, y) = points.middle(place);
                assert!(inside((x, y)) && points.label(place).is_none_or(inside), "{count}: {place}");
                let (next_x, next_y) = points.middle((place + 1) % count);
                let apart = (x - next_x).hypot(y - next_y);
                assert!(count == 1 || apart > 1.2 * points.cell(), "{count}: {place}");
            }
        }
    }

    #[test]
    fn points_stand_clockwise_or_where_they_were_put() {
        let points = Points::fitting(4, 16.0, 30.0, (500.0, 500.0));
        let (width, height) = points.extent();
        let (x, y) = points.middle(0);
        assert!(width.total_cmp(&height).is_eq() && (x - width / 2.0).abs() < 1e-9 && y < height / 2.0);
        assert!((points.middle(2).0 - x).abs() < 1e-9 && points.middle(1).0 > x);
        let points = Points::placed(&[[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]], 16.0, 30.0, (500.0, 500.0));
        let [left, right, top] = [0, 1, 2].map(|place| points.middle(place));
        assert!(left.1.total_cmp(&right.1).is_eq() && top.1 < left.1 && left.0 < top.0 && top.0 < right.0);
    }

    #[test]
    fn placed_points_fit() {
        let grid = |side: usize| -> Vec<[f64; 2]> {
            let part = |number: usize| number as f64 / (side.max(2) - 1) as f64;
            (0..side * side).map(|place| [part(place / side), part(place % side)]).collect()
        };
        let crowded = vec![[0.5, 0.5], [0.5, 0.5], [1.0, 0.0]];
        for places in [vec![], vec![[0.5, 0.5]], grid(2), grid(9), grid(40), crowded] {
            let points = Points::placed(&places, 16.0, 30.0, (720.0, 560.0));
            let (width, height) = points.extent();
            assert!(width <= 560.5 && height <= 560.5, "{}: {width} {height}", places.len());
            let inside = |(x, y): (f64, f64)| x >= 0.0 && y >= 0.0 && x <= width && y <= height;
            let mut all =
                (0..places.len()).flat_map(|place| [Some(points.middle(place)), points.label(place)]);
            assert!(all.all(|at| at.is_some_and(inside)), "{}", places.len());
        }
    }

    #[test]
    fn a_line_is_drawn_without_its_widest_gap() {
        let points = Points::fitting(7, 16.0, 30.0, (300.0, 300.0));
        assert_eq!(points.way(&[0, 1, 3]), [0, 1, 3]);
        assert_eq!(points.way(&[6, 0, 2]), [6, 0, 2]);
        assert_eq!(points.way(&[4]), [4]);
        assert!(points.way(&[]).is_empty());
    }

    #[test]
    fn a_line_of_placed_points_is_drawn_from_end_to_end() {
        let places = [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5], [0.0, 1.0]];
        let points = Points::placed(&places, 16.0, 30.0, (300.0, 300.0));
        assert_eq!(points.way(&[0, 1, 2]), [0, 2, 1]);
        assert_eq!(points.way(&[3]), [3]);
        assert!(points.way(&[]).is_empty());
    }
}
