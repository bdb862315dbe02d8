//! The results for people: tables of at most a hundred columns.

use std::path::Path;

use connect_toe_laboratory::{EntryGrades, EstimateWithInterval, Grades};
use connect_toe_stats::numbers::{NOTHING, count, counted, decimal, p_value, range};

use crate::answer;

/// Entries beside each other in one table of rates, and of correlations.
const RATES_ABREAST: usize = 4;
const CORRELATIONS_ABREAST: usize = 3;

pub(super) fn text(grading: &Grades, out: Option<&str>) -> String {
    let mut parts = vec![header(grading), entries(grading), overall(grading)];
    parts.extend(correlations(grading));
    parts.extend(comparisons(grading));
    parts.extend(by_value(grading));
    parts.extend(by_ply(grading));
    parts.extend(correlations_by_ply(grading));
    let written = |out: &str| {
        let [json, csv] = ["grade.json", "grade.csv"].map(|name| Path::new(out).join(name));
        format!("written: {} and {}", json.display(), csv.display())
    };
    parts.extend(out.map(written));
    parts.join("\n\n")
}

/// What was looked at, and what is missing.
fn header(grading: &Grades) -> String {
    let counts = &grading.overall;
    let plies = match (grading.plies.first(), grading.plies.last()) {
        (Some(first), Some(last)) if first.ply == last.ply => format!("ply {}", first.ply),
        (Some(first), Some(last)) => format!("plies {} to {}", first.ply, last.ply),
        _ => "no plies".to_owned(),
    };
    let mut lines = vec![format!(
        "{}, {plies}: {}, {} of them solved; {} won, {} drawn, {} lost for the side to move; \
         {} decisive, with moves of different value.",
        grading.game,
        counted(counts.positions, "position"),
        count(counts.solved),
        count(counts.won),
        count(counts.drawn),
        count(counts.lost),
        count(counts.decisive)
    )];
    let few: Vec<String> = grading
        .plies
        .iter()
        .filter(|ply| !grading.interrupted && ply.counts.positions < grading.positions_per_ply as u64)
        .map(|ply| ply.ply.to_string())
        .collect();
    if !few.is_empty() {
        lines.push(format!(
            "Random moves lead to fewer positions than asked for after {} {}: these are nearly all, and the \
             intervals, those of a sample, are wider than they need be.",
            few.join(", "),
            if few == ["1"] { "ply" } else { "plies" }
        ));
    }
    if counts.not_solved > 0 {
        lines.push(format!(
            "Not solved within {1} and left out: {0}. They are harder than the others, so the \
             grades are biased; see by ply how many there are, and give the solver more with --solver-nodes.",
            counted(counts.not_solved, "position"),
            counted(grading.solver_nodes, "node")
        ));
    }
    if let Some(ply) = grading.too_hard_ply {
        lines.push(format!(
            "More than a tenth of the positions of ply {ply} were not solved within {}: it and the plies \
             before it were left out.",
            counted(grading.solver_nodes, "node")
        ));
    }
    if grading.interrupted {
        lines.push("Interrupted: these are the positions that were done.".to_owned());
    }
    lines.iter().map(|line| answer::wrap(line, 100)).collect::<Vec<_>>().join("\n")
}

fn entries(grading: &Grades) -> String {
    // One alone is not the best of anything.
    let is_alone = grading.entries.len() == 1;
    let row = |(place, entry): (usize, &EntryGrades)| {
        let mark = match entry {
            _ if is_alone => "",
            EntryGrades { best: true, .. } => "  best",
            EntryGrades { rival: true, .. } => "  not clearly worse",
            _ => "",
        };
        format!("{:>2}  {:<9}  {}{mark}", place + 1, entry.kind, entry.entry)
    };
    grading.entries.iter().enumerate().map(row).collect::<Vec<_>>().join("\n")
}

fn overall(grading: &Grades) -> String {
    let mut rows = vec![strings(&["", "mean loss", "keeps %", "slips %", "blunders %", "plies lost"])];
    for (place, entry) in grading.entries.iter().enumerate() {
        let grade = &entry.overall;
        rows.push(vec![
            (place + 1).to_string(),
            number(grade.mean_loss, 1.0, 3),
            number(grade.keep_rate, 100.0, 1),
            number(grade.slip_rate, 100.0, 1),
            number(grade.blunder_rate, 100.0, 1),
            number(grade.plies_lost, 1.0, 2),
        ]);
    }
    format!("on decisive positions (95 % intervals)\n{}", answer::table(&rows, 0))
}

fn correlations(grading: &Grades) -> Option<String> {
    let heuristics = heuristics(grading);
    let mut rows = vec![strings(&["", "Kendall's tau-b", "Spearman's rho"])];
    for &place in &heuristics {
        let grade = &grading.entries[place].overall;
        rows.push(vec![
            (place + 1).to_string(),
            number(grade.kendall, 1.0, 2),
            number(grade.spearman, 1.0, 2),
        ]);
    }
    (!heuristics.is_empty())
        .then(|| format!("rank correlation of static and exact value\n{}", answer::table(&rows, 0)))
}

fn comparisons(grading: &Grades) -> Option<String> {
    let mut rows = vec![strings(&["", "difference", "p", "p (Holm)"])];
    for one in &grading.comparisons {
        rows.push(vec![
            format!("{} - {}", one.first + 1, one.second + 1),
            number(Some(EstimateWithInterval { value: one.difference, interval: one.interval }), 1.0, 3),
            p_value(one.p_value),
            p_value(one.adjusted),
        ]);
    }
    (rows.len() > 1).then(|| {
        let table = answer::table(&rows, 1);
        format!(
            "differences of mean loss; below 0 the first is better (p: paired t-test or sign limit)\n{table}"
        )
    })
}

fn by_value(grading: &Grades) -> Vec<String> {
    let counts = &grading.overall;
    let of_values = [("win", counts.won), ("draw", counts.drawn), ("loss", counts.lost)];
    blocks(grading, |places| {
        let mut rows = vec![with_entries(strings(&["value", "positions", "decisive"]), places)];
        for (index, (value, positions)) in of_values.into_iter().enumerate() {
            let of = |place: usize| {
                let by_value = &grading.entries[place].by_value;
                [&by_value.win, &by_value.draw, &by_value.loss][index]
            };
            let decisive = of(places[0]).decisive;
            let mut row = vec![value.to_owned(), count(positions), count(decisive)];
            row.extend(places.iter().map(|&place| number(of(place).grades.keep_rate, 100.0, 0)));
            rows.push(row);
        }
        format!("keeps the value, %, by the position's value\n{}", answer::table(&rows, 1))
    })
}

fn by_ply(grading: &Grades) -> Vec<String> {
    blocks(grading, |places| {
        let mut rows = vec![with_entries(strings(&["ply", "positions", "not solved", "decisive"]), places)];
        for (index, ply) in grading.plies.iter().enumerate() {
            let counts = &ply.counts;
            let numbers = [u64::from(ply.ply), counts.positions, counts.not_solved, counts.decisive];
            let mut row: Vec<String> = numbers.into_iter().map(count).collect();
            row.extend(
                places
                    .iter()
                    .map(|&place| number(grading.entries[place].by_ply[index].grades.keep_rate, 100.0, 0)),
            );
            rows.push(row);
        }
        format!("keeps the value, %, by ply\n{}", answer::table(&rows, 0))
    })
}

fn correlations_by_ply(grading: &Grades) -> Vec<String> {
    heuristics(grading)
        .chunks(CORRELATIONS_ABREAST)
        .map(|places| {
            let mut rows = vec![with_entries(strings(&["ply", "solved"]), places)];
            for (index, ply) in grading.plies.iter().enumerate() {
                let mut row = vec![ply.ply.to_string(), count(ply.counts.solved)];
                row.extend(
                    places
                        .iter()
                        .map(|&place| number(grading.entries[place].by_ply[index].grades.kendall, 1.0, 2)),
                );
                rows.push(row);
            }
            format!("Kendall's tau-b by ply\n{}", answer::table(&rows, 0))
        })
        .collect()
}

fn heuristics(grading: &Grades) -> Vec<usize> {
    let entries = grading.entries.iter().enumerate();
    entries.filter(|(_, entry)| entry.kind == "heuristic").map(|(place, _)| place).collect()
}

/// A table of rates for each few entries.
fn blocks(grading: &Grades, table: impl Fn(&[usize]) -> String) -> Vec<String> {
    let places: Vec<usize> = (0..grading.entries.len()).collect();
    places.chunks(RATES_ABREAST).map(table).collect()
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn with_entries(mut header: Vec<String>, places: &[usize]) -> Vec<String> {
    header.extend(places.iter().map(|place| (place + 1).to_string()));
    header
}

/// `0.123 (0.100–0.150)`; with a number below 0 `−0.123 (−0.150 … −0.100)`.
fn number(estimate: Option<EstimateWithInterval>, unit: f64, digits: usize) -> String {
    let Some(EstimateWithInterval { value, interval }) = estimate else { return NOTHING.to_owned() };
    let text = |value: f64| decimal(unit * value, digits);
    match interval {
        None => text(value),
        Some([low, high]) => format!("{} ({})", text(value), range(&text(low), &text(high))),
    }
}
