//! Reasons: what they claim, and how they read.

mod claims;
mod words;
