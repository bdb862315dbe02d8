use connect_toe_stats::{Interval, Wdl, binomial_test, holm, wilson};

use crate::{Counts, Experiment, PrintedCell, Reading, Results, TableColumn, TableKind, printed_tables};

/// A printed value differs significantly if its adjusted p-value is below this.
pub const SIGNIFICANCE: f64 = 0.05;

/// A printed value beside ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How the search was understood in our games.
    pub reading: Reading,
    /// Number of the paper's table.
    pub table: u32,
    /// The series of games.
    pub experiment: Experiment,
    /// What the table tells.
    pub kind: TableKind,
    /// Search depth in plies, or side of the cube.
    pub row: u32,
    /// The table's column.
    pub column: TableColumn,
    /// The printed value and the counts behind it.
    pub printed: &'static PrintedCell,
    /// Our games.
    pub ours: Wdl,
    /// The chance of counts at least as unlikely as the paper's if our rate is the true one: the exact two-sided
    /// binomial test. Where several counts are possible, the largest of their p-values, so that no difference is
    /// claimed that another candidate would take back. `None` where the paper has no decided game.
    pub p_value: Option<f64>,
    /// The p-value after Holm's correction over the cell's family: the base cells of one reading, or its pooled
    /// cells (tables 1, 5, 6 and 10, which repeat the base cells' games).
    pub p_holm: Option<f64>,
    /// Whether the printed value differs significantly from ours.
    pub differs: bool,
}

impl Comparison {
    /// Our counts in the column's terms: wins of decided games, or decided games of all games.
    #[must_use]
    pub fn our_counts(&self) -> Counts {
        counts(self.column, self.ours)
    }

    /// Our rate; `None` without decided games.
    #[must_use]
    pub fn our_rate(&self) -> Option<f64> {
        self.our_counts().rate()
    }

    /// The 95 % Wilson interval of our rate.
    #[must_use]
    pub fn our_interval(&self) -> Interval {
        let counts = self.our_counts();
        wilson(counts.wins, counts.decided)
    }

    /// Our rate drawn a little towards one half: `(wins + ½) ÷ (decided + 1)`, the mean of the posterior under
    /// Jeffreys' prior. A finite sample without a loss does not prove that losses are impossible, and a paper's
    /// single loss must not get probability 0 from it.
    #[must_use]
    pub fn shrunk_rate(&self) -> f64 {
        let counts = self.our_counts();
        (counts.wins as f64 + 0.5) / (counts.decided as f64 + 1.0)
    }

    /// Whether this is one of the games' own cells and no sum of others.
    #[must_use]
    pub const fn is_base(&self) -> bool {
        matches!(self.kind, TableKind::ByOpponent(_))
    }
}

/// What a column counts among some games.
fn counts(column: TableColumn, wdl: Wdl) -> Counts {
    match column {
        TableColumn::DecidedGames => Counts { wins: wdl.decided(), decided: wdl.games() },
        TableColumn::Player(_) | TableColumn::Opponent(_) => {
            Counts { wins: wdl.wins, decided: wdl.decided() }
        }
    }
}

/// Puts every printed value beside ours, table by table, as far as the reading was played.
///
/// For base cells the test is exact, given our rate. For pooled cells it takes the pool for one binomial; a pool of
/// unequal cells varies less than that, so that the test errs on the side of finding no difference. Table 5 is
/// compared by the decided games among 120.
#[must_use]
pub fn compare(results: &Results, reading: Reading) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for table in printed_tables() {
        for row in &table.rows {
            for printed in &row.cells {
                let Some(ours) = results.at(table, reading, row.row, printed.column) else { continue };
                let mut comparison = Comparison {
                    reading,
                    table: table.number,
                    experiment: table.experiment,
                    kind: table.kind,
                    row: row.row,
                    column: printed.column,
                    printed,
                    ours,
                    p_value: None,
                    p_holm: None,
                    differs: false,
                };
                comparison.p_value = p_value(printed, comparison.shrunk_rate());
                comparisons.push(comparison);
            }
        }
    }
    adjust(&mut comparisons, Comparison::is_base);
    adjust(&mut comparisons, |comparison| !comparison.is_base());
    comparisons
}

fn p_value(printed: &PrintedCell, rate: f64) -> Option<f64> {
    printed
        .possible_counts()
        .into_iter()
        .filter(|counts| counts.decided > 0)
        .filter_map(|counts| binomial_test(counts.wins, counts.decided, rate))
        .reduce(f64::max)
}

/// Corrects the p-values of one family and draws the conclusion.
fn adjust(comparisons: &mut [Comparison], in_family: impl Fn(&Comparison) -> bool) {
    let mut family: Vec<(&mut Comparison, f64)> = comparisons
        .iter_mut()
        .filter(|comparison| in_family(comparison))
        .filter_map(|comparison| {
            let p_value = comparison.p_value?;
            Some((comparison, p_value))
        })
        .collect();
    let p_values: Vec<f64> = family.iter().map(|(_, p_value)| *p_value).collect();
    for ((comparison, _), adjusted) in family.iter_mut().zip(holm(&p_values)) {
        comparison.p_holm = Some(adjusted);
        comparison.differs = adjusted < SIGNIFICANCE;
    }
}
