//! The files of a set.

use std::fs;
use std::io;
use std::path::Path;

use connect_toe_api::files::FileGroup;
use connect_toe_api::{Error, Hint, UnfinishedFiles};
use connect_toe_game::Game;
use connect_toe_grade::Labels;

use super::npz::Archive;

/// The names, with the card last.
const NAMES: [&str; 2] = ["positions.npz", "DATASET.md"];

/// Where a set is written.
pub(super) struct Files(FileGroup<{ NAMES.len() }>);

impl Files {
    /// Prepares to write into a folder, which must have no set yet: it took long to make.
    pub(super) fn prepare(folder: &Path, unfinished: &UnfinishedFiles) -> Result<Files, Error> {
        let there =
            NAMES.iter().map(|name| folder.join(name)).find(|path| fs::symlink_metadata(path).is_ok());
        if let Some(path) = there {
            let message = format!("{} exists already", path.display());
            return Err(Error::request(message).of_file(io::ErrorKind::AlreadyExists).with_hint(Hint::of(
                |option| format!("name another folder with {}, or remove that data set", option("out")),
            )));
        }
        Ok(Files(FileGroup::create(folder, NAMES, unfinished)?))
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.paths().iter().map(|path| path.display().to_string()).collect()
    }

    pub(super) fn write(self, game: &Game, labels: &Labels, card: &str) -> Result<(), Error> {
        let npz = arrays(game, labels).map_err(Error::run)?;
        let card = card.as_bytes().to_vec();
        self.0.write([npz, card])
    }
}

/// The columns as arrays; those of cells have the board's shape behind the number of positions.
fn arrays(game: &Game, labels: &Labels) -> io::Result<Vec<u8>> {
    let columns = &labels.columns;
    let number = columns.len() as u64;
    let sizes = game.geometry().sizes().iter().map(|&size| u64::from(size));
    let shape: Vec<u64> = std::iter::once(number).chain(sizes).collect();
    let is_whole = shape[1..].iter().product::<u64>() == labels.cells as u64;
    let cells = if is_whole { shape } else { vec![number, labels.cells as u64] };
    let mut archive = Archive::new();
    archive.add("boards", &cells, &columns.boards)?;
    archive.add("to_move", &[number], &columns.to_move)?;
    archive.add("stones_left", &[number], &columns.stones_left)?;
    archive.add("ply", &[number], &columns.ply)?;
    archive.add("value", &[number], &columns.value)?;
    archive.add("distance", &[number], &columns.distance)?;
    archive.add("best", &cells, &columns.best)?;
    archive.add("score", &[number], &columns.score)?;
    archive.add("known", &[number], &columns.known)?;
    archive.add("split", &[number], &columns.split)?;
    archive.add("key", &[number], &columns.key)?;
    archive.finish()
}
