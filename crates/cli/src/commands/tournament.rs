//! `tournament`: several players, every one against every other.

use std::ops::ControlFlow;

use clap::Args;
use connect_toe_arena::{CrossTable, FirstMover, Tournament};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::{Wdl, wilson};
use serde_json::{Value, json};

use super::match_command::progress_bar;
use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position;

/// Options of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = crate::player_help::text())]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    /// A player, as NAME[:key=value,...]; give this option once for each player
    #[arg(long = "player", value_name = "SPEC", required = true)]
    players: Vec<PlayerSpec>,
    /// Games of each pair of players
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Who moves first: player (the one listed first), alternate or random
    #[arg(long, default_value_t = FirstMover::Alternate)]
    first: FirstMover,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let game = position::game(&arguments.game)?;
    let count = arguments.players.len();
    if count < 2 {
        return Err(Failure::request("a tournament needs two players or more").hint("repeat --player"));
    }
    let tournament = Tournament {
        game: game.spec().clone(),
        players: arguments.players.clone(),
        games: arguments.games,
        first: arguments.first,
        seed: common.seed(),
    };
    let pairs = (count * (count - 1) / 2) as u64;
    let bar = progress_bar(pairs.saturating_mul(arguments.games));
    let table = tournament.play(|_| {
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let table = table.map_err(Failure::request)?;
    answer::print(common.format, || as_json(&tournament, &table), || as_text(&tournament, &table))
}

fn as_json(tournament: &Tournament, table: &CrossTable) -> Value {
    let result = |wdl: Wdl| {
        let interval = wilson(wdl.wins, wdl.decided());
        json!({
            "wins": wdl.wins,
            "draws": wdl.draws,
            "losses": wdl.losses,
            "games": wdl.games(),
            "score": wdl.score(),
            "win_rate": wdl.win_rate(),
            "interval": [interval.low, interval.high],
        })
    };
    let count = tournament.players.len();
    let players: Vec<Value> = table
        .ranking()
        .into_iter()
        .map(|player| {
            let against: Vec<Value> = (0..count)
                .filter(|&opponent| opponent != player)
                .map(|opponent| {
                    let mut games = result(table.between(player, opponent));
                    games["opponent"] = json!(opponent);
                    games
                })
                .collect();
            let mut total = result(table.total(player));
            total["entry"] = json!(player);
            total["player"] = json!(tournament.players[player].to_string());
            total["against"] = json!(against);
            total
        })
        .collect();
    json!({"game": tournament.game.to_string(), "ranking": players, "seed": tournament.seed})
}

fn as_text(tournament: &Tournament, table: &CrossTable) -> String {
    let ranking = table.ranking();
    let mut header = vec![String::new(), "player".to_owned(), "score %".to_owned()];
    header.extend((1..=ranking.len()).map(|place| format!("against {place}")));
    let mut rows = vec![header];
    for (place, &player) in ranking.iter().enumerate() {
        let score = table.total(player).score().unwrap_or_default();
        let mut row = vec![
            (place + 1).to_string(),
            tournament.players[player].to_string(),
            format!("{:.1}", 100.0 * score),
        ];
        row.extend(ranking.iter().map(|&opponent| {
            let wdl = table.between(player, opponent);
            if opponent == player {
                String::new()
            } else {
                format!("{}-{}-{}", wdl.wins, wdl.draws, wdl.losses)
            }
        }));
        rows.push(row);
    }
    format!(
        "{}, {} games a pair; won-drawn-lost from the player's side\n\n{}",
        tournament.game,
        tournament.games,
        answer::table(&rows, 2)
    )
}
