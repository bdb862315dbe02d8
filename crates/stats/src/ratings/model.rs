//! The likelihood of ratings, with its slope and curvature.

use std::collections::BTreeMap;

use crate::Wdl;

/// The chances of one game, from the first mover's point of view; they sum to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prediction {
    /// The chance that the first mover wins.
    pub(super) win: f64,
    /// The chance of a draw.
    pub(super) draw: f64,
    /// The chance that the second mover wins.
    pub(super) loss: f64,
}

impl Prediction {
    /// Chances in the proportion e^(d/2) : e^tie : e^(−d/2).
    pub(super) fn new(advantage: f64, tie: f64) -> Self {
        let largest = (advantage.abs() / 2.0).max(tie);
        let [win, draw, loss] =
            [advantage / 2.0, tie, -advantage / 2.0].map(|weight| (weight - largest).exp());
        let sum = win + draw + loss;
        Self { win: win / sum, draw: draw / sum, loss: loss / sum }
    }
}

/// The games and the prior. A point of the parameter space is the players' abilities, the first mover's
/// advantage, and the weight of ties, all in natural logarithms.
///
/// The prior of the weight of ties is half a draw and half a decided game. The decided game is one between
/// equals. The draw is spread over the pairings like their games, so that it adds a draw without saying that the
/// players are alike: if no game was drawn, the abilities come out as in the model without ties.
pub(super) struct Model {
    players: usize,
    /// By first and second mover; no games twice, so that sums do not depend on the order in which they came.
    pairings: Vec<Counts>,
    /// Draws between equals, in the prior only.
    prior_draws: f64,
    /// One over the prior's variance of an ability and of the first mover's advantage.
    precision: f64,
}

/// The games of a pairing, with its part of the prior.
struct Counts {
    first: usize,
    second: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Counts {
    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// What the prior has seen of draws, and of decided games.
const PRIOR: f64 = 0.5;

/// Value, gradient and negated matrix of second derivatives of the penalized log-likelihood.
pub(super) struct Slope {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) information: Vec<f64>,
}

impl Model {
    pub(super) fn new(players: usize, games: &BTreeMap<(usize, usize), Wdl>, precision: f64) -> Self {
        let all: f64 = games.values().map(|results| results.games() as f64).sum();
        let counts = |(&(first, second), results): (&(usize, usize), &Wdl)| {
            let own = PRIOR * results.games() as f64 / all;
            Counts {
                first,
                second,
                wins: results.wins as f64,
                draws: results.draws as f64 + own,
                losses: results.losses as f64,
            }
        };
        let pairings = games.iter().filter(|(_, results)| results.games() > 0).map(counts).collect();
        Self { players, pairings, prior_draws: if all > 0.0 { 0.0 } else { PRIOR }, precision }
    }

    /// All games, the prior's among them.
    pub(super) fn games(&self) -> f64 {
        self.pairings.iter().map(Counts::games).sum()
    }

    pub(super) fn parameters(&self) -> usize {
        self.players + 2
    }

    fn advantage(&self, point: &[f64], counts: &Counts) -> f64 {
        point[counts.first] - point[counts.second] + point[self.players]
    }

    /// The logarithm of the likelihood times the prior's density, up to a constant.
    pub(super) fn value(&self, point: &[f64]) -> f64 {
        let tie = point[self.players + 1];
        let likelihood: f64 = self
            .pairings
            .iter()
            .map(|counts| {
                let advantage = self.advantage(point, counts);
                let [win, draw, loss] = ln_shares([advantage / 2.0, tie, -advantage / 2.0]);
                counts.wins * win + counts.draws * draw + counts.losses * loss
            })
            .sum();
        let squares: f64 = point[..=self.players].iter().map(|parameter| parameter * parameter).sum();
        let [half_decided, draw, _] = ln_shares([0.0, tie, 0.0]);
        let ties = self.prior_draws * draw + PRIOR * half_decided;
        likelihood - self.precision * squares / 2.0 + ties
    }

    pub(super) fn slope(&self, point: &[f64]) -> Slope {
        let size = self.parameters();
        let (order, tie) = (self.players, self.players + 1);
        let mut gradient = vec![0.0; size];
        let mut information = vec![0.0; size * size];
        for counts in &self.pairings {
            let (first, second, games) = (counts.first, counts.second, counts.games());
            let Prediction { win, draw, loss } = Prediction::new(self.advantage(point, counts), point[tie]);
            // By the advantage, by the weight of ties, and by both; written so that nothing cancels when one
            // chance is almost 1.
            let by_advantage = counts.wins * (loss + draw / 2.0)
                - counts.losses * (win + draw / 2.0)
                - counts.draws * (win - loss) / 2.0;
            let of_advantage = games * (win * loss + draw * (win + loss) / 4.0);
            let of_both = -games * (win - loss) * draw / 2.0;
            // Against itself a player's ability cancels.
            let signs = [(first, 1.0), (second, -1.0), (order, 1.0)];
            let signs = if first == second { &signs[2..] } else { &signs[..] };
            for &(row, sign) in signs {
                gradient[row] += sign * by_advantage;
                for &(column, other) in signs {
                    information[row * size + column] += sign * other * of_advantage;
                }
                information[row * size + tie] += sign * of_both;
                information[tie * size + row] += sign * of_both;
            }
            gradient[tie] += counts.draws * (win + loss) - (counts.wins + counts.losses) * draw;
            information[tie * size + tie] += games * draw * (win + loss);
        }
        for parameter in 0..=order {
            gradient[parameter] -= self.precision * point[parameter];
            information[parameter * size + parameter] += self.precision;
        }
        let Prediction { win, draw, loss } = Prediction::new(0.0, point[tie]);
        gradient[tie] += self.prior_draws * (win + loss) - PRIOR * draw;
        information[tie * size + tie] += (self.prior_draws + PRIOR) * draw * (win + loss);
        Slope { value: self.value(point), gradient, information }
    }
}

/// The logarithms of shares in the proportion of the exponentials. A share near 1 keeps its distance from it.
fn ln_shares(exponents: [f64; 3]) -> [f64; 3] {
    let mut sorted = exponents;
    sorted.sort_by(f64::total_cmp);
    let [least, middle, largest] = sorted;
    let others = (least - largest).exp() + (middle - largest).exp();
    exponents.map(|exponent| exponent - largest - others.ln_1p())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let games = BTreeMap::from([
            ((0, 1), Wdl { wins: 5, draws: 2, losses: 1 }),
            ((1, 0), Wdl { wins: 3, draws: 0, losses: 4 }),
            ((1, 2), Wdl { wins: 0, draws: 7, losses: 2 }),
            ((2, 2), Wdl { wins: 6, draws: 1, losses: 2 }),
        ]);
        Model::new(3, &games, 0.3)
    }

    #[test]
    fn derivatives_are_those_of_small_differences() {
        check(&model());
        check(&Model::new(3, &BTreeMap::new(), 0.3));
    }

    fn check(model: &Model) {
        let point = [0.4, -0.3, 0.1, 0.25, -0.6];
        let slope = model.slope(&point);
        let step = 1e-5;
        let moved = |parameter: usize, by: f64| {
            let mut point = point;
            point[parameter] += by;
            point
        };
        for row in 0..5 {
            let numeric = (model.value(&moved(row, step)) - model.value(&moved(row, -step))) / (2.0 * step);
            assert!((slope.gradient[row] - numeric).abs() < 1e-7, "{row}: {} {numeric}", slope.gradient[row]);
            let (up, down) = (model.slope(&moved(row, step)), model.slope(&moved(row, -step)));
            for column in 0..5 {
                let numeric = (down.gradient[column] - up.gradient[column]) / (2.0 * step);
                assert!((slope.information[row * 5 + column] - numeric).abs() < 1e-7, "{row} {column}");
            }
        }
    }

    #[test]
    fn chances_far_out_stay_chances() {
        for (advantage, tie) in [(5000.0, 0.0), (-5000.0, 300.0), (0.0, -4000.0), (0.0, 4000.0)] {
            let chances = Prediction::new(advantage, tie);
            assert!((chances.win + chances.draw + chances.loss - 1.0).abs() < 1e-12);
            let mirrored = Prediction::new(-advantage, tie);
            let score = |chances: &Prediction| chances.win + chances.draw / 2.0;
            assert!((score(&chances) + score(&mirrored) - 1.0).abs() < 1e-12);
        }
    }
}
