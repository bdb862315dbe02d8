//! α-Rank.

use super::payoffs::Payoffs;

/// How a population comes to play another player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Selection {
    /// A population of a finite size, whose members copy whom they meet the rather the more that one wins.
    Finite {
        /// The intensity of selection, per unit of payoff: 0 or more. The larger, the more it counts who beats whom, and
        /// the less by how much.
        alpha: f64,
        /// The number of members, 2 or more.
        population: u32,
    },
    /// The limit of ever more intensity: who beats whom is all that counts.
    Infinite {
        /// How often a better player gives way to a worse one, above 0 and at most ½, so that no player is the end.
        noise: f64,
    },
}

impl Default for Selection {
    /// `OpenSpiel`'s: intensity 100, a population of 50.
    fn default() -> Self {
        Selection::Finite { alpha: 100.0, population: 50 }
    }
}

/// Why there is no such selection.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SelectionError {
    /// The intensity is negative or no number.
    #[error("the intensity alpha = {0} is out of range: it is at least 0 and at most 1e9")]
    Alpha(f64),
    /// A population in which nobody meets another one.
    #[error("a population of {0} is too small: it has 2 members or more")]
    Population(u32),
    /// The noise is out of range.
    #[error("the noise {0} is out of range: it is above 0 and at most 0.5")]
    Noise(f64),
}

/// Rates players by α-Rank: by how much of the time a population plays each of them, whose members try other players now
/// and then and keep those that win. The shares add up to 1. A player that beats all others has almost all; players that
/// beat each other in a circle share it.
///
/// All members play one player until one of them tries another, each with the same chance. It takes over the population with
/// the fixation probability (1 − e⁻ᵘ) / (1 − e⁻ᵐᵘ) for m members, with u = α times what it wins from the other beyond what
/// that one wins from it, and otherwise disappears. The shares are the stationary distribution of this chain.
///
/// It is computed in logarithms without a subtraction, so that no intensity is too large: α-Rank's authors advise one
/// beyond which the order of the players no longer changes.
///
/// # Errors
/// An intensity, population or noise out of range.
///
/// Source: S. Omidshafiei, C. Papadimitriou, G. Piliouras et al., "α-Rank: multi-agent evaluation by evolution", Scientific
/// Reports 9 (2019): the single population; the infinite intensity with noise as in `OpenSpiel`. The distribution: W.
/// Grassmann, M. Taksar & D. Heyman, "Regenerative analysis and steady state distributions for Markov chains",
/// Operations Research 33 (1985).
///
/// ```
/// use connect_toe_stats::{Payoffs, Selection, alpha_rank};
/// let circle = Payoffs::new(&[[0.0, 1.0, -0.1], [-1.0, 0.0, 0.3], [0.1, -0.3, 0.0]])?;
/// for share in alpha_rank(&circle, Selection::default())? {
///     assert!((share - 1.0 / 3.0).abs() < 1e-6);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn alpha_rank(payoffs: &Payoffs, selection: Selection) -> Result<Vec<f64>, SelectionError> {
    match selection {
        Selection::Finite { alpha, .. } if !(0.0..=1e9).contains(&alpha) => {
            return Err(SelectionError::Alpha(alpha));
        }
        Selection::Finite { population, .. } if population < 2 => {
            return Err(SelectionError::Population(population));
        }
        Selection::Infinite { noise } if !(noise > 0.0 && noise <= 0.5) => {
            return Err(SelectionError::Noise(noise));
        }
        Selection::Finite { .. } | Selection::Infinite { .. } => {}
    }
    let players = payoffs.players();
    // The logarithm of the chance to change from the row's player to the column's, up to a constant.
    let mut chances = vec![f64::NEG_INFINITY; players * players];
    for from in 0..players {
        for to in (0..players).filter(|&to| to != from) {
            // What it wins, and what the other one does not win.
            chances[from * players + to] = selection.ln_fixation(2.0 * payoffs.get(to, from));
        }
    }
    Ok(stationary(chances, players))
}

/// Payoffs that differ by less are the same.
const SAME: f64 = 1e-14;

impl Selection {
    /// The logarithm of the probability that a newcomer with this advantage takes over.
    fn ln_fixation(self, advantage: f64) -> f64 {
        match self {
            Selection::Finite { alpha, population } => {
                let (size, members) = ((alpha * advantage).abs(), f64::from(population));
                // ln (1 − e⁻ˣ)
                let ln_rest = |x: f64| (-(-x).exp_m1()).ln();
                if size < SAME {
                    -members.ln()
                } else {
                    let ahead = ln_rest(size) - ln_rest(members * size);
                    if advantage > 0.0 { ahead } else { ahead - (members - 1.0) * size }
                }
            }
            Selection::Infinite { .. } if advantage.abs() < SAME => 0.5_f64.ln(),
            Selection::Infinite { noise } if advantage > 0.0 => (-noise).ln_1p(),
            Selection::Infinite { noise } => noise.ln(),
        }
    }
}

/// The stationary distribution of a chain by the logarithms of its chances of change, up to a common factor.
fn stationary(mut chances: Vec<f64>, states: usize) -> Vec<f64> {
    // Takes out one state after the other: what led through it leads past it.
    for state in (1..states).rev() {
        let away = (0..state).map(|to| chances[state * states + to]).fold(f64::NEG_INFINITY, ln_sum);
        for from in 0..state {
            chances[from * states + state] -= away;
            let through = chances[from * states + state];
            for to in (0..state).filter(|&to| to != from) {
                let past = through + chances[state * states + to];
                chances[from * states + to] = ln_sum(chances[from * states + to], past);
            }
        }
    }
    let mut shares = vec![0.0; states];
    for state in 1..states {
        let ways = (0..state).map(|from| shares[from] + chances[from * states + state]);
        shares[state] = ways.fold(f64::NEG_INFINITY, ln_sum);
    }
    let all = shares.iter().copied().fold(f64::NEG_INFINITY, ln_sum);
    shares.into_iter().map(|share| (share - all).exp()).collect()
}

/// The logarithm of the sum of two numbers by theirs.
fn ln_sum(one: f64, other: f64) -> f64 {
    let (low, high) = (one.min(other), one.max(other));
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}
