//! Times the solver.
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout, missing_docs, clippy::unwrap_used)]
use connect_toe_game::*;
use connect_toe_solve::*;
use connect_toe_testkit::cases::connect_four::TEST_SETS;
use std::time::Instant;
fn value<B: Bits>(p: &mut dyn Prover<B>, board: &Board<B>, weak: bool, verbose: bool) -> Bounds {
    let c = Control::new();
    let t = Instant::now();
    let mut b = p.glance(board);
    let mut ask = |b: &mut Bounds, t0: i32| {
        let n = p.prove(board, Score(t0), u64::MAX, &c).unwrap();
        *b = b.and(n);
        if verbose {
            println!("  target {t0}: {:?} nodes {} {:.2?}", b, c.nodes(), t.elapsed());
        }
    };
    let frac: i32 = std::env::var("FRAC").map_or(0, |s| s.parse().unwrap());
    let stop: i32 = std::env::var("STOP").map_or(2, |s| s.parse().unwrap());
    if frac > 0 && !weak {
        let e = board.stones();
        let _ = e;
        let (mut a, mut z) = (b.upper.0, -b.lower.0);
        loop {
            a = a * frac / 100;
            z = z * frac / 100;
            if a < stop && z < stop {
                break;
            }
            if a >= stop && b.decide(Score(a + 1)).is_none() {
                ask(&mut b, a + 1);
            }
            if b.lower.0 > 0 {
                break;
            }
            if z >= stop && b.decide(Score(-z)).is_none() {
                ask(&mut b, -z);
            }
            if b.upper.0 < 0 {
                break;
            }
        }
    }
    if b.decide(Score(1)).is_none() {
        ask(&mut b, 1);
    }
    if b.upper.0 < 1 && b.decide(Score(0)).is_none() {
        ask(&mut b, 0);
    }
    if weak {
        return b;
    }
    let mut step = 0;
    while b.exact().is_none() {
        let (lo, hi) = (b.lower.0, b.upper.0);
        let mid = lo + (hi - lo + 1) / 2;
        let gallop: i32 = std::env::var("GALLOP").map_or(3, |s| s.parse().unwrap());
        step += gallop;
        let t = if lo >= 1 { mid.min(lo + step) } else { mid.max(hi + 1 - step) };
        ask(&mut b, t);
    }
    b
}
fn run<B: Bits>(record: &mut Record<B>, args: &[String]) {
    let mem: usize = std::env::var("MEM").ok().map_or(64, |s| s.parse().unwrap());
    let mut p = Engine::prover(record.rules(), Memory(mem << 20));
    if args[1] == "set" {
        let limits = [1000, 1000, 300, 300, 200, 20];
        let empty = *record.board();
        for (i, set) in TEST_SETS.iter().enumerate() {
            if !args[2].contains(&i.to_string()) {
                continue;
            }
            let all = set.positions();
            let n = args.get(3).map_or(limits[i], |s| s.parse().unwrap());
            let boards: Vec<_> = all
                .iter()
                .take(n)
                .map(|pos| {
                    record.restart(empty);
                    for cell in record.rules().parse_moves(pos.moves).unwrap() {
                        record.play(cell).unwrap();
                    }
                    (*record.board(), pos.score)
                })
                .collect();
            let t = Instant::now();
            let mut nodes = 0;
            let mut bad = 0;
            for (board, score) in &boards {
                p.forget();
                let b = value(&mut *p, board, false, false);
                let s = b.exact().unwrap().0;
                let s = if s > 0 { (s + 1) / 2 } else { -((-s + 1) / 2) };
                nodes += p.nodes();
                if s as i64 != *score {
                    bad += 1;
                    if bad < 4 {
                        println!("{s} instead of {score}");
                    }
                }
            }
            println!(
                "{}: {} positions, bad {bad}, mean {:.3?} nodes {}",
                set.name,
                boards.len(),
                t.elapsed() / boards.len() as u32,
                nodes / boards.len() as u64
            );
        }
    } else {
        let t = Instant::now();
        let board = *record.board();
        let b = value(&mut *p, &board, args[1] == "weak", true);
        println!("{:?} nodes {} in {:.2?}", b, p.nodes(), t.elapsed());
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let spec: GameSpec = args[0].parse().unwrap();
    let mut game = Game::new(&spec).unwrap();
    with_game!(&mut game, record => run(record, &args));
}
