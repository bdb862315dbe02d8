//! `verify`: check a certificate.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use clap::Args;
use connect_toe_certificate::{Claim, VerifyError};
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

/// Options of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 everything that the certificate claims is proven, 1 a step of it does not hold, 2 it cannot be read, or is \
too large to be checked: the positions of any two successive plies must fit into 1 GiB")]
pub(crate) struct Arguments {
    /// A certificate that `connect-toe solve --certificate` wrote; - for standard input
    file: PathBuf,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let standard_input = arguments.file.as_os_str() == "-";
    let name =
        if standard_input { "standard input".to_owned() } else { arguments.file.display().to_string() };
    let reader: Box<dyn BufRead> = if standard_input {
        Box::new(std::io::stdin().lock())
    } else {
        let file = File::open(&arguments.file);
        Box::new(BufReader::new(
            file.map_err(|error| Failure::request(format!("cannot read {name}: {error}")))?,
        ))
    };
    let proven = connect_toe_certificate::verify(reader).map_err(|error| match error {
        VerifyError::Wrong { .. } => Failure::Run(format!("{name} proves nothing: {error}")),
        VerifyError::Damaged { .. } => Failure::request(format!("{name} is no sound certificate: {error}")),
        VerifyError::TooLarge { .. } => {
            Failure::request(format!("{name} is too large to be checked: {error}"))
        }
        VerifyError::Unreadable(error) => Failure::request(format!("cannot read {name}: {error}")),
    })?;
    answer::print(
        common.format,
        || {
            json!({
                "game": proven.game.to_string(),
                "position": proven.position,
                "to_move": proven.to_move.to_string(),
                "claims": proven.claims.iter().map(Claim::to_string).collect::<Vec<_>>(),
                "result": proven.conclusion(),
                "steps": proven.steps,
            })
        },
        || format!("proven in {} steps\n{proven}", proven.steps),
    )
}
