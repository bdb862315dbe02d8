//! The images of a shape on a board: moved, reflected, and with dimensions exchanged.

use std::collections::BTreeSet;

use crate::cell_text;
use crate::spec::GameSpec;

/// The cells of a shape, moved so that its lowest coordinates are 0, in rising order.
type Cells = Vec<Vec<u16>>;

/// The images of a shape that fit on the board: for each the places of its cells in canonical order, rising.
pub(super) fn images(shape: &[Vec<u16>], spec: &GameSpec) -> Vec<Vec<u16>> {
    let mut images = BTreeSet::new();
    for form in forms(shape) {
        let extent = extent(&form);
        // Where the first cell of the form's box may lie: where the board wraps, anywhere.
        let starts: Option<Vec<u16>> = (0..spec.dimensions())
            .map(|dimension| {
                let size = spec.sizes[dimension];
                if spec.wraps(dimension) { Some(size) } else { (size + 1).checked_sub(extent[dimension]) }
            })
            .collect();
        let Some(starts) = starts else { continue };
        let count: usize = starts.iter().map(|&starts| usize::from(starts)).product();
        for start in 0..count as u16 {
            let from = cell_text::coordinates(start, &starts);
            let mut image: Vec<u16> = form
                .iter()
                .map(|cell| {
                    let at = |dimension: usize| {
                        let size = u32::from(spec.sizes[dimension]);
                        ((u32::from(cell[dimension]) + u32::from(from[dimension])) % size) as u16
                    };
                    let at: Vec<u16> = (0..cell.len()).map(at).collect();
                    cell_text::number(&at, &spec.sizes)
                })
                .collect();
            image.sort_unstable();
            let visits_a_cell_twice = image.windows(2).any(|pair| pair[0] == pair[1]);
            if !visits_a_cell_twice {
                images.insert(image);
            }
        }
    }
    images.into_iter().collect()
}

/// The different forms of a shape that reflections and exchanges of dimensions give.
fn forms(shape: &[Vec<u16>]) -> BTreeSet<Cells> {
    let Some(dimensions) = shape.first().map(Vec::len) else { return BTreeSet::new() };
    let first = normal(shape.to_vec());
    let mut found = BTreeSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(form) = open.pop() {
        let exchanged = (1..dimensions).map(|dimension| {
            let exchange = |cell: &Vec<u16>| {
                let mut cell = cell.clone();
                cell.swap(dimension - 1, dimension);
                cell
            };
            form.iter().map(exchange).collect()
        });
        let last = extent(&form)[0] - 1;
        let reflect = |cell: &Vec<u16>| {
            let mut cell = cell.clone();
            cell[0] = last - cell[0];
            cell
        };
        let reflected: Cells = form.iter().map(reflect).collect();
        for other in exchanged.chain([reflected]).map(normal).collect::<Vec<_>>() {
            if found.insert(other.clone()) {
                open.push(other);
            }
        }
    }
    found
}

fn normal(mut cells: Cells) -> Cells {
    for dimension in 0..cells[0].len() {
        let lowest = cells.iter().map(|cell| cell[dimension]).min().unwrap_or_default();
        for cell in &mut cells {
            cell[dimension] -= lowest;
        }
    }
    cells.sort_unstable();
    cells
}

/// Cells along each dimension.
fn extent(cells: &Cells) -> Vec<u16> {
    let along = |dimension: usize| cells.iter().map(|cell| cell[dimension] + 1).max().unwrap_or_default();
    (0..cells[0].len()).map(along).collect()
}

#[cfg(test)]
mod tests {
    fn count(text: &str) -> usize {
        crate::Lines::of(&text.parse().expect("a game")).expect("a game").count()
    }

    #[test]
    fn animals_have_as_many_images_as_counted_by_hand() {
        // Tippy: two reflections of two directions on five by four places.
        assert_eq!(count("6x6:shape=a1+b1+b2+c2"), 4 * 20);
        // El: eight forms. A domino: two. A square: one.
        assert_eq!(count("6x6:shape=a1+a2+a3+b1"), 8 * 20);
        assert_eq!(count("6x6:shape=a1+a2"), 2 * 30);
        assert_eq!(count("6x6:shape=c3+c4+d3+d4"), 25);
        // Only lying, the board is too narrow; the text may name cells off the board.
        assert_eq!(count("2x5:shape=a1+b1+c1"), 2 * 3);
        // A domino on a cylinder, where the rows are closed, and on a ring of two, where it lies on itself.
        assert_eq!(count("4x3:shape=a1+b1:free:torus=1"), 4 * 3 + 4 * 2);
        assert_eq!(count("2x1:shape=a1+b1:free:torus"), 1);
        assert_eq!(count("3x3x3:shape=a1.1+a1.2"), 3 * 18);
    }
}
