//! A file of an answer: a regular file has its name only once it is complete.

use std::ffi::OsStr;
use std::fs::{self, DirEntry, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::left::{make_locked, remove_what_is_left};
use super::unfinished::{Unfinished, UnfinishedFiles};

/// A file being written.
#[derive(Debug)]
pub struct OutputFile {
    out: BufWriter<Out>,
}

/// Where the text is written until it is complete.
#[derive(Debug)]
enum Out {
    /// A file under another name beside the one that it will replace.
    Beside { file: NamedTempFile, target: PathBuf, replaces: Replaces, _unfinished: Unfinished },
    /// A pipe, a device, or a file that is a standard stream of this program: nothing that may be replaced.
    Directly(File),
}

/// Which files that exist a new one replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replaces {
    /// None: the name must be free.
    Nothing,
    /// All but databases, which no answer is written to as a whole.
    Texts,
    /// Those that begin with this, and empty ones.
    OwnKind(&'static str),
}

impl OutputFile {
    /// Prepares to write; what cannot be written is better known before the work than after it.
    ///
    /// Links are followed. A regular file that exists is replaced when the new one is complete, and keeps its mode; into
    /// anything else that exists the text is written as it comes. What killed runs have left in its folder is removed.
    ///
    /// # Errors
    /// A database, which is not replaced; the file system's.
    pub fn create(path: &Path, unfinished: &UnfinishedFiles) -> io::Result<OutputFile> {
        Ok(OutputFile { out: BufWriter::new(Out::create(path, Replaces::Texts, unfinished)?) })
    }

    /// Prepares as [`create`](OutputFile::create) does, but replaces only a file that begins with this text, or an empty
    /// one.
    ///
    /// # Errors
    /// Another file, which is not replaced; the file system's.
    pub fn create_or_replace(
        path: &Path,
        beginning: &'static str,
        unfinished: &UnfinishedFiles,
    ) -> io::Result<OutputFile> {
        let out = Out::create(path, Replaces::OwnKind(beginning), unfinished)?;
        Ok(OutputFile { out: BufWriter::new(out) })
    }

    /// Prepares to write a new file: nothing may have this name yet.
    ///
    /// # Errors
    /// The file system's.
    pub fn create_new(path: &Path, unfinished: &UnfinishedFiles) -> io::Result<OutputFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let out = Out::beside(path.to_owned(), None, Replaces::Nothing, unfinished)?;
        Ok(OutputFile { out: BufWriter::new(out) })
    }

    /// Writes the rest of a complete text, and gives the file its name.
    ///
    /// # Errors
    /// The file system's.
    pub fn keep(self) -> io::Result<()> {
        self.complete()?.keep()
    }

    /// Writes the rest of a complete text. The file has its name only when it is kept: until then others can be
    /// completed.
    pub(super) fn complete(self) -> io::Result<CompleteFile> {
        let mut out = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        out.flush()?;
        if let Out::Beside { file, .. } = &out {
            // Some file systems find only now that there is no room.
            file.as_file().sync_all()?;
        }
        Ok(CompleteFile(out))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A file that is complete, under another name.
#[derive(Debug)]
pub(super) struct CompleteFile(Out);

impl CompleteFile {
    /// Gives the file its name.
    pub(super) fn keep(self) -> io::Result<()> {
        match self.0 {
            Out::Beside { file, target, replaces, _unfinished } => {
                // Another program may have written a file meanwhile.
                replaces.check(&target)?;
                let kept = match replaces {
                    Replaces::Nothing => file.persist_noclobber(target),
                    Replaces::Texts | Replaces::OwnKind(_) => file.persist(target),
                };
                kept.map(drop).map_err(|error| error.error)
            }
            Out::Directly(_) => Ok(()),
        }
    }
}

impl Replaces {
    /// Refuses to replace a file of another kind.
    fn check(self, path: &Path) -> io::Result<()> {
        let refused = |what| Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        match self {
            Replaces::Nothing => Ok(()),
            _ if is_database(path) => refused("it is a database, perhaps with results, and is not replaced"),
            Replaces::OwnKind(beginning) if !is_empty_or_begins_with(path, beginning.as_bytes()) => {
                refused("it is a file of another kind, and is not replaced")
            }
            Replaces::Texts | Replaces::OwnKind(_) => Ok(()),
        }
    }
}

/// How a database begins.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether a regular file is a database, as results files are.
pub fn is_database(path: &Path) -> bool {
    // What is read from a pipe is not there a second time.
    fs::metadata(path).is_ok_and(|found| found.is_file())
        && first_bytes(path, DATABASE.len()).is_ok_and(|bytes| bytes == DATABASE)
}

/// Whether a file is empty, begins with these bytes, or is not there.
fn is_empty_or_begins_with(path: &Path, beginning: &[u8]) -> bool {
    match first_bytes(path, beginning.len()) {
        Ok(bytes) => bytes.is_empty() || bytes == beginning,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn first_bytes(path: &Path, number: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(number as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Out {
    fn create(path: &Path, replaces: Replaces, unfinished: &UnfinishedFiles) -> io::Result<Out> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) => {
                if let Some(stream) = standard_stream(&found) {
                    return Ok(Out::Directly(stream));
                }
                // A file that this user may not write into is not replaced either.
                let open = OpenOptions::new().write(true).open(path)?;
                if found.is_file() {
                    replaces.check(path)?;
                    Out::beside(fs::canonicalize(path)?, Some(&found), replaces, unfinished)
                } else {
                    Ok(Out::Directly(open))
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Out::beside(end_of_links(path)?, None, replaces, unfinished)
            }
            Err(error) => Err(error),
        }
    }

    /// A file that will replace `target`, of which this is known if it exists.
    fn beside(
        target: PathBuf,
        replaced: Option<&Metadata>,
        replaces: Replaces,
        unfinished: &UnfinishedFiles,
    ) -> io::Result<Out> {
        if target.file_name().is_none() || is_folder_name(target.as_os_str()) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        let prefix = prefix(&target);
        remove_what_is_left(folder, unfinished_path);
        let make = || readable_by_others(&mut unfinished_name(&prefix)).tempfile_in(folder);
        let create = || make_locked(make, |file| (file.as_file(), file.path().to_owned()));
        // The error's text would name the temporary file, which means nothing to a user.
        let (file, mark) = unfinished.make(create).map_err(|error| io::Error::from(error.kind()))?;
        if let Some(replaced) = replaced {
            keep_owner(file.as_file(), replaced);
            file.as_file().set_permissions(replaced.permissions())?;
        }
        Ok(Out::Beside { file, target, replaces, _unfinished: mark })
    }

    fn file(&mut self) -> &mut File {
        match self {
            Out::Beside { file, .. } => file.as_file_mut(),
            Out::Directly(file) => file,
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// The characters of a target's name that the name of its unfinished file begins with: names have at most 255 bytes.
const NAME_IN_PREFIX: usize = 50;
/// What stands between these and the random characters.
const MARK: &str = ".unfinished-";
/// The random characters at the end of the name of an unfinished file.
const RANDOM: usize = 6;

/// What the names of unfinished files for this target begin with.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}{MARK}", name.chars().take(NAME_IN_PREFIX).collect::<String>())
}

/// Whether this is the name of an unfinished file: `.NAME.unfinished-x1Y2z3`.
fn is_unfinished(name: &str) -> bool {
    let parts = name.strip_prefix('.').and_then(|rest| rest.rsplit_once(MARK));
    parts.is_some_and(|(target, random)| {
        !target.is_empty()
            && random.len() == RANDOM
            && random.chars().all(|character| character.is_ascii_alphanumeric())
    })
}

fn unfinished_name(prefix: &str) -> tempfile::Builder<'_, '_> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).rand_bytes(RANDOM);
    builder
}

/// The path of an unfinished file, which its run has locked.
fn unfinished_path(entry: &DirEntry) -> Option<PathBuf> {
    let is_file = entry.file_type().is_ok_and(|found| found.is_file());
    (is_file && is_unfinished(entry.file_name().to_str()?)).then(|| entry.path())
}

/// Whether text ends as only names of folders do.
fn is_folder_name(name: &OsStr) -> bool {
    name.as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(char::from(last)))
}

/// Links followed one by one, as far as systems follow them.
const MOST_LINKS: usize = 40;

/// The name that links to nowhere lead to: that of the file to be made.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The standard stream that this file is, if it is one. The stream shares its place in the file with everything else
/// that is written there, so nothing is overwritten.
#[cfg(unix)]
fn standard_stream(found: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let (stdout, stderr) = (io::stdout(), io::stderr());
    let streams = [stdout.as_fd().try_clone_to_owned(), stderr.as_fd().try_clone_to_owned()];
    streams.into_iter().filter_map(|stream| stream.ok().map(File::from)).find(|stream| {
        stream.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (found.dev(), found.ino()))
    })
}

#[cfg(not(unix))]
fn standard_stream(_: &Metadata) -> Option<File> {
    None
}

/// Gives a file the owner of the one that it replaces, if that is allowed.
#[cfg(unix)]
fn keep_owner(file: &File, replaced: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};

    // Otherwise it belongs to the user who wrote it.
    let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Temporary files are their owner's alone; an answer is as readable as any other new file.
#[cfg(unix)]
fn readable_by_others<'a, 'b, 'c>(
    builder: &'a mut tempfile::Builder<'b, 'c>,
) -> &'a mut tempfile::Builder<'b, 'c> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn readable_by_others<'a, 'b, 'c>(
    builder: &'a mut tempfile::Builder<'b, 'c>,
) -> &'a mut tempfile::Builder<'b, 'c> {
    builder
}
