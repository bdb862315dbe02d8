//! `count`: the positions that games lead to.

use connect_toe_game::with_game;
use connect_toe_solve::{CountError, CountProgress, PositionCounts, count_positions};
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::game;
use crate::reason::Fault;
use crate::solve::MemoryText;
use crate::work::{Progress, Work};

/// Asks for the number of positions that games lead to, by plies.
///
/// ```
/// use connect_toe_api::{Count, Work};
/// let counted = Count::new("4x4:4:-2").run(&Work::new())?;
/// assert_eq!(counted.positions.iter().sum::<u64>(), 161_029);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// Game text or a preset's name.
    pub game: String,
    /// The most plies; without a number all that there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Memory for lists of positions: a number of bytes, or a number with `k`, `M` or `G`.
    #[serde(default = "Count::memory")]
    pub memory: String,
}

/// Positions by plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Canonical game text.
    pub game: String,
    /// `positions[p]`: different positions after `p` plies; symmetric ones are counted each.
    pub positions: Vec<u64>,
    /// `ended[p]`: those of them in which the game is over.
    pub ended: Vec<u64>,
}

impl Count {
    /// Memory if the request does not name it.
    pub const MEMORY: &str = "4G";

    fn memory() -> String {
        Count::MEMORY.to_owned()
    }

    /// The positions of this game.
    pub fn new(game: impl Into<String>) -> Count {
        Count { game: game.into(), plies: None, memory: Count::memory() }
    }

    /// The counts.
    ///
    /// # Errors
    /// A text that is not a game; too little memory; a stop.
    pub fn run(&self, work: &Work) -> Result<Counted, Error> {
        let game = game(&self.game)?;
        let memory: MemoryText = self.memory.parse().map_err(Error::wrong("memory"))?;
        let plies = self.plies.unwrap_or(u32::MAX);
        let counts = with_game!(&game, record => {
            count_positions(record.rules(), plies, memory.0, work.stop(), |progress| tell(progress, work))
        });
        let PositionCounts { positions, ended } = counts.map_err(|error| match error {
            CountError::Stopped => Error::Interrupted,
            error @ CountError::Memory { .. } => Error::of_field(Fault::Limit, "memory", error)
                .with_hint("ask for fewer plies, or give more memory if there is more"),
        })?;
        Ok(Counted { game: game.spec().to_string(), positions, ended })
    }
}

fn tell(&CountProgress { counts, done, of }: &CountProgress<'_>, work: &Work) {
    let detail = || format!("those after {}", counted(counts.positions.len() as u64, "ply"));
    work.progress(&Progress { done, total: Some(of), unit: "positions", detail: &detail });
}
