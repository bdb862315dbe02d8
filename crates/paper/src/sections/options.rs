//! The readings of the paper's search, and everything else that the paper leaves open.

use connect_toe_players::{FirstMover, Ties};
use connect_toe_report::document::{Block, Definition, Section, Table};
use connect_toe_report::inline::code;

use crate::{CubeFaces, Reading, Settings};

pub(super) fn section(settings: &Settings) -> Section {
    let readings = Reading::ALL.iter().map(|&reading| {
        let played = if settings.readings.contains(&reading) { "" } else { " (not played here)" };
        Definition::new(format!("Reading {}{played}", code(reading.name())), reading.about())
    });
    let table = Table::new("options", "What else is open, and how it was decided here");
    let table = options(settings).into_iter().fold(
        table.columns(3, ["option", "value here", "meaning"]),
        |table, option| {
            let default = if option.is_default { " (default)" } else { "" };
            let value = format!("{}{default}", option.value);
            table.row([code(option.flag).into(), value.into(), option.about.into()])
        },
    );
    Section::new("readings", "Readings and open options").with([
        "The paper does not say everything that one needs to repeat it. There are two readings of its search, and an \
         option for everything else that is open."
            .into(),
        Block::Definitions(readings.collect()),
        table.into(),
        format!("The same report again: {}", code(&command(settings))).into(),
    ])
}

/// Something that the paper leaves open, and how it was decided here.
struct OpenOption {
    flag: &'static str,
    value: String,
    is_default: bool,
    about: &'static str,
}

impl OpenOption {
    fn new<T: PartialEq + ToString>(flag: &'static str, value: &T, default: &T, about: &'static str) -> Self {
        Self { flag, value: value.to_string(), is_default: value == default, about }
    }
}

/// Everything that the paper leaves open.
fn options(settings: &Settings) -> Vec<OpenOption> {
    let usual = Settings::default();
    let first = match settings.first {
        FirstMover::Player => "The heuristic of the table moves first in every game.",
        FirstMover::Alternate => "The heuristic of the table and its opponent move first in turn.",
        FirstMover::Random => "A fair coin decides for each game who moves first.",
    };
    let ties = match settings.ties {
        Ties::Random => "One of the equally good moves is played, each with the same probability.",
        Ties::First => "Of equally good moves the first in the order of cells is played.",
        Ties::Last => "Of equally good moves the last in the order of cells is played.",
    };
    let cube_faces = match settings.cube_faces {
        CubeFaces::Down => "Stones drop through one face of the cube, as in Connect Four.",
        CubeFaces::All => "Stones may be dropped through any of the six faces of the cube.",
        CubeFaces::Free => "Stones may be placed on any empty cell of the cube.",
    };
    vec![
        OpenOption::new("--first", &settings.first, &usual.first, first),
        OpenOption::new("--ties", &settings.ties, &usual.ties, ties),
        OpenOption::new("--cube-faces", &settings.cube_faces, &usual.cube_faces, cube_faces),
        OpenOption::new(
            "--cube-depth",
            &settings.cube_depth,
            &usual.cube_depth,
            "Search depth on the cubes, in plies; the paper does not state it.",
        ),
        OpenOption::new(
            "--games",
            &settings.games_per_cell,
            &usual.games_per_cell,
            "Games of each pairing; the paper played 10, of some pairings 20.",
        ),
        OpenOption::new(
            "--seed",
            &settings.seed,
            &usual.seed,
            "Seed of every random choice; the same seed gives the same report.",
        ),
    ]
}

/// The command that gives this report again.
pub(super) fn command(settings: &Settings) -> String {
    let usual = Settings::default();
    let mut words = vec!["connect-toe".to_owned(), "paper".to_owned()];
    // With `=`, so that a value may start with a minus.
    let chosen = options(settings).into_iter().filter(|option| !option.is_default || option.flag == "--seed");
    words.extend(chosen.map(|option| format!("{}={}", option.flag, option.value)));
    if settings.chosen_readings().ne(usual.chosen_readings()) {
        words.extend(settings.chosen_readings().map(|reading| format!("--reading={reading}")));
    }
    if settings.chosen_experiments().ne(usual.chosen_experiments()) {
        words.extend(settings.chosen_experiments().map(|experiment| format!("--experiment={experiment}")));
    }
    words.join(" ")
}
