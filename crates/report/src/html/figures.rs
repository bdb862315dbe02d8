use connect_toe_paper::{
    Comparison, FIGURES, Figure, Heuristic, PrintedTable, Reading, ReadingAnalysis, TableColumn, TableKind,
};
use connect_toe_stats::wilson;

use super::chart::{Chart, Point, Series};
use super::legend::{self, Entry};
use crate::{PaperReport, ReportError};

/// A figure of the paper, redrawn.
#[derive(Debug)]
pub(super) struct FigureView {
    pub(super) number: u32,
    pub(super) title: &'static str,
    /// How the curves and marks are to be read.
    pub(super) legend: Vec<Entry>,
    pub(super) groups: Vec<Group>,
}

/// Panels that stand side by side.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) heading: String,
    /// Whether the panels are many and small.
    pub(super) small: bool,
    pub(super) panels: Vec<Panel>,
}

/// One drawing.
#[derive(Debug)]
pub(super) struct Panel {
    pub(super) heading: String,
    pub(super) svg: String,
}

/// Sizes in user units. The page scales drawings to its columns, so that a smaller size means larger letters.
const LARGE: (u32, u32) = (440, 300);
const SMALL: (u32, u32) = (330, 250);

/// All figures of the experiments that were played.
pub(super) fn figures(report: &PaperReport<'_>) -> Result<Vec<FigureView>, ReportError> {
    let played: Vec<_> = report.results.settings.chosen_experiments().collect();
    FIGURES
        .iter()
        .filter(|figure| played.contains(&figure.experiment))
        .map(|figure| view(report, *figure))
        .collect()
}

fn view(report: &PaperReport<'_>, figure: Figure) -> Result<FigureView, ReportError> {
    let readings = &report.analysis.readings;
    let mut legend = Vec::new();
    let mut groups = Vec::new();
    for table in figure.printed_tables() {
        match table.kind {
            TableKind::Pooled => {
                legend = heuristic_legend();
                groups.push(pooled(table, readings)?);
            }
            TableKind::ByOpponent(player) => {
                legend = reading_legend(readings);
                let panels = table.columns.iter().map(|&column| {
                    let heading = format!("against {}", column.title());
                    panel(table, column, &format!("{} {heading}", player.title()), heading.clone(), readings)
                });
                groups.push(Group {
                    heading: player.title().to_owned(),
                    small: true,
                    panels: panels.collect::<Result<_, _>>()?,
                });
            }
            TableKind::DecidedGames => {
                legend = reading_legend(readings);
                let panel =
                    panel(table, TableColumn::DecidedGames, "Decided games of 120", String::new(), readings)?;
                groups.push(Group { heading: String::new(), small: false, panels: vec![panel] });
            }
        }
    }
    Ok(FigureView { number: figure.number, title: figure.title, legend, groups })
}

fn heuristic_legend() -> Vec<Entry> {
    let entries = |ours: bool, suffix: &'static str| {
        Heuristic::ALL.iter().map(move |&heuristic| {
            Entry::new(legend::of_heuristic(heuristic, ours), format!("{}, {suffix}", heuristic.title()))
        })
    };
    entries(true, "ours").chain(entries(false, "printed")).collect()
}

fn reading_legend(readings: &[ReadingAnalysis]) -> Vec<Entry> {
    let ours = readings.iter().map(|part| {
        let name = match part.reading {
            Reading::Exact => "ours, exact search",
            Reading::Published => "ours, published search",
        };
        Entry::new(legend::of_reading(part.reading), name)
    });
    ours.chain([Entry::new(legend::PRINTED, "printed in the paper")]).collect()
}

/// A table of all heuristics: one drawing for each reading, in which they can be compared.
fn pooled(table: &PrintedTable, readings: &[ReadingAnalysis]) -> Result<Group, ReportError> {
    let mut panels = Vec::new();
    for part in readings {
        let mut series = Vec::new();
        for (index, &column) in table.columns.iter().enumerate() {
            let TableColumn::Player(heuristic) = column else { continue };
            let shift = (index as f64 - 1.0) * 0.08;
            let points = comparisons(table, column, part);
            series.push(Series {
                style: legend::of_heuristic(heuristic, false),
                shift,
                points: points.clone().filter_map(|comparison| printed_point(comparison, false)).collect(),
            });
            series.push(Series {
                style: legend::of_heuristic(heuristic, true),
                shift,
                points: points.filter_map(our_point).collect(),
            });
        }
        let heading = format!("{} search", capital(part.reading.name()));
        let description = format!("Winning percentage of the three heuristics, {heading}");
        panels.push(Panel { svg: chart(table, description, LARGE, series).svg()?, heading });
    }
    Ok(Group { heading: String::new(), small: false, panels })
}

/// One column of a table: all readings and the printed values.
fn panel(
    table: &PrintedTable,
    column: TableColumn,
    name: &str,
    heading: String,
    readings: &[ReadingAnalysis],
) -> Result<Panel, ReportError> {
    let mut series = Vec::new();
    if let Some(part) = readings.first() {
        let points = comparisons(table, column, part);
        series.push(Series {
            style: legend::PRINTED,
            shift: -0.2,
            points: points.filter_map(|comparison| printed_point(comparison, true)).collect(),
        });
    }
    for (index, part) in readings.iter().enumerate() {
        series.push(Series {
            style: legend::of_reading(part.reading),
            shift: index as f64 * 0.2,
            points: comparisons(table, column, part).filter_map(our_point).collect(),
        });
    }
    let size = if column == TableColumn::DecidedGames { LARGE } else { SMALL };
    let description = format!("{name}: ours and printed by {}", table.experiment.row_label());
    Ok(Panel { svg: chart(table, description, size, series).svg()?, heading })
}

fn chart(table: &PrintedTable, description: String, size: (u32, u32), series: Vec<Series>) -> Chart {
    let decided = table.kind == TableKind::DecidedGames;
    let step = if decided { 20.0 } else { 25.0 };
    let top = axis_top(table.kind);
    Chart {
        description,
        size,
        x_label: table.experiment.row_label(),
        rows: table.rows.iter().map(|row| row.row).collect(),
        top,
        ticks: (0..=10).map(|tick| f64::from(tick) * step).filter(|&tick| tick <= top).collect(),
        unit: if decided { "" } else { " %" },
        series,
    }
}

/// What the rate 1 is drawn as: 100 per cent, or the paper's 120 games a row.
const fn axis_top(kind: TableKind) -> f64 {
    match kind {
        TableKind::DecidedGames => 120.0,
        TableKind::Pooled | TableKind::ByOpponent(_) => 100.0,
    }
}

fn comparisons<'a>(
    table: &'a PrintedTable,
    column: TableColumn,
    part: &'a ReadingAnalysis,
) -> impl Iterator<Item = &'a Comparison> + Clone {
    table.rows.iter().filter_map(move |row| part.at(table.number, row.row, column))
}

fn our_point(comparison: &Comparison) -> Option<Point> {
    let scale = axis_top(comparison.kind);
    let interval = comparison.our_interval();
    Some(Point {
        x: f64::from(comparison.row),
        y: scale * comparison.our_rate()?,
        bar: Some((scale * interval.low, scale * interval.high)),
    })
}

fn printed_point(comparison: &Comparison, with_bar: bool) -> Option<Point> {
    let scale = axis_top(comparison.kind);
    let bar = comparison.printed.cautious_counts().filter(|_| with_bar).map(|counts| {
        let interval = wilson(counts.wins, counts.decided);
        (scale * interval.low, scale * interval.high)
    });
    Some(Point { x: f64::from(comparison.row), y: scale * comparison.printed.rate()?, bar })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
