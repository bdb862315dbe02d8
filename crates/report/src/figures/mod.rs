//! Which drawings a study has, and the pictures of boards.

mod board;
mod marks;
mod of_games;
mod of_study;
mod parts;
mod points;

pub(crate) use of_games::games;
pub(crate) use of_study::of_study;
pub(crate) use parts::forest;
