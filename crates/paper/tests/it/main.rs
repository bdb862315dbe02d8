//! The analysis of whole runs, with made-up results whose verdicts are known, and small real ones; the shape of what is
//! written about them.

mod compare;
mod conclusions;
mod files;
mod page;
mod run;
mod sections;
mod summary;
mod synthetic;

use connect_toe_paper::{Experiment, Reading, Results, Settings};

/// A run with both readings and everything played.
fn full() -> Results {
    synthetic::results(&Settings::default(), synthetic::two_readings)
}

/// A run that is small enough to be looked at: the cubes, one reading, the printed rates.
fn small() -> Results {
    let settings = Settings {
        games_per_cell: 100,
        seed: 7,
        experiments: vec![Experiment::Cubes],
        readings: vec![Reading::Published],
        ..Settings::default()
    };
    synthetic::results(&settings, synthetic::printed_rates)
}
