//! The settings of an engine: `cmd="…",time=1s`.

use std::env;
use std::path::Path;
use std::time::Duration;

use connect_toe_eval::{Key, SettingError, Settings};
use connect_toe_players::parse_time;

pub(super) const KEYS: &[Key] = &[
    Key {
        name: "cmd",
        about: "the engine's program, with arguments after spaces; \"…\" around a text with commas",
    },
    Key {
        name: "grace",
        about: "time that a move may take beyond the engine's time, which is 1s by default; default 100ms",
    },
    Key { name: "memory", about: "MiB of memory that the engine is told to use; default 350" },
];

/// How an engine is started and limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSettings {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// For a move.
    pub(super) time: Duration,
    pub(super) grace: Duration,
    /// In bytes.
    pub(super) memory: i64,
}

impl EngineSettings {
    pub(super) fn of(settings: &Settings) -> Result<EngineSettings, SettingError> {
        let program = "a program that is there and can be started, with arguments after spaces, as in cmd=\"/path/to/pbrain-engine\"";
        let command = settings.text("cmd").and_then(words).filter(|words| is_there(&words[0]));
        let Some(command) = command else { return Err(settings.refuse("cmd", program)) };
        for key in ["clock", "nodes"] {
            if settings.text(key).is_some() {
                return Err(settings.refuse(key, "left out: another program has a time for each move"));
            }
        }
        let time = |key, default| match settings.text(key) {
            None => Ok(Duration::from_millis(default)),
            Some(text) => parse_time(text).map_err(|_| settings.refuse(key, "a time such as 500ms or 2s")),
        };
        let (time, grace) = (time("time", 1000)?, time("grace", 100)?);
        let mebibytes = "a whole number of MiB from 1 to 1048576";
        let memory = match settings.get("memory", mebibytes)? {
            None => 350,
            Some(memory @ 1..=0x0010_0000) => memory,
            Some(_) => return Err(settings.refuse("memory", mebibytes)),
        };
        Ok(EngineSettings { command, time, grace, memory: memory << 20 })
    }
}

/// The words of a command; spaces in quotes do not end a word. None if there is not one, or a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (quote.is_none() && words.first().is_some_and(|word| !word.is_empty())).then_some(words)
}

/// Whether a program is where it is said to be, or on the path.
fn is_there(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return can_be_started(path);
    }
    let Some(folders) = env::var_os("PATH") else { return false };
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders)
        .any(|folder| can_be_started(&folder.join(program)) || can_be_started(&folder.join(&file)))
}

/// Whether it is a file that somebody may start.
fn can_be_started(path: &Path) -> bool {
    let Ok(found) = path.metadata() else { return false };
    #[cfg(unix)]
    let is_executable = std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let is_executable = true;
    found.is_file() && is_executable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_program_is_a_file_that_can_be_started() {
        assert!(is_there("/bin/sh") && is_there("sh"));
        assert!(!is_there("/bin") && !is_there("/no/such/program"));
        let text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(Path::new(text).is_file() && !is_there(text));
    }

    #[test]
    fn commands_are_words() {
        let words_of = |text| words(text).unwrap_or_default();
        assert_eq!(words_of("a  b 'c d' e\"f g\"h ''"), ["a", "b", "c d", "ef gh", ""]);
        assert_eq!(words_of("C:\\Engines\\pbrain.exe"), ["C:\\Engines\\pbrain.exe"]);
        for text in ["", "  ", "'a", "'' b"] {
            assert_eq!(words(text), None, "{text}");
        }
    }
}
