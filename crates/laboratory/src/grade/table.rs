//! The grades as a table: `grade.csv`.

use connect_toe_game::text::spreadsheet_cell;

use super::answer::{EntryGrades, EstimateWithInterval, Grades, PositionCounts, PositionGrades};

/// Columns of `grade.csv`.
const COLUMNS: [&str; 29] = [
    "entry",
    "kind",
    "group",
    "ply",
    "value",
    "positions",
    "solved",
    "decisive",
    "mean_loss",
    "mean_loss_low",
    "mean_loss_high",
    "keep_rate",
    "keep_rate_low",
    "keep_rate_high",
    "slip_rate",
    "slip_rate_low",
    "slip_rate_high",
    "blunder_rate",
    "blunder_rate_low",
    "blunder_rate_high",
    "plies_lost",
    "plies_lost_low",
    "plies_lost_high",
    "kendall",
    "kendall_low",
    "kendall_high",
    "spearman",
    "spearman_low",
    "spearman_high",
];

/// A group of positions: all, those of a ply, those of a value.
struct Group {
    name: &'static str,
    ply: String,
    value: &'static str,
    /// Positions, those solved, and those of them that are decisive.
    positions: [u64; 3],
}

/// The names of the columns, and one line for each entry and group of positions; what is not known is empty.
pub(super) fn rows(grades: &Grades) -> impl Iterator<Item = Vec<String>> {
    let header = COLUMNS.map(str::to_owned).to_vec();
    std::iter::once(header).chain(grades.entries.iter().flat_map(|entry| of_entry(grades, entry)))
}

fn of_entry(grades: &Grades, entry: &EntryGrades) -> Vec<Vec<String>> {
    let numbers = |counts: &PositionCounts| [counts.positions, counts.solved, counts.decisive];
    let all = &grades.overall;
    let overall = Group { name: "overall", ply: String::new(), value: "", positions: numbers(all) };
    let mut rows = vec![row(entry, overall, &entry.overall)];
    for (ply, grade) in grades.plies.iter().zip(&entry.by_ply) {
        let positions = numbers(&ply.counts);
        let group = Group { name: "ply", ply: ply.ply.to_string(), value: "", positions };
        rows.push(row(entry, group, &grade.grades));
    }
    let values = &entry.by_value;
    let of_values =
        [("win", &values.win, all.won), ("draw", &values.draw, all.drawn), ("loss", &values.loss, all.lost)];
    for (value, grade, number) in of_values {
        let positions = [number, number, grade.decisive];
        let group = Group { name: "value", ply: String::new(), value, positions };
        rows.push(row(entry, group, &grade.grades));
    }
    rows
}

fn row(entry: &EntryGrades, group: Group, grades: &PositionGrades) -> Vec<String> {
    let mut row = vec![
        spreadsheet_cell(&entry.entry).into_owned(),
        entry.kind.clone(),
        group.name.to_owned(),
        group.ply,
        group.value.to_owned(),
    ];
    row.extend(group.positions.map(|number| number.to_string()));
    let rates = [grades.mean_loss, grades.keep_rate, grades.slip_rate, grades.blunder_rate];
    for estimate in rates.into_iter().chain([grades.plies_lost, grades.kendall, grades.spearman]) {
        let interval = estimate.and_then(|EstimateWithInterval { interval, .. }| interval);
        let numbers = [
            estimate.map(|estimate| estimate.value),
            interval.map(|ends| ends[0]),
            interval.map(|ends| ends[1]),
        ];
        row.extend(numbers.map(|number| number.map_or(String::new(), |number| number.to_string())));
    }
    row
}
