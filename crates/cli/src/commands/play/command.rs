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
    Lines,
    Board,
    Review,
    Why,
    Reasons,
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
        command: Command::Review,
        word: "review",
        key: Some('R'),
        about: "where did I go wrong? every move judged",
    },
    Row {
        command: Command::Why,
        word: "why",
        key: Some('W'),
        about: "why the computer's last move, and its chances",
    },
    Row {
        command: Command::Reasons,
        word: "reasons",
        key: Some('T'),
        about: "tell reasons of the computer's moves, or not",
    },
    Row { command: Command::Moves, word: "moves", key: Some('L'), about: "list the legal moves" },
    Row {
        command: Command::Lines,
        word: "lines",
        key: Some('P'),
        about: "the winning lines through a cell, as in lines a1",
    },
    Row { command: Command::Board, word: "board", key: None, about: "show the board again" },
    Row { command: Command::Help, word: "help", key: Some('H'), about: "show this help" },
    Row { command: Command::Quit, word: "quit", key: Some('Q'), about: "leave" },
];

impl Command {
    /// Reads a command word. A single letter is enough where it is not a move.
    pub(super) fn parse(text: &str, game: &Game) -> Option<Command> {
        let text = text.trim_start_matches(':').to_ascii_lowercase();
        match text.as_str() {
            "exit" => return Some(Command::Quit),
            "replay" => return Some(Command::Review),
            _ => {}
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

    /// Its key in full screen on this board: with Shift where the small letter begins a cell.
    pub(super) fn key_text(self, game: &Game) -> String {
        let key = COMMANDS.iter().find(|row| row.command == self).and_then(|row| row.key);
        key.map_or_else(String::new, |key| {
            let shift = if entry::begins_cell(game, key.to_ascii_lowercase()) { "Shift-" } else { "" };
            format!("{shift}{key}")
        })
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
    fn a_key_that_is_a_column_is_shown_with_shift_and_what_is_shown_works() {
        let text = |command: Command, board| command.key_text(&game(board));
        assert_eq!(text(Command::Evaluate, "connect-four"), "Shift-E");
        assert_eq!(text(Command::Help, "connect-four"), "H");
        assert_eq!(text(Command::Help, "8x8:4:-2"), "Shift-H");
        assert_eq!(text(Command::Hint, "4096:5"), "?");
        for board in ["tic-tac-toe", "connect-four", "15x15:5", "30x30:5"] {
            for row in COMMANDS.iter().filter(|row| row.key.is_some()) {
                let shown = row.command.key_text(&game(board));
                let key =
                    shown.strip_prefix("Shift-").map_or_else(|| shown.to_ascii_lowercase(), str::to_owned);
                let key = key.chars().next().expect("a key");
                assert_eq!(Command::of_key(key, &game(board)), Some(row.command), "{board} {shown}");
            }
        }
    }

    #[test]
    fn no_command_word_is_a_cell_of_any_board() {
        let longest = game("4096:5");
        for row in COMMANDS {
            assert!(longest.geometry().parse_cell(row.word).is_err(), "{}", row.word);
        }
    }
}
