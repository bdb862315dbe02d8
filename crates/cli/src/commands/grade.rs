//! `grade`: heuristics and players against exact values.

mod files;
mod plies;
mod text;
mod values_in_file;
mod wire;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{ArgGroup, Args};
use connect_toe_grade::{Entry, ExactValues, GradeError, Grading, Request, ValuesInMemory};
use connect_toe_players::{HeuristicSpec, PlayerSpec};
use connect_toe_solve::Control;
use indicatif::ProgressBar;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::interrupt;
use crate::position;

use files::Files;
use plies::Plies;
use values_in_file::ValuesInFile;

/// Options of `grade`.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
#[command(group(ArgGroup::new("entries").args(["heuristics", "players"]).required(true).multiple(true)))]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    /// A heuristic, as NAME[:key=value,...]; may be given several times
    #[arg(long = "heuristic", value_name = "NAME")]
    heuristics: Vec<HeuristicSpec>,
    /// A player, as NAME[:key=value,...]; may be given several times
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<PlayerSpec>,
    /// After how many plies positions are taken, both included: 20..30, or 20 [default: from the last ply back, as
    /// long as nine tenths of the positions can be solved]
    #[arg(long, value_name = "A..B")]
    plies: Option<Plies>,
    /// Positions of each ply
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Nodes that the solver may search for one position with all its moves, about
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    solver_nodes: u64,
    /// Results file in which exact values are kept, so that no position is solved twice; made if it is not there
    #[arg(long, value_name = "RESULTS")]
    results: Option<PathBuf>,
    /// Folder for grade.json and grade.csv
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn after_help() -> String {
    format!(
        "\
Positions are drawn by random moves from the empty board, and the game goes on in them. They are
distinct up to symmetry, or only not equal if there are more than 4096 symmetries or 256 cells.
The solver values each of their moves exactly, and every entry chooses: a heuristic by looking
one ply ahead. A choice keeps the value of the position, or slips (a win becomes a draw), or
blunders (a win or a draw becomes a loss). Its loss is in points: a win counts 1, a draw 1/2.
Rates and losses are means over decisive positions, those with moves of different value; choices
among several moves count their expectation. A heuristic's value of the position is correlated
with the exact one, both for the side to move.

Intervals, of 95 %, are for all positions that random moves may lead to, of which these are taken
as a sample with replacement. If a ply has fewer positions than asked for, these are nearly all
that there are, and the intervals are wider than they need be. Entries are compared on the same
positions: p is that of Student's paired test, but not below the chance that all of the
differences have one sign.

Ctrl-C prints the grades on the positions that are done; a second one ends the program at once.

{}",
        crate::player_help::text()
    )
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let game = position::game(&arguments.game)?;
    let heuristics = arguments.heuristics.iter().cloned().map(Entry::Heuristic);
    let players = arguments.players.iter().cloned().map(Entry::Player);
    let request = Request {
        game: game.spec().clone(),
        entries: heuristics.chain(players).collect(),
        plies: arguments.plies.as_ref().map(|plies| plies.0.clone()),
        positions: arguments.positions as usize,
        seed: common.seed(),
        solver_nodes: arguments.solver_nodes,
    };
    // A folder that cannot be written is better known before the work than after it.
    let files = arguments.out.as_deref().map(Files::prepare).transpose()?;
    let values: Box<dyn ExactValues> = match &arguments.results {
        Some(path) => Box::new(ValuesInFile::open(path)?),
        None => Box::new(ValuesInMemory::new()),
    };
    let grading = grade(&request, &*values).map_err(|error| match error {
        GradeError::Values(_) | GradeError::Misfit { .. } => Failure::run_with_causes(&error),
        other => Failure::request(other),
    })?;
    if let (true, false, Some(ply)) = (grading.plies.is_empty(), grading.interrupted, grading.too_hard) {
        return Err(Failure::Run(format!(
            "there is nothing to grade: random games last up to ply {ply}, and more than a tenth of its positions were \
             not solved within {} nodes; --solver-nodes gives the solver more, --plies names other plies",
            request.solver_nodes
        )));
    }
    if let Some(files) = &files {
        files.write(&request, &grading)?;
    }
    answer::print(
        common.format,
        || wire::json(&request, &grading),
        || text::text(&request, &grading, files.as_ref()),
    )?;
    if grading.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Grades, with progress on standard error if that is a terminal; an interrupt stops the work.
fn grade(request: &Request, values: &dyn ExactValues) -> Result<Grading, GradeError> {
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let control = Arc::new(Control::new());
    let grading = interrupt::stoppable(&control, || {
        connect_toe_grade::grade(request, values, &control, |progress| {
            bar.set_message(format!(
                "ply {}: {} of {} positions",
                progress.ply, progress.done, progress.positions
            ));
        })
    });
    bar.finish_and_clear();
    grading
}
