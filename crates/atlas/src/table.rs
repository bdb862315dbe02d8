//! The atlas: what is known of many games, as one text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use connect_toe_game::{Cell, Faces, GameSpec, Geometry, Representative};
use thiserror::Error;

use crate::known::Known;
use crate::plan::order;

/// What is known of many games: a text with a block of lines for each board and line length.
///
/// ```text
/// connect-toe atlas 1
///
/// 3x3:3
/// -2 = 49 214 0                    3x3:3:-2 and what is Known of it
/// free = 1ff 304 0
/// free:misere = 10 1177 0.001
///
/// 4x3:3
/// …
/// ```
///
/// ```
/// use connect_toe_atlas::Atlas;
/// use connect_toe_solve::Value;
/// let found = Atlas::shipped().find(&"3x3:3".parse()?).expect("the atlas has it");
/// assert_eq!(found.known.value(), Some(Value::Draw));
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas(Cow<'static, str>);

/// A game of an atlas.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The game that the atlas has; that which was asked for has the same rules on a turned board.
    pub representative: Representative,
    /// What is known of it. Places are the representative's.
    pub known: Known,
}

/// Why a text is not an atlas.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AtlasError {
    /// It begins with other words.
    #[error("it does not begin with `{}`", Atlas::BEGINNING)]
    Beginning,
    /// A line that is not a game with what is known of it.
    #[error("line {0} is not a game with what is known of it")]
    Line(usize),
}

impl Atlas {
    /// The first line of the text.
    pub const BEGINNING: &str = "connect-toe atlas 1";

    /// The atlas that is a part of the program.
    pub fn shipped() -> &'static Atlas {
        // Made by `connect-toe atlas build crates/atlas/atlas.toml` and `connect-toe atlas export`.
        static SHIPPED: Atlas = Atlas(Cow::Borrowed(include_str!("../atlas.txt")));
        &SHIPPED
    }

    /// The plan that the atlas of the program was made by.
    pub fn shipped_plan() -> &'static str {
        include_str!("../atlas.toml")
    }

    /// An atlas of these games, which are [representatives](Representative) each.
    pub fn new(games: impl IntoIterator<Item = (GameSpec, Known)>) -> Atlas {
        let games: BTreeMap<_, _> =
            games.into_iter().map(|(game, known)| (order(&game), (game, known))).collect();
        let mut text = format!("{}\n", Atlas::BEGINNING);
        let mut block = String::new();
        for (game, known) in games.values() {
            let (board, rest) = words(game);
            if board != block {
                block = board;
                // Writing to a text does not fail.
                let _ = write!(text, "\n{block}\n");
            }
            let _ = writeln!(text, "{rest} {known}");
        }
        Atlas(Cow::Owned(text))
    }

    /// Reads the text of an atlas.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn read(text: &str) -> Result<Atlas, AtlasError> {
        if text.lines().next() != Some(Atlas::BEGINNING) {
            return Err(AtlasError::Beginning);
        }
        let atlas = Atlas(Cow::Owned(text.to_owned()));
        let wrong = atlas.lines().find(|(_, read)| read.is_none()).map(|(line, _)| line);
        wrong.map_or(Ok(atlas), |line| Err(AtlasError::Line(line)))
    }

    /// The text.
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// What is known of a game, if the atlas has it.
    pub fn find(&self, game: &GameSpec) -> Option<Found> {
        let representative = Representative::of(game);
        let (board, rest) = words(representative.spec());
        let start = self.0.find(&format!("\n\n{board}\n"))? + board.len() + 3;
        let block = self.0[start..].split("\n\n").next()?;
        let known = block.lines().find_map(|line| line.strip_prefix(&*rest)?.strip_prefix(' '))?;
        Some(Found { known: known.parse().ok()?, representative })
    }

    /// All games with what is known of them, smaller boards first.
    pub fn games(&self) -> impl Iterator<Item = (GameSpec, Known)> {
        self.lines().filter_map(|(_, game)| game)
    }

    /// The lines that have games, with their numbers from 1; `None` for one that is not sound.
    fn lines(&self) -> impl Iterator<Item = (usize, Option<(GameSpec, Known)>)> {
        let mut board = None;
        self.0.lines().enumerate().skip(1).filter_map(move |(place, line)| {
            if line.is_empty() {
                board = None;
                return None;
            }
            let Some(board) = board else {
                board = Some(line);
                return None;
            };
            let read = || {
                let (rest, known) = line.split_once(' ')?;
                Some((format!("{board}:{rest}").parse().ok()?, known.parse().ok()?))
            };
            Some((place + 1, read()))
        })
    }
}

impl Found {
    /// The best first moves of a game, whose representative this is, in canonical order; `None` if they are not known.
    pub fn best(&self, geometry: &Geometry) -> Option<Vec<Cell>> {
        let places = self.known.best.as_ref()?;
        let cell = |&place: &usize| self.representative.cell(place, geometry);
        let mut cells: Vec<Cell> = places.iter().map(cell).collect::<Option<_>>()?;
        cells.sort_by_key(|&cell| geometry.rank(cell));
        Some(cells)
    }
}

/// The two parts of a game's text in an atlas: board and line length; faces and rule variations.
fn words(game: &GameSpec) -> (String, String) {
    let board = GameSpec { lines: game.lines.clone(), ..GameSpec::new(game.sizes.clone(), 1, Faces::Free) }
        .to_string();
    let rest = std::iter::once(game.faces.to_string()).chain(game.flags());
    (board, rest.collect::<Vec<String>>().join(":"))
}

#[cfg(test)]
mod tests {
    use connect_toe_solve::Value;

    use super::*;

    fn known(text: &str) -> Known {
        text.parse().expect(text)
    }

    fn game(text: &str) -> GameSpec {
        text.parse().expect(text)
    }

    #[test]
    fn games_are_found_as_they_are_written() {
        let games = [
            ("4x3:3:-2", "W7 8 120 0"),
            ("3x3:3:free:misere", "= 10 1177 0.001"),
            ("3x3:3", "= 1ff 304 0"),
            ("3x3:3:-2", "= 49 214 0"),
        ];
        let atlas = Atlas::new(games.map(|(text, is_known)| (game(text), known(is_known))));
        assert_eq!(Atlas::read(atlas.as_text()).as_ref(), Ok(&atlas));
        let texts: Vec<String> = atlas.games().map(|(game, _)| game.to_string()).collect();
        assert_eq!(texts, ["3x3:3", "3x3:3:-2", "3x3:3:free:misere", "4x3:3:-2"]);
        for (text, is_known) in games {
            assert_eq!(atlas.find(&game(text)).map(|found| found.known), Some(known(is_known)), "{text}");
        }
        let turned = game("3x4:3:+1");
        let found = atlas.find(&turned).expect("it is there");
        assert_eq!(found.known.value(), Some(Value::Win(7)));
        let geometry = Geometry::of(&turned).expect("a game");
        let best: Vec<String> =
            found.best(&geometry).expect("known").iter().map(|&cell| geometry.cell_text(cell)).collect();
        assert_eq!(best, ["c2"]);
        assert_eq!(atlas.find(&game("3x3:2")), None);
        assert_eq!(atlas.find(&game("3x3:3:free:torus")), None);
    }

    #[test]
    fn what_is_not_an_atlas_is_refused() {
        assert_eq!(Atlas::read("something"), Err(AtlasError::Beginning));
        let text = format!("{}\n\n3x3:3\nfree = 1ff 304 0\nfree:odd = 1ff 304 0\n", Atlas::BEGINNING);
        assert_eq!(Atlas::read(&text), Err(AtlasError::Line(5)));
    }
}
