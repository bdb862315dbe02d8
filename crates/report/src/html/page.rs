use askama::Template;
use connect_toe_paper::{CubeFaces, FirstMover, Reading, Settings, Ties};

use super::conclusions::{ConclusionView, conclusions};
use super::figures::{FigureView, figures};
use super::fits::{FitView, fits};
use super::tables::{TableView, tables};
use crate::{PaperReport, ReportError};

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    version: &'static str,
    seed: u64,
    summary: Vec<String>,
    conclusions: Vec<ConclusionView>,
    fits: Vec<FitView>,
    figures: Vec<FigureView>,
    tables: Vec<TableView>,
    readings: Vec<ReadingView>,
    options: Vec<OptionView>,
    command: String,
}

/// A way to understand the paper's search.
struct ReadingView {
    name: &'static str,
    about: &'static str,
    played: bool,
}

/// Something the paper leaves open, and how it was decided here.
struct OptionView {
    flag: &'static str,
    value: String,
    default: bool,
    about: &'static str,
}

/// The page as text.
pub(crate) fn render(report: &PaperReport<'_>) -> Result<String, ReportError> {
    let settings = &report.results.settings;
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        seed: settings.seed,
        summary: report.summary(),
        conclusions: conclusions(report),
        fits: fits(report),
        figures: figures(report)?,
        tables: tables(report),
        readings: Reading::ALL
            .iter()
            .map(|&reading| ReadingView {
                name: reading.name(),
                about: reading.about(),
                played: settings.readings.contains(&reading),
            })
            .collect(),
        options: options(settings),
        command: command(settings),
    };
    Ok(page.render()?)
}

/// Everything the paper leaves open.
fn options(settings: &Settings) -> Vec<OptionView> {
    let usual = Settings::default();
    vec![
        OptionView {
            flag: "--first",
            value: settings.first.to_string(),
            default: settings.first == usual.first,
            about: match settings.first {
                FirstMover::Player => "The heuristic of the table moves first in every game.",
                FirstMover::Alternate => "The heuristic of the table and its opponent move first in turn.",
                FirstMover::Random => "A fair coin decides for each game who moves first.",
            },
        },
        OptionView {
            flag: "--ties",
            value: settings.ties.to_string(),
            default: settings.ties == usual.ties,
            about: match settings.ties {
                Ties::Random => "Equally good moves are chosen among uniformly at random.",
                Ties::First => "Of equally good moves the first in the order of cells is played.",
                Ties::Last => "Of equally good moves the last in the order of cells is played.",
            },
        },
        OptionView {
            flag: "--cube-faces",
            value: settings.cube_faces.to_string(),
            default: settings.cube_faces == usual.cube_faces,
            about: match settings.cube_faces {
                CubeFaces::Down => "Stones drop through one face of the cube, as in Connect Four.",
                CubeFaces::All => "Stones may be dropped through any of the six faces of the cube.",
                CubeFaces::Free => "Stones may be placed on any empty cell of the cube.",
            },
        },
        OptionView {
            flag: "--cube-depth",
            value: settings.cube_depth.to_string(),
            default: settings.cube_depth == usual.cube_depth,
            about: "Search depth on the cubes, in plies; the paper does not state it.",
        },
        OptionView {
            flag: "--games",
            value: settings.games_per_cell.to_string(),
            default: settings.games_per_cell == usual.games_per_cell,
            about: "Games in each cell; the paper played 10, in some cells 20.",
        },
        OptionView {
            flag: "--seed",
            value: settings.seed.to_string(),
            default: settings.seed == usual.seed,
            about: "Seed of every random choice; the same seed gives the same report.",
        },
    ]
}

/// The command that gives this report again.
fn command(settings: &Settings) -> String {
    let usual = Settings::default();
    let mut words = vec!["connect-toe".to_owned(), "paper".to_owned()];
    // With `=`, so that a value may start with a minus.
    let chosen = options(settings).into_iter().filter(|option| !option.default || option.flag == "--seed");
    words.extend(chosen.map(|option| format!("{}={}", option.flag, option.value)));
    if settings.chosen_readings().ne(usual.chosen_readings()) {
        words.extend(settings.chosen_readings().map(|reading| format!("--reading={reading}")));
    }
    if settings.chosen_experiments().ne(usual.chosen_experiments()) {
        words.extend(settings.chosen_experiments().map(|experiment| format!("--experiment={experiment}")));
    }
    words.join(" ")
}
