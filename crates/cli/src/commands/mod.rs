//! One file a command: its options, and how it prints its answer.

pub(crate) mod analyze;
pub(crate) mod atlas;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod calibrate;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod dataset;
pub(crate) mod describe;
pub(crate) mod eval;
pub(crate) mod experiment;
pub(crate) mod games;
pub(crate) mod gomocup;
pub(crate) mod grade;
pub(crate) mod man;
pub(crate) mod match_command;
pub(crate) mod moves;
pub(crate) mod paper;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playouts;
pub(crate) mod puzzles;
pub(crate) mod review;
pub(crate) mod shard;
pub(crate) mod solve;
pub(crate) mod statistics;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod web;

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::program::{Arguments, Command};

/// Runs the command that was asked for.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let common = &arguments.common;
    // This is better reported now than after a long run.
    if common.format == Format::Csv && !arguments.command.has_csv() {
        return Err(answer::no_csv());
    }
    match &arguments.command {
        Command::Games(_) => games::run(common),
        Command::Describe(command) => describe::run(common, command),
        Command::Perft(command) => perft::run(common, command),
        Command::Count(command) => count::run(common, command),
        Command::Moves(command) => moves::run(common, command),
        Command::Eval(command) => eval::run(common, command),
        Command::Analyze(command) => analyze::run(common, command),
        Command::Puzzles(command) => puzzles::run(common, command),
        Command::Review(command) => review::run(common, command),
        Command::Solve(command) => solve::run(common, command),
        Command::Book(command) => book::run(common, command),
        Command::Atlas(command) => atlas::run(common, command),
        Command::Verify(command) => verify::run(common, command),
        Command::Match(command) => match_command::run(common, command),
        Command::Tournament(command) => tournament::run(common, command),
        Command::Grade(command) => grade::run(common, command),
        Command::Calibrate(command) => calibrate::run(common, command),
        Command::Dataset(command) => dataset::run(common, command),
        Command::Playouts(command) => playouts::run(common, command),
        Command::Train(command) => train::run(common, command),
        Command::Tune(command) => tune::run(common, command),
        Command::Experiment(command) => experiment::run(common, command),
        Command::Shard(command) => shard::run(common, command),
        Command::Statistics(command) => statistics::run(common, command),
        Command::Paper(command) => paper::run(common, command),
        Command::Play(command) => play::run(common, command),
        Command::Web(command) => web::run(command),
        Command::Gomocup(command) => gomocup::run(common, command),
        Command::Bench(_) => bench::run(common),
        Command::Completions(command) => completions::run(command),
        Command::Man(command) => man::run(command),
    }
}
