//! The results of a run beside the paper.

use crate::{Comparison, Conclusion, Fit, Reading, Results, compare, conclusions, goodness_of_fit};

/// What a run says about the paper.
///
/// ```
/// use connect_toe_experiment::Tally;
/// use connect_toe_paper::{Analysis, Experiment, Reading, Results, Settings, plan};
///
/// let settings = Settings { experiments: vec![Experiment::Cubes], ..Settings::default() };
/// let plan = plan(&settings)?;
/// let mut tally = Tally::new(&plan);
/// // On the cube of side 2 the first player has won all of 100 games.
/// tally.conditions[0].as_first.wins = 100;
/// let results = Results::new(settings, &plan, &tally);
/// let analysis = Analysis::new(&results);
/// let comparison = &analysis.reading(Reading::Exact).expect("was played").comparisons[0];
/// assert_eq!((comparison.table, comparison.our_rate(), comparison.differs), (10, Some(1.0), false));
/// # Ok::<(), connect_toe_paper::SettingsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// An entry for each reading of the settings.
    pub readings: Vec<ReadingAnalysis>,
    /// What the printed tables suggest, with verdicts.
    pub conclusions: Vec<Conclusion>,
}

/// A reading beside the paper.
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
    /// Analyses a run. The analysis follows from the counts alone.
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

    /// A reading's part; `None` if the settings do not have it.
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
