//! `tournament`: several players, every one against every other.

use std::collections::BTreeMap;

use connect_toe_api::{DEFAULT_SEED, Error, Fault, Hint, Work, game, player};
use connect_toe_experiment::{ConditionTally, Plan, Sample, Tally, meetings};
use connect_toe_game::{GameSpec, Side};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::{Anchor, Circles, Pairing, RatingOptions, Ratings, SIGNIFICANCE, rate_players};
use serde::{Deserialize, Serialize};

use crate::cautions;
use crate::meeting::{self, Asked, check_players, levels, play_meeting, protocol};
use crate::numbers::{Rating, ends};
use crate::score::{GameCounts, WithSide, is_yes, yes};
use crate::truth::{NashRating, TruthOfElo};

/// Asks for a round robin: every player meets every other one.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::Tournament;
/// let tournament = Tournament { games: 20, ..Tournament::new("tic-tac-toe", ["random", "perfect", "two-ply"]) };
/// let table = tournament.run(&Work::new())?;
/// assert_eq!((table.ranking[2].player.as_str(), table.ranking[2].games), ("random", 40));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tournament {
    /// Game text or a preset's name.
    pub game: String,
    /// The players, as `NAME[:key=value,...]`, two or more.
    #[serde(rename = "player")]
    pub players: Vec<String>,
    /// The number of games of each two players.
    #[serde(default = "meeting::games")]
    pub games: u64,
    /// Who moves first: `player` (the one listed first), `alternate` or `random`.
    #[serde(default = "meeting::first")]
    pub first: String,
    /// The positions from which games start, both games of a pair from the same: `none` (the empty board), `random:N`
    /// (after N random plies), `all:N` (all positions after N plies in turn), `balanced:N` (positions after N plies that
    /// are fair to both sides) or `balanced`, which is `balanced:4`. By default, `auto`, positions after up to 4 random
    /// plies, or `none` if all players but one are `random`: then their moves make the games differ. A results file that
    /// is there keeps its openings.
    #[serde(default = "meeting::openings", skip_serializing_if = "meeting::are_usual_openings")]
    pub openings: String,
    /// Whether the player that would move second chooses its side after the opening, or after the first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap: bool,
    /// Whether forfeited games count in scores, ratings and tests: `omit` or `count`. A game is forfeited by a player
    /// that gives no move.
    #[serde(default = "meeting::forfeits", skip_serializing_if = "meeting::are_usual_forfeits")]
    pub forfeits: String,
    /// The seed of everything random.
    #[serde(default = "connect_toe_api::default_seed")]
    pub seed: u64,
    /// The player whose rating is set to 0; without one, 0 is the mean of all ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// A results file in which the games are kept. Games in it are not played again; it can be that of a request for
    /// fewer games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
}

/// The results of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CrossTable {
    /// What must be known before any score: that games were forfeited, or repeat each other. Left out if there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<String>,
    /// Canonical game text.
    pub game: String,
    /// The positions from which the games started.
    #[serde(default)]
    pub openings: String,
    /// The players that levels among them stand for in this game, by the level's text. Left out if there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, String>,
    /// The players by score, best first.
    pub ranking: Vec<RankedPlayer>,
    /// The seed of everything random.
    pub seed: u64,
    /// The number of games of each two players.
    pub games_per_pairing: u64,
    /// The model of the ratings, in words.
    #[serde(default)]
    pub rating_model: String,
    /// How many Elo points moving first is worth: having X, which can have other rules.
    pub first_move_advantage: Option<Rating>,
    /// Whether the ratings tell the truth: whether players beat each other in circles, and whether ratings predict the
    /// scores. None for two players, and without games.
    #[serde(default)]
    pub truth_of_elo: Option<TruthOfElo>,
    /// Whether the rules have draws. Left out if they do.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub can_be_drawn: bool,
    /// Whether the tournament was stopped: then these are the games that were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// A player's results in all games of a tournament. Intervals are those of 95 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RankedPlayer {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The number of games.
    pub games: u64,
    /// Points per game; a draw counts one half.
    pub score: Option<f64>,
    /// Wins among the decided games.
    pub win_rate: Option<f64>,
    /// Wilson's interval of the win rate.
    pub interval: [f64; 2],
    /// The place of the player in the request, from 0.
    pub entry: usize,
    /// The player.
    pub player: String,
    /// The results against each other player, in the order of the request.
    pub against: Vec<AgainstOpponent>,
    /// The score's interval.
    pub score_interval: [f64; 2],
    /// The results by side, X first, where it matters which side a player has: the sides have different rules, or turns
    /// several stones. Left out elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_side: Vec<WithSide>,
    /// The Bradley-Terry rating; the anchor, or the mean of all players, is 0. None without a game that counts.
    pub rating: Option<Rating>,
    /// The points per game that the model of the ratings expects of the player against one of the mean rating, each
    /// moving first in half of the games.
    #[serde(default)]
    pub expected: Option<f64>,
    /// Nash averaging by the scores of all players against each other. None for two players, and where two players have no
    /// game that counts.
    #[serde(default)]
    pub nash: Option<NashRating>,
    /// α-Rank by the same scores: the share of the time for which a population whose members try all players plays this one,
    /// with a win as 1 and a loss as −1, an intensity of selection of 100 and 50 members. None where there is no `nash`.
    #[serde(default)]
    pub alpha_rank: Option<f64>,
}

/// A player's results against one other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AgainstOpponent {
    /// The games of both, from the player's side.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The place of the opponent in the request, from 0.
    pub opponent: usize,
    /// How many of the games of both are different, up to symmetry; beyond some ten thousand games an estimate.
    #[serde(default)]
    pub distinct: u64,
    /// Games of both that one of them lost because it gave no move.
    #[serde(default)]
    pub forfeited: u64,
}

impl Tournament {
    /// [`Match::GAMES`](crate::Match::GAMES) games of each two players; they move first in turn.
    pub fn new<T: Into<String>>(game: impl Into<String>, players: impl IntoIterator<Item = T>) -> Tournament {
        Tournament {
            game: game.into(),
            players: players.into_iter().map(Into::into).collect(),
            games: meeting::GAMES,
            first: meeting::first(),
            openings: meeting::openings(),
            swap: false,
            forfeits: meeting::forfeits(),
            seed: DEFAULT_SEED,
            anchor: None,
            results: None,
        }
    }

    /// The results. The number of threads does not change them.
    ///
    /// # Errors
    /// A text that is not a game or a player; a number of games out of range; fewer than two players, or one that is
    /// named twice; an anchor that does not play; a results file that cannot be used; a stop before the first game.
    pub fn run(&self, work: &Work) -> Result<CrossTable, Error> {
        let game = game(&self.game)?;
        let players: Vec<PlayerSpec> =
            self.players.iter().map(|text| player("player", text, work)).collect::<Result<_, _>>()?;
        if players.len() < 2 {
            return Err(Error::of_field(
                Fault::MissingField,
                "player",
                "a tournament needs two players or more",
            )
            .with_hint(Hint::either("repeat --player", "players is a list of two players or more")));
        }
        for (place, player) in players.iter().enumerate() {
            if players[..place].contains(player) {
                return Err(Error::of_field(
                    Fault::WrongField,
                    "player",
                    format!("the player {player} is named twice"),
                )
                .with_hint(Hint::either(
                    "every player enters once; `connect-toe match` lets a player meet itself",
                    "every player enters once; Game.match lets a player meet itself",
                )));
            }
        }
        let anchor = self.anchor(&players, work)?;
        let forfeits = self.forfeits.parse().map_err(Error::wrong("forfeits"))?;
        check_players(&game, &players, work)?;
        let asked = Asked {
            games: self.games,
            first: &self.first,
            openings: &self.openings,
            swap: self.swap,
            results: self.results.as_deref(),
        };
        let protocol = protocol(&asked, &game, &players, work)?;
        let plan = Plan::of_round_robin(game.spec(), &players, protocol, self.seed);
        let played = play_meeting(&plan, asked.results, forfeits, work, None)?;
        let cautions = cautions::of_request(&plan, &played.tally, &work.catalogue().last_words().all());
        let levels = levels(&game, &players);
        Ok(CrossTable { cautions, levels, ..self.table(&plan, &played.tally, anchor, !played.whole) })
    }

    /// Where the ratings have their 0.
    fn anchor(&self, players: &[PlayerSpec], work: &Work) -> Result<Anchor, Error> {
        let Some(text) = &self.anchor else { return Ok(Anchor::Mean { elo: 0.0 }) };
        let anchor = player("anchor", text, work)?;
        match players.iter().position(|player| *player == anchor) {
            Some(player) => Ok(Anchor::Player { player, elo: 0.0 }),
            None => Err(Error::of_field(
                Fault::WrongField,
                "anchor",
                format!("the anchor {anchor} does not play in this tournament"),
            )
            .with_hint("name one of the players, written as in the list of players")),
        }
    }

    fn table(&self, plan: &Plan, tally: &Tally, anchor: Anchor, partial: bool) -> CrossTable {
        let count = self.players.len();
        // The meetings of each player: the opponent, the games from the player's side, and both players' games.
        let mut meetings: Vec<Vec<(usize, Sample, &ConditionTally)>> = vec![Vec::new(); count];
        let mut names = vec![String::new(); count];
        for (condition, tally) in plan.conditions.iter().zip(&tally.conditions) {
            let (player, opponent) = (condition.player_pattern, condition.opponent_pattern);
            let sample = Sample::of_player(condition, tally);
            meetings[player].push((opponent, sample, tally));
            meetings[opponent].push((player, sample.swapped(), tally));
            names[player] = condition.player.to_string();
            names[opponent] = condition.opponent.to_string();
        }
        let game = &plan.conditions[0].game;
        let ratings = ratings(plan, tally, count, anchor);
        let circles = ratings.as_ref().and_then(|ratings| circles(plan, tally, ratings));
        let truth_of_elo = circles.as_ref().map(|circles| TruthOfElo::new(&circles.transitivity, &names));
        let of_side = |entry: usize, side: Side| {
            let games = plan.conditions.iter().zip(&tally.conditions).filter_map(|(condition, tally)| {
                if condition.player_pattern == entry {
                    Some(Sample::of_side(condition, tally, side))
                } else {
                    let is_opponent = condition.opponent_pattern == entry;
                    is_opponent.then(|| Sample::of_side(condition, tally, side.other()).swapped())
                }
            });
            games.sum::<Sample>()
        };
        let rated = |sample: &Sample| ratings.as_ref().filter(|_| sample.score().is_some());
        let mut ranking: Vec<RankedPlayer> = meetings
            .iter_mut()
            .enumerate()
            .map(|(entry, meetings)| {
                meetings.sort_by_key(|&(opponent, ..)| opponent);
                let all: Sample = meetings.iter().map(|&(_, sample, _)| sample).sum();
                let total = GameCounts::new(&all);
                let against = meetings.iter().map(|(opponent, sample, tally)| AgainstOpponent {
                    counts: GameCounts::new(sample),
                    opponent: *opponent,
                    distinct: tally.distinct().unwrap_or_default(),
                    forfeited: tally.forfeited,
                });
                RankedPlayer {
                    wins: total.wins,
                    draws: total.draws,
                    losses: total.losses,
                    games: total.games,
                    score: total.score,
                    win_rate: total.win_rate,
                    interval: total.interval,
                    entry,
                    player: std::mem::take(&mut names[entry]),
                    against: against.collect(),
                    score_interval: ends(all.score_interval()),
                    by_side: WithSide::all(game, |side| of_side(entry, side)),
                    rating: rated(&all).map(|ratings| Rating::from(&ratings.players[entry].rating)),
                    expected: rated(&all).and_then(|ratings| ratings.expected_score(entry)),
                    nash: circles.as_ref().and_then(|circles| NashRating::of(circles, entry)),
                    alpha_rank: circles
                        .as_ref()
                        .and_then(|circles| Some(circles.alpha_rank.as_ref()?[entry])),
                }
            })
            .collect();
        // A player without a game that counts comes after one that lost all of its games.
        let score = |player: &RankedPlayer| player.score.unwrap_or(f64::NEG_INFINITY);
        ranking.sort_by(|one, other| score(other).total_cmp(&score(one)));
        CrossTable {
            cautions: Vec::new(),
            game: game.to_string(),
            openings: plan.conditions[0].protocol.openings.in_words(),
            levels: BTreeMap::new(),
            ranking,
            seed: self.seed,
            games_per_pairing: self.games,
            rating_model: rating_model(game),
            truth_of_elo,
            can_be_drawn: game.can_be_drawn(),
            first_move_advantage: ratings.as_ref().map(|ratings| Rating::from(&ratings.first_move_advantage)),
            partial,
        }
    }
}

/// The model of the ratings of a game, in words.
fn rating_model(game: &GameSpec) -> String {
    let draws = if game.can_be_drawn() { " with draws (Davidson 1970) and" } else { " with" };
    let first = if game.sides_are_alike() { "the first mover" } else { game.side_names().x };
    format!("Bradley & Terry's model{draws} an advantage of {first} (Davidson & Beaver 1977)")
}

/// Ratings from all games; `None` if the numbers are beyond all precision.
fn ratings(plan: &Plan, tally: &Tally, players: usize, anchor: Anchor) -> Option<Ratings> {
    let conditions = plan.conditions.iter().zip(&tally.conditions);
    let pairings: Vec<Pairing> = conditions
        .flat_map(|(condition, tally)| {
            tally.rated_pairings(condition.player_pattern, condition.opponent_pattern)
        })
        .collect();
    rate_players(players, &pairings, &RatingOptions { anchor, ..RatingOptions::default() }).ok()
}

/// What is said beside the ratings.
fn circles(plan: &Plan, tally: &Tally, ratings: &Ratings) -> Option<Circles> {
    let meetings = meetings(plan.conditions.iter().zip(&tally.conditions));
    Circles::of(ratings, &meetings, SIGNIFICANCE)
}
