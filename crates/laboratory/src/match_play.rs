//! `match`: two players, many games.

use std::collections::BTreeMap;

use connect_toe_api::{DEFAULT_SEED, Error, Work, game, player};
use connect_toe_experiment::{Plan, Sample};
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

use crate::cautions;
use crate::meeting::{self, Asked, check_players, levels, play_meeting, protocol};
use crate::numbers::{Elo, SequentialTest, ends};
use crate::score::{WithSide, is_yes, yes};
use crate::sequential::Sequential;
use crate::statistics::{TwoNumbers, elo_model, sequential_test};
use crate::stored::DecidedTest;

/// Asks for many games of two players.
///
/// The games are those of an experiment with one study, `match`. They are numbered in pairs, and a pair is a function
/// of the request and its number.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::Match;
/// let result = Match { games: Some(60), ..Match::new("tic-tac-toe", "perfect", "random") }.run(&Work::new())?;
/// assert_eq!((result.games, result.losses), (60, 0));
/// assert!(result.score_interval[0] > 0.5);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Match {
    /// Game text or a preset's name.
    pub game: String,
    /// The player whose wins are counted, as `NAME[:key=value,...]`.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// The number of games, by default [`Match::GAMES`]; of a sequential test the largest, by default
    /// [`Match::GAMES_OF_A_TEST`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Who moves first: `player`, `alternate` or `random`.
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
    /// Two differences in Elo, `LOW,HIGH`: the match stops when a sequential test has decided between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The error rates of the sequential test, `ALPHA,BETA`.
    #[serde(default = "TwoNumbers::error_rates")]
    pub errors: String,
    /// What a difference in Elo means in the sequential test: `logistic` or `normalized`.
    #[serde(default = "elo_model")]
    pub elo_model: String,
    /// A results file in which the games are kept. Games in it are not played again; it can be that of a request for
    /// fewer games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
}

/// The result of a match, from the player's side. Intervals are those of 95 %.
///
/// Win rate, score and Elo leave out forfeited games unless they were to count; intervals and the test count games that
/// can only come again once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchResult {
    /// What must be known before any score: that games were forfeited, or repeat each other. Left out if there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<String>,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The number of games.
    pub games: u64,
    /// Games that a player lost because it gave no move: an engine that crashed, hung or was late. Left out if none was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub forfeited: u64,
    /// Games that either player won.
    pub decided: u64,
    /// Wins among the decided games.
    pub win_rate: Option<f64>,
    /// Wilson's interval of the win rate.
    pub interval: [f64; 2],
    /// Points per game; a draw counts one half.
    pub score: Option<f64>,
    /// Moves in all games.
    pub plies: u64,
    /// Positions that the player looked at.
    pub player_nodes: u64,
    /// Positions that the opponent looked at.
    pub opponent_nodes: u64,
    /// How many of the games are different, up to symmetry; beyond some ten thousand games an estimate.
    #[serde(default)]
    pub distinct: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// The score's interval.
    pub score_interval: [f64; 2],
    /// The difference in Elo.
    pub elo: Elo,
    /// The results by side, X first, where it matters which side a player has: the sides have different rules, or turns
    /// several stones. Left out elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_side: Vec<WithSide>,
    /// Pairs of games by the player's points (0, ½, 1, 1½, 2), if the games of a pair depend on each other.
    pub pairs: Option<[u64; 5]>,
    /// The sequential test that was asked for. Games after its verdict are not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SequentialTest>,
    /// Canonical game text.
    pub game: String,
    /// The positions from which the games started.
    #[serde(default)]
    pub openings: String,
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The players that levels among them stand for in this game, by the level's text. Left out if there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, String>,
    /// Whether the rules have draws. Left out if they do.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub can_be_drawn: bool,
    /// Whether the same request gives the same games everywhere; not if a player has a limit of time.
    pub reproducible: bool,
    /// Whether the match was stopped: then these are the games that were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Match {
    /// The number of games if the request does not name it.
    pub const GAMES: u64 = meeting::GAMES;
    /// The largest number of games of a sequential test if the request does not name it.
    pub const GAMES_OF_A_TEST: u64 = 100_000;
    /// The largest number of games.
    pub const MOST_GAMES: u64 = meeting::MOST_GAMES;

    /// A match of the default length; the players move first in turn.
    pub fn new(game: impl Into<String>, player: impl Into<String>, opponent: impl Into<String>) -> Match {
        Match {
            game: game.into(),
            player: player.into(),
            opponent: opponent.into(),
            games: None,
            first: meeting::first(),
            openings: meeting::openings(),
            swap: false,
            forfeits: meeting::forfeits(),
            seed: DEFAULT_SEED,
            sprt: None,
            errors: TwoNumbers::error_rates(),
            elo_model: elo_model(),
            results: None,
        }
    }

    /// The result. The number of threads does not change it.
    ///
    /// # Errors
    /// A text that is not a game, a player or a test; a number of games out of range; a results file that cannot be used;
    /// a stop before the first game.
    pub fn run(&self, work: &Work) -> Result<MatchResult, Error> {
        let game = game(&self.game)?;
        let (first, second) =
            (player("player", &self.player, work)?, player("opponent", &self.opponent, work)?);
        let by_default = if self.sprt.is_some() { Match::GAMES_OF_A_TEST } else { Match::GAMES };
        let forfeits = self.forfeits.parse().map_err(Error::wrong("forfeits"))?;
        let test = self
            .sprt
            .as_deref()
            .map(|sprt| sequential_test(sprt, &self.errors, &self.elo_model))
            .transpose()?;
        let players = [first, second];
        check_players(&game, &players, work)?;
        let asked = Asked {
            games: self.games.unwrap_or(by_default),
            first: &self.first,
            openings: &self.openings,
            swap: self.swap,
            results: self.results.as_deref(),
        };
        let protocol = protocol(&asked, &game, &players, work)?;
        let [first, second] = players;
        let plan = Plan::of_match(game.spec().clone(), first, second, protocol, self.seed);
        let mut test = test.map(|test| Sequential::new(test, &plan, forfeits));
        let played = play_meeting(&plan, asked.results, forfeits, work, test.as_mut())?;
        let condition = &plan.conditions[0];
        let all = test.as_ref().map_or(&played.tally, Sequential::tally);
        let tally = &all.conditions[0];
        if let (Some(path), Some(decided)) = (&self.results, DecidedTest::of(test.as_ref())) {
            let [ended, kept] =
                [decided.games, played.tally.conditions[0].games()].map(|games| counted(games, "game"));
            work.notice(&format!(
                "the match ended at the verdict of its test, after {ended}; {path} keeps {kept} and the verdict"
            ));
        }
        let sample = Sample::of_player(condition, tally);
        let wdl = sample.games;
        Ok(MatchResult {
            cautions: cautions::of_request(&plan, all, &work.catalogue().last_words().all()),
            wins: wdl.wins,
            draws: wdl.draws,
            losses: wdl.losses,
            games: wdl.games(),
            distinct: tally.distinct().unwrap_or_default(),
            forfeited: tally.forfeited,
            decided: wdl.decided(),
            win_rate: sample.win_rate(),
            interval: ends(sample.win_rate_interval()),
            score: sample.score(),
            plies: tally.plies(),
            player_nodes: tally.player_nodes,
            opponent_nodes: tally.opponent_nodes,
            seed: self.seed,
            score_interval: ends(sample.score_interval()),
            elo: sample.elo().into(),
            by_side: WithSide::all(game.spec(), |side| Sample::of_side(condition, tally, side)),
            pairs: sample.pairs().map(|pairs| pairs.counts),
            sprt: test.as_ref().map(Sequential::answer),
            game: condition.game.to_string(),
            openings: condition.protocol.openings.in_words(),
            player: condition.player.to_string(),
            opponent: condition.opponent.to_string(),
            levels: levels(&game, [&condition.player, &condition.opponent]),
            can_be_drawn: game.spec().can_be_drawn(),
            reproducible: plan.is_reproducible(),
            partial: !played.whole,
        })
    }
}
