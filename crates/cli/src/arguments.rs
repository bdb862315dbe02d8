//! What can be asked: the commands and their options.

use clap::{Arg, Args, Parser, Subcommand};

use crate::answer::Format;
use crate::commands::{
    analyze, bench, completions, describe, eval, experiment, games, grade, man, match_command, moves, paper,
    perft, play, playouts, shard, solve, statistics, tournament, verify, web,
};
use crate::number::whole;

/// Play, search and measure k-in-a-row games of any dimension, size and gravity.
///
/// A game is SIZES:K[:FACES[:FLAG]...] or a preset's name: 7x6:4:-2 is Connect Four, where stones drop
/// through the face at the high end of dimension 2. `connect-toe games` lists the presets.
#[derive(Debug, Parser)]
#[command(name = "connect-toe", version, max_term_width = 100)]
#[command(after_long_help = "Exit codes: 0 done, 1 the run failed, 2 the request is wrong, 130 interrupted")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The heading of the options that many commands have.
const GLOBAL: &str = "Global options";

/// Options that can be given to every command. The help of a command shows those that act on it, see [`acting`].
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Form of the answer: text or json [default: text]
    ///
    /// Text is for people, JSON for programs.
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_enum,
        default_value_t = Format::Text,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) format: Format,
    /// Seed of everything random [default: 2004]
    ///
    /// The same seed gives the same output. The default of an experiment is the seed in its file.
    #[arg(long, value_name = "N", global = true, help_heading = GLOBAL, allow_negative_numbers = true, value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Threads to work on [default: all cores]
    ///
    /// Their number never changes a result.
    #[arg(long, value_name = "N", global = true, help_heading = GLOBAL, allow_negative_numbers = true, value_parser = whole(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    /// Do not show progress
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) quiet: bool,
}

/// For the help of a command: leaves out the global options but these, which act on it.
pub(crate) fn acting(names: &'static [&'static str]) -> impl FnMut(Arg) -> Arg {
    move |option| {
        let acts = !option.is_global_set() || names.contains(&option.get_id().as_str());
        option.hide(!acts)
    }
}

/// For the help of a command whose answer can be a table.
pub(crate) fn with_csv(option: Arg) -> Arg {
    let is_format = option.get_id() == "format";
    if is_format {
        option.long_help(None).help("Form of the answer: text, json or csv [default: text]")
    } else {
        option
    }
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
    /// Solve a position: who wins, in how many plies, with which moves
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
    /// Play parts of an experiment, for clusters, and put them together
    #[command(subcommand)]
    Shard(shard::Arguments),
    /// Say what counts of games show: intervals, Elo, tests, games needed
    Statistics(statistics::Arguments),
    /// Run the 2004 paper's experiments and write a report
    Paper(paper::Arguments),
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Serve a page to play, analyze and explain games
    Web(web::Arguments),
    /// Run fixed workloads: node counts and speeds
    Bench(bench::Arguments),
    /// Print what a shell needs to complete commands and options
    Completions(completions::Arguments),
    /// Print a page of the manual, in the form that man reads
    Man(man::Arguments),
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

    /// Every command with its name, those of the program's commands too.
    fn commands(command: &clap::Command, name: &str) -> Vec<(String, clap::Command)> {
        let below = command.get_subcommands().filter(|below| below.get_name() != "help");
        let below = below.flat_map(|below| commands(below, &format!("{name} {}", below.get_name())));
        std::iter::once((name.to_owned(), command.clone())).chain(below).collect()
    }

    #[test]
    fn the_short_help_fits_a_screen() {
        const LONG: [&str; 6] = ["", " match", " tournament", " grade", " statistics", " play"];
        let mut program = Arguments::command().term_width(80);
        program.build();
        let all = commands(&program, "");
        assert!(all.len() > 25, "{}", all.len());
        for (name, mut command) in all {
            let (short, long) = (command.render_help().to_string(), command.render_long_help().to_string());
            let most = match name.as_str() {
                "" => 38,
                name if LONG.contains(&name) => 28,
                _ => 24,
            };
            assert!(short.lines().count() <= most, "{name}: {}\n{short}", short.lines().count());
            // How to call a command is one line, to be copied.
            for line in short.lines().chain(long.lines()).filter(|line| !line.starts_with("Usage:")) {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }

    #[test]
    fn help_shows_the_options_that_act() {
        let mut program = Arguments::command();
        program.build();
        let mut helps = commands(&program, "").into_iter();
        let mut help = |wanted: &str| {
            let (_, mut command) = helps.find(|(name, _)| name == wanted).expect("is a command");
            command.render_help().to_string()
        };
        let games = help(" games");
        assert!(games.contains("--format") && !games.contains("csv"), "{games}");
        assert!(!games.contains("--seed") && !games.contains("--threads"), "{games}");
        let solve = help(" solve");
        assert!(
            !solve.contains("csv") && !solve.contains("--seed") && solve.contains("--threads"),
            "{solve}"
        );
        let run = help(" experiment run");
        assert!(!run.contains("csv") && run.contains("--seed"), "{run}");
        let export = help(" experiment export");
        assert!(export.contains("text, json or csv"), "{export}");
        assert!(help(" paper").contains("text, json or csv"));
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
