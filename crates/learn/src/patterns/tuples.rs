//! Which cells to look at together: lines with their neighbours, and random walks.

use connect_toe_eval::learned::{MOST_SYMMETRIES, Tuple, shares_windows, turns_of_window};
use connect_toe_game::{Bits, Cell, GameSpec, Rules, Symmetry, symmetries};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::error::LearnError;
use crate::settings::Settings;

/// The number of walks in a row that lead to no new tuple, after which no more are tried.
const MOST_FAILURES: u32 = 1000;

/// Chooses the tuples of a game: every line, made longer by neighbours of its cells, and then random walks from cell to
/// neighbour (where lines are not rows, from cell to cell along lines), until there are as many tuples as the settings say or no new ones are found. Of tuples that are images of
/// each other only one is taken. The value of `runs` is one more, if the settings say so.
pub(crate) fn choose<B: Bits>(
    rules: &Rules<B>,
    settings: &Settings,
    random: &mut ChaCha8Rng,
) -> Result<Vec<Tuple>, LearnError> {
    let (count, length) = (settings.tuples as usize, settings.length as usize);
    if rules.lines().count() == 0 {
        return Err(LearnError::NoLines);
    }
    let cells = cells(rules);
    let mut chosen = if settings.holds(cells.len()) {
        vec![of_cells(rules, &cells)]
    } else if shares_windows(rules.spec()) {
        windows(rules.spec(), count, length, random)
    } else {
        tuples(rules, count, length, random)?
    };
    if settings.runs {
        chosen.push(Tuple::Runs);
    }
    Ok(chosen)
}

/// The cells that stones can come to rest on, in canonical order.
fn cells<B: Bits>(rules: &Rules<B>) -> Vec<Cell> {
    let cells = rules.geometry().cells().iter().copied();
    cells.filter(|cell| rules.cells().contains(cell.bit())).collect()
}

fn of_cells<B: Bits>(rules: &Rules<B>, cells: &[Cell]) -> Tuple {
    Tuple::Cells(cells.iter().map(|&cell| rules.geometry().rank(cell) as u16).collect())
}

fn tuples<B: Bits>(
    rules: &Rules<B>,
    count: usize,
    length: usize,
    random: &mut ChaCha8Rng,
) -> Result<Vec<Tuple>, LearnError> {
    let cells = cells(rules);
    let symmetries = symmetries(rules.spec()).map_err(connect_toe_eval::learned::PatternError::from)?;
    let symmetries = symmetries.elements(MOST_SYMMETRIES).unwrap_or_default();
    let neighbours = neighbours(rules);
    let mut chosen = Chosen { symmetries, seen: Vec::new(), tuples: Vec::new() };
    let can_be_made = |line: &&[Cell]| line.iter().all(|cell| rules.cells().contains(cell.bit()));
    for line in rules.lines().iter().filter(can_be_made) {
        // Of a line that is longer than a tuple, both ends.
        let length = length.min(cells.len());
        let parts = if line.len() > length {
            vec![&line[..length], &line[line.len() - length..]]
        } else {
            vec![line]
        };
        for part in parts {
            if chosen.is_new_line(part) {
                let mut tuple = part.to_vec();
                grow(&mut tuple, length, &neighbours, random);
                // Rows that cannot grow are left to the walks, all but the first: which patterns a seed chooses stays.
                if tuple.len() == part.len() && !rules.lines().are_rows() {
                    chosen.tuples.push(tuple);
                } else {
                    chosen.add(tuple);
                }
            }
        }
    }
    let mut failures = 0;
    while chosen.tuples.len() < count && failures < MOST_FAILURES {
        let mut tuple = vec![cells[random.random_range(0..cells.len() as u32) as usize]];
        grow(&mut tuple, length, &neighbours, random);
        failures = if chosen.add(tuple) { 0 } else { failures + 1 };
    }
    Ok(chosen.tuples.into_iter().map(|cells| of_cells(rules, &cells)).collect())
}

/// Tuples, none of which is an image of another.
struct Chosen {
    symmetries: Vec<Symmetry>,
    /// Sets of cells, the smallest of all images.
    seen: Vec<Vec<Cell>>,
    tuples: Vec<Vec<Cell>>,
}

impl Chosen {
    /// The smallest image of a set of cells.
    fn smallest(&self, cells: &[Cell]) -> Vec<Cell> {
        let sorted = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells
        };
        let images =
            self.symmetries.iter().map(|symmetry| cells.iter().map(|&cell| symmetry.apply(cell)).collect());
        images.map(sorted).min().unwrap_or_else(|| sorted(cells.to_vec()))
    }

    fn is_new(&mut self, cells: &[Cell]) -> bool {
        let smallest = self.smallest(cells);
        let is_new = !self.seen.contains(&smallest);
        if is_new {
            self.seen.push(smallest);
        }
        is_new
    }

    fn is_new_line(&mut self, cells: &[Cell]) -> bool {
        self.is_new(cells)
    }

    fn add(&mut self, tuple: Vec<Cell>) -> bool {
        let is_new = self.is_new(&tuple) || self.tuples.is_empty();
        if is_new {
            self.tuples.push(tuple);
        }
        is_new
    }
}

/// By cell: the cells beside it along lines, or where lines are not rows, all cells that lie on a line with it.
fn neighbours<B: Bits>(rules: &Rules<B>) -> Vec<Vec<Cell>> {
    let mut neighbours = vec![Vec::new(); rules.geometry().bits()];
    let lines = rules.lines();
    for &segment in lines.segments() {
        let cells = lines.cells_of(segment);
        let closing = (segment.is_ring() && cells.len() > 1).then(|| [cells[cells.len() - 1], cells[0]]);
        for [one, other] in cells.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing) {
            neighbours[one.index()].push(other);
            neighbours[other.index()].push(one);
        }
    }
    if !lines.are_rows() {
        for line in lines.iter() {
            for &cell in line {
                neighbours[cell.index()].extend(line.iter().filter(|&&other| other != cell));
            }
        }
    }
    for cells in &mut neighbours {
        cells.retain(|cell| rules.cells().contains(cell.bit()));
        cells.sort_unstable();
        cells.dedup();
    }
    neighbours
}

/// Adds neighbours of a cell drawn at random, or where all of those are taken, of any cell, until the tuple is long
/// enough.
fn grow(tuple: &mut Vec<Cell>, length: usize, neighbours: &[Vec<Cell>], random: &mut ChaCha8Rng) {
    while tuple.len() < length {
        let free = |from: &[Cell]| -> Vec<Cell> {
            let mut free: Vec<Cell> =
                from.iter().flat_map(|cell| neighbours[cell.index()].iter().copied()).collect();
            free.retain(|cell| !tuple.contains(cell));
            free
        };
        // A walk that always went on from its last cell would hardly ever be compact.
        let from = random.random_range(0..tuple.len() as u32) as usize;
        let mut next = free(&tuple[from..=from]);
        if next.is_empty() {
            next = free(tuple);
        }
        if next.is_empty() {
            return;
        }
        tuple.push(next[random.random_range(0..next.len() as u32) as usize]);
    }
}

/// Windows of a flat board: a row, a diagonal, and random walks; none is an image of another.
fn windows(spec: &GameSpec, count: usize, length: usize, random: &mut ChaCha8Rng) -> Vec<Tuple> {
    let length = length.min(9) as i16;
    let along = |step: [i16; 2]| -> Vec<[i16; 2]> {
        (0..length).map(|place| place - length / 2).map(|place| [place * step[0], place * step[1]]).collect()
    };
    let mut seen: Vec<Vec<[i16; 2]>> = Vec::new();
    let mut is_new = |window: &[[i16; 2]]| {
        let smallest = smallest_image(spec, window);
        let is_new = !seen.contains(&smallest);
        if is_new {
            seen.push(smallest);
        }
        is_new
    };
    let mut windows = vec![along([1, 0]), along([0, 1]), along([1, 1])];
    windows.retain(|window| is_new(window));
    // More windows cost more than they teach: each has a place on every cell, in every turn.
    let count = count.min(MOST_WINDOWS);
    let mut failures = 0;
    while windows.len() < count && failures < MOST_FAILURES {
        let mut walk = vec![[0_i16, 0]];
        while walk.len() < length as usize {
            let [x, y] = walk[random.random_range(0..walk.len() as u32) as usize];
            let next = [x + random.random_range(-1..=1), y + random.random_range(-1..=1)];
            // No window reaches farther than a small board is wide.
            if !walk.contains(&next) && next.iter().all(|coordinate| coordinate.abs() <= 3) {
                walk.push(next);
            }
        }
        if is_new(&walk) {
            windows.push(walk);
            failures = 0;
        } else {
            failures += 1;
        }
    }
    windows.into_iter().map(Tuple::Window).collect()
}

/// The smallest of the sets of cells that a window, turned and reflected, covers when it is moved into the corner.
fn smallest_image(spec: &GameSpec, window: &[[i16; 2]]) -> Vec<[i16; 2]> {
    let moved = |mut cells: Vec<[i16; 2]>| {
        let corner = [0, 1].map(|dimension| cells.iter().map(|cell| cell[dimension]).min().unwrap_or(0));
        for cell in &mut cells {
            *cell = [cell[0] - corner[0], cell[1] - corner[1]];
        }
        cells.sort_unstable();
        cells
    };
    turns_of_window(spec, window).into_iter().map(moved).min().unwrap_or_default()
}

/// The most windows of a flat board.
const MOST_WINDOWS: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn windows_are_not_images_of_each_other() {
        let spec = |game: &str| game.parse::<GameSpec>().expect("a game");
        let (square, other) = (spec("9x9:5"), spec("9x10:5"));
        let windows = |spec| windows(spec, 6, 3, &mut ChaCha8Rng::seed_from_u64(1));
        // On a square a column is a row that was turned. Three cells can also be a diagonal, a corner, a bent line or a V.
        assert_eq!((windows(&square).len(), windows(&other).len()), (5, 6));
        let image = |window: &[[i16; 2]]| smallest_image(&square, window);
        assert_eq!(image(&[[0, 0], [0, 1], [0, 2]]), image(&[[2, 1], [1, 1], [3, 1]]));
        assert_eq!(image(&[[0, 0], [1, 0], [1, 1]]), image(&[[-2, 0], [-2, -1], [-1, 0]]));
        assert_ne!(image(&[[0, 0], [1, 1], [2, 2]]), image(&[[0, 0], [1, 1], [2, 1]]));
        assert_ne!(smallest_image(&other, &[[0, 0], [0, 1]]), smallest_image(&other, &[[0, 0], [1, 0]]));
    }
}
