//! The results as other programs read them.

use connect_toe_grade::{Comparison, Counts, Entry, EntryGrades, Estimate, Grade, Grading, Request, VALUES};
use connect_toe_stats::{Interval, RankCorrelation};
use serde_json::{Value, json};

/// `heuristic` or `player`.
pub(super) fn kind(entry: &Entry) -> &'static str {
    match entry {
        Entry::Heuristic(_) => "heuristic",
        Entry::Player(_) => "player",
    }
}

pub(super) fn json(request: &Request, grading: &Grading) -> Value {
    let best = grading.best();
    let entries: Vec<Value> = grading
        .entries
        .iter()
        .enumerate()
        .map(|(place, entry)| {
            let mut json = entry_json(grading, entry);
            json["best"] = json!(best.contains(&place));
            json
        })
        .collect();
    let plies: Vec<Value> = grading
        .plies
        .iter()
        .map(|ply| {
            let mut json = json!({"ply": ply.ply});
            add_counts(&mut json, &ply.counts);
            json
        })
        .collect();
    let mut overall = json!({});
    add_counts(&mut overall, &grading.positions);
    json!({
        "game": request.game.to_string(),
        "seed": request.seed,
        "positions_per_ply": request.positions,
        "solver_nodes": request.solver_nodes,
        "interrupted": grading.interrupted,
        "too_hard_ply": grading.too_hard,
        "overall": overall,
        "plies": plies,
        "entries": entries,
        "comparisons": grading.comparisons.iter().map(comparison).collect::<Vec<_>>(),
    })
}

fn add_counts(json: &mut Value, counts: &Counts) {
    json["positions"] = json!(counts.found);
    json["solved"] = json!(counts.solved);
    json["not_solved"] = json!(counts.not_solved());
    json["won"] = json!(counts.won);
    json["drawn"] = json!(counts.drawn);
    json["lost"] = json!(counts.lost);
    json["decisive"] = json!(counts.decisive);
}

fn entry_json(grading: &Grading, entry: &EntryGrades) -> Value {
    let by_ply: Vec<Value> = grading
        .plies
        .iter()
        .zip(&entry.by_ply)
        .map(|(ply, grade)| {
            let mut json = json!({"ply": ply.ply});
            add_grade(&mut json, grade);
            json
        })
        .collect();
    let mut overall = json!({});
    add_grade(&mut overall, &entry.overall);
    let mut by_value = json!({});
    for (value, grade) in VALUES.iter().zip(&entry.by_value) {
        let mut json = json!({});
        add_grade(&mut json, grade);
        by_value[value.name()] = json;
    }
    json!({
        "entry": entry.entry.to_string(),
        "kind": kind(&entry.entry),
        "overall": overall,
        "by_value": by_value,
        "by_ply": by_ply,
    })
}

fn add_grade(json: &mut Value, grade: &Grade) {
    json["mean_loss"] = estimate(grade.mean_loss());
    json["keep_rate"] = estimate(grade.keep_rate());
    json["slip_rate"] = estimate(grade.slip_rate());
    json["blunder_rate"] = estimate(grade.blunder_rate());
    json["plies_lost"] = estimate(grade.plies_lost());
    json["kendall"] = correlation(grade.kendall);
    json["spearman"] = correlation(grade.spearman);
}

fn estimate(estimate: Option<Estimate>) -> Value {
    estimate
        .map_or(Value::Null, |found| json!({"value": found.value, "interval": found.interval.map(interval)}))
}

fn correlation(correlation: Option<RankCorrelation>) -> Value {
    correlation
        .map_or(Value::Null, |found| json!({"value": found.value, "interval": interval(found.interval)}))
}

fn interval(interval: Interval) -> Value {
    json!([interval.low, interval.high])
}

fn comparison(comparison: &Comparison) -> Value {
    json!({
        "first": comparison.first,
        "second": comparison.second,
        "difference": comparison.difference.value,
        "interval": comparison.difference.interval.map(interval),
        "p_value": comparison.p_value,
        "adjusted": comparison.adjusted,
    })
}

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
    /// Positions, those solved, and those of them that are decisive. Of a value, which only solved ones have, the
    /// last is not counted.
    positions: [String; 3],
}

/// `grade.csv`: the names of the columns, and one line for each entry and group of positions.
pub(super) fn table(grading: &Grading) -> impl Iterator<Item = Vec<String>> {
    std::iter::once(COLUMNS.map(str::to_owned).to_vec()).chain(rows(grading))
}

/// Lines of `grade.csv`; what is not known is empty.
fn rows(grading: &Grading) -> impl Iterator<Item = Vec<String>> {
    let numbers =
        |counts: &Counts| [counts.found, counts.solved, counts.decisive].map(|number| number.to_string());
    grading.entries.iter().flat_map(move |entry| {
        let all = &grading.positions;
        let overall = Group { name: "overall", ply: String::new(), value: "", positions: numbers(all) };
        let mut rows = vec![row(&entry.entry, overall, &entry.overall)];
        for (ply, grade) in grading.plies.iter().zip(&entry.by_ply) {
            let positions = numbers(&ply.counts);
            let group = Group { name: "ply", ply: ply.ply.to_string(), value: "", positions };
            rows.push(row(&entry.entry, group, grade));
        }
        let of_values = [all.won, all.drawn, all.lost];
        for ((value, grade), number) in VALUES.iter().zip(&entry.by_value).zip(of_values) {
            let positions = [number.to_string(), number.to_string(), grade.decisive().to_string()];
            let group = Group { name: "value", ply: String::new(), value: value.name(), positions };
            rows.push(row(&entry.entry, group, grade));
        }
        rows
    })
}

fn row(entry: &Entry, group: Group, grade: &Grade) -> Vec<String> {
    let mut row = vec![
        entry.to_string(),
        kind(entry).to_owned(),
        group.name.to_owned(),
        group.ply,
        group.value.to_owned(),
    ];
    row.extend(group.positions);
    let rates = [grade.mean_loss(), grade.keep_rate(), grade.slip_rate(), grade.blunder_rate()];
    let estimates = rates.into_iter().chain([grade.plies_lost()]);
    let estimates = estimates.map(|estimate| (estimate.map(|e| e.value), estimate.and_then(|e| e.interval)));
    let correlations = [grade.kendall, grade.spearman].map(|c| (c.map(|c| c.value), c.map(|c| c.interval)));
    for (value, interval) in estimates.chain(correlations) {
        let numbers = [value, interval.map(|interval| interval.low), interval.map(|interval| interval.high)];
        row.extend(numbers.map(|number| number.map_or(String::new(), |number| number.to_string())));
    }
    row
}
