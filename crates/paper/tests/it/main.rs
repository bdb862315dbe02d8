//! The analysis of whole runs, with made-up results whose verdicts are known, and small real ones.

mod compare;
mod conclusions;
mod run;
mod summary;
mod synthetic;
