//! A file that says to other runs of the program that files beside it are in use.

use std::fs::{OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use tempfile::{NamedTempFile, TempPath};

use super::unfinished::{Unfinished, UnfinishedFiles};
use super::unwritable;
use crate::error::Error;
use crate::hint::Hint;
use crate::reason::Fault;

/// A locked file: the system unlocks it when the program ends, however that happens, and its name goes with this value.
#[derive(Debug)]
pub struct FileLock {
    // A name that stays is unlocked all the same.
    _file: NamedTempFile,
    _unfinished: Unfinished,
}

impl FileLock {
    /// Takes the lock with this name. A program that ends without waiting for the run removes the name too.
    ///
    /// # Errors
    /// The file system's, and [`io::ErrorKind::WouldBlock`] if another run has the lock.
    pub fn take(path: &Path, unfinished: &UnfinishedFiles) -> io::Result<FileLock> {
        let locked = || {
            let file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
            match connect_toe_work::lock(&file) {
                Err(TryLockError::WouldBlock) => Err(io::Error::from(io::ErrorKind::WouldBlock)),
                // Some file systems have no locks: there other runs are not told.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    Ok(NamedTempFile::from_parts(file, TempPath::try_from_path(path)?))
                }
            }
        };
        let (file, mark) = unfinished.make(locked)?;
        Ok(FileLock { _file: file, _unfinished: mark })
    }

    /// Takes the lock of the file that a request's `out` names: `NAME.lock` beside it. `doing` is what the run that has it
    /// does to the file.
    ///
    /// # Errors
    /// Another run has the lock; the file cannot be written.
    pub fn of_out(out: &Path, doing: &str, unfinished: &UnfinishedFiles) -> Result<FileLock, Error> {
        let mut lock = out.as_os_str().to_owned();
        lock.push(".lock");
        FileLock::take(Path::new(&lock), unfinished).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                let message = format!("another run of this program is {doing} {}", out.display());
                Error::of_field(Fault::FileInUse, "out", message).with_hint(Hint::of(|option| {
                    format!("wait until it ends, or name another file with {}", option("out"))
                }))
            }
            io::ErrorKind::NotFound => unwritable(out, &error).with_hint(Hint::of(|option| {
                format!("make the folder first, or name another file with {}", option("out"))
            })),
            _ => unwritable(out, &error).with_hint(Hint::other_file("out")),
        })
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
        let take = |files: &UnfinishedFiles| FileLock::take(&path, files);
        let lock = take(&UnfinishedFiles::default()).expect("is free");
        assert_eq!(
            take(&UnfinishedFiles::default()).expect_err("is taken").kind(),
            io::ErrorKind::WouldBlock
        );
        drop(lock);
        assert!(!path.exists());
        // What a killed run has left is not locked.
        fs::write(&path, "").expect("is written");
        let files = UnfinishedFiles::default();
        let lock = take(&files).expect("is free");
        // A program that ends without waiting for the run leaves nothing.
        files.remove();
        assert!(!path.exists());
        drop(lock);
    }

    #[test]
    fn a_folder_is_not_made() {
        let parent = tempfile::tempdir().expect("a folder");
        let error = FileLock::take(&parent.path().join("new/w.lock"), &UnfinishedFiles::default())
            .expect_err("no folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!parent.path().join("new").exists());
    }
}
