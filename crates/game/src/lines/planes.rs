//! The lines of affine spaces and projective planes over finite fields.
//!
//! The points of a projective plane of order `q` are numbered so that the affine plane comes first:
//!
//! ```text
//! x·q + y     the point (x, y) of the affine plane `qxq:plane`, in canonical order
//! q² + m      where the lines y = m·x + b meet, for each slope m
//! q² + q      where the lines x = c meet
//! ```

use super::field::{Field, projective_order};

/// The lines of the affine space of a dimension over the field of `order` elements: for each the places of its cells
/// in canonical order. The order is a power of a prime.
pub(super) fn affine(order: u16, dimensions: usize) -> Vec<Vec<u16>> {
    let Some(field) = Field::new(order) else { return Vec::new() };
    let sizes = vec![order; dimensions];
    let points = u32::from(order).pow(dimensions as u32) as u16;
    let coordinates = |point| crate::cell_text::coordinates(point, &sizes);
    let mut lines = Vec::new();
    // Of the directions that differ by a factor one is taken: its first coordinate that is not 0 is 1.
    for direction in (1..points).map(coordinates) {
        if direction.iter().find(|&&step| step != 0) != Some(&1) {
            continue;
        }
        let mut seen = vec![false; usize::from(points)];
        for start in 0..points {
            if seen[usize::from(start)] {
                continue;
            }
            let from = coordinates(start);
            let mut line: Vec<u16> = (0..order)
                .map(|factor| {
                    let step = |(&from, &step)| field.add(from, field.multiply(factor, step));
                    let at: Vec<u16> = from.iter().zip(&direction).map(step).collect();
                    crate::cell_text::number(&at, &sizes)
                })
                .collect();
            for &point in &line {
                seen[usize::from(point)] = true;
            }
            line.sort_unstable();
            lines.push(line);
        }
    }
    lines.sort_unstable();
    lines
}

/// The lines of the projective plane with so many points.
pub(super) fn projective(points: u16) -> Vec<Vec<u16>> {
    let Some(order) = projective_order(points) else { return Vec::new() };
    let Some(field) = Field::new(order) else { return Vec::new() };
    let point = |x: u16, y: u16| x * order + y;
    let at_infinity = order * order;
    let mut lines = Vec::new();
    for slope in 0..order {
        for at_zero in 0..order {
            let mut line: Vec<u16> =
                (0..order).map(|x| point(x, field.add(field.multiply(slope, x), at_zero))).collect();
            line.push(at_infinity + slope);
            lines.push(line);
        }
    }
    for x in 0..order {
        lines.push((0..order).map(|y| point(x, y)).chain([at_infinity + order]).collect());
    }
    lines.push((at_infinity..points).collect());
    for line in &mut lines {
        line.sort_unstable();
    }
    lines.sort_unstable();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many lines run through each pair of points.
    fn pairs(lines: &[Vec<u16>], points: u16) -> Vec<usize> {
        let through =
            |a: u16, b: u16| lines.iter().filter(|line| line.contains(&a) && line.contains(&b)).count();
        (0..points).flat_map(|a| (0..a).map(move |b| through(a, b))).collect()
    }

    #[test]
    fn one_line_runs_through_any_two_points() {
        for (order, dimensions) in [(2, 2), (3, 2), (4, 2), (5, 2), (8, 2), (3, 3), (2, 4)] {
            let points = u32::from(order).pow(dimensions as u32) as u16;
            let lines = affine(order, dimensions);
            assert!(lines.iter().all(|line| line.len() == usize::from(order)));
            assert!(pairs(&lines, points).iter().all(|&lines| lines == 1), "{order}");
        }
        for points in [7, 13, 21, 31, 57, 73] {
            let lines = projective(points);
            assert_eq!(lines.len(), usize::from(points));
            assert!(pairs(&lines, points).iter().all(|&lines| lines == 1), "{points}");
        }
    }
}
