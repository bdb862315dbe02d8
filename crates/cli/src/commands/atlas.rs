//! `atlas`: the exact values of whole families of games.

use std::fmt::Write as _;
use std::path::Path;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use connect_toe_api::{KnownGame, ValueBound, files};
use connect_toe_laboratory::{
    AtlasForm, AtlasReport, AtlasStatus, BuildAtlas, ExportAtlas, ShowAtlas, StatusOfAtlas,
};
use connect_toe_stats::numbers::{count, counted, duration};

use crate::answer::{self, Format};
use crate::arguments::{Common, acting, with_csv};
use crate::failure::Failure;
use crate::session::{self, Session};

// As with the commands of the program, what is built late has no doc comments of its own.
/// What to do with an atlas.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Arguments {
    /// Find the values of the games of a plan, or go on with it
    Build(BuildArguments),
    /// Show how much an atlas knows
    Status(FileArguments),
    /// Show what is known of a game without searching
    Show(ShowArguments),
    /// Write maps of boards, and what is surprising in them: a page, Markdown
    Report(ReportArguments),
    /// Print what is known of every game, as text, CSV or JSON
    Export(ExportArguments),
}

// Options of `build`.
#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "threads", "quiet"])))]
#[command(after_long_help = "\
PLAN is a file such as

  nodes = 1_000_000                   # most nodes of a game (this is the default)
  games = [\"connect-four\"]            # single games, and
  [[family]]                          # all combinations of
  dimensions = \"1..3\"
  cells = \"4..16\"
  k = \"3..4\"                          # default: all that fit
  placement = [\"free\", \"one face\"]    # and \"several faces\"
  flags = [\"\", \"misere:torus\"]        # default: all
  nodes = 10_000_000                  # for this family

Of games that differ in how their board is turned one is searched. Each game is written when it is known. Ctrl-C ends \
the command; the same command goes on from there, also with more games or more nodes in the plan.")]
pub(crate) struct BuildArguments {
    /// The plan (TOML)
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    plan: String,
    /// File of the atlas [default: PLAN with .db for .toml]
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
    /// Memory for the tables of each thread
    ///
    /// A number of bytes, or a number with k, M or G.
    #[arg(long, default_value = BuildAtlas::MEMORY)]
    memory: connect_toe_api::MemoryText,
}

// Options of `status`.
#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct FileArguments {
    /// File of an atlas [default: the atlas of the program]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    file: Option<String>,
}

// Options of `show`.
#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct ShowArguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// Look in this file [default: the atlas of the program]
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    file: Option<String>,
}

// Options of `report`.
#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Folder for the report
    #[arg(long, value_name = "DIR", default_value = "atlas-report", value_parser = NonEmptyStringValueParser::new())]
    out: String,
}

// Options of `export`.
#[derive(Debug, Args)]
#[command(mut_args(with_csv))]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Write to this file [default: standard output]
    ///
    /// An existing file is replaced when all games are written.
    #[arg(long, value_name = "OUT", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    match arguments {
        Arguments::Build(BuildArguments { plan, out, memory }) => {
            let request = BuildAtlas { plan: plan.clone(), out: out.clone(), memory: memory.to_string() };
            let status = session::run(common, |work| request.run(work))?;
            answer::print(common.format, &status, status_text)?;
            if status.interrupted { Err(Failure::Stopped) } else { Ok(()) }
        }
        Arguments::Status(FileArguments { file }) => {
            let request = StatusOfAtlas { file: file.clone() };
            answer::print(common.format, &session::run(common, |work| request.run(work))?, status_text)
        }
        Arguments::Show(ShowArguments { game, file }) => {
            let request = ShowAtlas { game: game.clone(), file: file.clone() };
            answer::print(common.format, &session::run(common, |work| request.run(work))?, known_text)
        }
        Arguments::Report(ReportArguments { file, out }) => {
            let request = AtlasReport { file: file.file.clone(), out: out.clone() };
            let written = session::run(common, |work| request.run(work))?;
            answer::print(common.format, &written, |written| written.files.join("\n"))
        }
        Arguments::Export(arguments) => export(common, arguments),
    }
}

fn export(common: &Common, arguments: &ExportArguments) -> Result<(), Failure> {
    let form = match common.format {
        Format::Text => AtlasForm::Text,
        Format::Csv => AtlasForm::Csv,
        Format::Json => AtlasForm::Json,
    };
    let request = ExportAtlas { file: arguments.file.file.clone(), form };
    match &arguments.out {
        Some(path) => session::run(common, |work| request.run_into(work, Path::new(path))),
        None => answer::stream(|out| request.run(&Session::of_long_answer(common).work, out)),
    }
}

fn status_text(status: &AtlasStatus) -> String {
    let file = status.file.as_deref().unwrap_or("the atlas of the program");
    let searched = if status.games == status.planned {
        format!("{}, all searched", counted(status.games, "game"))
    } else {
        format!("{} of {} searched", count(status.games), counted(status.planned, "game"))
    };
    let known = format!(
        "the first player wins {}, draws {}, loses {}; {} unknown, {} without the number of plies",
        count(status.wins),
        count(status.draws),
        count(status.losses),
        count(status.unknown),
        count(status.without_distance)
    );
    let mut text = format!(
        "{file}: {searched}\n{known}\n{} nodes, {} of one thread",
        count(status.nodes),
        duration(status.seconds)
    );
    if let (Some(found), Some(seconds)) = (status.found, status.seconds_of_run) {
        let _ = write!(text, "; {} in this run of {}", count(found), duration(seconds));
    }
    text
}

/// What is known of a game, for people.
pub(super) fn known_text(known: &KnownGame) -> String {
    let mut text = format!("{}: {}", known.game, known_value(known));
    if !known.best.is_empty() {
        let _ = write!(text, "\nbest {}", answer::cells(&known.best));
    }
    let source = match (known.source.as_deref(), &known.listed_as) {
        (None, _) => return text,
        (Some(source), None) => format!("from the {source}"),
        (Some(source), Some(game)) => format!("from the {source}, which has it as {game}"),
    };
    let _ = write!(text, "\n{source}");
    if let (Some(nodes), Some(seconds)) = (known.nodes, known.seconds) {
        let _ = write!(text, ": {}, {}", counted(nodes, "node"), duration(seconds));
    }
    if known.result.is_some() {
        let _ =
            write!(text, "\nprove it with `connect-toe solve {} --book none --certificate FILE`", known.game);
    }
    text
}

/// The value of a game in words, as far as it is known.
pub(super) fn known_value(known: &KnownGame) -> String {
    let in_plies = |plies: Option<u32>| {
        plies.map_or_else(String::new, |plies| format!(" in {}", counted(plies.into(), "ply")))
    };
    match (known.result.as_deref(), &known.bounds) {
        (Some("win"), None) => format!("the first player wins{}", in_plies(known.distance)),
        (Some("loss"), None) => format!("the first player loses{}", in_plies(known.distance)),
        (Some("draw"), _) => "a draw".to_owned(),
        (_, Some(bounds)) => {
            let end = |bound: &ValueBound| format!("{}{}", bound.result, in_plies(bound.distance));
            let between = format!(
                "between a {} and a {} for the first player",
                end(&bounds.at_least),
                end(&bounds.at_most)
            );
            match known.result.as_deref() {
                Some("win") => format!("the first player wins; {between}"),
                Some(_) => format!("the first player loses; {between}"),
                None => between,
            }
        }
        _ => "nothing is known".to_owned(),
    }
}
