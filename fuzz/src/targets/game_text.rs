//! Game text.

use connect_toe_game::{Game, GameSpec, presets};
use connect_toe_testkit::oracle;

/// Boards above this are read, but not compiled: that takes too long for a fuzzer.
const MAX_COMPILED_CELLS: usize = 100;

/// Reads text as a game.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let parsed = text.parse::<GameSpec>();
    if presets::find(&text).is_none() {
        match (&parsed, oracle::Game::parse(&without_leading_zeros(&text))) {
            (Ok(spec), Ok(reference)) => assert_eq!(spec.to_string(), reference.to_string(), "{text:?}"),
            (Ok(spec), Err(error)) => panic!("{text:?} was read as {spec}, but {error}"),
            // The reference knows no bound for the run length; the engine's lies far above every board.
            (Err(_), Ok(game)) if game.run().is_some_and(|run| run > usize::from(u16::MAX)) => {}
            (Err(error), Ok(game)) => panic!("{text:?} is the game {game}, but was refused: {error}"),
            (Err(_), Err(_)) => {}
        }
    }
    match parsed {
        Ok(spec) => {
            assert_eq!(spec.check(), Ok(()));
            let printed = spec.to_string();
            let again = printed.parse::<GameSpec>();
            assert_eq!(again.as_ref(), Ok(&spec), "{text:?} prints as {printed:?}");
            let cells: usize = spec.sizes.iter().map(|&size| usize::from(size)).product();
            if cells <= MAX_COMPILED_CELLS {
                let game = Game::new(&spec).expect("a checked game compiles");
                assert_eq!(game.geometry().cells().len(), cells);
            }
        }
        Err(error) => {
            assert!(!error.reasons.is_empty(), "{text:?}: refused without a reason");
            assert!(!error.to_string().is_empty());
        }
    }
}

/// The engine takes `03x3` for `3x3`; the reference is stricter.
fn without_leading_zeros(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let in_number = kept.ends_with(|before: char| before.is_ascii_digit());
        let leads = character == '0' && !in_number && rest.peek().is_some_and(char::is_ascii_digit);
        if !leads {
            kept.push(character);
        }
    }
    kept
}

/// The presets and some more.
pub fn seeds() -> Vec<Vec<u8>> {
    let more = ["tic-tac-toe", "2x2:2:all:torus:exact", "3x3:3:free", "1x1x1x1x1x1x1x1:1", "4096:5:-1"];
    presets::PRESETS.iter().map(|preset| preset.spec).chain(more).map(Into::into).collect()
}
