//! Games in which any empty cell can be taken, one stone a turn, and a side that has all cells of a line wins: m,n,k
//! games, Qubic, cubes and hypercubes, planes, shapes, given lines, with blocked cells, and with a maker and a breaker.
//!
//! Only the line hypergraph matters here: which lines run through which cells. Every question becomes one about an
//! attacker: does this side complete a line, with a limited number of stones? The other side defends, and only
//! defends, though its lines end the game too. Where only X's lines count, X is the attacker of every question, and O
//! wins when the board is full.
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

use connect_toe_game::{Bits, Board, Cell, Edges, Rules, Side};
use connect_toe_threats::UNLIMITED;

use crate::claims::Claims;
use crate::control::{Control, Interrupted};
use crate::prover::{Memory, Prover};
use crate::score::{Bounds, Score};

use keys::{Names, Node};
pub(crate) use pairing::Pairing;
use position::{LinePosition, side_number};
use search::{Halt, Search, Shared};
pub(crate) use shape::Shape;
use table::{HintTable, NumbersTable, ZoneTable};

/// A prover, if one more stone never hurts, and lines are not rows that wrap: those are left to the general prover.
pub(crate) fn prover<B: Bits>(rules: &Rules<B>, memory: Memory) -> Option<Box<dyn Prover<B>>> {
    let wrap = rules.lines().are_rows() && rules.spec().edges != Edges::Walls;
    let fits = rules.passing_never_helps() && !wrap && Shape::is_quick(rules);
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
        if !node.counters {
            return self.search.solve(node, u64::MAX, control).map_err(|_| Interrupted);
        }
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
        let for_maker = self.search.shared().shape.for_maker;
        let question = Asked::of(target, side_number(board.to_move()), position.empty(), for_maker);
        self.search.ask(position, nodes);
        let proven = if self.attack(question.node(), control)? { question.win() } else { question.no_win() };
        Ok(known.and(if question.attacks { proven } else { -proven }))
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
        let mover = side_number(board.to_move());
        if position.shape().for_maker {
            let bounds = bounds_for_maker(&position, mover == MAKER);
            return if mover == MAKER { bounds } else { -bounds };
        }
        let empty = position.empty();
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
        let mut moves: Vec<(u64, u16)> = shape
            .open()
            .iter()
            .map(|cell| cell as u16)
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

/// Pairs of empty cells against a side's lines, if they are found in `budget` steps.
pub(crate) fn pairs_of<B: Bits>(
    pairing: &mut Pairing,
    shape: &Arc<Shape>,
    board: &Board<B>,
    against: Side,
    budget: u32,
) -> Option<Vec<[Cell; 2]>> {
    let position = LinePosition::of(shape, board);
    let pairs = pairing.find(&position, side_number(against), None, budget)?;
    Some(pairs.iter().map(|&(a, b)| [shape.cell(a), shape.cell(b)]).collect())
}

/// The side whose lines alone count, where only one side's do.
const MAKER: usize = 0;

/// A question about a score as one about an attacker, who has so many stones.
#[derive(Clone, Copy, Debug)]
struct Asked {
    attacker: usize,
    /// Whether the attacker is to move.
    attacks: bool,
    /// The attacker's stones, and the most that there are places for.
    stones: i32,
    most: i32,
    empty: i32,
    for_maker: bool,
}

impl Asked {
    /// The question whether the score of the side to move is at least `target`.
    fn of(target: Score, mover: usize, empty: u32, for_maker: bool) -> Asked {
        let empty = empty as i32;
        // A score of at least `target` above 0: the mover wins within this many plies. A score of at least
        // `target`, 0 or below: the opponent does not win within this many plies.
        let within = empty + 1 - target.0.max(1);
        let not_within = empty + target.0.min(0);
        let (attacker, plies) = match for_maker {
            // There is no draw: who does not lose wins.
            true if mover == MAKER => (MAKER, within),
            true => (MAKER, not_within),
            false if target > Score::DRAW => (mover, within),
            false => (1 - mover, not_within),
        };
        let attacks = attacker == mover;
        let stones = |plies: i32| if attacks { (plies + 1) / 2 } else { plies / 2 };
        let most = stones(empty);
        Asked { attacker, attacks, stones: stones(plies).clamp(0, most), most, empty, for_maker }
    }

    fn node(self) -> Node {
        let left = if self.stones == self.most { UNLIMITED } else { self.stones as u16 };
        Node { attacker: self.attacker, attacks: self.attacks, counters: !self.for_maker, left }
    }

    /// The attacker's score when this stone of its ends the game.
    fn score(self, stones: i32) -> Score {
        Score(self.empty + 1 - if self.attacks { 2 * stones - 1 } else { 2 * stones })
    }

    /// The attacker's bounds if it completes a line.
    fn win(self) -> Bounds {
        Bounds { lower: self.score(self.stones), upper: Score(self.empty) }
    }

    /// The attacker's bounds if it does not.
    fn no_win(self) -> Bounds {
        let without_line = if self.for_maker { Score(-1) } else { Score::DRAW };
        let upper = if self.stones == self.most { without_line } else { self.score(self.stones + 1) };
        let lower = if self.for_maker { Score(-1) } else { Score(-self.empty) };
        Bounds { lower, upper }
    }
}

/// What is known of the maker's score without a search: it loses when the board is full.
fn bounds_for_maker(position: &LinePosition, attacks: bool) -> Bounds {
    const LOST: Score = Score(-1);
    let empty = position.empty() as i32;
    let ends = position.tallies().completing(MAKER).count();
    if attacks && ends > 0 {
        return Bounds::exactly(Score(empty));
    }
    if !attacks && ends > 1 {
        return Bounds::exactly(Score(empty - 1));
    }
    let bound = if attacks { LinePosition::WEIGHT_OF_ONE / 2 } else { LinePosition::WEIGHT_OF_ONE };
    let stones = position.lacks(MAKER).filter(|_| position.weight(MAKER) >= bound);
    let plies = stones.map(|stones| 2 * stones as i32 - i32::from(attacks));
    match plies {
        Some(plies) if plies <= empty => Bounds { lower: LOST, upper: Score(empty + 1 - plies) },
        _ => Bounds::exactly(LOST),
    }
}
