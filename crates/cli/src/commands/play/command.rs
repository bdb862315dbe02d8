//! The commands of a game, the same words in both modes.

use connect_toe_game::Game;

use super::entry;

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
    Replay,
    Now,
}

/// A command's row: its word, its key in full screen and what it does.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) command: Command,
    pub(super) word: &'static str,
    /// The key in full screen; its lower-case letter does the same where it names no column.
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
    Row { command: Command::Now, word: "now", key: Some('M'), about: "move now: end the thinking" },
    Row { command: Command::New, word: "new", key: Some('N'), about: "begin a new game" },
    Row { command: Command::Swap, word: "swap", key: Some('S'), about: "change sides with the computer" },
    Row {
        command: Command::Replay,
        word: "replay",
        key: Some('R'),
        about: "what every move was worth; blunders",
    },
    Row { command: Command::Moves, word: "moves", key: Some('L'), about: "list the legal moves" },
    Row { command: Command::Board, word: "board", key: None, about: "show the board again" },
    Row { command: Command::Help, word: "help", key: Some('H'), about: "show this help" },
    Row { command: Command::Quit, word: "quit", key: Some('Q'), about: "leave" },
];

impl Command {
    /// Reads a command word. A single letter is enough where it is not a move.
    pub(super) fn parse(text: &str, game: &Game) -> Option<Command> {
        let text = text.trim_start_matches(':').to_ascii_lowercase();
        if text == "exit" {
            return Some(Command::Quit);
        }
        let is_move = entry::is_move_text(game, &text);
        let is = |row: &&Row| {
            let letter = row.key.map(|key| key.to_ascii_lowercase().to_string());
            row.word == text || letter.as_deref() == Some(&text) && !is_move
        };
        COMMANDS.iter().find(is).map(|row| row.command)
    }

    /// The command of a key in full screen: a capital, or a small letter that begins no cell of this board.
    pub(super) fn of_key(key: char, game: &Game) -> Option<Command> {
        let key = if entry::begins_cell(game, key) { key } else { key.to_ascii_uppercase() };
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

    fn game(text: &str) -> Game {
        text.parse().expect("sound game text")
    }

    #[test]
    fn words_and_letters_are_read() {
        let parse = |text, board| Command::parse(text, &game(board));
        assert_eq!(parse("undo", "3x3:3"), Some(Command::Undo));
        assert_eq!(parse(":undo", "3x3:3"), Some(Command::Undo));
        assert_eq!(parse("Q", "3x3:3"), Some(Command::Quit));
        assert_eq!(parse("?", "30:5"), Some(Command::Hint));
        assert_eq!(parse("u", "30:5"), None, "in one dimension a letter is a cell");
        assert_eq!(parse("u", "9:5"), Some(Command::Undo), "where the board has that cell");
        assert_eq!(parse("e", "connect-four"), None, "a letter names a column");
        assert_eq!(parse("e", "15x15:5"), Some(Command::Evaluate), "a column is no move where nothing drops");
        assert_eq!(parse("d1", "3x3:3"), None);
    }

    #[test]
    fn small_letters_are_keys_where_they_begin_no_cell() {
        let key = |key, board| Command::of_key(key, &game(board));
        assert_eq!(key('u', "connect-four"), Some(Command::Undo));
        assert_eq!(key('q', "15x15:5"), Some(Command::Quit));
        assert_eq!(key('h', "15x15:5"), None);
        assert_eq!(key('H', "15x15:5"), Some(Command::Help));
        assert_eq!(key('z', "4096:5"), None);
        assert_eq!(key('u', "30x30:5"), None, "a column of two letters may begin with any");
    }

    #[test]
    fn no_command_word_is_a_cell_of_any_board() {
        let longest = game("4096:5");
        for row in COMMANDS {
            assert!(longest.geometry().parse_cell(row.word).is_err(), "{}", row.word);
        }
    }
}
