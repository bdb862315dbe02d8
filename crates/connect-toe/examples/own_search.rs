//! Lets a search of its own, which works with any heuristic, play against a built-in one.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use connect_toe::{
    Catalogue, Engine, Entry, Game, Heuristic, MoveValue, Position, Search, SearchProgress, SearchReport,
    Stopped, Task, Watch,
};

/// Values a move by the opponent's best reply to it.
struct Cautious;

impl Search for Cautious {
    fn search(
        &mut self,
        position: &Position,
        task: &Task,
        heuristic: &mut dyn Heuristic,
        watch: Watch,
    ) -> SearchReport {
        let player = position.to_move();
        let mut value = |position: &Position| match position.outcome() {
            Some(outcome) => heuristic.win_value() * outcome.value_for(player),
            None => heuristic.value(position, player),
        };
        let (mut moves, mut nodes) = (Vec::new(), 0);
        for &cell in task.moves {
            // A search honours the limit of nodes itself, and asks whether to go on: a limit of time, or Ctrl-C, may end
            // it. The first move always gets its value.
            let is_spent = task.nodes.is_some_and(|most| nodes >= most);
            if !moves.is_empty() && (is_spent || watch(&SearchProgress::after(nodes)).is_break()) {
                return SearchReport::of_every_move(moves, nodes, Stopped::Early);
            }
            let after = position.play(cell);
            let replies = after.legal_moves();
            let worst = replies.iter().map(|&reply| value(&after.play(reply))).min();
            nodes += replies.len().max(1) as u64;
            moves.push(MoveValue { cell, value: worst.unwrap_or_else(|| value(&after)) });
        }
        SearchReport::of_every_move(moves, nodes, Stopped::Done)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry = Entry::new("cautious").about("the opponent's best reply, any heuristic").heuristic("runs");
    let catalogue = Catalogue::new().with_search(entry, |_| Ok(Cautious))?;
    let engine = Engine::new().with_catalogue(catalogue);
    let game: Game = "connect-four".parse()?;
    let score = engine.play_games(
        &game,
        "cautious:eval=open-lines",
        "alpha-beta:depth=1,eval=open-lines",
        60,
        2004,
    )?;
    println!("{} wins, {} draws, {} losses", score.wins, score.draws, score.losses);
    Ok(())
}
