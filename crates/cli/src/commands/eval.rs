//! `eval`: static evaluation.

use clap::Args;
use connect_toe_api::{Eval, EvaluatedLine, Evaluation, Work, files};
use connect_toe_game::Side;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::position::PositionArguments;
use crate::position_file::{Each, PositionFile, PositionList};
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    list: PositionFile,
    /// Player whose value is given [default: the side to move]
    #[arg(long = "for", value_name = "x|o")]
    player: Option<Side>,
    /// One heuristic, NAME[:key=value,...] [default: all of them]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Eval {
        game: arguments.game.clone(),
        position: arguments.position.position(),
        player: arguments.player.map(|side| side.to_string()),
        heuristic: arguments.heuristic.clone(),
    };
    let answer = |PositionList { lines, name }, work: &Work, each: &mut Each<_>| {
        request.run_on_lines(lines, &name, work, each)
    };
    if arguments.list.answer(common, line_text, answer)? {
        return Ok(());
    }
    let evaluation = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &evaluation, |evaluation| {
        arguments.position.heading(&arguments.game) + &text(evaluation)
    })
}

fn text(evaluation: &Evaluation) -> String {
    let row = |(name, value): (&String, &i64)| vec![name.clone(), value.to_string()];
    answer::table(&evaluation.values.iter().map(row).collect::<Vec<_>>(), 1)
}

fn line_text(line: &EvaluatedLine) -> String {
    let moves = answer::line_moves(&line.moves_played, &line.cells);
    let values = line.evaluation.values.iter().map(|(name, value)| format!("{name} {value}"));
    format!("{moves}: {}", values.collect::<Vec<_>>().join(", "))
}
