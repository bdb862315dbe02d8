//! Names for nodes: positions that mean the same to the game have the same name.
//!
//! A stone matters to its owner only while one of its lines can still be completed, and an empty cell matters to
//! a side only while one of that side's lines runs through it. Everything else is dead, and looks alike.
//! Then, of all positions that the automorphisms of the line hypergraph make of one, the smallest hash is its
//! name.

use connect_toe_game::{Bits, Faces, GameSpec, Rules, symmetries};

use super::incidence::{Incidence, mix};
use super::position::Position;
use super::table::{Key, Zone};

/// More automorphisms than this are not looked through.
const MOST: usize = 400;

/// Larger boards are too slow to look for automorphisms.
const LARGEST: usize = 1024;

/// What is asked of a position, apart from its stones.
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

/// As many stones as there is room for.
pub(super) const UNLIMITED: u16 = u16::MAX;

/// What a cell can be, but for empty and on live lines of both sides.
const KINDS: usize = 5;

/// The hash keys and automorphisms of one game.
#[derive(Debug)]
pub(super) struct Names {
    cells: usize,
    /// By automorphism: where each cell goes. The first is the identity.
    images: Vec<Vec<u16>>,
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
    pub(super) fn new<B: Bits>(rules: &Rules<B>, incidence: &Incidence) -> Names {
        let cells = incidence.cells();
        let spec = GameSpec { faces: Faces::Free, ..rules.spec().clone() };
        let elements = (cells <= LARGEST && incidence.k() > 1)
            .then(|| symmetries(&spec).ok())
            .flatten()
            .and_then(|symmetries| symmetries.elements(MOST));
        let mut images: Vec<Vec<u16>> = vec![(0..cells as u16).collect()];
        for element in elements.iter().flatten() {
            let image: Vec<u16> =
                (0..cells as u16).map(|cell| incidence.number(element.apply(incidence.cell(cell)))).collect();
            if image != images[0] {
                images.push(image);
            }
        }
        let keys = |salt: u64| (0..(KINDS * cells) as u64).map(|number| mix(number ^ salt << 32)).collect();
        Names { cells, images, first: keys(0xA5), second: keys(0x5A) }
    }

    /// The name of a node; `kinds` is scratch space.
    pub(super) fn name(&self, position: &Position, node: Node, kinds: &mut Vec<u32>) -> Name {
        self.collect(position, node, kinds);
        let mut least = (u64::MAX, 0);
        for (image, cells) in self.images.iter().enumerate() {
            let mut hash = 0;
            for &kind in &*kinds {
                let (kind, cell) = (kind as usize >> 16, kind as usize & 0xFFFF);
                hash ^= self.first[kind * self.cells + usize::from(cells[cell])];
            }
            if hash < least.0 {
                least = (hash, image);
            }
        }
        let (hash, image) = least;
        let cells = &self.images[image];
        let second = kinds.iter().fold(0, |second, &kind| {
            let (kind, cell) = (kind as usize >> 16, kind as usize & 0xFFFF);
            second ^ self.second[kind * self.cells + usize::from(cells[cell])]
        });
        let question = 1 + u64::from(node.attacks) + 2 * u64::from(node.counters) + 4 * u64::from(node.left);
        Name { key: Key { index: hash ^ mix(question), check: second ^ mix(question ^ 1 << 60) }, image }
    }

    fn collect(&self, position: &Position, node: Node, kinds: &mut Vec<u32>) {
        const ATTACKER: u32 = 0;
        const DEFENDER: u32 = 1;
        const DEAD: u32 = 2;
        const FOR_ATTACKER: u32 = 3;
        const FOR_DEFENDER: u32 = 4;
        kinds.clear();
        let defender = 1 - node.attacker;
        for cell in 0..self.cells as u16 {
            let attacker_lives = position.live(node.attacker, cell) > 0;
            let defender_lives = node.counters && position.live(defender, cell) > 0;
            let kind = match position.owner(cell) {
                Some(side) if side == node.attacker => {
                    if attacker_lives {
                        ATTACKER
                    } else {
                        DEAD
                    }
                }
                Some(_) => {
                    if defender_lives {
                        DEFENDER
                    } else {
                        DEAD
                    }
                }
                None => match (attacker_lives, defender_lives) {
                    (true, true) => continue,
                    (true, false) if !node.counters => continue,
                    (true, false) => FOR_ATTACKER,
                    (false, true) => FOR_DEFENDER,
                    (false, false) => DEAD,
                },
            };
            kinds.push(kind << 16 | u32::from(cell));
        }
    }

    /// A set of cells as it lies in the named position.
    pub(super) fn to_named(&self, zone: &Zone, image: usize) -> Zone {
        let mut mapped = Zone::default();
        for (cell, &to) in self.images[image].iter().enumerate() {
            if zone[cell / 64] >> (cell % 64) & 1 != 0 {
                mapped[usize::from(to) / 64] |= 1 << (to % 64);
            }
        }
        mapped
    }

    /// The reverse of [`to_named`](Self::to_named).
    pub(super) fn from_named(&self, zone: &Zone, image: usize) -> Zone {
        let mut mapped = Zone::default();
        for (cell, &to) in self.images[image].iter().enumerate() {
            if zone[usize::from(to) / 64] >> (to % 64) & 1 != 0 {
                mapped[cell / 64] |= 1 << (cell % 64);
            }
        }
        mapped
    }
}
