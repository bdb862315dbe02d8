//! A heat map with its data.

use connect_toe_plot::{HeatMap, Scale, Value};
use connect_toe_stats::numbers::decimal;

use crate::csv_number;
use crate::document::Figure;
use crate::figures::parts::csv_lines;
use crate::inline::plain;

/// What a heat map shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Score,
    Share,
    Plies,
}

impl Measure {
    fn print(self, value: f64) -> String {
        match self {
            Measure::Plies => decimal(value, 1),
            Measure::Score | Measure::Share => decimal(100.0 * value, 0),
        }
    }

    const fn unit(self) -> &'static str {
        match self {
            Measure::Score => "points per game",
            Measure::Share => "share",
            Measure::Plies => "plies",
        }
    }
}

/// Values by row and column, with the names of both.
pub(super) struct Map {
    pub(super) row_title: String,
    pub(super) column_title: String,
    pub(super) rows: Vec<String>,
    pub(super) columns: Vec<String>,
    /// Row by row; `None` where there is no value.
    pub(super) values: Vec<Vec<Option<f64>>>,
    pub(super) measure: Measure,
}

impl Map {
    /// The values as CSV.
    pub(super) fn data(&self) -> String {
        let mut heading =
            vec![format!("{} / {} ({})", self.row_title, self.column_title, self.measure.unit())];
        heading.extend(self.columns.iter().cloned());
        let mut data = vec![heading];
        for (row, values) in self.rows.iter().zip(&self.values) {
            let mut line = vec![row.clone()];
            line.extend(values.iter().map(|value| value.map_or_else(String::new, csv_number)));
            data.push(line);
        }
        csv_lines(&data)
    }

    pub(super) fn figure(self, id: String, caption: String) -> Figure {
        let data = self.data();
        let measure = self.measure;
        let highest = self.values.iter().flatten().flatten().copied().fold(0.0, f64::max);
        let (scale, top) = match measure {
            Measure::Score => (Scale::Diverging, 1.0),
            Measure::Share => (Scale::Sequential, 1.0),
            Measure::Plies => (Scale::Sequential, highest.max(1.0)),
        };
        let value = |value: f64| Value::new(value / top, measure.print(value));
        let values = self.values.into_iter().map(|row| row.into_iter().map(|one| one.map(value)).collect());
        let heat_map = HeatMap {
            description: plain(&caption),
            row_title: self.row_title,
            column_title: self.column_title,
            rows: self.rows,
            columns: self.columns,
            values: values.collect(),
            scale,
            ends: (
                "0".to_owned(),
                if measure == Measure::Plies { measure.print(top) } else { "100 %".to_owned() },
            ),
        };
        Figure { id, caption, svg: heat_map.svg(), data }
    }
}
