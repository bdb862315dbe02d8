//! The rules against an independent slow implementation, and against themselves.

mod boards;
mod conformance;
mod errors;
mod oracle;
mod perft;
mod symmetry;
mod wider_class;
