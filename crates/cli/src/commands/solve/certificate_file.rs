//! The file of a certificate: it has its name only once it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A certificate being written, under another name in the same folder.
#[derive(Debug)]
pub(super) struct CertificateFile {
    path: PathBuf,
    out: BufWriter<NamedTempFile>,
}

impl CertificateFile {
    /// Prepares to write; what cannot be written is better known before the solving than after it.
    pub(super) fn create(path: &Path) -> Result<CertificateFile, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let refused = |error: io::Error| {
            Failure::request(format!("cannot write {}: {error}", path.display()))
                .hint("name another file with --certificate")
        };
        if path.is_dir() {
            return Err(refused(io::ErrorKind::IsADirectory.into()));
        }
        let file = readable_by_others(&mut tempfile::Builder::new()).tempfile_in(folder).map_err(refused)?;
        Ok(CertificateFile { path: path.to_owned(), out: BufWriter::new(file) })
    }

    /// Gives the complete certificate its name.
    pub(super) fn keep(self) -> Result<(), Failure> {
        let failed =
            |error: io::Error| Failure::run(format!("cannot write {}: {error}", self.path.display()));
        let file = self.out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.persist(&self.path).map(drop).map_err(|error| failed(error.error))
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

/// Temporary files are their owner's alone; a certificate is as readable as any other new file.
#[cfg(unix)]
fn readable_by_others<'a, 'b, 'c>(
    builder: &'a mut tempfile::Builder<'b, 'c>,
) -> &'a mut tempfile::Builder<'b, 'c> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn readable_by_others<'a, 'b, 'c>(
    builder: &'a mut tempfile::Builder<'b, 'c>,
) -> &'a mut tempfile::Builder<'b, 'c> {
    builder
}
