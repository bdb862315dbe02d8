//! Game text, `SIZES:K[:FACES[:FLAG]…]`.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use super::game::{Face, Flag, Game, Placement};

const MAX_DIMENSIONS: usize = 8;
const MAX_CELLS: usize = 4096;

/// Why a text is not a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// The part after the sizes is missing.
    #[error("the run length is missing: write SIZES:K, such as 3x3:3")]
    NoRun,
    /// A size or the run length is not a number from 1.
    #[error("{0:?} is not a number from 1")]
    Number(String),
    /// More dimensions than the class has.
    #[error("{0} dimensions; at most {MAX_DIMENSIONS} are allowed")]
    Dimensions(usize),
    /// More cells than the class has.
    #[error("the board has more than {MAX_CELLS} cells")]
    Cells,
    /// Not a face of this board.
    #[error("{0:?} is not a face of this board")]
    Face(String),
    /// Not a rule variation.
    #[error("{0:?} is not a rule variation")]
    Flag(String),
    /// A face or a flag that was given before.
    #[error("{0:?} is given twice")]
    Repeated(String),
}

impl Game {
    /// Reads game text. Names of presets are not game text; the oracle knows none.
    ///
    /// ```
    /// use connect_toe_testkit::oracle::Game;
    /// assert_eq!(Game::parse("2x2:2:all:torus:exact")?.to_string(), "2x2:2:+1,-1,+2,-2:exact:torus");
    /// assert_eq!(Game::parse("3x3:3:free")?.to_string(), "3x3:3");
    /// # Ok::<(), connect_toe_testkit::oracle::GameError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a game of the class; the error is the first reason found.
    pub fn parse(text: &str) -> Result<Game, GameError> {
        let mut parts = text.split(':');
        let sizes: Vec<usize> =
            parts.next().unwrap_or_default().split('x').map(positive).collect::<Result<_, _>>()?;
        if sizes.len() > MAX_DIMENSIONS {
            return Err(GameError::Dimensions(sizes.len()));
        }
        let cells = sizes.iter().try_fold(1_usize, |cells, &size| cells.checked_mul(size));
        if cells.is_none_or(|cells| cells > MAX_CELLS) {
            return Err(GameError::Cells);
        }
        let run = positive(parts.next().ok_or(GameError::NoRun)?)?;
        let placement = parts.next().map_or(Ok(Placement::Free), |text| placement(text, sizes.len()))?;
        let mut flags = BTreeSet::new();
        for text in parts {
            let flag = Flag::ALL.into_iter().find(|flag| flag.to_string() == text);
            if !flags.insert(flag.ok_or_else(|| GameError::Flag(text.to_owned()))?) {
                return Err(GameError::Repeated(text.to_owned()));
            }
        }
        Ok(Game::new(sizes, run, placement, flags))
    }
}

/// The canonical game text.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        write!(f, "{}:{}", sizes.join("x"), self.run)?;
        match &self.placement {
            Placement::Free if self.flags.is_empty() => {}
            Placement::Free => write!(f, ":free")?,
            Placement::Faces(faces) => {
                let faces: Vec<String> = faces.iter().map(Face::to_string).collect();
                write!(f, ":{}", faces.join(","))?;
            }
        }
        self.flags.iter().try_for_each(|flag| write!(f, ":{flag}"))
    }
}

fn positive(text: &str) -> Result<usize, GameError> {
    let error = || GameError::Number(text.to_owned());
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    text.parse().ok().filter(|&number| number > 0).ok_or_else(error)
}

fn placement(text: &str, dimensions: usize) -> Result<Placement, GameError> {
    let every_face = (0..dimensions)
        .flat_map(|dimension| [false, true].map(|from_high_end| Face { dimension, from_high_end }));
    match text {
        "free" => Ok(Placement::Free),
        "all" => Ok(Placement::Faces(every_face.collect())),
        ids => {
            let mut faces = BTreeSet::new();
            for id in ids.split(',') {
                let face = every_face.clone().find(|face| face.to_string() == id);
                if !faces.insert(face.ok_or_else(|| GameError::Face(id.to_owned()))?) {
                    return Err(GameError::Repeated(id.to_owned()));
                }
            }
            Ok(Placement::Faces(faces))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_is_a_fixed_point() -> Result<(), GameError> {
        for (text, canonical) in [
            ("7x6:4:-2", "7x6:4:-2"),
            ("3x3:3:free", "3x3:3"),
            ("5:3:free:torus:misere", "5:3:free:misere:torus"),
            ("2x3:2:-2,+1,+2", "2x3:2:+1,+2,-2"),
            ("2:9:all:exact", "2:9:+1,-1:exact"),
        ] {
            let printed = Game::parse(text)?.to_string();
            assert_eq!(printed, canonical);
            assert_eq!(Game::parse(&printed)?.to_string(), canonical);
        }
        Ok(())
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let number = |text: &str| GameError::Number(text.to_owned());
        for (text, error) in [
            ("", number("")),
            ("3x3", GameError::NoRun),
            ("3x:3", number("")),
            ("3x0:3", number("0")),
            ("+3:3", number("+3")),
            ("3x3:0", number("0")),
            ("3x3:-1", number("-1")),
            ("1x1x1x1x1x1x1x1x1:1", GameError::Dimensions(9)),
            ("64x65:3", GameError::Cells),
            ("4294967296x4294967296x4294967296:3", GameError::Cells),
            ("3x3:3:3", GameError::Face("3".to_owned())),
            ("3x3:3:+3", GameError::Face("+3".to_owned())),
            ("3x3:3:", GameError::Face(String::new())),
            ("3x3:3:exact", GameError::Face("exact".to_owned())),
            ("3x3:3:+1,+1", GameError::Repeated("+1".to_owned())),
            ("3x3:3:free:round", GameError::Flag("round".to_owned())),
            ("3x3:3:free:torus:torus", GameError::Repeated("torus".to_owned())),
        ] {
            assert_eq!(Game::parse(text).err(), Some(error), "{text}");
        }
    }
}
