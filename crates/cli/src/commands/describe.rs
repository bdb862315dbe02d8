//! `describe`: what a game is.

use clap::Args;
use connect_toe_game::{symmetries, with_game};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position;

/// Options of `describe`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let game = position::game(&arguments.game)?;
    let spec = game.spec();
    let order = symmetries(spec).map_err(Failure::request)?.order().to_string();
    let lines = with_game!(&game, record => record.rules().lines().count());
    let cells = game.geometry().cells().len();
    let first_moves: Vec<String> =
        game.legal_moves().into_iter().map(|cell| game.geometry().cell_text(cell)).collect();
    answer::print(
        common.format,
        || {
            json!({
                "game": spec.to_string(),
                "sizes": spec.sizes,
                "k": spec.k,
                "faces": spec.faces.to_string(),
                "flags": spec.flags(),
                "cells": cells,
                "lines": lines,
                "symmetries": exact_number(&order),
                "first_moves": first_moves,
            })
        },
        || {
            let shown = if first_moves.len() > 40 {
                format!(
                    "{} cells, {} to {}",
                    first_moves.len(),
                    first_moves[0],
                    first_moves[first_moves.len() - 1]
                )
            } else {
                first_moves.join(" ")
            };
            let rows = [
                ("game", spec.to_string()),
                ("cells", cells.to_string()),
                ("in a row", spec.k.to_string()),
                ("faces", spec.faces.to_string()),
                ("variations", spec.flags().join(", ")),
                ("winning lines", lines.to_string()),
                ("symmetries", order.clone()),
                ("first moves", shown),
            ];
            rows.iter()
                .filter(|(_, value)| !value.is_empty())
                .fold(String::new(), |text, (name, value)| text + &format!("{name:<14} {value}\n"))
        },
    )
}

/// A JSON number where every reader gets it right, beyond 2^53 a decimal string.
fn exact_number(decimal: &str) -> Value {
    match decimal.parse::<u64>() {
        Ok(number) if number <= 1 << 53 => json!(number),
        _ => json!(decimal),
    }
}
