#![doc = include_str!("../README.md")]

#[doc(inline)]
#[doc(inline)]
pub use connect_toe_certificate as certificate;
#[doc(inline)]
pub use connect_toe_eval as eval;
#[doc(inline)]
pub use connect_toe_experiment as experiment;
#[doc(inline)]
pub use connect_toe_game as game;
#[doc(inline)]
pub use connect_toe_grade as grade;
#[doc(inline)]
pub use connect_toe_players as players;
#[doc(inline)]
pub use connect_toe_search as search;
#[doc(inline)]
pub use connect_toe_solve as solve;
#[doc(inline)]
pub use connect_toe_stats as stats;

/// The guides of the project; their code is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guides/own-heuristic.md")]
struct Guides;
