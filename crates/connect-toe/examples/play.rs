//! Plays a game: typed moves, one from text, one from a search, one from a list.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Cell, Engine, Error, Game};

fn main() -> Result<(), Error> {
    let engine = Engine::new();
    let mut game: Game = "connect-four".parse()?;
    let middle: Cell = game.parse_move("d1")?;
    game.play(middle)?;

    let analysis = engine.analyze(&game, "alpha-beta:depth=8,eval=runs")?;
    for &found in &analysis.moves {
        println!("{}: {}", game.cell_text(found.cell), analysis.worth_of(found));
    }
    game.play(analysis.best[0])?;

    let legal: Vec<Cell> = game.legal_moves();
    game.play(legal[0])?;
    println!("{}\n{} is to move", game.board_text().replace('/', "\n"), game.to_move());

    let played = engine.play_out(&mut game, ["best:nodes=2000", "alpha-beta:depth=4,eval=runs"], 1)?;
    println!("{}: {}", game.moves_text(game.moves()), played.outcome);
    Ok(())
}
