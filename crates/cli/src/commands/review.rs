//! `review`: which moves of a game were mistakes.

use clap::Args;
use connect_toe_api::{Position, Review, ReviewedGame, ReviewedMove, files};
use connect_toe_players::PlayerSpec;
use connect_toe_stats::numbers::counted;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::book_argument::BookArgument;
use crate::failure::Failure;
use crate::number::whole;
use crate::players;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "quiet"])))]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// Moves of the game from the empty board: d1 d2 e1, or 445
    ///
    /// They are read in every form that `connect-toe moves --help` lists.
    #[arg(long, value_name = "MOVES")]
    moves: String,
    /// The player whose opinion counts where nothing is proven, NAME[:key=value,...]
    #[arg(long, value_name = "SPEC", default_value = Review::PLAYER, value_parser = players::player)]
    player: PlayerSpec,
    /// Node limit of the exact solver in each position, 0 to leave it out
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), hide_short_help = true)]
    exact_nodes: Option<u64>,
    #[command(flatten)]
    book: BookArgument,
}

const AFTER_HELP: &str = "\
A row has a move, what it was worth to the side that made it, and if it was a mistake its sign, the \
best move and that move's worth. W7, L12 and = are proven: a win in 7 plies, a loss in 12, a draw; \
W7? is a win that the player sees coming; a percentage is the score that the player expects.

?? is a blunder, ? a mistake, ?! an inaccuracy. Where both values are proven, a move that changes who \
wins is a blunder, and no other move is a mistake. Elsewhere the fall of the expected score decides: 15 \
points of a hundred are an inaccuracy, 25 a mistake, 40 a blunder.";

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let request = Review {
        game: arguments.game.clone(),
        position: Position::after(&*arguments.moves),
        player: arguments.player.to_string(),
        exact_nodes: arguments.exact_nodes,
        book: arguments.book.choice(),
    };
    let reviewed = session::run(common, |work| request.run(work))?;
    answer::print(common.format, &reviewed, text)?;
    if reviewed.interrupted { Err(Failure::Stopped) } else { Ok(()) }
}

fn text(reviewed: &ReviewedGame) -> String {
    let row = |found: &ReviewedMove| {
        let mistake = found.mistake.map_or_else(String::new, |mistake| mistake.symbol().to_owned());
        let better = found.better.first().cloned().unwrap_or_default();
        let best = if better.is_empty() { String::new() } else { found.best_worth.text() };
        vec![
            format!("{:>3}. {}", found.ply, found.side.to_uppercase()),
            found.cell.clone(),
            found.worth.text(),
            mistake,
            better,
            best,
        ]
    };
    let rows: Vec<Vec<String>> = reviewed.moves.iter().map(row).collect();
    let judged = counted(rows.len() as u64, "move");
    let head = if reviewed.interrupted { format!("interrupted; {judged} judged") } else { String::new() };
    let parts = [head, answer::table(&rows, usize::MAX), reviewed.text.clone()];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n\n")
}
