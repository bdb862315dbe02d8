use std::ops::ControlFlow;
use connect_toe_game::Game;
fn main() {
    let mut args = std::env::args().skip(1);
    let game: Game = args.next().unwrap().parse().unwrap();
    let count = args.next().map_or(5, |n| n.parse().unwrap());
    let seed = args.next().map_or(1, |n| n.parse().unwrap());
    let t = std::time::Instant::now();
    let found = connect_toe_puzzles::find(&game, connect_toe_puzzles::Wanted { count, seed, threads: 1 }, &connect_toe_work::Stop::new(), |_| ControlFlow::Continue(()));
    match found {
        Err(e) => println!("{e}"),
        Ok(found) => {
            println!("{} games, {:?}", found.games, t.elapsed());
            for p in found.puzzles {
                println!("{} | {} | {:?} {} | {} | {:?}", game.moves_text(&p.moves), p.text(), p.goal, game.moves_text(&p.solution), p.hint(&game), p.graded);
            }
        }
    }
}
