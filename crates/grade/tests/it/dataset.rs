//! Labelled positions: against the slow reference, without doubles, the same on any number of threads.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use connect_toe_game::{Cell, Symmetry, WhichSymmetries, symmetries};
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

/// The smallest of a position's images, each a list of what stands on the cells.
fn smallest_image(cells: &[i8], images: &[Vec<usize>]) -> Option<Vec<i8>> {
    let image = |image: &Vec<usize>| image.iter().map(|&from| cells[from]).collect();
    images.iter().map(image).min()
}

/// Where the cells of each image of the board are from, by all symmetries of a game.
fn all_images(text: &str) -> Vec<Vec<usize>> {
    let game: connect_toe_game::Game = text.parse().expect("game text");
    let geometry = game.geometry();
    let all = symmetries(game.spec()).expect("a game").elements(100_000).expect("not too many");
    let rank = |symmetry: &Symmetry, cell: &Cell| geometry.rank(symmetry.apply(*cell));
    all.iter().map(|symmetry| geometry.cells().iter().map(|cell| rank(symmetry, cell)).collect()).collect()
}

/// Those of a board of two dimensions that turn it by half and mirror it.
fn turned_by_half(width: usize, height: usize) -> Vec<Vec<usize>> {
    let flip = |flips: bool, place: usize, size: usize| if flips { size - 1 - place } else { place };
    let image = |across: bool, up: bool| {
        let from =
            move |cell: usize| flip(across, cell / height, width) * height + flip(up, cell % height, height);
        (0..width * height).map(from).collect()
    };
    [false, true].iter().flat_map(|&across| [image(across, false), image(across, true)]).collect()
}

/// Some have many symmetries, some have many cells, and one has too many symmetries to list.
#[test]
fn no_position_comes_twice_whatever_the_symmetries() {
    let (many, wide, countless) = ("3x2x2:3:free:misere", "20x20:5", "9x2:9");
    for (text, plies, positions, which, number, images) in [
        (many, 3..=5, 60, WhichSymmetries::All, 31_104, all_images(many)),
        (wide, 1..=1, 60, WhichSymmetries::All, 8, all_images(wide)),
        (countless, 2..=2, 200, WhichSymmetries::Turns, 4, turned_by_half(9, 2)),
    ] {
        let request = LabelRequest {
            positions,
            solver_nodes: 1,
            search: "alpha-beta:depth=1,eval=runs".parse().expect("a player"),
            ..request(text, Distribution::Random, plies)
        };
        let labels = label(&request, &Stop::new(), |_| {}).expect("positions").expect("nobody stops it");
        assert_eq!((labels.symmetries.which, labels.symmetries.number), (which, number), "{text}");
        let columns = labels.columns;
        let smallest = |cells: &[i8]| smallest_image(cells, &images);
        let different: BTreeSet<_> = columns.boards.chunks(labels.cells).map(smallest).collect();
        assert_eq!(different.len(), columns.len(), "{text}");
        // A stone on one of 400 cells: on those of a triangle of ten by ten.
        assert!(text != wide || columns.len() == 55, "{}", columns.len());
    }
}

#[test]
fn threads_change_nothing() {
    for from in [Distribution::Random, Distribution::All, players()] {
        for nodes in [1_000_000, 40] {
            // The search that is asked most has tables, which are not to remember positions.
            let search = "best:nodes=300".parse().expect("a player");
            let request =
                LabelRequest { solver_nodes: nodes, search, ..request("5x4:4:-2", from.clone(), 3..=6) };
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
    for search in ["random", "proof-number:nodes=100", "perfect:nodes=100"] {
        let search = search.parse().expect("a player");
        let without = LabelRequest { search, ..request("3x3:3", Distribution::All, 0..=8) };
        assert!(matches!(refused(&without), GradeError::NoScores { .. }), "{}", without.search);
    }
    for search in ["proof-number", "perfect", "monte-carlo:simulations=10", "two-ply", "selective", "casual"]
    {
        let search = search.parse().expect("a player");
        let with = LabelRequest { search, solver_nodes: 1, ..request("3x3:3", Distribution::All, 5..=5) };
        assert!(labelled(&with, 2).score.iter().all(|score| !score.is_nan()), "{}", with.search);
    }
    let stop = Stop::new();
    stop.request();
    let stopped = label(&request("3x3:3", Distribution::All, 0..=8), &stop, |_| {});
    assert_eq!(stopped.expect("no error"), None);
}
