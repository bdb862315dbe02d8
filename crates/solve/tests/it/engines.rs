//! The special provers against the general one, where a game is too large for the reference implementation.

use connect_toe_game::{Bits, Board, Game, Rules, with_game};
use connect_toe_solve::{Bounds, Control, Engine, Memory, Prover, Score, Solver};
use connect_toe_testkit::random_game::SplitMix64;

fn score<B: Bits>(prover: &mut dyn Prover<B>, board: &Board<B>) -> Score {
    let control = Control::new();
    let mut bounds: Bounds = prover.glance(board);
    loop {
        if let Some(score) = bounds.exact() {
            return score;
        }
        let target = Score(bounds.lower.0 + (bounds.upper.0 - bounds.lower.0 + 1) / 2);
        let found = prover.prove(board, target, u64::MAX, &control).expect("nobody stops it");
        assert!(found.decide(target).is_some());
        bounds = bounds.and(found);
    }
}

/// A random position in which the game goes on, with this number of stones, or fewer if the game ends before.
fn random_position<B: Bits>(rules: &Rules<B>, stones: usize, random: &mut SplitMix64) -> Board<B> {
    let mut board = rules.start();
    for _ in 0..stones {
        let mut moves = rules.legal_moves(&board);
        moves.retain(|&cell| rules.outcome_of(&board, cell).is_none());
        let Some(&cell) = random.choose(&moves) else { break };
        board = rules.play(&board, cell);
    }
    board
}

fn compare<B: Bits>(name: &str, rules: &Rules<B>, left: usize, positions: usize) {
    let build = |name: &str| {
        let engine = Engine::all().iter().find(|engine| engine.name == name).expect("an engine");
        engine.build(rules, Memory(1 << 20)).expect("the game is of its family")
    };
    let (mut special, mut general) = (build(name), build("general"));
    let mut random = SplitMix64::new(left as u64);
    let cells = rules.geometry().cells().len();
    for _ in 0..positions {
        let board = random_position(rules, cells - left, &mut random);
        if rules.empty(&board).count() as usize > left + 4 || rules.outcome(&board).is_some() {
            continue;
        }
        special.forget();
        general.forget();
        let text = rules.board_text(&board);
        assert_eq!(score(&mut *special, &board), score(&mut *general, &board), "{} {text}", rules.spec());
    }
}

/// Every width and run length of the solver with gravity, two to four dimensions, faces at either end.
#[test]
fn gravity() {
    for (text, left) in [
        ("6x5:3:-2", 12),
        ("6x5:4:-2", 12),
        ("5x6:4:+2", 12),
        ("7x7:5:+1", 12),
        ("6x4:2:-2", 12),
        ("8x8:6:-2", 12),
        ("9x7:4:-2", 12),
        ("9x9:5:-2", 12),
        ("9x8:3:-1", 12),
        ("3x3x3:3:-3", 12),
        ("4x3x3:3:+1", 12),
        ("4x4x4:4:-3", 12),
        ("3x3x3x2:3:-1", 12),
        ("5x5x5:4:-3", 12),
        ("12x12:5:-2", 12),
        ("20x20:7:+2", 10),
    ] {
        let game: Game = text.parse().expect("game text");
        with_game!(&game, record => compare("drop", record.rules(), left, 60));
    }
}

/// Node counts of the solver with gravity: a change of them is a change of the search, wanted or not.
#[test]
fn signature() {
    let mut counts = Vec::new();
    for text in ["5x5:4:-2", "6x5:4:-2", "6x4:4:-2", "3x3x3:3:-3", "5x6:5:-2"] {
        let game: Game = text.parse().expect("game text");
        let nodes = with_game!(&game, record => {
            let mut prover = Engine::prover(record.rules(), Memory(1 << 22));
            prover.prove(record.board(), Score(1), u64::MAX, &Control::new()).expect("nobody stops it");
            prover.nodes()
        });
        counts.push((text, nodes));
    }
    let expected = [
        ("5x5:4:-2", 30_916),
        ("6x5:4:-2", 120_751),
        ("6x4:4:-2", 5_395),
        ("3x3x3:3:-3", 53),
        ("5x6:5:-2", 43_026),
    ];
    assert_eq!(counts, expected);
}

/// Threads leave each other what one of them is searching, and prove the same.
#[test]
fn threads_prove_the_same_scores() {
    for (text, moves) in [("5x5:4:-2", ""), ("6x5:4:-2", "d1 d2"), ("7x4:4:-2", "d1"), ("4x3x2:3:-3", "")] {
        let mut game: Game = text.parse().expect("game text");
        game.play(moves).expect("legal moves");
        let bounds = |threads| {
            with_game!(&game, record => {
                let rules = (*record.shared_rules()).clone();
                let mut solver = Solver::new(rules, Memory(1 << 22), threads).with_book(None);
                solver.bounds(record.board(), false, &Control::new())
            })
        };
        let alone = bounds(1);
        assert_eq!(alone.lower, alone.upper, "{text} {moves}");
        for threads in [2, 3] {
            assert_eq!(bounds(threads), alone, "{text} {moves}: {threads} threads");
        }
    }
}
