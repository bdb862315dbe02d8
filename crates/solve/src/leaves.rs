//! Ends of strategies: why a claim holds from a position on, whatever is played.

use std::sync::Arc;

use connect_toe_certificate::{Claim, Leaf};
use connect_toe_game::{Bits, Board, Cell, Rules, Side};

use crate::free::{Pairing, Shape, pairs_of};

/// Steps of a search for pairs that lie on several lines.
const PAIRING_BUDGET: u32 = 300;

/// Looks for ends of strategies in positions of one game.
#[derive(Debug)]
pub(crate) struct Leaves {
    /// `None` if pairs prove nothing, or take too long to find.
    shape: Option<Arc<Shape>>,
    pairing: Pairing,
}

impl Leaves {
    pub(crate) fn new<B: Bits>(rules: &Rules<B>) -> Leaves {
        let is_of_use = pairs_hold(rules) && Shape::is_quick(rules);
        Leaves { shape: is_of_use.then(|| Arc::new(Shape::new(rules))), pairing: Pairing::default() }
    }

    /// Whether leaves other than [`Leaf::Few`] can prove such a claim, `plies` plies after its position.
    pub(crate) fn may_hold<B: Bits>(rules: &Rules<B>, board: &Board<B>, claim: Claim, plies: u32) -> bool {
        pairs_hold(rules) && Leaf::is_for(rules, board, claim, plies)
    }

    /// Why a claim holds in a position, `plies` plies after its own, if it is found.
    pub(crate) fn find<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        claim: Claim,
        plies: u32,
    ) -> Option<Leaf> {
        if rules.outcome(board).is_some() || !Leaf::is_for(rules, board, claim, plies) {
            return None;
        }
        let plain = [Leaf::Few, Leaf::Potential];
        if let Some(leaf) = plain.into_iter().find(|leaf| leaf.proves(rules, board, claim, plies)) {
            return Some(leaf);
        }
        let shape = self.shape.as_ref()?;
        let pairs = pair_for_each_line(rules, board, claim.side)
            .or_else(|| pairs_of(&mut self.pairing, shape, board, claim.side.other(), PAIRING_BUDGET))?;
        let leaf = Leaf::Pairs(pairs);
        leaf.proves(rules, board, claim, plies).then_some(leaf)
    }
}

/// Whether a side that answers in a pair keeps its opponent from the lines with a pair.
fn pairs_hold<B: Bits>(rules: &Rules<B>) -> bool {
    rules.is_positional() && rules.sides_alternate()
}

/// Pairs of cells, one for each line that the opponent of a side could complete and for no other, if there are some: each line
/// and its cells are matched in turn (a line as two), lines that have cells give way (H. W. Kuhn, 1955).
fn pair_for_each_line<B: Bits>(rules: &Rules<B>, board: &Board<B>, side: Side) -> Option<Vec<[Cell; 2]>> {
    let own = board.stones_of(side);
    let empty = rules.empty(board);
    let open: Vec<Vec<Cell>> = rules
        .lines()
        .iter()
        .filter(|line| !line.iter().any(|cell| own.contains(cell.bit())))
        .map(|line| line.iter().copied().filter(|cell| empty.contains(cell.bit())).collect())
        .take(empty.count() as usize / 2 + 1)
        .collect();
    if 2 * open.len() > empty.count() as usize {
        return None;
    }
    let mut matching =
        Matching { lines: &open, owner: vec![None; rules.geometry().bits()], tried: Vec::new() };
    for half in 0..2 * open.len() {
        matching.tried = vec![false; rules.geometry().bits()];
        if !matching.place(half) {
            return None;
        }
    }
    let mut pairs = vec![Vec::new(); open.len()];
    for &cell in rules.geometry().cells() {
        if let Some(half) = matching.owner[cell.index()] {
            pairs[half / 2].push(cell);
        }
    }
    pairs.into_iter().map(|pair| <[Cell; 2]>::try_from(pair).ok()).collect()
}

/// Halves of lines, and the cells that they own.
struct Matching<'a> {
    lines: &'a [Vec<Cell>],
    owner: Vec<Option<usize>>,
    tried: Vec<bool>,
}

impl Matching<'_> {
    /// Finds a cell for half a line, if need be by letting others move on to other cells.
    fn place(&mut self, half: usize) -> bool {
        let lines = self.lines;
        for &cell in &lines[half / 2] {
            if std::mem::replace(&mut self.tried[cell.index()], true) {
                continue;
            }
            let gives_way = match self.owner[cell.index()] {
                None => true,
                Some(owner) => self.place(owner),
            };
            if gives_way {
                self.owner[cell.index()] = Some(half);
                return true;
            }
        }
        false
    }
}
