//! `analyze`: what a player thinks of every move.

use clap::Args;
use connect_toe_api::{Analysis, Analyze};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::counted;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position::PositionArguments;
use crate::session;

#[derive(Debug, Args)]
#[command(after_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// The player, as NAME[:key=value,...]
    #[arg(long, value_name = "SPEC", default_value = Analyze::PLAYER)]
    player: PlayerSpec,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Analyze {
        game: arguments.game.clone(),
        position: arguments.position.position(),
        player: arguments.player.to_string(),
    };
    let analysis = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &analysis, text)?;
    if analysis.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(analysis: &Analysis) -> String {
    let Some(value) = analysis.value else {
        return format!("the game is over: {}", analysis.outcome.as_deref().unwrap_or_default());
    };
    let mut moves = analysis.moves.clone();
    moves.sort_by_key(|found| std::cmp::Reverse(found.value));
    let rows: Vec<Vec<String>> =
        moves.into_iter().map(|found| vec![found.cell, found.value.to_string()]).collect();
    format!(
        "{} to move, value {value}, best {}\nexpected {}\n{}{}\n\n{}",
        analysis.to_move,
        analysis.best.join(" "),
        analysis.line.join(" "),
        counted(analysis.nodes, "node"),
        if analysis.complete { "" } else { ", stopped early" },
        answer::table(&rows, 1)
    )
}
