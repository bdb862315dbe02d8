//! `playouts`: uniformly random games.

use std::time::Instant;

use connect_toe_game::{Game, with_game};
use connect_toe_players::play_random_games;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::{Position, game};
use crate::reason::Fault;
use crate::seed;
use crate::work::{Counter, Work, no_threads};

/// Asks for uniformly random games from a position.
///
/// ```
/// use connect_toe_api::{Playouts, Work};
/// let counts = Playouts { games: 1000, ..Playouts::new("tic-tac-toe") }.run(&Work::new())?;
/// assert_eq!((counts.games, counts.x + counts.o + counts.draws), (1000, 1000));
/// assert!(counts.x > counts.o);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Playouts {
    /// Game text or a preset's name.
    pub game: String,
    /// The position from which the games start.
    #[serde(flatten)]
    pub position: Position,
    /// The number of games.
    #[serde(default = "Playouts::games")]
    pub games: u64,
    /// The seed of the moves.
    #[serde(default = "seed::default")]
    pub seed: u64,
}

/// The results of uniformly random games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayoutCounts {
    /// The number of games.
    pub games: u64,
    /// Games that X won.
    pub x: u64,
    /// Games that O won.
    pub o: u64,
    /// Drawn games.
    pub draws: u64,
    /// Moves in all games.
    pub plies: u64,
    /// How long the games took.
    pub seconds: f64,
    /// The seed of the moves.
    pub seed: u64,
    /// Canonical game text.
    pub game: String,
    /// Whether the run was stopped: then these are the games that were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

impl Playouts {
    /// The number of games if the request does not name it.
    pub const GAMES: u64 = 100_000;
    /// The largest number of games.
    pub const MOST_GAMES: u64 = 1_000_000_000_000;

    fn games() -> u64 {
        Playouts::GAMES
    }

    /// Games from the empty board.
    pub fn new(game: impl Into<String>) -> Playouts {
        let position = Position::default();
        Playouts { game: game.into(), position, games: Playouts::GAMES, seed: seed::DEFAULT }
    }

    /// The results. The number of threads does not change them.
    ///
    /// # Errors
    /// A text that is not a game, or not a position of it; a number of games that is 0 or too large.
    pub fn run(&self, work: &Work) -> Result<PlayoutCounts, Error> {
        self.run_on(game(&self.game)?, work)
    }

    /// Plays with a game that exists already: the request's moves start from the game's position.
    ///
    /// # Errors
    /// As [`run`](Playouts::run).
    pub fn run_on(&self, mut game: Game, work: &Work) -> Result<PlayoutCounts, Error> {
        with_game!(&mut game, record => self.position.apply(record))?;
        if !(1..=Playouts::MOST_GAMES).contains(&self.games) {
            return Err(Error::of_field(
                Fault::WrongField,
                "games",
                format!("the number of games must lie between 1 and {}", Playouts::MOST_GAMES),
            ));
        }
        let stop = work.stop().part();
        let counter = Counter::new(work, self.games, "games");
        let watch = |games| {
            counter.add(games);
            stop.listen()
        };
        let start = Instant::now();
        let (games, threads) = (self.games, work.threads());
        let counts = with_game!(&game, record => play_random_games(record, games, self.seed, threads, watch))
            .map_err(|refused| no_threads(threads, &refused))?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(PlayoutCounts {
            games: counts.games,
            x: counts.x,
            o: counts.o,
            draws: counts.draws,
            plies: counts.plies,
            seconds,
            seed: self.seed,
            game: game.spec().to_string(),
            partial: counts.games < self.games,
        })
    }
}
