//! The commands of a game, the same words in both modes.

/// What a person can ask for besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Undo,
    Hint,
    Evaluate,
    New,
    Swap,
    Help,
    Quit,
    Moves,
    Board,
}

/// A command's row: its word, its key in full screen and what it does.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) command: Command,
    pub(super) word: &'static str,
    /// The key in full screen; its lower-case letter is short for the word where it names no cell.
    pub(super) key: Option<char>,
    pub(super) about: &'static str,
}

/// Every command.
pub(super) const COMMANDS: &[Row] = &[
    Row { command: Command::Undo, word: "undo", key: Some('U'), about: "take moves back to your last turn" },
    Row { command: Command::Hint, word: "hint", key: Some('?'), about: "a good move, and its value" },
    Row {
        command: Command::Evaluate,
        word: "eval",
        key: Some('E'),
        about: "what each heuristic says, and the value of every move",
    },
    Row { command: Command::New, word: "new", key: Some('N'), about: "begin a new game" },
    Row { command: Command::Swap, word: "swap", key: Some('S'), about: "change sides with the computer" },
    Row { command: Command::Moves, word: "moves", key: None, about: "list the legal moves" },
    Row { command: Command::Board, word: "board", key: None, about: "show the board again" },
    Row { command: Command::Help, word: "help", key: Some('H'), about: "show this help" },
    Row { command: Command::Quit, word: "quit", key: Some('Q'), about: "leave" },
];

impl Command {
    /// Reads a command word. A single letter is enough where it names no cell, on boards of two
    /// dimensions and more.
    pub(super) fn parse(text: &str, dimensions: usize) -> Option<Command> {
        let text = text.to_ascii_lowercase();
        if text == "exit" {
            return Some(Command::Quit);
        }
        let is = |row: &&Row| {
            let letter = row.key.map(|key| key.to_ascii_lowercase().to_string());
            let short = letter.as_deref() == Some(&text) && (dimensions > 1 || text == "?");
            row.word == text || short
        };
        COMMANDS.iter().find(is).map(|row| row.command)
    }

    /// The command of a key in full screen.
    pub(super) fn of_key(key: char) -> Option<Command> {
        COMMANDS.iter().find(|row| row.key == Some(key)).map(|row| row.command)
    }

    /// The command's word.
    pub(super) fn word(self) -> &'static str {
        COMMANDS.iter().find(|row| row.command == self).map_or("", |row| row.word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect_toe_game::Game;

    #[test]
    fn words_and_letters_are_read() {
        assert_eq!(Command::parse("undo", 2), Some(Command::Undo));
        assert_eq!(Command::parse("Q", 2), Some(Command::Quit));
        assert_eq!(Command::parse("?", 1), Some(Command::Hint));
        assert_eq!(Command::parse("u", 1), None, "in one dimension a letter is a cell");
        assert_eq!(Command::parse("d1", 2), None);
    }

    #[test]
    fn no_command_word_is_a_cell_of_any_board() {
        let longest: Game = "4096:5".parse().expect("sound game text");
        for row in COMMANDS {
            assert!(longest.geometry().parse_cell(row.word).is_err(), "{}", row.word);
        }
    }
}
