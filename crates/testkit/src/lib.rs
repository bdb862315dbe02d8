//! The measure that the other crates are tested against; a dev-dependency, never part of the program.
//!
//! - [`oracle`] plays, counts, evaluates, searches and solves every game of the class, slowly and obviously;
//! - [`cases`] are the typed test data: hand-checked cases of the class and published Connect Four results;
//! - [`random_game`] draws games and move sequences from a seed, [`strategy`] does so for `proptest`.
//!
//! Games, cells, moves and boards go in and out as plain text, so that a test compares two strings or two lists.
//!
//! **Architecture invariant:** this crate depends on no other crate of the workspace and shares no code with
//! the engine. An oracle that used the engine's parser or line tables would repeat their mistakes.
//!
//! ```
//! use connect_toe_testkit::oracle::{ExactResult, Game, Outcome, Player};
//!
//! let game = Game::parse("3x3:3")?;
//! let position = game.replay("a1 a2 b1 b2")?;
//! assert_eq!(position.legal_moves(), ["a3", "b3", "c1", "c2", "c3"]);
//! let solution = position.solve();
//! assert_eq!((solution.result, solution.distance), (ExactResult::Win, Some(1)));
//! assert_eq!(solution.best, ["c1"]);
//! assert_eq!(position.play("c1")?.outcome(), Some(Outcome::Win(Player::X)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cases;
pub mod oracle;
pub mod random_game;
pub mod strategy;
