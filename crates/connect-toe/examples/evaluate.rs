//! Values a position: what heuristics say at a glance, and what searches find.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{Error, Game};

fn main() -> Result<(), Error> {
    let mut game = Game::new("connect-four")?;
    game.play("d1 d2 d3 d4 c1 e1")?;
    println!("{}\n{} is to move", game.board().replace('/', "\n"), game.to_move());

    for heuristic in ["open-lines", "weighted-lines", "runs"] {
        println!("{heuristic}: {}", game.evaluate(heuristic)?);
    }
    for depth in [2, 4, 8] {
        let analysis = game.analyze(&format!("alpha-beta:depth={depth},eval=runs"))?;
        println!("{depth} plies: {} after {} nodes", analysis.line.join(" "), analysis.nodes);
    }
    Ok(())
}
