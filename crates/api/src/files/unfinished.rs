//! Files that nobody should find if the program ends now.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The files that a run has not finished writing. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct UnfinishedFiles(Arc<Mutex<Vec<PathBuf>>>);

impl UnfinishedFiles {
    fn paths(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a file. While the second value lives, [`remove`](UnfinishedFiles::remove) removes the file.
    ///
    /// # Errors
    /// Those of `create`.
    pub fn make<E>(
        &self,
        create: impl FnOnce() -> Result<NamedTempFile, E>,
    ) -> Result<(NamedTempFile, Unfinished), E> {
        // `remove` waits until the name is known.
        let mut paths = self.paths();
        let file = create()?;
        let path = file.path().to_owned();
        paths.push(path.clone());
        Ok((file, Unfinished { files: self.clone(), path }))
    }

    /// Removes the files: for a program that ends without waiting for its run.
    pub fn remove(&self) {
        for path in self.paths().drain(..) {
            // The run may have removed it meanwhile.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// While this lives, a file counts as unfinished.
#[derive(Debug)]
pub struct Unfinished {
    files: UnfinishedFiles,
    path: PathBuf,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.files.paths().retain(|path| *path != self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_files_are_removed_at_the_end() {
        let unfinished = UnfinishedFiles::default();
        let folder = tempfile::tempdir().expect("a folder");
        let files = || std::fs::read_dir(folder.path()).expect("a folder").count();
        let other = unfinished.make(|| NamedTempFile::new_in(folder.path())).expect("a file");
        let (file, mark) = unfinished.make(|| NamedTempFile::new_in(folder.path())).expect("a file");
        assert_eq!(files(), 2);
        unfinished.remove();
        assert_eq!(files(), 0);
        drop((file, mark, other));
        let (file, mark) = unfinished.make(|| NamedTempFile::new_in(folder.path())).expect("a file");
        let kept = folder.path().join("kept");
        file.persist(&kept).expect("it has a name");
        drop(mark);
        unfinished.remove();
        assert!(kept.exists() && files() == 1);
    }
}
