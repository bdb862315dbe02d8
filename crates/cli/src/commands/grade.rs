//! `grade`: heuristics and players against exact values.

mod text;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, Args};
use connect_toe_api::files;
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
    #[arg(value_parser = files::game_text)]
    game: String,
    /// A heuristic to grade; repeat the option for more
    #[arg(long = "heuristic", value_name = "NAME", value_parser = players::heuristic)]
    heuristics: Vec<HeuristicSpec>,
    /// A player to grade; repeat the option for more
    #[arg(long = "player", value_name = "SPEC", value_parser = players::player)]
    players: Vec<PlayerSpec>,
    /// Plies at which positions are sampled: 20..30, or 20
    ///
    /// Both ends are included [default: back from the last ply, as long as nine tenths of the positions can be solved].
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    plies: Option<Plies>,
    /// Positions at each ply
    #[arg(long, value_name = "N", default_value_t = Grade::POSITIONS, value_parser = whole(1..=Grade::MOST_POSITIONS))]
    positions: u32,
    /// Approximate node limit of the solver
    ///
    /// The limit is for one position with all its moves.
    #[arg(long, value_name = "N", default_value_t = Grade::SOLVER_NODES, value_parser = whole(1..=u64::MAX))]
    solver_nodes: u64,
    /// Keep exact values in this file
    ///
    /// No position is solved twice. The file is created if it does not exist.
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
    /// Folder for grade.json and grade.csv
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
}

fn after_help() -> String {
    format!(
        "\
Positions are reached by random moves from the empty board and are undecided. No two are \
symmetric; where a game has more symmetries than 2^24 divided by its number of cells, no two are turns \
or mirror images of each other. The solver \
gives the exact value of each move, and every entry chooses a move; a heuristic looks one ply ahead. \
A choice keeps the value of the position, slips (a win becomes a draw) or blunders (a win or a draw \
becomes a loss). The loss is in points: a win counts 1, a draw 1/2. Rates and losses are means over \
decisive positions, those in which moves differ in value; if several moves tie, their average \
counts. The correlation is between a heuristic's value of the position and the exact value, both for \
the side to move.

The intervals (95 %) are for all positions that random moves reach; the graded positions are a \
sample. A ply with fewer positions than asked for is nearly complete, so its intervals are wider \
than necessary. Entries are compared on the same positions: p is from Student's paired test, but \
never below the probability that all differences have one sign.

Ctrl-C prints the grades on the positions that are done; a second Ctrl-C ends the program at once.

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
