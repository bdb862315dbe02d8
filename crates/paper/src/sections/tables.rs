//! The paper's tables with ours beside them.

use connect_toe_report::document::{ColumnGroup, Entry, Section, Table};
use connect_toe_stats::numbers::{NOTHING, decimal, p_value, percent, percents, range};

use crate::tables::GAMES_PER_ROW;
use crate::{
    Analysis, Comparison, Counts, PrintedTable, PrintedValue, Results, TableColumn, TableKind, printed_tables,
};

/// All tables of the experiments that were played.
pub(super) fn section(results: &Results, analysis: &Analysis) -> Section {
    let played: Vec<_> = results.settings.chosen_experiments().collect();
    let tables = printed_tables().iter().filter(|table| played.contains(&table.experiment));
    Section::new("tables", "Tables 1 to 13")
        .listed_as("Tables")
        .with([
            "Winning percentages: wins of the games that either side won. The counts recovered from a printed value \
             are below it (wins/decided games; “or” and “…” where several fit, “?” a likely one, “†” more than ten \
             games were played). Below ours is the 95 % interval. Values marked with ≠ differ significantly from the \
             printed one: exact binomial test, corrected after Holm, 5 %."
                .into(),
        ])
        .with(tables.map(|table| printed_beside_ours(analysis, table).into()))
}

fn printed_beside_ours(analysis: &Analysis, table: &PrintedTable) -> Table {
    let readings = &analysis.readings;
    let mut groups = vec![ColumnGroup { heading: String::new(), columns: 1 }];
    let mut headings = vec![table.experiment.row_label()];
    for column in &table.columns {
        groups.push(ColumnGroup { heading: column.title().to_owned(), columns: 1 + readings.len() });
        headings.push("printed");
        headings.extend(readings.iter().map(|part| part.reading.title()));
    }
    let rows = table.rows.iter().map(|row| {
        let mut entries = vec![Entry::from(row.row.to_string())];
        for value in &row.values {
            entries.push(Entry::from(printed(value)).with_small(counts(value)));
            entries.extend(readings.iter().map(|part| {
                part.at(table.number, row.row, value.column).map_or_else(|| Entry::from(NOTHING), ours)
            }));
        }
        entries
    });
    Table {
        groups,
        rows: rows.collect(),
        ..Table::new(format!("table-{}", table.number), format!("Table {}. {}", table.number, title(table)))
            .columns(1, headings)
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

fn printed(value: &PrintedValue) -> String {
    match (value.column, value.rate()) {
        (TableColumn::Player(_) | TableColumn::Opponent(_), Some(rate)) => percent(rate),
        _ => value.printed.clone(),
    }
}

/// The counts behind a printed value: `11/24`, `3/4 or 6/8`, `1/1 … 10/10`; `?` marks a likely one, `†` more than
/// ten games.
fn counts(value: &PrintedValue) -> String {
    if value.column == TableColumn::DecidedGames {
        return String::new();
    }
    let mut text = Counts::text(&value.possible_counts());
    if value.recovered.is_none() && value.preferred.is_some() {
        text.push('?');
    }
    if value.games_exceed_10 {
        text.push('†');
    }
    text
}

fn ours(comparison: &Comparison) -> Entry {
    let interval = comparison.our_interval();
    let tooltip = match (comparison.p_value, comparison.p_holm) {
        (Some(p), Some(adjusted)) => format!("p = {}, after Holm {}", p_value(p), p_value(adjusted)),
        _ => "no decided game in the paper".to_owned(),
    };
    let entry = match comparison.our_rate() {
        Some(rate) if comparison.kind == TableKind::DecidedGames => {
            let games = |rate: f64| decimal(GAMES_PER_ROW as f64 * rate, 1);
            Entry::from(games(rate)).with_small(range(&games(interval.low), &games(interval.high)))
        }
        Some(rate) => Entry::from(percent(rate)).with_small(percents(interval)),
        None => Entry::from(NOTHING).with_small("all drawn"),
    };
    Entry { differs: comparison.differs && comparison.our_rate().is_some(), tooltip, ..entry }
}
