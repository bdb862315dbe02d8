//! Certificates.

use connect_toe_certificate::{Claim, Proven, Statement, verify};
use connect_toe_game::{GameSpec, Side};
use connect_toe_testkit::oracle::{self, ExactResult, Player};

/// Larger boards take too long for a fuzzer.
const MAX_CELLS: usize = 16;
/// Boards that the reference solves at once.
const MAX_SOLVED_CELLS: usize = 9;

/// Checks a certificate; what it proves of a small board is true.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let game = text.lines().nth(1).and_then(|line| line.strip_prefix("game "));
    let cells = game
        .and_then(|game| game.parse::<GameSpec>().ok())
        .map_or(0, |spec| spec.sizes.iter().map(|&size| usize::from(size)).fold(1, usize::saturating_mul));
    if cells > MAX_CELLS {
        return;
    }
    match verify(bytes) {
        Ok(proven) if cells <= MAX_SOLVED_CELLS => check(&proven),
        Ok(proven) => assert!(!proven.to_string().is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check(proven: &Proven) {
    let game = oracle::Game::parse(&proven.game.to_string()).expect("canonical game text");
    let player = if proven.to_move == Side::X { Player::X } else { Player::O };
    let position = game.board(&proven.position, Some(player)).expect("canonical board text");
    let solution = position.solve();
    let distance = solution.distance.unwrap_or_default();
    let winner = match solution.result {
        ExactResult::Draw => None,
        ExactResult::Win => Some(proven.to_move),
        ExactResult::Loss => Some(proven.to_move.other()),
    };
    for &Claim { side, statement } in &proven.claims {
        let loses = winner == Some(side.other());
        let holds = match statement {
            Statement::WinsWithin(plies) => winner == Some(side) && distance <= plies as usize,
            Statement::DoesNotLose => !loses,
            Statement::DoesNotLoseWithin(plies) => !loses || distance > plies as usize,
        };
        assert!(holds, "{proven} was proven, but the result is {} {distance}", solution.result);
    }
}

/// Small ones of every kind.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        "game 3:1\nposition ___ x\nclaim x wins within 1 plies\nstrategy\nply 0 1\na\nclaim o does not lose within 0 plies\nstrategy\nend\n",
        "game 3:3\nposition ___ x\nclaim x does not lose\npairs\n1\na b\nclaim o does not lose\nstrategy\nply 1 3\nb\na\na\nend\n",
        "game 2x2:2\nposition __/__ x\nclaim x wins within 3 plies\nstrategy\nply 0 1\na1\nply 2 3\nb1\na2\na2\nend\n",
        "game 3:2:free:misere\nposition _o_ x\nclaim x wins within 2 plies\nstrategy\nply 0 1\na\nend\n",
    ]
    .map(|text| format!("connect-toe certificate 1\n{text}").into_bytes())
    .into()
}
