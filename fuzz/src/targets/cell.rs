//! Cells.

use crate::games;
use crate::input::Input;

/// Reads text as a cell of one of a few boards.
///
/// # Panics
/// On a bug.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let geometry = games::fixed(&mut input).geometry();
    let text = input.text();
    match geometry.parse_cell(&text) {
        Ok(cell) => {
            assert!(geometry.cells().contains(&cell), "{text:?} was read as a cell off the board");
            let printed = geometry.cell_text(cell);
            assert_eq!(geometry.parse_cell(&printed), Ok(cell), "{text:?} prints as {printed:?}");
            let from_one: Vec<String> =
                geometry.coordinates(cell).iter().map(|coordinate| (coordinate + 1).to_string()).collect();
            assert_eq!(geometry.parse_cell(&from_one.join(",")), Ok(cell), "{text:?} by coordinates");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Cells of several boards.
pub fn seeds() -> Vec<Vec<u8>> {
    [("3x3:3", "a1"), ("7x6:4:-2", "4,1"), ("4x4x4:4", "d4.4"), ("27x30:5", "aa30"), ("5:2", "e")]
        .map(|(game, cell)| [&[games::number_of(game)], cell.as_bytes()].concat())
        .into()
}
