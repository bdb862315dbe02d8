//! `perft`: move sequences by length.

use clap::Args;
use connect_toe_game::{perft, with_game};
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position;

/// Options of `perft`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    /// Longest sequence, in plies
    #[arg(value_parser = clap::value_parser!(u16).range(0..=4096))]
    depth: u16,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let game = position::game(&arguments.game)?;
    let depth = usize::from(arguments.depth);
    let count = with_game!(&game, record => perft(record.rules(), record.board(), depth));
    answer::print(
        common.format,
        || json!({"game": game.spec().to_string(), "leaves": count.leaves, "ended": count.ended}),
        || {
            let mut rows = vec![["plies", "sequences", "ended by a line"].map(str::to_owned).to_vec()];
            for (plies, (leaves, ended)) in count.leaves.iter().zip(&count.ended).enumerate() {
                rows.push(vec![plies.to_string(), leaves.to_string(), ended.to_string()]);
            }
            answer::table(&rows, 0)
        },
    )
}
