//! Players: a search, its settings and a way to break ties, written as text.
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

mod first_mover;
mod play_game;
mod player;
mod playouts;
mod spec;

pub use first_mover::{FirstMover, ParseFirstMoverError};
pub use play_game::{Played, play_game};
pub use player::{Choice, Player, SearchPlayer};
pub use playouts::{PlayoutCounts, play_random_games};
pub use spec::{PlayerError, PlayerSpec, Ties};
