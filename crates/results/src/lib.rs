#![doc = include_str!("../README.md")]

mod atlas_file;
mod balanced;
mod digest;
mod error;
mod exact;
mod export;
mod file;
mod last_words;
mod merge;
mod pairs;
mod parcel;
mod repair;
mod replay;
mod schema;
mod session;
mod weights;
mod writer;

pub use atlas_file::AtlasFile;
pub use error::{Damage, ResultsError};
pub use export::{check_form, export_csv, export_games, export_json};
pub use file::{Opened, ResultsFile};
pub use merge::Merged;
pub use parcel::{DamagedParcel, Parcels};
pub use session::{Machine, Session};
pub use writer::Writer;
