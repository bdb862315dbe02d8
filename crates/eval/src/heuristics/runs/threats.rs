//! Runs that are one or two stones short, and what they decide.
//!
//! A *threat* is an empty cell that completes a line. A *fork* is a cell whose stone makes two threats at
//! once, of which the opponent can answer one; two threats on top of each other in one column are a fork
//! too. Everything here follows from the runs on the board and from which cells can be taken: no moves are
//! tried out.

use connect_toe_game::{Bits, BySide, Cell, Side};

use super::reach::Reach;
use super::windows::Windows;

/// A forcing move: a stone on `cell` threatens to complete a line on `rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Forcing {
    pub(super) cell: Cell,
    pub(super) rest: Cell,
}

/// The short runs of one position; reused from position to position to save allocations.
#[derive(Clone, Debug)]
pub(super) struct Threats<B> {
    /// The empty cells that complete a line of each side.
    completing: BySide<B>,
    /// The two missing cells of each window that is two stones short.
    pairs: BySide<Vec<(Cell, Cell)>>,
    forcing: Vec<Forcing>,
    /// The answer that a stone on each cell forces, while `forks` runs; [`NO_CELL`] elsewhere.
    answers: Vec<u16>,
}

const NO_CELL: u16 = u16::MAX;

/// The forks of one side that is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forks<B> {
    /// The cells that fork.
    pub(super) cells: B,
    /// Whether there are moves that force an answer, forks or not.
    pub(super) can_force: bool,
}

impl<B: Bits> Threats<B> {
    pub(super) fn new(bits: usize) -> Self {
        Threats {
            completing: BySide { x: B::EMPTY, o: B::EMPTY },
            pairs: BySide::default(),
            forcing: Vec::new(),
            answers: vec![NO_CELL; bits],
        }
    }

    /// The empty cells that complete a line of a side.
    #[inline]
    pub(super) fn completing(&self, side: Side) -> B {
        self.completing[side]
    }

    /// The two missing cells of each window of a side that is two stones short.
    #[inline]
    pub(super) fn pairs(&self, side: Side) -> &[(Cell, Cell)] {
        &self.pairs[side]
    }

    /// The forcing moves that the last call of [`forks`](Self::forks) found; some more than once.
    #[inline]
    pub(super) fn forcing(&self) -> &[Forcing] {
        &self.forcing
    }

    /// Finds the short runs.
    pub(super) fn find(&mut self, windows: &Windows<B>, occupied: B) {
        for side in Side::ALL {
            let mut completing = B::EMPTY;
            let pairs = &mut self.pairs[side];
            pairs.clear();
            for window in windows.ripe(side) {
                let mut missing = window.iter().filter(|cell| !occupied.contains(cell.bit()));
                match (missing.next(), missing.next()) {
                    (Some(&one), Some(&two)) => pairs.push((one, two)),
                    (Some(&one), None) => completing |= B::single(one.bit()),
                    _ => {}
                }
            }
            self.completing[side] = completing;
        }
    }

    /// The forks of `side` among the `candidates`, if it is to move and can take the `playable` cells.
    pub(super) fn forks(&mut self, side: Side, candidates: B, playable: B, reach: &Reach<B>) -> Forks<B> {
        let (own, theirs) = (self.completing[side], self.completing[side.other()]);
        // A stone right below a threat of the opponent loses.
        let open = candidates.minus(reach.below(theirs));
        let mut forks = B::EMPTY;
        self.forcing.clear();
        // A stone right below an own threat forces the answer there.
        for bit in (open & reach.below(own)).members() {
            self.forcing.push(Forcing { cell: Cell::from_bit(bit), rest: Cell::from_bit(bit + 1) });
            self.answers[bit as usize] = bit as u16 + 1;
        }
        for &(one, two) in &self.pairs[side] {
            for (cell, rest) in [(one, two), (two, one)] {
                if !open.contains(cell.bit()) {
                    continue;
                }
                if !playable.contains(rest.bit()) && !reach.is_above(rest, cell) {
                    continue;
                }
                self.forcing.push(Forcing { cell, rest });
                let answer = &mut self.answers[cell.index()];
                if *answer == NO_CELL {
                    *answer = rest.bit() as u16;
                } else if u32::from(*answer) != rest.bit() {
                    forks = forks.with(cell.bit());
                }
            }
        }
        if self.forcing.is_empty() {
            return Forks { cells: B::EMPTY, can_force: false };
        }
        if matches!(reach, Reach::Columns { .. }) {
            forks |= self.stacked_forks(side, reach);
        }
        for forcing in &self.forcing {
            self.answers[forcing.cell.index()] = NO_CELL;
        }
        Forks { cells: forks, can_force: true }
    }

    /// The forcing moves whose answer lets the next stone complete a line on top of it.
    fn stacked_forks(&self, side: Side, reach: &Reach<B>) -> B {
        let mut forks = B::EMPTY;
        let below_own = reach.below(self.completing[side]);
        for forcing in &self.forcing {
            if below_own.contains(forcing.rest.bit()) {
                forks = forks.with(forcing.cell.bit());
            }
        }
        for &(one, two) in &self.pairs[side] {
            for (cell, rest) in [(one, two), (two, one)] {
                let answer = self.answers[cell.index()];
                if answer != NO_CELL && reach.is_above(rest, Cell::from_bit(u32::from(answer))) {
                    forks = forks.with(cell.bit());
                }
            }
        }
        forks
    }

    /// The cells whose taking parries every one of these forks, which the last call of
    /// [`forks`](Self::forks) found.
    pub(super) fn defences(&self, forks: B) -> B {
        let mut common = !B::EMPTY;
        for fork in forks.members() {
            let rests = self
                .forcing
                .iter()
                .filter(|forcing| forcing.cell.bit() == fork)
                .fold(B::EMPTY, |rests, forcing| rests.with(forcing.rest.bit()));
            let parries = if rests.count() > 2 { B::EMPTY } else { rests };
            common &= parries.with(fork);
            if common.is_empty() {
                break;
            }
        }
        common
    }
}
