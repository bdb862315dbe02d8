//! `verify`: check a certificate.

use std::fs::File;
use std::io::{BufRead, BufReader};

use connect_toe_certificate::{Claim, VerifyError};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::work::Work;

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
        let file = File::open(&self.file);
        let file = file.map_err(|error| Error::request(format!("cannot read {}: {error}", self.file)))?;
        Verify::run_on(BufReader::new(file), &self.file, work)
    }

    /// The same for a certificate that comes from elsewhere; `name` stands for it in messages.
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
        let proven = connect_toe_certificate::verify(reader).map_err(|error| match error {
            VerifyError::Wrong { .. } => Error::run(format!("{name} proves nothing: {error}")),
            VerifyError::Damaged { .. } => {
                Error::request(format!("{name} is not a sound certificate: {error}"))
            }
            VerifyError::TooLarge { .. } => {
                Error::request(format!("{name} is too large to be checked: {error}"))
            }
            VerifyError::Unreadable(error) => Error::request(format!("cannot read {name}: {error}")),
        })?;
        Ok(Verified {
            game: proven.game.to_string(),
            position: proven.position.clone(),
            to_move: proven.to_move.to_string(),
            claims: proven.claims.iter().map(Claim::to_string).collect(),
            result: proven.conclusion(),
            steps: proven.steps,
        })
    }
}
