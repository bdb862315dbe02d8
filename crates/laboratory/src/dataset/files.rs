//! The files of a set.

use std::fs;
use std::io;
use std::path::Path;

use connect_toe_api::files::FileGroup;
use connect_toe_api::{Error, UnfinishedFiles};
use connect_toe_game::Game;
use connect_toe_grade::Labels;

use super::npz::Archive;

/// The names, with the card last.
const NAMES: [&str; 2] = ["positions.npz", "DATASET.md"];

/// An archive has at most so many bytes.
const MOST_BYTES: u64 = u32::MAX as u64;
/// What a position takes besides its cells.
const BYTES_BESIDE_CELLS: u64 = 24;

/// Where a set is written.
pub(super) struct Files(FileGroup<{ NAMES.len() }>);

impl Files {
    /// Prepares to write into a folder, which must have no set yet: it took long to make.
    pub(super) fn prepare(folder: &Path, unfinished: &UnfinishedFiles) -> Result<Files, Error> {
        let there =
            NAMES.iter().map(|name| folder.join(name)).find(|path| fs::symlink_metadata(path).is_ok());
        if let Some(path) = there {
            let message = format!("{} exists already", path.display());
            return Err(Error::request(message)
                .of_file(io::ErrorKind::AlreadyExists)
                .with_hint("name another folder with --out, or remove that data set"));
        }
        Ok(Files(FileGroup::create(folder, NAMES, unfinished)?))
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.paths().iter().map(|path| path.display().to_string()).collect()
    }

    pub(super) fn write(self, game: &Game, labels: &Labels, card: &str) -> Result<(), Error> {
        let npz = arrays(game, labels)?;
        let card = card.as_bytes().to_vec();
        self.0.write([npz, card])
    }
}

/// The columns as arrays; those of cells have the board's shape behind the number of positions.
fn arrays(game: &Game, labels: &Labels) -> Result<Vec<u8>, Error> {
    let columns = &labels.columns;
    let number = columns.len();
    let bytes = number as u64 * (2 * labels.cells as u64 + BYTES_BESIDE_CELLS);
    if bytes >= MOST_BYTES {
        let message = format!("{number} positions of {} cells are more than a file can have", labels.cells);
        return Err(Error::run(message).with_hint("make several smaller sets with different --seed"));
    }
    let sizes = game.geometry().sizes().iter().map(|&size| usize::from(size));
    let shape: Vec<usize> = std::iter::once(number).chain(sizes).collect();
    let shape_of_cells =
        if shape[1..].iter().product::<usize>() == labels.cells { shape } else { vec![number, labels.cells] };
    let mut archive = Archive::default();
    archive.add("boards", &shape_of_cells, &columns.boards);
    archive.add("to_move", &[number], &columns.to_move);
    archive.add("stones_left", &[number], &columns.stones_left);
    archive.add("ply", &[number], &columns.ply);
    archive.add("value", &[number], &columns.value);
    archive.add("distance", &[number], &columns.distance);
    archive.add("best", &shape_of_cells, &columns.best);
    archive.add("score", &[number], &columns.score);
    archive.add("known", &[number], &columns.known);
    archive.add("split", &[number], &columns.split);
    archive.add("key", &[number], &columns.key);
    Ok(archive.finish())
}
