//! `moves`: the legal moves of a position.

use clap::Args;
use connect_toe_game::with_game;
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position::{self, PositionArguments};

/// Options of `moves`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let mut game = position::game(&arguments.game)?;
    with_game!(&mut game, record => arguments.position.apply(record))?;
    let legal: Vec<String> =
        game.legal_moves().into_iter().map(|cell| game.geometry().cell_text(cell)).collect();
    let outcome = game.outcome().map(|outcome| outcome.to_string());
    answer::print(
        common.format,
        || json!({"to_move": game.to_move().to_string(), "legal": legal, "outcome": outcome}),
        || match &outcome {
            None => format!("{} to move: {}", game.to_move(), legal.join(" ")),
            Some(outcome) if outcome == "draw" => "the game is over: a draw".to_owned(),
            Some(winner) => format!("the game is over: {winner} has won"),
        },
    )
}
