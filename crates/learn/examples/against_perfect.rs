//! Plays learned weights, one ply ahead and moving first, against perfect play: `against_perfect FILE GAMES SEED...`.
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
    let [file, games, seeds @ ..] = &arguments[..] else {
        return Err("usage: against_perfect FILE GAMES SEED...".into());
    };
    let games: u64 = games.parse()?;
    let weights = Arc::new(Weights::from_bytes(&std::fs::read(file)?)?);
    let rules = Rules::<u64>::compile(weights.spec())?;
    let mut learned = Learned::new(&rules, weights)?;
    let mut player = |rules: &Rules<u64>, board: &Board<u64>, random: &mut ChaCha8Rng| {
        one_ply(&mut learned, rules, board, random)
    };
    let mut perfect = Perfect::new(rules, Memory(256 << 20), 1);
    for seed in seeds {
        let results = perfect.meet(&mut player, true, games, seed.parse()?, &Control::new(), |_| ());
        let Wdl { wins, draws, losses } = results.ok_or("the solver was stopped")?;
        writeln!(std::io::stdout(), "seed {seed}: won {wins}, drawn {draws}, lost {losses} of {games}")?;
    }
    Ok(())
}
