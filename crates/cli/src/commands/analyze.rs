//! `analyze`: what a player thinks of every move.

use clap::Args;
use connect_toe_api::{Analysis, Analyze, AnalyzedLine};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::counted;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::position::PositionArguments;
use crate::position_file::{PositionFile, PositionList};
use crate::session::{self, Session};

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "quiet"])))]
#[command(after_help = crate::player_help::SHORT, after_long_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    list: PositionFile,
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
    if let Some(PositionList { lines, name }) = arguments.list.open()? {
        let session = Session::new(common);
        let interrupted = request.run_on_lines(lines, &name, &session.work, |line| {
            session.clear();
            answer::print(common.format, &line, line_text)
        })?;
        return if interrupted { Err(Failure::Stopped) } else { Ok(()) };
    }
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
        answer::cells(&analysis.best),
        analysis.line.join(" "),
        counted(analysis.nodes, "node"),
        if analysis.complete { "" } else { ", stopped early" },
        answer::table(&rows, 1)
    )
}

fn line_text(line: &AnalyzedLine) -> String {
    let AnalyzedLine { analysis, moves_played } = line;
    let moves = if moves_played.is_empty() { "-" } else { moves_played };
    match analysis.value {
        None => format!("{moves}: the game is over: {}", analysis.outcome.as_deref().unwrap_or_default()),
        Some(value) => {
            let early = if analysis.complete { "" } else { ", stopped early" };
            let (best, nodes) = (answer::cells(&analysis.best), counted(analysis.nodes, "node"));
            format!("{moves}: {} to move, value {value}, best {best}; {nodes}{early}", analysis.to_move)
        }
    }
}
