//! A game in a file: written after every move, and played on or replayed from there.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use connect_toe_api::{Error, Position, ReadGame, Work, WriteForm, WriteGame, write_file};
use connect_toe_game::text::printable_json;
use connect_toe_game::{BySide, Cell, Game, Side, with_game};
use connect_toe_players::PlayerSpec;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, warn};

use super::session::{Seat, Session, standing};

/// A game as its file has it: one JSON value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedGame {
    /// The form of the file: 1.
    version: u32,
    /// The game as the person wrote it, a preset's name for one.
    pub(super) name: String,
    /// The game's text, which holds whatever becomes of the name.
    game: String,
    /// The board that the moves start from, if it is not the empty one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// The side that moves first on that board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<String>,
    /// The moves, separated by spaces.
    moves: String,
    /// `person`, or the text of the player.
    x: String,
    o: String,
    seed: u64,
    /// How the game stands.
    result: String,
}

/// What files of every form have.
#[derive(Deserialize)]
struct Form {
    version: u32,
}

const HINT: &str =
    "play --save FILE writes one; games of Piskvork (.psq) and in the Smart Game Format are read too";
const VERSION: u32 = 1;
const PERSON: &str = "person";

impl SavedGame {
    pub(super) fn of(session: &Session) -> SavedGame {
        let game = session.game();
        let mut start = game.clone();
        while start.undo().is_some() {}
        let is_empty = start.to_move() == Side::X && !start.board_text().contains(['x', 'o']);
        let player = |side| match session.seat(side) {
            Seat::Person => PERSON.to_owned(),
            Seat::Computer => session.opponent().to_string(),
        };
        SavedGame {
            version: VERSION,
            name: session.name().to_owned(),
            game: game.spec().to_string(),
            board: (!is_empty).then(|| start.board_text()),
            to_move: (!is_empty).then(|| start.to_move().to_string()),
            moves: session.moves_text(),
            x: player(Side::X),
            o: player(Side::O),
            seed: session.seed(),
            result: session.standing(),
        }
    }

    /// A game from its text, its moves, and who had X and O. One that is not over is left to a person,
    /// and so is one of two different players.
    pub(crate) fn of_moves(
        game: &str,
        moves: &str,
        [x, o]: [&str; 2],
        seed: u64,
    ) -> Result<SavedGame, Failure> {
        let mut saved = SavedGame {
            version: VERSION,
            name: game.to_owned(),
            game: game.to_owned(),
            board: None,
            to_move: None,
            moves: moves.to_owned(),
            x: PERSON.to_owned(),
            o: PERSON.to_owned(),
            seed,
            result: String::new(),
        };
        let outcome = saved.replay()?.outcome();
        // A session has one computer player: where two others met, the game is only looked at.
        if outcome.is_some() && x == o {
            (saved.x, saved.o) = (x.to_owned(), o.to_owned());
        }
        saved.result = standing(outcome);
        Ok(saved)
    }

    /// Writes a new file.
    pub(crate) fn write_new(&self, path: &Path) -> Result<(), Failure> {
        let text = path.display();
        if path.is_file() {
            return Err(Failure::request(format!("{text} exists: the game would replace it"))
                .hint("name another file with --save"));
        }
        self.write(path).map_err(|error| Failure::run(error).hint("name another file with --save"))
    }

    /// Writes the file in the form that the end of its name asks for, or says why it cannot be written.
    fn write(&self, path: &Path) -> Result<(), String> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let text = if let Some(form) = WriteForm::of_extension(&extension) {
            self.in_form(form).map_err(|error| format!("{}: {error}", path.display()))?
        } else {
            let json = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
            format!("{}\n", printable_json(&json))
        };
        write_file(path, &text)
            .map_err(|error| format!("cannot save the game in {}: {error}", path.display()))
    }

    /// The game in the form of another program.
    fn in_form(&self, form: WriteForm) -> Result<String, Error> {
        let (moves, board, to_move) = (self.moves.clone(), self.board.clone(), self.to_move.clone());
        let (game, x, o) = (self.game.clone(), self.x.clone(), self.o.clone());
        WriteGame { game, moves, board, to_move, x, o, form }.run(&Work::new()).map(|written| written.text)
    }

    /// The game of another program's text, played by two people. What is left out is told.
    fn of_record(path: &Path, game: Option<&str>, text: String) -> Result<SavedGame, Failure> {
        let read = ReadGame { game: game.map(str::to_owned), text }.run(&Work::new());
        let read = read.map_err(|error| Failure::from(error.with_hint(HINT)).of_file(path))?;
        let file = path.display();
        if read.games > 1 {
            warn(&format!("{file} has {} games: this is the first", read.games));
        }
        if read.variations.is_some() {
            warn(&format!("{file} has variations: this is the main line"));
        }
        let mut saved = SavedGame {
            version: VERSION,
            name: game.map_or_else(|| read.game.clone(), str::to_owned),
            game: read.game,
            board: read.board,
            to_move: read.to_move,
            moves: read.moves.join(" "),
            x: PERSON.to_owned(),
            o: PERSON.to_owned(),
            seed: connect_toe_api::DEFAULT_SEED,
            result: String::new(),
        };
        saved.result = standing(saved.replay()?.outcome());
        Ok(saved)
    }

    /// Reads a file: a saved game, or one of another program. `game` has to fit if it is given.
    pub(super) fn load(path: &Path, game: Option<&str>) -> Result<SavedGame, Failure> {
        /// More than the longest game takes.
        const LONGEST: u64 = 1 << 20;
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::request(format!("{} is not a saved game: {error}", path.display())).hint(HINT)
        };
        let mut bytes = Vec::new();
        let file = fs::File::open(path)
            .map_err(|error| Failure::request(format!("cannot read {}: {error}", path.display())))?;
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
        if bytes.len() as u64 > LONGEST {
            return Err(wrong(&format!("it is larger than {LONGEST} bytes")));
        }
        // The names of players in games of other programs may have another encoding.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
            return SavedGame::of_record(path, game, text);
        }
        // Another form may have other fields.
        let Form { version } = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        if version != VERSION {
            return Err(wrong(&format!("its form is {version}, and this program reads form {VERSION}"))
                .hint("use the version of the program that wrote it"));
        }
        let saved: SavedGame = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        if let Some(game) = game {
            let given = connect_toe_api::game(game)?;
            if saved.game.parse().ok().as_ref() != Some(given.spec()) {
                let error = format!("{} is a game of {}, not of {game}", path.display(), saved.game);
                return Err(Failure::request(error).hint("leave the game out"));
            }
        }
        Ok(saved)
    }

    /// The game with its moves made.
    pub(super) fn replay(&self) -> Result<Game, Failure> {
        let mut game: Game = self.game.parse().map_err(Failure::request)?;
        let position = Position { moves: None, board: self.board.clone(), to_move: self.to_move.clone() };
        with_game!(&mut game, record => position.apply(record))?;
        for text in self.moves.split_whitespace() {
            let refused = |reason| Failure::request(format!("the saved move {text}: {reason}"));
            let cell = game.parse_move(text).map_err(refused)?;
            game.play(cell).map_err(refused)?;
        }
        Ok(game)
    }

    pub(super) fn seats(&self) -> BySide<Seat> {
        let seat = |text: &str| if text == PERSON { Seat::Person } else { Seat::Computer };
        BySide { x: seat(&self.x), o: seat(&self.o) }
    }

    /// The player that the computer plays with, if it plays. A file can come from anywhere, so it names built-in players
    /// alone, not other programs.
    pub(super) fn opponent(&self) -> Result<Option<PlayerSpec>, Failure> {
        let is_computer = |text: &&String| *text != PERSON;
        if [&self.x, &self.o].iter().all(is_computer) && self.x != self.o {
            return Err(Failure::request(
                "x and o are different players: both are people, or one player plays",
            ));
        }
        let text = [&self.x, &self.o].into_iter().find(is_computer);
        let built_in = |text: &String| {
            connect_toe_api::catalogue_with_files().player(text).map_err(|error| {
                Failure::request(error).hint(
                    "name the player with --opponent; a saved game can come from anywhere and starts no other programs",
                )
            })
        };
        text.map(built_in).transpose()
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Checks that the result is the one that the moves lead to: a file that was changed by hand says one thing and
    /// means another.
    pub(super) fn check(&self, session: &Session) -> Result<(), Failure> {
        let found = session.standing();
        if self.result == found {
            return Ok(());
        }
        Err(Failure::request(format!(
            "the saved game says `{}`, but after its moves it is `{found}`",
            self.result
        )))
    }
}

/// Keeps a game's file up to date.
#[derive(Debug)]
pub(super) struct Saver {
    /// The file of the first game.
    first: PathBuf,
    /// The file of this game.
    path: PathBuf,
    round: u64,
    /// What the file says about the game: its moves, and who plays.
    written: Option<(Vec<Cell>, BySide<Seat>)>,
    /// Why the file is not up to date.
    failure: Option<String>,
}

impl Saver {
    /// Saves a game to this path, only if nothing is lost: to a new file, or to the one that it was loaded from.
    pub(super) fn new(path: &Path, loaded: Option<&Path>) -> Result<Saver, Failure> {
        let real = |path: &Path| path.canonicalize().ok();
        let is_same = loaded.is_some_and(|loaded| real(loaded) == real(path));
        if path.is_file() && !is_same {
            let text = path.display();
            return Err(Failure::request(format!("{text} exists: the game would replace it"))
                .hint(format!("name another file, or go on with --load {text} --save {text}")));
        }
        Ok(Saver { first: path.to_owned(), path: path.to_owned(), round: 0, written: None, failure: None })
    }

    /// The file of this game, if it has one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.written.is_some().then_some(&*self.path)
    }

    /// Writes the game if the file is not up to date, and returns what went wrong, once, or where a new game will be saved, once.
    /// It has a file of its own from its first move on: `game.json` is followed by `game-2.json`.
    pub(super) fn save(&mut self, session: &Session) -> Result<Option<String>, String> {
        let is_new = session.round() != self.round;
        if is_new {
            self.round = session.round();
            self.path = next_free(&self.first);
            self.written = None;
        }
        if session.round() > 0 && !session.is_begun() && self.written.is_none() {
            return Ok(is_new.then(|| format!("This game will be saved in {}", self.path.display())));
        }
        let seats = BySide::from_fn(|side| session.seat(side));
        let is_written =
            |(moves, players): &(Vec<Cell>, _)| moves == session.game().moves() && *players == seats;
        if self.written.as_ref().is_some_and(is_written) {
            return Ok(None);
        }
        let done = SavedGame::of(session).write(&self.path);
        self.failure = done.clone().err();
        // What could not be written is tried again after the next move.
        self.written = Some((session.game().moves().to_vec(), seats));
        done.map(|()| None)
    }

    /// The failure of a run whose game is not in its file.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.failure.map_or(Ok(()), |failure| Err(Failure::run(failure)))
    }
}

/// The first of `name-2`, `name-3` and so on that is not there; a device or a pipe is written again.
fn next_free(path: &Path) -> PathBuf {
    if path.exists() && !path.is_file() {
        return path.to_owned();
    }
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    let dot = if extension.is_empty() { "" } else { "." };
    let mut number = 2_u64;
    loop {
        let candidate = path.with_file_name(format!("{stem}-{number}{dot}{extension}"));
        if !candidate.exists() {
            return candidate;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{YOU_ARE_O, session};
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        let played = session("connect-four", "44533255", YOU_ARE_O);
        let mut saver = Saver::new(&path, None).expect("a new file");
        saver.save(&played).expect("it is written");
        let saved = SavedGame::load(&path, None).expect("it is read");
        assert_eq!(saved, SavedGame::of(&played));
        let game = saved.replay().expect("its moves are legal");
        assert_eq!(game.moves(), played.game().moves());
        assert_eq!(saved.seats(), YOU_ARE_O);
        assert_eq!(saved.opponent().expect("a player").as_ref(), Some(played.opponent()));
    }

    #[test]
    fn forms_of_other_programs_are_written_and_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let played = session("gomoku", "h8 i9 a1", YOU_ARE_O);
        for (name, beginning) in
            [("game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n1,15,0\n"), ("game.SGF", "(;FF[4]GM[4]")]
        {
            let path = folder.path().join(name);
            SavedGame::of(&played).write_new(&path).expect("it is written");
            assert!(fs::read_to_string(&path).expect("a file").starts_with(beginning), "{name}");
            let saved = SavedGame::load(&path, None).expect("it is read");
            assert_eq!(
                (saved.game.as_str(), saved.moves.as_str(), saved.x.as_str()),
                ("15x15:5", "h8 i9 a1", "person")
            );
            assert!(SavedGame::load(&path, Some("20x20:5")).is_err(), "{name}");
            assert_eq!(SavedGame::load(&path, Some("gomoku")).expect("its game").name, "gomoku");
        }
        let path = folder.path().join("game.digits");
        let error = SavedGame::of(&played).write_new(&path).expect_err("no columns");
        assert!(!path.exists() && format!("{error:?}").contains("digits cannot hold this game"), "{error:?}");
    }

    #[test]
    fn a_board_is_saved_with_the_moves_that_follow_it() {
        let mut game: Game = "tic-tac-toe".parse().expect("a game");
        game.set_board("xx_/_o_/___", Some(Side::O)).expect("a board");
        let cell = game.parse_move("c3").expect("a move");
        game.play(cell).expect("a move");
        let opponent = "random".parse().expect("a player");
        let played = Session::new("tic-tac-toe", game, YOU_ARE_O, opponent, 3);
        let saved = SavedGame::of(&played);
        assert_eq!((saved.board.as_deref(), saved.moves.as_str()), (Some("xx_/_o_/___"), "c3"));
        assert_eq!(saved.replay().expect("a game").board_text(), played.game().board_text());
    }

    #[test]
    fn every_game_has_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name| folder.path().join(name);
        let mut played = session("tic-tac-toe", "", YOU_ARE_O);
        let mut saver = Saver::new(&file("game.json"), None).expect("a new file");
        for expected in ["game.json", "game-2.json", "game-3.json"] {
            played.play(played.legal()[0]).expect("a move");
            assert_eq!(saver.save(&played), Ok(None));
            assert_eq!(saver.path(), Some(&*file(expected)));
            played.restart();
            let note = saver.save(&played).expect("nothing to write yet").expect("it is said where");
            assert!(note.starts_with("This game will be saved in "), "{note}");
            assert_eq!((saver.save(&played), saver.path()), (Ok(None), None), "once");
        }
        assert_eq!(SavedGame::load(&file("game.json"), None).expect("a game").moves, "a1");
        assert!(!file("game-4.json").exists());
    }

    #[test]
    fn other_files_are_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("thesis.tex");
        fs::write(&path, "years of work").expect("it is written");
        assert!(Saver::new(&path, None).is_err());
        assert!(Saver::new(&path, Some(&folder.path().join("other.json"))).is_err());
        assert!(Saver::new(&path, Some(&path)).is_ok());
        assert!(SavedGame::load(&path, None).is_err());
    }
}
