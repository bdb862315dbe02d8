//! A study with everything that is computed from its games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use connect_toe_experiment::{ConditionTally, Factor, Plan, Sample, Study, Tally};
use connect_toe_game::{GameSpec, Side};
use connect_toe_players::FirstMover;
use connect_toe_stats::{Confidence, PairComparison, ScoreCounts, Wdl, compare_all};

use super::condition::{ConditionAnalysis, correct};
use super::names::{Names, game_name};
use super::ratings::{Rated, ratings};
use super::sides::Sides;
use crate::extras::Extras;

/// A study with everything that is computed from its games.
#[derive(Debug)]
pub(crate) struct StudyAnalysis<'a> {
    pub(crate) study: &'a Study,
    pub(crate) names: Names,
    /// What is to be said of the sides of its games.
    pub(crate) sides: Sides,
    /// What the levels of each factor are called.
    levels: Vec<Vec<String>>,
    /// The conditions in their order.
    pub(crate) conditions: Vec<ConditionAnalysis<'a>>,
    /// The players by all their games in the study, in the order of the design.
    pub(crate) players: Vec<Sample>,
    /// Comparisons of the players' scores, corrected after Holm. None in a round robin, where scores depend on
    /// each other, and none where players meet different opponents.
    pub(crate) comparisons: Vec<PairComparison>,
    /// Ratings, where players meet each other or opponents they have in common.
    pub(crate) ratings: Vec<Rated>,
    /// Whether every game that was played was also played by a player against itself.
    equals_tell: bool,
}

/// What was played of one game.
#[derive(Debug)]
pub(crate) struct OfGame {
    pub(crate) name: String,
    /// Whether its rules have draws.
    pub(crate) can_be_drawn: bool,
    pub(crate) tally: ConditionTally,
    /// The results of the players who moved first.
    pub(crate) first_mover: Sample,
}

impl OfGame {
    /// The score of those who moved first; one half if there is none.
    pub(crate) fn first_score(&self) -> f64 {
        self.first_mover.score().unwrap_or(0.5)
    }

    /// The games on which moving first scores most come first.
    pub(crate) fn sort(games: &mut [OfGame]) {
        games.sort_by(|one, other| other.first_score().total_cmp(&one.first_score()));
    }
}

impl<'a> StudyAnalysis<'a> {
    /// The study with this place in the plan. Conditions that the tally does not have count as not played.
    pub(crate) fn new(plan: &'a Plan, tally: &Tally, index: usize, extras: &Extras) -> StudyAnalysis<'a> {
        let study = &plan.studies[index];
        let analysis = |(place, condition)| {
            let tally = tally.conditions.get(place).cloned().unwrap_or_default();
            let references = extras.references.as_ref();
            let reference = references.and_then(|all| all.of_conditions.get(place)).cloned().flatten();
            ConditionAnalysis::new(place, condition, tally, reference)
        };
        let mut conditions: Vec<ConditionAnalysis<'a>> = plan.conditions_of(index).map(analysis).collect();
        correct(&mut conditions);
        let first_of_game = |game: usize| {
            let found = conditions.iter().find(|condition| condition.game() == game);
            found.map(|condition| condition.condition.game.clone())
        };
        let names = Names::new(study, first_of_game);
        let sides = Sides::of(conditions.iter().map(|one| &one.condition.game));
        let levels = study.factors.iter().map(|factor| level_names(factor, extras)).collect();
        let players: Vec<Sample> =
            (0..study.players.len()).map(|player| of_chosen(conditions.iter(), study, player)).collect();
        let counts: Vec<ScoreCounts> = players.iter().map(Sample::counts).collect();
        let is_comparable = !study.is_round_robin() && is_same_opposition(&conditions);
        let comparisons =
            if is_comparable { compare_all(&counts, Confidence::NINETY_FIVE) } else { Vec::new() };
        let ratings = ratings(study, &names, &conditions.iter().collect::<Vec<_>>());
        let played = || conditions.iter().filter(|condition| condition.games() > 0);
        let of_equals: BTreeSet<usize> = played()
            .filter(|condition| condition.condition.is_of_equals())
            .map(ConditionAnalysis::game)
            .collect();
        let equals_tell = played().all(|condition| of_equals.contains(&condition.game()));
        StudyAnalysis { study, names, sides, levels, conditions, players, comparisons, ratings, equals_tell }
    }

    /// The players, the strongest first: by rating if there are ratings, else by score.
    pub(crate) fn player_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let strength = |player: usize| {
            let rated = self.ratings.first().map(|rated| rated.elo(player));
            rated.or_else(|| self.players[player].score()).unwrap_or(-1.0)
        };
        order.sort_by(|&one, &other| strength(other).total_cmp(&strength(one)));
        order
    }

    /// The opponents, the strongest first, as the players are sorted.
    pub(crate) fn opponent_order(&self) -> Vec<usize> {
        if self.study.is_round_robin() {
            return self.player_order();
        }
        let mut order: Vec<usize> = (0..self.names.opponents.len()).collect();
        let strength = |opponent: usize| {
            let rated = self.ratings.first().map(|rated| rated.elo(rated.opponents[opponent]));
            let score = || self.sum(|one| one.opponent() == opponent).swapped().score();
            rated.or_else(score).unwrap_or(-1.0)
        };
        order.sort_by(|&one, &other| strength(other).total_cmp(&strength(one)));
        order
    }

    /// All games of the study.
    pub(crate) fn games(&self) -> u64 {
        self.conditions.iter().map(ConditionAnalysis::games).sum()
    }

    /// The conditions that show what the games are like: those in which a player meets itself if every game has some,
    /// else all. Elsewhere a stronger player would blur the game's own effect.
    pub(crate) fn telling(&self) -> impl Iterator<Item = &ConditionAnalysis<'a>> {
        self.conditions.iter().filter(|condition| self.tells(condition))
    }

    /// Whether a condition is one of those.
    pub(crate) fn tells(&self, condition: &ConditionAnalysis<'_>) -> bool {
        condition.games() > 0 && (!self.equals_tell || condition.condition.is_of_equals())
    }

    /// What was played of each game, in the order of the plan, as far as it tells what the game is like.
    pub(crate) fn by_game(&self) -> Vec<OfGame> {
        let mut places: HashMap<&GameSpec, usize> = HashMap::new();
        let mut games: Vec<OfGame> = Vec::new();
        for condition in self.telling() {
            let game = &condition.condition.game;
            let place = *places.entry(game).or_insert(games.len());
            if let Some(of_game) = games.get_mut(place) {
                of_game.tally += &condition.tally;
                of_game.first_mover += condition.first_mover();
            } else {
                let (name, first_mover) = (game_name(game), condition.first_mover());
                let can_be_drawn = game.can_be_drawn();
                games.push(OfGame { name, can_be_drawn, tally: condition.tally.clone(), first_mover });
            }
        }
        games
    }

    /// Whether the results of the first movers say something about the game and not about the players: all move first
    /// equally often, or the games are those of equals.
    pub(crate) fn tells_of_first_moves(&self) -> bool {
        self.equals_tell || self.sides_are_balanced()
    }

    /// Whether every game that was played was also played by a player against itself.
    pub(crate) fn equals_tell(&self) -> bool {
        self.equals_tell && self.games() > 0
    }

    /// Whose games tell what the games are like, for captions.
    pub(crate) fn whose_games_tell(&self) -> &'static str {
        if self.equals_tell { "equal players" } else { "all players together" }
    }

    /// All results of the first movers, as far as they tell what the games are like.
    pub(crate) fn first_mover(&self) -> Sample {
        self.telling().map(ConditionAnalysis::first_mover).sum()
    }

    /// The share of draws among the games that tell what the games are like and whose rules have draws.
    pub(crate) fn drawn(&self) -> Option<f64> {
        let games = self.by_game();
        let drawable = games.iter().filter(|game| game.can_be_drawn);
        let results: Wdl = drawable.map(|game| game.first_mover.games).sum();
        results.decided_rate().map(|rate| 1.0 - rate)
    }

    /// A player's games with this side, of the games in which sides matter; in a round robin also those in which it is
    /// the opponent.
    pub(crate) fn of_side(&self, player: usize, side: Side) -> Sample {
        self.of_side_in(player, side, |_| true)
    }

    /// The same in the conditions that a choice takes.
    pub(crate) fn of_side_in(
        &self,
        player: usize,
        side: Side,
        choice: impl Fn(&ConditionAnalysis<'_>) -> bool,
    ) -> Sample {
        let samples = self.conditions.iter().filter(|condition| choice(condition)).filter_map(|condition| {
            if condition.player() == player {
                condition.of_side(side)
            } else if self.study.is_round_robin() && condition.opponent() == player {
                condition.of_side(side.other()).map(Sample::swapped)
            } else {
                None
            }
        });
        samples.sum()
    }

    /// Whether results are shown by side: sides matter, and every player has both.
    pub(crate) fn is_by_side(&self) -> bool {
        self.sides.matter() && self.sides_are_balanced()
    }

    /// Whether players and opponents move first equally often, so that the first mover's results are not the players'.
    pub(crate) fn sides_are_balanced(&self) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.condition.protocol.first != FirstMover::Player)
    }

    /// What a factor's level is called.
    pub(crate) fn level(&self, factor: usize, level: usize) -> &str {
        &self.levels[factor][level]
    }

    /// What the levels of a factor are called.
    pub(crate) fn levels(&self, factor: usize) -> &[String] {
        &self.levels[factor]
    }

    /// Whether any condition has a value that is printed elsewhere.
    pub(crate) fn has_references(&self) -> bool {
        self.conditions.iter().any(|condition| condition.reference.is_some())
    }

    /// Whether any player of the study counted its nodes.
    pub(crate) fn has_nodes(&self) -> bool {
        let mut tallies = self.conditions.iter().map(|condition| &condition.tally);
        tallies.any(|tally| tally.player_nodes + tally.opponent_nodes > 0)
    }

    /// The conditions that a choice takes, added up.
    pub(crate) fn sum(&self, choice: impl Fn(&ConditionAnalysis<'_>) -> bool) -> Sample {
        self.conditions.iter().filter(|condition| choice(condition)).map(|condition| condition.sample).sum()
    }

    /// The ratings by the conditions that a choice takes, as [`ratings`](Self::ratings) of all.
    pub(crate) fn ratings_of(&self, choice: impl Fn(&ConditionAnalysis<'_>) -> bool) -> Vec<Rated> {
        let chosen: Vec<&ConditionAnalysis<'_>> =
            self.conditions.iter().filter(|condition| choice(condition)).collect();
        ratings(self.study, &self.names, &chosen)
    }

    /// A player's games in the conditions that a choice takes. In a round robin also those in which it is the opponent.
    pub(crate) fn sum_of_player(
        &self,
        player: usize,
        choice: impl Fn(&ConditionAnalysis<'_>) -> bool,
    ) -> Sample {
        of_chosen(self.conditions.iter().filter(|condition| choice(condition)), self.study, player)
    }
}

fn level_names(factor: &Factor, extras: &Extras) -> Vec<String> {
    let given = extras.level_names.get(&factor.name).filter(|names| names.len() == factor.levels.len());
    given.cloned().unwrap_or_else(|| factor.levels.iter().map(|level| level.text().to_owned()).collect())
}

/// Whether all players meet the same opponents on the same games at the same levels, equally often.
fn is_same_opposition(conditions: &[ConditionAnalysis<'_>]) -> bool {
    /// Levels, game and opponent, and how many games.
    type Opposition<'a> = BTreeMap<(&'a [usize], usize, usize), u64>;
    let mut met: BTreeMap<usize, Opposition<'_>> = BTreeMap::new();
    for one in conditions {
        let opposition = (&one.condition.levels[..], one.game(), one.opponent());
        *met.entry(one.player()).or_default().entry(opposition).or_default() += one.condition.protocol.games;
    }
    let mut players = met.values();
    players.next().is_none_or(|first| players.all(|other| other == first))
}

/// A player's games in these conditions; in a round robin also those in which it is the opponent.
fn of_chosen<'a, 'b: 'a>(
    conditions: impl Iterator<Item = &'a ConditionAnalysis<'b>>,
    study: &Study,
    player: usize,
) -> Sample {
    let samples = conditions.filter_map(|condition| {
        if condition.player() == player {
            Some(condition.sample)
        } else if study.is_round_robin() && condition.opponent() == player {
            Some(condition.sample.swapped())
        } else {
            None
        }
    });
    samples.sum()
}
