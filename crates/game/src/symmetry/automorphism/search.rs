//! The search for the automorphisms of a connected structure.
//!
//! The *first path* singles out points, the base, until every point has its own colour. The group's order
//! is the product over the base of the orbit of each base point under the automorphisms that fix the ones
//! before it. The orbits are found from the end of the base to its start: at each level, every point of
//! the base point's cell is either in the orbit by the generators found so far, or a search decides whether
//! an automorphism takes the base point there.
//!
//! How well this goes depends on the base. Where refinement distinguishes most points that are different,
//! any base will do, but there are boards on which taking base points from the largest cells leads to
//! endless wrong turns and taking them from the smallest does not, and the other way round. So the search
//! starts over with the other choice when too much of its work was in vain, and then has more patience.

use std::collections::HashMap;

use super::components::PointSets;
use super::incidence::{Incidence, Verifier};
use super::refinement::{Mark, Refiner, TargetCell, Trace};

/// The points singled out in the first structure of a search, and what came of it.
#[derive(Debug)]
struct FirstPath {
    trace: Vec<u64>,
    colours: Vec<u16>,
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    /// The colour of the cell from which the base point was taken.
    cell: u16,
    base: u16,
    trace: Vec<u64>,
    /// The colours of all points after the refinement.
    colours: Vec<u16>,
    /// The work that the refinement took.
    work: usize,
}

/// The automorphism group of a connected structure.
#[derive(Debug)]
pub(super) struct Found {
    /// The lengths of the base points' orbits: their product is the group's order.
    pub(super) orbits: Vec<usize>,
    /// Lists of images.
    pub(super) generators: Vec<Vec<u16>>,
}

impl FirstPath {
    /// Chooses a base.
    fn new(structure: &Incidence, target: TargetCell) -> FirstPath {
        let mut refiner = Refiner::new(structure);
        let mut trace = Vec::new();
        refiner.refine(&mut Trace::Record(&mut trace));
        let colours = refiner.colours().to_vec();
        let mut levels = Vec::new();
        let mut bases = Vec::new();
        while let Some(cell) = refiner.target_cell(target, &bases) {
            let Some(&base) = refiner.cell(cell).iter().min() else { break };
            let (mut trace, before) = (Vec::new(), refiner.work());
            refiner.single_out(base, &mut Trace::Record(&mut trace));
            let (colours, work) = (refiner.colours().to_vec(), refiner.work() - before);
            levels.push(Level { cell, base, trace, colours, work });
            bases.push(base);
        }
        FirstPath { trace, colours, levels }
    }

    /// The colours after a number of levels.
    fn colours(&self, levels: usize) -> &[u16] {
        levels.checked_sub(1).map_or(&self.colours, |last| &self.levels[last].colours)
    }
}

/// Too much work was in vain.
#[derive(Debug)]
struct OutOfPatience;

/// Calls `attempt` with a way to choose the base and with the amount of work that may be in vain, until
/// it succeeds.
fn with_patience<T>(
    structure: &Incidence,
    mut attempt: impl FnMut(TargetCell, usize) -> Result<T, OutOfPatience>,
) -> T {
    let mut patience = 4 * (structure.incidences() + structure.points());
    for target in [TargetCell::Largest, TargetCell::Smallest].into_iter().cycle() {
        if let Ok(found) = attempt(target, patience) {
            return found;
        }
        patience = patience.saturating_mul(4);
    }
    unreachable!("a cycle has no end")
}

/// The automorphism group of a connected structure.
pub(super) fn automorphisms(structure: &Incidence) -> Found {
    with_patience(structure, |target, patience| {
        let path = FirstPath::new(structure, target);
        automorphisms_along(structure, &path, patience)
    })
}

/// An isomorphism from a structure to another, if there is one.
pub(super) fn isomorphism(source: &Incidence, target: &Incidence) -> Option<Vec<u16>> {
    if source.points() != target.points() {
        return None;
    }
    with_patience(source, |cell, patience| {
        let path = FirstPath::new(source, cell);
        let mut search = Search::new(source, &path, target, patience);
        if search.refiner.refine(&mut Trace::Compare(&path.trace)) { search.extend(0) } else { Ok(None) }
    })
}

fn automorphisms_along(
    structure: &Incidence,
    path: &FirstPath,
    patience: usize,
) -> Result<Found, OutOfPatience> {
    let mut search = Search::new(structure, path, structure, patience);
    search.refiner.refine(&mut Trace::Compare(&path.trace));
    let marks: Vec<Mark> = path
        .levels
        .iter()
        .map(|level| {
            let mark = search.refiner.mark();
            search.refiner.single_out(level.base, &mut Trace::Compare(&level.trace));
            mark
        })
        .collect();
    let mut lengths = Vec::new();
    let mut generators: Vec<Vec<u16>> = Vec::new();
    // All generators found so far fix the base points before the present level.
    let mut orbits = PointSets::new(structure.points());
    for (number, level) in path.levels.iter().enumerate().rev() {
        search.refiner.take_back(marks[number]);
        let mut hopeless: Vec<u16> = Vec::new();
        let cell = search.cell(level.cell);
        while let Some(point) = next_candidate(&cell, level.base, &hopeless, &mut orbits) {
            if let Some(images) = search.image_with(number, point)? {
                for (point, &image) in (0..).zip(&images) {
                    orbits.unite(point, image);
                }
                generators.push(images);
                // A search without a wrong turn takes as much work as the first path, or less.
                let refund = path.levels[number..].iter().map(|level| level.work).sum();
                search.patience = search.patience.saturating_add(refund);
            } else {
                hopeless.push(point);
            }
            search.refiner.take_back(marks[number]);
        }
        let orbit = orbits.first(level.base);
        lengths.push(cell.iter().filter(|&&point| orbits.first(point) == orbit).count());
    }
    Ok(Found { orbits: lengths, generators })
}

/// The point to try next as image of the base point; `None` if it is known of every point of the cell
/// whether it is one.
///
/// It is taken from the largest orbit, because all of that orbit is decided with it.
fn next_candidate(cell: &[u16], base: u16, hopeless: &[u16], orbits: &mut PointSets) -> Option<u16> {
    let firsts: Vec<u16> = cell.iter().map(|&point| orbits.first(point)).collect();
    let mut sizes: HashMap<u16, usize> = HashMap::new();
    for &first in &firsts {
        *sizes.entry(first).or_default() += 1;
    }
    for &decided in hopeless.iter().chain([&base]) {
        sizes.remove(&orbits.first(decided));
    }
    let undecided = cell.iter().zip(&firsts).rev();
    let largest = undecided.filter_map(|(&point, first)| Some((point, *sizes.get(first)?)));
    largest.max_by_key(|&(_, size)| size).map(|(point, _)| point)
}

/// Looks for images of a first path in another structure, or in the same.
struct Search<'a> {
    source: &'a Incidence,
    path: &'a FirstPath,
    target: &'a Incidence,
    refiner: Refiner<'a>,
    verifier: Verifier,
    /// The work that may still be done.
    patience: usize,
}

/// The images that a base point can have, given those of the base points before it.
struct Choices {
    mark: Mark,
    untried: std::vec::IntoIter<u16>,
}

impl<'a> Search<'a> {
    fn new(source: &'a Incidence, path: &'a FirstPath, target: &'a Incidence, patience: usize) -> Search<'a> {
        let (refiner, verifier) = (Refiner::new(target), Verifier::new(target));
        Search { source, path, target, refiner, verifier, patience }
    }

    /// An isomorphism that takes the base point of a level to `point`, and the base points before it to
    /// the points that are singled out already. Leaves the refiner in any later state.
    fn image_with(&mut self, level: usize, point: u16) -> Result<Option<Vec<u16>>, OutOfPatience> {
        if self.single_out(level, point)? { self.extend(level + 1) } else { Ok(None) }
    }

    /// An isomorphism that takes the base points of the first `level` levels to the points that are
    /// singled out already.
    fn extend(&mut self, level: usize) -> Result<Option<Vec<u16>>, OutOfPatience> {
        if let Some(images) = self.guess(level) {
            return Ok(Some(images));
        }
        let mut stack: Vec<Choices> = Vec::new();
        stack.extend(self.choices(level));
        while let Some(choices) = stack.last_mut() {
            self.refiner.take_back(choices.mark);
            let Some(point) = choices.untried.next() else {
                stack.pop();
                continue;
            };
            let deeper = level + stack.len();
            if self.single_out(deeper - 1, point)? {
                if let Some(images) = self.guess(deeper) {
                    return Ok(Some(images));
                }
                stack.extend(self.choices(deeper));
            }
        }
        Ok(None)
    }

    /// Singles out a point as the image of the base point of a level. Returns whether it can be that for
    /// all that refinement knows.
    fn single_out(&mut self, level: usize, point: u16) -> Result<bool, OutOfPatience> {
        let before = self.refiner.work();
        let path = self.path;
        let fits = self.refiner.single_out(point, &mut Trace::Compare(&path.levels[level].trace));
        let work = self.refiner.work() - before;
        self.patience = self.patience.checked_sub(work).ok_or(OutOfPatience)?;
        Ok(fits)
    }

    fn choices(&self, level: usize) -> Option<Choices> {
        let next = self.path.levels.get(level)?;
        let mut points = self.cell(next.cell);
        // Points that stay where they are make it likely that the rest does too.
        if let Ok(base) = points.binary_search(&next.base) {
            points[..=base].rotate_right(1);
        }
        Some(Choices { mark: self.refiner.mark(), untried: points.into_iter() })
    }

    /// The points of a colour in ascending order.
    fn cell(&self, colour: u16) -> Vec<u16> {
        let mut points = self.refiner.cell(colour).to_vec();
        points.sort_unstable();
        points
    }

    /// The isomorphism that respects the colours and otherwise leaves points where they are, if that is
    /// one. After the last level there is no other.
    fn guess(&mut self, level: usize) -> Option<Vec<u16>> {
        let (from, to) = (self.path.colours(level), self.refiner.colours());
        let mut images: Vec<u16> = (0..from.len() as u16).collect();
        let moved =
            || (0..from.len() as u16).filter(|&point| from[usize::from(point)] != to[usize::from(point)]);
        let mut sources: Vec<(u16, u16)> = moved().map(|point| (from[usize::from(point)], point)).collect();
        let mut targets: Vec<(u16, u16)> = moved().map(|point| (to[usize::from(point)], point)).collect();
        sources.sort_unstable();
        targets.sort_unstable();
        for (source, target) in sources.iter().zip(&targets) {
            if source.0 != target.0 {
                return None;
            }
            images[usize::from(source.1)] = target.1;
        }
        let sound = if std::ptr::eq(self.source, self.target) {
            self.verifier.is_automorphism(self.source, &images)
        } else {
            self.verifier.is_isomorphism(self.source, self.target, &images)
        };
        sound.then_some(images)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::structure;
    use super::*;
    use crate::symmetry::order::Order;

    #[test]
    fn every_base_gives_the_same_order() {
        for game in [
            "4x4x4:4",
            "4x4x3:3:free:torus",
            "4x3x3:3:free:torus",
            "4x4x4:2:free:exact:torus",
            "2x3x4x3:3:free:torus",
            "6x6:3:-2:torus",
            "5x7x3:3",
            "6x4:4:+1,-1:torus",
        ] {
            let structure = structure(game).into_incidence();
            let order = |target| {
                let path = FirstPath::new(&structure, target);
                let found = automorphisms_along(&structure, &path, usize::MAX);
                Order::product(found.expect("the patience is unlimited").orbits)
            };
            assert_eq!(order(TargetCell::Largest), order(TargetCell::Smallest), "{game}");
            let found = Order::product(automorphisms(&structure).orbits);
            assert_eq!(order(TargetCell::Largest), found, "{game}");
        }
    }

    #[test]
    fn patience_ends() {
        let structure = structure("4x4x4x3:3:free:torus").into_incidence();
        let path = FirstPath::new(&structure, TargetCell::Largest);
        assert!(automorphisms_along(&structure, &path, 0).is_err());
    }
}
