//! Values that announce a win or a loss which a heuristic sees on the board, and which no search has proven.

/// The value of a position that the runs on the board decide at once.
pub const FORCED: i64 = 1 << 48;

/// The value by learned weights of a position in which the side to move can complete a line at once. Sums of weights stay
/// below.
pub const WINS_AT_ONCE: i64 = 1_000_000_000_000_000;

/// How much less a forced result is worth for each ply until it comes.
pub(crate) const PLY: i64 = 1 << 40;

/// What a value says of a win or loss that the runs force.
///
/// ```
/// use connect_toe_eval::runs::{FORCED, Forced, OPEN};
/// assert_eq!(Forced::of((3 << 40) - FORCED), Some(Forced { plies: Some(3) }));
/// assert_eq!(Forced::of(OPEN), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Plies until it comes; none for values that combine others, as those of `two-ply`.
    pub plies: Option<u32>,
}

impl Forced {
    /// What this value, which nothing decides yet, says.
    pub fn of(value: i64) -> Option<Forced> {
        let plies = u32::try_from((FORCED - value.abs()) / PLY).ok().filter(|_| value.abs() <= FORCED);
        (value.abs() > FORCED / 2).then_some(Forced { plies })
    }
}
