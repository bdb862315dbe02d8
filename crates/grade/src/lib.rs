#![doc = include_str!("../README.md")]

mod budget;
mod contestant;
mod dataset;
mod error;
mod exact_values;
mod grading;
mod measure;
mod paired;
mod request;
mod run;
mod sample;
mod verdict;

pub use contestant::{Entry, Opinion};
pub use dataset::{
    Columns, Distribution, Known, LabelProgress, LabelRequest, LabelSymmetries, Labels, MOST_POSITIONS,
    Split, Splits, label, position_key,
};
pub use error::GradeError;
pub use exact_values::{ExactValues, ExactValuesError, ValuesInMemory};
pub use grading::{Comparison, Counts, EntryGrades, Grade, Grading, PlyCounts};
pub use measure::Estimate;
pub use request::{Progress, Request};
pub use run::{Findings, Judge, Judged, Judges, Sample, SamplePosition, grade, grade_by};
pub use verdict::VALUES;
