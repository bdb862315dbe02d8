//! `eval`: static evaluation.

use clap::Args;
use connect_toe_eval::{Heuristic, Settings};
use connect_toe_game::{Bits, Record, Side, with_game};
use serde_json::{Map, Value, json};

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::position::{self, PositionArguments};

/// Options of `eval`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Whose value [default: the side to move]
    #[arg(long = "for", value_name = "x|o")]
    player: Option<Side>,
    /// One heuristic, as NAME[:key=value,...] [default: all of them]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let mut game = position::game(&arguments.game)?;
    let values = with_game!(&mut game, record => values(record, arguments))?;
    answer::print(
        common.format,
        || {
            let values: Map<String, Value> =
                values.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
            json!({"values": values})
        },
        || {
            let rows: Vec<Vec<String>> =
                values.iter().map(|(name, value)| vec![(*name).to_owned(), value.to_string()]).collect();
            answer::table(&rows, 1)
        },
    )
}

fn values<B: Bits>(
    record: &mut Record<B>,
    arguments: &Arguments,
) -> Result<Vec<(&'static str, i64)>, Failure> {
    arguments.position.apply_any(record)?;
    let player = arguments.player.unwrap_or(record.board().to_move());
    let chosen: Vec<(&Heuristic<B>, Settings)> = match &arguments.heuristic {
        None => Heuristic::all().iter().map(|heuristic| (heuristic, Settings::default())).collect(),
        Some(text) => {
            let (name, settings) = text.split_once(':').unwrap_or((text, ""));
            let heuristic = Heuristic::find(name).map_err(Failure::request)?;
            let settings: Settings = settings.parse().map_err(Failure::request)?;
            heuristic.check_keys(&settings).map_err(Failure::request)?;
            vec![(heuristic, settings)]
        }
    };
    let (rules, board) = (record.rules(), record.board());
    chosen
        .into_iter()
        .map(|(heuristic, settings)| {
            let mut evaluator = (heuristic.build)(rules, &settings).map_err(Failure::request)?;
            Ok((heuristic.name, evaluator.static_value(rules, board, player)))
        })
        .collect()
}
