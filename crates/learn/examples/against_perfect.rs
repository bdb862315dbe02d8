//! Plays learned weights, one ply ahead, against perfect play: `against_perfect FILE first|second GAMES SEED...`.
//!
//! First, the weights meet perfect play. Second, they meet perfect play that takes any move that does not lose in one of ten
//! positions: in Connect Four, who moves first wins, and against perfect play the weights could show nothing.
//!
//! The game is one of up to 64 cells, whose positions the solver has to solve: for Connect Four the first games take a
//! minute.

use std::io::Write as _;
use std::sync::Arc;

use connect_toe_eval::learned::{Learned, Weights};
use connect_toe_game::{Board, Rules};
use connect_toe_learn::{Perfect, one_ply};
use connect_toe_solve::{Control, Memory};
use connect_toe_stats::Wdl;
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, moves_first, games, seeds) = match &arguments[..] {
        [file, place, games, seeds @ ..] if ["first", "second"].contains(&&**place) => {
            (file, place == "first", games, seeds)
        }
        _ => return Err("usage: against_perfect FILE first|second GAMES SEED...".into()),
    };
    let games: u64 = games.parse()?;
    let weights = Arc::new(Weights::from_bytes(&std::fs::read(file)?)?);
    let rules = Rules::<u64>::compile(weights.spec())?;
    let mut learned = Learned::new(&rules, weights)?;
    let mut player = |rules: &Rules<u64>, board: &Board<u64>, random: &mut ChaCha8Rng| {
        one_ply(&mut learned, rules, board, random)
    };
    let slips = if moves_first { 0.0 } else { 0.1 };
    let mut perfect = Perfect::new(rules, Memory(256 << 20), 1).slipping(slips);
    for seed in seeds {
        let results = perfect.meet(&mut player, moves_first, games, seed.parse()?, &Control::new(), |_| ());
        let Wdl { wins, draws, losses } = results.ok_or("the solver was stopped")?;
        writeln!(std::io::stdout(), "seed {seed}: won {wins}, drawn {draws}, lost {losses} of {games}")?;
    }
    Ok(())
}
