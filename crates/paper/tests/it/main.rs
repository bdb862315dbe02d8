//! The analysis of whole runs, with made-up results whose verdicts are known.

mod compare;
mod conclusions;
mod summary;
mod synthetic;
