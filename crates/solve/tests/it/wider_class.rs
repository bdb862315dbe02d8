//! Blocked cells, turns of several stones, makers and breakers, and lines that are not rows: the solver says what the
//! oracle says, and finds what is known.

use connect_toe_game::{Bits, Board, Rules, Side};
use connect_toe_solve::{
    Bounds, Budget, Control, Engine, ExactResult, Memory, Prover, Question, Scope, Score, Solver,
};
use connect_toe_testkit::oracle::{self, Game};
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64};
use connect_toe_threats::{Found, Order, Threats, Win, unwatched};

use crate::support::{check, result as told};

#[test]
fn random_positions_of_random_games() {
    for seed in 0..1500 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::wider_solvable());
        check(&game, &moves.join(" "), 1);
    }
}

/// The last plies of larger boards.
#[test]
fn ends_of_larger_games() {
    let mut checked = 0;
    for seed in 0..2000 {
        let RandomGame { game, moves } =
            RandomGame::draw(seed, &Options { max_cells: 14, ..Options::wider() });
        let reference = Game::parse(&game).expect("drawn");
        if reference.cells().len() <= moves.len() + 8 {
            check(&game, &moves.join(" "), 1);
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// A score found by asking a prover alone.
fn score<B: Bits>(prover: &mut dyn Prover<B>, board: &Board<B>) -> Score {
    let mut bounds: Bounds = prover.glance(board);
    loop {
        if let Some(score) = bounds.exact() {
            return score;
        }
        let target = prover.next_target(bounds);
        let found = prover.prove(board, target, u64::MAX, &Control::new()).expect("nobody stops it");
        assert!(found.decide(target).is_some());
        bounds = bounds.and(found);
    }
}

/// The prover of free placement alone, which the solver asks in turn with the general one.
#[test]
fn random_positions_for_one_prover() {
    let mut checked = 0;
    for seed in 0..3000 {
        let RandomGame { game: text, moves } = RandomGame::draw(seed, &Options::wider_solvable());
        let mut game: connect_toe_game::Game = text.parse().expect("game text");
        connect_toe_game::with_game!(&mut game, record => {
            for cell in record.rules().parse_moves(&moves.join(" ")).expect("legal moves") {
                record.play(cell).expect("a legal move");
            }
            let rules = record.rules();
            let engine = Engine::all().iter().find(|engine| engine.name == "free").expect("it is in the table");
            if let Some(mut prover) = engine.build(rules, Memory(1 << 20))
                && rules.outcome(record.board()).is_none()
            {
                let reference = Game::parse(&text).expect("drawn");
                let position = reference.replay(&moves.join(" ")).expect("drawn");
                let solution = oracle::Solver::new().solve(&position);
                let found = score(&mut *prover, record.board()).value(rules.empty(record.board()).count());
                assert_eq!(told(found), (solution.result, solution.distance), "{text} after {moves:?}");
                checked += 1;
            }
        });
    }
    assert!(checked > 200, "{checked}");
}

fn win_in_turns<B: Bits>(rules: &Rules<B>, board: &Board<B>, nodes: u64) -> Option<Win> {
    match Threats::new(rules).find(rules, board, Order::Two, nodes, &mut unwatched).found {
        Found::Win(win) => Some(win),
        Found::NoChain | Found::Unknown => None,
    }
}

/// Every win by turns with threats is one, and takes no more plies than it says: the general prover looks for none.
#[test]
fn wins_by_turns_with_threats() {
    const GAMES: [&str; 8] = [
        "4x4:3:free:turn=1+2",
        "5x4:4:free:turn=1+2",
        "4x4:4:free:turn=2+2",
        "5x5:5:free:turn=1+2",
        "5x5:4:free:turn=1+2",
        "4x4:shape=a1+a2+b1+b2:free:turn=1+2",
        "4x4:4:free:maker:turn=1+2",
        "5x4:4:free:turn=1+3",
    ];
    let mut found = 0;
    for seed in 0..2500 {
        let mut random = SplitMix64::new(seed);
        let text = GAMES[random.below(GAMES.len())];
        let rules = Rules::<u64>::compile(&text.parse().expect("game text")).expect("it fits");
        let mut board = rules.start();
        let most_empty = 7 + random.below(5) as u32;
        while rules.empty(&board).count() > most_empty {
            let mut moves = rules.legal_moves(&board);
            moves.retain(|&cell| rules.outcome_of(&board, cell).is_none());
            let Some(&cell) = random.choose(&moves) else { break };
            board = rules.play(&board, cell);
        }
        if rules.empty(&board).count() > most_empty {
            continue;
        }
        let Some(win) = win_in_turns(&rules, &board, 20_000) else { continue };
        found += u32::from(win.plies > board.left());
        let engine =
            Engine::all().iter().find(|engine| engine.name == "general").expect("it is in the table");
        let mut prover = engine.build(&rules, Memory(1 << 20)).expect("it takes every game");
        let value = score(&mut *prover, &board).value(rules.empty(&board).count());
        assert!(
            value.distance().is_some_and(|plies| plies <= win.plies),
            "{text} {}",
            rules.board_text(&board)
        );
        assert_eq!(ExactResult::Win, value.result(), "{text} {}", rules.board_text(&board));
        let mut after = board;
        for &cell in &win.line {
            assert!(rules.legal(&after).contains(cell.bit()) && after.to_move() == board.to_move());
            after = rules.play(&after, cell);
        }
        assert!(rules.outcome(&after).is_some() || after.to_move() != board.to_move());
        let empty = rules.empty(&after).count();
        if rules.outcome(&after).is_none() {
            assert_eq!(score(&mut *prover, &after).value(empty).result(), ExactResult::Loss, "{text}");
        }
    }
    assert!(found > 40, "{found}");
}

/// Connect6 as it is played: X to move has a double threat in the end.
#[test]
fn connect6_by_threats() {
    let text = "19x19:6:free:turn=1+2";
    let game: connect_toe_game::Game = text.parse().expect("game text");
    connect_toe_game::with_game!(&game, record => {
        let rules = record.rules();
        // O's stones are scattered; X has an open row of three and one of two beside it.
        for (moves, side) in [
            ("j10 a1 s19 k10 l10 a19 s1 j12 l12 a10 s10", Side::X),
            ("j10 a1 s19 k11 l12 a19 s1 m10 n10 k1 j1", Side::X),
        ] {
            let mut board = rules.start();
            for cell in rules.parse_moves(moves).expect("legal moves") {
                board = rules.play(&board, cell);
            }
            assert_eq!(board.to_move(), side);
            let win = win_in_turns(rules, &board, 200_000);
            assert!(win.is_some_and(|win| win.line.len() == 2 && win.plies >= 5), "{moves}");
        }
    });
}

fn result(text: &str) -> Option<ExactResult> {
    let game: connect_toe_game::Game = text.parse().expect("game text");
    connect_toe_game::with_game!(&game, record => {
        let mut solver = Solver::new(record.rules().clone(), Memory(16 << 20), 1);
        let question = Question { weak: true, scope: Scope::Value, budget: Budget::Unlimited };
        solver.solve(record.board(), question, &Control::new(), |_| {}).result()
    })
}

/// Counts name positions by their stones; whose turn it is follows from the rules.
#[test]
fn positions_of_several_stones_a_turn_are_counted() {
    use connect_toe_game::Rules;
    use connect_toe_solve::count_positions;
    use connect_toe_work::Stop;
    for text in ["3x3:3:free:turn=1+2", "3x3:3:free:turn=2+1", "3x3:3:free:maker", "2x4:3:-2:turn=2+2"] {
        let rules = Rules::<u64>::compile(&text.parse().expect("a game")).expect("fits");
        let reference = Game::parse(text).expect("a game");
        let counted = count_positions(&rules, 5, Memory(1 << 24), &Stop::new(), |_| {}).expect("has room");
        let expected: Vec<u64> = reference.positions_per_ply(5).iter().map(|ply| ply.total).collect();
        assert_eq!(counted.positions, expected, "{text}");
    }
}

/// M. Carroll and S. T. Dougherty, "Tic-tac-toe on a finite plane" (2004): the first player wins on affine planes of
/// order up to 4 and on the projective plane of order 2, and the others are draws.
#[test]
fn finite_planes() {
    for text in ["2x2:plane", "3x3:plane", "4x4:plane", "7:projective"] {
        assert_eq!(result(text), Some(ExactResult::Win), "{text}");
    }
    for text in ["5x5:plane", "13:projective", "21:projective"] {
        assert_eq!(result(text), Some(ExactResult::Draw), "{text}");
    }
}

/// Harary's animals on boards where they are known to be winners, or not: El and Tic win on 3x3 and 4x3 boards, Fatty
/// never does.
#[test]
fn animals() {
    assert_eq!(result("2x2:shape=a1+a2"), Some(ExactResult::Win));
    assert_eq!(result("3x3:shape=a1+a2+b1"), Some(ExactResult::Win));
    for size in ["3x3", "4x4", "5x5", "6x6", "8x8"] {
        // Pairing dominoes like bricks stops the square.
        assert_eq!(result(&format!("{size}:shape=a1+a2+b1+b2")), Some(ExactResult::Draw), "{size}");
    }
}

/// Who breaks by pairs and potentials, and who makes.
#[test]
fn makers_and_breakers() {
    for (text, expected) in [
        ("6x6:shape=a1+a2+b1+b2:free:maker", ExactResult::Loss),
        ("3x3:3:free:maker", ExactResult::Win),
        ("13:projective:free:maker", ExactResult::Loss),
        ("5x5:4:free:maker", ExactResult::Win),
        ("5x5:5:free:blocked=c3", ExactResult::Draw),
        ("6x6:lines=a1+b2/b2+c3/a1+f6+c1/e5+f5+e6", ExactResult::Win),
    ] {
        assert_eq!(result(text), Some(expected), "{text}");
    }
}
