//! `games`: the presets.

use clap::Args;
use connect_toe_game::presets::PRESETS;
use serde_json::json;

use crate::answer;
use crate::arguments::Common;
use crate::failure::Failure;

/// Options of `games`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    answer::print(
        common.format,
        || PRESETS.iter().map(|p| json!({"name": p.name, "game": p.spec, "about": p.about})).collect(),
        || {
            let rows: Vec<Vec<String>> = PRESETS
                .iter()
                .map(|preset| [preset.name, preset.spec, preset.about].map(str::to_owned).to_vec())
                .collect();
            answer::table(&rows, 3)
        },
    )
}
