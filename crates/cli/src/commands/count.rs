//! `count`: the positions that games lead to.

use clap::Args;
use connect_toe_api::{Count, Counted, files};
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
    /// Most plies [default: all]
    #[arg(long, value_name = "N", value_parser = whole(0..=4096_u32))]
    plies: Option<u32>,
    /// Memory for lists of positions
    ///
    /// A number of bytes, or a number with k, M or G. All positions of two plies are in memory at a time.
    #[arg(long, default_value = Count::MEMORY)]
    memory: connect_toe_api::MemoryText,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request =
        Count { plies: arguments.plies, memory: arguments.memory.to_string(), ..Count::new(&arguments.game) };
    let counted = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &counted, text)
}

fn text(counted: &Counted) -> String {
    let mut rows = vec![["plies", "positions", "games over"].map(str::to_owned).to_vec()];
    for (plies, (positions, ended)) in counted.positions.iter().zip(&counted.ended).enumerate() {
        rows.push(vec![plies.to_string(), count(*positions), count(*ended)]);
    }
    let all = |counts: &[u64]| count(counts.iter().sum());
    rows.push(vec!["all".to_owned(), all(&counted.positions), all(&counted.ended)]);
    answer::table(&rows, 0)
}
