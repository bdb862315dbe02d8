//! Interchangeable points, and the structure of their classes.
//!
//! Call `a` and `b` interchangeable if swapping them and nothing else is an automorphism. Conjugating the
//! swap of `a` and `b` with the swap of `b` and `c` gives the swap of `a` and `c`, so this is an
//! equivalence relation, and the automorphisms that fix every class are exactly the product of the
//! symmetric groups of the classes.
//!
//! Every automorphism maps classes to classes, because it conjugates swaps to swaps. What is left of the
//! group acts on the *quotient*: its points are the classes, coloured by size, and its objects are the
//! objects with points replaced by classes. The family of objects is closed under permutations within
//! classes, and two objects differ by such a permutation exactly if they have the same kind and their
//! members in each class have the same labels: the same object of the quotient. So a permutation of the
//! classes that preserves their sizes maps the quotient onto itself exactly if the permutations of the
//! points that it stands for are automorphisms.

use super::incidence::{Incidence, IncidenceBuilder, Verifier};
use crate::mixing::scramble;

/// The classes of interchangeable points, each in ascending order, ordered by their first points.
///
/// `colours` must be different for points that no automorphism maps onto each other, as far as they are
/// different at all.
pub(super) fn classes(structure: &Incidence, colours: &[u16]) -> Vec<Vec<u16>> {
    let sketches = sketches(structure);
    let mut swaps = Swaps { structure, verifier: Verifier::new(structure) };
    let mut classes: Vec<Vec<u16>> = Vec::new();
    let mut classes_of_colour = vec![Vec::new(); structure.points()];
    for point in 0..structure.points() as u16 {
        let candidates = &mut classes_of_colour[usize::from(colours[usize::from(point)])];
        let sketch = sketches[usize::from(point)];
        let class = candidates.iter().copied().find(|&class: &usize| {
            let first = classes[class][0];
            sketch.may_swap(sketches[usize::from(first)]) && swaps.is_automorphism(first, point)
        });
        if let Some(class) = class {
            classes[class].push(point);
        } else {
            candidates.push(classes.len());
            classes.push(vec![point]);
        }
    }
    classes
}

/// The structure of the classes; `colours` as for [`classes`].
pub(super) fn quotient(structure: &Incidence, colours: &[u16], classes: &[Vec<u16>]) -> Incidence {
    let mut class_of = vec![0; structure.points()];
    let mut class_colours = Vec::with_capacity(classes.len());
    for (number, class) in (0..).zip(classes) {
        for &point in class {
            class_of[usize::from(point)] = number;
        }
        let colour = u32::from(colours[usize::from(class[0])]);
        class_colours.push(colour << 16 | class.len() as u32);
    }
    let mut builder = IncidenceBuilder::new(class_colours);
    let mut entries = Vec::new();
    for object in 0..structure.len() as u32 {
        entries.clear();
        entries
            .extend(structure.labelled(object).map(|(label, point)| (label, class_of[usize::from(point)])));
        builder.push_merging(structure.shape(object).kind, &mut entries);
    }
    builder.finish()
}

/// Two random sums over a point's objects, which tell in constant time that most points are not
/// interchangeable.
///
/// Let an object weigh the sum of its members' keys times the weights of their labels, and a point the
/// sum of its objects. If `a` and `b` are interchangeable, the objects of `a` and those of `b` differ only
/// in the places of `a` and `b`, so the weights of the points differ by a multiple of the difference of
/// their keys; and with other keys, by the same multiple.
#[derive(Clone, Copy, Debug, Default)]
struct Sketch {
    keys: [u64; 2],
    weights: [u64; 2],
}

impl Sketch {
    fn may_swap(self, other: Sketch) -> bool {
        let key = |of: usize| self.keys[of].wrapping_sub(other.keys[of]);
        let weight = |of: usize| self.weights[of].wrapping_sub(other.weights[of]);
        weight(0).wrapping_mul(key(1)) == weight(1).wrapping_mul(key(0))
    }
}

fn sketches(structure: &Incidence) -> Vec<Sketch> {
    let mut sketches: Vec<Sketch> = (0..structure.points() as u64)
        .map(|point| Sketch { keys: [scramble(2 * point), scramble(2 * point + 1)], weights: [0; 2] })
        .collect();
    for object in 0..structure.len() as u32 {
        let mut sums = [0_u64; 2];
        for (label, point) in structure.labelled(object) {
            let factor = scramble(u64::from(label) << 1);
            for (sum, key) in sums.iter_mut().zip(sketches[usize::from(point)].keys) {
                *sum = sum.wrapping_add(key.wrapping_mul(factor));
            }
        }
        let factor = scramble(u64::from(structure.shape_number(object)) << 1 | 1);
        for &point in structure.members(object) {
            for (weight, sum) in sketches[usize::from(point)].weights.iter_mut().zip(sums) {
                *weight = weight.wrapping_add(sum.wrapping_mul(factor));
            }
        }
    }
    sketches
}

struct Swaps<'a> {
    structure: &'a Incidence,
    verifier: Verifier,
}

impl Swaps<'_> {
    /// Whether swapping two points and nothing else is an automorphism.
    fn is_automorphism(&mut self, one: u16, other: u16) -> bool {
        let structure = self.structure;
        let (from, to) = (structure.objects(one), structure.objects(other));
        let mut is_present = |&object: &u32| {
            self.verifier.has_image(structure, object, structure, |point| match point {
                _ if point == one => other,
                _ if point == other => one,
                _ => point,
            })
        };
        // The swap maps different objects to different ones, so with equal numbers one way is enough.
        from.len() == to.len()
            // Most wrong swaps fail for most objects of some kind, and a sample meets all kinds.
            && from.iter().rev().step_by(from.len() / 8 + 1).all(&mut is_present)
            && from.iter().all(is_present)
    }
}
