//! A file that says to other runs of the program that files beside it are in use.

use std::fs::{OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use connect_toe_api::{Stop, Unfinished};
use tempfile::{NamedTempFile, TempPath};

/// A locked file: the system unlocks it when the program ends, however that happens, and its name goes with this value.
#[derive(Debug)]
pub(super) struct FileLock {
    // A name that stays is unlocked all the same.
    _file: NamedTempFile,
    _unfinished: Unfinished,
}

impl FileLock {
    /// Takes the lock with this name. If `stop` ends the program, the name goes too.
    ///
    /// # Errors
    /// The file system's, and [`io::ErrorKind::WouldBlock`] if another run has the lock.
    pub(super) fn take(path: &Path, stop: &Stop) -> io::Result<FileLock> {
        let locked = || {
            let file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
            match connect_toe_results::lock(&file) {
                Err(TryLockError::WouldBlock) => Err(io::Error::from(io::ErrorKind::WouldBlock)),
                // Some file systems know no locks: there nobody is told.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    Ok(NamedTempFile::from_parts(file, TempPath::try_from_path(path)?))
                }
            }
        };
        let (file, unfinished) = stop.unfinished(locked)?;
        Ok(FileLock { _file: file, _unfinished: unfinished })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn one_run_has_the_lock() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = parent.path().join("w.lock");
        let take = |stop: &Stop| FileLock::take(&path, stop);
        let lock = take(&Stop::new()).expect("is free");
        assert_eq!(take(&Stop::new()).expect_err("is taken").kind(), io::ErrorKind::WouldBlock);
        drop(lock);
        assert!(!path.exists());
        // What a killed run has left is not locked.
        fs::write(&path, "").expect("is written");
        let stop = Stop::new();
        let lock = take(&stop).expect("is free");
        // A program that ends without waiting for the run leaves nothing.
        stop.clean_up();
        assert!(!path.exists());
        drop(lock);
    }

    #[test]
    fn a_folder_is_not_made() {
        let parent = tempfile::tempdir().expect("a folder");
        let error = FileLock::take(&parent.path().join("new/w.lock"), &Stop::new()).expect_err("no folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!parent.path().join("new").exists());
    }
}
