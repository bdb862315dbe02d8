//! Move lists.

use connect_toe_game::{Bits, Record, with_game};

use crate::games;
use crate::input::Input;

/// Reads text as the moves of one of a few games.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = games::fixed(&mut input);
    with_game!(game, record => check(record, &input.text()));
}

fn check<B: Bits>(record: &Record<B>, text: &str) {
    let rules = record.rules();
    match rules.parse_moves(text) {
        Ok(moves) => {
            let mut record = record.clone();
            for (index, &cell) in moves.iter().enumerate() {
                assert!(
                    rules.legal_moves(record.board()).contains(&cell),
                    "{text:?}: move {} is not legal",
                    index + 1
                );
                assert_eq!(record.play(cell), Ok(()), "{text:?}: move {}", index + 1);
            }
            let printed = rules.moves_text(&moves);
            assert_eq!(rules.parse_moves(&printed).as_ref(), Ok(&moves), "{text:?} prints as {printed:?}");
        }
        Err(error) => {
            assert!(error.number >= 1 && !error.text.is_empty(), "{text:?}: {error}");
            assert!(text.contains(&error.text), "{text:?}: the error quotes {:?}", error.text);
            // The moves before the one that is refused are sound. Where a word can be a string of columns,
            // a word is not a move.
            if rules.parse_move(&rules.start(), "1").is_err() {
                let words: Vec<&str> = text.split_whitespace().take(error.number - 1).collect();
                assert!(
                    rules.parse_moves(&words.join(" ")).is_ok(),
                    "{text:?}: {error}, but so is a move before"
                );
            }
        }
    }
}

/// Some games.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        ("3x3:3", "a1 b2 c3 a2 a3"),
        ("7x6:4:-2", "4453"),
        ("7x6:4:-2", "d1 d2 44 4,5"),
        ("4x4x4:4:-3", "a1.1 a1.2 d4.1"),
        ("4x4:3:all", "a1 d4 b1 c4"),
        ("12x3:4:-2", "99 l1 1,1"),
    ]
    .map(|(game, moves)| [&[games::number_of(game)], moves.as_bytes()].concat())
    .into()
}
