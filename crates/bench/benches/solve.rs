//! Exact solving, beside a published solver: the first positions of the six public sets of Connect Four, one after
//! the other on one thread, without an opening book. The time is that of the whole list; lists are in `LISTS`.

use connect_four_ai::{Position, Solver as Peer};
use connect_toe::game::{Board, Record};
use connect_toe::solve::{Control, Memory, Solver};
use connect_toe_testkit::cases::connect_four::{GAME, ScoredPosition, TEST_SETS};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

/// A set by its place in `TEST_SETS`, and how many of its positions are solved.
const LISTS: [(usize, usize); 6] = [(0, 1000), (1, 1000), (2, 30), (3, 100), (4, 5), (5, 1)];

fn positions((set, count): (usize, usize)) -> Vec<ScoredPosition> {
    TEST_SETS[set].positions().into_iter().take(count).collect()
}

fn board(record: &Record<u64>, moves: &str) -> Board<u64> {
    let cells = record.rules().parse_moves(moves).expect("the public positions are legal");
    cells.into_iter().fold(record.rules().start(), |board, cell| record.rules().play(&board, cell))
}

/// Every position begins with an empty table.
#[divan::bench(args = LISTS, sample_count = 3, sample_size = 1)]
fn connect_toe(bencher: Bencher, list: (usize, usize)) {
    let spec = GAME.parse().expect("Connect Four is a game");
    let record: Record<u64> = Record::new(&spec).expect("one word holds Connect Four");
    let boards: Vec<_> = positions(list).iter().map(|position| board(&record, position.moves)).collect();
    let mut solver = Solver::new((*record.shared_rules()).clone(), Memory(64 << 20), 1);
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        for board in &boards {
            solver.forget();
            let control = Control::new();
            assert!(solver.bounds(board, false, &control).exact().is_some());
        }
    });
}

/// The table is emptied before each list only, in the peer's favour: emptying it takes longer than most positions.
#[divan::bench(args = LISTS, sample_count = 3, sample_size = 1)]
fn connect_four_ai(bencher: Bencher, list: (usize, usize)) {
    let wanted = positions(list);
    let boards: Vec<(Position, i64)> = wanted
        .iter()
        .map(|position| {
            (Position::from_moves(position.moves).expect("the public positions are legal"), position.score)
        })
        .collect();
    bencher.counter(ItemsCount::new(boards.len())).with_inputs(Peer::empty).bench_local_values(|mut peer| {
        for (board, score) in &boards {
            assert_eq!(i64::from(peer.solve(board)), *score);
        }
    });
}
