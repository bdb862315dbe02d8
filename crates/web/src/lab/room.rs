//! How much room the results of experiments may take.

use std::path::Path;

use connect_toe_api::Fault;

use crate::files::{Files, experiment_of};
use crate::limits::Limits;
use crate::reply::Refusal;

/// The room for results in a folder.
#[derive(Clone, Debug)]
pub(super) struct Room {
    files: Files,
    of_one: u64,
    of_all: u64,
    free: u64,
}

impl Room {
    pub(super) fn new(files: Files, limits: &Limits) -> Room {
        let Limits { experiment_bytes: of_one, experiments_bytes: of_all, free_bytes: free, .. } = *limits;
        Room { files, of_one, of_all, free }
    }

    /// Refuses more results for an experiment, or for a new one, if they have all the room that they may have.
    pub(super) fn check(&self, id: Option<u64>) -> Result<(), Refusal> {
        let folder = self.files.folder().unwrap_or(Path::new(""));
        let (mut one, mut all) = (0, 0);
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let Some(owner) = entry.file_name().to_str().and_then(experiment_of) else { continue };
            let bytes = bytes_of(&entry.path());
            all += bytes;
            if Some(owner) == id {
                one += bytes;
            }
        }
        let less = "fewer games, or delete experiments";
        let check = |what, bytes, most| Limits::check("experiment", (what, bytes, "bytes"), most, less);
        check("the experiment", one, self.of_one)?;
        check("the folder of experiments", all, self.of_all)?;
        match free_bytes(folder) {
            Some(free) if free < self.free => {
                let error = format!(
                    "the disk has {free} bytes left, and experiments leave {} to other programs",
                    self.free
                );
                Err(Refusal::impossible(Fault::Limit, None, error)
                    .with_hint("delete experiments or other files"))
            }
            _ => Ok(()),
        }
    }
}

/// The bytes of a file, or of the files of a folder.
fn bytes_of(path: &Path) -> u64 {
    let Ok(found) = path.symlink_metadata() else { return 0 };
    if !found.is_dir() {
        return found.len();
    }
    let entries = path.read_dir().into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|found| found.len()).sum()
}

/// The bytes that this user may still write to the disk of a folder, if the system says.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
