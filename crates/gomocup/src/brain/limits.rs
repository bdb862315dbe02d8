//! The time of a move: the manager's limits, and the moment at which the brain answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::info::Info;

/// What a manager allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    turn: Duration,
    /// Time for the game, and what the brain has used of it.
    game: Option<Duration>,
    used: Duration,
    /// What the manager says is left, and when it said so.
    left: Option<(Duration, Instant)>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) detail: i64,
}

/// The time for a move if the manager names none.
const TURN: Duration = Duration::from_secs(5);
/// A brain that is to play as fast as possible searches for this long.
const FAST: Duration = Duration::from_millis(10);
/// What is kept of a limit for the way of the answer, at least.
const RESERVE: Duration = Duration::from_millis(30);
/// Managers say this if the time for the game has no limit.
const UNLIMITED: i64 = i32::MAX as i64;
/// A limit beyond this is none.
const LONGEST: Duration = Duration::from_secs(1 << 32);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            turn: TURN,
            game: None,
            used: Duration::ZERO,
            left: None,
            depth: None,
            nodes: None,
            detail: 0,
        }
    }
}

/// Milliseconds; less than none are none.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0) as u64).min(LONGEST)
}

impl Limits {
    /// Takes what the manager tells; the rest is not about limits.
    pub(super) fn take(&mut self, info: &Info, now: Instant) {
        match *info {
            Info::TurnTime(number) => self.turn = milliseconds(number),
            Info::MatchTime(number) => self.game = (number > 0).then(|| milliseconds(number)),
            Info::TimeLeft(number) => {
                let left = if number < UNLIMITED { milliseconds(number) } else { LONGEST };
                self.left = Some((left, now));
            }
            Info::MaxDepth(number) => self.depth = u32::try_from(number).ok().filter(|&depth| depth > 0),
            Info::MaxNodes(number) => self.nodes = u64::try_from(number).ok().filter(|&nodes| nodes > 0),
            Info::ShowDetail(number) => self.detail = number,
            _ => {}
        }
    }

    /// A new game begins: what was left of the last one is no more.
    pub(super) fn begin_game(&mut self) {
        (self.used, self.left) = (Duration::ZERO, None);
    }

    /// A move took this time.
    pub(super) fn spend(&mut self, time: Duration) {
        self.used += time;
        if let Some((left, _)) = &mut self.left {
            *left = left.saturating_sub(time);
        }
    }

    /// The moment at which a move is due whose command came at `arrival`, with this number of stones on the board.
    pub(super) fn due(&self, arrival: Instant, stones: usize) -> Instant {
        let (left, since) = match (self.left, self.game) {
            // What was said before the command counts from the command on.
            (Some((left, said)), _) => (Some(left), said.max(arrival)),
            (None, Some(game)) => (Some(game.saturating_sub(self.used)), arrival),
            (None, None) => (None, arrival),
        };
        let by_turn = arrival + within(self.turn);
        let Some(left) = left else { return by_turn };
        let by_game = since + share(left, stones).min(within(left / 3)).max(FAST.min(left / 2));
        by_turn.min(by_game)
    }
}

/// The time to search within a limit.
fn within(limit: Duration) -> Duration {
    if limit.is_zero() {
        return FAST;
    }
    limit.saturating_sub(RESERVE.max(limit / 20).min(limit / 2))
}

/// The part of the time left for the game that a move gets: the more, the more of the game's middle it decides.
fn share(left: Duration, stones: usize) -> Duration {
    let own = stones / 2;
    let weight = match stones {
        0..6 => 0.3,
        6..12 => 0.8,
        12..25 => 1.5,
        25..35 => 1.0,
        _ => 0.6,
    };
    left.div_f64(35_usize.saturating_sub(own).max(5) as f64).mul_f64(weight)
}

/// The moment at which a search ends, which may change while it runs.
#[derive(Debug)]
pub(super) struct Deadline {
    epoch: Instant,
    /// Microseconds since the epoch.
    due: AtomicU64,
    is_stopped: AtomicBool,
}

impl Deadline {
    pub(super) fn new() -> Deadline {
        Deadline { epoch: Instant::now(), due: AtomicU64::new(0), is_stopped: AtomicBool::new(false) }
    }

    /// Before a search.
    pub(super) fn begin(&self, due: Instant) {
        self.is_stopped.store(false, Ordering::Relaxed);
        self.set(due);
    }

    pub(super) fn set(&self, due: Instant) {
        let micros = due.saturating_duration_since(self.epoch).as_micros();
        self.due.store(u64::try_from(micros).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// The time that a search has.
    pub(super) fn left(&self) -> Duration {
        if self.is_stopped.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        Duration::from_micros(self.due.load(Ordering::Relaxed)).saturating_sub(self.epoch.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(infos: &[Info], stones: usize) -> Duration {
        let now = Instant::now();
        let mut limits = Limits::default();
        for info in infos {
            limits.take(info, now);
        }
        limits.due(now, stones).duration_since(now)
    }

    #[test]
    fn a_reserve_is_kept() {
        let turn = |number| time(&[Info::TurnTime(number)], 20).as_millis();
        assert_eq!((turn(100), turn(1000), turn(10_000)), (70, 950, 9500));
        // Of very little, half.
        assert_eq!((turn(20), turn(1), turn(0), turn(-7)), (10, 0, 10, 10));
    }

    #[test]
    fn the_time_of_the_game_is_shared() {
        let left = |number, stones| {
            time(&[Info::TurnTime(30_000), Info::MatchTime(1), Info::TimeLeft(number)], stones).as_millis()
        };
        // 180 s: of 35 moves the first ones get less than their share, those after a dozen stones more.
        assert_eq!((left(180_000, 0), left(180_000, 12)), (1542, 9310));
        // Never more than a third.
        assert!(left(90, 60) <= 30 && left(9, 60) <= 4 && left(0, 60) == 0 && left(-3, 60) == 0);
        assert_eq!(left(i64::from(i32::MAX), 0), 28_500);
        assert_eq!(left(i64::MAX, 0), 28_500);
    }

    #[test]
    fn the_brain_counts_if_the_manager_does_not() {
        let now = Instant::now();
        let mut limits = Limits::default();
        limits.take(&Info::TurnTime(10_000), now);
        limits.take(&Info::MatchTime(60_000), now);
        let first = limits.due(now, 30);
        limits.spend(Duration::from_secs(30));
        assert!(limits.due(now, 30) < first);
        limits.begin_game();
        assert_eq!(limits.due(now, 30), first);
    }
}
