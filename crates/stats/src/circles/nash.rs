//! Nash averaging.

use super::dense::{Matrix, Solutions, solutions, solve};
use super::payoffs::Payoffs;
use crate::ratings::Cholesky;

/// A player's weight in the best mix of players, and what it makes of that mix.
#[derive(Debug, Clone, PartialEq)]
pub struct NashAverage {
    /// How much of the mix each player is; they add up to 1.
    pub shares: Vec<f64>,
    /// What each player wins from the mix: its rating. 0 for the players in the mix, and at most 0 for all others.
    pub payoffs: Vec<f64>,
}

/// Rates players by Nash averaging: by the payoff against the mix of players that no player beats.
///
/// The players are the choices of a game for two: each side names one, and wins what that player wins from the other's. An
/// equilibrium is a mix that none of them wins from. Of all equilibria it is the one with the largest entropy, which is
/// unique: it prefers no player without a reason, and copies of a player share what the player alone would have. Where one
/// player beats all others it is the whole mix; rock, paper and scissors are a third each.
///
/// The mix can change a lot where payoffs change a little: it has no error bars, and is to be read beside the scores.
///
/// Shares are right to some 10⁻⁹, unless one of them is smaller than 10⁻⁶, or a player outside of the mix loses less than
/// that against it: such a player may be counted in or out. Time grows with the cube of the players. The same payoffs give
/// the same answer.
///
/// Source: D. Balduzzi, K. Tuyls, J. Perolat & T. Graepel, "Re-evaluating evaluation", Advances in Neural Information
/// Processing Systems 31 (2018). Computed in two steps: the central path of the game as a linear program (A. Goldman &
/// A. Tucker, "Theory of linear programming", in: Linear Inequalities and Related Systems, 1956, whose strictly
/// complementary solution tells who can be in a mix at all; S. Wright, "Primal-dual interior-point methods", 1997), then
/// Newton's method for the entropy among the mixes of these players.
///
/// ```
/// use connect_toe_stats::{Payoffs, nash_average};
/// let circle = Payoffs::new(&[[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])?;
/// let found = nash_average(&circle);
/// assert!(found.shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9));
/// let ladder = Payoffs::new(&[[0.0, 0.2, 0.6], [-0.2, 0.0, 0.4], [-0.6, -0.4, 0.0]])?;
/// let found = nash_average(&ladder);
/// assert!((found.shares[0] - 1.0).abs() < 1e-9 && (found.payoffs[2] + 0.6).abs() < 1e-9);
/// # Ok::<(), connect_toe_stats::PayoffsError>(())
/// ```
pub fn nash_average(payoffs: &Payoffs) -> NashAverage {
    let players = payoffs.players();
    let central = Central::find(payoffs);
    let members: Vec<usize> =
        (0..players).filter(|&player| central.shares[player] > central.gaps[player]).collect();
    let mut shares = vec![0.0; players];
    for (&player, share) in members.iter().zip(Mixes::new(payoffs, &members).widest(&central.shares)) {
        shares[player] = share;
    }
    NashAverage { payoffs: payoffs.against(&shares), shares }
}

/// A point of the central path near its end: mixes from which nobody wins more than a little.
struct Central {
    shares: Vec<f64>,
    /// How far each player is from winning that little.
    gaps: Vec<f64>,
}

/// How much the largest payoff is divided by at the end of the path.
const END: f64 = 1e-12;

impl Central {
    /// Follows the path on which the product of share and gap is the same for all players, as it falls to 0.
    ///
    /// With payoffs A, shares p, and v the most that anybody may win from p, the gaps are v − A p. On the path
    /// v is the number of players times the product, since nobody wins from itself.
    fn find(payoffs: &Payoffs) -> Central {
        const STEPS: u32 = 300;
        let players = payoffs.players();
        let count = players as f64;
        let scale = if payoffs.largest() > 0.0 { payoffs.largest() } else { 1.0 };
        let mut shares = vec![1.0 / count; players];
        // So far from the end all gaps are almost alike.
        let mut most = 10.0;
        let mut gaps: Vec<f64> =
            payoffs.against(&shares).iter().map(|payoff| most - payoff / scale).collect();
        for _ in 0..STEPS {
            let products = shares.iter().zip(&gaps).map(|(share, gap)| share * gap);
            let (sum, largest) = products.fold((0.0, 0.0_f64), |(sum, most), one| (sum + one, most.max(one)));
            let is_central = largest < 1.5 * sum / count;
            if most < END && is_central {
                break;
            }
            // Towards the end, or only back to the middle of the path.
            let target = sum / count * if is_central { 0.2 } else { 0.8 };
            let Some((step, rise)) = Self::step(payoffs, scale, &shares, &gaps, target) else { break };
            let moved: Vec<f64> = payoffs.against(&step).iter().map(|payoff| rise - payoff / scale).collect();
            let room = |values: &[f64], steps: &[f64]| {
                let bounds = values.iter().zip(steps).filter(|(_, step)| **step < 0.0);
                bounds.map(|(value, step)| -value / step).fold(f64::INFINITY, f64::min)
            };
            let length = (0.9 * room(&shares, &step).min(room(&gaps, &moved))).min(1.0);
            let advance = |values: &mut [f64], steps: &[f64]| {
                values.iter_mut().zip(steps).for_each(|(value, step)| *value += length * step);
            };
            advance(&mut shares, &step);
            advance(&mut gaps, &moved);
            most += length * rise;
        }
        Central { shares, gaps }
    }

    /// Newton's step towards a product, of the shares and of the most that anybody may win.
    fn step(
        payoffs: &Payoffs,
        scale: f64,
        shares: &[f64],
        gaps: &[f64],
        target: f64,
    ) -> Option<(Vec<f64>, f64)> {
        let players = shares.len();
        let mut system = Matrix::zero(players + 1, players + 2);
        for row in 0..players {
            for column in 0..players {
                *system.at_mut(row, column) = -payoffs.get(row, column) / scale;
            }
            *system.at_mut(row, row) += gaps[row] / shares[row];
            *system.at_mut(row, players) = 1.0;
            *system.at_mut(row, players + 1) = target / shares[row] - gaps[row];
            *system.at_mut(players, row) = 1.0;
        }
        *system.at_mut(players, players + 1) = 1.0 - shares.iter().sum::<f64>();
        let mut step = solve(system)?;
        let rise = step.pop()?;
        (rise.is_finite() && step.iter().all(|one| one.is_finite())).then_some((step, rise))
    }
}

/// The mixes of some players from which none of these wins or loses anything.
struct Mixes<'a> {
    payoffs: &'a Payoffs,
    members: &'a [usize],
    others: Vec<usize>,
    all: Solutions,
}

impl<'a> Mixes<'a> {
    fn new(payoffs: &'a Payoffs, members: &'a [usize]) -> Mixes<'a> {
        let size = members.len();
        let mut equations = Matrix::zero(size + 1, size + 1);
        for (row, &player) in members.iter().enumerate() {
            for (column, &opponent) in members.iter().enumerate() {
                *equations.at_mut(row, column) = payoffs.get(player, opponent);
            }
            // The shares add up to 1.
            *equations.at_mut(size, row) = payoffs.largest().max(f64::MIN_POSITIVE);
        }
        *equations.at_mut(size, size) = payoffs.largest().max(f64::MIN_POSITIVE);
        let all = solutions(equations, 1e-10 * payoffs.largest());
        let others = (0..payoffs.players()).filter(|player| !members.contains(player)).collect();
        Mixes { payoffs, members, others, all }
    }

    /// The mix with the largest entropy from which the other players win nothing either, as shares of the members; found
    /// from shares of all players that are almost such a mix.
    fn widest(&self, near: &[f64]) -> Vec<f64> {
        let start: Vec<f64> = self.members.iter().map(|&player| near[player]).collect();
        let mut mix = self.all.nearest(&start);
        if mix.iter().any(|share| share.is_nan() || *share <= 0.0) {
            // Two mixes that the numbers cannot tell apart.
            let sum: f64 = start.iter().sum();
            return start.iter().map(|share| share / sum).collect();
        }
        if self.all.free.is_empty() {
            return mix;
        }
        // Others that are not worse by more than rounding bound nothing.
        let bounds: Vec<usize> =
            self.others.iter().copied().filter(|&other| self.loss(other, &mix) > 0.0).collect();
        // The bounds repel, ever less; without bounds once is enough.
        let mut repulsion = if bounds.is_empty() { 0.0 } else { 1e-2 };
        loop {
            self.settle(&mut mix, &bounds, repulsion);
            if repulsion < 1e-18 {
                return mix;
            }
            repulsion /= 10.0;
        }
    }

    /// What another player loses against a mix of the members.
    fn loss(&self, other: usize, mix: &[f64]) -> f64 {
        self.members.iter().zip(mix).map(|(&member, share)| self.payoffs.get(member, other) * share).sum()
    }

    /// What is to be made small: minus the entropy, and the repulsion of the bounds. Infinite outside of them.
    fn value(&self, mix: &[f64], bounds: &[usize], repulsion: f64) -> f64 {
        if mix.iter().any(|&share| share <= 0.0) {
            return f64::INFINITY;
        }
        let barrier = |&other: &usize| {
            let loss = self.loss(other, mix);
            if loss > 0.0 { -repulsion * loss.ln() } else { f64::INFINITY }
        };
        let entropy: f64 = mix.iter().map(|share| -share * share.ln()).sum();
        bounds.iter().map(barrier).sum::<f64>() - entropy
    }

    /// Newton's method to the smallest value.
    fn settle(&self, mix: &mut Vec<f64>, bounds: &[usize], repulsion: f64) {
        const STEPS: u32 = 200;
        let (size, free) = (mix.len(), self.all.free.len());
        let unit =
            |at: usize| -> Vec<f64> { (0..free).map(|one| if one == at { 1.0 } else { 0.0 }).collect() };
        let directions: Vec<Vec<f64>> = (0..free).map(|at| self.all.direction(&unit(at), size)).collect();
        for _ in 0..STEPS {
            let (downhill, curvature) = self.slopes(mix, &directions, bounds, repulsion);
            let Some(cholesky) = Cholesky::new(&curvature, free) else { return };
            let step = cholesky.solve(&downhill);
            let promised: f64 = step.iter().zip(&downhill).map(|(step, slope)| step * slope).sum();
            if promised.is_nan() || promised < 1e-24 {
                return;
            }
            let direction = self.all.direction(&step, size);
            let moved = |length: f64| -> Vec<f64> {
                mix.iter().zip(&direction).map(|(share, step)| share + length * step).collect()
            };
            let value = self.value(mix, bounds, repulsion);
            // Where the step promises next to nothing, the gain would drown in the rounding of the value.
            let is_worse = |next: &[f64], length: f64| {
                let next = self.value(next, bounds, repulsion);
                !next.is_finite() || (promised > 1e-12 && next > value - 0.1 * length * promised)
            };
            let mut length = 1.0;
            let mut next = moved(length);
            while is_worse(&next, length) {
                length /= 2.0;
                if length < 1e-9 {
                    return;
                }
                next = moved(length);
            }
            *mix = next;
        }
    }

    /// How fast the value falls in each direction, and its second derivatives.
    fn slopes(
        &self,
        mix: &[f64],
        directions: &[Vec<f64>],
        bounds: &[usize],
        repulsion: f64,
    ) -> (Vec<f64>, Vec<f64>) {
        let losses: Vec<f64> = bounds.iter().map(|&other| self.loss(other, mix)).collect();
        // How the losses of the bounds change in each direction, relative to them.
        let of_losses = |direction: &Vec<f64>| -> Vec<f64> {
            bounds.iter().zip(&losses).map(|(&other, loss)| self.loss(other, direction) / loss).collect()
        };
        let relative: Vec<Vec<f64>> = directions.iter().map(of_losses).collect();
        let downhill = |(direction, losses): (&Vec<f64>, &Vec<f64>)| {
            let entropy = direction.iter().zip(mix).map(|(one, share)| one * (share.ln() + 1.0));
            repulsion * losses.iter().sum::<f64>() - entropy.sum::<f64>()
        };
        let mut curvature = Vec::with_capacity(directions.len() * directions.len());
        for (row, row_losses) in directions.iter().zip(&relative) {
            for (column, column_losses) in directions.iter().zip(&relative) {
                let entropy =
                    row.iter().zip(column).zip(mix).map(|((one, other), share)| one * other / share);
                let barrier = row_losses.iter().zip(column_losses).map(|(one, other)| one * other);
                curvature.push(entropy.sum::<f64>() + repulsion * barrier.sum::<f64>());
            }
        }
        (directions.iter().zip(&relative).map(downhill).collect(), curvature)
    }
}
