//! Names for nodes: positions that mean the same to the game have the same name.
//!
//! A stone matters to its owner only while one of its lines can still be completed, and an empty cell matters to
//! a side only while one of that side's lines runs through it. Everything else is dead, and looks alike.
//! A position's name is the smallest hash of all positions that the automorphisms of the line hypergraph make of it.

use connect_toe_game::{Bits, Cell, Faces, GameSpec, Rules, mix, symmetries};

use super::position::LinePosition;
use super::shape::Shape;
use super::table::{Key, Zone};

/// The most automorphisms that are used.
const MOST: usize = 400;

/// On boards with more cells it takes too long to find automorphisms.
const LARGEST: usize = 1024;

/// The question about a position: what is searched, apart from the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The side that tries to complete a line.
    pub(super) attacker: usize,
    /// Whether the attacker is to move.
    pub(super) attacks: bool,
    /// Whether lines of the defender count; if not, it is a Maker-Breaker game.
    pub(super) counters: bool,
    /// Stones that the attacker may still place.
    pub(super) left: u16,
}

/// What a cell can be. Lines of the defender are live only where they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Empty, on live lines of a side whose lines count.
    Lively,
    /// The attacker's, on live lines.
    Attacker,
    /// The defender's, on live lines.
    Defender,
    /// On no live line of its owner; if empty, on none of either side.
    Dead,
    /// Empty, on live lines of the attacker only.
    ForAttacker,
    /// Empty, on live lines of the defender only.
    ForDefender,
}

/// The number of kinds.
const KINDS: usize = 6;

fn kind(position: &LinePosition, node: Node, cell: u16) -> Kind {
    let attacker_lives = position.live(node.attacker, cell) > 0;
    let defender_lives = node.counters && position.live(1 - node.attacker, cell) > 0;
    match position.tallies().owner(cell) {
        Some(side) if side == node.attacker => {
            if attacker_lives {
                Kind::Attacker
            } else {
                Kind::Dead
            }
        }
        Some(_) => {
            if defender_lives {
                Kind::Defender
            } else {
                Kind::Dead
            }
        }
        None => match (attacker_lives, defender_lives) {
            (true, true) => Kind::Lively,
            (true, false) if !node.counters => Kind::Lively,
            (true, false) => Kind::ForAttacker,
            (false, true) => Kind::ForDefender,
            (false, false) => Kind::Dead,
        },
    }
}

/// Space to work in.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By cell, as prepared.
    kinds: Vec<Kind>,
    /// By automorphism, as prepared; the second ones as they are asked for.
    hashes: Vec<u64>,
    seconds: Vec<Option<u64>>,
    /// By automorphism, of the child.
    now: Vec<u64>,
    /// Cells of the child that are of another kind than before.
    changes: Vec<(u16, Kind, Kind)>,
}

/// The hash keys and automorphisms of one game.
#[derive(Debug)]
pub(super) struct Names {
    cells: usize,
    /// The number of automorphisms.
    order: usize,
    /// By cell and automorphism: where the cell goes. The first automorphism is the identity.
    images: Vec<u16>,
    /// By kind and cell.
    first: Vec<u64>,
    second: Vec<u64>,
}

/// A node's name, and the automorphism that led to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Name {
    pub(super) key: Key,
    pub(super) image: usize,
}

impl Names {
    pub(super) fn new<B: Bits>(rules: &Rules<B>, shape: &Shape) -> Names {
        let cells = shape.cells();
        let spec = GameSpec { faces: Faces::Free, ..rules.spec().clone() };
        let elements = (cells <= LARGEST && shape.graph.k() > 1)
            .then(|| symmetries(&spec).ok())
            .flatten()
            .and_then(|symmetries| symmetries.elements(MOST));
        let mut found: Vec<Vec<u16>> = vec![(0..cells as u16).collect()];
        for element in elements.iter().flatten() {
            let image: Vec<u16> =
                (0..cells as u16).map(|cell| shape.number(element.apply(shape.cell(cell)))).collect();
            if image != found[0] {
                found.push(image);
            }
        }
        let images = (0..cells).flat_map(|cell| found.iter().map(move |image| image[cell])).collect();
        // The kind of most cells at the start has no key: nothing to do for them.
        let keys = |salt: u64| {
            let key = |number: u64| if number < cells as u64 { 0 } else { mix(number ^ salt << 32) };
            (0..(KINDS * cells) as u64).map(key).collect()
        };
        Names { cells, order: found.len(), images, first: keys(0xA5), second: keys(0x5A) }
    }

    /// The name of a node.
    pub(super) fn name(&self, position: &LinePosition, node: Node, scratch: &mut Scratch) -> Name {
        self.begin(position, node, scratch);
        self.finish(node, scratch)
    }

    /// Prepares for the names of a node's children.
    pub(super) fn begin(&self, position: &LinePosition, node: Node, scratch: &mut Scratch) {
        scratch.kinds.clear();
        scratch.hashes.clear();
        scratch.hashes.resize(self.order, 0);
        scratch.seconds.clear();
        scratch.seconds.resize(self.order, None);
        scratch.changes.clear();
        for cell in 0..self.cells as u16 {
            let kind = kind(position, node, cell);
            scratch.kinds.push(kind);
            self.add(kind, cell, &mut scratch.hashes);
        }
        scratch.now.clone_from(&scratch.hashes);
    }

    /// The name of a node that a stone on `last` has made of the one that was prepared for.
    pub(super) fn name_child(
        &self,
        position: &LinePosition,
        node: Node,
        last: u16,
        scratch: &mut Scratch,
    ) -> Name {
        scratch.now.clone_from(&scratch.hashes);
        scratch.changes.clear();
        for &cell in position.shape().neighbours.of(Cell::from_bit(u32::from(last))).iter().chain([&last]) {
            let (old, new) = (scratch.kinds[usize::from(cell)], kind(position, node, cell));
            if old != new {
                self.add(old, cell, &mut scratch.now);
                self.add(new, cell, &mut scratch.now);
                scratch.changes.push((cell, old, new));
            }
        }
        self.finish(node, scratch)
    }

    /// The smallest hash, and the second hash of the same automorphism.
    fn finish(&self, node: Node, scratch: &mut Scratch) -> Name {
        let Scratch { kinds, seconds, now, changes, .. } = scratch;
        let (image, hash) = now.iter().copied().enumerate().min_by_key(|&(_, hash)| hash).unwrap_or_default();
        let key = |cell: usize, kind: Kind| {
            self.second[kind as usize * self.cells + usize::from(self.images[cell * self.order + image])]
        };
        let prepared = *seconds[image].get_or_insert_with(|| {
            kinds.iter().enumerate().fold(0, |second, (cell, &kind)| second ^ key(cell, kind))
        });
        let second = changes.iter().fold(prepared, |second, &(cell, old, new)| {
            second ^ key(usize::from(cell), old) ^ key(usize::from(cell), new)
        });
        let question = 1 + u64::from(node.attacks) + 2 * u64::from(node.counters) + 4 * u64::from(node.left);
        Name { key: Key { index: hash ^ mix(question), check: second ^ mix(question ^ 1 << 60) }, image }
    }

    #[inline]
    fn add(&self, kind: Kind, cell: u16, hashes: &mut [u64]) {
        if kind == Kind::Lively {
            return;
        }
        let keys = &self.first[kind as usize * self.cells..][..self.cells];
        let images = &self.images[usize::from(cell) * self.order..][..self.order];
        for (hash, &image) in hashes.iter_mut().zip(images) {
            *hash ^= keys[usize::from(image)];
        }
    }

    /// A set of cells as it lies in the named position.
    pub(super) fn named(&self, zone: Zone, image: usize) -> Zone {
        let mut mapped = Zone::EMPTY;
        for cell in zone.members().take_while(|&cell| (cell as usize) < self.cells) {
            mapped.insert(u32::from(self.images[cell as usize * self.order + image]));
        }
        mapped
    }

    /// The reverse of [`named`](Self::named).
    pub(super) fn unnamed(&self, zone: Zone, image: usize) -> Zone {
        let mut mapped = Zone::EMPTY;
        for cell in 0..self.cells {
            if zone.contains(u32::from(self.images[cell * self.order + image])) {
                mapped.insert(cell as u32);
            }
        }
        mapped
    }
}
