//! The connected parts of a structure, and which of them are copies of each other.

use std::collections::HashMap;

use super::incidence::{Incidence, IncidenceBuilder};
use super::refinement::{Refiner, Trace};
use super::search;

/// Connected parts that are isomorphic.
#[derive(Debug)]
pub(super) struct ComponentClass {
    /// The first of them.
    pub(super) structure: Incidence,
    /// Each copy's points in the whole structure, in the order of the points of `structure`: entry by
    /// entry, one copy maps to another by an isomorphism.
    pub(super) copies: Vec<Vec<u16>>,
}

/// Takes a structure apart. Points are connected by being in one object.
pub(super) fn classes(structure: Incidence) -> Vec<ComponentClass> {
    let parts = parts(&structure);
    if parts.len() == 1 {
        return vec![ComponentClass { structure, copies: parts }];
    }
    let mut classes: Vec<ComponentClass> = Vec::new();
    let mut similar: HashMap<Vec<u64>, Vec<usize>> = HashMap::new();
    let mut locals = vec![0; structure.points()];
    for part in parts {
        let component = extract(&structure, &part, &mut locals);
        let candidates = similar.entry(summary(&component)).or_default();
        let isomorphism = candidates
            .iter()
            .find_map(|&class| Some((class, search::isomorphism(&classes[class].structure, &component)?)));
        if let Some((class, images)) = isomorphism {
            classes[class].copies.push(images.iter().map(|&image| part[usize::from(image)]).collect());
        } else {
            candidates.push(classes.len());
            classes.push(ComponentClass { structure: component, copies: vec![part] });
        }
    }
    classes
}

/// The points of each connected part, in ascending order.
fn parts(structure: &Incidence) -> Vec<Vec<u16>> {
    let mut sets = PointSets::new(structure.points());
    for object in 0..structure.len() as u32 {
        for pair in structure.members(object).windows(2) {
            sets.unite(pair[0], pair[1]);
        }
    }
    let mut parts: Vec<Vec<u16>> = Vec::new();
    let mut part_of = vec![None; structure.points()];
    for point in 0..structure.points() as u16 {
        let part = *part_of[usize::from(sets.first(point))].get_or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(point);
    }
    parts
}

/// The objects on the points of one part. `locals` is room for a number per point.
fn extract(structure: &Incidence, part: &[u16], locals: &mut [u16]) -> Incidence {
    for (local, &point) in (0..).zip(part) {
        locals[usize::from(point)] = local;
    }
    let colours = part.iter().map(|&point| structure.colours()[usize::from(point)]).collect();
    let mut builder = IncidenceBuilder::like(structure, colours);
    for &point in part {
        for &object in structure.objects(point) {
            // Every object once: at its first member.
            if structure.members(object)[0] == point {
                builder.push_like(structure, object, |member| locals[usize::from(member)]);
            }
        }
    }
    builder.finish()
}

/// Numbers that are the same for isomorphic structures.
fn summary(structure: &Incidence) -> Vec<u64> {
    let mut summary = vec![structure.points() as u64, structure.len() as u64];
    summary.extend(structure.colours().iter().map(|&colour| u64::from(colour)));
    summary[2..].sort_unstable();
    Refiner::new(structure).refine(&mut Trace::Record(&mut summary));
    summary
}

/// Disjoint sets of points.
#[derive(Debug)]
pub(super) struct PointSets(Vec<u16>);

impl PointSets {
    /// Every point by itself.
    pub(super) fn new(points: usize) -> PointSets {
        PointSets((0..points as u16).collect())
    }

    /// The point that stands for the set of `point`.
    pub(super) fn first(&mut self, mut point: u16) -> u16 {
        while self.0[usize::from(point)] != point {
            let parent = self.0[usize::from(point)];
            self.0[usize::from(point)] = self.0[usize::from(parent)];
            point = parent;
        }
        point
    }

    /// Makes one set of the sets of two points.
    pub(super) fn unite(&mut self, one: u16, other: u16) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[usize::from(one.max(other))] = one.min(other);
    }
}
