//! `man`: the pages of the manual, in the form that `man` reads.

use std::path::Path;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
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
    /// The command whose page is printed, such as solve or experiment run [default: the program]
    command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut program = crate::arguments::Arguments::command();
    if let Some(folder) = &arguments.out {
        let unwritten = |error| Failure::request(format!("cannot write into {folder}: {error}"));
        std::fs::create_dir_all(folder).map_err(unwritten)?;
        clap_mangen::generate_to(program, Path::new(folder)).map_err(unwritten)?;
        return answer::print_text(&format!("the pages of the manual are in {folder}"));
    }
    program.build();
    let command = arguments.command.iter().try_fold(&program, |command, name| find(command, name))?;
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    answer::print_text(&String::from_utf8_lossy(&page))
}

fn find<'a>(command: &'a Command, name: &str) -> Result<&'a Command, Failure> {
    let known = command.get_subcommands().map(Command::get_name);
    command.find_subcommand(name).ok_or_else(|| Failure::request(UnknownName::new("command", name, known)))
}
