//! The automorphism group of a family of sets and ordered tuples of points.
//!
//! Individualisation and refinement, as in the practical graph-isomorphism programs (`McKay`,
//! 1981; Darga, Sakallah & Markov, 2008), in four steps:
//!
//! 1. Two points whose exchange alone is an automorphism are *interchangeable*, which is an equivalence. The
//!    permutations inside the classes form a normal subgroup; every automorphism is one of them times one
//!    that keeps a fixed order inside the classes. So the classes contribute the product of their
//!    factorials, and an ordered tuple for each class reduces the rest to the second kind.
//! 2. Points are coloured by what they lie on, again and again, until no colour splits.
//! 3. While a colour has several points, one of them (a *base point*) is given a colour of its own.
//! 4. From the deepest level up: which points can an automorphism that fixes the base points before this one
//!    take this one to? Each candidate is tried by a search that follows the first path, and every
//!    permutation found is checked against all sets and tuples. The order of the group is the product of the
//!    orbits' sizes.
//!
//! Colours are hashes; a collision could only leave points of one colour that more work would tell apart,
//! never change a result, since no permutation is accepted unchecked.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;

use crate::zobrist::mix;

/// Where each point goes.
pub(super) type Permutation = Vec<u16>;

/// Points with sets of them, of several kinds, and ordered tuples of them.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    /// The number of points.
    pub(super) points: usize,
    /// The families of sets: each must be mapped onto itself.
    pub(super) sets: Vec<Vec<Vec<u16>>>,
    /// The tuples: their order counts, and the family must be mapped onto itself.
    pub(super) tuples: Vec<Vec<u16>>,
}

/// A group of permutations.
#[derive(Clone, Debug)]
pub(super) struct AutomorphismGroup {
    points: usize,
    order: BigUint,
    generators: Vec<Permutation>,
}

impl AutomorphismGroup {
    /// Computes the group.
    pub(super) fn of(structure: &Structure) -> AutomorphismGroup {
        let mut blocks = Blocks::new(structure);
        let mut colours = blocks.initial_colours.clone();
        blocks.refine(&mut colours);
        let mut order = BigUint::from(1_u32);
        let mut generators = Vec::new();
        for class in blocks.interchangeable(&colours) {
            order *= (1..=class.len()).map(BigUint::from).product::<BigUint>();
            generators.extend(symmetric_group(&class, structure.points));
            blocks.add(Kind::Class, class);
        }
        blocks.finish();
        let rest = Search::new(&blocks);
        for (size, found) in rest.orbits() {
            order *= size;
            generators.extend(found);
        }
        AutomorphismGroup { points: structure.points, order, generators }
    }

    pub(super) fn order(&self) -> &BigUint {
        &self.order
    }

    pub(super) fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// All elements, the identity first, or `None` if there are more than `limit`.
    pub(super) fn elements(&self, limit: usize) -> Option<Vec<Permutation>> {
        if self.order > BigUint::from(limit) {
            return None;
        }
        let identity: Permutation = (0..self.points as u16).collect();
        let mut seen = HashSet::from([identity.clone()]);
        let mut elements = vec![identity];
        let mut next = 0;
        while next < elements.len() {
            for generator in &self.generators {
                let product: Permutation =
                    elements[next].iter().map(|&image| generator[usize::from(image)]).collect();
                if seen.insert(product.clone()) {
                    elements.push(product);
                }
            }
            next += 1;
        }
        Some(elements)
    }
}

/// An exchange and a cycle: together they generate all permutations of a class.
fn symmetric_group(class: &[u16], points: usize) -> Vec<Permutation> {
    let cycle = |members: &[u16]| {
        let mut images: Permutation = (0..points as u16).collect();
        for (place, &point) in members.iter().enumerate() {
            images[usize::from(point)] = members[(place + 1) % members.len()];
        }
        images
    };
    if class.len() == 2 { vec![cycle(class)] } else { vec![cycle(&class[..2]), cycle(class)] }
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    /// A set of this family; its points are sorted.
    Set(u32),
    /// One of the given tuples.
    Tuple,
    /// The points of a class of interchangeable points, in the order that is kept.
    Class,
}

impl Kind {
    /// The label of a point's place in a block: the place itself where order counts.
    fn label(self, place: usize) -> u64 {
        match self {
            Kind::Set(_) => 0,
            Kind::Tuple | Kind::Class => 1 + place as u64,
        }
    }

    fn seed(self) -> u64 {
        match self {
            Kind::Tuple => mix(1),
            Kind::Class => mix(2),
            Kind::Set(family) => mix(3 + u64::from(family)),
        }
    }
}

/// The sets and tuples as blocks, with the blocks of every point.
struct Blocks {
    points: usize,
    initial_colours: Vec<u32>,
    kinds: Vec<Kind>,
    /// Block `b` has the points `members[start[b]..start[b + 1]]`.
    start: Vec<u32>,
    members: Vec<u16>,
    /// Point `p` is in the blocks and has the labels `of_point[first[p]..first[p + 1]]`.
    first: Vec<u32>,
    of_point: Vec<(u32, u64)>,
    /// The block with a key.
    by_key: HashMap<u128, u32>,
}

impl Blocks {
    fn new(structure: &Structure) -> Blocks {
        let points = structure.points;
        let mut blocks = Blocks {
            points,
            initial_colours: vec![0; points],
            kinds: Vec::new(),
            start: vec![0],
            members: Vec::new(),
            first: Vec::new(),
            of_point: Vec::new(),
            by_key: HashMap::new(),
        };
        let mut marks = vec![0_u64; points];
        for (family, sets) in (0_u32..).zip(&structure.sets) {
            let mut by_size: HashMap<usize, u64> = HashMap::new();
            for set in sets {
                *by_size.entry(set.len()).or_default() += 1;
            }
            for set in sets {
                if let [point] = set[..] {
                    // A set of one point is no more than a mark on it.
                    marks[usize::from(point)] |= 2 << family;
                } else if !is_every_subset(by_size[&set.len()], points, set.len()) {
                    let mut set = set.clone();
                    set.sort_unstable();
                    blocks.add(Kind::Set(family), set);
                }
            }
        }
        for tuple in &structure.tuples {
            if let [point] = tuple[..] {
                marks[usize::from(point)] |= 1;
            } else {
                blocks.add(Kind::Tuple, tuple.clone());
            }
        }
        let mut different = marks.clone();
        different.sort_unstable();
        different.dedup();
        let colour = |mark: &u64| different.binary_search(mark).expect("every mark is listed") as u32;
        blocks.initial_colours = marks.iter().map(colour).collect();
        blocks.finish();
        blocks
    }

    fn len(&self) -> usize {
        self.kinds.len()
    }

    fn block(&self, index: usize) -> &[u16] {
        &self.members[self.start[index] as usize..self.start[index + 1] as usize]
    }

    /// Adds a block; the points of a set are sorted. A block that is there already is not added again.
    fn add(&mut self, kind: Kind, members: Vec<u16>) {
        let key = key(kind, members.iter().copied());
        if self.by_key.contains_key(&key) {
            return;
        }
        self.by_key.insert(key, self.kinds.len() as u32);
        self.kinds.push(kind);
        self.members.extend(members);
        self.start.push(self.members.len() as u32);
    }

    /// Lists the blocks of every point; needed after blocks were added.
    fn finish(&mut self) {
        self.first = vec![0; self.points + 1];
        for &point in &self.members {
            self.first[usize::from(point) + 1] += 1;
        }
        for point in 0..self.points {
            self.first[point + 1] += self.first[point];
        }
        let mut next = self.first.clone();
        let mut of_point = vec![(0, 0); self.members.len()];
        for index in 0..self.len() {
            for (place, &point) in self.block(index).iter().enumerate() {
                let slot = &mut next[usize::from(point)];
                of_point[*slot as usize] = (index as u32, self.kinds[index].label(place));
                *slot += 1;
            }
        }
        self.of_point = of_point;
    }

    fn blocks_of(&self, point: u16) -> &[(u32, u64)] {
        let point = usize::from(point);
        &self.of_point[self.first[point] as usize..self.first[point + 1] as usize]
    }

    /// Splits colours by the blocks of their points until nothing splits any more. Colours come out numbered
    /// from 0 in an order that does not depend on the points' names; so does the result, a summary of all
    /// that was seen: two colourings that an automorphism maps to each other have the same.
    fn refine(&self, colours: &mut [u32]) -> u64 {
        let mut summary = 0_u64;
        let mut block_hashes = vec![0_u64; self.len()];
        let mut keys: Vec<(u32, u64, u16)> = Vec::with_capacity(self.points);
        let mut classes = 0;
        loop {
            let point_hashes: Vec<u64> = colours.iter().map(|&colour| mix(u64::from(colour))).collect();
            for (index, hash) in block_hashes.iter_mut().enumerate() {
                let kind = self.kinds[index];
                let members = self.block(index).iter().enumerate();
                let sum = members.fold(0_u64, |sum, (place, &point)| {
                    let hash = point_hashes[usize::from(point)];
                    sum.wrapping_add(match kind.label(place) {
                        0 => hash,
                        label => mix(hash ^ mix(label)),
                    })
                });
                *hash = mix(sum ^ kind.seed());
            }
            keys.clear();
            for point in 0..self.points as u16 {
                let hash = self.blocks_of(point).iter().fold(0_u64, |sum, &(block, label)| {
                    let hash = block_hashes[block as usize];
                    sum.wrapping_add(if label == 0 { hash } else { mix(hash ^ mix(label)) })
                });
                keys.push((colours[usize::from(point)], hash, point));
            }
            keys.sort_unstable();
            let mut colour = 0;
            for index in 0..keys.len() {
                let (old, hash, point) = keys[index];
                if index > 0 && (keys[index - 1].0, keys[index - 1].1) != (old, hash) {
                    colour += 1;
                }
                colours[usize::from(point)] = colour;
                summary = mix(summary ^ mix(u64::from(old)) ^ hash.rotate_left(17));
            }
            let now = colour as usize + 1;
            if now == classes || now == self.points {
                return summary;
            }
            classes = now;
        }
    }

    /// The classes of at least two interchangeable points.
    fn interchangeable(&self, colours: &[u32]) -> Vec<Vec<u16>> {
        let mut classes: Vec<Vec<u16>> = Vec::new();
        for colour in by_colour(colours).into_iter().filter(|points| points.len() > 1) {
            let mut of_colour: Vec<Vec<u16>> = Vec::new();
            for point in colour {
                match of_colour.iter_mut().find(|class| self.can_exchange(class[0], point)) {
                    Some(class) => class.push(point),
                    None => of_colour.push(vec![point]),
                }
            }
            classes.extend(of_colour.into_iter().filter(|class| class.len() > 1));
        }
        classes
    }

    /// Whether exchanging two points of one colour is an automorphism.
    fn can_exchange(&self, a: u16, b: u16) -> bool {
        let exchange = |point: u16| match point {
            _ if point == a => b,
            _ if point == b => a,
            _ => point,
        };
        let of_both = self.blocks_of(a).iter().chain(self.blocks_of(b));
        of_both.into_iter().all(|&(block, _)| self.has_image(block as usize, exchange))
    }

    /// Whether the image of a block is a block of the same kind.
    fn has_image(&self, index: usize, image: impl Fn(u16) -> u16) -> bool {
        let kind = self.kinds[index];
        let key = key(kind, self.block(index).iter().map(|&point| image(point)));
        let Some(&found) = self.by_key.get(&key) else { return false };
        // The key all but proves it; this does.
        let mut points: Vec<u16> = self.block(index).iter().map(|&point| image(point)).collect();
        if matches!(kind, Kind::Set(_)) {
            points.sort_unstable();
        }
        self.kinds[found as usize] == kind && self.block(found as usize) == points
    }

    fn is_automorphism(&self, permutation: &[u16]) -> bool {
        let same_mark = |(point, &image): (usize, &u16)| {
            self.initial_colours[point] == self.initial_colours[usize::from(image)]
        };
        permutation.iter().enumerate().all(same_mark)
            && (0..self.len()).all(|index| self.has_image(index, |point| permutation[usize::from(point)]))
    }
}

/// A key of a block: for sets the same in any order of the points.
fn key(kind: Kind, members: impl Iterator<Item = u16>) -> u128 {
    let half = |point: u64, label: u64, salt: u64| mix(point ^ mix(label ^ salt));
    members.enumerate().fold(u128::from(kind.seed()), |sum, (place, point)| {
        let (point, label) = (u64::from(point), kind.label(place));
        let key = u128::from(half(point, label, 11)) << 64 | u128::from(half(point, label, 1 << 50));
        sum.wrapping_add(key)
    })
}

/// Whether a family with this many sets of a size has all there are: then it says nothing.
fn is_every_subset(count: u64, points: usize, size: usize) -> bool {
    let mut subsets = 1_u128;
    for chosen in 0..size.min(points - size) {
        subsets = subsets * (points - chosen) as u128 / (chosen as u128 + 1);
        if subsets > u128::from(count) {
            return false;
        }
    }
    subsets == u128::from(count)
}

/// The points of each colour, in the order of the colours.
fn by_colour(colours: &[u32]) -> Vec<Vec<u16>> {
    let count = colours.iter().max().map_or(0, |&most| most as usize + 1);
    let mut points = vec![Vec::new(); count];
    for (point, &colour) in (0_u16..).zip(colours) {
        points[colour as usize].push(point);
    }
    points
}

/// One base point of the first path.
struct Level {
    /// The base point.
    base: u16,
    /// The points of its colour, before it got one of its own.
    candidates: Vec<u16>,
    before: Vec<u32>,
    after: Vec<u32>,
    summary: u64,
}

struct Search<'a> {
    blocks: &'a Blocks,
    levels: Vec<Level>,
}

impl<'a> Search<'a> {
    /// Follows the first path to the end.
    fn new(blocks: &'a Blocks) -> Search<'a> {
        let mut colours = blocks.initial_colours.clone();
        blocks.refine(&mut colours);
        let mut levels = Vec::new();
        while let Some(candidates) =
            by_colour(&colours).into_iter().filter(|points| points.len() > 1).min_by_key(Vec::len)
        {
            let before = colours.clone();
            let base = candidates[0];
            let summary = individualise(blocks, &mut colours, base);
            levels.push(Level { base, candidates, before, after: colours.clone(), summary });
        }
        Search { blocks, levels }
    }

    /// For each level, deepest first: the size of the base point's orbit and the generators that show it.
    fn orbits(&self) -> Vec<(usize, Vec<Permutation>)> {
        let mut orbits = Orbits::new(self.blocks.points);
        let mut found = Vec::new();
        for (depth, level) in self.levels.iter().enumerate().rev() {
            // What deeper levels found fixes the base points up to this one, so it counts here too.
            let mut generators = Vec::new();
            let mut failed: Vec<u16> = Vec::new();
            for &candidate in &level.candidates {
                let known = orbits.same(level.base, candidate)
                    || failed.iter().any(|&point| orbits.same(point, candidate));
                if known {
                    continue;
                }
                let mut colours = level.before.clone();
                let summary = individualise(self.blocks, &mut colours, candidate);
                let permutation = if summary == level.summary { self.find(depth, &colours) } else { None };
                match permutation {
                    Some(permutation) => {
                        for (point, &image) in (0_u16..).zip(&permutation) {
                            orbits.join(point, image);
                        }
                        generators.push(permutation);
                    }
                    None => failed.push(candidate),
                }
            }
            let orbit = level.candidates.iter().filter(|&&point| orbits.same(level.base, point)).count();
            found.push((orbit, generators));
        }
        found
    }

    /// An automorphism that maps the first path's colouring after this level to `colours`.
    fn find(&self, depth: usize, colours: &[u32]) -> Option<Permutation> {
        let first = &self.levels[depth].after;
        let guess = match_colours(first, colours)?;
        if self.blocks.is_automorphism(&guess) {
            return Some(guess);
        }
        let next = self.levels.get(depth + 1)?;
        let colour = next.before[usize::from(next.base)];
        let points = (0_u16..).zip(colours).filter(|&(_, &of)| of == colour).map(|(point, _)| point);
        points.into_iter().find_map(|point| {
            let mut colours = colours.to_vec();
            let summary = individualise(self.blocks, &mut colours, point);
            if summary == next.summary { self.find(depth + 1, &colours) } else { None }
        })
    }
}

/// Gives a point a colour of its own, refines, and sums up what was seen.
fn individualise(blocks: &Blocks, colours: &mut [u32], point: u16) -> u64 {
    colours[usize::from(point)] = blocks.points as u32;
    blocks.refine(colours)
}

/// A permutation that maps one colouring to another and moves as few points as it can: a point that has
/// the same colour in both stays. `None` if a colour has different numbers of points.
fn match_colours(from: &[u32], to: &[u32]) -> Option<Permutation> {
    let mut images: Permutation = (0..from.len() as u16).collect();
    let moved = |point: &u16| from[usize::from(*point)] != to[usize::from(*point)];
    let mut sources: Vec<u16> = images.iter().copied().filter(moved).collect();
    let mut targets = sources.clone();
    sources.sort_by_key(|&point| from[usize::from(point)]);
    targets.sort_by_key(|&point| to[usize::from(point)]);
    for (&source, &target) in sources.iter().zip(&targets) {
        if from[usize::from(source)] != to[usize::from(target)] {
            return None;
        }
        images[usize::from(source)] = target;
    }
    Some(images)
}

/// Which points the generators found so far can take to each other.
struct Orbits {
    parent: Vec<u16>,
}

impl Orbits {
    fn new(points: usize) -> Orbits {
        Orbits { parent: (0..points as u16).collect() }
    }

    fn root(&mut self, mut point: u16) -> u16 {
        while self.parent[usize::from(point)] != point {
            let above = self.parent[usize::from(self.parent[usize::from(point)])];
            self.parent[usize::from(point)] = above;
            point = above;
        }
        point
    }

    fn same(&mut self, a: u16, b: u16) -> bool {
        self.root(a) == self.root(b)
    }

    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[usize::from(a)] = b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts by trying all permutations.
    fn brute_force(structure: &Structure) -> usize {
        let sets: Vec<HashSet<Vec<u16>>> =
            structure.sets.iter().map(|family| family.iter().map(|set| sorted(set)).collect()).collect();
        let tuples: HashSet<Vec<u16>> = structure.tuples.iter().cloned().collect();
        let fits = |images: &[u16]| {
            let map =
                |points: &Vec<u16>| -> Vec<u16> { points.iter().map(|&p| images[usize::from(p)]).collect() };
            sets.iter().all(|family| family.iter().all(|set| family.contains(&sorted(&map(set)))))
                && tuples.iter().all(|tuple| tuples.contains(&map(tuple)))
        };
        permutations(structure.points).iter().filter(|images| fits(images)).count()
    }

    fn sorted(set: &[u16]) -> Vec<u16> {
        let mut set = set.to_vec();
        set.sort_unstable();
        set
    }

    fn permutations(points: usize) -> Vec<Vec<u16>> {
        if points == 0 {
            return vec![Vec::new()];
        }
        let last = points as u16 - 1;
        permutations(points - 1)
            .into_iter()
            .flat_map(|shorter| {
                (0..points).map(move |place| {
                    let mut longer = shorter.clone();
                    longer.insert(place, last);
                    longer
                })
            })
            .collect()
    }

    #[test]
    fn random_structures_have_as_many_automorphisms_as_can_be_counted() {
        let mut state = 1_u64;
        let mut below = |bound: usize| {
            state = mix(state);
            (state >> 20) as usize % bound
        };
        for _ in 0..3000 {
            let points = 1 + below(6);
            let mut subset = |least: usize| -> Vec<u16> {
                let mut all: Vec<u16> = (0..points as u16).collect();
                for index in 0..points {
                    all.swap(index, index + below(points - index));
                }
                let size = least + below(points.min(3));
                all.truncate(size.min(points));
                all
            };
            let family = |subset: &mut dyn FnMut(usize) -> Vec<u16>, count: usize| -> Vec<Vec<u16>> {
                let sets: HashSet<Vec<u16>> = (0..count).map(|_| sorted(&subset(1))).collect();
                let mut sets: Vec<_> = sets.into_iter().collect();
                sets.sort();
                sets
            };
            let (a, b, c) = (subset(1).len() * 2, subset(1).len() - 1, subset(1).len() - 1);
            let sets = vec![family(&mut subset, a), family(&mut subset, b)];
            let tuples: HashSet<Vec<u16>> = (0..c).map(|_| subset(1)).collect();
            let structure = Structure { points, sets, tuples: tuples.into_iter().collect() };
            let group = AutomorphismGroup::of(&structure);
            assert_eq!(group.order(), &BigUint::from(brute_force(&structure)), "{structure:?}");
            let elements = group.elements(1000).expect("6! = 720");
            assert_eq!(BigUint::from(elements.len()), *group.order(), "{structure:?}");
        }
    }
}
