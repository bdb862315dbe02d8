//! Counting the positions that games lead to.

use connect_toe_game::{Bits, Rules, for_width};
use connect_toe_work::Stop;
use thiserror::Error;

use crate::book::positions::{After, Frames, Key, Unlisted, after, start};
use crate::prover::Memory;
use crate::score::ply_or_plies;

/// The positions that games lead to by plies, each counted once; symmetric positions are different ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// By ply, from the empty board on.
    pub positions: Vec<u64>,
    /// Those of them in which the game is over.
    pub ended: Vec<u64>,
}

/// How far a count has come.
#[derive(Clone, Copy, Debug)]
pub struct CountProgress<'a> {
    /// The plies that have been counted.
    pub counts: &'a PositionCounts,
    /// Positions of the last of them whose moves have been made.
    pub done: u64,
    /// Positions of the last of them in which the game goes on.
    pub of: u64,
}

/// Why positions were not counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CountError {
    /// There was no room for the positions of a ply.
    #[error(
        "after {ply} {} there are more than {positions} positions, for which {bytes} bytes are too few",
        ply_or_plies(*ply)
    )]
    Memory {
        /// The ply.
        ply: u32,
        /// The positions that were found.
        positions: usize,
        /// The memory.
        bytes: usize,
    },
    /// It was stopped.
    #[error("stopped before all positions were counted")]
    Stopped,
}

/// Counts the positions that games from the empty board lead to in at most `plies` plies. All positions of two plies are in
/// memory at a time, with twice the bits of a board each. `each` gets how far it has come, after some thousand positions.
///
/// # Errors
/// [`CountError`]: too little memory, or a stop.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_solve::{Memory, count_positions};
/// use connect_toe_work::Stop;
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let counts = count_positions(&rules, 9, Memory(1 << 24), &Stop::new(), |_| {})?;
/// assert_eq!(counts.positions, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// assert_eq!(counts.ended.iter().sum::<u64>(), 958);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_positions<B: Bits>(
    rules: &Rules<B>,
    plies: u32,
    memory: Memory,
    stop: &Stop,
    mut each: impl FnMut(&CountProgress<'_>),
) -> Result<PositionCounts, CountError> {
    for_width!(B => count_here::<B>, fn(&Rules<B>, u32, Memory, &Stop, &mut dyn FnMut(&CountProgress<'_>)) -> Result<PositionCounts, CountError>)(
        rules, plies, memory, stop, &mut each,
    )
}

fn count_here<B: Bits>(
    rules: &Rules<B>,
    plies: u32,
    Memory(bytes): Memory,
    stop: &Stop,
    each: &mut dyn FnMut(&CountProgress<'_>),
) -> Result<PositionCounts, CountError> {
    let frames = Frames::none();
    // The list that is made can have three times as many positions before those that are alike are put together.
    let most = bytes / size_of::<Key<B>>() / 4;
    let mut open = start(rules, &frames);
    let mut counts = PositionCounts { positions: vec![1], ended: vec![1 - open.len() as u64] };
    for ply in 1..=plies {
        if open.is_empty() {
            break;
        }
        let of = open.len() as u64;
        let mut watch = |place: usize| {
            each(&CountProgress { counts: &counts, done: place as u64, of });
            stop.listen()
        };
        let After { open: next, ended } =
            after(rules, &frames, &open, true, most, &mut watch).map_err(|why| match why {
                Unlisted::Stopped => CountError::Stopped,
                Unlisted::Many(positions) => CountError::Memory { ply, positions, bytes },
            })?;
        counts.positions.push((next.len() + ended.len()) as u64);
        counts.ended.push(ended.len() as u64);
        open = next;
    }
    Ok(counts)
}
