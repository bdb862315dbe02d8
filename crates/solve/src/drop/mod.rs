//! Games in which stones fall through one face: Connect Four and its relatives, of any size and dimension.

mod follow_up;
mod layout;
mod node;
mod search;
mod table;

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Edges, End, Faces, Goal, Overline, Rules, Words, symmetries};

use crate::control::{Control, Interrupted};
use crate::engine::Memory;
use crate::prover::Prover;
use crate::score::{Bounds, Score};
use layout::Layout;
use node::Node;
use search::Search;
use table::Table;

/// A prover, if stones fall through one face of a board with walls and a run of `k` or more wins.
pub(crate) fn prover<B: Bits>(rules: &Rules<B>, memory: Memory) -> Option<Box<dyn Prover<B>>> {
    let spec = rules.spec();
    let plain =
        spec.goal == Goal::default() && spec.overline == Overline::default() && spec.edges == Edges::Walls;
    let Faces::Open(faces) = &spec.faces else { return None };
    let [face] = faces[..] else { return None };
    if !plain || rules.placement_is_free() || spec.k < 2 {
        return None;
    }
    let gravity = usize::from(face.dimension) - 1;
    let reversed = face.end == End::Low;
    let (_, bits) = layout::strides(&spec.sizes, gravity);
    let making = Making { rules, gravity, reversed, memory };
    // The usual sizes have their run length known to the compiler. On the largest boards a search is hopeless.
    Some(match (bits, spec.k) {
        (0..=64, 3) => making.prover::<u64, 3>(),
        (0..=64, 4) => making.prover::<u64, 4>(),
        (0..=64, 5) => making.prover::<u64, 5>(),
        (0..=64, _) => making.prover::<u64, 0>(),
        (65..=128, 4) => making.prover::<u128, 4>(),
        (65..=128, 5) => making.prover::<u128, 5>(),
        (65..=128, _) => making.prover::<u128, 0>(),
        (129..=256, 4) => making.prover::<Words<4>, 4>(),
        (129..=256, _) => making.prover::<Words<4>, 0>(),
        (257..=1024, _) => making.prover::<Words<16>, 0>(),
        _ => return None,
    })
}

/// Cells left at the end of a game that ends early.
const EARLY: i32 = 8;
/// Early ends are not asked for first with more plies left, nor with so few stones that there can hardly be one.
const MOST_LEFT_AT_FIRST: i32 = 37;
const FEWEST_STONES_AT_FIRST: i32 = 6;

/// More symmetries than this are not used.
const MOST_SYMMETRIES: usize = 48;
/// On larger boards they take too long to find.
const MOST_SYMMETRIC_CELLS: u32 = 256;

/// What a prover is made from.
struct Making<'a, B> {
    rules: &'a Rules<B>,
    gravity: usize,
    reversed: bool,
    memory: Memory,
}

impl<B: Bits> Making<'_, B> {
    fn prover<W: Bits, const K: usize>(&self) -> Box<dyn Prover<B>> {
        let spec = self.rules.spec();
        let mut layout =
            Layout::<W>::new(self.rules.geometry(), usize::from(spec.k), self.gravity, self.reversed);
        if self.rules.cells().count() <= MOST_SYMMETRIC_CELLS {
            let symmetries =
                symmetries(spec).ok().and_then(|symmetries| symmetries.elements(MOST_SYMMETRIES));
            for symmetry in symmetries.unwrap_or_default() {
                layout.add_symmetry(&symmetry);
            }
        }
        Box::new(DropProver::<W, K>::new(layout, self.memory))
    }
}

struct DropProver<W, const K: usize> {
    search: Search<W, K>,
    counted: u64,
}

impl<W: Bits, const K: usize> DropProver<W, K> {
    fn new(layout: Layout<W>, memory: Memory) -> Self {
        let search = Search {
            table: Table::new(memory.0),
            layout: Arc::new(layout),
            nodes: 0,
            limit: 0,
            reported: 0,
            variety: 0,
            waiting: Vec::new(),
            children: Vec::new(),
            promises: Vec::new(),
        };
        DropProver { search, counted: 0 }
    }

    fn node<B: Bits>(&self, board: &Board<B>) -> Node<W> {
        let layout = &self.search.layout;
        let set = |cells: B| cells.members().fold(W::EMPTY, |set, cell| set.with(layout.bits[cell as usize]));
        Node::new::<K>(layout, set(board.mover()), set(board.other()))
    }
}

impl<B: Bits, W: Bits, const K: usize> Prover<B> for DropProver<W, K> {
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let node = self.node(board);
        let glance = glance(&self.search.layout, &node);
        if glance.decide(target).is_some() {
            return Ok(glance);
        }
        self.search.waiting.clear();
        self.search.children.clear();
        self.search.limit = self.search.nodes.saturating_add(nodes);
        let score = self.search.search(&node, target.0, control);
        self.search.report(control);
        let score = Score(score?);
        Ok(if score >= target {
            Bounds { lower: score, ..glance }
        } else {
            Bounds { upper: score, ..glance }
        })
    }

    fn fork(&self, thread: usize) -> Box<dyn Prover<B>> {
        let mut search = self.search.clone();
        (search.nodes, search.reported, search.variety) = (0, 0, thread as u32);
        Box::new(DropProver { search, counted: 0 })
    }

    fn nodes(&mut self) -> u64 {
        let nodes = self.search.nodes - self.counted;
        self.counted = self.search.nodes;
        nodes
    }

    fn forget(&mut self) {
        self.search.table.clear();
    }

    fn glance(&mut self, board: &Board<B>) -> Bounds {
        let node = self.node(board);
        glance(&self.search.layout, &node)
    }

    /// Early ends of the game are found, or excluded, by searches that are cut off soon: first those in less than 0.3
    /// of the plies that are left, and so on, as long as that leaves a good part of them.
    fn opening_target(&self, bounds: Bounds) -> Option<Score> {
        let (upper, lower) = (bounds.upper.0, -bounds.lower.0);
        let left = lower.max(upper);
        let stones = self.search.layout.cells.count() as i32 - left;
        if lower <= 0 || upper <= 0 || left > MOST_LEFT_AT_FIRST || stones < FEWEST_STONES_AT_FIRST {
            return None;
        }
        let (for_win, for_loss) = (upper * 7 / 10, lower * 7 / 10);
        if for_win >= EARLY && for_win >= for_loss {
            Some(Score(for_win + 1))
        } else if for_loss >= EARLY {
            Some(Score(-for_loss))
        } else {
            None
        }
    }

    /// From a draw upward at first: that is where most scores are. Then halfway.
    fn next_target(&self, bounds: Bounds) -> Score {
        let (lower, upper) = (bounds.lower.0, bounds.upper.0);
        let halfway = lower + (upper - lower + 1) / 2;
        Score(match (lower, upper) {
            (1..=2, _) => halfway.min(lower + 2),
            (_, -2..=-1) => halfway.max(upper - 1),
            _ => halfway,
        })
    }

    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        let layout = &self.search.layout;
        let node = self.node(board);
        let mut moves: Vec<u32> = layout.playable(node.occupied()).members().collect();
        moves.sort_by_key(|&bit| {
            (
                !node.my_wins.contains(bit),
                !node.their_wins.contains(bit),
                u16::MAX - layout.lines_through[bit as usize],
            )
        });
        moves.into_iter().map(|bit| Cell::from_bit(layout.numbers[bit as usize])).collect()
    }
}

/// What is known of a position at once.
fn glance<W: Bits>(layout: &Layout<W>, node: &Node<W>) -> Bounds {
    let empty = node.empty as i32;
    let playable = layout.playable(node.occupied());
    if (playable & node.my_wins).any() {
        return Bounds::exactly(Score(empty));
    }
    let forced = playable & node.their_wins;
    let moves = if forced.any() { forced } else { playable };
    if moves.any() && (forced.has_several() || (moves & !(node.their_wins >> 1)).is_empty()) {
        return Bounds::exactly(Score(1 - empty));
    }
    if empty <= 2 {
        return Bounds::exactly(Score::DRAW);
    }
    Bounds { lower: Score((3 - empty).min(0)), upper: Score((empty - 2).max(0)) }
}
