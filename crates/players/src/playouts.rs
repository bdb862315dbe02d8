//! Many random games, on all cores.

use connect_toe_game::{Bits, Outcome, Playouts, Record, Side};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The results of uniformly random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutCounts {
    /// Games.
    pub games: u64,
    /// Games that X won.
    pub x: u64,
    /// Games that O won.
    pub o: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Moves in all games.
    pub plies: u64,
}

/// Games of one random stream; the split does not depend on the number of threads.
const GAMES_PER_JOB: u64 = 1024;

/// Plays random games from the record's position on all threads of the current rayon pool. The counts depend on the seed
/// and not on the number of threads.
///
/// ```
/// use connect_toe_game::{Game, with_game};
/// use connect_toe_players::play_random_games;
/// let game: Game = "tic-tac-toe".parse()?;
/// let counts = with_game!(&game, record => play_random_games(record, 10_000, 1));
/// assert_eq!(counts.x + counts.o + counts.draws, counts.games);
/// assert!(counts.x > counts.o, "the first move is an advantage");
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
pub fn play_random_games<B: Bits>(record: &Record<B>, games: u64, seed: u64) -> PlayoutCounts {
    let jobs: Vec<u64> = (0..games.div_ceil(GAMES_PER_JOB)).collect();
    jobs.par_iter()
        .map_init(
            || Playouts::new(record.rules()),
            |playouts, &job| {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                random.set_stream(job);
                let mut counts = PlayoutCounts::default();
                for _ in job * GAMES_PER_JOB..games.min((job + 1) * GAMES_PER_JOB) {
                    let playout = playouts.play(record.board(), &mut random);
                    counts.games += 1;
                    counts.plies += u64::from(playout.plies);
                    match playout.outcome {
                        Outcome::Win(Side::X) => counts.x += 1,
                        Outcome::Win(Side::O) => counts.o += 1,
                        Outcome::Draw => counts.draws += 1,
                    }
                }
                counts
            },
        )
        .reduce(PlayoutCounts::default, |a, b| PlayoutCounts {
            games: a.games + b.games,
            x: a.x + b.x,
            o: a.o + b.o,
            draws: a.draws + b.draws,
            plies: a.plies + b.plies,
        })
}
