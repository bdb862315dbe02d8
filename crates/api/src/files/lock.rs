//! A file that says to other runs of the program that files beside it are in use.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::Folder;

/// A locked file: the system unlocks it when the program ends, however that happens, and its name goes with this value.
#[derive(Debug)]
pub(crate) struct FileLock {
    path: PathBuf,
    _file: File,
    // Behind the file: a folder goes after what is in it.
    _folder: Folder,
}

impl FileLock {
    /// Takes the lock with this name, and makes its folder.
    ///
    /// # Errors
    /// The file system's, and [`io::ErrorKind::WouldBlock`] if another run has the lock.
    pub(crate) fn take(path: &Path) -> io::Result<FileLock> {
        let folder = Folder::make(path.parent().unwrap_or(Path::new("")))?;
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
        match connect_toe_results::lock(&file) {
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            // Some file systems know no locks: there nobody is told.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Ok(FileLock { path: path.to_owned(), _file: file, _folder: folder })
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // One that stays is unlocked all the same.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_has_the_lock() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = parent.path().join("new/w.lock");
        let lock = FileLock::take(&path).expect("is free");
        assert_eq!(FileLock::take(&path).expect_err("is taken").kind(), io::ErrorKind::WouldBlock);
        drop(lock);
        assert!(!parent.path().join("new").exists());
        // What a killed run has left is not locked.
        fs::write(parent.path().join("w.lock"), "").expect("is written");
        FileLock::take(&parent.path().join("w.lock")).expect("is free");
    }
}
