//! The results of a run beside the paper.

use crate::{Comparison, Conclusion, Fit, Reading, Results, compare, conclusions, goodness_of_fit};

/// What a run says about the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// One entry a reading that was played.
    pub readings: Vec<ReadingAnalysis>,
    /// What the printed tables suggest, and what became of it.
    pub conclusions: Vec<Conclusion>,
}

/// One reading beside the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingAnalysis {
    /// How the search was understood.
    pub reading: Reading,
    /// Every printed value beside ours.
    pub comparisons: Vec<Comparison>,
    /// How well the reading explains the paper's counts.
    pub fits: Vec<Fit>,
}

impl Analysis {
    /// Analyses a run: a pure function of its counts.
    pub fn new(results: &Results) -> Self {
        let readings = results
            .settings
            .chosen_readings()
            .map(|reading| {
                let comparisons = compare(results, reading);
                let fits = goodness_of_fit(&comparisons);
                ReadingAnalysis { reading, comparisons, fits }
            })
            .collect();
        Self { readings, conclusions: conclusions(results) }
    }

    /// One reading's part; `None` if it was not played.
    pub fn reading(&self, reading: Reading) -> Option<&ReadingAnalysis> {
        self.readings.iter().find(|part| part.reading == reading)
    }
}

impl ReadingAnalysis {
    /// The comparison at a place of one of the paper's tables.
    pub fn at(&self, table: u32, row: u32, column: crate::TableColumn) -> Option<&Comparison> {
        self.comparisons
            .iter()
            .find(|comparison| (comparison.table, comparison.row, comparison.column) == (table, row, column))
    }
}
