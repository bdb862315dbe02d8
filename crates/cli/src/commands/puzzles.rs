//! `puzzles`: positions with exactly one good move, to print or to solve.

mod solving;

use clap::Args;
use connect_toe_api::{FoundPuzzle, Puzzles, files};
use connect_toe_stats::numbers::percent;

use crate::answer::{self, Format};
use crate::arguments::{Common, acting};
use crate::commands::play;
use crate::failure::Failure;
use crate::number::whole;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "seed", "threads", "quiet"])))]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Game text or a preset's name
    #[arg(value_parser = files::game_text)]
    game: String,
    /// Puzzles to make
    #[arg(long, value_name = "N", default_value_t = Puzzles::COUNT, value_parser = whole(1..=Puzzles::MOST))]
    count: u64,
    /// Print the solutions too; JSON always has them
    #[arg(long)]
    solutions: bool,
    /// Solve the puzzles line by line, with hints
    #[arg(long, conflicts_with = "solutions")]
    play: bool,
}

const AFTER_HELP: &str = "\
The program plays against itself and looks for positions with exactly one good move: the only one that \
wins in 2, 3 or 4 moves, the only one that does not lose, or the only one that threatens twice. That it is \
the only one is proven. Positions that differ by a symmetry alone are given once. The same game and seed give \
the same puzzles, and a larger count gives more of the same.

A puzzle's difficulty is between 0 and 100 %: half of it is how often players of the weaker levels miss \
the move, a quarter the length of the win, the rest whether the move threatens nothing at once, and how many \
moves there are.

With --play type a move, or hint, solution, next or quit. After a right move the other side answers as well as \
it can; any move that still wins in time is right.";

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.play && common.format == Format::Json {
        return Err(Failure::request("--play is for people and has no JSON form")
            .hint("without --play the puzzles have their solutions, with --format json"));
    }
    let request = Puzzles { game: arguments.game.clone(), count: arguments.count, seed: common.seed() };
    let found = session::run(common, |work| request.run(work))?;
    if arguments.play {
        return solving::run(&arguments.game, &found);
    }
    answer::print(common.format, &found, |found| text(found, arguments.solutions))
}

fn text(found: &[FoundPuzzle], solutions: bool) -> String {
    let one = |(number, puzzle): (usize, &FoundPuzzle)| {
        let moves = if puzzle.moves.is_empty() { "-" } else { &puzzle.moves };
        let solution =
            if solutions { format!("solution: {}\n", puzzle.solution.join(" ")) } else { String::new() };
        format!("{}moves: {moves}\n{}{solution}", heading(number + 1, puzzle), board(puzzle))
    };
    found.iter().enumerate().map(one).collect::<Vec<_>>().join("\n")
}

/// `Puzzle 2 (difficulty 35 %): X to move wins in 3 moves`.
fn heading(number: usize, puzzle: &FoundPuzzle) -> String {
    format!("Puzzle {number} (difficulty {} %): {}\n", percent(puzzle.difficulty), puzzle.text)
}

/// The board of a puzzle; it is one of the program's own.
fn board(puzzle: &FoundPuzzle) -> String {
    let game = connect_toe_api::game(&puzzle.game).ok().and_then(|mut game| {
        game.play(&puzzle.moves).ok()?;
        Some(game)
    });
    game.map_or_else(String::new, |game| play::board(&game))
}
