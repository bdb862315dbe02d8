//! Tests of the automorphism group against slow searches and known groups.

use num_bigint::BigUint;

use super::*;

/// The structure of a game whose text is written in full: sizes, run length, faces, `exact` and `torus`.
///
/// Built here from the definition of the rules alone, one cell and direction at a time.
pub(super) fn structure(game: &str) -> Structure {
    let fields: Vec<&str> = game.split(':').collect();
    let sizes: Vec<usize> = fields[0].split('x').map(|size| size.parse().expect("a size")).collect();
    let k: usize = fields[1].parse().expect("a run length");
    let faces: Vec<i32> =
        fields.get(2).map_or(Vec::new(), |faces| faces.split(',').filter_map(|id| id.parse().ok()).collect());
    let grid = Grid { torus: fields.contains(&"torus"), sizes };
    let mut structure = Structure::new(grid.cells());
    grid.add_runs(&mut structure, 0, k);
    if fields.contains(&"exact") {
        grid.add_runs(&mut structure, 1, k + 1);
    }
    for face in faces {
        grid.add_columns(&mut structure, face);
    }
    structure
}

struct Grid {
    sizes: Vec<usize>,
    torus: bool,
}

impl Grid {
    fn cells(&self) -> usize {
        self.sizes.iter().product()
    }

    fn coordinates(&self, mut cell: usize) -> Vec<usize> {
        let mut coordinates = Vec::new();
        for size in &self.sizes {
            coordinates.push(cell % size);
            cell /= size;
        }
        coordinates
    }

    fn cell(&self, coordinates: &[usize]) -> u16 {
        let cell = coordinates.iter().zip(&self.sizes).rev().fold(0, |cell, (at, size)| cell * size + at);
        cell as u16
    }

    fn run(&self, start: usize, direction: &[i32], length: usize) -> Option<Vec<u16>> {
        let mut here = self.coordinates(start);
        let mut run = vec![start as u16];
        while run.len() < length {
            for ((at, step), &size) in here.iter_mut().zip(direction).zip(&self.sizes) {
                let next = *at as i32 + step;
                if !self.torus && !(0..size as i32).contains(&next) {
                    return None;
                }
                *at = next.rem_euclid(size as i32) as usize;
            }
            let cell = self.cell(&here);
            // A row that comes back to a cell starts over at its first one.
            if cell == run[0] {
                return None;
            }
            run.push(cell);
        }
        Some(run)
    }

    fn add_runs(&self, structure: &mut Structure, kind: usize, length: usize) {
        for code in 0..3_usize.pow(self.sizes.len() as u32) {
            let direction: Vec<i32> =
                (0..self.sizes.len()).map(|i| (code / 3_usize.pow(i as u32) % 3) as i32 - 1).collect();
            // Of a direction and its opposite, the one whose first step is forward.
            if direction.iter().find(|&&step| step != 0) != Some(&1) {
                continue;
            }
            for start in 0..self.cells() {
                if let Some(run) = self.run(start, &direction, length) {
                    structure.add_set(kind, run);
                }
            }
        }
    }

    fn add_columns(&self, structure: &mut Structure, face: i32) {
        let dimension = face.unsigned_abs() as usize - 1;
        for start in 0..self.cells() {
            let mut here = self.coordinates(start);
            if here[dimension] == 0 {
                let mut column: Vec<u16> = (0..self.sizes[dimension])
                    .map(|at| {
                        here[dimension] = at;
                        self.cell(&here)
                    })
                    .collect();
                if face < 0 {
                    column.reverse();
                }
                structure.add_tuple(column);
            }
        }
    }
}

/// The lists of a structure, for slow and obvious checks.
struct Lists {
    points: usize,
    sets: Vec<HashSet<Vec<u16>>>,
    tuples: HashSet<Vec<u16>>,
}

impl Lists {
    fn new(structure: &Structure) -> Lists {
        let sorted = |set: &[u16]| {
            let mut set = set.to_vec();
            set.sort_unstable();
            set.dedup();
            set
        };
        Lists {
            points: structure.points,
            sets: structure.sets.iter().map(|family| family.iter().map(sorted).collect()).collect(),
            tuples: structure.tuples.iter().map(<[u16]>::to_vec).collect(),
        }
    }

    fn is_automorphism(&self, images: &[u16]) -> bool {
        let mapped = |members: &Vec<u16>| -> Vec<u16> {
            members.iter().map(|&point| images[usize::from(point)]).collect()
        };
        self.sets.iter().all(|sets| {
            sets.iter().all(|set| {
                let mut image = mapped(set);
                image.sort_unstable();
                sets.contains(&image)
            })
        }) && self.tuples.iter().all(|tuple| self.tuples.contains(&mapped(tuple)))
    }

    /// All automorphisms, by trying every permutation.
    fn automorphisms(&self) -> Vec<Vec<u16>> {
        let mut found = Vec::new();
        let mut images: Vec<u16> = (0..self.points as u16).collect();
        loop {
            if self.is_automorphism(&images) {
                found.push(images.clone());
            }
            // The next permutation in lexicographic order.
            let Some(last_rise) = images.windows(2).rposition(|pair| pair[0] < pair[1]) else {
                return found;
            };
            let larger = images.iter().rposition(|&image| image > images[last_rise]).expect("one is larger");
            images.swap(last_rise, larger);
            images[last_rise + 1..].reverse();
        }
    }
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 += 1;
        (crate::mixing::scramble(self.0) % bound as u64) as usize
    }

    fn members(&mut self, points: usize, longest: usize) -> Vec<u16> {
        let length = 1 + self.below(longest);
        (0..length).map(|_| self.below(points) as u16).collect()
    }
}

fn check_generators(lists: &Lists, group: &AutomorphismGroup) {
    for generator in &group.generators {
        assert!(Permutation::new(generator.images().to_vec()).is_some());
        assert!(!generator.is_identity());
        assert!(lists.is_automorphism(generator.images()));
    }
}

fn check_order(game: &str, order: &BigUint) {
    let structure = structure(game);
    let lists = Lists::new(&structure);
    let group = structure.automorphisms();
    assert_eq!(group.order().to_string(), order.to_string(), "{game}");
    check_generators(&lists, &group);
}

fn factorial(number: usize) -> BigUint {
    (2..=number).fold(BigUint::from(1_u32), |product, factor| product * factor)
}

fn check(game: &str, order: u64) {
    check_order(game, &BigUint::from(order));
}

fn check_all(structure: &Structure) {
    let lists = Lists::new(structure);
    let expected = lists.automorphisms();
    let group = structure.clone().automorphisms();
    assert_eq!(group.order().to_u64(), Some(expected.len() as u64), "{structure:?}");
    check_generators(&lists, &group);
    let elements = group.elements(expected.len()).expect("no more than there are");
    assert!(elements.iter().map(Permutation::images).eq(expected.iter().map(Vec::as_slice)), "{structure:?}");
}

#[test]
fn every_permutation_of_small_random_structures() {
    let mut numbers = Numbers(1);
    for case in 0..3000 {
        let points = case % 7;
        let mut structure = Structure::new(points);
        if points > 0 {
            for kind in 0..numbers.below(3) {
                for _ in 0..numbers.below(2 * points) {
                    structure.add_set(kind, numbers.members(points, 4));
                }
            }
            if numbers.below(2) == 0 {
                for _ in 0..numbers.below(points) {
                    structure.add_tuple(numbers.members(points, 3));
                }
            }
        }
        check_all(&structure);
    }
}

#[test]
fn every_permutation_of_small_structures_with_planted_symmetry() {
    let mut numbers = Numbers(1_000_000);
    for case in 0..400 {
        // Everything is added with its images under one permutation, until they repeat.
        let points = 4 + case % 4;
        let mut images: Vec<u16> = (0..points as u16).collect();
        for point in 1..points {
            images.swap(point, numbers.below(point + 1));
        }
        let mut structure = Structure::new(points);
        for _ in 0..=numbers.below(3) {
            let (as_tuple, kind) = (numbers.below(3) == 0, numbers.below(2));
            let mut members = numbers.members(points, 3);
            for _ in 0..12 {
                if as_tuple {
                    structure.add_tuple(members.iter().copied());
                } else {
                    structure.add_set(kind, members.iter().copied());
                }
                for member in &mut members {
                    *member = images[usize::from(*member)];
                }
            }
        }
        check_all(&structure);
    }
}

#[test]
fn every_permutation_of_small_boards() {
    for sizes in ["1", "2", "5", "7", "2x2", "3x2", "2x4", "2x2x2", "2x1x3"] {
        for k in 1..=4 {
            for faces in ["free", "-1", "+1", "+1,-1"] {
                for flag in ["", ":exact", ":torus", ":exact:torus"] {
                    check_all(&structure(&format!("{sizes}:{k}:{faces}{flag}")));
                }
            }
        }
    }
}

#[test]
fn well_known_boards() {
    check("3x3:3", 8);
    check("7x6:4:-2", 2);
    check("15x15:5", 8);
    check("15x15:5:free:exact", 8);
    check("3x3x3:3", 48);
    check("4x4x4:4", 192);
    check("4x4x4:4:-3", 8);
    check("2x2x2:2", 40320);
    // The cube of side n in d dimensions with lines of length n: 2^d d! rigid motions, and the
    // permutations of n coordinates that commute with their reversal, which is a motion already.
    check("5x5x5:5", 48 * 4);
    check("4x4x4x4:4", 16 * 24 * 4);
    check("6x6x6:6", 48 * 24);
}

#[test]
fn symmetries_of_the_shared_cases() {
    for (game, order) in [
        ("2x3:4:+2", 2),
        ("4x3:2", 4),
        ("2x4x5:5:-3", 40320),
        ("3x4:2:free:exact", 4),
        ("1x5:1:+2:torus", 1),
        ("2x1x4:1:+1,+2,-2,+3:torus", 1),
        ("5x2x3:1:-1,+2,+3", 1),
        ("2x2:3:free:exact", 24),
        ("4x4:4:+1", 2),
        ("2x1:1:+1,-1,+2,-2", 2),
        ("3x4x4:2:+2,-2,-3:exact", 4),
        ("2x2x4:1:free:torus", 20_922_789_888_000),
        ("3x1:4:+1,-1,+2,-2:exact", 2),
        ("1x3:2:+1,-1", 2),
        ("4x4x2:1:-1,+2,-2", 8),
        ("5:2:+1,-1:exact", 2),
        ("4x2x2:2:-3", 32),
        ("1x4:4:free:torus", 24),
        ("3x1x1:2:+1,+2,-2,-3:misere", 1),
        ("4x4:3:-1", 2),
        ("2x5x1:4:+2,-2,+3,-3", 8),
        ("4x2:5:free:misere", 40320),
        ("2x3x1:4:-3", 720),
        ("3x4:5:free:exact", 479_001_600),
        ("4:2:+1", 1),
    ] {
        check(game, order);
    }
}

#[test]
fn interchangeable_points_count_by_factorials() {
    check_order("64x64:1", &factorial(4096));
    check_order("64x64:65", &factorial(4096));
    check_order("4096:4096", &factorial(4096));
    check_order("4096:4095", &(2_u32 * factorial(4094)));
    check_order("2x2x2x2x2x2x2x2:2", &factorial(256));
    check_order("2x300:2", &(2_u32 * BigUint::from(2_u32).pow(300)));
    // Four classes of nine points each, and of those, two pairs that can change places.
    check_order("4x3x3:2:free:torus", &(factorial(9).pow(4) * 8_u32));
}

#[test]
fn equal_components_change_places() {
    check_order("1024x4:1:-2", &factorial(1024));
    check_order("2x2048:1:+1,-1", &(factorial(2048) * BigUint::from(2_u32).pow(2048)));
    check_order("3x3x40:40", &(factorial(40).pow(9) * factorial(9)));
    // Three layers that no line connects, each with one mirror.
    check("20x3x6:5:+1", 8 * 6);
}

#[test]
fn large_boards() {
    let affine = |dimensions: u32| {
        // Translations, and invertible matrices over the field of three elements.
        let points = BigUint::from(3_u32).pow(dimensions);
        (0..dimensions).fold(points.clone(), |order, row| order * (&points - BigUint::from(3_u32).pow(row)))
    };
    // Every line of three on the torus of side three is an affine line.
    check_order("3x3x3x3x3:3:free:torus", &affine(5));
    check_order("3x3x3x3x3:2:free:torus", &factorial(243));
    check_order("3x3x3x3x3:2:free:exact:torus", &affine(5));
    check("3x3x3x3x3:3", 32 * 120);
    check("64x64:5:free:torus", 4096 * 8);
    check("16x16x16:5", 48);
    // The search goes astray on these unless it chooses its base well. The dimension of size 2 can be
    // flipped independently for each combination of parities of the coordinates of even size, and the
    // two dimensions of size 3 are an affine plane with 432 automorphisms.
    check("4x4x4x3:3:free:torus", 8 * 8 * 8 * 6 * 6);
    check("4x4x4x2x3:3:free:torus", 8 * 8 * 8 * 6 * 6 * 256);
    check("4x3x8x2x3:2:free:exact:torus", 8 * 16 * 432 * 16);
    // The permutations of 64 coordinates that commute with their reversal.
    check_order("64x64:64", &(8_u32 * BigUint::from(2_u32).pow(31) * factorial(32)));
    // On even and on odd rows, the 2^4 cells of a row can be permuted at will.
    check_order("2x2x2x2x12:3:free:torus", &(factorial(16).pow(2) * 12_u32 * 2_u32));
}

#[test]
fn kinds_and_directions_matter() {
    let mut structure = Structure::new(4);
    structure.add_set(0, [0, 1]);
    structure.add_set(0, [3, 2]);
    assert_eq!(structure.clone().automorphisms().order().to_u64(), Some(8));
    let mut kinds = structure.clone();
    kinds.add_set(2, [0, 1]);
    assert_eq!(kinds.automorphisms().order().to_u64(), Some(4));
    structure.add_tuple([0, 1]);
    structure.add_tuple([2, 3]);
    assert_eq!(structure.clone().automorphisms().order().to_u64(), Some(2));
    structure.add_tuple([0, 2]);
    let group = structure.automorphisms();
    assert_eq!(group.order().to_u64(), Some(1));
    assert!(group.generators.is_empty());
}

#[test]
fn elements_are_a_group_and_come_in_a_fixed_order() {
    let group = structure("4x4x4:4").automorphisms();
    assert!(group.elements(191).is_none());
    let elements = group.elements(192).expect("192 elements");
    assert_eq!(elements.len(), 192);
    assert!(elements[0].is_identity());
    assert!(elements.is_sorted());
    let set: HashSet<&Permutation> = elements.iter().collect();
    assert_eq!(set.len(), 192);
    for element in &elements {
        assert!(set.contains(&element.inverse()));
        assert!(element.then(&element.inverse()).is_identity());
        assert!(set.contains(&element.then(&elements[100])));
        assert_eq!(element.then(&elements[100]).apply(7), elements[100].apply(element.apply(7)));
    }
    let again = structure("4x4x4:4").automorphisms();
    assert_eq!(again.generators, group.generators);
    assert!(structure("64x64:1").automorphisms().elements(1_000_000).is_none());
}

#[test]
fn images_are_checked() {
    assert!(Permutation::new(vec![1, 0, 2]).is_some());
    assert!(Permutation::new(vec![1, 1, 2]).is_none());
    assert!(Permutation::new(vec![1, 0, 3]).is_none());
    assert!(Permutation::identity(3).is_identity());
}
