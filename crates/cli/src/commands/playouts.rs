//! `playouts`: uniformly random games.

use std::time::Instant;

use clap::Args;
use connect_toe_arena::play_random_games;
use connect_toe_game::with_game;
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position::{self, PositionArguments};

/// Options of `playouts`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Games to play
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let mut game = position::game(&arguments.game)?;
    with_game!(&mut game, record => arguments.position.apply(record))?;
    let start = Instant::now();
    let counts = with_game!(&game, record => play_random_games(record, arguments.games, common.seed()));
    let seconds = start.elapsed().as_secs_f64();
    answer::print(
        common.format,
        || {
            json!({
                "games": counts.games,
                "x": counts.x,
                "o": counts.o,
                "draws": counts.draws,
                "plies": counts.plies,
                "seconds": seconds,
                "seed": common.seed(),
            })
        },
        || {
            let share = |part: u64| 100.0 * part as f64 / counts.games as f64;
            format!(
                "{} random games of {}: x won {:.2} %, o won {:.2} %, drawn {:.2} %\n{:.2} plies a game, {:.0} games a second",
                counts.games,
                game.spec(),
                share(counts.x),
                share(counts.o),
                share(counts.draws),
                counts.plies as f64 / counts.games as f64,
                counts.games as f64 / seconds
            )
        },
    )
}
