//! Times questions: GAME TARGET [MOVES].
use connect_toe_game::{GameSpec, Rules};
use connect_toe_solve::{Control, Engine, Memory, Score};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let spec: GameSpec = args[1].parse().unwrap();
    let target: i32 = args[2].parse().unwrap();
    let rules = Rules::<connect_toe_game::bits::Words<4>>::compile(&spec).unwrap();
    let mut board = rules.start();
    for text in args.get(3).map(|s| s.as_str()).unwrap_or("").split_whitespace() {
        board = rules.play(&board, rules.geometry().parse_cell(text).unwrap());
    }
    let start = Instant::now();
    let engine = Engine::ALL.iter().find(|e| e.name == "free").unwrap();
    let mut prover = engine.build(&rules, Memory(64 << 20)).unwrap();
    println!("built {:.3}", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let answer = prover.prove(
        &board,
        Score(target),
        args.get(4).map_or(u64::MAX, |n| n.parse().unwrap()),
        &Control::new(),
    );
    println!(
        "{} >= {target}: {:?} {} nodes {:.3} s",
        args[1],
        answer,
        prover.nodes(),
        start.elapsed().as_secs_f64()
    );
}
