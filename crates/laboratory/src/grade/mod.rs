//! `grade`: heuristics and players against exact values.

mod answer;
mod crew;
mod files;
mod plies;
mod table;
mod values_in_file;

use std::path::Path;

use connect_toe_api::{
    DEFAULT_SEED, Error, Fault, Hint, Progress, Work, game, no_such_heuristic, no_threads, player,
};
use connect_toe_grade::{Entry, ExactValues, GradeError, Grading, Request, ValuesInMemory, grade, grade_by};
use connect_toe_solve::Control;
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

pub use answer::{
    ComparedEntries, EntryGrades, EstimateWithInterval, Grades, GradesByValue, PlyGrades, PlyPositions,
    PositionCounts, PositionGrades, ValueGrades,
};
use crew::JudgingCrew;
pub(crate) use crew::SealedPositions;
use files::Files;
pub use plies::Plies;
use values_in_file::ValuesInFile;

/// Asks how well heuristics and players choose, measured by exact values.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::Grade;
/// let grade = Grade {
///     heuristics: vec!["open-lines".to_owned()],
///     players: vec!["perfect".to_owned()],
///     plies: Some("3..5".to_owned()),
///     positions: 20,
///     ..Grade::new("tic-tac-toe")
/// };
/// let grades = grade.run(&Work::new())?;
/// assert!(grades.entries[1].best);
/// assert_eq!(grades.entries[1].overall.keep_rate.map(|rate| rate.value), Some(1.0));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grade {
    /// Game text or a preset's name.
    pub game: String,
    /// Heuristics, as `NAME[:key=value,...]`.
    #[serde(rename = "heuristic", default, skip_serializing_if = "Vec::is_empty")]
    pub heuristics: Vec<String>,
    /// Players, as `NAME[:key=value,...]`.
    #[serde(rename = "player", default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// After how many plies positions are taken, both included: `20..30`, or `20`. Without it from the last ply back, as
    /// long as nine tenths of the positions can be solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<String>,
    /// Positions of each ply.
    #[serde(default = "Grade::positions")]
    pub positions: u32,
    /// The seed of the positions.
    #[serde(default = "connect_toe_api::default_seed")]
    pub seed: u64,
    /// Nodes that the solver may search for one position with all its moves, about.
    #[serde(default = "Grade::solver_nodes")]
    pub solver_nodes: u64,
    /// A results file in which exact values are kept, so that no position is solved twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
    /// A folder for `grade.json` and `grade.csv`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

impl Grade {
    /// Positions of each ply if the request does not name their number.
    pub const POSITIONS: u32 = 100;
    /// The largest number of positions of a ply.
    pub const MOST_POSITIONS: u32 = 1_000_000;
    /// The solver's nodes if the request does not name them.
    pub const SOLVER_NODES: u64 = 1_000_000;

    fn positions() -> u32 {
        Grade::POSITIONS
    }

    fn solver_nodes() -> u64 {
        Grade::SOLVER_NODES
    }

    /// A request that names no heuristic and no player yet.
    pub fn new(game: impl Into<String>) -> Grade {
        Grade {
            game: game.into(),
            heuristics: Vec::new(),
            players: Vec::new(),
            plies: None,
            positions: Grade::POSITIONS,
            seed: DEFAULT_SEED,
            solver_nodes: Grade::SOLVER_NODES,
            results: None,
            out: None,
        }
    }

    /// The grades. If the run was stopped, they are those on the positions that were done by then. The number of
    /// threads does not change them.
    ///
    /// # Errors
    /// A text that is not a game, a heuristic, a player or a range of plies; nothing to grade; files that cannot be used.
    pub fn run(&self, work: &Work) -> Result<Grades, Error> {
        let request = self.request(work)?;
        // A folder that cannot be written is better known before the work than after it.
        let files =
            self.out.as_ref().map(|folder| Files::prepare(Path::new(folder), work.files())).transpose()?;
        let values: Box<dyn ExactValues> = match &self.results {
            Some(path) => Box::new(ValuesInFile::open(Path::new(path))?),
            None => Box::new(ValuesInMemory::new()),
        };
        let grading = work.on_all_threads(|| self.grading(&request, &*values, work))?;
        let grading = grading.map_err(|error| self.explained(&error))?;
        if let (true, false, Some(ply)) = (grading.plies.is_empty(), grading.interrupted, grading.too_hard) {
            return Err(Error::run(format!(
                "there is nothing to grade: random games last up to ply {ply}, and more than a tenth of its positions \
                 were not solved within {}",
                counted(request.solver_nodes, "node")
            ))
            .with_hint(Hint::of(|option| {
                let (nodes, plies) = (option("solver_nodes"), option("plies"));
                format!("{nodes} gives the solver more, {plies} names other plies")
            })));
        }
        let grades = Grades::new(&request, &grading);
        if let Some(files) = files {
            files.write(&grades)?;
        }
        Ok(grades)
    }

    fn grading(
        &self,
        request: &Request,
        values: &dyn ExactValues,
        work: &Work,
    ) -> Result<Grading, GradeError> {
        let control = Control::within(work.stop());
        let watch = |progress: &connect_toe_grade::Progress| tell(request, progress, work);
        match work.crew() {
            None => grade(request, values, &control, watch),
            Some(crew) => grade_by(&JudgingCrew { crew, grade: self }, request, values, &control, watch),
        }
    }

    fn explained(&self, error: &GradeError) -> Error {
        if let GradeError::Judges(cause) = error
            && let Some(own) = cause.downcast_ref::<Error>()
        {
            return own.clone();
        }
        match (error, &self.results) {
            (GradeError::Misfit { .. }, Some(results)) => {
                Error::run(format!("{results} is damaged: {error}")).with_hint(Hint::of(|option| {
                    format!("restore a copy, or name another file with {}", option("results"))
                }))
            }
            (GradeError::Misfit { .. } | GradeError::Values(_) | GradeError::Judges(_), _) => {
                Error::run_with_causes(error)
            }
            (GradeError::Thread(refused), _) => no_threads(1, refused),
            (other, _) => Error::impossible(other),
        }
    }

    fn request(&self, work: &Work) -> Result<Request, Error> {
        let heuristic = |text: &String| {
            work.catalogue().heuristic(text).map(Entry::Heuristic).map_err(no_such_heuristic("heuristic"))
        };
        let heuristics = self.heuristics.iter().map(heuristic);
        let players = self.players.iter().map(|text| player("player", text, work).map(Entry::Player));
        let entries: Vec<Entry> = heuristics.chain(players).collect::<Result<_, Error>>()?;
        if entries.is_empty() {
            return Err(Error::of_field(
                Fault::MissingField,
                "player",
                "a grade needs a heuristic or a player",
            ));
        }
        if !(1..=Grade::MOST_POSITIONS).contains(&self.positions) {
            let most = Grade::MOST_POSITIONS;
            return Err(Error::of_field(
                Fault::WrongField,
                "positions",
                format!("the number of positions must lie between 1 and {most}"),
            ));
        }
        let plies = self
            .plies
            .as_deref()
            .map(|plies| plies.parse::<Plies>().map_err(Error::wrong("plies")))
            .transpose()?;
        Ok(Request {
            game: game(&self.game)?.spec().clone(),
            entries,
            plies: plies.map(|plies| plies.0),
            positions: self.positions as usize,
            seed: self.seed,
            solver_nodes: self.solver_nodes,
        })
    }
}

/// Reports how far the work has come.
pub(crate) fn tell(request: &Request, progress: &connect_toe_grade::Progress, work: &Work) {
    let all = request.plies.as_ref().map(|plies| {
        let positions = request.positions as u64;
        (
            u64::from(*plies.start()),
            (u64::from(plies.end().saturating_sub(*plies.start())) + 1) * positions,
            positions,
        )
    });
    let (of_ply, positions) = (progress.done as u64, progress.positions as u64);
    let ply = || format!("ply {}", progress.ply);
    let of = || format!("ply {}: {of_ply} of {positions}", progress.ply);
    let then = || format!("ply {}, then those before it that can be solved", progress.ply);
    let (done, total, unit, detail): (_, _, _, &dyn Fn() -> String) = match all {
        _ if progress.is_drawing => (of_ply, positions, "positions drawn", &ply),
        Some((first, total, of_each)) => {
            ((u64::from(progress.ply) - first) * of_each + of_ply, total, "positions", &of)
        }
        // If the program chooses the plies, only the present one is known.
        None => (of_ply, positions, "positions", &then),
    };
    work.progress(&Progress { done, total: Some(total), unit, detail });
}
