//! `describe`: what a game is.

use clap::Args;
use connect_toe_api::{Describe, Description, Error, files};
use connect_toe_stats::numbers::{count, counted};

use super::atlas::known_value;
use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = asked)]
    game: Describe,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    answer::print(common.format, &session::run(common, |work| arguments.game.run(work))?, text)
}

/// A game, or the file that lists its lines and places its cells.
fn asked(argument: &str) -> Result<Describe, Error> {
    let Some(path) = files::named_file(argument) else { return Ok(Describe::of(argument)) };
    Ok(Describe { lines: Some(files::lines_text(path)?), ..Describe::default() })
}

fn text(description: &Description) -> String {
    let first_moves = &description.first_moves;
    let shown = if first_moves.len() > 40 {
        let (first, last) = (&first_moves[0], &first_moves[first_moves.len() - 1]);
        format!("{}, {first} to {last}", counted(first_moves.len() as u64, "cell"))
    } else {
        first_moves.join(" ")
    };
    let known = description.known.as_ref().map_or_else(String::new, |known| {
        format!("{} (from the {})", known_value(known), known.source.as_deref().unwrap_or("atlas"))
    });
    let rows = [
        ("game", description.game.clone()),
        ("cells", description.cells.to_string()),
        ("in a row", description.k.map_or_else(String::new, |k| k.to_string())),
        ("a line is", description.lines_rule.clone().unwrap_or_default()),
        ("goal", description.goal.clone().unwrap_or_default()),
        ("faces", description.faces.clone()),
        ("variations", description.flags.join(", ")),
        ("winning lines", count(description.lines as u64)),
        ("symmetries", description.symmetries.to_string()),
        ("first moves", shown),
        ("known", known),
    ];
    rows.iter()
        .filter(|(_, value)| !value.is_empty())
        .fold(String::new(), |text, (name, value)| text + &format!("{name:<14} {value}\n"))
}
