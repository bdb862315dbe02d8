//! Games with free placement, against the slow reference and published facts.

use connect_toe_game::bits::Words;
use connect_toe_game::{Board, GameSpec, Rules};
use connect_toe_solve::{Bounds, Control, Engine, Memory, Prover, Score, Value};
use connect_toe_testkit::oracle::{self, ExactResult};
use connect_toe_testkit::random_game::{Options, PlacementKind, RandomGame};

type Wide = Words<4>;

fn engine() -> &'static Engine<Wide> {
    Engine::ALL.iter().find(|engine| engine.name == "free").expect("it is in the table")
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
}

#[test]
fn other_families_are_refused() {
    for text in ["3x3:3:free:misere", "4x4:3:free:exact", "4x4:3:free:torus", "7x6:4:-2"] {
        assert!(engine().build(&compile(text), Memory(1 << 20)).is_none(), "{text}");
    }
    let spec: GameSpec = "3x3x1:3:+3".parse().expect("sound game text");
    assert!(engine().build(&Rules::compile(&spec).expect("it fits"), Memory(1 << 20)).is_some());
}
