//! `analyze`: what a player thinks of every move.

use std::ops::ControlFlow;

use clap::Args;
use connect_toe_game::{Bits, Cell, Record, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};
use connect_toe_search::{SearchReport, Stopped};
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position::{self, PositionArguments};

/// Options of `analyze`.
#[derive(Debug, Args)]
#[command(after_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// The player, as NAME[:key=value,...]
    #[arg(long, value_name = "SPEC", default_value = "alpha-beta:depth=6,eval=runs")]
    player: PlayerSpec,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let mut game = position::game(&arguments.game)?;
    let report = with_game!(&mut game, record => analyze(record, arguments))?;
    let Some(report) = report else {
        let outcome = game.outcome().map(|outcome| outcome.to_string());
        return answer::print(
            common.format,
            || json!({"value": null, "best": [], "moves": [], "nodes": 0, "outcome": outcome}),
            || format!("the game is over: {}", outcome.as_deref().unwrap_or_default()),
        );
    };
    let text = |cell: &Cell| game.geometry().cell_text(*cell);
    let best: Vec<String> = report.best.iter().map(text).collect();
    let line: Vec<String> = report.line.iter().map(text).collect();
    answer::print(
        common.format,
        || {
            let moves: Vec<_> = report
                .moves
                .iter()
                .map(|found| json!({"move": text(&found.cell), "value": found.value}))
                .collect();
            json!({
                "value": report.value,
                "best": best,
                "moves": moves,
                "line": line,
                "nodes": report.nodes,
                "complete": report.stopped == Stopped::Done,
            })
        },
        || {
            let mut moves = report.moves.clone();
            moves.sort_by_key(|found| std::cmp::Reverse(found.value));
            let rows: Vec<Vec<String>> =
                moves.iter().map(|found| vec![text(&found.cell), found.value.to_string()]).collect();
            format!(
                "{} to move, value {}, best {}\nexpected {}\n{} nodes{}\n\n{}",
                game.to_move(),
                report.value,
                best.join(" "),
                line.join(" "),
                report.nodes,
                if report.stopped == Stopped::Done { "" } else { ", stopped early" },
                answer::table(&rows, 1)
            )
        },
    )
}

/// The report, or `None` if the game is over.
fn analyze<B: Bits>(record: &mut Record<B>, arguments: &Arguments) -> Result<Option<SearchReport>, Failure> {
    arguments.position.apply(record)?;
    let (rules, board) = (record.rules(), record.board());
    if rules.outcome(board).is_some() {
        return Ok(None);
    }
    let mut player = SearchPlayer::new(rules, &arguments.player).map_err(Failure::request)?;
    Ok(Some(player.analyze(rules, board, &mut |_| ControlFlow::Continue(()))))
}
