//! `moves`: the legal moves of a position.

use clap::Args;
use connect_toe_api::{LegalMoves, Moves, files};
use connect_toe_stats::numbers::counted;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::position::{PositionArguments, formats};
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
#[command(after_long_help = formats())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    #[command(flatten)]
    position: PositionArguments,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Moves { game: arguments.game.clone(), position: arguments.position.position() };
    answer::print(common.format, &session::run(common, |work| request.run(work))?, |moves| {
        arguments.position.heading(&arguments.game) + &text(moves)
    })
}

fn text(moves: &LegalMoves) -> String {
    match moves.outcome.as_deref() {
        None => {
            let left = moves.left.map_or_else(String::new, |left| {
                format!(", {} left in this turn", counted(u64::from(left), "stone"))
            });
            let forbidden = match moves.forbidden.as_slice() {
                [] => String::new(),
                forbidden => format!("\nforbidden: {}", forbidden.join(" ")),
            };
            format!("{} to move{left}: {}{forbidden}", moves.to_move, moves.legal.join(" "))
        }
        Some(outcome) => answer::game_over(outcome),
    }
}
