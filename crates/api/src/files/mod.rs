//! Files that requests name and answers are written to.

mod left;
mod lines;
mod lock;
mod output_file;
mod unfinished;
mod weights;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::hint::Hint;

pub use left::{make_locked, remove_what_is_left};
pub use lines::{game_text, lines_file, lines_text, named_file};
pub use lock::FileLock;
pub use output_file::{OutputFile, is_database};
pub use unfinished::{Unfinished, UnfinishedFiles};
pub use weights::{bytes_of, catalogue_with_files, read_weights};

/// The end of the name of a file that lies in a folder while a group of files changes there. If it is still there after
/// a run was killed, the files of the group may belong to different runs.
pub const UNFINISHED: &str = "UNFINISHED.txt";

/// Files of one folder that belong together: all of them change, or none does, or a file whose name ends with [`UNFINISHED`]
/// stays with them.
#[derive(Debug)]
pub struct FileGroup<const N: usize> {
    files: [(PathBuf, OutputFile); N],
    folder: PathBuf,
    unfinished: PathBuf,
    // Behind the files: a folder goes after what is in it.
    _folder: Folder,
}

impl<const N: usize> FileGroup<N> {
    /// Makes the folder and prepares to write the files; what cannot be written is better known before the work than
    /// after it.
    ///
    /// # Errors
    /// A folder or a file that cannot be written.
    pub fn create(
        folder: &Path,
        names: [&str; N],
        unfinished: &UnfinishedFiles,
    ) -> Result<FileGroup<N>, Error> {
        FileGroup::create_beside(folder, names, "", unfinished)
    }

    /// Makes the folder and prepares to write one of several groups in it: these names, and that of the [`UNFINISHED`]
    /// file, begin with the group's name.
    ///
    /// # Errors
    /// A folder or a file that cannot be written.
    pub fn create_beside(
        folder: &Path,
        ends: [&str; N],
        name: &str,
        unfinished: &UnfinishedFiles,
    ) -> Result<FileGroup<N>, Error> {
        let refused = |error: Error| {
            error.with_hint(Hint::of(|option| format!("name another folder with {}", option("out"))))
        };
        let made = Folder::make(folder).map_err(|error| {
            // "File exists" would not say why that is wrong.
            let is_file = folder.exists() && !folder.is_dir();
            let why =
                if is_file { "it is a file, and a folder is needed".to_owned() } else { error.to_string() };
            let message = format!("cannot write into {}: {why}", folder.display());
            refused(Error::request(message).of_file(error.kind()))
        })?;
        let create = |end: &str| {
            let path = folder.join(format!("{name}{end}"));
            let file =
                OutputFile::create(&path, unfinished).map_err(|error| refused(unwritable(&path, &error)))?;
            Ok((path, file))
        };
        let files: Vec<(PathBuf, OutputFile)> = ends.into_iter().map(create).collect::<Result<_, Error>>()?;
        let files = files.try_into().unwrap_or_else(|_| unreachable!("there is a file for each name"));
        let unfinished = folder.join(format!("{name}{}{UNFINISHED}", if name.is_empty() { "" } else { "." }));
        Ok(FileGroup { files, folder: folder.to_owned(), unfinished, _folder: made })
    }

    /// The files, in the order of their names.
    pub fn paths(&self) -> [&Path; N] {
        self.files.each_ref().map(|(path, _)| path.as_path())
    }

    /// Writes all files, in the order of their names, and then gives them their names.
    ///
    /// # Errors
    /// A folder or a file that cannot be written.
    pub fn write<T: AsRef<[u8]>>(self, texts: [T; N]) -> Result<(), Error> {
        let mut complete = Vec::new();
        for ((path, mut file), text) in self.files.into_iter().zip(texts) {
            let written = file.write_all(text.as_ref()).and_then(|()| file.complete());
            let kept = if N == 1 { "; it stays as it was" } else { "; all files stay as they were" };
            let file = written.map_err(|error| unwritten(&path, &error, kept))?;
            complete.push((path, file));
        }
        let unfinished = self.unfinished;
        if N > 1 {
            let names =
                complete.iter().map(|(path, _)| path.file_name().unwrap_or_default().to_string_lossy());
            let names: Vec<_> = names.collect();
            let text = format!(
                "connect-toe is replacing {}. If it is not running, it was ended meanwhile: some of these files are \
                 new, others are of an earlier run. Give its command again.\n",
                names.join(", ")
            );
            write_and_sync(&unfinished, &text).map_err(|error| {
                let _ = fs::remove_file(&unfinished);
                unwritten(&unfinished, &error, "; all files stay as they were")
            })?;
        }
        let mut changed: Vec<String> = Vec::new();
        for (path, file) in complete {
            file.keep().map_err(|error| {
                let rest = if changed.is_empty() {
                    let _ = fs::remove_file(&unfinished);
                    "; all files stay as they were".to_owned()
                } else {
                    format!("; new are only {}, which belong together with it", changed.join(", "))
                };
                unwritten(&path, &error, &rest)
            })?;
            changed.push(path.display().to_string());
        }
        if N > 1 {
            sync_folder(&self.folder);
            fs::remove_file(&unfinished).map_err(|error| {
                Error::run(format!("cannot remove {}: {error}", unfinished.display())).of_file(error.kind())
            })?;
        }
        Ok(())
    }
}

/// Writes a file that gets its name only once it is complete: a file that was there stays as it was until then. Links
/// are followed. Into anything but a regular file, such as a pipe, the text is written directly.
///
/// # Errors
/// The file system's.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OutputFile::create(path, &UnfinishedFiles::default())?;
    file.write_all(text.as_bytes())?;
    file.keep()
}

/// Whether two names are names of the same existing file. Links are followed.
pub fn is_same_file(first: &Path, second: &Path) -> bool {
    fs::canonicalize(first).is_ok_and(|first| fs::canonicalize(second).is_ok_and(|second| first == second))
}

/// Writes a file so that it and its name survive a power failure.
fn write_and_sync(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    path.parent().into_iter().for_each(sync_folder);
    Ok(())
}

/// Syncs the names in a folder, where the system can.
fn sync_folder(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // A system that cannot sync a folder keeps names in its own way.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// The message about a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// The error of a request that names a file which cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::request(cannot_write(path, error)).of_file(error.kind())
}

/// The error of a run that could not write a file to its end; `rest` is added to the message.
pub fn unwritten(path: &Path, error: &io::Error, rest: &str) -> Error {
    Error::run(format!("{}{rest}", cannot_write(path, error))).of_file(error.kind())
}

/// A folder for files; if it was made for them and nothing came into it, it is removed in the end.
#[derive(Debug)]
struct Folder {
    made: Vec<PathBuf>,
}

impl Folder {
    fn make(folder: &Path) -> io::Result<Folder> {
        let missing = folder.ancestors().take_while(|part| !part.as_os_str().is_empty() && !part.exists());
        let made = missing.map(Path::to_owned).collect();
        fs::create_dir_all(folder)?;
        Ok(Folder { made })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder with something in it stays, and so do those that it is in.
        let _ = self.made.iter().try_for_each(fs::remove_dir);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn read(path: PathBuf) -> String {
        fs::read_to_string(path).expect("text")
    }

    #[test]
    fn a_group_that_changed_in_part_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b", "c"] {
            fs::write(path(name), "old").expect("is written");
        }
        let group = FileGroup::create(folder.path(), ["a", "b", "c"], &UnfinishedFiles::default())
            .expect("can be written");
        assert_eq!(group.paths()[2], path("c"));
        fs::remove_file(path("b")).expect("is there");
        fs::create_dir(path("b")).expect("is made");
        let error = group.write(["1", "2", "3"]).expect_err("a folder is in the way").to_string();
        assert!(error.starts_with(&format!("cannot write {}: ", path("b").display())), "{error}");
        let end = format!("; new are only {}, which belong together with it", path("a").display());
        assert!(error.ends_with(&end), "{error}");
        assert_eq!((read(path("a")), read(path("c"))), ("1".to_owned(), "old".to_owned()));
        // A later reader is told too, until a run has replaced all files.
        assert_eq!(names(folder.path()), [UNFINISHED, "a", "b", "c"]);
        assert!(read(path(UNFINISHED)).starts_with("connect-toe is replacing a, b, c."));
        fs::remove_dir(path("b")).expect("is empty");
        let group = FileGroup::create(folder.path(), ["a", "b", "c"], &UnfinishedFiles::default())
            .expect("can be written");
        group.write(["1", "2", "3"]).expect("can be written");
        assert_eq!(names(folder.path()), ["a", "b", "c"]);
        fs::create_dir(path(UNFINISHED)).expect("is made");
        let group = FileGroup::create(folder.path(), ["a", "b", "c"], &UnfinishedFiles::default())
            .expect("can be written");
        let error = group.write(["4", "5", "6"]).expect_err("a folder is in the way").to_string();
        assert!(error.ends_with("; all files stay as they were"), "{error}");
        assert_eq!([path("a"), path("b"), path("c")].map(read), ["1", "2", "3"]);
    }

    #[test]
    fn groups_beside_each_other_have_marks_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let group =
            |name| FileGroup::create_beside(folder.path(), ["", ".curve"], name, &UnfinishedFiles::default());
        let (one, other) = (group("one").expect("can be written"), group("other").expect("can be written"));
        let mark = folder.path().join("one.UNFINISHED.txt");
        fs::create_dir(&mark).expect("is made");
        one.write(["1", "2"]).expect_err("a folder is in the way of its mark");
        other.write(["3", "4"]).expect("is not in its way");
        assert_eq!(names(folder.path()), ["one.UNFINISHED.txt", "other", "other.curve"]);
    }

    #[test]
    fn a_folder_without_files_goes_as_it_came() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("new/folder");
        let group =
            FileGroup::create(&folder, ["a", "b"], &UnfinishedFiles::default()).expect("can be written");
        drop(group);
        assert!(names(parent.path()).is_empty());
        let group =
            FileGroup::create(&folder, ["a", "b"], &UnfinishedFiles::default()).expect("can be written");
        group.write(["1", "2"]).expect("can be written");
        assert_eq!(names(&folder), ["a", "b"]);
    }

    #[test]
    fn what_a_killed_run_has_left_is_removed_by_the_next() {
        let folder = tempfile::tempdir().expect("a folder");
        let left = folder.path().join(".a.unfinished-x1Y2z3");
        fs::write(&left, "half").expect("is written");
        for other in
            ["..unfinished-x1Y2z3", ".a.unfinished-x1Y2z3z", ".a.unfinished-x1Y2..", "a.unfinished-x1Y2z3"]
        {
            fs::write(folder.path().join(other), "of others").expect("is written");
        }
        let others = names(folder.path()).len() - 1;
        // One of another file goes too.
        fs::write(folder.path().join(".b.unfinished-x1Y2z3"), "half").expect("is written");
        // A run that goes on has locked its file.
        let running = fs::File::open(&left).expect("is there");
        running.lock().expect("can be locked");
        let mut file = OutputFile::create(&folder.path().join("a"), &UnfinishedFiles::default())
            .expect("can be written");
        assert!(left.exists());
        drop(running);
        let second = OutputFile::create(&folder.path().join("a"), &UnfinishedFiles::default())
            .expect("can be written");
        assert!(!left.exists(), "nobody writes it");
        assert_eq!(names(folder.path()).len(), others + 2, "the files of both stay");
        drop(second);
        file.write_all(b"text").and_then(|()| file.keep()).expect("is written");
        assert_eq!(
            (names(folder.path()).len(), read(folder.path().join("a"))),
            (others + 1, "text".to_owned())
        );
    }

    #[test]
    fn a_file_of_another_kind_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let unfinished = UnfinishedFiles::default();
        let path = folder.path().join("a");
        let of_kind = || OutputFile::create_or_replace(&path, "kind ", &unfinished);
        let write = |mut file: OutputFile| file.write_all(b"kind 2").and_then(|()| file.keep());
        for replaced in [None, Some("kind 1"), Some("")] {
            if let Some(text) = replaced {
                fs::write(&path, text).expect("is written");
            }
            write(of_kind().expect("can be written")).expect("is written");
            assert_eq!(read(path.clone()), "kind 2", "{replaced:?}");
        }
        let database = "SQLite format 3\0 and pages";
        for (text, is_text) in [("another kin", true), ("kin", true), (database, false)] {
            fs::write(&path, text).expect("is written");
            let error = of_kind().expect_err("is another kind");
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{text}");
            assert_eq!(OutputFile::create(&path, &unfinished).is_ok(), is_text, "{text}");
        }
        // One that comes while the new one is written stays, too.
        fs::remove_file(&path).expect("is there");
        for create in [&of_kind as &dyn Fn() -> _, &|| OutputFile::create(&path, &unfinished)] {
            let file = create().expect("can be written");
            fs::write(&path, database).expect("is written");
            write(file).expect_err("a database has come");
            assert_eq!(read(path.clone()), database);
            fs::remove_file(&path).expect("is there");
        }
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let file = OutputFile::create_new(&path, &UnfinishedFiles::default()).expect("can be written");
        fs::write(&path, "came meanwhile").expect("is written");
        assert_eq!(file.keep().expect_err("is there").kind(), io::ErrorKind::AlreadyExists);
        assert!(OutputFile::create_new(&path, &UnfinishedFiles::default()).is_err());
        assert_eq!((names(folder.path()).len(), read(path)), (1, "came meanwhile".to_owned()));
    }
}
