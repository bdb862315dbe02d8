//! What killed runs leave: a run holds a lock on what it will remove, and the system gives the lock up however the run
//! ends.

use std::fs::{self, DirEntry, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Makes something that is locked by a file as long as that is open. Where files cannot be locked, nothing is taken for
/// what a killed run has left.
///
/// # Errors
/// As `make` does.
pub fn make_locked<T>(
    make: impl Fn() -> io::Result<T>,
    lock_of: impl Fn(&T) -> (&File, PathBuf),
) -> io::Result<T> {
    loop {
        let made = make()?;
        let (file, path) = lock_of(&made);
        // Another run may have found the file before it was locked, and taken it for one that was left.
        if file.lock().is_err() || path.exists() {
            return Ok(made);
        }
    }
}

/// Removes files and folders that killed runs have left in a folder. `lock_of` tells the file that a run has locked: that
/// file itself, or one in a folder of the run's own; nothing for what is not a run's. What cannot be removed stays.
pub fn remove_what_is_left(folder: &Path, lock_of: impl Fn(&DirEntry) -> Option<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Some(lock) = lock_of(&entry) else { continue };
        let Ok(file) = OpenOptions::new().write(true).open(&lock) else { continue };
        if file.try_lock().is_ok() {
            let path = entry.path();
            let _ = if lock == path { fs::remove_file(path) } else { fs::remove_dir_all(path) };
        }
    }
}
