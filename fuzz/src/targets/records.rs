//! Texts of other programs.

use connect_toe_game::{Bits, BySide, Record, with_game};
use connect_toe_records::{FORMATS, Form, Played, game_of, pieces, read, read_stones, write};

use crate::games;
use crate::input::Input;

/// Reads text in any format as a position of one of a few games, and writes what was read.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = games::fixed(&mut input);
    // Many bytes choose no format, so that the text is looked at.
    let name = FORMATS.get(input.byte() as usize).map_or(String::new(), |format| format!("{}:", format.name));
    let text = name + &input.text();
    let _ = game_of(&text);
    for piece in pieces(&text) {
        with_game!(game, record => check(&mut record.clone(), &piece.text));
    }
    with_game!(game, record => check(&mut record.clone(), &text));
}

fn check<B: Bits>(record: &mut Record<B>, text: &str) {
    let _ = read_stones(record.rules(), text);
    let rules = record.shared_rules();
    let reading = match read(record, text) {
        Ok(reading) => reading,
        Err(error) => {
            assert!(error.number() != Some(0) && !error.to_string().is_empty(), "{text:?}");
            return;
        }
    };
    assert_eq!(record.moves(), reading.moves(), "{text:?}: the record is elsewhere");
    let board = *record.board();
    for form in Form::ALL {
        let players = BySide { x: text, o: "" };
        let start = reading.start.as_ref().map(|(board, side)| (board.as_str(), *side));
        let outcome = rules.outcome(&board);
        let played = Played { game: rules.spec(), start, tree: &reading.tree, players, outcome };
        let Ok(written) = write(form, &played) else { continue };
        let again = read(record, &written);
        let again = again.unwrap_or_else(|error| panic!("{text:?} is written as {written:?}: {error}"));
        assert_eq!((&again.start, &again.tree), (&reading.start, &reading.tree), "{text:?} as {written:?}");
        assert_eq!(*record.board(), board, "{text:?} as {written:?}");
    }
}

/// A text of each format.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        ("15x15:5:free:exact", "h8h9h6i10"),
        ("15x15:5:free:exact", "0,0, 1,0, 1,3"),
        ("15x15:5:free:exact", "0,0 14,14"),
        ("15x15:5:free:exact", "h8 i9 (g9 h9) i8"),
        ("7x6:4:-2", "0, 3, 2"),
        ("3x3:3", "x,o,b,b,b,b,b,b,x"),
        ("3x3:3", "[0,1,2,0,0,0,0,0,1]"),
        ("15x15:5:free:exact", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,12\none\ntwo\n-1\n"),
        ("15x15:5:free:exact", "(;GM[4]SZ[15];B[hh];W[ig](;B[ii])(;B[gg]C[\\]]))"),
        ("3x3:3", "(;SZ[3]AB[aa:ab]AW[ba]PL[W];W[cc])"),
        ("7x6:4:-2", "(;SZ[7:6];B[df];W[de])"),
    ]
    .map(|(game, text)| [&[games::number_of(game), 255], text.as_bytes()].concat())
    .into()
}
