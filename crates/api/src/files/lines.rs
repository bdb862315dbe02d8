//! Games whose winning lines a file lists.

use std::fs;
use std::path::Path;

use connect_toe_game::LinesFile;

use crate::error::Error;

/// The file that a game's text names: `@FILE`.
pub fn named_file(game: &str) -> Option<&Path> {
    game.strip_prefix('@').map(Path::new)
}

/// Canonical text for `@FILE`, which names a file of winning lines; any other text as it is.
///
/// # Errors
/// A file that cannot be read, or does not list the lines of a game.
///
/// ```
/// assert_eq!(connect_toe_api::files::game_text("connect-four")?, "connect-four");
/// let error = connect_toe_api::files::game_text("@no.such.txt").unwrap_err();
/// assert!(error.to_string().starts_with("cannot read no.such.txt: "));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
pub fn game_text(text: &str) -> Result<String, Error> {
    named_file(text).map_or_else(|| Ok(text.to_owned()), |path| Ok(lines_file(path)?.game.to_string()))
}

/// The game whose lines a file lists, and the places of its cells.
///
/// # Errors
/// A file that cannot be read, or does not list the lines of a game.
pub fn lines_file(path: &Path) -> Result<LinesFile, Error> {
    Ok(read(path)?.1)
}

/// The text of a file that lists the lines of a game.
///
/// # Errors
/// As [`lines_file`].
pub fn lines_text(path: &Path) -> Result<String, Error> {
    Ok(read(path)?.0)
}

/// The text of a file, and what it says.
fn read(path: &Path) -> Result<(String, LinesFile), Error> {
    let text = fs::read_to_string(path).map_err(|error| {
        Error::request(format!("cannot read {}: {error}", path.display())).of_file(error.kind())
    })?;
    let file = text.parse().map_err(|error| Error::request(format!("{}: {error}", path.display())))?;
    Ok((text, file))
}
