//! Players: a search, its settings and a way to break ties, written as text; and heuristics, searches and players that a
//! program adds.
//!
//! ```
//! use connect_toe_game::{with_game, Game};
//! use connect_toe_players::{Player, PlayerSpec, SearchPlayer};
//! use rand::SeedableRng;
//! let spec: PlayerSpec = "alpha-beta:depth=2,eval=undecided,ties=first".parse()?;
//! let game: Game = "3x3:3".parse()?;
//! let choice = with_game!(&game, record => {
//!     let mut player = SearchPlayer::new(record.rules(), &spec)?;
//!     player.choose(record.rules(), record.board(), &mut rand_chacha::ChaCha8Rng::seed_from_u64(1))
//! });
//! assert_eq!(game.geometry().cell_text(choice.cell), "a1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adapter;
mod catalogue;
mod error;
mod first_mover;
mod heuristic_spec;
pub mod own;
mod parts;
mod play_game;
mod player;
mod playouts;
mod spec;

/// Random numbers as players get them: the traits of the crate `rand`.
pub mod random {
    pub use rand::seq::{IndexedRandom, SliceRandom};
    pub use rand::{Rng, RngExt};
}

pub use catalogue::{Catalogue, Entry};
pub use error::{EntryError, HeuristicError, PlayerError};
pub use first_mover::{FirstMover, ParseFirstMoverError};
pub use heuristic_spec::HeuristicSpec;
pub use play_game::{Played, play_game};
pub use player::{Choice, Player, SearchPlayer};
pub use playouts::{PlayoutCounts, play_random_games};
pub use spec::{ParseTiesError, PlayerSpec, Ties};
