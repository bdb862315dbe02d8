//! Tests of the heuristics through the table and the trait.

mod explanation;
mod incremental;
mod methods;
mod moved;
mod oracle;
mod runs;
mod support;
mod symmetry;
