//! `games`: the presets.

use clap::Args;
use connect_toe_api::{Games, NamedGame};

use crate::answer;
use crate::arguments::{Common, acting};
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(mut_args(acting(&["format"])))]
pub(crate) struct Arguments {}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    answer::print(common.format, &Games {}.run(), |games| {
        let row = |game: &NamedGame| vec![game.name.clone(), game.game.clone(), game.about.clone()];
        answer::table(&games.iter().map(row).collect::<Vec<_>>(), 3)
    })
}
