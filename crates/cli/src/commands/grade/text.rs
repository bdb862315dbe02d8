//! The results for people: tables of at most a hundred columns.

use connect_toe_grade::{Counts, Estimate, Grade, Grading, Request, VALUES};
use connect_toe_stats::{Interval, RankCorrelation};

use super::files::Files;
use super::wire;
use crate::answer;

/// Entries beside each other in one table of rates, and of correlations.
const RATES_ABREAST: usize = 4;
const CORRELATIONS_ABREAST: usize = 3;

pub(super) fn text(request: &Request, grading: &Grading, files: Option<&Files>) -> String {
    let mut parts = vec![header(request, grading), entries(grading), overall(grading)];
    parts.extend(correlations(grading));
    parts.extend(comparisons(grading));
    parts.extend(by_value(grading));
    parts.extend(by_ply(grading));
    parts.extend(correlations_by_ply(grading));
    parts.extend(files.map(|files| format!("written: {} and {}", files.json.display(), files.csv.display())));
    parts.join("\n\n")
}

/// What was looked at, and what is missing.
fn header(request: &Request, grading: &Grading) -> String {
    let counts = &grading.positions;
    let plies = match (grading.plies.first(), grading.plies.last()) {
        (Some(first), Some(last)) if first.ply == last.ply => format!("ply {}", first.ply),
        (Some(first), Some(last)) => format!("plies {} to {}", first.ply, last.ply),
        _ => "no plies".to_owned(),
    };
    let mut lines = vec![format!(
        "{}, {plies}: {}, {} of them solved; {} won, {} drawn, {} lost for the side to move; \
         {} decisive, with moves of different value.",
        request.game,
        positions(counts.found),
        counts.solved,
        counts.won,
        counts.drawn,
        counts.lost,
        counts.decisive
    )];
    let few: Vec<String> = grading
        .plies
        .iter()
        .filter(|ply| !grading.interrupted && ply.counts.found < request.positions as u64)
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
    if counts.not_solved() > 0 {
        lines.push(format!(
            "Not solved within {1} nodes and left out: {0}. They are harder than the others, so the \
             grades are biased; see by ply how many there are, and give the solver more with --solver-nodes.",
            positions(counts.not_solved()),
            request.solver_nodes
        ));
    }
    if let Some(ply) = grading.too_hard {
        lines.push(format!(
            "More than a tenth of the positions of ply {ply} were not solved within {} nodes: it and the plies \
             before it were left out.",
            request.solver_nodes
        ));
    }
    if grading.interrupted {
        lines.push("Interrupted: these are the positions that were done.".to_owned());
    }
    lines.iter().map(|line| answer::wrap(line, 100)).collect::<Vec<_>>().join("\n")
}

/// `1 position`, `2 positions`.
fn positions(number: u64) -> String {
    format!("{number} position{}", if number == 1 { "" } else { "s" })
}

fn entries(grading: &Grading) -> String {
    // One alone is not the best of anything.
    let best = if grading.entries.len() > 1 { grading.best() } else { Vec::new() };
    let rivals = grading.rivals();
    let row = |(place, entry): (usize, &connect_toe_grade::EntryGrades)| {
        let mark = match place {
            _ if best.contains(&place) => "  best",
            _ if rivals.contains(&place) => "  not clearly worse",
            _ => "",
        };
        format!("{:>2}  {:<9}  {}{mark}", place + 1, wire::kind(&entry.entry), entry.entry)
    };
    grading.entries.iter().enumerate().map(row).collect::<Vec<_>>().join("\n")
}

fn overall(grading: &Grading) -> String {
    let mut rows = vec![strings(&["", "mean loss", "keeps %", "slips %", "blunders %", "plies lost"])];
    for (place, entry) in grading.entries.iter().enumerate() {
        let grade = &entry.overall;
        rows.push(vec![
            (place + 1).to_string(),
            number(grade.mean_loss(), 1.0, 3),
            number(grade.keep_rate(), 100.0, 1),
            number(grade.slip_rate(), 100.0, 1),
            number(grade.blunder_rate(), 100.0, 1),
            number(grade.plies_lost(), 1.0, 2),
        ]);
    }
    format!("on decisive positions (95 % intervals)\n{}", answer::table(&rows, 0))
}

fn correlations(grading: &Grading) -> Option<String> {
    let heuristics = heuristics(grading);
    let mut rows = vec![strings(&["", "Kendall's tau-b", "Spearman's rho"])];
    for &place in &heuristics {
        let grade = &grading.entries[place].overall;
        rows.push(vec![(place + 1).to_string(), ranking(grade.kendall), ranking(grade.spearman)]);
    }
    (!heuristics.is_empty())
        .then(|| format!("rank correlation of static and exact value\n{}", answer::table(&rows, 0)))
}

fn comparisons(grading: &Grading) -> Option<String> {
    let mut rows = vec![strings(&["", "difference", "p", "p (Holm)"])];
    for one in &grading.comparisons {
        rows.push(vec![
            format!("{} - {}", one.first + 1, one.second + 1),
            number(Some(one.difference), 1.0, 3),
            answer::probability(one.p_value),
            answer::probability(one.adjusted),
        ]);
    }
    (rows.len() > 1).then(|| {
        let table = answer::table(&rows, 1);
        format!(
            "differences of mean loss; below 0 the first is better (p: paired t-test or sign limit)\n{table}"
        )
    })
}

fn by_value(grading: &Grading) -> Vec<String> {
    let counts = &grading.positions;
    let numbers = [counts.won, counts.drawn, counts.lost];
    blocks(grading, |places| {
        let mut rows = vec![with_entries(strings(&["value", "positions", "decisive"]), places)];
        for (index, (value, number)) in VALUES.iter().zip(numbers).enumerate() {
            let decisive = grading.entries[places[0]].by_value[index].decisive();
            let mut row = vec![value.name().to_owned(), number.to_string(), decisive.to_string()];
            row.extend(places.iter().map(|&place| keeps(&grading.entries[place].by_value[index])));
            rows.push(row);
        }
        format!("keeps the value, %, by the position's value\n{}", answer::table(&rows, 1))
    })
}

fn by_ply(grading: &Grading) -> Vec<String> {
    blocks(grading, |places| {
        let mut rows = vec![with_entries(strings(&["ply", "positions", "not solved", "decisive"]), places)];
        for (index, ply) in grading.plies.iter().enumerate() {
            let Counts { found, decisive, .. } = ply.counts;
            let numbers = [u64::from(ply.ply), found, ply.counts.not_solved(), decisive];
            let mut row: Vec<String> = numbers.iter().map(u64::to_string).collect();
            row.extend(places.iter().map(|&place| keeps(&grading.entries[place].by_ply[index])));
            rows.push(row);
        }
        format!("keeps the value, %, by ply\n{}", answer::table(&rows, 0))
    })
}

fn correlations_by_ply(grading: &Grading) -> Vec<String> {
    heuristics(grading)
        .chunks(CORRELATIONS_ABREAST)
        .map(|places| {
            let mut rows = vec![with_entries(strings(&["ply", "solved"]), places)];
            for (index, ply) in grading.plies.iter().enumerate() {
                let mut row = vec![ply.ply.to_string(), ply.counts.solved.to_string()];
                row.extend(places.iter().map(|&place| ranking(grading.entries[place].by_ply[index].kendall)));
                rows.push(row);
            }
            format!("Kendall's tau-b by ply\n{}", answer::table(&rows, 0))
        })
        .collect()
}

fn heuristics(grading: &Grading) -> Vec<usize> {
    let entries = grading.entries.iter().enumerate();
    entries.filter(|(_, entry)| wire::kind(&entry.entry) == "heuristic").map(|(place, _)| place).collect()
}

/// A table of rates for each few entries.
fn blocks(grading: &Grading, table: impl Fn(&[usize]) -> String) -> Vec<String> {
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

/// `0.123 (0.100-0.150)`; with a number below 0 `-0.123 (-0.150 to -0.100)`.
fn number(estimate: Option<Estimate>, unit: f64, digits: usize) -> String {
    let Some(Estimate { value, interval }) = estimate else { return "-".to_owned() };
    let value = format!("{:.digits$}", unit * value);
    match interval {
        None => value,
        Some(Interval { low, high }) => {
            let between = if low < 0.0 { " to " } else { "-" };
            format!("{value} ({:.digits$}{between}{:.digits$})", unit * low, unit * high)
        }
    }
}

/// The rate of kept values in short: `93 (90-95)`.
fn keeps(grade: &Grade) -> String {
    let Some(Estimate { value, interval }) = grade.keep_rate() else { return "-".to_owned() };
    let interval = interval
        .map_or(String::new(), |Interval { low, high }| format!(" ({:.0}-{:.0})", 100.0 * low, 100.0 * high));
    format!("{:.0}{interval}", 100.0 * value)
}

fn ranking(correlation: Option<RankCorrelation>) -> String {
    correlation.map_or_else(
        || "-".to_owned(),
        |RankCorrelation { value, interval }| {
            format!("{value:.2} ({:.2} to {:.2})", interval.low, interval.high)
        },
    )
}
