//! `grade`: heuristics and players against exact values.

mod text;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args};
use connect_toe_laboratory::{Grade, Plies};
use connect_toe_players::{HeuristicSpec, PlayerSpec};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::session;

#[derive(Debug, Args)]
#[command(after_help = crate::player_help::SHORT, after_long_help = after_help())]
#[command(group(ArgGroup::new("entries").args(["heuristics", "players"]).required(true).multiple(true)))]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    /// A heuristic; may be given several times
    #[arg(long = "heuristic", value_name = "NAME", value_parser = players::heuristic)]
    heuristics: Vec<HeuristicSpec>,
    /// A player; may be given several times
    #[arg(long = "player", value_name = "SPEC", value_parser = players::player)]
    players: Vec<PlayerSpec>,
    /// Plies at which positions are sampled: 20..30, or 20
    ///
    /// The first and the last are included [default: from the last ply back, as long as nine tenths of the positions can
    /// be solved].
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    plies: Option<Plies>,
    /// Positions of each ply
    #[arg(long, value_name = "N", default_value_t = Grade::POSITIONS, value_parser = whole(1..=Grade::MOST_POSITIONS))]
    positions: u32,
    /// Approximate node limit of the solver
    ///
    /// It holds for one position and all its moves.
    #[arg(long, value_name = "N", default_value_t = Grade::SOLVER_NODES, value_parser = whole(1..=u64::MAX))]
    solver_nodes: u64,
    /// Keep exact values in this file
    ///
    /// So no position is solved twice. It is created if missing.
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
    /// Folder for grade.json and grade.csv
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
}

fn after_help() -> String {
    format!(
        "\
Positions are drawn by random moves from the empty board; the game goes on in them. No two are \
symmetric. On boards with more than 4096 symmetries or 256 cells, only identical positions are \
merged. The solver values each of their moves exactly, and every entry chooses a move: a heuristic \
by looking one ply ahead. A choice keeps the value of the position, or slips (a win becomes a draw), \
or blunders (a win or a draw becomes a loss). Its loss is in points: a win counts 1, a draw 1/2. \
Rates and losses are means over decisive positions, those with moves of different value; if several \
moves tie, the average over them counts. A heuristic's value of the position is correlated with the \
exact one, both for the side to move.

Intervals are those of 95 % for all positions that random moves may lead to, of which these are a \
sample. If a ply has fewer positions than asked for, these are nearly all that there are, and the \
intervals are wider than they need be. Entries are compared on the same positions: p is from \
Student's paired test, but never below the chance that all differences have one sign.

Ctrl-C prints the grades on the positions that are done; a second one ends the program at once.

{}",
        crate::player_help::text()
    )
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Grade {
        game: arguments.game.clone(),
        heuristics: arguments.heuristics.iter().map(ToString::to_string).collect(),
        players: arguments.players.iter().map(ToString::to_string).collect(),
        plies: arguments.plies.as_ref().map(ToString::to_string),
        positions: arguments.positions,
        seed: common.seed(),
        solver_nodes: arguments.solver_nodes,
        results: arguments.results.clone(),
        out: arguments.out.clone(),
    };
    let grades = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &grades, |grades| match &grades.plies[..] {
        [] if grades.interrupted => "interrupted before any position was done".to_owned(),
        _ => text::text(grades, arguments.out.as_deref()),
    })?;
    if grades.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}
