//! `paper`: the 2004 paper's experiments and the report on them.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use connect_toe_api::{DEFAULT_SEED, Error, Work};
use connect_toe_experiment::Forfeits;
use connect_toe_paper::{Analysis, PaperResults, Results, Settings, extras, plan};
use connect_toe_report::document::{Block, Section};
use connect_toe_report::{Provenance, Report};
use serde::{Deserialize, Serialize};

use crate::meeting::play_meeting;
use connect_toe_api::files::FileGroup;

/// Asks for the paper's experiments and a report on them.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::Paper;
/// let folder = tempfile::tempdir().expect("a folder");
/// let paper = Paper {
///     games: 2,
///     experiment: vec!["cubes".to_owned()],
///     reading: vec!["exact".to_owned()],
///     out: folder.path().display().to_string(),
///     ..Paper::default()
/// };
/// assert_eq!(paper.run(&Work::new())?.games(), 96);
/// assert!(folder.path().join("report.html").exists());
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Paper {
    /// Games of each pairing; the paper played 10.
    pub games: u32,
    /// How to read the paper's search, `exact` or `published`; without any both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reading: Vec<String>,
    /// The experiments: `tic-tac-toe`, `connect-four`, `cubes`; without any all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub experiment: Vec<String>,
    /// The folder for `report.html`, `results.json` and `results.csv`.
    pub out: String,
    /// Who moves first: `player` (the heuristic of the table), `alternate` or `random`.
    pub first: String,
    /// Which of equally good moves is played: `random`, `first` or `last`.
    pub ties: String,
    /// Where stones enter the cubes: `-3`, `all` or `free`.
    pub cube_faces: String,
    /// Plies that players look ahead on the cubes.
    pub cube_depth: u32,
    /// The seed of everything random.
    pub seed: u64,
    /// A results file in which the games are kept. Games in it are not played again; it can be that of a request for
    /// fewer games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
}

impl Default for Paper {
    fn default() -> Paper {
        let usual = Settings::default();
        Paper {
            games: usual.games_per_cell,
            reading: Vec::new(),
            experiment: Vec::new(),
            out: Paper::OUT.to_owned(),
            first: usual.first.to_string(),
            ties: usual.ties.to_string(),
            cube_faces: usual.cube_faces.to_string(),
            cube_depth: usual.cube_depth,
            seed: DEFAULT_SEED,
            results: None,
        }
    }
}

/// Where the files of a report on the paper are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperFiles {
    /// The page for people: `report.html`.
    pub html: PathBuf,
    /// Everything, for programs: `results.json`.
    pub json: PathBuf,
    /// A line for each pairing, for spreadsheets: `results.csv`.
    pub csv: PathBuf,
}

impl Paper {
    /// The folder if the request does not name one.
    pub const OUT: &str = "connect-toe-paper";
    const FILES: [&str; 3] = ["report.html", "results.json", "results.csv"];

    /// Where the files of the report are written.
    pub fn files(&self) -> PaperFiles {
        let [html, json, csv] = Paper::FILES.map(|name| Path::new(&self.out).join(name));
        PaperFiles { html, json, csv }
    }

    /// Plays the games and writes the report. The number of threads does not change them. If the run was stopped, the
    /// report says so and has what was played.
    ///
    /// # Errors
    /// An unknown name; files that cannot be written; a stop before the first game.
    pub fn run(&self, work: &Work) -> Result<PaperResults, Error> {
        let settings = self.settings()?;
        let plan = plan(&settings).map_err(Error::impossible)?;
        let files = FileGroup::create(Path::new(&self.out), Paper::FILES, work.files())?;
        let played = play_meeting(&plan, self.results.as_deref(), Forfeits::default(), work, None)?;
        let results = Results::new(settings, &plan, &played.tally);
        let analysis = Analysis::new(&results);
        let fields = PaperResults { partial: !played.whole, ..PaperResults::new(&results, &analysis) };
        let mut extras = extras(&plan, &results, &analysis);
        if !played.whole {
            let notice = "The run was interrupted: these are the games that were played.".to_owned();
            extras.sections.insert(0, Section::new("partial", "Interrupted").with([Block::Notice(notice)]));
        }
        let provenance = Provenance::of(&plan, &played.tally);
        let report = Report::new(&plan, &played.tally, provenance, extras);
        let html = report.html().map_err(|error| Error::run_with_causes(&error))?;
        files.write([&html, &fields.json(), &fields.csv()])?;
        Ok(fields)
    }

    fn settings(&self) -> Result<Settings, Error> {
        fn all<T: FromStr<Err: Display>>(field: &str, texts: &[String]) -> Result<Vec<T>, Error> {
            texts.iter().map(|text| text.parse().map_err(Error::wrong(field))).collect()
        }
        let usual = Settings::default();
        Ok(Settings {
            games_per_cell: self.games,
            seed: self.seed,
            first: self.first.parse().map_err(Error::wrong("first"))?,
            ties: self.ties.parse().map_err(Error::wrong("ties"))?,
            cube_faces: self.cube_faces.parse().map_err(Error::wrong("cube_faces"))?,
            cube_depth: self.cube_depth,
            experiments: if self.experiment.is_empty() {
                usual.experiments
            } else {
                all("experiment", &self.experiment)?
            },
            readings: if self.reading.is_empty() { usual.readings } else { all("reading", &self.reading)? },
        })
    }
}
