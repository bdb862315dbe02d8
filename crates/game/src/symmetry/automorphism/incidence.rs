//! Sets and tuples in one form: *objects* that contain points, each point with a label.
//!
//! A set gives all its points the label 0, a tuple gives them their positions. A class of
//! interchangeable points that takes part several times gets the list of its points' labels as its own
//! label. What an object is apart from its points, its kind and the labels, is its *shape*.

use std::collections::HashMap;
use std::sync::Arc;

use crate::mixing::scramble;

/// Points and objects, and which contains which.
#[derive(Debug)]
pub(super) struct Incidence {
    colours: Vec<u32>,
    shapes: Arc<Vec<Shape>>,
    /// Per object.
    shape_of: Vec<u32>,
    /// Where the members of each object start, and the end of the last.
    starts: Vec<u32>,
    members: Vec<u16>,
    /// Where the objects of each point start, and the end of the last.
    point_starts: Vec<u32>,
    objects: Vec<u32>,
    /// The point's label in each of `objects`; empty if all shapes are plain.
    labels: Vec<u32>,
    index: Index,
}

/// What an object is apart from its points.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// What kind of set, or a tuple.
    pub(super) kind: u32,
    /// The labels of the members in their order, which is ascending.
    pub(super) labels: Vec<u32>,
    /// Whether all labels are 0.
    pub(super) plain: bool,
}

impl Incidence {
    /// The number of points.
    pub(super) fn points(&self) -> usize {
        self.colours.len()
    }

    /// Only points of one colour can be mapped onto each other.
    pub(super) fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// The number of objects.
    pub(super) fn len(&self) -> usize {
        self.shape_of.len()
    }

    /// The number of members of all objects together.
    pub(super) fn incidences(&self) -> usize {
        self.members.len()
    }

    /// Whether all labels are 0, so that they can be ignored.
    pub(super) fn is_plain(&self) -> bool {
        self.labels.is_empty()
    }

    #[inline]
    pub(super) fn shape(&self, object: u32) -> &Shape {
        &self.shapes[self.shape_of[object as usize] as usize]
    }

    /// The number of the object's shape.
    #[inline]
    pub(super) fn shape_number(&self, object: u32) -> u32 {
        self.shape_of[object as usize]
    }

    /// The object's points, by ascending label and then by number.
    #[inline]
    pub(super) fn members(&self, object: u32) -> &[u16] {
        let object = object as usize;
        &self.members[self.starts[object] as usize..self.starts[object + 1] as usize]
    }

    /// The objects that contain a point.
    #[inline]
    pub(super) fn objects(&self, point: u16) -> &[u32] {
        &self.objects[self.range(point)]
    }

    /// The point's labels in [`Incidence::objects`]; only if the structure is not plain.
    #[inline]
    pub(super) fn labels(&self, point: u16) -> &[u32] {
        &self.labels[self.range(point)]
    }

    #[inline]
    fn range(&self, point: u16) -> std::ops::Range<usize> {
        let point = usize::from(point);
        self.point_starts[point] as usize..self.point_starts[point + 1] as usize
    }

    /// An object's points with their labels.
    pub(super) fn labelled(&self, object: u32) -> impl Iterator<Item = (u32, u16)> {
        self.shape(object).labels.iter().copied().zip(self.members(object).iter().copied())
    }
}

/// Collects the objects of an [`Incidence`].
#[derive(Debug)]
pub(super) struct IncidenceBuilder {
    structure: Incidence,
    shape_numbers: HashMap<Vec<u32>, u32>,
    /// The labels that stand for lists of labels; the list of one 0 has the label 0.
    label_numbers: HashMap<Vec<u32>, u32>,
    shape: Vec<u32>,
    labels: Vec<u32>,
}

impl IncidenceBuilder {
    /// Points of given colours without objects.
    pub(super) fn new(colours: Vec<u32>) -> IncidenceBuilder {
        Self::with_shapes(colours, Arc::default())
    }

    /// Points of given colours without objects, for objects of another structure.
    pub(super) fn like(structure: &Incidence, colours: Vec<u32>) -> IncidenceBuilder {
        Self::with_shapes(colours, Arc::clone(&structure.shapes))
    }

    fn with_shapes(colours: Vec<u32>, shapes: Arc<Vec<Shape>>) -> IncidenceBuilder {
        IncidenceBuilder {
            structure: Incidence {
                colours,
                shapes,
                shape_of: Vec::new(),
                starts: vec![0],
                members: Vec::new(),
                point_starts: Vec::new(),
                objects: Vec::new(),
                labels: Vec::new(),
                index: Index::default(),
            },
            shape_numbers: HashMap::new(),
            label_numbers: HashMap::from([(vec![0], 0)]),
            shape: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds an object in which a point may have several labels; a new label stands for the list of them.
    ///
    /// Not to be mixed with [`IncidenceBuilder::push`] of labels other than 0.
    pub(super) fn push_merging(&mut self, kind: u32, entries: &mut Vec<(u32, u16)>) {
        entries.sort_unstable_by_key(|&(label, point)| (point, label));
        let mut kept = 0;
        let mut next = 0;
        while next < entries.len() {
            let point = entries[next].1;
            self.labels.clear();
            self.labels
                .extend(entries[next..].iter().take_while(|entry| entry.1 == point).map(|entry| entry.0));
            next += self.labels.len();
            let label = if let Some(&label) = self.label_numbers.get(&self.labels) {
                label
            } else {
                let label = self.label_numbers.len() as u32;
                self.label_numbers.insert(self.labels.clone(), label);
                label
            };
            entries[kept] = (label, point);
            kept += 1;
        }
        entries.truncate(kept);
        self.push(kind, entries);
    }

    /// Adds an object, given by its different points with their labels, unless it is there already.
    pub(super) fn push(&mut self, kind: u32, entries: &mut [(u32, u16)]) {
        if entries.is_empty() {
            return;
        }
        entries.sort_unstable();
        self.shape.clear();
        self.shape.push(kind);
        self.shape.extend(entries.iter().map(|entry| entry.0));
        let shape = if let Some(&shape) = self.shape_numbers.get(&self.shape) {
            shape
        } else {
            let shape = self.structure.shapes.len() as u32;
            let labels = self.shape[1..].to_vec();
            let plain = labels.iter().all(|&label| label == 0);
            Arc::make_mut(&mut self.structure.shapes).push(Shape { kind, labels, plain });
            self.shape_numbers.insert(self.shape.clone(), shape);
            shape
        };
        let hash = object_hash(shape, entries.iter().copied());
        self.insert(shape, hash, entries.iter().map(|entry| entry.1));
    }

    /// Adds an object of the structure that [`IncidenceBuilder::like`] was given, with its members
    /// replaced by others in the same order.
    pub(super) fn push_like(&mut self, structure: &Incidence, object: u32, member: impl Fn(u16) -> u16) {
        let shape = structure.shape_number(object);
        let hash =
            object_hash(shape, structure.labelled(object).map(|(label, point)| (label, member(point))));
        self.insert(shape, hash, structure.members(object).iter().map(|&point| member(point)));
    }

    fn insert(&mut self, shape: u32, hash: u32, members: impl Iterator<Item = u16> + Clone) {
        let structure = &mut self.structure;
        let known = structure.index.candidates(hash).any(|object| {
            structure.shape_number(object) == shape
                && structure.members(object).iter().copied().eq(members.clone())
        });
        if !known {
            structure.index.insert(hash, structure.shape_of.len() as u32);
            structure.shape_of.push(shape);
            structure.members.extend(members);
            structure.starts.push(structure.members.len() as u32);
        }
    }

    /// Completes the structure.
    pub(super) fn finish(self) -> Incidence {
        let mut structure = self.structure;
        let points = structure.points();
        let mut starts = vec![0_u32; points + 1];
        for &point in &structure.members {
            starts[usize::from(point) + 1] += 1;
        }
        for point in 0..points {
            starts[point + 1] += starts[point];
        }
        let plain = structure.shapes.iter().all(|shape| shape.plain);
        let mut objects = vec![0; structure.members.len()];
        let mut labels = vec![0; if plain { 0 } else { structure.members.len() }];
        let mut free = starts.clone();
        for object in 0..structure.len() as u32 {
            for (position, &point) in structure.members(object).iter().enumerate() {
                let slot = free[usize::from(point)] as usize;
                free[usize::from(point)] += 1;
                objects[slot] = object;
                if !plain {
                    labels[slot] = structure.shape(object).labels[position];
                }
            }
        }
        structure.point_starts = starts;
        structure.objects = objects;
        structure.labels = labels;
        structure
    }
}

/// Checks permutations against a structure, object by object.
#[derive(Debug)]
pub(super) struct Verifier {
    /// Per point: in which check it was last met, and with which label.
    marks: Vec<(u32, u32)>,
    check: u32,
    /// Per object: in which pass it was last checked.
    passes: Vec<u32>,
    pass: u32,
}

impl Verifier {
    /// A verifier of images in `target`.
    pub(super) fn new(target: &Incidence) -> Verifier {
        Verifier { marks: vec![(0, 0); target.points()], check: 0, passes: vec![0; target.len()], pass: 0 }
    }

    /// Whether `target` contains the image of an object under an injective map of its points.
    #[inline]
    pub(super) fn has_image(
        &mut self,
        source: &Incidence,
        object: u32,
        target: &Incidence,
        map: impl Fn(u16) -> u16,
    ) -> bool {
        self.check = self.check.wrapping_add(1);
        if self.check == 0 {
            self.marks.fill((0, 0));
            self.check = 1;
        }
        let shape = source.shape_number(object);
        let mut sum = 0_u64;
        if source.shapes[shape as usize].plain {
            for &member in source.members(object) {
                let image = map(member);
                self.marks[usize::from(image)] = (self.check, 0);
                sum = sum.wrapping_add(member_key(0, image));
            }
        } else {
            for (label, member) in source.labelled(object) {
                let image = map(member);
                self.marks[usize::from(image)] = (self.check, label);
                sum = sum.wrapping_add(member_key(label, image));
            }
        }
        target.index.candidates(finished_hash(shape, sum)).any(|candidate| {
            target.shape_number(candidate) == shape
                && if target.shapes[shape as usize].plain {
                    target
                        .members(candidate)
                        .iter()
                        .all(|&member| self.marks[usize::from(member)].0 == self.check)
                } else {
                    target
                        .labelled(candidate)
                        .all(|(label, member)| self.marks[usize::from(member)] == (self.check, label))
                }
        })
    }

    /// Whether a bijection of the points is an isomorphism from `source`, whose shapes have the same
    /// numbers.
    pub(super) fn is_isomorphism(&mut self, source: &Incidence, target: &Incidence, images: &[u16]) -> bool {
        let mut has_image =
            |object| self.has_image(source, object, target, |point| images[usize::from(point)]);
        // A bijection maps different objects to different ones, so with equal numbers none is left over.
        source.len() == target.len()
            && source
                .colours
                .iter()
                .zip(images)
                .all(|(&colour, &image)| colour == target.colours[usize::from(image)])
            // Most wrong maps fail for most objects of some kind, and a sample meets all kinds.
            && (0..source.len() as u32).step_by(source.len() / 1024 + 1).all(&mut has_image)
            && (0..source.len() as u32).all(has_image)
    }

    /// Whether a permutation of the points is an automorphism.
    pub(super) fn is_automorphism(&mut self, structure: &Incidence, images: &[u16]) -> bool {
        let image = |point: u16| images[usize::from(point)];
        let moved = || (0..images.len() as u16).filter(|&point| image(point) != point);
        let incidences: usize = moved().map(|point| structure.objects(point).len()).sum();
        if incidences >= structure.len() {
            return self.is_isomorphism(structure, structure, images);
        }
        // Objects without moved points are their own images.
        self.pass += 1;
        moved().all(|point| {
            structure.colours[usize::from(point)] == structure.colours[usize::from(image(point))]
        }) && moved().all(|point| {
            let objects = structure.objects(point);
            let mut sample = objects.iter().step_by(objects.len() / 8 + 1);
            sample.all(|&object| self.has_image(structure, object, structure, image))
        }) && moved().all(|point| {
            structure.objects(point).iter().all(|&object| {
                std::mem::replace(&mut self.passes[object as usize], self.pass) == self.pass
                    || self.has_image(structure, object, structure, image)
            })
        })
    }
}

/// Finds objects by their hash: open addressing with linear probing.
#[derive(Debug, Default)]
struct Index {
    /// Hash and object; [`Index::EMPTY`] as object means a free slot. A power of two of them.
    slots: Vec<(u32, u32)>,
    used: usize,
}

impl Index {
    const EMPTY: u32 = u32::MAX;

    /// The objects with this hash.
    #[inline]
    fn candidates(&self, hash: u32) -> impl Iterator<Item = u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = hash as usize;
        std::iter::from_fn(move || {
            loop {
                let &(found, object) = self.slots.get(slot & mask)?;
                slot += 1;
                if object == Index::EMPTY {
                    return None;
                }
                if found == hash {
                    return Some(object);
                }
            }
        })
    }

    fn insert(&mut self, hash: u32, object: u32) {
        if (self.used + 1) * 3 > self.slots.len() * 2 {
            let larger = vec![(0, Index::EMPTY); (self.slots.len() * 2).max(16)];
            for (hash, object) in std::mem::replace(&mut self.slots, larger) {
                if object != Index::EMPTY {
                    self.place(hash, object);
                }
            }
        }
        self.place(hash, object);
        self.used += 1;
    }

    fn place(&mut self, hash: u32, object: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot].1 != Index::EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = (hash, object);
    }
}

fn object_hash(shape: u32, entries: impl Iterator<Item = (u32, u16)>) -> u32 {
    let sum = entries.fold(0_u64, |sum, (label, point)| sum.wrapping_add(member_key(label, point)));
    finished_hash(shape, sum)
}

#[inline]
fn member_key(label: u32, point: u16) -> u64 {
    scramble(u64::from(label) << 16 | u64::from(point))
}

#[inline]
fn finished_hash(shape: u32, sum: u64) -> u32 {
    (scramble(sum.wrapping_add(u64::from(shape))) >> 32) as u32
}
