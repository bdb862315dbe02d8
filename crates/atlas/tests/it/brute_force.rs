//! Values of the atlas against the oracle, which knows nothing of the solver.

use connect_toe_atlas::{Atlas, Known};
use connect_toe_game::{Game, GameSpec, with_game};
use connect_toe_solve::{ExactResult, Memory, Value, count_positions};
use connect_toe_testkit::oracle;
use connect_toe_testkit::random_game::SplitMix64;
use connect_toe_work::Stop;

/// The value and best moves of a game, as the oracle says them.
fn by_oracle(game: &GameSpec) -> (Value, Vec<String>) {
    let reference = oracle::Game::parse(&game.to_string()).expect("the same class");
    let solution = oracle::Solver::new().solve(&reference.start());
    let plies = solution.distance.unwrap_or_default() as u32;
    let value = match solution.result {
        oracle::ExactResult::Win => Value::Win(plies),
        oracle::ExactResult::Draw => Value::Draw,
        oracle::ExactResult::Loss => Value::Loss(plies),
    };
    (value, solution.best)
}

/// Whether the game leads to at most this many positions.
fn is_small(game: &Game, most: u64) -> bool {
    let stop = Stop::new();
    let counted = with_game!(game, record => {
        count_positions(record.rules(), u32::MAX, Memory(256 << 20), &stop, |progress| {
            if progress.counts.positions.iter().sum::<u64>() > most {
                stop.request();
            }
        })
    });
    counted.is_ok_and(|counts| counts.positions.iter().sum::<u64>() <= most)
}

fn check(game: &GameSpec, known: &Known) {
    let (value, mut best) = by_oracle(game);
    assert_eq!(known.value(), Some(value), "{game}");
    assert_eq!(known.result(), Some(value.result()), "{game}");
    let geometry = connect_toe_game::Geometry::of(game).expect("a game");
    let cells = known.best.iter().flatten().map(|&place| geometry.cell_text(geometry.cells()[place]));
    let mut found: Vec<String> = cells.collect();
    found.sort();
    best.sort();
    assert_eq!(found, best, "{game}");
    assert!(known.result() != Some(ExactResult::Loss) || value.distance() > Some(0), "{game}");
}

/// Games of all placements and rule variations, drawn at random: some that take a moment, or with `RUN_SLOW_TESTS` 500 of
/// at most 16 cells.
#[test]
fn values_and_best_moves_are_those_of_brute_force() {
    let slowly = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let (games, cells, positions) = if slowly { (500, 16, 200_000) } else { (120, 9, 3_000) };
    let known = |game: &GameSpec| game.sizes.iter().product::<u16>() <= cells;
    let mut all: Vec<(GameSpec, Known)> =
        Atlas::shipped().games().filter(|(game, known_)| known(game) && known_.value().is_some()).collect();
    let mut random = SplitMix64::new(9);
    let (mut checked, mut flags) = (0, std::collections::BTreeSet::new());
    while checked < games && !all.is_empty() {
        let (game, known) = all.swap_remove(random.below(all.len()));
        if is_small(&Game::new(&game).expect("a game"), positions) {
            check(&game, &known);
            flags.insert(game.flags().join(":"));
            checked += 1;
        }
    }
    assert_eq!((checked, flags.len()), (games, 8), "{flags:?}");
}
