//! Games with free placement, against the slow reference and published facts.

use connect_toe_game::bits::Words;
use connect_toe_game::{Bits, Board, BySide, GameSpec, Rules, Side};
use connect_toe_solve::{Bounds, Control, Engine, Interrupted, Memory, Prover, Score, Value};
use connect_toe_testkit::oracle::{self, ExactResult};
use connect_toe_testkit::random_game::{Options, PlacementKind, RandomGame, SplitMix64};

type Wide = Words<4>;

fn engine() -> &'static Engine {
    Engine::all().iter().find(|engine| engine.name == "free").expect("it is in the table")
}

fn compile(text: &str) -> Rules<Wide> {
    Rules::compile(&text.parse().expect("sound game text")).expect("it fits")
}

fn replay(rules: &Rules<Wide>, moves: &[String]) -> Board<Wide> {
    moves.iter().fold(rules.start(), |board, text| {
        rules.play(&board, rules.geometry().parse_cell(text).expect("a cell of the board"))
    })
}

fn prover(rules: &Rules<Wide>) -> Box<dyn Prover<Wide>> {
    engine().build(rules, Memory(4 << 20)).expect("a game of the family")
}

/// The exact score, by asking for one target after the other.
fn score(prover: &mut dyn Prover<Wide>, board: &Board<Wide>, empty: u32) -> Score {
    let control = Control::new();
    let mut bounds = Bounds::trivial(empty);
    for target in [Score(1), Score(0)] {
        if bounds.decide(target).is_none() {
            bounds = bounds.and(prover.prove(board, target, u64::MAX, &control).expect("not stopped"));
        }
    }
    while bounds.exact().is_none() {
        let target = prover.next_target(bounds);
        assert!(bounds.lower < target && target <= bounds.upper);
        let found = prover.prove(board, target, u64::MAX, &control).expect("not stopped");
        assert!(found.decide(target).is_some());
        bounds = bounds.and(found);
        assert!(bounds.lower <= bounds.upper, "contradictory bounds");
    }
    bounds.lower
}

#[test]
fn random_small_games_have_the_reference_scores() {
    let options = Options {
        max_cells: 12,
        max_size: 12,
        placements: vec![PlacementKind::Free],
        flags: vec![],
        ..Options::default()
    };
    for seed in 0..3000 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &options);
        let rules = compile(&game);
        let board = replay(&rules, &moves);
        let cells = rules.geometry().cells().len();
        // The reference is slow on wide open boards.
        if rules.outcome(&board).is_some() || cells - moves.len() > 9 {
            continue;
        }
        let reference = oracle::Game::parse(&game).expect("the same class");
        let solution = reference.replay(&moves.join(" ")).expect("legal moves").solve();
        let empty = (cells - moves.len()) as u32;
        let distance = solution.distance.unwrap_or(0) as u32;
        let expected = match solution.result {
            ExactResult::Win => Value::Win(distance),
            ExactResult::Draw => Value::Draw,
            ExactResult::Loss => Value::Loss(distance),
        };
        let expected = expected.score(empty);
        let mut prover = prover(&rules);
        let glance = prover.glance(&board);
        assert!(
            glance.lower <= expected && expected <= glance.upper,
            "seed {seed}: {game} after {moves:?}: {glance:?}, not {expected:?}"
        );
        let found = score(&mut *prover, &board, empty);
        assert_eq!(found, expected, "seed {seed}: {game} after {moves:?}");
        // Each question alone, from a fresh start.
        for target in -(empty as i32)..=empty as i32 {
            prover.forget();
            let bounds = prover.prove(&board, Score(target), u64::MAX, &Control::new()).expect("not stopped");
            assert!(
                bounds.lower <= expected
                    && expected <= bounds.upper
                    && bounds.decide(Score(target)).is_some(),
                "seed {seed}: {game} after {moves:?}: at least {target}? {bounds:?}, not {expected:?}"
            );
        }
    }
}

fn value(text: &str) -> Value {
    let rules = compile(text);
    let board = rules.start();
    let empty = rules.geometry().cells().len() as u32;
    score(&mut *prover(&rules), &board, empty).value(empty)
}

#[test]
fn published_values() {
    for (text, expected) in [
        ("3x3:3", Value::Draw),
        ("4x3:3", Value::Win(7)),
        ("4x4:3", Value::Win(5)),
        ("4x4:4", Value::Draw),
        ("5x4:4", Value::Draw),
        ("5x5:4", Value::Draw),
        ("5x5:5", Value::Draw),
        ("6x6:5", Value::Draw),
        ("3x3x3:3", Value::Win(7)),
        ("2x2x2:2", Value::Win(3)),
        ("3x3x1:3:+3", Value::Draw),
        ("3x2:4", Value::Draw),
        ("5:1", Value::Win(1)),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

fn wins(text: &str) -> bool {
    let rules = compile(text);
    let bounds = prover(&rules).prove(&rules.start(), Score(1), u64::MAX, &Control::new());
    bounds.expect("not stopped").lower >= Score(1)
}

#[test]
fn published_winners() {
    assert!(wins("6x5:4"));
    assert!(!wins("7x7:5"));
    // O. Patashnik, 1980; V. Allis, P. Schoo, 1992. It takes some seconds, optimised.
    if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        assert!(wins("4x4x4:4"));
    }
}

#[test]
fn other_families_are_refused() {
    for text in ["3x3:3:free:misere", "4x4:3:free:exact", "4x4:3:free:torus", "7x6:4:-2"] {
        assert!(engine().build(&compile(text), Memory(1 << 20)).is_none(), "{text}");
    }
    let spec: GameSpec = "3x3x1:3:+3".parse().expect("sound game text");
    assert!(engine().build(&Rules::<Wide>::compile(&spec).expect("it fits"), Memory(1 << 20)).is_some());
}

/// Node counts with one thread from a fresh start: they change when the search does, and should not otherwise.
#[test]
fn signatures() {
    for (text, moves, target, nodes) in [
        ("3x3:3", "", 1, 272),
        ("6x5:4", "", 1, 1732),
        ("7x7:5", "", 1, 24_939),
        ("4x4x4:4", "a1.1 a2.2 d1.4 b3.2", 1, 59_949),
        ("4x4:4", "a1 b2", 0, 1),
        ("5x4:3", "", 12, 6),
    ] {
        let rules = compile(text);
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let board = replay(&rules, &moves);
        let mut prover = prover(&rules);
        for _ in 0..2 {
            prover.prove(&board, Score(target), u64::MAX, &Control::new()).expect("not stopped");
            assert_eq!(prover.nodes(), nodes, "{text} after {moves:?}: at least {target}?");
            prover.forget();
        }
    }
}

#[test]
fn a_fork_knows_what_was_found() {
    let rules = compile("6x6:4");
    let board = rules.start();
    let mut first = prover(&rules);
    let mut second = first.fork(1);
    let control = Control::new();
    let bounds = first.prove(&board, Score(1), u64::MAX, &control).expect("not stopped");
    let alone = first.nodes();
    assert_eq!(second.prove(&board, Score(1), u64::MAX, &control), Ok(bounds));
    let helped = second.nodes();
    assert!(10 * helped < alone, "{helped} of {alone}");
    assert_eq!(control.nodes(), alone + helped);
}

#[test]
fn threads_that_share_a_table_agree() {
    let rules = compile("7x5:4");
    let board = rules.start();
    let first = prover(&rules);
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..4)
            .map(|thread| {
                let mut prover = first.fork(thread);
                let board = &board;
                scope.spawn(move || prover.prove(board, Score(1), u64::MAX, &Control::new()))
            })
            .collect();
        for thread in running {
            let bounds = thread.join().expect("no panic").expect("not stopped");
            assert_eq!(bounds.decide(Score(1)), Some(true));
        }
    });
}

#[test]
fn a_search_stops_when_told() {
    let rules = compile("15x15:5");
    let board = rules.start();
    let mut prover = prover(&rules);
    let control = Control::new();
    assert_eq!(prover.prove(&board, Score(1), 5000, &control), Err(Interrupted));
    assert!((5000..8000).contains(&prover.nodes()));
    control.stop();
    assert_eq!(prover.prove(&board, Score(1), u64::MAX, &control), Err(Interrupted));
    assert!(prover.nodes() < 2000);
}

/// Four threats in a row on a large board: fours that the opponent must answer, then two fours at once.
#[test]
fn forced_wins_on_large_boards_are_exact() {
    let rules = compile("15x15:5");
    for (moves, expected) in [
        // An open row of three; the opponent has nothing.
        ("h8 a1 i8 a3 j8 a5", Value::Win(3)),
        // The same with the opponent to move, who can only delay.
        ("h8 a1 i8 a3 j8 a5 k8", Value::Loss(2)),
        // A row of three that is blocked at one end: a four that is answered gives the third of a column.
        ("h8 g8 i8 a3 j8 c15 l9 e1 l10 o3", Value::Win(5)),
    ] {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let board = replay(&rules, &moves);
        let empty = (225 - moves.len()) as u32;
        assert_eq!(score(&mut *prover(&rules), &board, empty).value(empty), expected, "{moves:?}");
    }
}

/// Whether the score of a row that begins with full cells is at least each target, from the lowest on.
fn row_scores<B: Bits>(length: usize, tail: &[Option<Side>]) -> Vec<bool> {
    let rules =
        Rules::<B>::compile(&format!("{length}:3").parse().expect("sound game text")).expect("it fits");
    let mut stones = BySide { x: B::EMPTY, o: B::EMPTY };
    for (index, cell) in rules.geometry().cells().iter().enumerate() {
        let stone = match (index + tail.len()).checked_sub(length) {
            None => Some([Side::X, Side::O][(length - index) % 2]),
            Some(place) => tail[place],
        };
        if let Some(side) = stone {
            stones[side] = stones[side].with(cell.bit());
        }
    }
    let board = rules.position(stones, Side::X);
    assert_eq!(rules.outcome(&board), None);
    let engine = Engine::all().iter().find(|engine| engine.name == "free").expect("it is in the table");
    let mut prover = engine.build(&rules, Memory(1 << 20)).expect("a game of the family");
    let empty = rules.empty(&board).count() as i32;
    (-empty..=empty)
        .map(|target| {
            let bounds = prover.prove(&board, Score(target), u64::MAX, &Control::new()).expect("not stopped");
            bounds.decide(Score(target)).expect("decided")
        })
        .collect()
}

/// A row of 600 cells of which only the last are empty is worth what a short one is.
#[test]
fn long_boards_are_worth_what_their_empty_part_is() {
    let mut random = SplitMix64::new(1);
    for _ in 0..60 {
        let mut tail: Vec<Option<Side>> =
            (0..10).map(|_| [None, None, None, Some(Side::X), Some(Side::O)][random.below(5)]).collect();
        for place in 1..tail.len() {
            // No two stones of one side side by side: nobody has a line.
            if tail[place].is_some() && tail[place] == tail[place - 1] {
                tail[place] = None;
            }
        }
        if tail.iter().all(Option::is_some) {
            continue;
        }
        assert_eq!(row_scores::<Words<16>>(600, &tail), row_scores::<u64>(14, &tail), "{tail:?}");
    }
}
