#![doc = include_str!("../README.md")]

mod names;

mod contestant;
mod experiment;
mod reading;
mod settings;

mod pairing;
mod plain;
mod results;

mod figures;
mod tables;

mod analysis;
mod compare;
mod conclusions;
mod fit;

mod references;
mod sections;
mod summary;
mod wire;

pub use analysis::{Analysis, ReadingAnalysis};
pub use compare::{Comparison, compare};
pub use conclusions::{Conclusion, Finding, Verdict, conclusions};
/// Wins and trials: wins of decided games, or decided games of all games.
pub use connect_toe_report::DecidedGames as Counts;
pub use contestant::{Heuristic, Opponent};
pub use experiment::Experiment;
pub use fit::{Fit, FitScope, goodness_of_fit};
pub use pairing::{EXPERIMENT_FILE, Pairing, pairings, plan};
pub use reading::Reading;
pub use references::references;
pub use results::{PairingResult, Results};
pub use sections::{extras, sections};
pub use settings::{CubeFaces, Settings, SettingsError};
pub use summary::summary;
pub use tables::{
    PrintedRow, PrintedTable, PrintedValue, TableColumn, TableKind, printed_table, printed_tables,
};
pub use wire::{
    ConclusionFields, FindingFields, FitFields, PairingFields, PaperResults, PooledFields, PrintedFields,
    SettingsFields,
};
