//! A game of the results.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use connect_toe_laboratory::{ExperimentGame, GameOfExperiment};

use super::file::FileArguments;
use crate::answer;
use crate::arguments::Common;
use crate::commands::play::saved::SavedGame;
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

// Options of `game`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: FileArguments,
    /// The study's name [default: the first study]
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// The number of the cell in its study, from 1, as in the report [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(1..=usize::MAX))]
    cell: Option<usize>,
    /// The number of the game in its cell, from 0, as in the export [default: 0]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    number: Option<u64>,
    /// Write a saved game, which `play --load` replays
    #[arg(long, value_name = "GAME")]
    save: Option<String>,
}

pub(super) fn print(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = GameOfExperiment {
        file: arguments.file.file(common),
        study: arguments.study.clone(),
        cell: arguments.cell,
        number: arguments.number,
    };
    let game = session::run(common, |work| request.run(work))?;
    if let Some(path) = &arguments.save {
        let players = [&game.x, &game.o].map(String::as_str);
        SavedGame::of_moves(&game.game, &game.moves, players, game.seed)?.write_new(Path::new(path))?;
    }
    let saved = arguments.save.as_deref();
    answer::print(common.format, &game, |game| text(game, saved))
}

fn text(game: &ExperimentGame, saved: Option<&str>) -> String {
    let ExperimentGame { study, cell, number, x, o, moves, plies, .. } = game;
    let levels = if game.levels.is_empty() { String::new() } else { format!(" ({})", game.levels) };
    let winner = match (game.result.as_str(), game.player_side.as_str()) {
        ("draw", _) => "a draw",
        ("win", "x") | ("loss", "o") => "X wins",
        _ => "O wins",
    };
    let ended = match (game.adjudicated, game.forfeited) {
        (true, _) => ", by the solver's exact value",
        (_, true) => ", by a forfeit",
        _ => "",
    };
    let opening = match game.opening_plies {
        0 => String::new(),
        plies => format!(", of which the opening has {plies}"),
    };
    let swapped = if game.swapped { ", who had O and chose X" } else { "" };
    let mut text = format!(
        "Game {number} of cell {cell} of {study}{levels}: {}\nX: {x}{swapped}\nO: {o}\n{winner}{ended}, {plies} plies{opening}\n{moves}",
        game.game
    );
    if let Some(path) = saved {
        let _ = write!(text, "\n\nSaved: connect-toe play --load {path} replays it");
    }
    text
}
