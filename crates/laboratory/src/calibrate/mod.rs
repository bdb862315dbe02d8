//! `calibrate`: whether the scores that a player expects are those that come.

mod answer;
mod chart;
mod games;

use std::path::Path;

use connect_toe_api::files::FileGroup;
use connect_toe_api::{
    Counter, DEFAULT_SEED, Error, Fault, Hint, Work, check_player, game, no_threads, player,
};
use connect_toe_game::text::printable_json;
use connect_toe_game::{Game, with_game};
use connect_toe_players::PlayerSpec;
use serde::{Deserialize, Serialize};

use crate::meeting::usual_random_plies;

pub use answer::{Calibration, CalibrationBin, CalibrationRange};

/// Asks whether the scores that a player expects are those that come.
///
/// The player meets itself in games with random openings. What it says of the positions on the way is compared with the
/// results: of all positions from which it expects 70 %, 70 % of the points should come.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::Calibrate;
/// let calibrate = Calibrate {
///     player: "minimax:depth=1,eval=learned".to_owned(),
///     games: 200,
///     ..Calibrate::new("tic-tac-toe")
/// };
/// let calibration = calibrate.run(&Work::new())?;
/// assert_eq!((calibration.games, calibration.ranges.len()), (200, 3));
/// assert!(calibration.ranges.iter().all(|range| range.error < Some(0.5)));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Calibrate {
    /// Game text or a preset's name.
    pub game: String,
    /// The player, as `NAME[:key=value,...]`.
    #[serde(default = "Calibrate::player")]
    pub player: String,
    /// The number of games.
    #[serde(default = "Calibrate::games")]
    pub games: u64,
    /// The most random plies that a game begins with; each game draws its own number. By default a quarter of the cells,
    /// at most 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_plies: Option<u32>,
    /// The seed of the openings, of the players' moves, and of the positions that count.
    #[serde(default = "connect_toe_api::default_seed")]
    pub seed: u64,
    /// A folder for `calibration.json`, `calibration.csv` and `calibration.svg`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

/// The names of the files.
const FILES: [&str; 3] = ["calibration.json", "calibration.csv", "calibration.svg"];

impl Calibrate {
    /// The player if the request names none.
    pub const PLAYER: &str = "best:nodes=2000";
    /// The number of games if the request does not name it.
    pub const GAMES: u64 = 1000;
    /// The largest number of games.
    pub const MOST_GAMES: u64 = 1_000_000;

    fn player() -> String {
        Calibrate::PLAYER.to_owned()
    }

    fn games() -> u64 {
        Calibrate::GAMES
    }

    /// The default player, and as many games as usual.
    pub fn new(game: impl Into<String>) -> Calibrate {
        Calibrate {
            game: game.into(),
            player: Calibrate::player(),
            games: Calibrate::GAMES,
            random_plies: None,
            seed: DEFAULT_SEED,
            out: None,
        }
    }

    /// The comparison. If the run was stopped, it is that of the games that were played by then. The number of threads does
    /// not change it, unless the player has a time.
    ///
    /// # Errors
    /// A text that is not a game or a player, or a player that cannot play this game; a number out of its range; a player that
    /// says nothing of the score to expect; files that cannot be written.
    pub fn run(&self, work: &Work) -> Result<Calibration, Error> {
        let game = game(&self.game)?;
        let player = player("player", &self.player, work)?.for_game(game.spec());
        if !(1..=Calibrate::MOST_GAMES).contains(&self.games) {
            let message = format!("the number of games must lie between 1 and {}", Calibrate::MOST_GAMES);
            return Err(Error::of_field(Fault::WrongField, "games", message));
        }
        check_player(&game, &player)?;
        let cells = game.geometry().cells().len();
        let random_plies = self.random_plies.unwrap_or(usual_random_plies(&game));
        if random_plies as usize >= cells {
            let message = format!("after {random_plies} random plies a board of {cells} cells is full");
            return Err(Error::of_field(Fault::WrongField, "random_plies", message).with_hint(Hint::of(
                |option| {
                    format!(
                        "give {} a smaller number, so that games have moves to look at",
                        option("random_plies")
                    )
                },
            )));
        }
        // A folder that cannot be written is better known before the work than after it.
        let prepare = |folder: &String| FileGroup::create(Path::new(folder), FILES, work.files());
        let files = self.out.as_ref().map(prepare).transpose()?;
        let games = self.play(&game, &player, random_plies, work)?;
        let calibration = Calibration::new(&game, &player, &games, self);
        if calibration.positions + calibration.proven == 0 && !calibration.partial {
            let message = format!("{player} says nothing of the score to expect in {}", game.spec());
            return Err(Error::of_field(Fault::WrongField, "player", message)
                .with_hint("name a player whose heuristic does, such as selective or minimax:eval=runs"));
        }
        if let Some(files) = files {
            let json = serde_json::to_value(&calibration).map_err(Error::run)?;
            files.write([
                printable_json(&format!("{json:#}\n")).into_owned().into_bytes(),
                calibration.csv()?,
                chart::svg(&calibration).into_bytes(),
            ])?;
        }
        Ok(calibration)
    }

    fn play(
        &self,
        game: &Game,
        player: &PlayerSpec,
        random_plies: u32,
        work: &Work,
    ) -> Result<Vec<games::Watched>, Error> {
        let counter = Counter::new(work, self.games, "games");
        let settings = games::Settings { games: self.games, random_plies, seed: self.seed };
        let played =
            with_game!(game, record => games::play(record.rules(), player, settings, work, &counter));
        played.map_err(|error| match error {
            games::NotPlayed::Player(error) => Error::impossible(error),
            games::NotPlayed::Threads(refused) => no_threads(work.threads(), &refused),
        })
    }
}
