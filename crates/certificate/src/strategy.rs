//! Following a strategy through every answer of the opponent.

use std::collections::HashSet;

use connect_toe_game::{Bits, Board, Cell, Outcome, Rules};

use crate::claim::Claim;

/// Where a strategy's moves come from.
pub trait Chooser<B: Bits> {
    /// Why there is no move.
    type Error;

    /// From now on moves are asked for positions of this ply, counted from the first position, so many in number.
    ///
    /// # Errors
    /// The chooser gives up.
    fn ply(&mut self, plies: u32, positions: usize) -> Result<(), Self::Error>;

    /// The move in a position in which the game goes on.
    ///
    /// # Errors
    /// The chooser gives up.
    fn choose(&mut self, board: &Board<B>) -> Result<Cell, Self::Error>;
}

/// Why a strategy does not prove a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw<B> {
    /// The position in which something goes wrong.
    pub board: Board<B>,
    /// The move there, by whichever side, if it is the move that goes wrong.
    pub cell: Option<Cell>,
    /// What goes wrong.
    pub broken: Broken,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The move is not legal.
    Illegal,
    /// The game ends, and not as claimed.
    EndsWith(Outcome),
    /// The claimed number of plies has been played and the game goes on.
    OutOfPlies,
}

/// What stopped the walk.
#[derive(Debug)]
pub(crate) enum Stop<B, E> {
    Flaw(Flaw<B>),
    TooMany,
    Chooser(E),
}

/// Memory for the positions of one ply.
const MOST_BYTES: usize = 2 << 30;

/// Follows a strategy: at each ply the moves of the claim's side are chosen, or all legal moves of the opponent are
/// tried, and every position that is reached is looked at once. Comes back if the claim holds wherever that leads.
///
/// # Errors
/// The first flaw; or the chooser's error; or `too_many` if a ply has more positions than memory can hold.
pub fn follow<B: Bits, C: Chooser<B>>(
    rules: &Rules<B>,
    start: &Board<B>,
    claim: Claim,
    chooser: &mut C,
    too_many: impl FnOnce() -> C::Error,
) -> Result<Result<(), Flaw<B>>, C::Error> {
    match walk(rules, start, claim, chooser) {
        Ok(()) => Ok(Ok(())),
        Err(Stop::Flaw(flaw)) => Ok(Err(flaw)),
        Err(Stop::Chooser(error)) => Err(error),
        Err(Stop::TooMany) => Err(too_many()),
    }
}

fn walk<B: Bits, C: Chooser<B>>(
    rules: &Rules<B>,
    start: &Board<B>,
    claim: Claim,
    chooser: &mut C,
) -> Result<(), Stop<B, C::Error>> {
    let flaw = |board: &Board<B>, cell, broken| Stop::Flaw(Flaw { board: *board, cell, broken });
    // Does a position have to be looked at? A finished or decided one has not, if it is as claimed.
    let goes_on = |board: &Board<B>, outcome: Option<Outcome>, plies: u32| match outcome {
        Some(outcome) if claim.holds_at_the_end(outcome, plies) => Ok(false),
        Some(outcome) => Err((*board, Broken::EndsWith(outcome))),
        None => match claim.is_decided_after(plies) {
            None => Ok(true),
            Some(true) => Ok(false),
            Some(false) => Err((*board, Broken::OutOfPlies)),
        },
    };
    let mut plies = 0;
    let mut layer = Vec::new();
    if goes_on(start, rules.outcome(start), plies).map_err(|(board, broken)| flaw(&board, None, broken))? {
        layer.push(*start);
    }
    while let Some(first) = layer.first() {
        let own = first.to_move() == claim.side;
        if own {
            chooser.ply(plies, layer.len()).map_err(Stop::Chooser)?;
        }
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for board in &layer {
            let moves = if own {
                let cell = chooser.choose(board).map_err(Stop::Chooser)?;
                if !rules.legal(board).contains(cell.bit()) {
                    return Err(flaw(board, Some(cell), Broken::Illegal));
                }
                vec![cell]
            } else {
                rules.legal_moves(board)
            };
            for cell in moves {
                let after = rules.play(board, cell);
                let open = goes_on(board, rules.outcome(&after), plies + 1)
                    .map_err(|(board, broken)| flaw(&board, Some(cell), broken))?;
                if open && seen.insert(after) {
                    next.push(after);
                    if 3 * next.len() > MOST_BYTES / size_of::<Board<B>>() {
                        return Err(Stop::TooMany);
                    }
                }
            }
        }
        layer = next;
        plies += 1;
    }
    Ok(())
}
