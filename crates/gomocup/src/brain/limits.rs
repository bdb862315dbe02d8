//! The time of a move: the manager's limits, and the moment at which the brain answers.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_players::{Allotment, Stage};
use connect_toe_search::SearchProgress;
use connect_toe_work::Stop;

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
    /// Whether it has said so since the last move.
    left_is_new: bool,
    /// How late the last answers came, at the worst: what a busy machine takes beyond the reserve.
    lag: Duration,
    pub(super) detail: i64,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Bytes that the program may take.
    memory: Option<u64>,
    /// Bytes for the table of positions.
    table: Option<u64>,
    strength: u32,
    threads: Option<usize>,
}

/// What the search of a move may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Means {
    /// Plies to look ahead, at most.
    pub(super) depth: Option<u32>,
    /// Nodes, at most.
    pub(super) nodes: Option<u64>,
    /// MiB for its table of positions.
    pub(super) table: u64,
    /// The strength, in hundredths of the strongest.
    pub(super) strength: u32,
    /// Threads that search together, if the manager names a number; not more than the machine has cores.
    pub(super) threads: Option<usize>,
}

/// The time for a move if the manager names none.
const TURN: Duration = Duration::from_secs(5);
/// A brain that is to play as fast as possible searches for this long.
const FAST: Duration = Duration::from_millis(10);
/// The least part of a limit that is kept back for the answer's way to the manager.
const RESERVE: Duration = Duration::from_millis(40);
/// Managers say this if the time for the game has no limit.
const UNLIMITED: i64 = i32::MAX as i64;
/// What the program takes beside the table of positions.
const PROGRAM_BYTES: u64 = 32 << 20;
/// The table of positions if the manager says nothing of it, in MiB. One of 96 saves 3 % of the nodes of a search of some
/// millions.
const TABLE: u64 = 24;
/// The largest table, in MiB; a power of two, as `MAX_HASH_SIZE` is one of kilobytes.
pub(super) const MOST_TABLE: u64 = 1 << 11;
/// The longest limit, which is as good as none.
const LONGEST: Duration = Duration::from_secs(1 << 32);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            turn: TURN,
            game: None,
            used: Duration::ZERO,
            left: None,
            left_is_new: false,
            lag: Duration::ZERO,
            detail: 0,
            depth: None,
            nodes: None,
            memory: None,
            table: None,
            strength: 100,
            threads: None,
        }
    }
}

/// The most threads that may search together: as many as the machine has cores.
pub(super) fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(256))
}

/// A limit; none if it is not positive.
fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

/// This number of milliseconds; a number below 0 counts as 0.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0) as u64).min(LONGEST)
}

impl Limits {
    /// Takes in what the manager says about limits, and ignores the rest.
    pub(super) fn take(&mut self, info: &Info, now: Instant) {
        match *info {
            Info::TurnTime(number) => self.turn = milliseconds(number),
            Info::MatchTime(number) => self.game = (number > 0).then(|| milliseconds(number)),
            Info::TimeLeft(number) => {
                let left = if number < UNLIMITED { milliseconds(number) } else { LONGEST };
                (self.left, self.left_is_new) = (Some((left, now)), true);
            }
            Info::MaxDepth(number) => self.depth = positive(number).map(|depth| depth.min(4096) as u32),
            Info::MaxNodes(number) => self.nodes = positive(number),
            Info::ShowDetail(number) => self.detail = number,
            Info::MaxMemory(number) => self.memory = positive(number),
            Info::HashSize(number) => self.table = positive(number).map(|size| size.saturating_mul(1 << 10)),
            Info::Strength(number) => self.strength = number.clamp(0, 100) as u32,
            Info::Threads(number) => {
                self.threads = positive(number).map(|threads| threads.min(most_threads() as u64) as usize);
            }
            _ => {}
        }
    }

    /// What the next search may have.
    pub(super) fn means(&self) -> Means {
        let table = self.table.map_or(TABLE, |bytes| bytes >> 20);
        let left = self.memory.map_or(u64::MAX, |memory| memory.saturating_sub(PROGRAM_BYTES) >> 20);
        Means {
            depth: self.depth,
            nodes: self.nodes,
            table: table.min(left).clamp(1, MOST_TABLE),
            strength: self.strength,
            threads: self.threads,
        }
    }

    /// Begins a new game, to which the time left of the last one does not apply. A time left that the manager has named
    /// since the last move is that of the new game.
    pub(super) fn begin_game(&mut self) {
        self.used = Duration::ZERO;
        self.left = self.left.filter(|_| self.left_is_new);
    }

    /// Counts a move that took this time and should have taken `most`.
    pub(super) fn spend(&mut self, time: Duration, most: Duration) {
        self.lag = time.saturating_sub(most).max(self.lag * 9 / 10);
        self.used += time;
        self.left_is_new = false;
        if let Some((left, _)) = &mut self.left {
            *left = left.saturating_sub(time);
        }
    }

    /// The time for a move whose command came at `arrival`, counted from then.
    pub(super) fn allotment(&self, arrival: Instant, stage: Stage) -> Allotment {
        let turn = self.within(self.turn);
        let of_turn = Allotment { share: turn, most: turn };
        let (left, since) = match (self.left, self.game) {
            // What was said before the command counts from the command on.
            (Some((left, said)), _) => (left, said.saturating_duration_since(arrival)),
            (None, Some(game)) => (game.saturating_sub(self.used), Duration::ZERO),
            (None, None) => return of_turn,
        };
        // Even of the last milliseconds a part is left for a move.
        let kept = left.saturating_sub(RESERVE + self.lag).max(left / 2);
        let of_game = Allotment::of_game(kept, Duration::ZERO, stage);
        let of_game = Allotment { share: of_game.share + since, most: of_game.most + since };
        of_game.at_most(of_turn)
    }

    /// The time to search within a limit for a move.
    fn within(&self, limit: Duration) -> Duration {
        if limit.is_zero() {
            return FAST;
        }
        let reserve = RESERVE.max(limit / 20) + self.lag;
        limit.saturating_sub(reserve.min(limit / 2))
    }
}

/// The end of a search, which may change while it runs.
#[derive(Debug)]
pub(super) struct Deadline {
    /// When the command came, and the time for its answer.
    limit: Mutex<(Instant, Allotment)>,
    /// The stop of the present search.
    stop: Mutex<Stop>,
}

impl Deadline {
    pub(super) fn new() -> Deadline {
        let none = Allotment { share: Duration::ZERO, most: Duration::ZERO };
        Deadline { limit: Mutex::new((Instant::now(), none)), stop: Mutex::default() }
    }

    /// Sets the end of a search that begins now.
    pub(super) fn begin(&self, arrival: Instant, allotment: Allotment) {
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Stop::new();
        self.set(arrival, allotment);
    }

    pub(super) fn set(&self, arrival: Instant, allotment: Allotment) {
        *self.limit.lock().unwrap_or_else(PoisonError::into_inner) = (arrival, allotment);
    }

    pub(super) fn stop(&self) {
        self.present().request();
    }

    /// Whether a search with this progress is to stop.
    pub(super) fn is_over(&self, progress: &SearchProgress<'_>) -> bool {
        let (arrival, allotment) = self.limit();
        self.present().is_requested() || allotment.is_over(arrival.elapsed(), progress)
    }

    /// The time that a search has, at most.
    pub(super) fn left(&self) -> Duration {
        if self.present().is_requested() {
            return Duration::ZERO;
        }
        let (arrival, allotment) = self.limit();
        allotment.most.saturating_sub(arrival.elapsed())
    }

    /// What stops the present search.
    fn present(&self) -> Stop {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn limit(&self) -> (Instant, Allotment) {
        *self.limit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allotment(infos: &[Info], stones: u32) -> Allotment {
        let now = Instant::now();
        let mut limits = Limits::default();
        for info in infos {
            limits.take(info, now);
        }
        limits.allotment(now, Stage { cells: 225, empty: 225 - stones })
    }

    #[test]
    fn a_reserve_is_kept() {
        let turn = |number| allotment(&[Info::TurnTime(number)], 20).most.as_millis();
        assert_eq!((turn(100), turn(1000), turn(10_000)), (60, 950, 9500));
        // Of very little, half.
        assert_eq!((turn(20), turn(1), turn(0), turn(-7)), (10, 0, 10, 10));
    }

    #[test]
    fn the_table_fits_into_the_memory() {
        let table = |infos: &[Info]| {
            let mut limits = Limits::default();
            for info in infos {
                limits.take(info, Instant::now());
            }
            limits.means().table
        };
        let memory = |mebibytes: i64| Info::MaxMemory(mebibytes << 20);
        assert_eq!(table(&[]), TABLE);
        assert_eq!(table(&[memory(350)]), TABLE);
        assert_eq!((table(&[memory(40)]), table(&[memory(10)]), table(&[memory(0)])), (8, 1, TABLE));
        assert_eq!(table(&[Info::HashSize(1 << 18)]), 256);
        assert_eq!(table(&[Info::HashSize(1 << 18), memory(100)]), 68);
        assert_eq!((table(&[Info::HashSize(i64::MAX)]), table(&[Info::HashSize(-1)])), (MOST_TABLE, TABLE));
    }

    #[test]
    fn threads_are_not_more_than_cores() {
        let threads = |number| {
            let mut limits = Limits::default();
            limits.take(&Info::Threads(number), Instant::now());
            limits.means().threads
        };
        assert_eq!([threads(0), threads(-1), threads(1)], [None, None, Some(1)]);
        assert_eq!(threads(i64::MAX), Some(most_threads()));
    }

    #[test]
    fn a_busy_machine_gets_a_greater_reserve() {
        let (now, stage) = (Instant::now(), Stage { cells: 225, empty: 225 });
        let mut limits = Limits::default();
        limits.take(&Info::TurnTime(1000), now);
        let most = |limits: &Limits| limits.allotment(now, stage).most.as_millis();
        limits.spend(Duration::from_millis(1050), Duration::from_millis(950));
        assert_eq!(most(&limits), 850);
        for _ in 0..50 {
            limits.spend(Duration::ZERO, Duration::from_millis(950));
        }
        assert_eq!(most(&limits), 949);
        // Half of the limit is for the search in any case.
        limits.spend(Duration::from_secs(60), Duration::from_millis(950));
        assert_eq!(most(&limits), 500);
    }

    #[test]
    fn the_time_of_the_game_is_shared() {
        let left = |number, stones| {
            let infos = [Info::TurnTime(30_000), Info::MatchTime(1), Info::TimeLeft(number)];
            allotment(&infos, stones)
        };
        assert!(left(180_000, 0).share < left(180_000, 12).share);
        assert!(left(180_000, 12).most <= Duration::from_millis(28_500));
        // Never more than a third, and never more than there is.
        for number in [0, 1, 9, 30, 90, 1000] {
            let most = left(number, 60).most.as_millis();
            assert!(most <= number as u128 / 3, "{number}: {most}");
        }
        assert_eq!(left(-3, 60).most, Duration::ZERO);
        for unlimited in [i64::from(i32::MAX), i64::MAX] {
            assert_eq!(left(unlimited, 0).most.as_millis(), 28_500);
        }
    }

    #[test]
    fn the_brain_counts_if_the_manager_does_not() {
        let (now, stage) = (Instant::now(), Stage { cells: 225, empty: 195 });
        let mut limits = Limits::default();
        limits.take(&Info::TurnTime(10_000), now);
        limits.take(&Info::MatchTime(60_000), now);
        let first = limits.allotment(now, stage);
        limits.spend(Duration::from_secs(30), Duration::from_secs(30));
        assert!(limits.allotment(now, stage).share < first.share);
        limits.begin_game();
        assert_eq!(limits.allotment(now, stage), first);
        // Some managers say what is left before they start the game.
        limits.take(&Info::TimeLeft(300), now);
        limits.begin_game();
        assert!(limits.allotment(now, stage).most < Duration::from_millis(300));
        limits.spend(Duration::from_millis(50), Duration::from_millis(50));
        limits.begin_game();
        assert_eq!(limits.allotment(now, stage), first);
    }
}
