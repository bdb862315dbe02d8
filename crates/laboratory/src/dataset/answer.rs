//! What was made.

use std::collections::BTreeMap;

use connect_toe_game::Game;
use connect_toe_grade::{Columns, Known, Labels, Split};
use serde::{Deserialize, Serialize};

/// A set of positions that was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DataSetMade {
    /// Canonical game text.
    pub game: String,
    /// The number of positions.
    pub positions: u64,
    /// Those with exact value, distance and best moves.
    pub exact: u64,
    /// Those of which only the result is known.
    pub results: u64,
    /// Those that have a search's value.
    pub searched: u64,
    /// Positions to train with.
    pub train: u64,
    /// Positions for validation.
    pub validation: u64,
    /// Positions for tests.
    pub test: u64,
    /// Counts by ply.
    pub plies: Vec<DataSetPly>,
    /// The files.
    pub files: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// Positions of one ply, by their result for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DataSetPly {
    /// Stones on the board.
    pub ply: u32,
    /// The number of positions.
    pub positions: u64,
    /// Those that the side to move wins.
    pub wins: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those that the side to move loses.
    pub losses: u64,
    /// Those whose result is not known.
    pub unknown: u64,
}

impl DataSetMade {
    pub(super) fn new(game: &Game, labels: &Labels, files: &[String]) -> DataSetMade {
        let columns = &labels.columns;
        DataSetMade {
            game: game.spec().to_string(),
            positions: columns.len() as u64,
            exact: columns.known(Known::Exact),
            results: columns.known(Known::Result),
            searched: columns.known(Known::Searched),
            train: columns.part(Split::Train),
            validation: columns.part(Split::Validation),
            test: columns.part(Split::Test),
            plies: by_ply(columns),
            files: files.to_vec(),
            seconds: 0.0,
        }
    }
}

fn by_ply(columns: &Columns) -> Vec<DataSetPly> {
    let mut plies: BTreeMap<u16, DataSetPly> = BTreeMap::new();
    for place in 0..columns.len() {
        let ply = plies.entry(columns.ply[place]).or_default();
        ply.positions += 1;
        let count = match (columns.known[place], columns.value[place]) {
            (known, _) if known == Known::Searched as u8 => &mut ply.unknown,
            (_, 1..) => &mut ply.wins,
            (_, 0) => &mut ply.draws,
            _ => &mut ply.losses,
        };
        *count += 1;
    }
    plies.into_iter().map(|(number, counts)| DataSetPly { ply: u32::from(number), ..counts }).collect()
}
