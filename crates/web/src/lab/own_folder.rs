//! The folder of a server without `--files`, which goes with it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// What the names of these folders begin with.
const PREFIX: &str = "connect-toe-web-";
/// The file in such a folder that its server has locked.
const IN_USE: &str = ".in-use";

/// A folder for one server's experiments, which is removed with this value.
#[derive(Debug)]
pub(super) struct OwnFolder {
    // Closed before the folder goes.
    _in_use: File,
    folder: TempDir,
}

impl OwnFolder {
    /// Makes a folder in `parent`, and removes those there whose servers were killed.
    ///
    /// # Errors
    /// The file system's.
    pub(super) fn make(parent: &Path) -> io::Result<OwnFolder> {
        remove_what_is_left(parent);
        loop {
            let folder = TempDir::with_prefix_in(PREFIX, parent)?;
            let in_use = File::create(folder.path().join(IN_USE))?;
            // Where files cannot be locked, no folder is taken for one that was left. Another server may have found this
            // one before its file was locked.
            if in_use.lock().is_err() || folder.path().join(IN_USE).exists() {
                return Ok(OwnFolder { _in_use: in_use, folder });
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// What cannot be removed stays.
fn remove_what_is_left(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_own = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_own && entry.file_type().is_ok_and(|found| found.is_dir()) {
            let Ok(in_use) = OpenOptions::new().write(true).open(entry.path().join(IN_USE)) else { continue };
            if in_use.try_lock().is_ok() {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_server_has_left_is_removed_by_the_next() {
        let parent = tempfile::tempdir().expect("a folder");
        let left = parent.path().join(format!("{PREFIX}left"));
        let other = parent.path().join(format!("{PREFIX}of-somebody"));
        for folder in [&left, &other] {
            fs::create_dir(folder).expect("is made");
            fs::write(folder.join("experiment-1.toml"), "text").expect("is written");
        }
        fs::write(left.join(IN_USE), "").expect("is written");
        let running = OwnFolder::make(parent.path()).expect("is made");
        assert!(!left.exists() && other.exists(), "it may be anybody's");
        let next = OwnFolder::make(parent.path()).expect("is made");
        let paths = [&running, &next].map(|own| own.path().to_owned());
        assert!(paths.iter().all(|path| path.exists()));
        drop((running, next));
        assert!(!paths.iter().any(|path| path.exists()));
    }
}
