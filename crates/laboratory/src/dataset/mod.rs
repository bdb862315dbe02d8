//! `dataset`: positions with exact values, as files for those who train.

mod answer;
mod card;
mod files;
mod npz;

use std::path::Path;
use std::time::Instant;

use connect_toe_api::{
    DEFAULT_SEED, Error, Fault, Hint, Progress, Work, check_player, game, no_threads, player,
    positions_of_file,
};
use connect_toe_game::Game;
use connect_toe_grade::{
    Distribution, GradeError, LabelProgress, LabelRequest, MOST_POSITIONS, Splits, label,
};
use connect_toe_players::PlayerSpec;
use serde::{Deserialize, Serialize};

use crate::grade::Plies;
use crate::meeting::usual_random_plies;
pub use answer::{DataSetMade, DataSetPly};
use files::Files;

/// Asks for a set of labelled positions: arrays of `NumPy` (`positions.npz`), and `DATASET.md`, which says how they
/// were made.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::DataSet;
/// let folder = std::env::temp_dir().join("a data set of tic-tac-toe");
/// # let _ = std::fs::remove_dir_all(&folder);
/// let out = folder.display().to_string();
/// let made = DataSet { from: "all".to_owned(), ..DataSet::new("tic-tac-toe", out) }.run(&Work::new())?;
/// assert_eq!((made.positions, made.exact), (627, 627));
/// # std::fs::remove_dir_all(&folder).expect("was made");
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DataSet {
    /// Game text or a preset's name.
    pub game: String,
    /// Which positions: `random`, `players`, `all` or `openings`.
    #[serde(default = "DataSet::from")]
    pub from: String,
    /// The players whose games positions are from, as `NAME[:key=value,...]`; for `players`.
    #[serde(rename = "player", default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The most random plies at the beginning of a game of players; each game draws its own number. By default a quarter of
    /// the cells, at most 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_plies: Option<u32>,
    /// A file of games, or of a line of moves for each position; for `openings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// After how many plies positions are taken, both included: `12..20`, or `12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<String>,
    /// How many positions; not for `all` and `openings`, which take all there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// The seed of the positions.
    #[serde(default = "connect_toe_api::default_seed")]
    pub seed: u64,
    /// Nodes that the solver may search for one position with its best moves, about.
    #[serde(default = "DataSet::solver_nodes")]
    pub solver_nodes: u64,
    /// The player that values the positions for which these nodes do not suffice: a search without a limit of time, which
    /// says what score to expect.
    #[serde(default = "DataSet::search")]
    pub search: String,
    /// The share of positions for validation, from 0 to 1.
    #[serde(default = "DataSet::share")]
    pub validation: f64,
    /// The share of positions for tests, from 0 to 1.
    #[serde(default = "DataSet::share")]
    pub test: f64,
    /// A folder for the files.
    pub out: String,
}

impl DataSet {
    /// Where positions are from.
    pub const FROM: [&str; 4] = ["random", "players", "all", "openings"];
    /// The number of positions if the request does not name it.
    pub const POSITIONS: u64 = 10_000;
    /// The largest number of positions.
    pub const MOST_POSITIONS: u64 = MOST_POSITIONS as u64;
    /// The solver's nodes if the request does not name them.
    pub const SOLVER_NODES: u64 = 1_000_000;
    /// The search if the request does not name it.
    ///
    /// It has a limit of nodes, so that a position of any board takes milliseconds.
    pub const SEARCH: &str = "best:nodes=2000";
    /// The shares of validation and test if the request does not name them.
    pub const SHARE: f64 = 0.1;

    fn from() -> String {
        DataSet::FROM[0].to_owned()
    }

    fn solver_nodes() -> u64 {
        DataSet::SOLVER_NODES
    }

    fn search() -> String {
        DataSet::SEARCH.to_owned()
    }

    fn share() -> f64 {
        DataSet::SHARE
    }

    /// Random positions of all plies, with the usual settings.
    pub fn new(game: impl Into<String>, out: impl Into<String>) -> DataSet {
        DataSet {
            game: game.into(),
            from: DataSet::from(),
            players: Vec::new(),
            random_plies: None,
            openings: None,
            plies: None,
            positions: None,
            seed: DEFAULT_SEED,
            solver_nodes: DataSet::SOLVER_NODES,
            search: DataSet::search(),
            validation: DataSet::SHARE,
            test: DataSet::SHARE,
            out: out.into(),
        }
    }

    /// Makes the set. The number of threads does not change a byte of its files. If the run is stopped, there are none.
    ///
    /// # Errors
    /// A text that is not a game, a player or a range of plies; numbers out of their range; no position, or too many; a
    /// folder that has such files or cannot be written.
    pub fn run(&self, work: &Work) -> Result<DataSetMade, Error> {
        let started = Instant::now();
        let game = game(&self.game)?;
        let request = self.request(&game, work)?;
        // A folder that cannot be written is better known before the work than after it.
        let files = Files::prepare(Path::new(&self.out), work.files())?;
        let watch = |progress: &LabelProgress| tell(progress, work);
        let labels = work.on_all_threads(|| label(&request, work.stop(), watch))?.map_err(explained)?;
        let labels = labels.ok_or(Error::Interrupted)?;
        let made = DataSetMade::new(&game, &labels, &files.names());
        files.write(&game, &labels, &card::text(self, &request, &game, labels.symmetries, &made))?;
        Ok(DataSetMade { seconds: started.elapsed().as_secs_f64(), ..made })
    }

    fn request(&self, game: &Game, work: &Work) -> Result<LabelRequest, Error> {
        let plies = self.plies.as_deref().map(|plies| plies.parse::<Plies>().map_err(Error::wrong("plies")));
        let plies = plies.transpose()?.map(|plies| plies.0);
        let positions = self.positions.unwrap_or(DataSet::POSITIONS);
        if !(1..=DataSet::MOST_POSITIONS).contains(&positions) {
            let most = DataSet::MOST_POSITIONS;
            let message = format!("the number of positions must lie between 1 and {most}");
            return Err(Error::of_field(Fault::WrongField, "positions", message));
        }
        if self.solver_nodes == 0 {
            let message = format!("the number of nodes of the solver must lie between 1 and {}", u64::MAX);
            return Err(Error::of_field(Fault::WrongField, "solver_nodes", message));
        }
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        if !is_share(self.validation) || !is_share(self.test) || self.validation + self.test > 1.0 {
            let message = "the shares of validation and test must lie between 0 and 1, and so must their sum";
            return Err(Error::of_field(Fault::WrongField, "validation", message));
        }
        let search = one_that_repeats("search", &self.search, game, work)?;
        if !search.is_search() {
            let message = format!("{search} chooses moves and values none, so it cannot value positions");
            return Err(Error::of_field(Fault::WrongField, "search", message));
        }
        Ok(LabelRequest {
            game: game.spec().clone(),
            from: self.distribution(game, work)?,
            plies,
            positions: positions as usize,
            seed: self.seed,
            solver_nodes: self.solver_nodes,
            search,
            splits: Splits { validation: self.validation, test: self.test },
        })
    }

    fn distribution(&self, game: &Game, work: &Work) -> Result<Distribution, Error> {
        self.refuse_what_is_not_looked_at()?;
        match self.from.as_str() {
            "random" => Ok(Distribution::Random),
            "all" => Ok(Distribution::All),
            "players" => {
                let players = self.players.iter().map(|text| one_that_repeats("player", text, game, work));
                let players = players.collect::<Result<Vec<_>, _>>()?;
                if players.is_empty() {
                    let message = "positions from games of players need at least one player";
                    return Err(Error::of_field(Fault::MissingField, "player", message).with_hint(
                        Hint::either("name each player with --player", "name them with players="),
                    ));
                }
                let random_plies = self.random_plies.unwrap_or_else(|| usual_random_plies(game));
                Ok(Distribution::Players { players, random_plies })
            }
            "openings" => {
                let path = self.openings.as_ref().ok_or_else(|| {
                    let message = "a file with the openings is missing";
                    Error::of_field(Fault::MissingField, "openings", message)
                        .with_hint(Hint::of(|option| format!("name it with {}", option("openings"))))
                })?;
                Ok(Distribution::Listed(positions_of_file(Path::new(path), game)?))
            }
            other => {
                let message = format!(
                    "there is no distribution of positions with the name {other}, only {}",
                    DataSet::FROM.join(", ")
                );
                Err(Error::of_field(Fault::WrongField, "from", message))
            }
        }
    }

    /// A field that this kind of set does not look at is a mistake.
    fn refuse_what_is_not_looked_at(&self) -> Result<(), Error> {
        let from = self.from.as_str();
        let fields = [
            ("player", !self.players.is_empty(), ["players", "players"]),
            ("random_plies", self.random_plies.is_some(), ["players", "players"]),
            ("openings", self.openings.is_some(), ["openings", "openings"]),
            ("positions", self.positions.is_some(), ["random", "players"]),
        ];
        let wrong = |(_, given, fits): &&(&str, bool, [&str; 2])| *given && !fits.contains(&from);
        let Some((field, _, [first, second])) =
            fields.iter().find(wrong).filter(|_| DataSet::FROM.contains(&from))
        else {
            return Ok(());
        };
        let fits = if first == second { (*first).to_owned() } else { format!("{first} and {second}") };
        let message = format!("positions from `{from}` do not take `{field}`: it is for those from {fits}");
        Err(Error::of_field(Fault::ExclusiveFields, field, message))
    }
}

/// A player that does the same again wherever and whenever it is asked.
fn one_that_repeats(field: &str, text: &str, game: &Game, work: &Work) -> Result<PlayerSpec, Error> {
    let player = player(field, text, work)?;
    let of_game = player.for_game(game.spec());
    check_player(game, &of_game)?;
    if of_game.is_reproducible() {
        return Ok(player);
    }
    let message =
        format!("{text} depends on time or on threads, and a data set is the same whenever it is made");
    Err(Error::of_field(Fault::WrongField, field, message)
        .with_hint("limit it by depth or nodes, and leave it one thread"))
}

fn tell(progress: &LabelProgress, work: &Work) {
    let unit = if progress.is_finding { "positions found" } else { "positions" };
    let (done, total) = (progress.done as u64, Some(progress.positions as u64));
    work.progress(&Progress { done, total, unit, detail: &String::new });
}

fn explained(error: GradeError) -> Error {
    match error {
        GradeError::Thread(refused) => no_threads(1, &refused),
        GradeError::NoScores { .. } => Error::of_field(Fault::WrongField, "search", error.to_string())
            .with_hint("name a search whose heuristic does, such as selective or minimax:eval=runs"),
        GradeError::NoPositions => Error::impossible(error)
            .with_hint(Hint::of(|option| format!("name earlier ones with {}", option("plies")))),
        other => Error::impossible(other),
    }
}
