//! Statistics of match results: pure functions on counts, with no clock, no randomness and no I/O.
//!
//! | question | function | source |
//! | --- | --- | --- |
//! | how well does a player do, and how sure is that? | [`wilson()`] | Wilson 1927 |
//! | the same with guaranteed coverage | [`clopper_pearson()`] | Clopper & Pearson 1934 |
//! | do two win rates differ, and by how much? | [`difference()`] | Newcombe 1998 |
//! | could these counts come from that win rate? | [`binomial_test()`] | exact, minimum likelihood: Fay 2010 |
//! | the same for many cells at once | [`holm()`] | Holm 1979 |

mod wdl;

mod confidence;
mod interval;

mod binomial_test;
mod clopper_pearson;
mod difference;
mod holm;
mod wilson;

pub use binomial_test::{binomial_test, ln_binomial_probability};
pub use clopper_pearson::clopper_pearson;
pub use confidence::Confidence;
pub use difference::{Difference, difference};
pub use holm::holm;
pub use interval::Interval;
pub use wdl::Wdl;
pub use wilson::{wilson, wilson_at};
