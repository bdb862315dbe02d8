//! `man`: the pages of the manual, in the form that `man` reads.

use std::path::Path;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use connect_toe_api::write_file;
use connect_toe_game::UnknownName;

use crate::answer;
use crate::arguments::acting;
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(mut_args(acting(&[])), after_long_help = "\
Examples:
  connect-toe man solve | man -l -
  connect-toe man --out ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// The command to print, such as solve or experiment run [default: the program]
    command: Vec<String>,
    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command", value_parser = NonEmptyStringValueParser::new())]
    out: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut program = crate::program::Arguments::command();
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::request(format!("cannot write into {folder}: {error}")))?;
        program = program.disable_help_subcommand(true);
        program.build();
        write_pages(&program, Path::new(folder))?;
        return answer::print_text(&format!("the pages of the manual are in {folder}"));
    }
    program.build();
    let command = arguments.command.iter().try_fold(&program, |command, name| find(command, name))?;
    answer::print_text(&text(&page_of(command))?)
}

fn text(page: &Man) -> Result<String, Failure> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The page of a command: it names the program and its version, which only the program itself has, and tells of every
/// option, also of those that `-h` leaves out.
fn page_of(command: &Command) -> Man {
    Man::new(command.clone().mut_args(|option| option.hide_short_help(false)))
        .source(concat!("connect-toe ", env!("CARGO_PKG_VERSION")))
}

/// Writes the pages of a command and of those below it.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    command.get_subcommands().try_for_each(|below| write_pages(below, folder))?;
    let page = page_of(command);
    let path = folder.join(page.get_filename());
    write_file(&path, &text(&page)?)
        .map_err(|error| Failure::run(format!("cannot write {}: {error}", path.display())))
}

fn find<'a>(command: &'a Command, name: &str) -> Result<&'a Command, Failure> {
    let known = command.get_subcommands().map(Command::get_name);
    command.find_subcommand(name).ok_or_else(|| Failure::request(UnknownName::new("command", name, known)))
}
