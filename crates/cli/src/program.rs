//! The program: its commands, and how its arguments are read.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::arguments::Common;
use crate::commands::{
    analyze, atlas, bench, book, calibrate, completions, count, dataset, describe, eval, experiment, games,
    gomocup, grade, man, match_command, moves, paper, perft, play, playouts, puzzles, review, shard, solve,
    statistics, tournament, train, tune, verify, web,
};

/// Play, search and measure k-in-a-row games of any dimension, size and gravity.
///
/// A game is SIZES:K[:FACES[:FLAG]...] or a preset's name: 7x6:4:-2 is Connect Four, where stones drop
/// through the face at the high end of dimension 2. `connect-toe games` lists the presets.
#[derive(Debug, Parser)]
#[command(name = "connect-toe", bin_name = "connect-toe", version, max_term_width = 100)]
#[command(after_long_help = "Exit codes: 0 done, 1 the run failed, 2 the request is wrong, 130 interrupted")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

// A run builds the options of its own command alone. What is built so late has the last word: a doc comment on the
// options would replace the command's.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// List the named games
    Games(games::Arguments),
    /// Describe a game: its cells, lines, symmetries and first moves
    Describe(describe::Arguments),
    /// Count move sequences by length
    Perft(perft::Arguments),
    /// Count the positions that games lead to, by plies
    Count(count::Arguments),
    /// List the legal moves of a position
    Moves(moves::Arguments),
    /// Evaluate a position without looking ahead
    Eval(eval::Arguments),
    /// Search a position and give the value of every move
    Analyze(analyze::Arguments),
    /// Find the mistakes of a game
    Review(review::Arguments),
    /// Solve a position: who wins, in how many plies, with which moves
    Solve(solve::Arguments),
    /// Solve all positions of a game's first plies into a file
    Book(book::Arguments),
    /// Find, show and export the exact values of whole families of games
    #[command(subcommand)]
    Atlas(atlas::Arguments),
    /// Check a certificate of a solved position
    Verify(verify::Arguments),
    /// Play many games between two players
    Match(match_command::Arguments),
    /// Play a round robin of several players
    Tournament(tournament::Arguments),
    /// Grade heuristics and players against exact values
    Grade(grade::Arguments),
    /// Compare the scores that a player expects with those that come
    Calibrate(calibrate::Arguments),
    /// Make a data set: positions with exact values, as arrays
    Dataset(dataset::Arguments),
    /// Play uniformly random games
    Playouts(playouts::Arguments),
    /// Learn to value the positions of a game by self-play
    Train(train::Arguments),
    /// Search for the settings with which a player scores best
    Tune(tune::Arguments),
    /// Run experiments from files: many games, statistics, a report
    #[command(subcommand)]
    Experiment(experiment::Arguments),
    /// Play parts of an experiment on several machines and merge them
    #[command(subcommand)]
    Shard(shard::Arguments),
    /// Analyze counts of games: intervals, Elo, tests, games needed
    Statistics(statistics::Arguments),
    /// Run the 2004 paper's experiments and write a report
    Paper(paper::Arguments),
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Make puzzles: positions with exactly one good move
    Puzzles(puzzles::Arguments),
    /// Serve a page to play, analyze and explain games
    Web(web::Arguments),
    /// Play five in a row as the brain of a Gomocup manager
    Gomocup(gomocup::Arguments),
    /// Run fixed workloads: node counts and speeds
    Bench(bench::Arguments),
    /// Print a shell's completion script
    Completions(completions::Arguments),
    /// Print a manual page in the format of man
    Man(man::Arguments),
}

/// The commands in groups: a list with what each one does would not fit a screen.
const GROUPS: &str = "\
Commands (COMMAND -h shows its options, --help says what each one does):
  Games      games, describe, perft, count, moves
  Positions  eval, analyze, review, solve, book, atlas, verify, dataset
  Playing    play, puzzles, web, gomocup, match, tournament, playouts
  Studies    grade, calibrate, train, tune, experiment, shard, statistics, paper
  Program    bench, completions, man, help";

/// The program whose help fits a screen.
fn with_short_help() -> clap::Command {
    let program = Arguments::command().before_help(GROUPS).mut_subcommands(|command| command.hide(true));
    let program = program.override_usage("connect-toe [OPTIONS] <COMMAND>");
    program.help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}")
}

/// Reads the arguments of this run.
///
/// # Errors
/// What is wrong with them, or the help that they ask for.
pub(crate) fn parse() -> Result<Arguments, clap::Error> {
    let given = with_command_of_name(env::args_os().collect());
    Arguments::try_parse_from(&given).or_else(|error| match shorter_help(&error) {
        Some(help) => Err(help),
        None => with_value_below_zero(&error, &given).unwrap_or(Err(error)),
    })
}

/// What the program's name begins with where it is a brain: managers start programs without arguments.
const BRAIN: &str = "pbrain-connect-toe";
/// The name under which Yixin-Board starts its engine.
const ENGINE: &str = "engine";

/// Adds the command that the program's name stands for to the arguments.
fn with_command_of_name(mut given: Vec<OsString>) -> Vec<OsString> {
    let name = given.first().map(Path::new).and_then(Path::file_stem);
    let name = name.map_or_else(String::new, |name| name.to_string_lossy().to_ascii_lowercase());
    if name.starts_with(BRAIN) || name == ENGINE {
        given.insert(1, "gomocup".into());
    }
    given
}

/// The help that fits a screen in place of the one with every command.
fn shorter_help(error: &clap::Error) -> Option<clap::Error> {
    let call: &[&str] = match error.kind() {
        ErrorKind::DisplayHelp => &["connect-toe", "-h"],
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => &["connect-toe"],
        _ => return None,
    };
    let is_long = error.render().to_string() == Arguments::command().render_help().to_string();
    is_long.then(|| with_short_help().try_get_matches_from(call).err())?
}

/// Reads arguments in which a value such as `-3/4/5` was taken for an option: no option is a digit.
fn with_value_below_zero(error: &clap::Error, given: &[OsString]) -> Option<Result<Arguments, clap::Error>> {
    let Some(ContextValue::String(refused)) = error.get(ContextKind::InvalidArg) else { return None };
    let is_number = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    if error.kind() != ErrorKind::UnknownArgument || !refused.strip_prefix('-').is_some_and(is_number) {
        return None;
    }
    let starts = |place: &usize| given[*place].to_str().is_some_and(|value| value.starts_with(refused));
    (1..given.len()).filter(starts).find_map(|place| value_below_zero(given, place))
}

/// Reads the arguments with the value at this place, if it was taken for an option.
fn value_below_zero(given: &[OsString], place: usize) -> Option<Result<Arguments, clap::Error>> {
    // It gets past the options, and no value begins with it.
    const TRUE_MINUS: &str = "\u{2212}";
    let with = |first: usize, value: String| {
        Arguments::try_parse_from([&given[..first], &[value.into()], &given[place + 1..]].concat())
    };
    let is_of_value =
        |error: &clap::Error| matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
    let (before, value) = (given[place - 1].to_str()?, given[place].to_str()?);
    if before.starts_with("--") && !before.contains('=') {
        match with(place - 1, format!("{before}={value}")) {
            // The option before it takes no value.
            Err(error) if error.kind() == ErrorKind::TooManyValues => {}
            Err(error) if !is_of_value(&error) => return None,
            read => return Some(read),
        }
    }
    let mut refused = with(place, value.replacen('-', TRUE_MINUS, 1)).err().filter(is_of_value)?;
    let Some(ContextValue::String(value)) = refused.get(ContextKind::InvalidValue) else { return None };
    let value = ContextValue::String(value.replacen(TRUE_MINUS, "-", 1));
    refused.insert(ContextKind::InvalidValue, value);
    Some(Err(refused))
}

impl Command {
    /// Whether the answer is a table of games.
    pub(crate) fn has_csv(&self) -> bool {
        matches!(
            self,
            Command::Paper(_)
                | Command::Experiment(experiment::Arguments::Export(_))
                | Command::Atlas(atlas::Arguments::Export(_))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        const LONG: [&str; 5] = [" match", " tournament", " grade", " statistics", " play"];
        let mut program = Arguments::command().term_width(80);
        program.build();
        let all = commands(&program, "");
        assert!(all.len() > 25, "{}", all.len());
        for (name, mut command) in all {
            let (short, long) = (command.render_help().to_string(), command.render_long_help().to_string());
            let short = if name.is_empty() { with_short_help().render_help().to_string() } else { short };
            let most = match name.as_str() {
                // With the prompt below it.
                "" => 23,
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
    fn the_short_help_names_every_command() {
        let rows =
            GROUPS.lines().skip(1).map(|row| row.split_once("  ").map_or("", |(_, group)| group.trim()));
        let rows = rows.map(|row| row.trim_start().split_once("  ").map_or("", |(_, names)| names.trim()));
        let mut named: Vec<&str> = rows.flat_map(|names| names.split(", ")).collect();
        let mut program = Arguments::command();
        program.build();
        let mut all: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        named.sort_unstable();
        all.sort_unstable();
        assert_eq!(named, all);
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
