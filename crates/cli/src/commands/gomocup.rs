//! `gomocup`: the brain of a manager that speaks the Gomocup protocol.

use std::io;

use clap::Args;
use connect_toe_gomocup::Brain;
use connect_toe_players::PlayerSpec;

use crate::arguments::{Common, acting};
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["seed"])))]
#[command(after_long_help = "\
The manager writes commands to standard input, and reads moves from standard output: START 15, TURN 7,7, END. A copy of \
this program whose name begins with pbrain-connect-toe, or is engine, is a brain without being told so.

Boards have 5 to 32 columns and rows; five in a row win, with INFO rule 1 exactly five.")]
pub(crate) struct Arguments {
    /// The player, NAME[:key=value,...] [default: the strongest player]
    ///
    /// It must be a search, which looks one ply ahead, then two, and so on, within the manager's limits.
    #[arg(long, value_name = "SPEC")]
    player: Option<PlayerSpec>,
    /// Accepted from Yixin-Board; the output is always UTF-8.
    #[arg(long, hide = true)]
    force_utf8: bool,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { player, force_utf8: _ } = arguments;
    let brain = match player {
        Some(player) => Brain::new(player.clone(), common.seed()).map_err(Failure::request)?,
        None => Brain::strongest().map_err(Failure::run)?,
    };
    brain.run(io::stdin(), io::stdout()).map_err(|error| Failure::of_output(&error))
}
