//! `verify`: check a certificate.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_api::{Verified, Verify};
use connect_toe_stats::numbers::counted;

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;
use crate::session;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format", "quiet"])))]
#[command(after_help = "\
Exit codes: 0 the certificate proves what it claims, 1 one of its steps is wrong, 2 the file cannot be read or is too \
large to check (the positions of two successive plies must fit into 1 GiB)")]
pub(crate) struct Arguments {
    /// A certificate of `connect-toe solve --certificate`; - for standard input
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    file: String,
}

pub(crate) fn run(common: &Common, arguments: &Arguments) -> Result<(), Failure> {
    let verified = session::run(common, |work| {
        if arguments.file == "-" {
            Verify::run_on(std::io::stdin().lock(), "standard input", work)
        } else {
            Verify { file: arguments.file.clone() }.run(work)
        }
    })?;
    answer::print(common.format, &verified, text)
}

fn text(verified: &Verified) -> String {
    let Verified { game, position, to_move, claims, result, steps } = verified;
    let mut lines = vec![
        format!("proven in {}", counted(*steps, "step")),
        format!("{game}, {position}, {to_move} to move:"),
    ];
    lines.extend(claims.iter().cloned());
    lines.extend(result.iter().map(|result| format!("so the result is: {result}")));
    lines.join("\n")
}
