//! The options that name an experiment and its results.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use connect_toe_experiment::Override;
use connect_toe_laboratory::ExperimentFile;

use crate::arguments::Common;

// An experiment and its results.
#[derive(Debug, Args)]
pub(crate) struct FileArguments {
    /// An experiment file (TOML), or a results file, which contains the experiment
    #[arg(value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    experiment: String,
    /// The results file [default: FILE with .db]
    ///
    /// The default is the experiment file's name with .db in place of .toml.
    #[arg(long, value_name = "RESULTS", value_parser = NonEmptyStringValueParser::new())]
    results: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

// Values that replace those of the file.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Set a variable or setting: depth={1..3}
    #[arg(long = "set", value_name = "NAME=VALUE")]
    overrides: Vec<Override>,
}

impl Settings {
    pub(crate) fn texts(&self) -> Vec<String> {
        self.overrides.iter().map(ToString::to_string).collect()
    }
}

impl FileArguments {
    pub(crate) fn file(&self, common: &Common) -> ExperimentFile {
        ExperimentFile {
            experiment: self.experiment.clone(),
            results: self.results.clone(),
            set: self.settings.texts(),
            seed: common.named_seed(),
        }
    }
}
