//! The prover for lines that are not rows, blocked cells, and a maker and a breaker: two provers in turn.
//!
//! Proof-number search finds wins by threats and draws by pairing that alpha-beta does not see to the end of. Alpha-beta
//! finds its way where few positions are won by force and many are alike, as on planes. Nobody can tell before which a
//! game needs. So each gets a share of nodes, and twice as many when both have spent theirs; what they have found out
//! stays in their tables. The one that answered last is asked first.

use connect_toe_game::{Bits, Board, Cell, Rules};

use crate::control::{Control, Interrupted};
use crate::prover::{Memory, Prover};
use crate::score::{Bounds, Score};
use crate::{free, general};

/// Nodes of the first attempt of each prover.
const FIRST_SHARE: u64 = 2000;

/// The place of the general prover, which begins: many games of this kind are small.
const GENERAL: usize = 1;

/// A prover for games that both provers take, and that are not plain ones, which the prover of free placement decides alone.
pub(crate) fn prover<B: Bits>(rules: &Rules<B>, Memory(bytes): Memory) -> Option<Box<dyn Prover<B>>> {
    if rules.spec().is_plain() {
        return None;
    }
    let half = Memory(bytes / 2);
    let free = free::prover(rules, half)?;
    let general = general::prover(rules, half)?;
    Some(Box::new(InTurn { provers: [free, general], first: GENERAL, nodes: 0 }))
}

struct InTurn<B: Bits> {
    provers: [Box<dyn Prover<B>>; 2],
    /// The prover that answered last.
    first: usize,
    /// Nodes that are counted here already.
    nodes: u64,
}

impl<B: Bits> InTurn<B> {
    /// Asks one prover, and counts its nodes.
    fn ask(
        &mut self,
        number: usize,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> (Result<Bounds, Interrupted>, u64) {
        let prover = &mut self.provers[number];
        let found = prover.prove(board, target, nodes, control);
        let spent = prover.nodes();
        self.nodes += spent;
        (found, spent)
    }
}

impl<B: Bits> Prover<B> for InTurn<B> {
    fn prove(
        &mut self,
        board: &Board<B>,
        target: Score,
        nodes: u64,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        let known = self.glance(board);
        if known.decide(target).is_some() {
            self.nodes += 1;
            return Ok(known);
        }
        let mut left = nodes;
        let mut share = FIRST_SHARE;
        loop {
            for number in [self.first, 1 - self.first] {
                let (found, spent) = self.ask(number, board, target, share.min(left), control);
                left = left.saturating_sub(spent.max(1));
                match found {
                    Ok(found) => {
                        self.first = number;
                        return Ok(known.and(found));
                    }
                    Err(Interrupted) if control.is_stopped() || left == 0 => return Err(Interrupted),
                    Err(Interrupted) => {}
                }
            }
            share = share.saturating_mul(2);
        }
    }

    fn fork(&self, thread: usize) -> Box<dyn Prover<B>> {
        let provers = self.provers.each_ref().map(|prover| prover.fork(thread));
        // Half of the threads begin with either.
        Box::new(InTurn { provers, first: (self.first + thread) % 2, nodes: 0 })
    }

    fn nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    fn forget(&mut self) {
        self.first = GENERAL;
        for prover in &mut self.provers {
            prover.forget();
        }
    }

    fn glance(&mut self, board: &Board<B>) -> Bounds {
        let [free, general] = &mut self.provers;
        free.glance(board).and(general.glance(board))
    }

    fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        self.provers[0].ordered_moves(board)
    }

    fn next_target(&self, bounds: Bounds) -> Score {
        self.provers[0].next_target(bounds)
    }
}
