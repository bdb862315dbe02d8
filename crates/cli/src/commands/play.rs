//! `play`: under construction.
use crate::arguments::Common;
use crate::failure::Failure;
use clap::Args;
/// Options of `play`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}
pub(crate) fn run(_: &Common, _: &Arguments) -> Result<(), Failure> {
    Err(Failure::run("under construction"))
}
