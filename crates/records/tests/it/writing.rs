//! What is written is read back.

use connect_toe_game::{BySide, Game, Outcome, Side, with_game};
use connect_toe_records::{Branch, Form, Played, game_of, read, write};

use super::reads;

fn written(form: Form, game: &Game) -> String {
    let tree = Branch::line(game.moves());
    let players = BySide { x: "a]b\\c\n", o: "3,3 is a name" };
    let played = Played { game: game.spec(), start: None, tree: &tree, players, outcome: game.outcome() };
    match write(form, &played) {
        Ok(text) => text,
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn games_are_read_back() {
    for (text, moves) in [
        ("15x15:5", "h8 i9 a1 o15 b7"),
        ("20x19:5:free:exact", "a1 t19 a2"),
        ("52x30:5", "a1 az30"),
        ("7x6:4:-2", "d1 d2 e1"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1"),
    ] {
        let mut game: Game = text.parse().expect("a game");
        game.play(moves).expect("moves");
        for form in Form::ALL {
            let text = written(form, &game);
            if text.starts_with("error") {
                continue;
            }
            let mut again = Game::new(game.spec()).expect("a game");
            with_game!(&mut again, record => read(record, &text)).expect("what was written");
            assert_eq!(again.moves(), game.moves(), "{text}");
            if form == Form::Sgf {
                assert_eq!(game_of(&text).expect("a game").as_ref(), Some(game.spec()), "{text}");
            }
        }
    }
}

/// However a text orders its variations, the tree is the same.
#[test]
fn variations_are_read_back() {
    for text in ["h8(g9)i8", "h8 (g9 (g10) h10) i8 (j8) k8"] {
        let mut game: Game = "15x15:5".parse().expect("a game");
        let reading = with_game!(&mut game, record => read(record, text)).expect("moves");
        let players = BySide { x: "", o: "" };
        let played =
            Played { game: game.spec(), start: None, tree: &reading.tree, players, outcome: game.outcome() };
        let sgf = write(Form::Sgf, &played).expect("has variations");
        let again = with_game!(&mut game, record => read(record, &sgf)).expect("what was written");
        assert_eq!(again.tree, reading.tree, "{sgf}");
    }
}

#[test]
fn a_form_says_what_it_cannot_hold() {
    let game: Game = "qubic".parse().expect("a game");
    assert_eq!(
        written(Form::Psq, &game),
        "error: psq cannot hold this game: its board does not have two dimensions"
    );
    let game: Game = "connect-four".parse().expect("a game");
    assert_eq!(
        written(Form::Psq, &game),
        "error: psq cannot hold this game: in its games any empty cell is a move"
    );
    let game: Game = "10x6:4:-2".parse().expect("a game");
    assert_eq!(
        written(Form::Digits, &game),
        "error: digits cannot hold this game: digits are columns, at most nine, that stones drop into from the top"
    );
}

#[test]
fn variations_and_stones_are_written() {
    let text = "(;SZ[15]AB[hh][hg]AW[ii]PL[W];W[aa](;B[bb](;W[cc])(;W[dd];B[ee]))(;B[ff]))";
    let (reading, game) = reads("15x15:5", text).expect("a record");
    let (board, side) = reading.start.clone().expect("stones");
    let played = Played {
        game: game.spec(),
        start: Some((&board, side)),
        tree: &reading.tree,
        players: BySide { x: "x", o: "o" },
        outcome: Some(Outcome::Win(Side::X)),
    };
    let written = write(Form::Sgf, &played).expect("it is written");
    assert!(written.contains("RE[B+]") && written.contains("AB[hg][hh]AW[ii]PL[W]"), "{written}");
    let (again, _) = reads("15x15:5", &written).expect("what was written");
    assert_eq!((&again.tree, &again.start), (&reading.tree, &reading.start), "{written}");
    assert!(write(Form::Psq, &played).is_err());
}
