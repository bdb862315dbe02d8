//! `completions`: what a shell needs to complete the commands and options of this program.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::answer;
use crate::arguments::acting;
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(mut_args(acting(&[])), after_long_help = "\
Where shells look for the script:
  bash  ~/.local/share/bash-completion/completions/connect-toe
  zsh   _connect-toe in a folder of $fpath
  fish  ~/.config/fish/completions/connect-toe.fish")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = crate::program::Arguments::command();
    generate(arguments.shell, &mut command, "connect-toe", &mut script);
    // For bash, `clap_complete` writes a program's name that has a hyphen in two ways, and the commands find no options.
    answer::print_text(&String::from_utf8_lossy(&script).replace("connect__subcmd__toe", "connect__toe"))
}
