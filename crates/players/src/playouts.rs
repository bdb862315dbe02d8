//! Many random games, on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_game::{Bits, Outcome, Playouts, Record, Side};
use connect_toe_work::{NoThread, Outbox, Stop, Workers};
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
    /// Drawn games.
    pub draws: u64,
    /// Moves in all games.
    pub plies: u64,
}

/// Games of one random stream; the split does not depend on the number of threads.
const GAMES_PER_JOB: u64 = 1024;

/// Games between two checks whether to stop.
const GAMES_AT_ONCE: u64 = 64;

impl PlayoutCounts {
    /// The results of these games and of others, added up.
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
/// `watch` gets the number of games played since its last call, and may stop the rest; then the counts are those of the games
/// that were played.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_game::{Game, with_game};
/// use connect_toe_players::play_random_games;
/// let game: Game = "connect-four".parse()?;
/// let counts = with_game!(&game, record => play_random_games(record, 1000, 1, 2, |_| ControlFlow::Continue(())))?;
/// assert_eq!((counts.games, counts.x + counts.o + counts.draws), (1000, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The system starts no thread.
pub fn play_random_games<B: Bits>(
    record: &Record<B>,
    games: u64,
    seed: u64,
    threads: usize,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<PlayoutCounts, NoThread> {
    let (next, stop) = (AtomicU64::new(0), Stop::new());
    let jobs = games.div_ceil(GAMES_PER_JOB);
    let play_jobs = |_, outbox: &Outbox<u64>| {
        let mut playouts = Playouts::new(record.rules());
        let mut counts = PlayoutCounts::default();
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return counts;
            }
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(job);
            let before = counts.games;
            let end = before + GAMES_PER_JOB.min(games - job * GAMES_PER_JOB);
            while counts.games < end {
                if stop.is_requested() {
                    return counts;
                }
                for _ in counts.games..end.min(counts.games + GAMES_AT_ONCE) {
                    let playout = playouts.play(record.board(), &mut random);
                    counts.games += 1;
                    counts.plies += u64::from(playout.plies);
                    match playout.outcome {
                        Outcome::Win(Side::X) => counts.x += 1,
                        Outcome::Win(Side::O) => counts.o += 1,
                        Outcome::Draw => counts.draws += 1,
                    }
                }
            }
            outbox.send(counts.games - before);
        }
    };
    let workers = 0..jobs.min(threads.max(1) as u64);
    let ended = Workers::new("playouts", &stop)
        .run(workers, play_jobs, |played: Option<u64>| watch(played.unwrap_or_default()))?;
    Ok(ended.into_iter().fold(PlayoutCounts::default(), PlayoutCounts::and))
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
            with_game!(&game, record => play_random_games(record, 1 << 42, 1, 2, |_| ControlFlow::Break(())))
                .expect("threads start");
        assert!(counts.games > 0 && counts.games < 1 << 20);
    }
}
