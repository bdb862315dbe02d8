//! `perft`: move sequences by length.

use clap::Args;
use connect_toe_api::{Perft, PerftCounts, files};
use connect_toe_stats::numbers::count;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "quiet"])))]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// Longest sequence, in plies
    #[arg(value_parser = whole(0..=4096_u16))]
    depth: u16,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Perft { game: arguments.game.clone(), depth: arguments.depth };
    let counts = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &counts, text)
}

fn text(counts: &PerftCounts) -> String {
    let mut rows = vec![["plies", "sequences", "ended by a line"].map(str::to_owned).to_vec()];
    for (plies, (leaves, ended)) in counts.leaves.iter().zip(&counts.ended).enumerate() {
        rows.push(vec![plies.to_string(), count(*leaves), count(*ended)]);
    }
    answer::table(&rows, 0)
}
