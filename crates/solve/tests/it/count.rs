//! Known numbers of positions.

use connect_toe_game::Rules;
use connect_toe_solve::{CountError, Memory, PositionCounts, count_positions};
use connect_toe_testkit::cases;
use connect_toe_work::Stop;

fn counted(game: &str, plies: u32, memory: usize) -> Result<PositionCounts, CountError> {
    let rules = Rules::<u64>::compile(&game.parse().expect("game text")).expect("a small game");
    count_positions(&rules, plies, Memory(memory), &Stop::new(), |_| {})
}

/// Somebody who waits for a ply hears how much of it is done.
#[test]
fn progress_is_told_within_a_ply() {
    let rules = Rules::<u64>::compile(&"7x6:4:-2".parse().expect("game text")).expect("a small game");
    let mut heard: Vec<(usize, u64, u64)> = Vec::new();
    let counts = count_positions(&rules, 8, Memory(1 << 28), &Stop::new(), |progress| {
        heard.push((progress.counts.positions.len(), progress.done, progress.of));
    });
    assert_eq!(counts.expect("has room").positions.len(), 9);
    assert_eq!(heard.first(), Some(&(1, 0, 1)));
    let of_last: Vec<u64> =
        heard.iter().filter(|(plies, ..)| *plies == 8).map(|(_, done, _)| *done).collect();
    assert!(of_last.len() > 10 && of_last.is_sorted(), "{of_last:?}");
    assert!(heard.iter().all(|(_, done, of)| done < of));
}

/// Tic-Tac-Toe's number is folklore; those of boards with gravity are John Tromp's (OEIS A212693 and his page on Connect
/// Four).
#[test]
fn published_totals() {
    for (game, total) in
        [("3x3:3", 5_478), ("4x4:4:-2", 161_029), ("4x5:4:-2", 1_706_255), ("5x4:4:-2", 3_945_711)]
    {
        let counts = counted(game, u32::MAX, 1 << 30).expect("has room");
        assert_eq!(counts.positions.iter().sum::<u64>(), total, "{game}");
    }
}

#[test]
fn connect_four_has_the_published_positions_of_nine_plies() {
    let published: Vec<u64> =
        cases::connect_four::positions_per_ply().iter().take(10).map(|row| row.total).collect();
    assert_eq!(counted("7x6:4:-2", 9, 1 << 30).expect("has room").positions, published);
}

#[test]
fn too_little_memory_and_a_stop_are_errors() {
    assert!(matches!(counted("7x6:4:-2", 9, 1 << 20), Err(CountError::Memory { .. })));
    let rules = Rules::<u64>::compile(&"3x3:3".parse().expect("game text")).expect("a small game");
    let stop = Stop::new();
    stop.request();
    let stopped = count_positions(&rules, 9, Memory(1 << 20), &stop, |_| {});
    assert_eq!(stopped, Err(CountError::Stopped));
}
