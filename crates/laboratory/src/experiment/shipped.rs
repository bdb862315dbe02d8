//! The experiments that the program brings along.

use serde::Serialize;

/// An experiment that the program brings along.
///
/// ```
/// use connect_toe_api::Work;
/// use connect_toe_laboratory::{ShippedExperiment, check_experiment};
/// let no_file = |_: &str| Err("no files here".to_owned());
/// for ShippedExperiment { name, text } in ShippedExperiment::ALL {
///     let checked = check_experiment(text, &no_file, &Work::new()).expect("can be played");
///     assert!(checked.question.is_some(), "{name}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShippedExperiment {
    /// What it is called: its file's name, without the ending.
    pub name: &'static str,
    /// The experiment file.
    pub text: &'static str,
}

impl ShippedExperiment {
    /// All of them, small questions first.
    pub const ALL: [ShippedExperiment; 8] = [
        ShippedExperiment { name: "sample", text: super::sample::SAMPLE },
        ShippedExperiment { name: "run-length", text: include_str!("shipped/run-length.toml") },
        ShippedExperiment { name: "dimensions", text: include_str!("shipped/dimensions.toml") },
        ShippedExperiment { name: "faces", text: include_str!("shipped/faces.toml") },
        ShippedExperiment { name: "heuristics", text: include_str!("shipped/heuristics.toml") },
        ShippedExperiment { name: "searches", text: include_str!("shipped/searches.toml") },
        ShippedExperiment { name: "strength", text: include_str!("shipped/strength.toml") },
        ShippedExperiment { name: "paper", text: connect_toe_paper::EXPERIMENT_FILE },
    ];
}
