//! The folder of a server without `--files`, which goes with it.

use std::fs::File;
use std::io;
use std::path::Path;

use connect_toe_api::files::{make_locked, remove_what_is_left};
use tempfile::TempDir;

/// What the names of these folders begin with.
const PREFIX: &str = "connect-toe-web-";
/// The file in such a folder that its server has locked.
const IN_USE: &str = ".in-use";

/// A folder for one server's experiments, which is removed with this value.
#[derive(Debug)]
pub(super) struct OwnFolder {
    // Closed before the folder goes.
    in_use: File,
    folder: TempDir,
}

impl OwnFolder {
    /// Makes a folder in `parent`, and removes those there whose servers were killed.
    ///
    /// # Errors
    /// The file system's.
    pub(super) fn make(parent: &Path) -> io::Result<OwnFolder> {
        remove_what_is_left(parent, |entry| {
            let is_folder = entry.file_type().is_ok_and(|found| found.is_dir());
            let is_own = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
            (is_folder && is_own).then(|| entry.path().join(IN_USE))
        });
        let make = || {
            let folder = TempDir::with_prefix_in(PREFIX, parent)?;
            Ok(OwnFolder { in_use: File::create(folder.path().join(IN_USE))?, folder })
        };
        make_locked(make, |own| (&own.in_use, own.path().join(IN_USE)))
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
