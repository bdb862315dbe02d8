//! `verify`: check a certificate.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use connect_toe_certificate::VerifyError;
use connect_toe_work::Stop;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::reason::Fault;
use crate::work::{Progress, Work};

/// Asks whether a certificate proves what it claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Verify {
    /// The certificate's file.
    pub file: String,
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Verified {
    /// Canonical game text.
    pub game: String,
    /// Board text.
    pub position: String,
    /// The side to move: `x` or `o`.
    pub to_move: String,
    /// The claims, in words.
    pub claims: Vec<String>,
    /// What follows from the claims together, if it is the position's value.
    pub result: Option<String>,
    /// Steps that were checked.
    pub steps: u64,
}

impl Verify {
    /// What the certificate proves.
    ///
    /// # Errors
    /// A file that cannot be read or is not a certificate; a step that does not hold ([`Error::Run`]).
    pub fn run(&self, work: &Work) -> Result<Verified, Error> {
        let unreadable = |error: io::Error| {
            Error::request(format!("cannot read {}: {error}", self.file)).of_file(error.kind())
        };
        let file = File::open(&self.file).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?;
        let reader = BufReader::new(file);
        if !found.is_file() {
            return Verify::run_on(reader, &self.file, work);
        }
        let stop = work.stop().part();
        let verified =
            verify(Observed { reader, read: 0, bytes: found.len(), stop: &stop, work }, &self.file);
        if stop.is_requested() { Err(Error::Interrupted) } else { verified }
    }

    /// Checks a certificate that comes from elsewhere; `name` is what messages call it.
    ///
    /// # Errors
    /// As [`run`](Verify::run).
    ///
    /// ```
    /// use connect_toe_api::{Solve, Verify, Work};
    /// let folder = tempfile::tempdir().expect("a folder");
    /// let file = folder.path().join("proof.txt").display().to_string();
    /// Solve { certificate: Some(file.clone()), ..Solve::new("4x4:3") }.run(&Work::new())?;
    /// let text = std::fs::read_to_string(&file).expect("was written");
    /// let proven = Verify::run_on(text.as_bytes(), "the certificate", &Work::new())?;
    /// assert_eq!(proven.result.as_deref(), Some("x wins in 5 plies"));
    /// # Ok::<(), connect_toe_api::Error>(())
    /// ```
    pub fn run_on(reader: impl BufRead, name: &str, _work: &Work) -> Result<Verified, Error> {
        verify(reader, name)
    }
}

fn verify(reader: impl BufRead, name: &str) -> Result<Verified, Error> {
    let proven = connect_toe_certificate::verify(reader).map_err(|error| match error {
        VerifyError::Wrong { .. } => Error::run(format!("{name} proves nothing: {error}")),
        VerifyError::Damaged { .. } => {
            Error::because(Fault::WrongFile, format!("{name} is not a sound certificate: {error}"))
        }
        VerifyError::TooLarge { .. } => {
            Error::because(Fault::WrongFile, format!("{name} is too large to be checked: {error}"))
        }
        VerifyError::Unreadable(error) => {
            Error::request(format!("cannot read {name}: {error}")).of_file(error.kind())
        }
    })?;
    Ok(Verified {
        game: proven.game.to_string(),
        position: proven.position.clone(),
        to_move: proven.to_move.to_string(),
        claims: proven.claims.iter().map(|claim| claim.in_words()).collect(),
        result: proven.conclusion(),
        steps: proven.steps,
    })
}

/// A regular file whose reading is reported to the observer and ends with a stop. Reading it never waits for bytes.
struct Observed<'a, R> {
    reader: R,
    read: u64,
    bytes: u64,
    stop: &'a Stop,
    work: &'a Work,
}

const MEGABYTE: u64 = 1_000_000;
/// Bytes between two reports of progress.
const BYTES_AT_ONCE: u64 = 1 << 16;

impl<R: BufRead> Read for Observed<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Observed<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.stop.is_requested() { Err(io::Error::other("stopped")) } else { self.reader.fill_buf() }
    }

    fn consume(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        let before = self.read / BYTES_AT_ONCE;
        self.read += bytes as u64;
        if self.read / BYTES_AT_ONCE > before {
            let (done, total) = (self.read / MEGABYTE, Some(self.bytes.div_ceil(MEGABYTE)));
            self.work.progress(&Progress { done, total, unit: "MB", detail: &String::new });
        }
    }
}
