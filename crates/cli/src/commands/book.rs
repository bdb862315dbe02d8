//! `book`: the exact values of all positions of the first plies, in a file.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::{BookMade, MakeBook, files};
use connect_toe_stats::numbers::{count, counted, duration};

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "threads", "quiet", "seed"])))]
#[command(after_long_help = "\
FILE has one value for all positions that a symmetry of the game maps to each other. It is written once a \
minute. Ctrl-C ends the command; the same command goes on from there, also with more plies.

`connect-toe solve GAME --book FILE` looks in the book before it searches, and so do the players of analyze and play.")]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// Plies of the last positions
    #[arg(long, value_name = "N", value_parser = whole(0..=64_u32))]
    plies: u32,
    /// File for the book
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    out: String,
    /// Memory for tables
    ///
    /// A number of bytes, or a number with k, M or G.
    #[arg(long, default_value = MakeBook::MEMORY)]
    memory: connect_toe_api::MemoryText,
    /// Positions to prove a second time when the book is complete
    #[arg(long, value_name = "N", default_value_t = MakeBook::CHECK, value_parser = whole(0..=1_000_000_u64))]
    check: u64,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, plies, out, memory, check } = arguments;
    let request = MakeBook {
        memory: memory.to_string(),
        check: *check,
        seed: common.seed(),
        ..MakeBook::new(game, *plies, out)
    };
    let made = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &made, text)?;
    if made.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(made: &BookMade) -> String {
    let BookMade { game, plies, file, bytes, positions, known, found, checked, seconds, .. } = made;
    let what = format!("{game} to {}", counted((*plies).into(), "ply"));
    let values = if known == positions {
        format!("{}, all with their value", counted(*positions, "position"))
    } else {
        format!("{} of {} have their value", count(*known), counted(*positions, "position"))
    };
    let checked = match checked {
        0 => String::new(),
        number => format!("; {} proven a second time", count(*number)),
    };
    format!(
        "{what}: {values}{checked}\n{file}, {}; {} found in {}",
        counted(*bytes, "byte"),
        count(*found),
        duration(*seconds)
    )
}
