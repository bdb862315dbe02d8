//! Null-window search of games with gravity.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use connect_toe_game::Bits;

use super::follow_up;
use super::layout::Layout;
use super::node::Node;
use super::table::{Bound, Key, Table};
use crate::control::{Control, Interrupted};

/// The search of one thread.
#[derive(Clone, Debug)]
pub(super) struct Search<W, const K: usize> {
    pub(super) layout: Arc<Layout<W>>,
    pub(super) table: Table,
    pub(super) nodes: u64,
    pub(super) limit: u64,
    pub(super) history: Vec<i32>,
}

/// A move that was looked at, waiting to be searched.
#[derive(Clone, Copy, Debug)]
struct Child<W> {
    node: Node<W>,
    order: i32,
}

impl<W: Bits, const K: usize> Search<W, K> {
    /// A bound on the score that decides whether it is at least `target`: a lower bound if it is, an upper bound if
    /// it is not.
    ///
    /// The side to move must have no cell to win at once.
    pub(super) fn search(&mut self, start: &Node<W>, target: i32, control: &Control) -> Result<i32, Interrupted> {
        let layout = Arc::clone(&self.layout);
        self.visit(&layout, start, target, control)
    }

    fn visit(
        &mut self,
        layout: &Layout<W>,
        start: &Node<W>,
        target: i32,
        control: &Control,
    ) -> Result<i32, Interrupted> {
        let mut node = *start;
        let mut target = target;
        // Forced moves are played on, from here or from the other side, until there is a choice.
        let mut sign = 1;
        let safe = loop {
            let empty = node.empty as i32;
            let playable = layout.playable(node.occupied());
            let forced = playable & node.their_wins;
            let moves = if forced.is_empty() {
                playable
            } else if forced.has_several() {
                return Ok(sign * (1 - empty));
            } else {
                forced
            };
            let safe = moves & !(node.their_wins >> 1);
            if safe.is_empty() {
                return Ok(if empty == 0 { 0 } else { sign * (1 - empty) });
            }
            if empty <= 2 {
                return Ok(0);
            }
            if empty - 2 < target {
                return Ok(sign * (empty - 2));
            }
            if 3 - empty >= target {
                return Ok(sign * (3 - empty));
            }
            if safe.has_several() {
                break safe;
            }
            let Some(bit) = safe.lowest() else { return Err(Interrupted) };
            node = node.play::<K>(layout, bit);
            target = 1 - target;
            sign = -sign;
        };
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && control.is_stopped() || self.nodes > self.limit {
            return Err(Interrupted);
        }

        let free = layout.cells & !node.occupied();
        let my_lines = layout.cells_on_lines::<K>(node.mine | free);
        let their_lines = layout.cells_on_lines::<K>(node.theirs | free);
        if my_lines.is_empty() {
            if target > 0 {
                return Ok(0);
            }
            if their_lines.is_empty() {
                return Ok(0);
            }
        } else if their_lines.is_empty() && target <= 0 {
            return Ok(0);
        }
        let key = key(layout, &node, my_lines, their_lines);
        let (low, high) = self.table.look_up(key, 3 - node.empty as i32, node.empty as i32 - 2);
        if low >= target {
            return Ok(sign * low);
        }
        if high < target {
            return Ok(sign * high);
        }
        if let Some(bound) = follow_up::upper_bound::<W, K>(layout, &node)
            && bound < target
        {
            return Ok(sign * bound);
        }

        let mut list: Vec<Child<W>> = Vec::with_capacity(8);
        for bit in safe.members() {
            let child = node.play::<K>(layout, bit);
            let threats = (child.their_wins & free).count() as i32;
            let order = threats * 1000 + i32::from(layout.lines_through[bit as usize]) + self.history[bit as usize];
            list.push(Child { node: child, order });
        }
        list.sort_by_key(|child| -child.order);
        let nodes = self.nodes;
        let mut best = i32::MIN;
        for child in &list {
            let score = -self.visit(layout, &child.node, 1 - target, control)?;
            best = best.max(score);
            if best >= target {
                break;
            }
        }
        let bound = if best >= target { Bound::Lower } else { Bound::Upper };
        self.table.store(key, bound, best, self.nodes - nodes + 1);
        Ok(sign * best)
    }
}

/// The position's key: heights, and the stones that lie on a line still open to their owner.
#[inline]
fn key<W: Bits>(layout: &Layout<W>, node: &Node<W>, my_lines: W, their_lines: W) -> Key {
    // One bit above the stones of each column tells its height.
    let mine = (node.mine & my_lines) | ((node.occupied() << 1 | layout.floor) & !node.occupied());
    let theirs = node.theirs & their_lines;
    let mut mixer = Mixer(0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03);
    mine.hash(&mut mixer);
    theirs.hash(&mut mixer);
    Key { place: mixer.0, mark: mixer.1 }
}

/// Two 64-bit hashes at once.
struct Mixer(u64, u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let first = u128::from(self.0 ^ word).wrapping_mul(0xe703_7ed1_a0b4_28db);
        let second = u128::from(self.1 ^ word).wrapping_mul(0x8ebc_6af0_9c88_c6e3);
        self.0 = (first as u64) ^ (second >> 64) as u64;
        self.1 = (second as u64) ^ (first >> 64) as u64;
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }
}
