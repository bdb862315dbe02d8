//! `eval`: static evaluation.

use clap::Args;
use connect_toe_api::{Eval, Evaluation};
use connect_toe_game::Side;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position::PositionArguments;
use crate::session;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Whose value [default: the side to move]
    #[arg(long = "for", value_name = "x|o")]
    player: Option<Side>,
    /// One heuristic, as NAME[:key=value,...] [default: all of them]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Eval {
        game: arguments.game.clone(),
        position: arguments.position.position(),
        player: arguments.player.map(|side| side.to_string()),
        heuristic: arguments.heuristic.clone(),
    };
    answer::print(common.format, &session::run(common, |work| request.run(work))?, text)
}

fn text(evaluation: &Evaluation) -> String {
    let row = |(name, value): (&String, &i64)| vec![name.clone(), value.to_string()];
    answer::table(&evaluation.values.iter().map(row).collect::<Vec<_>>(), 1)
}
