//! Every printed value beside ours, with a test.

use connect_toe_stats::{Interval, SIGNIFICANCE, Wdl, holm, wilson};

use crate::{Counts, Experiment, PrintedValue, Reading, Results, TableColumn, TableKind, printed_tables};

/// A printed value beside ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How the search was understood in our games.
    pub reading: Reading,
    /// Number of the paper's table.
    pub table: u32,
    /// The series of games.
    pub experiment: Experiment,
    /// What the table shows.
    pub kind: TableKind,
    /// Search depth in plies, or side of the cube.
    pub row: u32,
    /// The table's column.
    pub column: TableColumn,
    /// The printed value and the counts behind it.
    pub printed: &'static PrintedValue,
    /// Our games.
    pub ours: Wdl,
    /// The chance of counts at least as unlikely as the paper's if our rate is the true one: the exact two-sided
    /// binomial test. Where several counts are possible, the largest of their p-values: a difference must hold for all
    /// of them. `None` where the paper has no decided game.
    pub p_value: Option<f64>,
    /// The p-value after Holm's correction over the value's family: the single pairings of one reading, or its pooled
    /// values (tables 1, 5, 6 and 10, which count the same games again).
    pub p_holm: Option<f64>,
    /// Whether the printed value differs significantly from ours.
    pub differs: bool,
}

impl Comparison {
    /// Our counts in the column's terms: wins of decided games, or decided games of all games.
    pub fn our_counts(&self) -> Counts {
        counts(self.column, self.ours)
    }

    /// Our rate; `None` without decided games.
    pub fn our_rate(&self) -> Option<f64> {
        self.our_counts().rate()
    }

    /// The 95 % Wilson interval of our rate.
    pub fn our_interval(&self) -> Interval {
        let counts = self.our_counts();
        wilson(counts.wins, counts.decided)
    }

    /// Our rate drawn a little towards one half ([`Counts::shrunk_rate`]): a single loss in the paper must not get the
    /// probability 0.
    pub fn shrunk_rate(&self) -> f64 {
        self.our_counts().shrunk_rate()
    }

    /// Whether the value is of a single pairing, and not a sum over several.
    pub const fn is_single(&self) -> bool {
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
/// For single pairings the test is exact, given our rate. A pooled value is tested as one binomial; a pool of unequal
/// pairings varies less than that, so that the test errs on the side of finding no difference. Table 5 is
/// compared by the decided games among 120.
pub fn compare(results: &Results, reading: Reading) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for table in printed_tables() {
        for row in &table.rows {
            for printed in &row.values {
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
                comparison.p_value = Counts::p_value(&printed.possible_counts(), comparison.shrunk_rate());
                comparisons.push(comparison);
            }
        }
    }
    adjust(&mut comparisons, Comparison::is_single);
    adjust(&mut comparisons, |comparison| !comparison.is_single());
    comparisons
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
