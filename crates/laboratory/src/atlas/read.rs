//! `atlas show`, `status`, `export` and the rows of a map: what an atlas says.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use connect_toe_api::files::{OutputFile, is_same_file, unwritable, unwritten};
use connect_toe_api::{Error, Fault, Hint, KnownGame, Work};
use connect_toe_atlas::{Atlas, AtlasPlan, Example, Finding, Known, Placement, PlannedGame, findings};
use connect_toe_game::{GameSpec, Geometry};
use connect_toe_results::{AtlasFile, ResultsError};
use connect_toe_solve::ExactResult;
use serde::{Deserialize, Serialize};

use crate::stored::{Other, results_error_of};

/// The error of the file of an atlas, with what a user can do about it.
pub(super) fn atlas_error(error: ResultsError) -> Error {
    let is_missing = matches!(error, ResultsError::Missing(_));
    let refused = results_error_of(error, Other::File(None));
    if is_missing {
        refused.with_hint(Hint::either(
            "make one with `connect-toe atlas build PLAN`",
            "make one with build_atlas",
        ))
    } else {
        refused
    }
}

/// The atlas of a file, or that of the program.
pub(super) fn atlas_of(file: Option<&String>) -> Result<Cow<'static, Atlas>, Error> {
    let Some(file) = file else { return Ok(Cow::Borrowed(Atlas::shipped())) };
    let atlas = AtlasFile::open(Path::new(file)).and_then(|file| file.atlas());
    atlas.map(Cow::Owned).map_err(atlas_error)
}

/// Asks what an atlas says of a game.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::ShowAtlas;
/// let known = ShowAtlas { game: "3x4:3:+1".to_owned(), file: None }.run(&Work::new())?;
/// assert_eq!((known.result.as_deref(), known.listed_as.as_deref()), (Some("win"), Some("4x3:3:-2")));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShowAtlas {
    /// Game text or a preset's name.
    pub game: String,
    /// The file of an atlas; without it that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl ShowAtlas {
    /// What is known of the game.
    ///
    /// # Errors
    /// A text that is not a game; a file that is not an atlas.
    pub fn run(&self, _: &Work) -> Result<KnownGame, Error> {
        KnownGame::find(&*atlas_of(self.file.as_ref())?, &self.game)
    }
}

/// Asks how much an atlas knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatusOfAtlas {
    /// The file of an atlas; without it that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// How much an atlas knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AtlasStatus {
    /// The file; none for the atlas of the program.
    pub file: Option<String>,
    /// Games that the plan has.
    pub planned: u64,
    /// Games that were searched.
    pub games: u64,
    /// Games that X, who moves first, wins.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that X loses.
    pub losses: u64,
    /// Games whose result is not known.
    pub unknown: u64,
    /// Games with a known result and an unknown number of plies to the end.
    pub without_distance: u64,
    /// Nodes that were searched.
    pub nodes: u64,
    /// Seconds of one thread that this took.
    pub seconds: f64,
    /// Games that the run searched, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<u64>,
    /// Seconds of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_of_run: Option<f64>,
    /// Whether the run was stopped before all games were searched.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

impl StatusOfAtlas {
    /// The numbers.
    ///
    /// # Errors
    /// A file that is not an atlas.
    pub fn run(&self, _: &Work) -> Result<AtlasStatus, Error> {
        let Some(path) = &self.file else {
            let planned = AtlasPlan::read(Atlas::shipped_plan()).map_err(Error::run)?.games();
            return Ok(AtlasStatus::new(Atlas::shipped(), Some(&planned)));
        };
        let file = AtlasFile::open(Path::new(path)).map_err(atlas_error)?;
        let planned = AtlasPlan::read(&file.plan().map_err(atlas_error)?).ok().map(|plan| plan.games());
        let atlas = file.atlas().map_err(atlas_error)?;
        Ok(AtlasStatus { file: Some(path.clone()), ..AtlasStatus::new(&atlas, planned.as_deref()) })
    }
}

impl AtlasStatus {
    pub(super) fn new(atlas: &Atlas, planned: Option<&[PlannedGame]>) -> AtlasStatus {
        let mut status = AtlasStatus::default();
        for (_, known) in atlas.games() {
            status.games += 1;
            status.nodes += known.nodes;
            status.seconds += known.seconds;
            let result = known.result();
            status.wins += u64::from(result == Some(ExactResult::Win));
            status.draws += u64::from(result == Some(ExactResult::Draw));
            status.losses += u64::from(result == Some(ExactResult::Loss));
            status.unknown += u64::from(result.is_none());
            status.without_distance += u64::from(result.is_some() && known.value().is_none());
        }
        status.seconds = (1000.0 * status.seconds).round() / 1000.0;
        let is_missing = |planned: &&PlannedGame| atlas.find(&planned.game).is_none();
        status.planned = status.games + planned.unwrap_or_default().iter().filter(is_missing).count() as u64;
        status
    }
}

/// Asks for all that an atlas knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportAtlas {
    /// The file of an atlas; without it that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The form of the table.
    #[serde(default)]
    pub form: AtlasForm,
}

/// The form of an exported atlas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtlasForm {
    /// The text that the program itself has.
    #[default]
    Text,
    /// A header line and a line for each game.
    Csv,
    /// A JSON list with an object for each game.
    Json,
}

/// A game of an atlas, as a row of a table. Values are for X, who moves first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AtlasGame {
    /// What is known of it.
    #[serde(flatten)]
    pub known: KnownGame,
    /// The board's sizes.
    pub sizes: Vec<u16>,
    /// Stones in a row that make a line.
    pub k: u16,
    /// The faces through which stones enter, as in the game text.
    pub faces: String,
    /// The rule variations.
    pub flags: Vec<String>,
    /// The least possible value in short: `W7`, `=`, `L12`.
    pub lower: String,
    /// The greatest.
    pub upper: String,
}

impl AtlasGame {
    fn new(game: &GameSpec, known: &Known) -> Option<AtlasGame> {
        let geometry = Geometry::of(game).ok()?;
        let cells = |places: &Vec<usize>| places.iter().map(|&place| geometry.cells()[place]).collect();
        Some(AtlasGame {
            known: KnownGame::listed(&game.to_string(), known, known.best.as_ref().map(cells), &geometry),
            sizes: game.sizes.clone(),
            k: game.run_length().unwrap_or_default(),
            faces: game.faces.to_string(),
            flags: game.flags(),
            lower: Known::short(known.at_least),
            upper: Known::short(known.at_most),
        })
    }

    /// The rows of all games.
    fn all(atlas: &Atlas) -> impl Iterator<Item = AtlasGame> {
        atlas.games().filter_map(|(game, known)| AtlasGame::new(&game, &known))
    }
}

impl ExportAtlas {
    /// The rows of the table, whatever its form.
    ///
    /// # Errors
    /// A file that is not an atlas.
    pub fn rows(&self) -> Result<Vec<AtlasGame>, Error> {
        Ok(AtlasGame::all(&*atlas_of(self.file.as_ref())?).collect())
    }

    /// Writes the table to `out`.
    ///
    /// # Errors
    /// A file that is not an atlas; those of `out`.
    pub fn run(&self, _: &Work, out: impl Write) -> Result<(), Error> {
        write(&*atlas_of(self.file.as_ref())?, self.form, out).map_err(Error::run)
    }

    /// Writes the table to a file, which is replaced when the table is complete.
    ///
    /// # Errors
    /// A file that is not an atlas; one that cannot be written.
    pub fn run_into(&self, work: &Work, path: &Path) -> Result<(), Error> {
        let atlas = atlas_of(self.file.as_ref())?;
        if self.file.as_ref().is_some_and(|file| is_same_file(path, Path::new(file))) {
            let message = format!("{} is the file of the atlas: the table would replace it", path.display());
            return Err(Error::because(Fault::FileExists, message).with_hint(Hint::other_file("out")));
        }
        let unwritable = |error: io::Error| unwritable(path, &error).with_hint(Hint::other_file("out"));
        let mut file = OutputFile::create(path, work.files()).map_err(unwritable)?;
        let written = write(&atlas, self.form, &mut file).and_then(|()| file.keep());
        written.map_err(|error| unwritten(path, &error, "; it stays as it was"))
    }
}

fn write(atlas: &Atlas, form: AtlasForm, mut out: impl Write) -> io::Result<()> {
    let rows = AtlasGame::all(atlas);
    match form {
        AtlasForm::Text => out.write_all(atlas.as_text().as_bytes()),
        AtlasForm::Csv => {
            let mut table = csv::Writer::from_writer(&mut out);
            table
                .write_record(["game", "result", "distance", "best", "lower", "upper", "nodes", "seconds"])?;
            for AtlasGame { known, lower, upper, .. } in rows {
                table.write_record([
                    known.game,
                    known.result.unwrap_or_default(),
                    known.distance.map_or_else(String::new, |distance| distance.to_string()),
                    known.best.join(" "),
                    lower,
                    upper,
                    known.nodes.map_or_else(String::new, |nodes| nodes.to_string()),
                    known.seconds.map_or_else(String::new, |seconds| seconds.to_string()),
                ])?;
            }
            table.flush()
        }
        AtlasForm::Json => {
            serde_json::to_writer(&mut out, &rows.collect::<Vec<_>>())?;
            writeln!(out)
        }
    }
}

/// Asks for the games of an atlas on boards of some dimensions, with one kind of placement and some rule variations: a
/// map of them.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::ListAtlas;
/// let gravity = ListAtlas { dimensions: 2, placement: "one face".to_owned(), flags: Vec::new() };
/// let map = gravity.run(&Work::new())?;
/// assert!(map.games.iter().any(|row| row.known.game == "4x4:4:-2" && row.known.result.as_deref() == Some("draw")));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ListAtlas {
    /// The number of dimensions.
    pub dimensions: usize,
    /// `free`, `one face` or `several faces`.
    pub placement: String,
    /// The rule variations, all of them.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// A map of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AtlasMap {
    /// The games, smaller boards first.
    pub games: Vec<AtlasGame>,
    /// What is surprising in these games and in the whole atlas.
    pub findings: Vec<AtlasFinding>,
}

/// An answer to a question about games of an atlas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AtlasFinding {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// Games that show it.
    pub examples: Vec<AtlasExample>,
}

/// Games that show a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AtlasExample {
    /// Game texts.
    pub games: Vec<String>,
    /// What is true of them.
    pub text: String,
}

impl AtlasFinding {
    fn new(finding: Finding) -> AtlasFinding {
        let example = |Example { games, text }: Example| AtlasExample { games, text };
        AtlasFinding {
            question: finding.question,
            answer: finding.answer,
            examples: finding.examples.into_iter().map(example).collect(),
        }
    }
}

/// Those of the atlas of the program, which are the same for every map.
static FINDINGS: OnceLock<Vec<AtlasFinding>> = OnceLock::new();

impl ListAtlas {
    /// The map.
    ///
    /// # Errors
    /// A placement or a rule variation that does not exist.
    pub fn run(&self, _: &Work) -> Result<AtlasMap, Error> {
        let placement = Placement::ALL.into_iter().find(|placement| placement.name() == self.placement);
        let placement = placement.ok_or_else(|| {
            Error::wrong("placement")(format!("`{}` is not a placement", self.placement))
                .with_hint("there are free, one face and several faces")
        })?;
        if let Some(flag) = self.flags.iter().find(|flag| !GameSpec::known_flags().contains(&flag.as_str())) {
            return Err(Error::wrong("flags")(format!("`{flag}` is not a rule variation"))
                .with_hint(format!("there are {}", GameSpec::known_flags().join(", "))));
        }
        let is_wanted = |game: &GameSpec| {
            let flags = game.flags();
            game.dimensions() == self.dimensions
                && Placement::of(game) == placement
                && flags.len() == self.flags.len()
                && flags.iter().all(|flag| self.flags.iter().any(|wanted| wanted == flag))
        };
        let games = Atlas::shipped().games().filter(|(game, _)| is_wanted(game));
        let games = games.filter_map(|(game, known)| AtlasGame::new(&game, &known)).collect();
        let found = || findings(Atlas::shipped().games()).into_iter().map(AtlasFinding::new).collect();
        Ok(AtlasMap { games, findings: FINDINGS.get_or_init(found).clone() })
    }
}
