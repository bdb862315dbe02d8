use connect_toe_paper::{
    Comparison, Counts, PrintedCell, PrintedTable, Reading, TableColumn, TableKind, printed_tables,
};

use crate::PaperReport;

/// A table of the paper with ours beside it.
#[derive(Debug)]
pub(super) struct TableView {
    pub(super) number: u32,
    pub(super) title: String,
    pub(super) row_label: &'static str,
    /// Names of the readings that were played.
    pub(super) readings: Vec<&'static str>,
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<RowView>,
}

#[derive(Debug)]
pub(super) struct RowView {
    pub(super) row: u32,
    pub(super) cells: Vec<CellView>,
}

/// A printed value and ours.
#[derive(Debug)]
pub(super) struct CellView {
    pub(super) printed: String,
    pub(super) counts: String,
    pub(super) ours: Vec<OursView>,
}

#[derive(Debug)]
pub(super) struct OursView {
    pub(super) value: String,
    pub(super) interval: String,
    pub(super) differs: bool,
    /// The p-values, for those who ask.
    pub(super) test: String,
}

impl TableView {
    /// Columns that one heuristic, opponent or number takes: printed, and each reading.
    pub(super) fn span(&self) -> usize {
        1 + self.readings.len()
    }
}

/// All tables of the experiments that were played.
pub(super) fn tables(report: &PaperReport<'_>) -> Vec<TableView> {
    let played: Vec<_> = report.results.settings.chosen_experiments().collect();
    printed_tables()
        .iter()
        .filter(|table| played.contains(&table.experiment))
        .map(|table| view(report, table))
        .collect()
}

fn view(report: &PaperReport<'_>, table: &PrintedTable) -> TableView {
    let readings = &report.analysis.readings;
    let rows = table.rows.iter().map(|row| RowView {
        row: row.row,
        cells: row
            .cells
            .iter()
            .map(|cell| CellView {
                printed: printed(cell),
                counts: counts(cell),
                ours: readings
                    .iter()
                    .map(|part| {
                        part.at(table.number, row.row, cell.column)
                            .map_or_else(OursView::not_played, OursView::new)
                    })
                    .collect(),
            })
            .collect(),
    });
    TableView {
        number: table.number,
        title: title(table),
        row_label: table.experiment.row_label(),
        readings: readings.iter().map(|part| Reading::name(part.reading)).collect(),
        columns: table.columns.iter().map(|column| column.title()).collect(),
        rows: rows.collect(),
    }
}

fn title(table: &PrintedTable) -> String {
    let game = table.experiment.title();
    match table.kind {
        TableKind::Pooled => format!("{game}, winning percentage of each heuristic, all opponents pooled"),
        TableKind::ByOpponent(player) => {
            format!("{game}, winning percentage of {} by opponent", player.title())
        }
        TableKind::DecidedGames => format!("{game}, decided games of 120"),
    }
}

fn printed(cell: &PrintedCell) -> String {
    match (cell.column, cell.rate()) {
        (TableColumn::Player(_) | TableColumn::Opponent(_), Some(rate)) => format!("{:.1}", 100.0 * rate),
        _ => cell.printed.clone(),
    }
}

/// The counts behind a printed value: `11/24`, `3/4 or 6/8`, `1/1 … 10/10`; `?` marks a likely one, `†` more than
/// ten games.
fn counts(cell: &PrintedCell) -> String {
    if cell.column == TableColumn::DecidedGames {
        return String::new();
    }
    let write = |counts: &Counts| format!("{}/{}", counts.wins, counts.decided);
    let possible = cell.possible_counts();
    let mut text = match possible.as_slice() {
        [] => String::new(),
        [one] => write(one),
        [one, other] => format!("{} or {}", write(one), write(other)),
        [first, .., last] => format!("{} … {}", write(first), write(last)),
    };
    if cell.recovered.is_none() && cell.preferred.is_some() {
        text.push('?');
    }
    if cell.games_exceed_10 {
        text.push('†');
    }
    text
}

impl OursView {
    fn not_played() -> Self {
        Self { value: "–".to_owned(), interval: String::new(), differs: false, test: String::new() }
    }

    fn new(comparison: &Comparison) -> Self {
        let scale = if comparison.kind == TableKind::DecidedGames { 120.0 } else { 100.0 };
        let interval = comparison.our_interval();
        let test = match (comparison.p_value, comparison.p_holm) {
            (Some(p), Some(adjusted)) => format!("p = {}, after Holm {}", short(p), short(adjusted)),
            _ => "no decided game in the paper".to_owned(),
        };
        let Some(rate) = comparison.our_rate() else {
            return Self { value: "–".to_owned(), interval: "all drawn".to_owned(), differs: false, test };
        };
        Self {
            value: format!("{:.1}", scale * rate),
            interval: format!("{:.1}–{:.1}", scale * interval.low, scale * interval.high),
            differs: comparison.differs,
            test,
        }
    }
}

/// A p-value with two digits that matter.
fn short(p_value: f64) -> String {
    if p_value >= 0.01 { format!("{p_value:.2}") } else { format!("{p_value:.1e}") }
}
