//! `playouts`: uniformly random games.

use clap::Args;
use connect_toe_api::{PlayoutCounts, Playouts, files};
use connect_toe_stats::numbers::{counted, mean, nodes, percent};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::number::whole;
use crate::position::PositionArguments;
use crate::session;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Games to play
    #[arg(long, default_value_t = Playouts::GAMES, value_parser = whole(1..=Playouts::MOST_GAMES))]
    games: u64,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Playouts {
        game: arguments.game.clone(),
        position: arguments.position.position(),
        games: arguments.games,
        seed: common.seed(),
    };
    let counts = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &counts, |counts| {
        arguments.position.heading(&arguments.game) + &text(counts)
    })?;
    if counts.partial { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(counts: &PlayoutCounts) -> String {
    if counts.games == 0 {
        return format!("{}0 random games of {}", answer::partial(counts.partial), counts.game);
    }
    let share = |part: u64| percent(part as f64 / counts.games as f64);
    format!(
        "{}{} of {}: x won {} %, o won {} %, drawn {} %\n{} plies a game, {} games a second",
        answer::partial(counts.partial),
        counted(counts.games, "random game"),
        counts.game,
        share(counts.x),
        share(counts.o),
        share(counts.draws),
        mean(Some(counts.plies as f64 / counts.games as f64)),
        nodes(Some(counts.games as f64 / counts.seconds))
    )
}
