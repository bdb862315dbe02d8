//! What came out, added up.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::Sum;
use std::ops::AddAssign;

use connect_toe_game::{GameSpec, Turn};
use connect_toe_stats::{Pairing, Pentanomial, Wdl};

use crate::design::Condition;
use crate::forfeits::Forfeits;
use crate::pair::{Ending, GamePlayed, Pair};
use crate::plan::Plan;
use crate::repeats::{Form, Repeats};
use crate::results::Results;

/// The results of an experiment as far as it has been played, condition by condition. The order of counting does not
/// matter.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::Stop;
/// use connect_toe_experiment::{Plan, Protocol, Sample, Tally, play};
/// let players = ["perfect".parse()?, "two-ply".parse()?, "random".parse()?];
/// let plan = Plan::of_round_robin(&"3x3:3".parse()?, &players, Protocol::new(40), 1);
/// let mut tally = Tally::new(&plan);
/// play(&plan, &plan.everything(), &Stop::new(), |pair| {
///     pair.iter().for_each(|pair| tally.count(pair));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((tally.games(), tally.conditions[2].games()), (120, 40));
/// let against_random = Sample::of_player(&plan.conditions[1], &tally.conditions[1]);
/// assert!(against_random.score_interval().low > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// In the order of the plan's conditions.
    pub conditions: Vec<ConditionTally>,
}

/// The games of one condition, added up.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ConditionTally {
    /// The player's results in the games in which it moved first, openings not counted.
    pub as_first: Wdl,
    /// The player's results in the games in which the opponent moved first.
    pub as_second: Wdl,
    /// The pairs with two games, by the player's points.
    pub pairs: Pentanomial,
    /// The pairs by the points of the first movers.
    pub first_mover_pairs: Pentanomial,
    /// The number of games of each length in plies, openings included: `lengths[p]` games had `p` plies.
    pub lengths: Vec<u64>,
    /// Games that were ended with their exact value.
    pub adjudicated: u64,
    /// Games that a player lost because it gave no move.
    pub forfeited: u64,
    /// Positions that the player looked at.
    pub player_nodes: u64,
    /// Positions that the opponent looked at.
    pub opponent_nodes: u64,
    /// Moves that the player chose.
    pub player_moves: u64,
    /// Moves that the opponent chose.
    pub opponent_moves: u64,
    /// How many stones a side places in its turn.
    pub turn: Turn,
    /// Whether forfeited games count.
    pub forfeits: Forfeits,
    /// The results that do not count.
    pub omitted: Results,
    /// Which games say something new; `None` in a sum of conditions.
    pub repeats: Option<Repeats>,
}

impl ConditionTally {
    /// The player's results in all games.
    pub fn wdl(&self) -> Wdl {
        self.as_first + self.as_second
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wdl().games()
    }

    /// All results.
    pub fn played(&self) -> Results {
        let &ConditionTally { as_first, as_second, pairs, first_mover_pairs, .. } = self;
        Results { as_first, as_second, pairs, first_mover_pairs }
    }

    /// The results that count: all, or those of games that were not forfeited.
    pub fn counted(&self) -> Results {
        self.played().without(self.omitted)
    }

    /// The results that are independent of each other, for intervals, tests and ratings: those that count, without
    /// repetitions where a game follows from its start ([`Repeats`]).
    pub fn independent(&self) -> Results {
        self.repeats.as_ref().and_then(Repeats::independent).unwrap_or_else(|| self.counted())
    }

    /// How many different games there are, up to symmetry: exact up to some ten thousand games, estimated from a sample
    /// of them beyond. `None` without games, and in a sum of conditions.
    pub fn distinct(&self) -> Option<u64> {
        let share = self.repeats.as_ref()?.different()?;
        Some((self.games() as f64 * share).round() as u64)
    }

    /// Whether games repeat others.
    pub fn has_repeats(&self) -> bool {
        self.distinct().is_some_and(|distinct| distinct < self.games())
    }

    /// Whether so many games were forfeited that a reader must know it before any score.
    pub fn has_many_forfeits(&self) -> bool {
        Forfeits::are_many(self.forfeited, self.games())
    }

    /// The independent games for a fit of ratings in which the player and the opponent have these numbers: those in
    /// which the player moved first, then those in which the opponent did.
    pub fn rated_pairings(&self, player: usize, opponent: usize) -> [Pairing; 2] {
        let Results { as_first, as_second, .. } = self.independent();
        [
            Pairing { first: player, second: opponent, results: as_first },
            Pairing { first: opponent, second: player, results: as_second.swapped() },
        ]
    }

    /// The results of the first movers.
    pub fn first_mover(&self) -> Wdl {
        self.as_first + self.as_second.swapped()
    }

    /// Plies of all games together.
    pub fn plies(&self) -> u64 {
        self.lengths.iter().zip(0..).map(|(games, plies)| games * plies).sum()
    }

    /// Plies of a game, openings included. `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        mean(self.plies(), self.games())
    }

    /// Positions that the player looked at for a move. `None` if it chose none.
    pub fn player_nodes_per_move(&self) -> Option<f64> {
        mean(self.player_nodes, self.player_moves)
    }

    /// Positions that the opponent looked at for a move. `None` if it chose none.
    pub fn opponent_nodes_per_move(&self) -> Option<f64> {
        mean(self.opponent_nodes, self.opponent_moves)
    }

    /// Counts a pair.
    pub fn count(&mut self, pair: &Pair) {
        let all = Results::of(&pair.games);
        self.as_first += all.as_first;
        self.as_second += all.as_second;
        self.pairs += all.pairs;
        self.first_mover_pairs += all.first_mover_pairs;
        for game in &pair.games {
            let plies = game.moves.len();
            if self.lengths.len() <= plies {
                self.lengths.resize(plies + 1, 0);
            }
            self.lengths[plies] += 1;
            self.adjudicated += u64::from(game.is_adjudicated());
            self.forfeited += u64::from(game.ending == Ending::Forfeit);
            self.player_nodes += game.player_nodes;
            self.opponent_nodes += game.opponent_nodes;
            let stones = |side, plies| u64::from(self.turn.stones_of(side, plies));
            let chosen = |side| stones(side, plies as u32) - stones(side, game.opening_plies);
            self.player_moves += chosen(game.player_side);
            self.opponent_moves += chosen(game.player_side.other());
        }
        let count = |game: &GamePlayed| self.forfeits == Forfeits::Count || game.ending != Ending::Forfeit;
        let counted = if pair.games.iter().all(count) {
            Cow::Borrowed(&pair.games[..])
        } else {
            let counted: Vec<GamePlayed> = pair.games.iter().filter(|game| count(game)).cloned().collect();
            self.omitted += all.without(Results::of(&counted));
            Cow::Owned(counted)
        };
        if let Some(repeats) = &mut self.repeats {
            for game in &pair.games {
                repeats.look_at(game);
            }
            if !counted.is_empty() {
                repeats.count(&counted);
            }
        }
    }
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

impl<'a> Sum<&'a ConditionTally> for ConditionTally {
    fn sum<I: Iterator<Item = &'a ConditionTally>>(tallies: I) -> ConditionTally {
        tallies.fold(ConditionTally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

impl AddAssign<&ConditionTally> for ConditionTally {
    fn add_assign(&mut self, other: &ConditionTally) {
        self.as_first += other.as_first;
        self.as_second += other.as_second;
        self.pairs += other.pairs;
        self.first_mover_pairs += other.first_mover_pairs;
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        for (count, more) in self.lengths.iter_mut().zip(&other.lengths) {
            *count += more;
        }
        self.adjudicated += other.adjudicated;
        self.forfeited += other.forfeited;
        self.player_nodes += other.player_nodes;
        self.opponent_nodes += other.opponent_nodes;
        self.player_moves += other.player_moves;
        self.opponent_moves += other.opponent_moves;
        self.omitted += other.omitted;
        // The games of another condition are others.
        self.repeats = None;
    }
}

impl Tally {
    /// No games yet. Forfeited ones will not count.
    pub fn new(plan: &Plan) -> Tally {
        Tally::with_forfeits(plan, Forfeits::default())
    }

    /// No games yet, and whether forfeited ones will count.
    pub fn with_forfeits<'a>(plan: &'a Plan, forfeits: Forfeits) -> Tally {
        let mut forms: HashMap<&GameSpec, Form> = HashMap::new();
        let of_condition = |condition: &'a Condition| {
            let game = &condition.game;
            let form = forms.entry(game).or_insert_with(|| Form::new(game)).clone();
            let repeats = Some(Repeats::new(condition, plan.conditions.len(), form));
            ConditionTally { turn: game.turn, forfeits, repeats, ..ConditionTally::default() }
        };
        Tally { conditions: plan.conditions.iter().map(of_condition).collect() }
    }

    /// Counts a pair.
    ///
    /// # Panics
    /// If the pair is of another plan with more conditions.
    pub fn count(&mut self, pair: &Pair) {
        self.conditions[pair.condition].count(pair);
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.conditions.iter().map(ConditionTally::games).sum()
    }
}
