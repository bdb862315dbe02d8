//! What can be asked: the commands and their options.

use clap::{Args, Parser, Subcommand};

use crate::answer::Format;
use crate::commands::{
    analyze, bench, describe, eval, experiment, games, grade, match_command, moves, paper, perft, play,
    playouts, shard, solve, statistics, tournament, verify,
};
use crate::number::whole;

/// Play, search and measure k-in-a-row games of any dimension, size and gravity.
///
/// A game is SIZES:K[:FACES[:FLAG]...] or a preset's name: 7x6:4:-2 is Connect Four, where stones drop
/// through the face at the high end of dimension 2. `connect-toe games` lists the presets.
#[derive(Debug, Parser)]
#[command(name = "connect-toe", version, about, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done, 1 the run failed, 2 the request is wrong, 130 interrupted")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Form of the answer on standard output
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Seed of everything random; the same seed gives the same output [default: 2004, or the experiment's]
    #[arg(long, global = true, allow_negative_numbers = true, value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Threads to work on; never changes a result [default: all cores]
    #[arg(long, global = true, allow_negative_numbers = true, value_parser = whole(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    /// Do not show progress
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
}

impl Common {
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(connect_toe_api::DEFAULT_SEED)
    }

    /// The seed if it was asked for.
    pub(crate) fn named_seed(&self) -> Option<u64> {
        self.seed
    }
}

// A run builds the options of its own command alone. What is built so late has the last word: a doc comment on the
// options would replace the command's.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// List the games with a name
    Games(games::Arguments),
    /// Describe a game: its cells, lines, symmetries and first moves
    Describe(describe::Arguments),
    /// Count move sequences by length
    Perft(perft::Arguments),
    /// List the legal moves of a position
    Moves(moves::Arguments),
    /// Evaluate a position without looking ahead
    Eval(eval::Arguments),
    /// Search a position and give the value of every move
    Analyze(analyze::Arguments),
    /// Solve a position: who wins, in how many plies, and with which moves
    Solve(solve::Arguments),
    /// Check a certificate of a solved position
    Verify(verify::Arguments),
    /// Let two players play many games
    Match(match_command::Arguments),
    /// Let several players play each other
    Tournament(tournament::Arguments),
    /// Grade heuristics and players against exact values
    Grade(grade::Arguments),
    /// Play uniformly random games
    Playouts(playouts::Arguments),
    /// Run experiments from files: many games, statistics, a report
    #[command(subcommand)]
    Experiment(experiment::Arguments),
    /// Play a part of an experiment, for clusters, and put parts together
    #[command(subcommand)]
    Shard(shard::Arguments),
    /// Say what counts of games show: intervals, Elo, sequential tests, games needed
    Statistics(statistics::Arguments),
    /// Run the 2004 paper's experiments and write a report
    Paper(paper::Arguments),
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Run fixed workloads: node counts and speeds
    Bench(bench::Arguments),
}

impl Command {
    /// Whether the answer is a table of games.
    pub(crate) fn has_csv(&self) -> bool {
        matches!(self, Command::Paper(_) | Command::Experiment(experiment::Arguments::Export(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_keep_the_word_about_their_command() {
        let abouts = |command: &clap::Command| -> Vec<(String, String)> {
            let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
            let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
            commands
                .map(|command| (command.get_name().to_owned(), about(command).unwrap_or_default()))
                .collect()
        };
        let mut command = Arguments::command();
        let before = abouts(&command);
        command.build();
        assert_eq!(abouts(&command), before);
    }
}
