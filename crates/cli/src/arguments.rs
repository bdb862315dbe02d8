//! Options that every command has.

use clap::{Arg, Args};

use crate::answer::Format;
use crate::number::whole;

/// The heading of the options that many commands have.
const GLOBAL: &str = "Global options";

/// Options that can be given to every command. The help of a command shows those that act on it, see [`acting`].
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Output format: text or json [default: text]
    ///
    /// Text is for people, JSON for programs.
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        value_enum,
        default_value_t = Format::Text,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) format: Format,
    /// Seed of all random choices [default: 2004]
    ///
    /// The same seed gives the same output. The default of an experiment is the seed in its file.
    #[arg(long, value_name = "N", global = true, help_heading = GLOBAL, value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Number of threads [default: all cores]
    ///
    /// Only what `train` learns of patterns depends on it.
    #[arg(long, value_name = "N", global = true, help_heading = GLOBAL, value_parser = whole(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    /// Do not show progress
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) quiet: bool,
}

/// For the help of a command: leaves out the global options but these, which act on it.
pub(crate) fn acting(names: &'static [&'static str]) -> impl FnMut(Arg) -> Arg {
    move |option| {
        let acts = !option.is_global_set() || names.contains(&option.get_id().as_str());
        option.hide(!acts)
    }
}

/// For the help of a command whose answer can be a table.
pub(crate) fn with_csv(option: Arg) -> Arg {
    let is_format = option.get_id() == "format";
    if is_format {
        option.long_help(None).help("Output format: text, json or csv [default: text]")
    } else {
        option
    }
}

impl Common {
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(connect_toe_api::DEFAULT_SEED)
    }

    /// The seed if it was asked for.
    pub(crate) fn named_seed(&self) -> Option<u64> {
        self.seed
    }
}
