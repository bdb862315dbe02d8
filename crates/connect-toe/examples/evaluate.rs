//! Values a position: what heuristics say at a glance, and what searches find.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Engine, Error, Game};

fn main() -> Result<(), Error> {
    let mut game: Game = "connect-four".parse()?;
    game.play("d1 d2 d3 d4 c1 e1")?;
    println!("{}\n{} is to move", game.board_text().replace('/', "\n"), game.to_move());

    let engine = Engine::new();
    for heuristic in ["open-lines", "weighted-lines", "runs"] {
        println!("{heuristic}: {}", engine.evaluate(&game, heuristic)?);
    }
    for depth in [2, 4, 8] {
        let analysis = engine.analyze(&game, &format!("alpha-beta:depth={depth},eval=runs"))?;
        let line = game.moves_text(&analysis.line);
        println!("{depth} plies: {} by {line}, after {} nodes", analysis.worth(), analysis.nodes);
    }
    Ok(())
}
