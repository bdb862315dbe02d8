//! Certificates of a solver's answers verify, and changed ones prove nothing that is not so.

use connect_toe_certificate::{Claim, Proven, Statement, VerifyError, verify};
use connect_toe_game::{Game, Side, with_game};
use connect_toe_solve::{CertifyError, Control, Memory, Solver, Value};
use connect_toe_testkit::oracle::{self, ExactResult, Player};
use connect_toe_testkit::random_game::{Options, RandomGame, SplitMix64};

fn certificate(text: &str, moves: &str, weak: bool) -> String {
    with_solver!(text, moves, 1, (solver, board) => {
        let bounds = solver.bounds(&board, weak, &Control::new());
        let mut bytes = Vec::new();
        let moves = solver.certify(&board, bounds, weak, 1_000_000, &Control::new(), &mut bytes);
        let text = String::from_utf8(bytes).expect("text");
        let proven = verify(text.as_bytes()).expect("what a solver writes holds");
        assert_eq!(proven.steps, moves.expect("a small proof"));
        text
    })
}

fn proven(text: &str) -> Result<Proven, VerifyError> {
    verify(text.as_bytes())
}

#[test]
fn answers_are_proven() {
    for (game, moves, conclusion) in [
        ("tic-tac-toe", "", "draw"),
        ("4x4:3", "", "x wins in 5 plies"),
        ("3x3x3:3:-3", "", "x wins in 5 plies"),
        ("4x4:4", "", "draw"),
        ("4x4:4:-2", "", "draw"),
        ("3x3:3:free:misere", "", "draw"),
        ("3x3:3", "a1 a2 b1 b2 c1", "x wins in 0 plies"),
        ("3x3:3", "a1 a2 b1", "x wins in 3 plies"),
        ("2x2:3:+1,+2", "", "draw"),
        ("1:1", "", "x wins in 1 ply"),
    ] {
        let text = certificate(game, moves, false);
        let conclusion_found = proven(&text).expect("it holds").conclusion();
        // Who wins where is checked by others; here the certificate says what the solver says.
        let value = with_solver!(game, moves, 1, (solver, board) => {
            let bounds = solver.bounds(&board, false, &Control::new());
            let empty = connect_toe_game::Bits::count(solver.rules().empty(&board));
            (bounds.exact().expect("solved").value(empty), board.to_move())
        });
        let expected = match value {
            (Value::Draw, _) => "draw".to_owned(),
            (Value::Win(1), side) => format!("{side} wins in 1 ply"),
            (Value::Win(plies), side) => format!("{side} wins in {plies} plies"),
            (Value::Loss(plies), side) => format!("{} wins in {plies} plies", side.other()),
        };
        assert_eq!(conclusion_found.as_deref(), Some(expected.as_str()), "{game}");
        assert!(game != "tic-tac-toe" && game != "4x4:3" || conclusion == expected, "{game}: {expected}");
    }
}

/// Four lines without a common cell: too heavy for a sum to prove a draw.
#[test]
fn pairs_prove_draws() {
    let text = certificate("8:lines=a+b/c+d/e+f/g+h", "", false);
    let found = proven(&text).expect("it holds");
    assert_eq!((found.conclusion().as_deref(), found.steps), (Some("draw"), 8));
    let pair = text.lines().nth(6).expect("a pair");
    // Without one of its pairs a line is open; a cell in two pairs cannot answer for both.
    let fewer = text.replacen("\n4\n", "\n3\n", 1).replacen(&format!("{pair}\n"), "", 1);
    assert!(matches!(proven(&fewer), Err(VerifyError::Wrong { .. })));
    let second = text.lines().nth(7).expect("a pair");
    let twice = text.replacen(second, pair, 1);
    assert!(matches!(proven(&twice), Err(VerifyError::Wrong { .. })));
}

#[test]
fn weak_answers_are_proven() {
    let found = proven(&certificate("4x4:3", "", true)).expect("it holds");
    assert_eq!(found.claims, [Claim { side: Side::X, statement: Statement::WinsWithin(16) }]);
    assert_eq!(found.conclusion().as_deref(), Some("x wins"));
    let over = proven(&certificate("3x3:3", "a1 a2 b1 b2 c1", true)).expect("it holds");
    assert_eq!(over.claims, [Claim { side: Side::X, statement: Statement::WinsWithin(0) }]);
}

#[test]
fn every_game_of_the_class() {
    for seed in 0..400 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::solvable());
        let text = certificate(&game, &moves.join(" "), seed % 3 == 0);
        assert!(all_true(&proven(&text).expect("it holds")), "{text}");
    }
}

#[test]
fn every_game_of_the_wider_class() {
    for seed in 0..400 {
        let RandomGame { game, moves } = RandomGame::draw(seed, &Options::wider_solvable());
        let text = certificate(&game, &moves.join(" "), seed % 3 == 0);
        assert!(all_true(&proven(&text).expect("it holds")), "{text}");
    }
}

/// A square is stopped by bricks, on any board and by a breaker too; few lines weigh too little.
#[test]
fn pairs_and_potentials_keep_certificates_small() {
    for (game, most) in [
        ("6x6:shape=a1+a2+b1+b2", 40),
        ("6x6:shape=a1+a2+b1+b2:free:maker", 40),
        ("31:projective", 2),
        ("13:projective", 1500),
    ] {
        let steps = proven(&certificate(game, "", false)).expect("it holds").steps;
        assert!(steps <= most, "{game}: {steps}");
    }
}

/// Whether the oracle agrees with every claim.
fn all_true(proven: &Proven) -> bool {
    let game = oracle::Game::parse(&proven.game.to_string()).expect("a game of the class");
    let player = |side: Side| if side == Side::X { Player::X } else { Player::O };
    let position = game.board(&proven.position, Some(player(proven.to_move))).expect("a board");
    let solution = position.solve();
    let distance = solution.distance.unwrap_or_default() as u32;
    let winner = match solution.result {
        ExactResult::Draw => None,
        ExactResult::Win => Some(proven.to_move),
        ExactResult::Loss => Some(proven.to_move.other()),
    };
    proven.claims.iter().all(|claim| match claim.statement {
        Statement::WinsWithin(plies) => winner == Some(claim.side) && distance <= plies,
        Statement::DoesNotLose => winner != Some(claim.side.other()),
        Statement::DoesNotLoseWithin(plies) => winner != Some(claim.side.other()) || distance > plies,
    })
}

/// Every line changed in turn, left out, doubled, or the last.
#[test]
fn changed_certificates_prove_nothing_false() {
    let mut random = SplitMix64::new(9);
    for (game, moves) in [
        ("3x3:3", "a1 b2"),
        ("3x3:3", "a1 a2 b1"),
        ("2x2x2:2", ""),
        ("3x3:3:free:misere", "b2 a1 c1"),
        ("3x3:3:+1,-2", "a1 a2"),
        ("3x2:3:-2", ""),
        ("3x3:3:free:torus", "a1"),
        ("5:3", ""),
        ("9:9", ""),
        ("3x3:3:free:maker", "a1 b2"),
        ("3x3:shape=a1+a2+b1+b2", "a1"),
        ("7:projective:free:turn=1+2", "a b"),
    ] {
        let text = certificate(game, moves, false);
        let original = proven(&text).expect("it holds");
        assert!(all_true(&original), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let cells: Vec<String> =
            lines.iter().filter(|line| line.len() <= 3).map(ToString::to_string).collect();
        let mut refused = 0;
        let mut check = |changed: String, what: &str| {
            if changed == text {
                return;
            }
            match proven(&changed) {
                Ok(found) => assert!(all_true(&found), "{what}\n{changed}"),
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        };
        let join = |lines: &[&str]| lines.join("\n") + "\n";
        for index in 0..lines.len().min(400) {
            let mut left_out = lines.clone();
            left_out.remove(index);
            check(join(&left_out), "a line is left out");
            let mut doubled = lines.clone();
            doubled.insert(index, lines[index]);
            check(join(&doubled), "a line is doubled");
            check(join(&lines[..index]), "the end is cut off");
            for cell in cells.iter().take(12) {
                let mut changed = lines.clone();
                changed[index] = cell;
                check(join(&changed), "a line is another");
            }
        }
        for _ in 0..3000 {
            let mut bytes = text.clone().into_bytes();
            let place = random.below(bytes.len());
            bytes[place] ^= 1 << random.below(8);
            if let Ok(found) = verify(&bytes[..]) {
                assert!(all_true(&found), "{}", String::from_utf8_lossy(&bytes));
            }
            check(String::from_utf8_lossy(&text.as_bytes()[..place]).into_owned(), "cut off anywhere");
        }
        assert!(refused > 100, "{game}: {refused}");
    }
}

#[test]
fn a_strategy_for_one_claim_is_none_for_a_bolder_one() {
    let text = certificate("4x4:3", "", false);
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        match proven(&text.replacen(from, to, 1)) {
            Err(VerifyError::Wrong { reason, step, .. }) => (reason, step),
            other => panic!("{other:?}"),
        }
    };
    let (reason, step) = wrong("x wins within 5 plies", "x wins within 3 plies");
    assert!(reason.contains("the game goes on"), "{reason}");
    assert!(step > 0);
    let drawn = certificate("3x3:3", "", false).replacen("x does not lose", "x wins within 9 plies", 1);
    assert!(matches!(proven(&drawn), Err(VerifyError::Wrong { .. })));
}

#[test]
fn limits_are_kept() {
    let game: Game = "4x4:3".parse().expect("game text");
    with_game!(&game, record => {
        let mut solver = Solver::new(record.rules().clone(), Memory(1 << 20), 1);
        let board = record.rules().start();
        let bounds = solver.bounds(&board, false, &Control::new());
        let refused = solver.certify(&board, bounds, false, 3, &Control::new(), Vec::new());
        assert!(matches!(refused, Err(CertifyError::TooLarge(3))));
        let unsolved = connect_toe_solve::Bounds::trivial(16);
        let refused = solver.certify(&board, unsolved, false, 100, &Control::new(), Vec::new());
        assert!(matches!(refused, Err(CertifyError::NotSolved)));
    });
}
