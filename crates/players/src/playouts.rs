//! Many random games, on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Games between two calls of a watcher.
const GAMES_AT_ONCE: u64 = 64;

/// Plays random games from the record's position on all threads of the current rayon pool.
///
/// `watch` gets the number of games played since its last call on the same thread, and may stop the rest; then the
/// counts are those of the games that were played.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_game::{Game, with_game};
/// use connect_toe_players::play_random_games;
/// let game: Game = "connect-four".parse()?;
/// let counts = with_game!(&game, record => play_random_games(record, 1000, 1, |_| ControlFlow::Continue(())));
/// assert_eq!((counts.games, counts.x + counts.o + counts.draws), (1000, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_random_games<B: Bits>(
    record: &Record<B>,
    games: u64,
    seed: u64,
    watch: impl Fn(u64) -> ControlFlow<()> + Sync,
) -> PlayoutCounts {
    let stopped = AtomicBool::new(false);
    (0..games.div_ceil(GAMES_PER_JOB))
        .into_par_iter()
        // Without this the jobs behind a stop would all be looked at.
        .take_any_while(|_| !stopped.load(Ordering::Relaxed))
        .map_init(
            || Playouts::new(record.rules()),
            |playouts, job| {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                random.set_stream(job);
                let mut counts = PlayoutCounts::default();
                let mut left = GAMES_PER_JOB.min(games - job * GAMES_PER_JOB);
                while left > 0 && !stopped.load(Ordering::Relaxed) {
                    let some = left.min(GAMES_AT_ONCE);
                    left -= some;
                    for _ in 0..some {
                        let playout = playouts.play(record.board(), &mut random);
                        counts.games += 1;
                        counts.plies += u64::from(playout.plies);
                        match playout.outcome {
                            Outcome::Win(Side::X) => counts.x += 1,
                            Outcome::Win(Side::O) => counts.o += 1,
                            Outcome::Draw => counts.draws += 1,
                        }
                    }
                    if watch(some).is_break() {
                        stopped.store(true, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use connect_toe_game::{Game, with_game};

    use super::*;

    #[test]
    fn a_stop_ends_any_number_of_games_at_once() {
        let game: Game = "gomoku".parse().expect("a game");
        // If the jobs behind the stop were looked at one by one, this would take minutes.
        let counts =
            with_game!(&game, record => play_random_games(record, 1 << 42, 1, |_| ControlFlow::Break(())));
        assert!(counts.games > 0 && counts.games < 1 << 20);
    }
}
