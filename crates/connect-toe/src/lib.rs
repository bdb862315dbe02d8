#![doc = include_str!("../README.md")]

#[doc(inline)]
pub use connect_toe_arena as arena;
#[doc(inline)]
pub use connect_toe_certificate as certificate;
#[doc(inline)]
pub use connect_toe_eval as eval;
#[doc(inline)]
pub use connect_toe_game as game;
#[doc(inline)]
pub use connect_toe_players as players;
#[doc(inline)]
pub use connect_toe_search as search;
#[doc(inline)]
pub use connect_toe_solve as solve;
