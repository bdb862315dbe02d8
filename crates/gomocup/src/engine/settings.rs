//! The settings of an engine: `cmd="…",time=1s`.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use connect_toe_eval::{Key, SettingError, Settings};
use connect_toe_players::parse_time;

pub(super) const KEYS: &[Key] = &[
    Key {
        name: "cmd",
        about: "the engine's program and its arguments, separated by spaces; \"…\" around a text with commas",
    },
    Key {
        name: "grace",
        about: "time that a move can take beyond the engine's time (1s by default); default 100ms",
    },
    Key { name: "memory", about: "MiB of memory that the engine is told to use; default 350" },
];

/// How an engine is started and limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSettings {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The time for a move.
    pub(super) time: Duration,
    pub(super) grace: Duration,
    /// The limit of memory, in bytes.
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

/// Whether it is a file that may be started.
fn can_be_started(path: &Path) -> bool {
    let Ok(found) = path.metadata() else { return false };
    #[cfg(unix)]
    let is_executable = std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let is_executable = true;
    found.is_file() && is_executable && is_program(path)
}

/// Whether a file begins as programs do: one of this system, a script whose interpreter is there, or a program of
/// Windows, which a system may start too. A file that cannot be read may be a program.
fn is_program(path: &Path) -> bool {
    let mut start = Vec::new();
    if File::open(path).and_then(|file| file.take(MOST_OF_A_LINE).read_to_end(&mut start)).is_err() {
        return true;
    }
    if let Some(line) = start.strip_prefix(b"#!") {
        let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let interpreter = String::from_utf8_lossy(line);
        return interpreter.split_whitespace().next().is_some_and(|name| Path::new(name).exists());
    }
    // ELF, Mach-O in both orders of bytes and for several processors, and Windows.
    let magics: [&[u8]; 5] =
        [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa\xcf", b"\xca\xfe\xba\xbe", b"MZ"];
    magics.iter().any(|magic| start.starts_with(magic))
}

/// Bytes of a script in which its interpreter is named.
const MOST_OF_A_LINE: u64 = 256;

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

    #[cfg(unix)]
    #[test]
    fn a_program_begins_as_programs_do() {
        use std::os::unix::fs::PermissionsExt;
        let folder = env::temp_dir().join(format!("connect-toe-programs-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let is_program = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("is written");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("is allowed");
            is_there(path.to_str().expect("text"))
        };
        assert!(is_program("script", "#!/bin/sh\necho OK\n") && is_program("spaced", "#! /bin/sh -e\n"));
        assert!(!is_program("words", "echo OK\n") && !is_program("empty", ""));
        assert!(!is_program("orphan", "#!/no/such/interpreter\n"));
        std::fs::remove_dir_all(&folder).expect("is removed");
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
