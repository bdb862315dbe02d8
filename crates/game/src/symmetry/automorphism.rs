//! The automorphism group of a structure of points: its exact order, and permutations that generate it.
//!
//! A [`Structure`] has points, several kinds of unordered sets of points, and ordered tuples of points.
//! An automorphism is a permutation of the points that maps every kind of sets and the tuples onto
//! themselves. Group orders run from 1 to 4096!, so nothing here lists the group unless asked to.
//!
//! The work is done in three steps, each of which leaves a smaller structure to the next.
//!
//! 1. *Interchangeable points* ([`twins`]): swapping two points can be an automorphism, and that is an
//!    equivalence relation. A class of `m` such points contributes `m!`, and one point of each class goes
//!    on. This is repeated until no two points are interchangeable.
//! 2. *Components* ([`components`]): `m` copies of a connected part `C` contribute `|Aut(C)|^m · m!`.
//! 3. *Search* ([`search`]): within a connected part a base is fixed point by point, and the group's order
//!    is the product of the base points' orbits under the stabilisers of the points before them.
//!    Colour refinement ([`refinement`]) keeps the search from trying hopeless images.
//!
//! Hash values decide only in which order things are tried and which images are hopeless; every
//! automorphism is checked set by set ([`incidence::Verifier`]) before it counts.
//!
//! Method: individualisation and refinement after `McKay`, "Practical graph isomorphism" (1981), with the
//! comparison of refinement traces of `McKay` and Piperno, "Practical graph isomorphism, II" (2014), and
//! the early matching of unmoved points of Darga, Sakallah and Markov (2008).

mod components;
mod incidence;
mod permutation;
mod refinement;
mod search;
mod twins;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

pub(crate) use permutation::Permutation;

use incidence::{Incidence, IncidenceBuilder};
use refinement::{Refiner, Trace};

use super::order::Order;

/// Points with sets and tuples of them: what an automorphism has to preserve.
///
/// A set or tuple that is added twice counts once.
///
/// ```text
/// points 0 1 2, sets of kind 0: {0, 1} {1, 2}      order 2: 0 and 2 can change places
/// the same and the tuple (0, 1)                    order 1
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    points: usize,
    sets: Vec<Family>,
    tuples: Family,
}

/// Lists of points, one after the other.
#[derive(Clone, Debug, Default)]
struct Family {
    members: Vec<u16>,
    ends: Vec<usize>,
}

impl Family {
    fn push(&mut self, members: impl IntoIterator<Item = u16>, points: usize) {
        let start = self.members.len();
        self.members.extend(members);
        assert!(
            self.members[start..].iter().all(|&point| usize::from(point) < points),
            "a member is a point of the structure"
        );
        self.ends.push(self.members.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.ends.iter().scan(0, |start, &end| Some(&self.members[std::mem::replace(start, end)..end]))
    }
}

impl Structure {
    /// Points `0..points` without sets or tuples.
    ///
    /// # Panics
    /// If there are more than 65 535 points.
    pub(crate) fn new(points: usize) -> Structure {
        assert!(u16::try_from(points).is_ok(), "points are numbered with 16 bits");
        Structure { points, sets: Vec::new(), tuples: Family::default() }
    }

    /// Adds an unordered set of points; sets of different `kind` are never mapped onto each other.
    ///
    /// Kinds are small numbers from 0. The order and repetition of members mean nothing.
    ///
    /// # Panics
    /// If a member is not a point of the structure.
    pub(crate) fn add_set(&mut self, kind: usize, members: impl IntoIterator<Item = u16>) {
        if self.sets.len() <= kind {
            self.sets.resize_with(kind + 1, Family::default);
        }
        self.sets[kind].push(members, self.points);
    }

    /// Adds an ordered tuple of points.
    ///
    /// # Panics
    /// If a member is not a point of the structure.
    pub(crate) fn add_tuple(&mut self, members: impl IntoIterator<Item = u16>) {
        self.tuples.push(members, self.points);
    }

    /// The group of all automorphisms.
    ///
    /// Uses up the structure, whose lists can be large, so that they are not kept in memory twice.
    pub(crate) fn automorphisms(self) -> AutomorphismGroup {
        let points = self.points;
        let mut structure = self.into_incidence();
        // The order is the product of these.
        let mut factors: Vec<usize> = Vec::new();
        let mut generators: Vec<Permutation> = Vec::new();
        // The points of the original structure that each point of the current one stands for.
        let mut blocks: Vec<Vec<u16>> = (0..points as u16).map(|point| vec![point]).collect();
        loop {
            let colours = {
                let mut refiner = Refiner::new(&structure);
                refiner.refine(&mut Trace::Record(&mut Vec::new()));
                refiner.colours().to_vec()
            };
            let classes = twins::classes(&structure, &colours);
            if classes.len() == structure.points() {
                break;
            }
            for class in classes.iter().filter(|class| class.len() > 1) {
                factors.extend(2..=class.len());
                let parts: Vec<&[u16]> = class.iter().map(|&point| &*blocks[usize::from(point)]).collect();
                generators.extend(symmetric_group(points, &parts));
            }
            blocks = classes
                .iter()
                .map(|class| class.iter().flat_map(|&point| &blocks[usize::from(point)]).copied().collect())
                .collect();
            structure = twins::quotient(&structure, &colours, &classes);
        }
        for class in components::classes(structure) {
            let first = &class.copies[0];
            let found = search::automorphisms(&class.structure);
            let copies = class.copies.len();
            factors.extend(found.orbits.repeat(copies));
            factors.extend(2..=copies);
            generators.extend(found.generators.iter().map(|images| lifted(points, &blocks, first, images)));
            let parts: Vec<Vec<u16>> = class
                .copies
                .iter()
                .map(|copy| copy.iter().flat_map(|&point| &blocks[usize::from(point)]).copied().collect())
                .collect();
            generators.extend(symmetric_group(points, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>()));
        }
        AutomorphismGroup { points, order: Order::product(factors), generators }
    }

    fn into_incidence(self) -> Incidence {
        let Structure { points, sets, tuples } = self;
        let mut builder = IncidenceBuilder::new(vec![0; points]);
        let mut entries = Vec::new();
        for (kind, family) in (1..).zip(sets) {
            for set in family.iter() {
                entries.clear();
                entries.extend(set.iter().map(|&point| (0, point)));
                entries.sort_unstable();
                entries.dedup();
                builder.push(kind, &mut entries);
            }
        }
        for tuple in tuples.iter() {
            entries.clear();
            entries.extend((0..).zip(tuple.iter().copied()));
            builder.push_merging(0, &mut entries);
        }
        builder.finish()
    }
}

/// The automorphisms of a [`Structure`].
#[derive(Clone, Debug)]
pub(crate) struct AutomorphismGroup {
    points: usize,
    order: Order,
    generators: Vec<Permutation>,
}

impl AutomorphismGroup {
    /// The exact number of automorphisms, the identity among them.
    pub(crate) fn order(&self) -> &Order {
        &self.order
    }

    /// All automorphisms in ascending order of their lists of images, so the identity first; `None` if
    /// there are more than `limit`.
    pub(crate) fn elements(&self, limit: usize) -> Option<Vec<Permutation>> {
        self.order.to_u64().filter(|&order| order <= limit as u64)?;
        let identity = Permutation::identity(self.points);
        let mut seen = HashSet::from([identity.clone()]);
        let mut elements = vec![identity];
        let mut next = 0;
        while next < elements.len() {
            for generator in &self.generators {
                let product = elements[next].then(generator);
                if !seen.contains(&product) {
                    seen.insert(product.clone());
                    elements.push(product);
                }
            }
            next += 1;
        }
        debug_assert_eq!(
            self.order.to_u64(),
            Some(elements.len() as u64),
            "the generators generate the group"
        );
        elements.sort_unstable();
        Some(elements)
    }
}

/// Generators of the group that permutes equally long lists of points among each other, entry by entry:
/// the swap of the first two lists and, if there are more, the cycle of them all.
fn symmetric_group(points: usize, parts: &[&[u16]]) -> Vec<Permutation> {
    let mut generators = Vec::new();
    let mut push = |rotated: &[&[u16]]| {
        let mut images: Vec<u16> = (0..points as u16).collect();
        for (from, to) in rotated.iter().zip(rotated.iter().cycle().skip(1)) {
            for (&point, &image) in from.iter().zip(*to) {
                images[usize::from(point)] = image;
            }
        }
        generators.push(Permutation::from_checked(images));
    };
    if parts.len() > 1 {
        push(&parts[..2]);
    }
    if parts.len() > 2 {
        push(parts);
    }
    generators
}

/// The permutation of the original points that moves the blocks of `points_of_part` as `images` says.
fn lifted(points: usize, blocks: &[Vec<u16>], points_of_part: &[u16], images: &[u16]) -> Permutation {
    let block = |local: usize| &blocks[usize::from(points_of_part[local])];
    let mut lifted: Vec<u16> = (0..points as u16).collect();
    for (local, &image) in images.iter().enumerate() {
        for (&from, &to) in block(local).iter().zip(block(usize::from(image))) {
            lifted[usize::from(from)] = to;
        }
    }
    Permutation::from_checked(lifted)
}
