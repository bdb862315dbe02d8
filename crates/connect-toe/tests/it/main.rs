//! The library as its users see it.

mod engine;
mod examples;
#[cfg(feature = "laboratory")]
mod laboratory;
