//! Many random games, on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use connect_toe_game::{Bits, Outcome, Playouts, Record, Side};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

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

impl PlayoutCounts {
    /// The results of these games and of those.
    fn and(self, others: PlayoutCounts) -> PlayoutCounts {
        PlayoutCounts {
            games: self.games + others.games,
            x: self.x + others.x,
            o: self.o + others.o,
            draws: self.draws + others.draws,
            plies: self.plies + others.plies,
        }
    }
}

/// Plays random games from the record's position on this number of threads, which does not change the results.
///
/// `watch` gets the number of games played since its last call on the same thread, and may stop the rest; then the
/// counts are those of the games that were played.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_game::{Game, with_game};
/// use connect_toe_players::play_random_games;
/// let game: Game = "connect-four".parse()?;
/// let counts = with_game!(&game, record => play_random_games(record, 1000, 1, 2, |_| ControlFlow::Continue(())));
/// assert_eq!((counts.games, counts.x + counts.o + counts.draws), (1000, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_random_games<B: Bits>(
    record: &Record<B>,
    games: u64,
    seed: u64,
    threads: usize,
    watch: impl Fn(u64) -> ControlFlow<()> + Sync,
) -> PlayoutCounts {
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let jobs = games.div_ceil(GAMES_PER_JOB);
    let play_jobs = || {
        let mut playouts = Playouts::new(record.rules());
        let mut counts = PlayoutCounts::default();
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return counts;
            }
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(job);
            let mut left = GAMES_PER_JOB.min(games - job * GAMES_PER_JOB);
            while left > 0 {
                if stopped.load(Ordering::Relaxed) {
                    return counts;
                }
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
        }
    };
    thread::scope(|scope| {
        // If the system does not start a thread, the others take its jobs.
        let others: Vec<_> = (1..jobs.min(threads as u64))
            .filter_map(|_| thread::Builder::new().spawn_scoped(scope, play_jobs).ok())
            .collect();
        let join = |thread: thread::ScopedJoinHandle<'_, PlayoutCounts>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let own = play_jobs();
        others.into_iter().map(join).fold(own, PlayoutCounts::and)
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
            with_game!(&game, record => play_random_games(record, 1 << 42, 1, 2, |_| ControlFlow::Break(())));
        assert!(counts.games > 0 && counts.games < 1 << 20);
    }
}
