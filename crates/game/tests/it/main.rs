//! The rules against an independent slow implementation, and against themselves.

mod boards;
mod conformance;
mod errors;
mod oracle;
mod wider_class;
mod perft;
mod symmetry;
