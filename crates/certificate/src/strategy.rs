//! Following a strategy through every answer of the opponent.

use std::hash::{BuildHasher, RandomState};

use connect_toe_game::{Bits, Board, Cell, Outcome, Rules};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::claim::Claim;

/// Where a strategy's moves come from.
///
/// ```
/// use std::convert::Infallible;
///
/// use connect_toe_certificate::{Broken, Choice, Chooser, Stop, follow};
/// use connect_toe_game::{Board, Rules};
///
/// /// Always takes the first legal move.
/// struct First<'a>(&'a Rules<u64>);
///
/// impl Chooser<u64> for First<'_> {
///     type Error = Infallible;
///
///     fn ply(&mut self, _plies: u32, _positions: usize) -> Result<(), Infallible> {
///         Ok(())
///     }
///
///     fn choose(&mut self, board: &Board<u64>) -> Result<Choice, Infallible> {
///         Ok(Choice::Move(self.0.legal_moves(board)[0]))
///     }
/// }
///
/// let rules = Rules::<u64>::compile(&"3:2".parse()?)?;
/// let check = |claim: &str| {
///     let claim = claim.parse().expect("a claim");
///     follow(&rules, &rules.start(), claim, &mut First(&rules))
/// };
/// assert_eq!(check("x does not lose"), Ok(()));
/// let Err(Stop::Flaw(flaw)) = check("x wins within 3 plies") else { panic!("O answers in the middle") };
/// assert!(matches!(flaw.broken, Broken::EndsWith(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Chooser<B: Bits> {
    /// Why the chooser gives no move.
    type Error;

    /// Announces that the next `positions` moves are asked for positions of this ply, counted from the first position.
    ///
    /// # Errors
    /// The chooser gives up.
    fn ply(&mut self, plies: u32, positions: usize) -> Result<(), Self::Error>;

    /// What to do in a position in which the game goes on.
    ///
    /// # Errors
    /// The chooser gives up.
    fn choose(&mut self, board: &Board<B>) -> Result<Choice, Self::Error>;

    /// Called before the opponent's moves are tried in one more position. By now `known` positions of the next ply are
    /// known, and a move will be asked for in each of them.
    ///
    /// # Errors
    /// The chooser gives up.
    fn before_replies(&mut self, _known: usize) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What a strategy has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move.
    Move(Cell),
    /// A move after which the claim holds, as the chooser has seen: the strategy does not go on.
    Last(Cell),
    /// The claim holds here, as the chooser has seen: the strategy does not go on.
    Holds,
}

/// Why a strategy does not prove a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw<B> {
    /// The position in which something goes wrong.
    pub board: Board<B>,
    /// The move of either side that goes wrong there, if it is a move.
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

/// Why a strategy was not followed to the end of the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<B, E> {
    /// It does not prove the claim.
    Flaw(Flaw<B>),
    /// The positions of two successive plies take more than 1 GiB, or more than the system gives.
    TooMany,
    /// The chooser gave up.
    Chooser(E),
}

/// Bytes for positions: those of the ply that is looked at, and those that it leads to.
const MOST_BYTES: usize = 1 << 30;

/// The positions of a ply, each once, in the order of discovery.
struct Layer<B: Bits> {
    boards: Vec<Board<B>>,
    /// Their places in the list, by hash.
    places: HashTable<u32>,
    hashes: RandomState,
    /// Positions that there is memory for.
    room: usize,
}

/// The memory is full.
struct Full;

impl<B: Bits> Layer<B> {
    /// Room for the first positions.
    const FIRST_ROOM: usize = 16;

    fn new() -> Layer<B> {
        Layer { boards: Vec::new(), places: HashTable::new(), hashes: RandomState::new(), room: 0 }
    }

    /// Adds a position, if it is new and `most_bytes` bytes are enough for all.
    fn insert(&mut self, board: Board<B>, most_bytes: usize) -> Result<(), Full> {
        let Layer { boards, places, hashes, room } = self;
        let hash_of = |boards: &[Board<B>], place: u32| hashes.hash_one(boards[place as usize]);
        if boards.len() == *room {
            let more = Self::FIRST_ROOM.max(2 * *room);
            // While a table grows, the old one, half as large, is still there.
            if Self::bytes(more) + Self::bytes(*room) > most_bytes {
                return Err(Full);
            }
            boards.try_reserve_exact(more - boards.len()).map_err(|_| Full)?;
            places.try_reserve(more - places.len(), |&place| hash_of(boards, place)).map_err(|_| Full)?;
            *room = more;
        }
        let is_board = |&place: &u32| boards[place as usize] == board;
        let entry = places.entry(hashes.hash_one(board), is_board, |&place| hash_of(boards, place));
        if let Entry::Vacant(free) = entry {
            free.insert(boards.len() as u32);
            boards.push(board);
        }
        Ok(())
    }

    /// Bytes that room for `room` positions takes: a list of them, and their places in a table that is never quite
    /// full.
    fn bytes(room: usize) -> usize {
        let table = (room * 8 / 7 + 1).next_power_of_two();
        room * size_of::<Board<B>>() + table * (size_of::<u32>() + 1)
    }
}

/// Follows a strategy: at each ply the moves of the claim's side are chosen, or all legal moves of the opponent are
/// tried, and every position that is reached is looked at once. The claim holds in all of them unless there is an
/// error.
///
/// # Errors
/// The first flaw, the chooser's error, or too many positions.
pub fn follow<B: Bits, C: Chooser<B>>(
    rules: &Rules<B>,
    start: &Board<B>,
    claim: Claim,
    chooser: &mut C,
) -> Result<(), Stop<B, C::Error>> {
    let flaw = |board: &Board<B>, cell, broken| Stop::Flaw(Flaw { board: *board, cell, broken });
    // Whether a position has to be looked at. A finished or decided position need not be, if it is as claimed.
    let goes_on = |outcome: Option<Outcome>, plies: u32| match outcome {
        Some(outcome) if claim.holds_at_the_end(outcome, plies) => Ok(false),
        Some(outcome) => Err(Broken::EndsWith(outcome)),
        None => match claim.is_decided_after(plies) {
            None => Ok(true),
            Some(true) => Ok(false),
            Some(false) => Err(Broken::OutOfPlies),
        },
    };
    let mut plies = 0;
    let mut layer = Layer::new();
    if goes_on(rules.outcome(start), plies).map_err(|broken| flaw(start, None, broken))? {
        layer.insert(*start, MOST_BYTES).map_err(|Full| Stop::TooMany)?;
    }
    while let Some(first) = layer.boards.first() {
        let own = first.to_move() == claim.side;
        if own {
            chooser.ply(plies, layer.boards.len()).map_err(Stop::Chooser)?;
        }
        let mut next = Layer::new();
        let bytes_left = MOST_BYTES.saturating_sub(Layer::<B>::bytes(layer.room));
        for board in &layer.boards {
            let moves = if own {
                let (cell, is_last) = match chooser.choose(board).map_err(Stop::Chooser)? {
                    Choice::Move(cell) => (cell, false),
                    Choice::Last(cell) => (cell, true),
                    Choice::Holds => continue,
                };
                if !rules.legal(board).contains(cell.bit()) {
                    return Err(flaw(board, Some(cell), Broken::Illegal));
                }
                if is_last {
                    continue;
                }
                vec![cell]
            } else {
                chooser.before_replies(next.boards.len()).map_err(Stop::Chooser)?;
                rules.legal_moves(board)
            };
            for cell in moves {
                let after = rules.play(board, cell);
                let open = goes_on(rules.outcome(&after), plies + 1)
                    .map_err(|broken| flaw(board, Some(cell), broken))?;
                if open {
                    next.insert(after, bytes_left).map_err(|Full| Stop::TooMany)?;
                }
            }
        }
        layer = next;
        plies += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_keeps_within_its_memory() {
        let rules = Rules::<u64>::compile(&"7x7:7".parse().expect("game text")).expect("a small game");
        let mut layer = Layer::new();
        let most_bytes = 100_000;
        let mut boards = vec![rules.start()];
        let mut next = 0;
        let full = loop {
            let board = boards[next];
            next += 1;
            boards.extend(rules.legal_moves(&board).into_iter().map(|cell| rules.play(&board, cell)));
            let before = layer.boards.len();
            if layer.insert(board, most_bytes).is_err() {
                break before;
            }
            // Once only.
            assert!(layer.insert(board, most_bytes).is_ok() || layer.boards.len() == layer.room);
            assert!(layer.boards.capacity() >= layer.room && Layer::<u64>::bytes(layer.room) <= most_bytes);
        };
        // A board has at least two sets of eight bytes.
        assert!((500..100_000 / 16).contains(&full), "{full}");
        assert!(layer.boards.len() == full && layer.boards[1] == boards[1]);
    }
}
