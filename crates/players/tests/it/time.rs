//! Players with a limit of time, by clocks that a test sets.

use std::cell::Cell as Shared;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use connect_toe_game::{Game, with_game};
use connect_toe_players::{Allotment, GameTime, PlayerSpec, SearchPlayer, Stage, parse_time};
use connect_toe_search::{Look, Meaning, SearchProgress, SearchReport, Stopped, unwatched};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const MS: Duration = Duration::from_millis(1);

/// A clock that goes on by a step each time it is read.
struct SlowClock {
    start: Instant,
    step: Duration,
    reads: Arc<AtomicU64>,
}

impl SlowClock {
    fn new(step: Duration) -> SlowClock {
        SlowClock { start: Instant::now(), step, reads: Arc::default() }
    }

    fn now(&self) -> impl FnMut() -> Instant + Send + 'static {
        let (start, step, reads) = (self.start, self.step, Arc::clone(&self.reads));
        move || start + step * reads.fetch_add(1, Ordering::Relaxed) as u32
    }

    fn shown(&self) -> Duration {
        self.step * self.reads.load(Ordering::Relaxed) as u32
    }
}

#[test]
fn times_are_read_and_written() {
    for (text, milliseconds) in
        [("500ms", 500), ("2s", 2000), ("0.5s", 500), ("1.5m", 90_000), ("1h", 3_600_000)]
    {
        assert_eq!(parse_time(text), Ok(MS * milliseconds), "{text}");
    }
    for text in ["", "5", "s", "-1s", "1e3s", "nans", "infs", "1001h", "1 s", "1s2", "1µs", "٣s", ".s"] {
        assert!(parse_time(text).is_err(), "{text}");
    }
    for text in ["60s", "60s+0.5s", "0.25s+1s"] {
        let time: GameTime = text.parse().expect("is a time");
        assert_eq!(time.to_string(), text);
    }
}

#[test]
fn texts_of_players_name_their_time() {
    let player: PlayerSpec = "principal-variation:time=500ms,clock=60s+1s".parse().expect("is a player");
    assert_eq!(player.time().per_move, Some(500 * MS));
    assert_eq!(player.time().per_game, Some(GameTime { total: 60_000 * MS, increment: 1000 * MS }));
    assert!(!player.is_reproducible());
    let player: PlayerSpec = "principal-variation:nodes=500".parse().expect("is a player");
    assert!(player.is_reproducible());
    let player: PlayerSpec = "best:threads=2".parse().expect("is a player");
    assert!(!player.is_reproducible());
    let error = |text: &str| text.parse::<PlayerSpec>().expect_err("is wrong").to_string();
    assert_eq!(
        error("random:time=5"),
        "time=5: time must be a time of at least 1 ms and at most 1000 h, as 500ms, 1.5s or 2m"
    );
    assert_eq!(
        error("random:clock=0s+1s"),
        "clock=0s+1s: clock must be a time of at least 1 ms and at most 1000 h, and what is added after each move, as 60s or 60s+0.5s"
    );
}

/// Every search but the random one, which does not think, stops when a slow clock says so.
#[test]
fn searches_stop_when_their_time_is_over() {
    let game: Game = "7x7:4:-2".parse().expect("is a game");
    for search in [
        "minimax:eval=runs",
        "alpha-beta:eval=runs",
        "principal-variation",
        "mtdf",
        "selective",
        "perfect",
        "solver",
        "best",
    ] {
        let separator = if search.contains(':') { ',' } else { ':' };
        let spec: PlayerSpec = format!("{search}{separator}time=100ms").parse().expect("is a player");
        let clock = SlowClock::new(7 * MS);
        with_game!(&game, record => {
            let (rules, board) = (record.rules(), record.board());
            let mut player = SearchPlayer::new(rules, &spec).expect("can play").with_clock(clock.now());
            let report = player.analyze(rules, board, &mut unwatched);
            assert_eq!(report.stopped, Stopped::Early, "{spec}");
        });
        // It started at 0, and looked once after its time, which is 90 ms without what playing takes.
        assert_eq!(clock.shown(), 7 * 14 * MS, "{spec}");
    }
}

#[test]
fn a_player_with_a_time_looks_as_deep_as_it_comes() {
    let game: Game = "tic-tac-toe".parse().expect("is a game");
    let spec: PlayerSpec = "alpha-beta:time=10s".parse().expect("is a player");
    let report = with_game!(&game, record => {
        let mut player = SearchPlayer::new(record.rules(), &spec).expect("can play");
        player.analyze(record.rules(), record.board(), &mut unwatched)
    });
    assert_eq!((report.value, report.moves.len(), report.stopped), (0, 9, Stopped::Done));
}

#[test]
fn a_player_with_a_limit_of_nodes_looks_as_deep_as_it_comes() {
    let game: Game = "connect-four".parse().expect("a preset");
    let report = |player: &str| {
        let player = player.parse().expect("a player");
        with_game!(&game, record => {
            let mut player = SearchPlayer::new(record.rules(), &player).expect("plays it");
            player.analyze(record.rules(), record.board(), &mut unwatched)
        })
    };
    for search in ["minimax", "alpha-beta", "principal-variation", "mtdf"] {
        let limited = |depth: &str| report(&format!("{search}:nodes=30000,eval=runs{depth}"));
        assert_eq!(limited(""), limited(",depth=64"), "{search}");
        if search != "minimax" {
            assert_ne!(limited(""), limited(",depth=4"), "{search} looks no further than 4 plies ahead");
        }
    }
}

/// Whole games by a slow clock: no game takes more than its time, and most of it is used.
#[test]
fn a_game_keeps_within_its_time() {
    for (game, clock, step, uses_it) in [
        ("connect-four", "1s", 3 * MS, true),
        ("connect-four", "200ms+20ms", MS, false),
        ("9x9:5:free", "2s", MS / 2, true),
        ("tic-tac-toe", "50ms", MS / 2, false),
    ] {
        let mut game: Game = game.parse().expect("is a game");
        let spec: PlayerSpec =
            format!("principal-variation:eval=runs,clock={clock}").parse().expect("a player");
        let limit = spec.time().per_game.expect("has a clock");
        let slow = SlowClock::new(step);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut left = limit.total;
        while game.outcome().is_none() {
            let before = slow.shown();
            let (choice, after) = with_game!(&game, record => {
                let mut player = SearchPlayer::new(record.rules(), &spec).expect("can play").with_clock(slow.now());
                player = player.with_time_left(left);
                let choice = player.choose_watched(record.rules(), record.board(), &mut random, &mut unwatched);
                (choice, player.time_left())
            });
            // The clock is read once more after the search than before it.
            let taken = slow.shown().saturating_sub(before + step);
            assert_eq!(after, left.saturating_sub(taken) + limit.increment);
            assert!(taken <= left, "{} took {taken:?} of {left:?}", game.spec());
            left = after;
            game.play(choice.cell).expect("is legal");
        }
        // An increment of two reserves is more than most moves take, and Tic-Tac-Toe is searched to its end.
        if uses_it {
            assert!(left < limit.total / 2, "{} used too little: {left:?} are left", game.spec());
        }
    }
}

/// The rules about looks: none begins after half of the share, and trouble gives more time.
#[test]
fn looks_begin_in_the_first_half_and_trouble_takes_longer() {
    let stage = Stage { cells: 225, empty: 205 };
    let allotment = Allotment::of_game(60_000 * MS, Duration::ZERO, stage);
    assert!(allotment.share < allotment.most);
    let report = SearchReport {
        value: 0,
        best: Vec::new(),
        moves: Vec::new(),
        line: Vec::new(),
        nodes: 9,
        stopped: Stopped::Done,
        meaning: Meaning::default(),
    };
    let going_on = SearchProgress::after(9);
    let between = SearchProgress { look: Some(Look { depth: 3, report: &report }), ..going_on };
    let troubled = SearchProgress { is_in_trouble: true, ..going_on };
    let (half, whole, most) = (allotment.share / 2, allotment.share, allotment.most);
    assert!(allotment.is_over(half, &between) && !allotment.is_over(half.saturating_sub(MS), &between));
    assert!(allotment.is_over(whole, &going_on) && !allotment.is_over(whole.saturating_sub(MS), &going_on));
    assert!(allotment.is_over(most, &troubled) && !allotment.is_over(most.saturating_sub(MS), &troubled));
    // A time for a move is for the move alone.
    let of_move = Allotment::of_move(1000 * MS);
    assert!(!of_move.is_over(900 * MS, &between) && of_move.is_over(990 * MS, &going_on));
}

#[test]
fn the_only_move_takes_little_time() {
    let mut game: Game = "4x1:4:-2".parse().expect("is a game");
    for cell in game.legal_moves().into_iter().take(3) {
        game.play(cell).expect("is legal");
    }
    assert_eq!(game.legal_moves().len(), 1);
    let spec: PlayerSpec = "principal-variation:time=60s".parse().expect("is a player");
    let clock = SlowClock::new(30 * MS);
    with_game!(&game, record => {
        let mut player = SearchPlayer::new(record.rules(), &spec).expect("can play").with_clock(clock.now());
        player.analyze(record.rules(), record.board(), &mut unwatched)
    });
    assert!(clock.shown() <= 150 * MS);
}

/// The watch of the caller still stops a search that has time.
#[test]
fn a_watch_stops_before_the_time_is_over() {
    let game: Game = "connect-four".parse().expect("is a game");
    let spec: PlayerSpec = "principal-variation:eval=runs,time=1h".parse().expect("is a player");
    let calls = Rc::new(Shared::new(0));
    with_game!(&game, record => {
        let mut player = SearchPlayer::new(record.rules(), &spec).expect("can play");
        player.analyze(record.rules(), record.board(), &mut |_| {
            calls.set(calls.get() + 1);
            if calls.get() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    });
    assert_eq!(calls.get(), 3);
}

proptest! {
    /// However the moves go, a player who takes all that it may never runs out of time.
    #[test]
    fn the_time_lasts_to_the_end(
        cells in 1_u32..4096,
        stones in 0_u32..4096,
        total in 1_u64..10_000_000,
        increment in 0_u64..10_000,
    ) {
        let mut left = Duration::from_millis(total);
        let mut stage = Stage { cells, empty: cells - stones % cells };
        while stage.empty > 0 {
            let allotment = Allotment::of_game(left, Duration::from_millis(increment), stage);
            prop_assert!(allotment.share <= allotment.most && allotment.most <= left);
            left = left.saturating_sub(allotment.most) + Duration::from_millis(increment);
            stage.empty = stage.empty.saturating_sub(2);
        }
    }
}
