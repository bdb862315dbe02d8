//! Values that announce wins and losses which a heuristic sees on the board but no search has proven.

/// The value of a position that the runs on the board decide at once.
pub const FORCED: i64 = 1 << 48;

/// The value that learned weights give a position in which the side to move can complete a line at once. Sums of
/// weights stay below it.
pub const WINS_AT_ONCE: i64 = 1_000_000_000_000_000;

/// How much less a forced result is worth for each ply until it comes.
pub(crate) const PLY: i64 = 1 << 40;

/// A win or loss that the runs force, as a value announces it.
///
/// ```
/// use connect_toe_eval::runs::{FORCED, Forced, OPEN};
/// assert_eq!(Forced::of((3 << 40) - FORCED), Some(Forced { plies: Some(3) }));
/// assert_eq!(Forced::of(OPEN), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Plies until it comes; `None` for values that combine others, such as those of `two-ply`.
    pub plies: Option<u32>,
}

impl Forced {
    /// The win or loss that this value of an undecided position announces, if any.
    pub fn of(value: i64) -> Option<Forced> {
        let plies = u32::try_from((FORCED - value.abs()) / PLY).ok().filter(|_| value.abs() <= FORCED);
        (value.abs() > FORCED / 2).then_some(Forced { plies })
    }
}
