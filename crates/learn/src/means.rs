//! Means of what is learned over the last part of the games, about a quarter of them: what is learned goes to and fro.
//!
//! Method: polynomial-decay averaging (Shamir and Zhang, *Stochastic gradient descent for non-smooth optimization*, 2013).

/// The means are over the last part of the games, about one in this number plus 1.
const DECAY: f32 = 3.0;

/// The part of its difference to what is learned by which a mean moves, the time with this number, counted from 1.
pub(crate) fn part(number: u64) -> f32 {
    (DECAY + 1.0) / (DECAY + number as f32)
}
