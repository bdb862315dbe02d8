//! Ratings of many players from all their games.

mod cholesky;
mod components;
mod model;

use std::collections::BTreeMap;

use super::elo::ELO_PER_LOGIT;
use super::{Confidence, Interval, Wdl};
pub(crate) use cholesky::Cholesky;
use components::components;
use model::{Model, Prediction};

/// The games of two players in which the same one moved first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The player who moved first, by its number from 0.
    pub first: usize,
    /// The player who moved second. The same as `first` in games of a player against itself, which say something about
    /// the first mover's advantage and about draws, but nothing about strength.
    pub second: usize,
    /// The results from the first mover's point of view.
    pub results: Wdl,
}

/// Where the scale of the ratings has its fixed point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Anchor {
    /// The mean of the players' ratings.
    Mean {
        /// What it is set to, in Elo points.
        elo: f64,
    },
    /// One player's rating. The players who never met that player, directly or through others, have this as the
    /// mean of their ratings instead.
    Player {
        /// The player's number.
        player: usize,
        /// What its rating is set to, in Elo points.
        elo: f64,
    },
}

/// How ratings are to be found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingOptions {
    /// The fixed point of the scale.
    pub anchor: Anchor,
    /// The prior's standard deviation of a rating and of the first mover's advantage, in Elo points. The
    /// larger, the weaker the prior; it must be a positive number. The default, 1000, weighs about as much as an
    /// eighth of a game between equals.
    pub prior_deviation: f64,
    /// The level of the intervals.
    pub confidence: Confidence,
}

impl Default for RatingOptions {
    /// Mean 0, prior deviation 1000, 95 %.
    fn default() -> Self {
        Self {
            anchor: Anchor::Mean { elo: 0.0 },
            prior_deviation: 1000.0,
            confidence: Confidence::NINETY_FIVE,
        }
    }
}

/// An estimate in Elo points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most probable value.
    pub elo: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Where it lies at the level asked for: as many standard errors to either side.
    pub interval: Interval,
}

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The rating on the scale of the anchor. The error is that of the distance to the anchor, so an anchored
    /// player has none; a player who met nobody stands at the anchor with the prior's error.
    pub rating: Estimate,
    /// All games, from the player's point of view; those against itself left out.
    pub results: Wdl,
    /// The number of the component: the players who met, directly or through others. Ratings of different
    /// components cannot be compared.
    pub component: usize,
}

/// The ratings of all players. See [`rate_players`].
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// The players in their order.
    pub players: Vec<Rating>,
    /// How many components there are.
    pub components: usize,
    /// How many Elo points moving first is worth.
    pub first_move_advantage: Estimate,
    /// How often players of the same rating draw, with the first mover's advantage; 0 … 1. `None` without games, and
    /// in a mean over games.
    pub draw_rate: Option<f64>,
    /// Where that lies at the level asked for; everything without games.
    pub draw_rate_interval: Interval,
    confidence: Confidence,
    point: Vec<f64>,
    covariance: Vec<f64>,
}

/// Why players cannot be rated.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum RatingsError {
    /// A player's number is too high.
    #[error("there is no player {player}: the {players} players are numbered from 0")]
    NoSuchPlayer {
        /// The number.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// The prior's deviation or the anchor's rating is out of range.
    #[error("{0} is out of range: a deviation lies between 1e-3 and 1e7, a rating between -1e7 and 1e7")]
    Value(f64),
    /// The best fit was not found: some 10¹² games or more together with a very weak prior are beyond the
    /// precision of the numbers.
    #[error("the ratings cannot be computed to machine precision; a stronger prior helps")]
    Imprecise,
}

/// Rates `players` players by all their games. Not every pair of players has to meet.
///
/// With ratings r in Elo points, first mover's advantage a, and D = r₁ − r₂ + a, the chances of a win, a draw and
/// a loss of the first mover are in the proportion 10^(D/800) : ν : 10^(−D/800). 400 points are odds of ten to
/// one in decided games; draws bring expected scores closer to ½ than [`score_of_elo`](super::score_of_elo) has them.
///
/// Ratings, advantage and ν are those of maximum likelihood with a weak prior: ratings and advantage are normal
/// about 0 with the deviation of [`RatingOptions::prior_deviation`], half a draw is spread over the pairings like
/// their games, and ν has seen half a decided game between equals. So everything is finite even if a player won
/// or lost all its games or no game (or every game) was drawn. Such a rating is a cautious one, and its interval
/// is wide.
///
/// Standard errors are from the inverse of the observed information, of the distance to the anchor.
///
/// The answer does not depend on the order of the pairings. Time grows with the cube of the players.
///
/// Source: R. Bradley & M. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); draws:
/// R. Davidson, Journal of the American Statistical Association 65 (1970); first mover: R. Davidson & R. Beaver,
/// "On extending the Bradley-Terry model to incorporate within-pair order effects", Biometrics 33 (1977), whose
/// weight of ties is ours times the root of their order effect. Newton's method with step halving; the
/// logarithm of the likelihood is concave.
///
/// # Errors
/// A player's number out of range, an option out of range, or more games than the precision of the numbers allows.
///
/// ```
/// use connect_toe_stats::{Anchor, Pairing, RatingOptions, Wdl, rate_players};
/// let games = |first, second, wins, draws, losses| {
///     Pairing { first, second, results: Wdl { wins, draws, losses } }
/// };
/// let pairings = [games(0, 1, 60, 10, 30), games(1, 0, 45, 10, 45), games(1, 2, 70, 10, 20)];
/// let options = RatingOptions { anchor: Anchor::Player { player: 2, elo: 0.0 }, ..RatingOptions::default() };
/// let ratings = rate_players(3, &pairings, &options)?;
/// let elo: Vec<i64> = ratings.players.iter().map(|player| player.rating.elo.round() as i64).collect();
/// assert_eq!((elo[2], ratings.components), (0, 1));
/// assert!(elo[0] > elo[1] && elo[1] > elo[2] && ratings.first_move_advantage.elo > 0.0);
/// # Ok::<(), connect_toe_stats::RatingsError>(())
/// ```
pub fn rate_players(
    players: usize,
    pairings: &[Pairing],
    options: &RatingOptions,
) -> Result<Ratings, RatingsError> {
    check(players, pairings, options)?;
    let prior_deviation = options.prior_deviation / ELO_PER_LOGIT;
    let mut games: BTreeMap<(usize, usize), Wdl> = BTreeMap::new();
    for pairing in pairings.iter().filter(|pairing| pairing.results.games() > 0) {
        *games.entry((pairing.first, pairing.second)).or_default() += pairing.results;
    }
    let numbers = components(players, games.keys().copied());
    let components = numbers.iter().max().map_or(0, |&last| last + 1);
    let members = members(&numbers, components);
    let model = Model::new(players, &games, prior_deviation.powi(-2));
    let (point, cholesky) = maximize(&model, &members)?;
    let mut ratings = Ratings {
        players: Vec::with_capacity(players),
        components,
        first_move_advantage: Estimate { elo: 0.0, standard_error: 0.0, interval: Interval::UNIT },
        draw_rate: None,
        draw_rate_interval: Interval::UNIT,
        confidence: options.confidence,
        point,
        covariance: cholesky.inverse(),
    };
    ratings.first_move_advantage = ratings.estimate(0.0, &[(players, 1.0)]);
    if !games.is_empty() {
        ratings.find_draw_rate();
    }
    for (player, component) in numbers.into_iter().enumerate() {
        let rating = ratings.anchored(player, &members[component], options);
        ratings.players.push(Rating { rating, results: Wdl::ZERO, component });
    }
    for (&(first, second), &results) in &games {
        if first != second {
            ratings.players[first].results += results;
            ratings.players[second].results += results.swapped();
        }
    }
    Ok(ratings)
}

fn check(players: usize, pairings: &[Pairing], options: &RatingOptions) -> Result<(), RatingsError> {
    let (elo, anchored) = match options.anchor {
        Anchor::Mean { elo } => (elo, None),
        Anchor::Player { player, elo } => (elo, Some(player)),
    };
    let named = pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    if let Some(player) = named.chain(anchored).find(|&player| player >= players) {
        return Err(RatingsError::NoSuchPlayer { player, players });
    }
    if !(1e-3..=1e7).contains(&options.prior_deviation) {
        return Err(RatingsError::Value(options.prior_deviation));
    }
    if elo.is_nan() || elo.abs() > 1e7 {
        return Err(RatingsError::Value(elo));
    }
    Ok(())
}

/// The best point and the factored information there.
///
/// Moving all ratings of a component together changes nothing but the prior, so next to many games that direction
/// would drown in rounding. There the information is made as large as elsewhere: at the top, where each mean is
/// 0, and for distances between players it makes no difference.
fn maximize(model: &Model, members: &[Vec<usize>]) -> Result<(Vec<f64>, Cholesky), RatingsError> {
    const STEPS: u32 = 500;
    let size = model.parameters();
    // The squared distance from the top in standard errors: far below anything that is printed, or what the
    // rounding leaves of sums of this many games.
    let tolerance = 1e-20 + 1e-29 * model.games().powi(2);
    let mut point = vec![0.0; size];
    for _ in 0..STEPS {
        let mut slope = model.slope(&point);
        for component in members.iter().filter(|component| component.len() > 1) {
            let trace: f64 = component.iter().map(|&player| slope.information[player * (size + 1)]).sum();
            let share = trace / (component.len() * component.len()) as f64;
            for &row in component {
                for &column in component {
                    slope.information[row * size + column] += share;
                }
            }
        }
        let cholesky = Cholesky::new(&slope.information, size).ok_or(RatingsError::Imprecise)?;
        let step = cholesky.solve(&slope.gradient);
        let promised: f64 = step.iter().zip(&slope.gradient).map(|(step, slope)| step * slope).sum();
        let moved = |share: f64| -> Vec<f64> {
            point.iter().zip(&step).map(|(parameter, step)| parameter + share * step).collect()
        };
        if promised < tolerance {
            return Ok((moved(1.0), cholesky));
        }
        let length = step.iter().map(|step| step.abs()).fold(0.0, f64::max);
        let mut share = 1.0;
        let mut next = moved(share);
        // So short a step hardly changes the chances, the parabola fits and the full step is right; and the gain
        // would soon drown in the rounding of the value.
        while length * share > 0.1 && model.value(&next) < slope.value + 1e-4 * share * promised {
            share /= 2.0;
            next = moved(share);
        }
        point = next;
    }
    Err(RatingsError::Imprecise)
}

fn members(numbers: &[usize], components: usize) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); components];
    for (player, &component) in numbers.iter().enumerate() {
        members[component].push(player);
    }
    members
}

impl Ratings {
    /// How much stronger the first player is than the second, with the error of this difference, which is not
    /// the sum of the two errors. `None` if they are of different components or there are no such players.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        let (one, other) = (self.players.get(first)?, self.players.get(second)?);
        (one.component == other.component).then(|| self.estimate(0.0, &[(first, 1.0), (second, -1.0)]))
    }

    /// The expected score per game of a player against one with the mean rating of all who can be compared with it, each
    /// moving first in half of the games. Where most games are drawn it is near ½ for every player, however far their
    /// ratings lie apart. `None` without games, in a mean over games, or if there is no such player.
    ///
    /// ```
    /// use connect_toe_stats::{Pairing, RatingOptions, Wdl, rate_players};
    /// let results = Wdl { wins: 6, draws: 94, losses: 0 };
    /// let ratings = rate_players(2, &[Pairing { first: 0, second: 1, results }], &RatingOptions::default())?;
    /// assert!(ratings.difference(0, 1).expect("they met").elo > 200.0);
    /// assert!((0.5..0.53).contains(&ratings.expected_score(0).expect("it played")));
    /// # Ok::<(), connect_toe_stats::RatingsError>(())
    /// ```
    pub fn expected_score(&self, player: usize) -> Option<f64> {
        self.draw_rate?;
        let component = self.players.get(player)?.component;
        let members: Vec<f64> = (self.players.iter().zip(&self.point))
            .filter(|(one, _)| one.component == component)
            .map(|(_, &ability)| ability)
            .collect();
        let ahead = self.point[player] - members.iter().sum::<f64>() / members.len() as f64;
        Some(self.expected(ahead, 0.5))
    }

    /// The expected score per game of the first player against the second, if the first one has the first move in this
    /// share of the games. `None` without games, in a mean over games, or if the two cannot be compared.
    ///
    /// ```
    /// use connect_toe_stats::{Pairing, RatingOptions, Wdl, rate_players};
    /// let results = Wdl { wins: 60, draws: 0, losses: 40 };
    /// let ratings = rate_players(2, &[Pairing { first: 0, second: 1, results }], &RatingOptions::default())?;
    /// assert!((ratings.expected_against(0, 1, 1.0).expect("they met") - 0.6).abs() < 0.001);
    /// # Ok::<(), connect_toe_stats::RatingsError>(())
    /// ```
    pub fn expected_against(&self, first: usize, second: usize, moves_first: f64) -> Option<f64> {
        self.draw_rate?;
        let (one, other) = (self.players.get(first)?, self.players.get(second)?);
        let ahead = self.point[first] - self.point[second];
        (one.component == other.component).then(|| self.expected(ahead, moves_first))
    }

    /// The expected score of a player that is so much ahead, in natural logarithms, and moves first in a share of the games.
    fn expected(&self, ahead: f64, moves_first: f64) -> f64 {
        let order = self.point.len() - 2;
        let (advantage, tie) = (self.point[order], self.point[order + 1]);
        let first = Prediction::new(ahead + advantage, tie);
        let second = Prediction::new(advantage - ahead, tie);
        moves_first * (first.win + first.draw / 2.0) + (1.0 - moves_first) * (second.loss + second.draw / 2.0)
    }

    /// A weighted sum of ratings, with its error: the difference of two means, or a slope. `None` unless the weights
    /// are those of players of one component and add up to 0, so that the anchor does not matter.
    ///
    /// ```
    /// use connect_toe_stats::{Pairing, RatingOptions, Wdl, rate_players};
    /// let pairings = [(0, 1), (1, 2)].map(|(first, second)| {
    ///     Pairing { first, second, results: Wdl { wins: 60, draws: 0, losses: 40 } }
    /// });
    /// let ratings = rate_players(3, &pairings, &RatingOptions::default())?;
    /// let step = ratings.contrast(&[(0, 0.5), (2, -0.5)]).expect("players who met");
    /// assert!((2.0 * step.elo - ratings.difference(0, 2).expect("players who met").elo).abs() < 1e-9);
    /// assert_eq!(ratings.contrast(&[(0, 1.0)]), None);
    /// # Ok::<(), connect_toe_stats::RatingsError>(())
    /// ```
    pub fn contrast(&self, weights: &[(usize, f64)]) -> Option<Estimate> {
        let component = |player: usize| Some(self.players.get(player)?.component);
        let first = component(weights.first()?.0)?;
        let is_one_component = weights.iter().all(|&(player, _)| component(player) == Some(first));
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        (is_one_component && sum.abs() < 1e-9).then(|| self.estimate(0.0, weights))
    }

    /// The mean of ratings of the same players in several games: what a player's rating is on average over just these
    /// games, each counting alike. The errors are those of the games' results, which are independent; how much the
    /// players' strengths differ from game to game is not in them. It has no draw rate. `None` without ratings, or if
    /// they are of different numbers of players.
    pub fn mean<'a>(games: impl IntoIterator<Item = &'a Ratings>) -> Option<Ratings> {
        let games: Vec<&Ratings> = games.into_iter().collect();
        let first = *games.first()?;
        let count = games.len() as f64;
        if games.iter().any(|ratings| ratings.players.len() != first.players.len()) {
            return None;
        }
        let sum = |of: &dyn Fn(&Ratings) -> f64| games.iter().map(|ratings| of(ratings)).sum::<f64>();
        let margin = first.confidence.normal_quantile();
        let mean = |of: &dyn Fn(&Ratings) -> Estimate| {
            let elo = sum(&|ratings| of(ratings).elo) / count;
            let standard_error = sum(&|ratings| of(ratings).standard_error.powi(2)).sqrt() / count;
            let margin = margin * standard_error;
            Estimate { elo, standard_error, interval: Interval { low: elo - margin, high: elo + margin } }
        };
        // Only players who are comparable in every game are comparable in the mean.
        let mut components: Vec<Vec<usize>> = Vec::new();
        let players = (0..first.players.len())
            .map(|player| {
                let key = games.iter().map(|ratings| ratings.players[player].component).collect();
                let known = components.iter().position(|component| *component == key);
                let component = known.unwrap_or_else(|| {
                    components.push(key);
                    components.len() - 1
                });
                Rating {
                    rating: mean(&|ratings| ratings.players[player].rating),
                    results: games.iter().map(|ratings| ratings.players[player].results).sum(),
                    component,
                }
            })
            .collect();
        Some(Ratings {
            players,
            components: components.len(),
            first_move_advantage: mean(&|ratings| ratings.first_move_advantage),
            draw_rate: None,
            draw_rate_interval: Interval::UNIT,
            confidence: first.confidence,
            point: (0..first.point.len()).map(|at| sum(&|ratings| ratings.point[at]) / count).collect(),
            covariance: (0..first.covariance.len())
                .map(|at| sum(&|ratings| ratings.covariance[at]) / (count * count))
                .collect(),
        })
    }

    /// A rating as its distance from the anchor.
    fn anchored(&self, player: usize, members: &[usize], options: &RatingOptions) -> Estimate {
        let (elo, anchor) = match options.anchor {
            Anchor::Player { player: anchor, elo } if members.contains(&anchor) => (elo, Some(anchor)),
            Anchor::Player { elo, .. } | Anchor::Mean { elo } => (elo, None),
        };
        match anchor {
            // A player against itself: exactly the anchor, with no error.
            Some(anchor) if anchor == player => self.estimate(elo, &[]),
            Some(anchor) => self.estimate(elo, &[(player, 1.0), (anchor, -1.0)]),
            // A player alone has the prior only.
            None if members.len() == 1 => self.estimate(elo, &[(player, 1.0)]),
            None => {
                let share = 1.0 / members.len() as f64;
                let weight = |member: usize| if member == player { 1.0 - share } else { -share };
                let weights: Vec<(usize, f64)> =
                    members.iter().map(|&member| (member, weight(member))).collect();
                self.estimate(elo, &weights)
            }
        }
    }

    /// A weighted sum of parameters in Elo points, above `base`.
    fn estimate(&self, base: f64, weights: &[(usize, f64)]) -> Estimate {
        let sum: f64 = weights.iter().map(|&(parameter, weight)| weight * self.point[parameter]).sum();
        let elo = base + ELO_PER_LOGIT * sum;
        let standard_error = ELO_PER_LOGIT * self.deviation(weights);
        let margin = self.confidence.normal_quantile() * standard_error;
        Estimate { elo, standard_error, interval: Interval { low: elo - margin, high: elo + margin } }
    }

    /// The standard error of a weighted sum of parameters.
    fn deviation(&self, weights: &[(usize, f64)]) -> f64 {
        let size = self.point.len();
        let variance: f64 = weights
            .iter()
            .map(|&(row, a)| -> f64 {
                weights.iter().map(|&(column, b)| a * b * self.covariance[row * size + column]).sum()
            })
            .sum();
        // Rounding can leave it below 0, and the sum of nothing is −0.
        if variance > 0.0 { variance.sqrt() } else { 0.0 }
    }

    /// On the scale of log odds, where the interval cannot leave 0 … 1.
    fn find_draw_rate(&mut self) {
        let order = self.point.len() - 2;
        let (advantage, tie) = (self.point[order], self.point[order + 1]);
        let log_odds = tie - (2.0 * (advantage / 2.0).cosh()).ln();
        let slope = -(advantage / 2.0).tanh() / 2.0;
        let margin = self.confidence.normal_quantile() * self.deviation(&[(order, slope), (order + 1, 1.0)]);
        let rate = |log_odds: f64| 1.0 / (1.0 + (-log_odds).exp());
        self.draw_rate = Some(rate(log_odds));
        self.draw_rate_interval = Interval { low: rate(log_odds - margin), high: rate(log_odds + margin) };
    }
}

#[cfg(test)]
mod tests;
