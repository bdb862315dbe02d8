//! Null-window search of games with gravity.

use std::hash::Hasher;
use std::sync::Arc;

use connect_toe_game::Bits;
use connect_toe_game::processor::{Processor, Work};

use super::follow_up;
use super::layout::Layout;
use super::node::Node;
use super::table::{Bound, BoundTable, Key};
use crate::claims::Claims;
use crate::control::{Control, Interrupted, Reports};
use crate::prover::Memory;

/// The search of one thread.
#[derive(Clone, Debug)]
pub(super) struct Search<W, const K: usize, P> {
    /// What the search is compiled for.
    processor: P,
    pub(super) layout: Arc<Layout<W>>,
    pub(super) table: BoundTable,
    nodes: u64,
    limit: u64,
    reports: Reports,
    /// The nodes at the last call of [`take_nodes`](Self::take_nodes).
    taken: u64,
    /// Varies the order of moves that promise about the same.
    variety: u32,
    /// Whether other threads search for the same.
    together: bool,
    /// The positions from the root to the one that is looked at, with all their children.
    open: Vec<Open<W>>,
    /// Of each position on the way, the children that are not settled, the most promising first.
    waiting: Vec<u32>,
    history: History,
    /// What the threads are searching.
    claims: Arc<Claims>,
}

/// Nodes from one report to the next, and from one look at the signal to stop to the next.
const NODES_A_REPORT: u64 = 4096;
/// Nodes from one report to the next on wide boards, where a node takes long.
const WIDE_NODES_A_REPORT: u64 = 64;

/// With fewer empty cells it costs more to tell the other threads than to search.
const FEWEST_EMPTY_CLAIMED: u32 = 14;

/// A position, and what is asked about it. Settling it replaces it by the one that forced play leads to.
#[derive(Clone, Copy, Debug)]
struct Open<W> {
    node: Node<W>,
    /// The moves that do not lose at once.
    safe: W,
    /// The move that led to where forced play began.
    by: u32,
    key: Key,
    /// The question, for the side to move here.
    target: i32,
    /// Whether the side to move here is the side to move where forced play began (1), or the other (-1).
    sign: i32,
}

impl<W: Bits> Open<W> {
    #[inline(always)]
    fn new(node: Node<W>, by: u32, target: i32) -> Self {
        Open { node, safe: W::EMPTY, by, key: Key { place: 0, mark: 0 }, target, sign: 1 }
    }
}

impl<W: Bits, const K: usize, P: Processor> Search<W, K, P> {
    pub(super) fn new(processor: P, layout: Layout<W>, memory: Memory) -> Self {
        Search {
            processor,
            table: BoundTable::new(memory.0),
            nodes: 0,
            limit: 0,
            reports: Self::reports(),
            taken: 0,
            variety: 0,
            together: false,
            open: Vec::new(),
            waiting: Vec::new(),
            history: History::new(layout.numbers.len()),
            claims: Arc::new(Claims::new()),
            layout: Arc::new(layout),
        }
    }

    /// A search for another thread with the same table.
    pub(super) fn fork(&self, thread: usize) -> Self {
        Search {
            nodes: 0,
            reports: Self::reports(),
            taken: 0,
            variety: thread as u32,
            together: true,
            ..self.clone()
        }
    }

    /// Forgets what was proven.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.history = History::new(self.layout.numbers.len());
    }

    /// Nodes searched since the last call.
    pub(super) fn take_nodes(&mut self) -> u64 {
        let nodes = self.nodes - self.taken;
        self.taken = self.nodes;
        nodes
    }

    /// A bound on the score that decides whether it is at least `target`: a lower bound if it is, an upper bound if
    /// it is not. Searches at most `nodes` nodes.
    ///
    /// The side to move must have no cell to win at once.
    pub(super) fn search(
        &mut self,
        start: &Node<W>,
        target: i32,
        nodes: u64,
        control: &Control,
    ) -> Result<i32, Interrupted> {
        self.open.clear();
        self.waiting.clear();
        self.limit = self.nodes.saturating_add(nodes);
        self.reports.plan(self.nodes, control);
        let score = self.search_from(start, target, control);
        self.reports.report(self.nodes, control);
        score
    }

    fn search_from(&mut self, start: &Node<W>, target: i32, control: &Control) -> Result<i32, Interrupted> {
        let layout = Arc::clone(&self.layout);
        self.open.push(Open::new(*start, 0, target));
        if let Some(score) = self.settle(&layout, 0) {
            return Ok(score);
        }
        let score = match self.remembered(0) {
            Some(score) => score,
            None => self.visit(&layout, 0, control)?,
        };
        Ok(self.open[0].sign * score)
    }

    fn reports() -> Reports {
        Reports::every(if W::WIDTH <= 128 { NODES_A_REPORT } else { WIDE_NODES_A_REPORT }, 0)
    }

    #[inline]
    fn settle(&mut self, layout: &Layout<W>, at: usize) -> Option<i32> {
        self.processor.run(Settle { search: self, layout, at })
    }

    /// Plays forced moves on until there is a choice, and looks for reasons not to search: a bound that decides the
    /// question, for the side to move in the position as it was.
    #[inline(always)]
    fn settle_here(&mut self, layout: &Layout<W>, at: usize) -> Option<i32> {
        let open = &mut self.open[at];
        let mut node = open.node;
        let mut target = open.target;
        let mut sign = 1;
        let safe = loop {
            let empty = node.empty as i32;
            let playable = layout.playable(node.occupied());
            let forced = playable & node.their_wins;
            let moves = if forced.is_empty() {
                playable
            } else if forced.has_several() {
                return Some(sign * (1 - empty));
            } else {
                forced
            };
            let safe = moves & !(node.their_wins >> 1);
            if empty - 2 < target {
                return Some(if empty <= 2 && safe.any() { 0 } else { sign * (empty - 2) });
            }
            let Some(bit) = safe.lowest() else {
                return Some(if empty == 0 { 0 } else { sign * (1 - empty) });
            };
            if empty <= 2 {
                return Some(0);
            }
            if 3 - empty >= target {
                return Some(sign * (3 - empty));
            }
            if safe.has_several() {
                break safe;
            }
            node = node.play::<K>(layout, bit);
            target = 1 - target;
            sign = -sign;
        };
        if target > 0 && node.my_lines.is_empty() || target <= 0 && node.their_lines.is_empty() {
            return Some(0);
        }
        if let Some(bound) = follow_up::upper_bound_below::<W, K>(layout, &node, target) {
            return Some(sign * bound);
        }
        let key = key(layout, &node);
        self.table.prefetch(key);
        *open = Open { node, safe, by: open.by, key, target, sign };
        None
    }

    /// A bound from the table that decides the question about a settled position, for the side to move in it.
    #[inline(always)]
    fn remembered(&self, at: usize) -> Option<i32> {
        let open = &self.open[at];
        let empty = open.node.empty as i32;
        let (low, high) = self.table.look_up(open.key, 3 - empty, empty - 2);
        if low >= open.target {
            Some(low)
        } else if high < open.target {
            Some(high)
        } else {
            None
        }
    }

    /// How promising the move to `bit` is that leads to `child`: what it threatens, the lines through its cell, the
    /// moves that it leaves to the opponent, and how it did elsewhere.
    #[inline(always)]
    fn promise(&self, layout: &Layout<W>, child: &Node<W>, bit: u32, empty: u32) -> u32 {
        let replies = layout.playable(child.occupied()) & !(child.their_wins >> 1);
        let mut promise = 6 * child.their_wins.count() as i32
            + 2 * i32::from(layout.lines_through[bit as usize])
            - 2 * replies.count() as i32
            + self.history.share(empty, bit);
        if self.variety > 0 {
            promise += (bit.wrapping_mul(0x9e37_79b9_u32.wrapping_mul(self.variety)) >> 30) as i32;
        }
        (promise + 0x2000).clamp(0, 0xffff) as u32
    }

    #[inline]
    fn visit(&mut self, layout: &Layout<W>, at: usize, control: &Control) -> Result<i32, Interrupted> {
        self.processor.run(Visit { search: self, layout, at, control })
    }

    /// The score of a settled child, for the side to move in its parent.
    #[inline(always)]
    fn child_score(
        &mut self,
        layout: &Layout<W>,
        child: usize,
        claims: bool,
        control: &Control,
    ) -> Result<i32, Interrupted> {
        let Open { key, sign, .. } = self.open[child];
        if !claims {
            return Ok(-sign * self.visit(layout, child, control)?);
        }
        // Another thread may have searched it meanwhile.
        if let Some(score) = self.remembered(child) {
            return Ok(-sign * score);
        }
        let claim = self.claims.claim(key.mark);
        let score = self.visit(layout, child, control);
        if let Some(claim) = claim {
            self.claims.release(claim);
        }
        Ok(-sign * score?)
    }

    #[inline(always)]
    fn visit_here(&mut self, layout: &Layout<W>, at: usize, control: &Control) -> Result<i32, Interrupted> {
        self.nodes += 1;
        if self.reports.is_due(self.nodes) {
            self.reports.report(self.nodes, control);
            if control.is_stopped() {
                return Err(Interrupted);
            }
        }
        if self.nodes > self.limit {
            return Err(Interrupted);
        }
        let nodes = self.nodes;
        let Open { node, safe, key, target, .. } = self.open[at];
        let (first_child, begin) = (self.open.len(), self.waiting.len());
        let mut best = i32::MIN;
        // The most promising moves come first: sorted by promise in the high bits, place among the children in the low.
        for bit in safe.members() {
            let child = node.play::<K>(layout, bit);
            let promise = self.promise(layout, &child, bit, node.empty);
            let promise = promise << 16 | (0xffff - (self.open.len() - first_child) as u32);
            self.open.push(Open::new(child, bit, 1 - target));
            self.waiting.push(promise);
            let waiting = &mut self.waiting[begin..];
            let mut place = waiting.len() - 1;
            while place > 0 && waiting[place - 1] < promise {
                waiting[place] = waiting[place - 1];
                place -= 1;
            }
            waiting[place] = promise;
        }
        let child_of = |promise: u32| first_child + (0xffff - (promise & 0xffff)) as usize;
        let mut end = begin;
        for index in begin..self.waiting.len() {
            let promise = self.waiting[index];
            if let Some(score) = self.settle(layout, child_of(promise)) {
                best = best.max(-score);
                if best >= target {
                    break;
                }
            } else {
                self.waiting[end] = promise;
                end += 1;
            }
        }
        // The table's cache lines are on their way from memory by now. Unknown children stay, the most promising first.
        let settled = end;
        end = begin;
        for index in begin..settled {
            if best >= target {
                break;
            }
            let promise = self.waiting[index];
            let child = child_of(promise);
            if let Some(score) = self.remembered(child) {
                best = best.max(-self.open[child].sign * score);
            } else {
                self.waiting[end] = promise;
                end += 1;
            }
        }
        self.waiting.truncate(end);
        let claims = self.together && node.empty >= FEWEST_EMPTY_CLAIMED;
        // Children that another thread is searching wait until the others were searched.
        let mut later = begin;
        for index in begin..end {
            if best >= target {
                break;
            }
            let promise = self.waiting[index];
            let child = child_of(promise);
            if claims && index > begin && self.claims.contains(self.open[child].key.mark) {
                self.waiting[later] = promise;
                later += 1;
                continue;
            }
            best = best.max(self.child_score(layout, child, claims, control)?);
            if best >= target && later == begin {
                for &promise in &self.waiting[begin..index] {
                    self.history.learn(node.empty, self.open[child_of(promise)].by, -ALWAYS);
                }
                self.history.learn(node.empty, self.open[child].by, ALWAYS);
            }
        }
        for index in begin..later {
            if best >= target {
                break;
            }
            let child = child_of(self.waiting[index]);
            best = best.max(self.child_score(layout, child, claims, control)?);
        }
        self.waiting.truncate(begin);
        self.open.truncate(first_child);
        let bound = if best >= target { Bound::Lower } else { Bound::Upper };
        self.table.store(key, bound, best, self.nodes - nodes + 1);
        Ok(best)
    }
}

/// How often each side's move to a cell refuted the position where it was searched, of late.
#[derive(Clone, Debug)]
struct History {
    /// By the parity of the empty cells and by bit: from -`ALWAYS`, if it never did, to `ALWAYS`.
    shares: [Vec<i32>; 2],
}

const ALWAYS: i32 = 1 << 16;

impl History {
    fn new(bits: usize) -> History {
        History { shares: [vec![0; bits], vec![0; bits]] }
    }

    /// The share of a move, from -3 to 3.
    #[inline(always)]
    fn share(&self, empty: u32, bit: u32) -> i32 {
        (3 * self.shares[(empty & 1) as usize][bit as usize]).div_euclid(ALWAYS)
    }

    /// A move has refuted the position (`ALWAYS`), or has not (-`ALWAYS`).
    #[inline(always)]
    fn learn(&mut self, empty: u32, bit: u32, goal: i32) {
        let share = &mut self.shares[(empty & 1) as usize][bit as usize];
        *share += (goal - *share) / 16;
    }
}

struct Settle<'a, W, const K: usize, P> {
    search: &'a mut Search<W, K, P>,
    layout: &'a Layout<W>,
    at: usize,
}

impl<W: Bits, const K: usize, P: Processor> Work for Settle<'_, W, K, P> {
    type Output = Option<i32>;

    #[inline(always)]
    fn run(self) -> Option<i32> {
        self.search.settle_here(self.layout, self.at)
    }
}

struct Visit<'a, W, const K: usize, P> {
    search: &'a mut Search<W, K, P>,
    layout: &'a Layout<W>,
    at: usize,
    control: &'a Control,
}

impl<W: Bits, const K: usize, P: Processor> Work for Visit<'_, W, K, P> {
    type Output = Result<i32, Interrupted>;

    #[inline(always)]
    fn run(self) -> Result<i32, Interrupted> {
        self.search.visit_here(self.layout, self.at, self.control)
    }
}

/// The position's key: heights, and the stones that lie on a line still open to their owner.
#[inline(always)]
fn key<W: Bits>(layout: &Layout<W>, node: &Node<W>) -> Key {
    // One bit above the stones of each column tells its height.
    let mine = (node.mine & node.my_lines) | ((node.occupied() << 1 | layout.floor) & !node.occupied());
    let theirs = node.theirs & node.their_lines;
    let mut form = (mine, theirs);
    if node.empty >= layout.symmetric_above {
        for symmetry in &layout.symmetries {
            form = form.min((symmetry.apply(mine), symmetry.apply(theirs)));
        }
    }
    let (mine, theirs) = form;
    // The number of empty cells tells a full column from one that is not where the board leaves no bit above its last
    // column.
    let empty = u64::from(node.empty);
    let mut mixer = Mixer(
        0x9e37_79b9_7f4a_7c15 ^ empty.wrapping_mul(0xa076_1d64_78bd_642f),
        0xd1b5_4a32_d192_ed03 ^ empty.wrapping_mul(0x589b_53a3_c1a5_f7d1),
    );
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
