//! Labelled positions: against the slow reference, without doubles, the same on any number of threads.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use connect_toe_grade::{
    Columns, Distribution, GradeError, Known, LabelRequest, Split, Splits, label, position_key,
};
use connect_toe_testkit::oracle::{ExactResult, Game, Player, Solver, cell_text};
use connect_toe_work::Stop;

fn request(game: &str, from: Distribution, plies: RangeInclusive<u32>) -> LabelRequest {
    LabelRequest {
        game: game.parse().expect("game text"),
        from,
        plies: Some(plies),
        positions: 60,
        seed: 5,
        solver_nodes: 1_000_000,
        search: "alpha-beta:depth=2,eval=runs".parse().expect("a player"),
        splits: Splits { validation: 0.2, test: 0.3 },
    }
}

fn labelled(request: &LabelRequest, threads: usize) -> Columns {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let labels = pool.install(|| label(request, &Stop::new(), |_| {}));
    labels.expect("positions").expect("nobody stops it").columns
}

fn players() -> Distribution {
    let player = |text: &str| text.parse().expect("a player");
    Distribution::Players {
        players: vec![player("two-ply"), player("alpha-beta:depth=2,eval=runs")],
        random_plies: 4,
    }
}

/// The text of a position on a board of two dimensions.
fn board_text(cells: &[i8], height: usize) -> String {
    let row = |y: usize| -> String {
        cells.chunks(height).map(|column| ['o', '_', 'x'][(column[y] + 1) as usize]).collect()
    };
    (0..height).rev().map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn labels_are_those_of_brute_force() {
    for (text, plies) in [
        ("3x3:3", 0..=8),
        ("4x4:3", 10..=13),
        ("4x4:3:-2", 7..=12),
        ("4x3:3:-2:misere", 4..=10),
        ("4x3:3:free:torus", 5..=9),
        ("4x3:3:free:maker", 5..=9),
        ("4x3:4:free:turn=1+2", 5..=9),
    ] {
        let columns = labelled(&request(text, Distribution::Random, plies), 2);
        let game = Game::parse(text).expect("game text");
        let (cells, height) = (game.cells().len(), game.sizes()[1]);
        let mut solver = Solver::new();
        assert!(columns.len() >= 40, "{text}: {}", columns.len());
        for row in 0..columns.len() {
            let range = row * cells..(row + 1) * cells;
            let board = board_text(&columns.boards[range.clone()], height);
            let to_move = if columns.to_move[row] == 1 { Player::X } else { Player::O };
            let position = game.board(&board, Some(to_move)).expect("a position");
            let solution = solver.solve(&position);
            let name = format!("{text} {board}");
            let value = match solution.result {
                ExactResult::Win => 1,
                ExactResult::Draw => 0,
                ExactResult::Loss => -1,
            };
            assert_eq!((columns.known[row], columns.value[row]), (Known::Exact as u8, value), "{name}");
            let distance = solution.distance.map_or(-1, |plies| plies as i16);
            assert_eq!(columns.distance[row], distance, "{name}");
            assert!((columns.score[row] - f32::midpoint(f32::from(value), 1.0)).abs() < 1e-6, "{name}");
            for (cell, &best) in game.cells().iter().zip(&columns.best[range]) {
                let keeps = solution.best.contains(&cell_text(cell));
                assert_eq!(best == 1, keeps, "{name} {}", cell_text(cell));
            }
        }
    }
}

/// A position of four columns of stones, and its mirror image.
fn images(cells: &[i8]) -> [Vec<i8>; 2] {
    [cells.to_vec(), cells.chunks(4).rev().flatten().copied().collect()]
}

#[test]
fn no_position_comes_twice_also_mirrored() {
    for from in [Distribution::Random, Distribution::All, players()] {
        let columns = labelled(&request("4x4:3:-2", from, 2..=6), 2);
        let smallest = |cells: &[i8]| images(cells).into_iter().min();
        let different: BTreeSet<_> = columns.boards.chunks(16).map(smallest).collect();
        assert_eq!(different.len(), columns.len());
    }
}

#[test]
fn threads_change_nothing() {
    for from in [Distribution::Random, Distribution::All, players()] {
        for nodes in [1_000_000, 40] {
            let request = LabelRequest { solver_nodes: nodes, ..request("5x4:4:-2", from.clone(), 3..=6) };
            let [one, two] = [1, 2].map(|threads| labelled(&request, threads));
            assert_eq!(one, two, "{from:?} {nodes}");
            let exact = one.known(Known::Exact);
            assert_eq!(exact == one.len() as u64, nodes > 40, "{from:?} {nodes}: {exact} of {}", one.len());
        }
    }
}

#[test]
fn what_is_not_solved_has_the_opinion_of_a_search() {
    let request = LabelRequest { solver_nodes: 1, ..request("8x8:5", Distribution::Random, 10..=12) };
    let columns = labelled(&request, 2);
    let searched: Vec<usize> =
        (0..columns.len()).filter(|&row| columns.known[row] == Known::Searched as u8).collect();
    assert!(searched.len() > 30);
    for row in searched {
        assert_eq!((columns.value[row], columns.distance[row]), (0, -1));
        assert!((0.0..=1.0).contains(&columns.score[row]));
        assert!(columns.best[64 * row..64 * (row + 1)].contains(&1));
    }
}

#[test]
fn a_position_is_in_the_same_part_of_every_set() {
    let all = labelled(&request("4x4:3:-2", Distribution::All, 5..=5), 2);
    let some = labelled(&request("4x4:3:-2", players(), 5..=5), 1);
    let parts: BTreeSet<(u64, u8)> = all.key.iter().copied().zip(all.split.iter().copied()).collect();
    assert!(some.key.iter().copied().zip(some.split.iter().copied()).all(|row| parts.contains(&row)));
    let share = |part: Split| all.part(part) as f64 / all.len() as f64;
    assert!((share(Split::Test) - 0.3).abs() < 0.1 && (share(Split::Validation) - 0.2).abs() < 0.1);
    // What was written to files stays true; computed by another program from the definition.
    assert_eq!(position_key(&[0, 1, -1, 0], 1, 1), 16_444_238_949_294_954_379);
}

#[test]
fn what_cannot_be_is_said() {
    let refused = |request: &LabelRequest| label(request, &Stop::new(), |_| {}).expect_err("is refused");
    let late = request("3x3:3", Distribution::Random, 9..=9);
    assert!(matches!(refused(&late), GradeError::Plies { .. }));
    // A second stone wins.
    for from in [Distribution::Random, Distribution::All] {
        assert!(matches!(refused(&request("2x2:2", from, 3..=3)), GradeError::NoPositions));
    }
    let stop = Stop::new();
    stop.request();
    let stopped = label(&request("3x3:3", Distribution::All, 0..=8), &stop, |_| {});
    assert_eq!(stopped.expect("no error"), None);
}
