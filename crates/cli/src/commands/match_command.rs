//! `match`: two players, many games.

use std::ops::ControlFlow;

use clap::Args;
use connect_toe_arena::{FirstMover, Match, play_matches};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::wilson;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position;

/// Options of `match`.
#[derive(Debug, Args)]
#[command(after_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    /// The player whose wins are counted, as NAME[:key=value,...]
    #[arg(long, value_name = "SPEC")]
    player: PlayerSpec,
    /// The other player
    #[arg(long, value_name = "SPEC")]
    opponent: PlayerSpec,
    /// Games to play
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Who moves first: player, alternate or random
    #[arg(long, default_value_t = FirstMover::Alternate)]
    first: FirstMover,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let game = position::game(&arguments.game)?;
    let setup = Match {
        game: game.spec().clone(),
        player: arguments.player.clone(),
        opponent: arguments.opponent.clone(),
        games: arguments.games,
        first: arguments.first,
        seed: common.seed(),
    };
    let bar = progress_bar(arguments.games);
    let results = play_matches(&[setup], |_| {
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let result = results.map_err(Failure::request)?[0];
    let wdl = result.wdl;
    let interval = wilson(wdl.wins, wdl.decided());
    answer::print(
        common.format,
        || {
            json!({
                "wins": wdl.wins,
                "draws": wdl.draws,
                "losses": wdl.losses,
                "games": wdl.games(),
                "decided": wdl.decided(),
                "win_rate": wdl.win_rate(),
                "interval": [interval.low, interval.high],
                "score": wdl.score(),
                "plies": result.plies,
                "player_nodes": result.player_nodes,
                "opponent_nodes": result.opponent_nodes,
                "seed": common.seed(),
            })
        },
        || {
            let rate = wdl.win_rate().map_or("no game was decided".to_owned(), |rate| {
                format!(
                    "{:.1} % of the decided games (95 % interval {:.1} to {:.1})",
                    100.0 * rate,
                    100.0 * interval.low,
                    100.0 * interval.high
                )
            });
            format!(
                "{} against {} on {}\n{} games: {} won, {} drawn, {} lost\n{rate}",
                arguments.player,
                arguments.opponent,
                game.spec(),
                wdl.games(),
                wdl.wins,
                wdl.draws,
                wdl.losses
            )
        },
    )
}

/// A bar of games on standard error; hidden unless that is a terminal.
pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {per_sec}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style)
}
