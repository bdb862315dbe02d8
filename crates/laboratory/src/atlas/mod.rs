//! `atlas`: the exact values of many games, found by a plan and kept in one file.

mod build;
mod crew;
mod read;
mod report;
mod threads;

pub use build::BuildAtlas;
pub(crate) use crew::SealedGames;
pub use read::{
    AtlasExample, AtlasFinding, AtlasForm, AtlasGame, AtlasMap, AtlasStatus, ExportAtlas, ListAtlas,
    ShowAtlas, StatusOfAtlas,
};
pub use report::{AtlasReport, WrittenAtlasReport};
