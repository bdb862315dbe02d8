//! `tune`: settings of a player with which it scores best.

mod answer;
mod kept;
mod path;
mod picture;

use std::ops::Range;
use std::time::{Duration, Instant};

use connect_toe_api::{DEFAULT_SEED, Error, Fault, Work, game, player};
use connect_toe_experiment::Protocol;
use connect_toe_game::Game;
use connect_toe_players::{FirstMover, PlayerRanges, PlayerSpec, SettingRange};
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

use crate::match_play::{Match, MatchResult};
use crate::meeting::{self, Asked, check_players, play_error, protocol};
use crate::numbers::TestVerdict;
use crate::statistics::{TwoNumbers, elo_model, sequential_test};

pub use answer::{Tuned, TunedSetting, TuningStep, TuningVerdict};
use kept::Kept;
use path::Table;

/// Asks for the settings of a player with which it scores best.
///
/// Numbers of the player's text are ranges. They are searched by simultaneous perturbation
/// ([`Spsa`](connect_toe_stats::Spsa)): in each iteration all settings are moved a little up or down by chance, the player with
/// these settings meets the player with the opposite ones, or each of them meets the opponent, and the settings go towards
/// what scored better. In the end a sequential test of the player that was found against the player at the start says
/// whether there is a gain; its games are others than those that tuned.
///
/// The search is a function of the request, whatever the number of threads. With a folder it can be stopped, and a request for
/// the same folder goes on with it.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::{Tune, TuningVerdict};
/// let noisy = "best:nodes=20,noise=400{0..500},eval=runs";
/// let tuned = Tune { pairs: 60, seed: 1, ..Tune::new("connect-four", noisy) }.run(&Work::new())?;
/// assert_eq!((tuned.settings[0].name.as_str(), tuned.games), ("noise", 120));
/// assert!(tuned.settings[0].found < 200.0);
/// assert_eq!(tuned.verdict, TuningVerdict::Gain);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tune {
    /// Game text or a preset's name.
    pub game: String,
    /// The player, as `NAME:key=value,...`, with a range `{LOW..HIGH}` for each number that is tuned, and perhaps the number to
    /// start at before it: `explore=0.7{0..2}`. In `{LOW..HIGH:log}` factors count. By default a range starts at its middle.
    pub player: String,
    /// Whom both settings of an iteration meet; by default they meet each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// The number of pairs of games that compare settings; with an opponent both settings play each of them.
    #[serde(default = "Tune::pairs")]
    pub pairs: u64,
    /// The number of pairs in an iteration; by default so many that there are 200 iterations. They are played side by side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    /// The positions from which games start, as in [`Match::openings`].
    #[serde(default = "meeting::openings", skip_serializing_if = "meeting::are_usual_openings")]
    pub openings: String,
    /// The seed of everything random.
    #[serde(default = "connect_toe_api::default_seed")]
    pub seed: u64,
    /// How far a setting is moved up or down in the first iteration, as a share of its range, above 0 and up to 0.5. It is less
    /// later: six tenths after 200 iterations. A setting of whole numbers is always moved by at least a half, so that the
    /// two compared differ.
    #[serde(default = "Tune::perturbation")]
    pub perturbation: f64,
    /// How far a setting that does not matter would wander by chance, as a share of its range, above 0 and up to 10: the size
    /// of the steps.
    #[serde(default = "Tune::wander")]
    pub wander: f64,
    /// Two differences in Elo, `LOW,HIGH`, that the test of the player found against the start decides between.
    #[serde(default = "Tune::sprt")]
    pub sprt: String,
    /// The error rates of that test, `ALPHA,BETA`.
    #[serde(default = "TwoNumbers::error_rates")]
    pub errors: String,
    /// The largest number of games of that test, 0 for no test; by default as many as settings played, at
    /// least 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_games: Option<u64>,
    /// A folder for `tuning.json`, `path.csv`, `path.svg` and the games of the test, `test.sqlite`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
    /// Whether a search that the folder holds is thrown away, and begins anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

/// The number of iterations if the request does not say how many pairs each has.
const ITERATIONS: u64 = 200;
/// Fewer games of the test say little.
const FEWEST_TEST_GAMES: u64 = 1000;
/// The time between two writes of the files.
const SAVE_EVERY: Duration = Duration::from_secs(5);

impl Tune {
    /// The number of pairs if the request does not name it.
    pub const PAIRS: u64 = 1000;
    /// The largest number of pairs.
    pub const MOST_PAIRS: u64 = 100_000_000;
    /// The first perturbation if the request does not name it.
    pub const PERTURBATION: f64 = 0.25;
    /// How far settings that do not matter wander if the request does not say it.
    pub const WANDER: f64 = 0.8;
    /// The differences in Elo that the test decides between if the request does not name them.
    pub const SPRT: TwoNumbers = TwoNumbers(0.0, 20.0);

    fn pairs() -> u64 {
        Tune::PAIRS
    }

    fn perturbation() -> f64 {
        Tune::PERTURBATION
    }

    fn wander() -> f64 {
        Tune::WANDER
    }

    fn sprt() -> String {
        Tune::SPRT.to_string()
    }

    /// Tuning with the default settings.
    pub fn new(game: impl Into<String>, player: impl Into<String>) -> Tune {
        Tune {
            game: game.into(),
            player: player.into(),
            opponent: None,
            pairs: Tune::PAIRS,
            batch: None,
            openings: meeting::openings(),
            seed: DEFAULT_SEED,
            perturbation: Tune::PERTURBATION,
            wander: Tune::WANDER,
            sprt: Tune::sprt(),
            errors: TwoNumbers::error_rates(),
            test_games: None,
            out: None,
            restart: false,
        }
    }

    /// Searches, tests what was found, and writes the files.
    ///
    /// # Errors
    /// A text that is not a game, a player with ranges or a test; a number out of its range; a folder that cannot be written or
    /// holds another search; a stop before the first iteration has ended.
    pub fn run(&self, work: &Work) -> Result<Tuned, Error> {
        let asked = self.checked(work)?;
        let mut kept = Kept::open(self, &asked, work)?;
        self.search(&asked, &mut kept, work)?;
        kept.save(work)?;
        if kept.path.is_done() {
            let verdict = self.test(&asked, &mut kept, work);
            // The path is kept, whatever becomes of the test.
            kept.save(work)?;
            verdict?;
        }
        Ok(kept.answer())
    }

    /// Plays the iterations that are missing.
    fn search(&self, asked: &Checked, kept: &mut Kept, work: &Work) -> Result<(), Error> {
        if kept.path.is_done() {
            return Ok(());
        }
        if !asked.is_reproducible() {
            work.notice("some players have a time limit or several threads: how they play depends on the machine and its load, so the same seed can give another path");
        }
        let stop = work.stop().part();
        let run = || -> Result<(), Error> {
            let mut table = Table::new(asked, self, work).map_err(play_error)?;
            let mut saved = Instant::now();
            while !kept.path.is_done() && !stop.is_requested() {
                match table.play(&mut kept.path, work).map_err(play_error) {
                    // The iteration that was being played is lost.
                    Err(Error::Interrupted) => break,
                    played => played?,
                }
                if saved.elapsed() > SAVE_EVERY {
                    kept.save(work)?;
                    saved = Instant::now();
                }
            }
            Ok(())
        };
        match work.on_all_threads(run)? {
            Err(Error::Interrupted) if !kept.path.is_empty() => Ok(()),
            Ok(()) if kept.path.is_empty() => Err(Error::Interrupted),
            ended => ended,
        }
    }

    /// Has the player that was found meet the player at the start.
    fn test(&self, asked: &Checked, kept: &mut Kept, work: &Work) -> Result<(), Error> {
        let (start, found) = (&asked.start, kept.path.found());
        kept.verdict = if found == *start { TuningVerdict::Unchanged } else { TuningVerdict::NotTested };
        let games = self.test_games.unwrap_or(kept.path.games().max(FEWEST_TEST_GAMES));
        if kept.verdict == TuningVerdict::Unchanged || games == 0 {
            return Ok(());
        }
        let request = Match {
            games: Some(games),
            openings: self.openings.clone(),
            forfeits: "count".to_owned(),
            sprt: Some(self.sprt.clone()),
            errors: self.errors.clone(),
            // Other games than those that the settings were chosen by.
            seed: self.seed.wrapping_add(1),
            results: kept.results_of_test(),
            ..Match::new(&self.game, found.to_string(), start.to_string())
        };
        let tested = match request.run(work) {
            Err(Error::Interrupted) => {
                kept.is_stopped = true;
                return Ok(());
            }
            Err(error) if kept.is_in_folder() => {
                return Err(error.with_hint(kept::other_folder()));
            }
            tested => tested?,
        };
        kept.is_stopped = tested.partial;
        kept.verdict = verdict(&tested);
        kept.test = Some(tested);
        Ok(())
    }

    /// What is asked for, checked.
    fn checked(&self, work: &Work) -> Result<Checked, Error> {
        let game = game(&self.game)?;
        let ranges = work.catalogue().ranges(&self.player);
        let ranges = ranges.map_err(|error| Error::of_field(Fault::NoSuchPlayer, "player", error))?;
        let opponent = self.opponent.as_deref().map(|text| player("opponent", text, work)).transpose()?;
        number_within("pairs", self.pairs, 1..Tune::MOST_PAIRS + 1)?;
        let batch = self.batch.unwrap_or_else(|| self.pairs.div_ceil(ITERATIONS));
        number_within("batch", batch, 1..self.pairs + 1)?;
        share_within("perturbation", self.perturbation, 0.5)?;
        share_within("wander", self.wander, 10.0)?;
        sequential_test(&self.sprt, &self.errors, &elo_model())?;
        if self.test_games.is_some_and(|games| games > Match::MOST_GAMES) {
            return Err(Error::wrong("test_games")(format!(
                "the test has at most {} games",
                Match::MOST_GAMES
            )));
        }
        let start = ranges.player(&ranges.start());
        let start = start.map_err(|error| Error::of_field(Fault::NoSuchPlayer, "player", error))?;
        let ends = |of: fn(&SettingRange) -> f64| {
            ranges.player(&ranges.settings().iter().map(of).collect::<Vec<_>>()).ok()
        };
        let ends: Vec<PlayerSpec> =
            [ends(SettingRange::low), ends(SettingRange::high)].into_iter().flatten().collect();
        let all: Vec<&PlayerSpec> = std::iter::once(&start).chain(&ends).chain(&opponent).collect();
        check_players(&game, all.iter().copied(), work)?;
        let meet = [start.clone(), opponent.clone().unwrap_or_else(|| start.clone())];
        let first = FirstMover::Alternate.to_string();
        let meeting = Asked {
            games: 2 * self.pairs,
            first: &first,
            openings: &self.openings,
            swap: false,
            results: None,
        };
        let protocol = protocol(&meeting, &game, &meet, work)?;
        Ok(Checked { game, ranges, start, opponent, protocol, batch })
    }
}

/// A request whose texts and numbers are right.
struct Checked {
    game: Game,
    ranges: PlayerRanges,
    start: PlayerSpec,
    opponent: Option<PlayerSpec>,
    protocol: Protocol,
    /// Pairs of an iteration.
    batch: u64,
}

impl Checked {
    fn is_reproducible(&self) -> bool {
        self.start.is_reproducible() && self.opponent.as_ref().is_none_or(PlayerSpec::is_reproducible)
    }
}

/// What the test says.
fn verdict(tested: &MatchResult) -> TuningVerdict {
    match tested.sprt.map(|test| test.verdict) {
        Some(TestVerdict::AcceptH1) => TuningVerdict::Gain,
        Some(TestVerdict::AcceptH0) => TuningVerdict::NoGain,
        Some(TestVerdict::Continue) => TuningVerdict::Undecided,
        None => TuningVerdict::NotTested,
    }
}

fn number_within(field: &str, number: u64, range: Range<u64>) -> Result<(), Error> {
    if range.contains(&number) {
        return Ok(());
    }
    let (low, high) = (range.start, counted(range.end - 1, "pair"));
    Err(Error::wrong(field)(format!("{field} must lie between {low} and {high}")))
}

fn share_within(field: &str, share: f64, most: f64) -> Result<(), Error> {
    if share > 0.0 && share <= most {
        return Ok(());
    }
    let message = format!("{field} is a share of a setting's range: above 0 and at most {most}");
    Err(Error::wrong(field)(message))
}
