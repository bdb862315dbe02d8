//! Games in which stones fall through one face: Connect Four and its relatives, of any size and dimension.
#![expect(clippy::inline_always, reason = "a search is compiled for the processor as far as it is inlined")]

mod follow_up;
mod layout;
mod node;
mod search;
mod table;

use connect_toe_game::processor::{Avx2, Portable, Processor};
use connect_toe_game::{Bits, Board, Cell, End, Faces, Geometry, Rules, Symmetry, Words, symmetries};

use crate::control::{Control, Interrupted};
use crate::prover::{Memory, Prover, most_promising_first};
use crate::score::{Bounds, Score};
use layout::Layout;
use node::Node;
use search::Search;

/// A prover, if stones fall through one face of a board with walls and a run of `k` or more wins.
pub(crate) fn prover<B: Bits>(rules: &Rules<B>, memory: Memory) -> Option<Box<dyn Prover<B>>> {
    prover_for(rules, memory, Avx2::detect())
}

/// The prover, compiled for AVX2 if the processor has it, else for any processor.
fn prover_for<B: Bits>(rules: &Rules<B>, memory: Memory, avx2: Option<Avx2>) -> Option<Box<dyn Prover<B>>> {
    let spec = rules.spec();
    let Faces::Open(faces) = &spec.faces else { return None };
    let [face] = faces[..] else { return None };
    let k = usize::from(spec.run_length()?);
    if !spec.is_plain() || rules.placement_is_free() || k < 2 {
        return None;
    }
    let gravity = usize::from(face.dimension) - 1;
    let reversed = face.end == End::Low;
    let (_, bits) = layout::strides(&spec.sizes, gravity);
    let symmetries = if rules.cells().count() <= MOST_SYMMETRIC_CELLS {
        symmetries(spec).ok().and_then(|symmetries| symmetries.elements(MOST_SYMMETRIES)).unwrap_or_default()
    } else {
        Vec::new()
    };
    let making =
        Making { geometry: rules.geometry(), k, gravity, reversed, symmetries: &symmetries, memory, avx2 };
    Some(Box::new(DropProver { proofs: proofs(&making, bits)?, cells: rules.cells().count() as i32 }))
}

/// The search for a board of this many bits. The usual sizes have their run length known to the compiler; on the
/// largest boards a search is hopeless.
fn proofs(making: &Making, bits: u32) -> Option<Box<dyn Proofs>> {
    Some(match (bits, making.k) {
        (0..=64, 3) => making.proofs::<u64, 3>(),
        (0..=64, 4) => making.proofs::<u64, 4>(),
        (0..=64, 5) => making.proofs::<u64, 5>(),
        (0..=64, _) => making.proofs::<u64, 0>(),
        (65..=128, 4) => making.proofs::<u128, 4>(),
        (65..=128, 5) => making.proofs::<u128, 5>(),
        (65..=128, _) => making.proofs::<u128, 0>(),
        (129..=256, 4) => making.proofs::<Words<4>, 4>(),
        (129..=256, _) => making.proofs::<Words<4>, 0>(),
        (257..=1024, _) => making.proofs::<Words<16>, 0>(),
        _ => return None,
    })
}

/// Cells left at the end of a game that ends early.
const EARLY: i32 = 8;
/// Early ends are not asked for first with more plies left, nor with so few stones that there can hardly be one.
const MOST_LEFT_AT_FIRST: i32 = 37;
const FEWEST_STONES_AT_FIRST: i32 = 6;

/// The most symmetries that are used.
const MOST_SYMMETRIES: usize = 48;
/// On boards with more cells it takes too long to find symmetries.
const MOST_SYMMETRIC_CELLS: u32 = 256;

/// What a prover is made from.
struct Making<'a> {
    geometry: &'a Geometry,
    k: usize,
    gravity: usize,
    reversed: bool,
    symmetries: &'a [Symmetry],
    memory: Memory,
    avx2: Option<Avx2>,
}

impl Making<'_> {
    fn proofs<W: Bits, const K: usize>(&self) -> Box<dyn Proofs> {
        let mut layout = Layout::<W>::new(self.geometry, self.k, self.gravity, self.reversed);
        for symmetry in self.symmetries {
            layout.add_symmetry(symmetry);
        }
        match self.avx2 {
            Some(processor) => Box::new(Search::<W, K, _>::new(processor, layout, self.memory)),
            None => Box::new(Search::<W, K, _>::new(Portable, layout, self.memory)),
        }
    }
}

/// A [`Prover`] for boards of any type: it takes stones by the numbers of their cells.
trait Proofs: Send {
    fn prove(
        &mut self,
        stones: Stones,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted>;
    fn fork(&self, thread: usize) -> Box<dyn Proofs>;
    fn nodes(&mut self) -> u64;
    fn forget(&mut self);
    fn glance(&mut self, stones: Stones) -> Bounds;
    fn ordered_moves(&mut self, stones: Stones) -> Vec<Cell>;
}

/// The stones of the side to move and of the other: the numbers of the cells that they lie on.
type Stones<'a> = [&'a mut dyn Iterator<Item = u32>; 2];

struct DropProver {
    proofs: Box<dyn Proofs>,
    cells: i32,
}

impl<B: Bits> Prover<B> for DropProver {
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let stones: Stones = [&mut board.mover().members(), &mut board.other().members()];
        self.proofs.prove(stones, target, nodes, control)
    }

    fn fork(&self, thread: usize) -> Box<dyn Prover<B>> {
        Box::new(DropProver { proofs: self.proofs.fork(thread), cells: self.cells })
    }

    fn nodes(&mut self) -> u64 {
        self.proofs.nodes()
    }

    fn forget(&mut self) {
        self.proofs.forget();
    }

    fn glance(&mut self, board: &Board<B>) -> Bounds {
        self.proofs.glance([&mut board.mover().members(), &mut board.other().members()])
    }

    /// Early ends of the game are found, or excluded, by searches that are cut off soon: first those in less than 0.3
    /// of the plies that are left, and so on, as long as that leaves a good part of them.
    fn opening_target(&self, bounds: Bounds) -> Option<Score> {
        let (upper, lower) = (bounds.upper.0, -bounds.lower.0);
        let left = lower.max(upper);
        let stones = self.cells - left;
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
        let Score(halfway) = bounds.halfway();
        Score(match (lower, upper) {
            (1..=2, _) => halfway.min(lower + 2),
            (_, -2..=-1) => halfway.max(upper - 1),
            _ => halfway,
        })
    }

    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        self.proofs.ordered_moves([&mut board.mover().members(), &mut board.other().members()])
    }
}

impl<W: Bits, const K: usize, P: Processor> Search<W, K, P> {
    fn node(&self, stones: Stones) -> Node<W> {
        let set = |cells: &mut dyn Iterator<Item = u32>| {
            cells.fold(W::EMPTY, |set, cell| set.with(self.layout.bits[cell as usize]))
        };
        let [mover, other] = stones.map(set);
        Node::new(&self.layout, mover, other)
    }
}

impl<W: Bits, const K: usize, P: Processor> Proofs for Search<W, K, P> {
    fn prove(
        &mut self,
        stones: Stones,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let node = self.node(stones);
        let glance = glance(&self.layout, &node);
        if glance.decide(target).is_some() {
            return Ok(glance);
        }
        let score = self.search(&node, target.0, nodes, control)?;
        Ok(glance.with_found(target, Score(score)))
    }

    fn fork(&self, thread: usize) -> Box<dyn Proofs> {
        Box::new(Search::fork(self, thread))
    }

    fn nodes(&mut self) -> u64 {
        self.take_nodes()
    }

    fn forget(&mut self) {
        Search::forget(self);
    }

    fn glance(&mut self, stones: Stones) -> Bounds {
        let node = self.node(stones);
        glance(&self.layout, &node)
    }

    fn ordered_moves(&mut self, stones: Stones) -> Vec<Cell> {
        let layout = &self.layout;
        let node = self.node(stones);
        let promise = |bit: u32| {
            let wins = 2 * i64::from(node.my_wins.contains(bit)) + i64::from(node.their_wins.contains(bit));
            (wins, i64::from(layout.lines_through[bit as usize]))
        };
        let mut moves = Vec::new();
        for bit in layout.playable(node.occupied()).members() {
            moves.push((promise(bit), Cell::from_bit(layout.numbers[bit as usize])));
        }
        most_promising_first(moves)
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
    // The opponent's winning cells are out of reach at once, so it needs four plies at least.
    let glance = Bounds { lower: Score((3 - empty).min(0)), upper: Score((empty - 2).max(0)) };
    let free = layout.cells & !node.occupied();
    let lacks = |stones: W| layout.lacks(stones, free);
    glance.and(Bounds::of_lacks(lacks(node.mine), lacks(node.theirs), node.empty))
}

#[cfg(test)]
mod tests {
    use connect_toe_game::{Game, Record, with_game};

    use super::*;

    /// Nodes of each proof, finished or not.
    const NODES: u64 = 1_000;

    type Found = Vec<(Result<Bounds, Interrupted>, u64, Vec<Cell>)>;

    /// What proofs of several targets come to, nodes included.
    fn found<B: Bits>(record: &Record<B>, avx2: Option<Avx2>) -> Found {
        let board = record.board();
        let mut prover = prover_for(record.rules(), Memory(1 << 20), avx2).expect("stones fall");
        [1, 0, 5, -4, 10]
            .map(|target| {
                let proven = prover.prove(board, Score(target), NODES, &Control::new());
                (proven, prover.nodes(), prover.ordered_moves(board))
            })
            .into()
    }

    /// On a processor without AVX2 both ways are the same one.
    #[test]
    fn every_processor_finds_the_same_with_as_many_nodes() {
        let positions = [
            ("7x6:4:-2", ""),
            ("7x6:4:-2", "32563225"),
            ("5x4:3:-2", ""),
            ("6x6:5:-2", "1212"),
            ("6x5:6:-2", ""),
            ("4x4:4:+1", ""),
            ("4x4x4:4:-3", ""),
            ("12x9:4:-2", "67"),
            ("12x9:5:-2", ""),
            ("12x9:6:-2", ""),
            ("16x14:4:-2", "89"),
            ("16x14:5:-2", ""),
            ("18x15:4:-2", ""),
        ];
        for (text, moves) in positions {
            let mut game: Game = text.parse().expect("game text");
            for digit in moves.chars() {
                let cell = game.parse_move(&digit.to_string()).expect("a legal move");
                game.play(cell).expect("a legal move");
            }
            let portable = with_game!(&game, record => found(record, None));
            let native = with_game!(&game, record => found(record, Avx2::detect()));
            assert!(portable.iter().map(|(_, nodes, _)| nodes).sum::<u64>() > 0, "{text} {moves}");
            assert_eq!(portable, native, "{text} {moves}");
        }
    }
}
