//! Certificates written by hand: what holds, what does not, and what is not a certificate.

use connect_toe_certificate::{VerifyError, verify};

fn certificate(rest: &str) -> Result<String, VerifyError> {
    let text = format!("connect-toe certificate 1\n{rest}");
    verify(text.as_bytes()).map(|proven| proven.to_string())
}

/// Two stones in a row of four: X takes b and wins beside it.
const WIN: &str =
    "game 4:2\nposition ____ x\nclaim x wins within 3 plies\nstrategy\nply 0 1\nb\nply 2 3\nc\na\na\n";

#[test]
fn a_win_is_proven() {
    let proven = certificate(&format!("{WIN}claim o does not lose within 2 plies\nstrategy\nend\n"));
    // O's own moves are asked for where the claim is O's.
    assert!(matches!(proven, Err(VerifyError::Damaged { line: 14, .. })), "{proven:?}");
    let both = certificate(&format!(
        "{WIN}claim o does not lose within 2 plies\nstrategy\nply 1 4\nb\na\na\na\nend\n"
    ));
    assert_eq!(
        both.expect("it holds"),
        "4:2, ____, x to move:\nx wins within 3 plies\no does not lose within 2 plies\nso the result is: x wins in 3 plies"
    );
    let alone = certificate(&format!("{WIN}end\n")).expect("it holds");
    assert!(alone.ends_with("so the result is: x wins"), "{alone}");
}

#[test]
fn lines_may_end_as_on_other_systems() {
    let text = format!("{WIN}end\n");
    let proven = certificate(&text).expect("it holds");
    assert_eq!(certificate(&text.replace('\n', "\r\n")).expect("it holds"), proven);
}

#[test]
fn what_does_not_hold_is_named() {
    let wrong = |from: &str, to: &str| {
        let text = format!("{WIN}end\n").replacen(from, to, 1);
        match certificate(&text) {
            Err(VerifyError::Wrong { line, step, reason, position, .. }) => (line, step, reason, position),
            other => panic!("{from} to {to}: {other:?}"),
        }
    };
    let told =
        |line, step, reason: &str, position: &str| (line, step, reason.to_owned(), position.to_owned());
    // The answer on a leaves only c.
    assert_eq!(
        wrong("ply 2 3\nc", "ply 2 3\nd"),
        told(9, 2, "after d of x: the game goes on, and the plies of the claim have been played", "ox__ x")
    );
    assert_eq!(wrong("\nc\na", "\na\na"), told(9, 2, "after a of x: the move is not legal", "ox__ x"));
    assert_eq!(
        wrong("3 plies", "1 plies").2,
        "after b of x: the game goes on, and the plies of the claim have been played"
    );
}

#[test]
fn a_misere_line_loses() {
    let lost =
        "game 3:2:free:misere\nposition _o_ x\nclaim x wins within 2 plies\nstrategy\nply 0 1\na\nend\n";
    assert!(certificate(lost).is_ok());
    let other = lost.replacen("x wins within 2 plies", "o does not lose", 1).replacen("ply 0 1\na\n", "", 1);
    assert!(certificate(&other).is_err());
}

#[test]
fn pairs_need_every_line_and_a_free_board() {
    let pairs = "game 3:3\nposition ___ x\nclaim o does not lose\npairs\n1\na b\nend\n";
    assert!(certificate(pairs).is_ok());
    let sooner = pairs.replacen("o does not lose", "o does not lose within 3 plies", 1);
    assert!(certificate(&sooner).is_ok());
    for (from, to) in [
        ("1\na b", "0"),
        ("a b", "a a"),
        ("game 3:3", "game 3:3:free:misere"),
        ("game 3:3", "game 3:3:-1"),
        ("game 3:3", "game 3:2"),
        ("___ x", "x__ o"),
        ("o does not lose", "o wins within 3 plies"),
        ("game 3:3", "game 3:3:free:turn=1+2"),
    ] {
        let text = pairs.replacen(from, to, 1);
        assert!(matches!(certificate(&text), Err(VerifyError::Wrong { .. })), "{text}");
    }
}

/// A maker's opponent wins when the board is full, not sooner.
#[test]
fn pairs_win_for_a_breaker() {
    let breaker = "game 3:3:free:maker\nposition ___ x\nclaim o wins within 3 plies\npairs\n1\na b\n\
                   claim x does not lose within 2 plies\nfew\nend\n";
    let proven = certificate(breaker).expect("it holds");
    assert!(proven.ends_with("so the result is: o wins in 3 plies"), "{proven}");
    for (from, to) in [("within 3", "within 2"), ("within 2", "within 3"), ("o wins", "x wins")] {
        let text = breaker.replacen(from, to, 1);
        assert!(matches!(certificate(&text), Err(VerifyError::Wrong { .. })), "{text}");
    }
}

#[test]
fn potentials_are_added_up() {
    let holds = |game: &str, position: &str, claim: &str| {
        let text = format!("game {game}\nposition {position}\nclaim {claim}\npotential\nend\n");
        match certificate(&text) {
            Ok(_) => true,
            Err(VerifyError::Wrong { .. }) => false,
            other => panic!("{text}: {other:?}"),
        }
    };
    // One line of three weighs an eighth, as much as a half with a stone on it.
    assert!(holds("3:3", "___ x", "o does not lose") && holds("3:3", "x__ o", "o does not lose"));
    assert!(!holds("3:3", "xx_ x", "o does not lose"));
    // Two lines of two: a half together, which is too much with X to move.
    assert!(!holds("3:2", "___ x", "o does not lose") && holds("3:2", "___ o", "o does not lose"));
    // Two stones a turn: lines of two are complete in one turn, and one of three weighs a fifth.
    assert!(!holds("2:2:free:turn=2+2", "__ x", "o does not lose"));
    assert!(holds("3:3:free:turn=2+2", "___ x", "o does not lose"));
    assert!(!holds("4:3:free:turn=2+2", "____ x", "o does not lose"));
    // Only where any cell can be taken and a line wins; a maker's opponent wins by it, the maker does not.
    assert!(
        !holds("3:3:-1", "___ x", "o does not lose") && !holds("3:3:free:misere", "___ x", "o does not lose")
    );
    assert!(holds("3:3:free:maker", "___ x", "o wins within 3 plies"));
    assert!(!holds("3:3:free:maker", "___ x", "x does not lose"));
}

/// Four pairs after the first move, and too few plies.
#[test]
fn a_strategy_may_end_in_leaves() {
    let text = "game 3x3:3\nposition ___/___/___ x\nclaim x does not lose\nstrategy\nply 0 1\nb2\n\
                ply 2 8\nfew\nend\n";
    assert!(matches!(certificate(text), Err(VerifyError::Wrong { step: 2, .. })));
    let held = "game 3:2\nposition ___ x\nclaim x does not lose\nstrategy\nply 0 1\nb\nply 2 2\npairs\nend\n";
    assert!(matches!(certificate(held), Err(VerifyError::Damaged { .. })));
    let held = held.replacen("pairs\n", "few\npotential\n", 1);
    assert!(certificate(&held).is_ok(), "{held}");
    let early =
        "game 4x4:3\nposition ____/____/____/____ x\nclaim o does not lose within 4 plies\nfew\nend\n";
    assert!(certificate(early).is_ok());
    assert!(certificate(&early.replacen("4 plies", "5 plies", 1)).is_err());
}

#[test]
fn what_is_no_certificate_is_refused_with_its_line() {
    let sound = format!("{WIN}end\n");
    let damaged = |text: &str| match certificate(text) {
        Err(VerifyError::Damaged { line, .. }) => line,
        other => panic!("{text}: {other:?}"),
    };
    for (from, to, line) in [
        ("game 4:2", "game 4:2:free", 2),
        ("game 4:2", "game 4", 2),
        ("____ x", "____", 3),
        ("____ x", "___ x", 3),
        ("____ x", ".___ x", 3),
        ("wins within 3", "wins within 03", 4),
        ("strategy", "trust me", 5),
        ("ply 0 1", "ply 0 2", 6),
        ("\nb\n", "\nB\n", 7),
        ("\nb\n", "\n2\n", 7),
        ("\nb\n", "\nz\n", 7),
        ("end\n", "end\nend\n", 13),
        ("end\n", "", 12),
        ("end\n", "end", 12),
    ] {
        assert_eq!(damaged(&sound.replacen(from, to, 1)), line, "{from} to {to}");
    }
    let pairs = "game 3:3\nposition ___ x\nclaim o does not lose\npairs\n1\na b\nend\n";
    for count in ["01", "+1", "", "one"] {
        assert_eq!(damaged(&pairs.replacen("\n1\n", &format!("\n{count}\n"), 1)), 6, "{count}");
    }
    assert!(matches!(verify(&b""[..]), Err(VerifyError::Damaged { line: 1, .. })));
    assert!(matches!(verify(&b"connect-toe certificate 2\n"[..]), Err(VerifyError::Damaged { line: 1, .. })));
    let long = vec![b'x'; 1 << 20];
    assert!(matches!(verify(&long[..]), Err(VerifyError::Damaged { line: 1, .. })));
}

#[test]
fn the_boldest_claim_is_the_result() {
    let over = "game 3:3\nposition ___ x\n";
    assert!(certificate(&format!("{over}end\n")).is_err());
    let text = "game 2:1\nposition __ x\nclaim x wins within 2 plies\nstrategy\nply 0 1\na\nclaim x wins within 1 plies\nstrategy\nply 0 1\na\nclaim o does not lose within 0 plies\nstrategy\nend\n";
    let proven = certificate(text).expect("it holds");
    assert!(
        proven.ends_with(
            "\nx wins within 1 ply\no does not lose within 0 plies\nso the result is: x wins in 1 ply"
        ),
        "{proven}"
    );
}

/// A few thousand moves lead to millions of positions of half a kilobyte and more.
#[test]
fn what_memory_cannot_hold_is_not_called_wrong() {
    let rows = vec!["_".repeat(64); 64].join("/");
    let mut text = format!("game 64x64:64\nposition {rows} o\nclaim x does not lose\nstrategy\nply 1 4096\n");
    // Wherever O moves, X takes the first corner, or beside it.
    text += "b1\n";
    text += &"a1\n".repeat(4095);
    let found = certificate(&text);
    assert!(matches!(found, Err(VerifyError::TooLarge { line: 5 })), "{found:?}");
}
