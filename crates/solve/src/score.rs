//! Exact values: as plies to a win or loss for people, as numbers for searches.

use std::fmt;
use std::ops::Neg;

use connect_toe_game::{Outcome, Side};

/// The result of best play, for the side to move: the winner wins as soon and the loser loses as late as possible.
///
/// ```
/// use connect_toe_solve::Value;
/// assert_eq!(Value::Win(41).to_string(), "win in 41");
/// assert_eq!((Value::Loss(2).distance(), Value::Draw.distance()), (Some(2), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins; the number of plies to the end of the game.
    Win(u32),
    /// Neither side wins.
    Draw,
    /// The side to move loses; the number of plies to the end of the game.
    Loss(u32),
}

/// A [`Value`] as a number: the greater the better for the side to move.
///
/// 0 is a draw. A game that the side to move wins counts the cells that are empty at its end, plus 1; a game
/// that it loses the same number below 0. So scores of different plies can be compared: the score of a position is
/// the greatest negated score of its children, whatever their distance.
///
/// ```text
///   empty cells now   5     win in 1 ply    4 cells left at the end    score  5
///                           win in 5 plies  0 cells left               score  1
///                           draw                                       score  0
///                           loss in 4 plies 1 cell left                score -2
/// ```
///
/// ```
/// use connect_toe_solve::{Score, Value};
/// // With five empty cells a win in three plies leaves two of them, which scores 3.
/// assert_eq!(Value::Win(3).score(5), Score(3));
/// assert_eq!(Score(3).value(5), Value::Win(3));
/// // The same result seen by the opponent, one ply earlier.
/// assert_eq!((-Score(3)).value(6), Value::Loss(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// Bounds on a position's score: it lies between them, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The score is not below this.
    pub lower: Score,
    /// The score is not above this.
    pub upper: Score,
}

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);

    /// The value of a position with `empty` empty cells that has this score.
    pub fn value(self, empty: u32) -> Value {
        let plies = || empty + 1 - self.0.unsigned_abs();
        match self.0.signum() {
            1 => Value::Win(plies()),
            -1 => Value::Loss(plies()),
            _ => Value::Draw,
        }
    }

    /// The next greater score.
    #[must_use]
    pub fn next(self) -> Score {
        Score(self.0 + 1)
    }
}

/// The score of a finished game for the side to move, with `empty` empty cells.
pub(crate) fn of_outcome(outcome: Outcome, to_move: Side, empty: u32) -> Score {
    match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(winner) if winner == to_move => Value::Win(0).score(empty),
        Outcome::Win(_) => Value::Loss(0).score(empty),
    }
}

/// The result for the other side.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Value {
    /// The value as a score, in a position with `empty` empty cells.
    pub fn score(self, empty: u32) -> Score {
        let left = |plies: u32| empty as i32 + 1 - plies as i32;
        match self {
            Value::Win(plies) => Score(left(plies)),
            Value::Draw => Score::DRAW,
            Value::Loss(plies) => Score(-left(plies)),
        }
    }

    /// Plies to the end of the game; a draw has none.
    pub fn distance(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }
}

/// `win in 41`, `draw`, `loss in 2`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

impl Bounds {
    /// Bounds that meet.
    pub fn exactly(score: Score) -> Bounds {
        Bounds { lower: score, upper: score }
    }

    /// The bounds that hold for every position with `empty` empty cells.
    ///
    /// ```
    /// use connect_toe_solve::{Bounds, Value};
    /// let bounds = Bounds::trivial(9);
    /// assert_eq!((bounds.lower.value(9), bounds.upper.value(9)), (Value::Loss(1), Value::Win(1)));
    /// ```
    pub fn trivial(empty: u32) -> Bounds {
        Bounds { lower: Score(-(empty as i32)), upper: Score(empty as i32) }
    }

    /// The bounds that follow from how many stones the fullest line lacks that the side to move, or the other one, can
    /// still fill; `None` if there is no such line.
    pub(crate) fn of_lacks(mover: Option<usize>, other: Option<usize>, empty: u32) -> Bounds {
        let empty = empty as i32;
        let upper = match mover {
            Some(lacks) if 2 * lacks as i32 - 1 <= empty => empty + 2 - 2 * lacks as i32,
            _ => 0,
        };
        let lower = match other {
            Some(lacks) if 2 * lacks as i32 <= empty => 2 * lacks as i32 - 1 - empty,
            _ => 0,
        };
        Bounds { lower: Score(lower), upper: Score(upper) }
    }

    /// The score, if the bounds meet.
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the score is at least `target`, if that is known.
    ///
    /// ```
    /// use connect_toe_solve::{Bounds, Score};
    /// let bounds = Bounds { lower: Score(0), upper: Score(4) };
    /// assert_eq!(bounds.decide(Score(0)), Some(true));
    /// assert_eq!(bounds.decide(Score(5)), Some(false));
    /// assert_eq!(bounds.decide(Score(2)), None);
    /// ```
    pub fn decide(self, target: Score) -> Option<bool> {
        if self.lower >= target {
            Some(true)
        } else if self.upper < target {
            Some(false)
        } else {
            None
        }
    }

    /// The score in the middle, the upper one if there are two.
    pub(crate) fn halfway(self) -> Score {
        Score(self.lower.0 + (self.upper.0 - self.lower.0 + 1) / 2)
    }

    /// These bounds with the score that a search for `target` came to: a lower bound if it reaches the target, an upper
    /// bound if it does not.
    #[inline]
    pub(crate) fn with_found(self, target: Score, score: Score) -> Bounds {
        if score >= target { Bounds { lower: score, ..self } } else { Bounds { upper: score, ..self } }
    }

    /// The bounds that follow from both together.
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// The same bounds for the other side.
impl Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }
}

/// The noun after a number of plies.
pub(crate) fn ply_or_plies(number: u32) -> &'static str {
    if number == 1 { "ply" } else { "plies" }
}
