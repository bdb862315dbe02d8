//! The paper's printed tables.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::{Counts, Experiment, Heuristic, Opponent};

/// The data tables of the paper as printed, with the integer counts recovered from them.
///
/// Source: Mercialdi & Wilamowska, "General Heuristic for Tic-Tac-Toe-Like Games" (2004), tables 1–13.
pub fn printed_tables() -> &'static [PrintedTable] {
    static TABLES: LazyLock<Vec<PrintedTable>> = LazyLock::new(|| {
        let text = include_str!("../data/printed_tables.json");
        parse(text).expect("the embedded tables are well formed: a test reads them all")
    });
    &TABLES
}

/// The table with this number; `None` outside 1 to 13.
///
/// ```
/// use connect_toe_paper::{Counts, Heuristic, TableColumn, printed_table};
///
/// let table = printed_table(1).expect("there are 13 tables");
/// let value = table.value(1, TableColumn::Player(Heuristic::O)).expect("a row for depth 1");
/// assert_eq!((value.printed.as_str(), value.recovered), ("0.458333333", Some(Counts { wins: 11, decided: 24 })));
/// ```
pub fn printed_table(number: u32) -> Option<&'static PrintedTable> {
    printed_tables().iter().find(|table| table.number == number)
}

/// One of the paper's data tables.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedTable {
    /// 1 to 13.
    pub number: u32,
    /// The caption as printed, which is not always right.
    pub caption: String,
    /// What the rows count, as printed.
    pub row_label: String,
    /// The series of games.
    pub experiment: Experiment,
    /// What the table shows.
    pub kind: TableKind,
    /// The columns from left to right.
    pub columns: Vec<TableColumn>,
    /// The rows from top to bottom.
    pub rows: Vec<PrintedRow>,
}

impl PrintedTable {
    /// The value at a row and column.
    pub fn value(&self, row: u32, column: TableColumn) -> Option<&PrintedValue> {
        self.rows
            .iter()
            .find(|candidate| candidate.row == row)?
            .values
            .iter()
            .find(|value| value.column == column)
    }
}

/// What a table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Each heuristic's wins among the decided games, pooled over its four opponents.
    Pooled,
    /// One heuristic's wins among the decided games, by opponent: single pairings.
    ByOpponent(Heuristic),
    /// The number of decided games of all twelve pairings.
    DecidedGames,
}

/// What a column is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableColumn {
    /// The player's heuristic.
    Player(Heuristic),
    /// The opponent.
    Opponent(Opponent),
    /// The number of decided games.
    DecidedGames,
}

impl TableColumn {
    /// The letter of the heuristic or opponent, or what is counted.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Player(player) => player.name(),
            Self::Opponent(opponent) => opponent.name(),
            Self::DecidedGames => "decided games",
        }
    }

    /// The full name for headings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Player(player) => player.title(),
            Self::Opponent(opponent) => opponent.title(),
            Self::DecidedGames => "Decided games",
        }
    }
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedRow {
    /// Search depth in plies, or side of the cube.
    pub row: u32,
    /// A value for each column.
    pub values: Vec<PrintedValue>,
}

/// A number of the paper and what is known about the counts behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedValue {
    /// Its column.
    pub column: TableColumn,
    /// The digits as printed, or `#DIV/0!`.
    pub printed: String,
    /// The counts, where all solutions consistent with the paper's other numbers agree.
    pub recovered: Option<Counts>,
    /// All consistent counts, where they do not agree. They share one ratio.
    pub candidates: Vec<Counts>,
    /// The likeliest candidate, if there is one.
    pub preferred: Option<Counts>,
    /// Whether more than the usual ten games were played.
    pub games_exceed_10: bool,
    /// What the recovered counts assume.
    pub assumption: Option<String>,
}

/// Games of a row behind table 5: twelve pairings of ten.
pub(crate) const GAMES_PER_ROW: u64 = 120;

impl PrintedValue {
    /// The printed number as a rate of its trials, 0 … 1; `None` where the paper divided by zero.
    pub fn rate(&self) -> Option<f64> {
        match self.column {
            TableColumn::DecidedGames => self.recovered?.rate(),
            _ => self.printed.parse().ok(),
        }
    }

    /// The counts that a test considers: the recovered ones, else the preferred ones, else every candidate.
    pub fn possible_counts(&self) -> Vec<Counts> {
        self.recovered.or(self.preferred).map_or_else(|| self.candidates.clone(), |counts| vec![counts])
    }

    /// The counts by which readings are compared: of the possible ones, those with the fewest decided games, which
    /// claim the least.
    pub fn cautious_counts(&self) -> Option<Counts> {
        self.possible_counts().into_iter().min_by_key(|counts| counts.decided)
    }
}

/// The data file, field by field.
#[derive(Deserialize)]
struct RawFile {
    tables: BTreeMap<u32, RawTable>,
}

#[derive(Deserialize)]
struct RawTable {
    caption: String,
    row_label: String,
    #[serde(rename = "player_A")]
    player: Option<String>,
    columns: Vec<String>,
    rows: Vec<RawRow>,
}

#[derive(Deserialize)]
struct RawRow {
    row: u32,
    cells: Vec<RawCell>,
}

#[derive(Deserialize)]
struct RawCell {
    column: String,
    printed: String,
    recovered: Option<(Option<u64>, u64)>,
    #[serde(default)]
    candidates: Vec<(u64, u64)>,
    preferred: Option<(u64, u64)>,
    #[serde(default)]
    games_exceed_10: bool,
    assumption: Option<String>,
}

fn parse(text: &str) -> Result<Vec<PrintedTable>, String> {
    let file: RawFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    file.tables.into_iter().map(|(number, raw)| typed_table(number, raw)).collect()
}

fn typed_table(number: u32, raw: RawTable) -> Result<PrintedTable, String> {
    let experiment = match number {
        1..=5 => Experiment::TicTacToe,
        6..=9 => Experiment::ConnectFour,
        10..=13 => Experiment::Cubes,
        _ => return Err(format!("table {number} is unknown")),
    };
    let kind = match &raw.player {
        Some(player) => TableKind::ByOpponent(player.parse().map_err(|error| format!("{error}"))?),
        None if raw.columns.len() == 1 => TableKind::DecidedGames,
        None => TableKind::Pooled,
    };
    let columns = raw.columns.iter().map(|name| typed_column(kind, name)).collect::<Result<_, _>>()?;
    let rows = raw
        .rows
        .into_iter()
        .map(|row| {
            let values =
                row.cells.into_iter().map(|cell| typed_value(kind, cell)).collect::<Result<_, String>>()?;
            Ok(PrintedRow { row: row.row, values })
        })
        .collect::<Result<_, String>>()?;
    Ok(PrintedTable {
        number,
        caption: raw.caption,
        row_label: raw.row_label,
        experiment,
        kind,
        columns,
        rows,
    })
}

fn typed_column(kind: TableKind, name: &str) -> Result<TableColumn, String> {
    match kind {
        TableKind::Pooled => name.parse().map(TableColumn::Player).map_err(|error| error.to_string()),
        TableKind::ByOpponent(_) => {
            name.parse().map(TableColumn::Opponent).map_err(|error| error.to_string())
        }
        TableKind::DecidedGames => Ok(TableColumn::DecidedGames),
    }
}

fn typed_value(kind: TableKind, raw: RawCell) -> Result<PrintedValue, String> {
    let counts = |(wins, decided)| Counts { wins, decided };
    let recovered = match raw.recovered {
        Some((Some(wins), decided)) => Some(counts((wins, decided))),
        Some((None, decided)) => Some(counts((decided, GAMES_PER_ROW))),
        None => None,
    };
    if recovered.is_none() && raw.candidates.is_empty() {
        return Err(format!("no counts for {} in column {}", raw.printed, raw.column));
    }
    Ok(PrintedValue {
        column: typed_column(kind, &raw.column)?,
        printed: raw.printed,
        recovered,
        candidates: raw.candidates.into_iter().map(counts).collect(),
        preferred: raw.preferred.map(counts),
        games_exceed_10: raw.games_exceed_10,
        assumption: raw.assumption,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_thirteen_tables_are_complete() {
        let tables = printed_tables();
        assert_eq!(tables.iter().map(|table| table.number).collect::<Vec<_>>(), (1..=13).collect::<Vec<_>>());
        for table in tables {
            let rows: Vec<u32> = table.rows.iter().map(|row| row.row).collect();
            assert_eq!(rows, table.experiment.rows(), "table {}", table.number);
            for row in &table.rows {
                let columns: Vec<_> = row.values.iter().map(|value| value.column).collect();
                assert_eq!(columns, table.columns, "table {} row {}", table.number, row.row);
            }
        }
    }

    #[test]
    fn there_are_as_many_values_by_opponent_as_pairings() {
        let base = |experiment| {
            printed_tables()
                .iter()
                .filter(|table| {
                    table.experiment == experiment && matches!(table.kind, TableKind::ByOpponent(_))
                })
                .map(|table| table.rows.len() * table.columns.len())
                .sum::<usize>()
        };
        assert_eq!(base(Experiment::TicTacToe), 96);
        assert_eq!(base(Experiment::ConnectFour), 60);
        assert_eq!(base(Experiment::Cubes), 48);
    }

    #[test]
    fn counts_give_back_the_printed_digits() {
        for table in printed_tables() {
            for value in table.rows.iter().flat_map(|row| &row.values) {
                let Some(rate) = value.rate() else {
                    assert_eq!(
                        (value.printed.as_str(), value.recovered),
                        ("#DIV/0!", Some(Counts { wins: 0, decided: 0 }))
                    );
                    continue;
                };
                for counts in value.possible_counts() {
                    let found = counts.rate().expect("is decided");
                    assert!((found - rate).abs() < 1e-8, "table {}: {value:?}", table.number);
                }
            }
        }
    }

    #[test]
    fn ambiguity_is_faced() {
        let table = printed_table(2).expect("is there");
        let value = table.value(2, TableColumn::Opponent(Opponent::O)).expect("is there");
        assert_eq!((value.recovered, value.preferred), (None, None));
        assert_eq!(value.possible_counts().len(), 2);
        assert_eq!(value.cautious_counts(), Some(Counts { wins: 3, decided: 4 }));
        let preferred = printed_table(6).and_then(|table| table.value(1, TableColumn::Player(Heuristic::O)));
        assert_eq!(
            preferred.map(PrintedValue::possible_counts),
            Some(vec![Counts { wins: 14, decided: 40 }])
        );
        assert_eq!(printed_table(5).map(|table| table.kind), Some(TableKind::DecidedGames));
        assert_eq!(printed_table(14), None);
    }
}
