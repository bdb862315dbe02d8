//! The argument that names a game.

use connect_toe_game::GameSpec;

/// Game text or a preset's name as it is, and for `@FILE` the text of the game whose lines the file lists.
pub(crate) fn text(argument: &str) -> Result<String, String> {
    let Some(path) = argument.strip_prefix('@') else { return Ok(argument.to_owned()) };
    let lines = std::fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    let spec = GameSpec::from_lines(&lines).map_err(|error| format!("{path}: {error}"))?;
    Ok(spec.to_string())
}
