//! Printing answers: text for people, JSON for programs, on standard output.

use std::io::Write;

use clap::ValueEnum;
use serde_json::Value;

use crate::failure::Failure;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: one JSON value
    Json,
}

/// Prints an answer in the form asked for; only that form is computed.
pub(crate) fn print(
    format: Format,
    json: impl FnOnce() -> Value,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let answer = match format {
        Format::Json => json().to_string(),
        Format::Text => text(),
    };
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{}", answer.trim_end())?;
    Ok(stdout.flush()?)
}

/// Lines up columns: names to the left, the last column to the left too, numbers to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let number = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
            line += gap;
            line += &if number && column > 0 { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
