//! The file of a certificate: a regular file has its name only once it is complete.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;
use crate::stop::{Stop, Unfinished};

/// A certificate being written.
#[derive(Debug)]
pub(super) struct CertificateFile {
    out: BufWriter<Out>,
}

/// Where the certificate is written until it is complete.
#[derive(Debug)]
enum Out {
    /// A file under another name beside the one that it will replace.
    Beside { file: NamedTempFile, target: PathBuf, _unfinished: Unfinished },
    /// A pipe, a device, or a file that is a standard stream of this program: nothing that may be replaced.
    Directly(File),
}

impl CertificateFile {
    /// Prepares to write; what cannot be written is better known before the solving than after it.
    ///
    /// Links are followed. A regular file that exists is replaced when the certificate is complete, and keeps its
    /// mode; into anything else that exists the certificate is written as it is found.
    pub(super) fn create(path: &Path, stop: &Stop) -> Result<CertificateFile, Error> {
        if path == Path::new("-") {
            return Err(Error::request("the answer is on standard output, so the certificate needs a file")
                .with_hint("name a file with --certificate, ./- for one with this name"));
        }
        let out = Out::create(path, stop).map_err(|error| {
            Error::request(format!("cannot write {}: {error}", path.display()))
                .with_hint("name another file with --certificate")
        })?;
        Ok(CertificateFile { out: BufWriter::new(out) })
    }

    /// Writes the rest of a complete certificate, and gives it its name.
    pub(super) fn keep(self) -> io::Result<()> {
        match self.out.into_inner().map_err(io::IntoInnerError::into_error)? {
            Out::Beside { file, target, _unfinished } => {
                file.persist(target).map(drop).map_err(|error| error.error)
            }
            Out::Directly(mut file) => file.flush(),
        }
    }
}

impl Write for CertificateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Out {
    fn create(path: &Path, stop: &Stop) -> io::Result<Out> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) => {
                if let Some(stream) = standard_stream(&found) {
                    return Ok(Out::Directly(stream));
                }
                // A file that this user may not write into is not replaced either.
                let open = OpenOptions::new().write(true).open(path)?;
                if found.is_file() {
                    Out::beside(fs::canonicalize(path)?, Some(&found), stop)
                } else {
                    Ok(Out::Directly(open))
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Out::beside(end_of_links(path)?, None, stop)
            }
            Err(error) => Err(error),
        }
    }

    /// A file that will replace `target`, of which this is known if it exists.
    fn beside(target: PathBuf, replaced: Option<&Metadata>, stop: &Stop) -> io::Result<Out> {
        if target.file_name().is_none() || is_folder_name(target.as_os_str()) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        let create = || readable_by_others(&mut tempfile::Builder::new()).tempfile_in(folder);
        // The error's text would name the temporary file, which nobody has heard of.
        let (file, unfinished) = stop.unfinished(create).map_err(|error| io::Error::from(error.kind()))?;
        if let Some(replaced) = replaced {
            keep_owner(file.as_file(), replaced);
            file.as_file().set_permissions(replaced.permissions())?;
        }
        Ok(Out::Beside { file, target, _unfinished: unfinished })
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

/// The standard stream that a file is, if it is one. Its place in the file is shared with what is written there
/// otherwise, so nothing is overwritten.
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

/// Temporary files are their owner's alone; a certificate is as readable as any other new file.
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
