//! Games with free placement, walls, and a run of `k` or more that wins: m,n,k games, Qubic, cubes, hypercubes.
//!
//! Only the line hypergraph matters here: which lines run through which cells. Every question becomes one about an
//! attacker: does this side complete a line, with a limited number of stones? The other side defends, and only
//! defends, though its lines end the game too.
//!
//! | file | what it is |
//! | --- | --- |
//! | `shape` | cells and lines |
//! | `position` | stones on them, with make and unmake: threats, open lines, live lines |
//! | `keys` | names of nodes: dead stones look alike, automorphisms are divided out |
//! | `table` | tables that threads share |
//! | `threats` | wins by continuous threats, and the replies that matter against them |
//! | `pairing` | draws by pairing |
//! | `search` | proof-number search over all of these |
//!
//! An extra stone never hurts in these games. So a side may always pass for the sake of an argument: the first
//! player does not lose from the empty board, cells on no live line need not be played, and what wins although the
//! attacker passes wins against all replies that do not disturb it.

mod keys;
mod pairing;
mod position;
mod search;
mod shape;
mod table;
mod threats;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Rules};
use connect_toe_threats::UNLIMITED;

use crate::claims::Claims;
use crate::control::{Control, Interrupted};
use crate::prover::{Memory, Prover};
use crate::score::{Bounds, Score};

use keys::{Names, Node};
use position::{LinePosition, side_number};
use search::{Halt, Search, Shared};
use shape::Shape;
use table::{HintTable, NumbersTable, ZoneTable};

/// A prover, if placement is free, lines end at walls, and a run of `k` or more wins.
pub(crate) fn prover<B: Bits>(rules: &Rules<B>, memory: Memory) -> Option<Box<dyn Prover<B>>> {
    let fits = rules.placement_is_free() && rules.spec().is_plain();
    fits.then(|| -> Box<dyn Prover<B>> {
        Box::new(FreeProver { search: Search::new(shared(rules, memory), false) })
    })
}

/// The tables for a game.
fn shared<B: Bits>(rules: &Rules<B>, Memory(bytes): Memory) -> Arc<Shared> {
    let shape = Arc::new(Shape::new(rules));
    let cells = shape.cells();
    // A small board has few positions.
    let bytes =
        3_usize.checked_pow(cells as u32).map_or(bytes, |positions| bytes.min(positions.saturating_mul(256)));
    let zones = (cells <= 256).then(|| ZoneTable::new(bytes / 8, cells));
    Arc::new(Shared {
        names: Names::new(rules, &shape),
        numbers: NumbersTable::new(bytes / 8 * 5),
        zones,
        hints: Arc::new(HintTable::new(bytes / 4)),
        claims: Claims::new(),
        shape,
    })
}

/// Answers questions with one thread's search.
struct FreeProver {
    search: Search,
}

/// Nodes of the first attempt at a question.
const FIRST_SHARE: u64 = 4000;

impl FreeProver {
    /// Whether `attacker` completes a line with at most `left` stones more.
    fn attack(&mut self, node: Node, control: &Control) -> Result<bool, Interrupted> {
        // Without the defender's lines many more positions are alike and a disproof is simpler, but not every
        // draw is one without them. So both are tried, in turns that grow.
        let mut share = FIRST_SHARE;
        let mut maker_wins = node.left != UNLIMITED;
        loop {
            if !maker_wins {
                match self.search.solve(Node { counters: false, ..node }, share, control) {
                    Ok(false) => return Ok(false),
                    Ok(true) => maker_wins = true,
                    Err(Halt::Spent) => {}
                    Err(Halt::Interrupted | Halt::Decided) => return Err(Interrupted),
                }
            }
            match self.search.solve(node, if maker_wins { u64::MAX } else { share }, control) {
                Ok(wins) => return Ok(wins),
                Err(Halt::Spent) => {}
                Err(Halt::Interrupted | Halt::Decided) => return Err(Interrupted),
            }
            share = share.saturating_mul(2);
        }
    }
}

impl<B: Bits> Prover<B> for FreeProver {
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let known = self.glance(board);
        if known.decide(target).is_some() {
            self.search.nodes += 1;
            return Ok(known);
        }
        let position = LinePosition::of(&self.search.shared().shape, board);
        let empty = position.empty() as i32;
        let mover = side_number(board.to_move());
        self.search.ask(position, nodes);
        // A score of at least `target` above 0: the mover wins within this many plies. A score of at least
        // `target`, 0 or below: the opponent does not win within this many plies.
        let (attacker, plies) =
            if target > Score::DRAW { (mover, empty + 1 - target.0) } else { (1 - mover, empty + target.0) };
        let attacks = attacker == mover;
        let stones = |plies: i32| if attacks { (plies + 1) / 2 } else { plies / 2 };
        let most = stones(empty);
        let stones = stones(plies).clamp(0, most);
        let left = if stones == most { UNLIMITED } else { stones as u16 };
        let wins = self.attack(Node { attacker, attacks, counters: true, left }, control)?;
        // The last of the attacker's stones is the game's last.
        let score = |stones: i32| Score(empty + 1 - if attacks { 2 * stones - 1 } else { 2 * stones });
        let proven = if wins {
            Bounds { lower: score(stones), upper: Score(empty) }
        } else {
            let upper = if stones == most { Score::DRAW } else { score(stones + 1) };
            Bounds { lower: Score(-empty), upper }
        };
        Ok(known.and(if attacks { proven } else { -proven }))
    }

    fn fork(&self, _thread: usize) -> Box<dyn Prover<B>> {
        Box::new(FreeProver { search: Search::new(Arc::clone(self.search.shared()), true) })
    }

    fn nodes(&mut self) -> u64 {
        std::mem::take(&mut self.search.nodes)
    }

    fn forget(&mut self) {
        let shared = self.search.shared();
        shared.numbers.clear();
        shared.hints.clear();
        if let Some(zones) = &shared.zones {
            zones.clear();
        }
    }

    fn glance(&mut self, board: &Board<B>) -> Bounds {
        let position = LinePosition::of(&self.search.shared().shape, board);
        let empty = position.empty();
        let mover = side_number(board.to_move());
        let other = 1 - mover;
        if position.tallies().completing(mover).count() > 0 {
            return Bounds::exactly(Score(empty as i32));
        }
        if position.tallies().completing(other).count() > 1 {
            return Bounds::exactly(Score(1 - empty as i32));
        }
        let mut bounds = Bounds::of_lacks(position.lacks(mover), position.lacks(other), empty);
        if position.weight(mover) < LinePosition::WEIGHT_OF_ONE / 2 {
            bounds.upper = Score::DRAW;
        }
        if position.weight(other) < LinePosition::WEIGHT_OF_ONE {
            bounds.lower = Score::DRAW;
        }
        if board.stones() == 0 {
            // An extra stone never hurts, so the first player could steal a winning strategy of the second.
            bounds.lower = Score::DRAW;
        }
        bounds
    }

    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        let position = LinePosition::of(&self.search.shared().shape, board);
        let mover = side_number(board.to_move());
        let shape = position.shape();
        let mut moves: Vec<(u64, u16)> = (0..shape.cells() as u16)
            .filter(|&cell| position.tallies().is_empty(cell))
            .map(|cell| {
                let weight =
                    2 * position.weight_through(mover, cell) + position.weight_through(1 - mover, cell);
                (u64::MAX - weight, cell)
            })
            .collect();
        moves.sort_unstable();
        moves.into_iter().map(|(_, cell)| shape.cell(cell)).collect()
    }

    /// The shortest wins are asked for first: to exclude them is cheap.
    fn next_target(&self, bounds: Bounds) -> Score {
        if bounds.upper <= Score::DRAW { bounds.lower.next() } else { bounds.upper }
    }
}
