//! Locks of files that one run at a time writes.

use std::fs::{File, TryLockError};
use std::thread;
use std::time::Duration;

/// How often a lock is tried: a process that another thread has just started holds a copy of a released lock for some
/// milliseconds.
const TRIES: u32 = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Locks a file until it is closed, also if the program is killed.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if another process holds it, and not only for a moment; what the system reports.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let mut tries = 1..TRIES;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if tries.next().is_some() => thread::sleep(BETWEEN_TRIES),
            tried => return tried,
        }
    }
}
