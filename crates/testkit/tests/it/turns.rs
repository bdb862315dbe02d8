//! Turns of several stones.

use connect_toe_testkit::oracle::{BoardError, ExactResult, Game, Outcome, Player};

use crate::TestResult;

const X: Player = Player::X;
const O: Player = Player::O;

/// `n · (n - 1) · …`, so many factors.
fn falling(n: u64, factors: u64) -> u64 {
    (0..factors).map(|i| n - i).product()
}

#[test]
fn the_schedule() -> TestResult {
    for (text, sides) in [
        ("9:9", "xoxoxoxox"),
        ("9:9:free:turn=1+2", "xooxxooxx"),
        ("9:9:free:turn=2+1", "xxoxoxoxo"),
        ("9:9:free:turn=2+2", "xxooxxoox"),
        ("9:9:free:turn=4+3", "xxxxoooxx"),
    ] {
        let game = Game::parse(text)?;
        let mut position = game.start();
        let mut placed = String::new();
        while let Some(cell) = position.legal_moves().first() {
            assert_eq!((position.to_move(), position.stones_left()), game.turn().after(placed.len()));
            placed += &position.to_move().to_string();
            position = position.play(cell)?;
        }
        assert_eq!((placed.as_str(), position.outcome()), (sides, Some(Outcome::Draw)), "{text}");
    }
    Ok(())
}

#[test]
fn perft_by_formula() -> TestResult {
    // One line of two cells on a board of six, in the order x o o x x o: ply d ends the game if its side placed one
    // stone of the pair before, in one of its earlier plies, and the others stand on the four other cells.
    let earlier_plies_of_the_side = [0, 0, 1, 1, 2, 2];
    let counts = Game::parse("6:lines=a+b:free:turn=1+2")?.perft(6);
    let mut open = 1;
    for (ply, earlier) in (1..).zip(earlier_plies_of_the_side) {
        let ended = if ply < 2 { 0 } else { 2 * earlier * falling(4, ply - 2) };
        assert_eq!(counts.ended[ply as usize], ended, "ply {ply}");
        assert_eq!(counts.leaves[ply as usize], open * (7 - ply), "ply {ply}");
        open = open * (7 - ply) - ended;
    }
    Ok(())
}

#[test]
fn positions_by_formula() -> TestResult {
    // C(6, x) · C(6 - x, o) boards with x and o stones.
    let stones = [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (3, 2), (3, 3)];
    let choose = |n: u64, k: u64| falling(n, k) / falling(k, k);
    let counts = Game::parse("6:7:free:turn=1+2")?.positions_per_ply(6);
    for (count, (x, o)) in counts.iter().zip(stones) {
        assert_eq!(count.total, choose(6, x) * choose(6 - x, o));
    }
    Ok(())
}

#[test]
fn a_line_ends_the_game_in_the_middle_of_a_turn() -> TestResult {
    let game = Game::parse("4:2:free:turn=3+3")?;
    let won = game.replay("a b")?;
    assert_eq!((won.outcome(), won.to_move(), won.stones_left()), (Some(Outcome::Win(X)), X, 1));
    let solution = game.start().solve();
    assert_eq!((solution.result, solution.distance, solution.score), (ExactResult::Win, Some(2), 2));
    // Whatever X takes, O has two neighbours left: the third ply.
    let solution = Game::parse("4:2:free:turn=1+2")?.start().solve();
    assert_eq!((solution.result, solution.distance, solution.score), (ExactResult::Loss, Some(3), -1));
    assert_eq!(solution.best.len(), 4);
    Ok(())
}

#[test]
fn the_side_to_move_of_a_board() -> TestResult {
    let game = Game::parse("8:8:free:turn=1+2")?;
    let state = |board, to_move| game.board(board, to_move).map(|p| (p.to_move(), p.stones_left()));
    for (board, expected) in [
        ("________", (X, 1)),
        ("x_______", (O, 2)),
        ("xo______", (O, 1)),
        ("xoo_____", (X, 2)),
        ("xoox____", (X, 1)),
        ("xooxx___", (O, 2)),
    ] {
        assert_eq!(state(board, None), Ok(expected), "{board}");
        assert_eq!(state(board, Some(expected.0)), Ok(expected), "{board}");
        // The other side begins a turn.
        assert_eq!(state(board, Some(expected.0.other())), Ok((expected.0.other(), 2)), "{board}");
    }
    assert_eq!(state("xxo_____", None), Err(BoardError::SideToMove { x: 2, o: 1 }));
    assert_eq!(state("xxo_____", Some(O)), Ok((O, 2)));
    assert_eq!(state("o_______", Some(X)), Ok((X, 2)));
    Ok(())
}

#[test]
fn values_are_those_of_the_side_to_move() -> TestResult {
    let game = Game::parse("5:3:free:turn=2+2")?;
    // X has placed one of its first two stones; with b and then d O must fill c.
    let position = game.replay("b")?;
    assert_eq!((position.to_move(), position.stones_left()), (X, 1));
    let analysis = position.minimax(1, &|board, _| board.weighted_lines(X));
    // c: the pair is alone on two lines, and one stone on the third.
    assert_eq!(analysis.moves["c"], 100 + 100 + 10);
    assert_eq!(analysis.best, ["c"]);
    // After b and c O's best is to close two lines: the third has two stones of X. Its own next stone is added, the opponent's is taken off.
    let own = |board: &connect_toe_testkit::oracle::Position<'_>, player| board.weighted_lines(player);
    assert_eq!(game.start().two_ply(&own).moves["b"], 20 + 210);
    assert_eq!(game.replay("b")?.two_ply(&own).moves["c"], 210 + 100);
    Ok(())
}
