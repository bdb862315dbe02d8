//! The paper's figures with our curves beside the printed ones.

use connect_toe_plot::{Line, LineChart, Point, Series, Unit};
use connect_toe_report::document::{self, Section};
use connect_toe_report::{capital, csv_number, csv_text};
use connect_toe_stats::wilson;

use crate::figures::{FIGURES, Figure};
use crate::tables::GAMES_PER_ROW;
use crate::{
    Analysis, Comparison, Heuristic, PrintedTable, Reading, ReadingAnalysis, Results, TableColumn, TableKind,
};

/// All figures of the experiments that were played.
pub(super) fn section(results: &Results, analysis: &Analysis) -> Section {
    let played: Vec<_> = results.settings.chosen_experiments().collect();
    let figures = FIGURES.iter().filter(|figure| played.contains(&figure.experiment));
    Section::new("figures", "Figures 3 to 9")
        .listed_as("Figures")
        .with([
            "Bars are 95 % intervals: ours of the games played here, the hollow ones of the paper’s few games. Series are \
             drawn a little side by side, so that their bars do not hide each other. Where a point is missing, no game \
             was decided."
                .into(),
        ])
        .with(figures.flat_map(|figure| groups(*figure, &analysis.readings)).map(Into::into))
}

/// The drawing of the first pooled table that was played, in which the readings can be compared: what the paper's page
/// begins with.
pub(super) fn headline(results: &Results, analysis: &Analysis) -> document::Figures {
    let played: Vec<_> = results.settings.chosen_experiments().collect();
    let table = FIGURES
        .iter()
        .filter(|figure| played.contains(&figure.experiment))
        .flat_map(|figure| figure.printed_tables())
        .find(|table| table.kind == TableKind::Pooled);
    let Some(table) = table else { return document::Figures::default() };
    let panel = |part: &ReadingAnalysis| {
        let panel = pooled(table, part);
        let id = format!("headline-{}", panel.name);
        let caption =
            format!("{}, {}: printed (hollow) and ours", table.experiment.title(), part.reading.title());
        document::Figure { id, caption, ..panel.figure(0) }
    };
    document::Figures {
        note: "Winning percentages of the three heuristics with 95 % intervals.".to_owned(),
        figures: analysis.readings.iter().map(panel).collect(),
        ..document::Figures::default()
    }
}

/// A group of panels for each table behind the figure.
fn groups(figure: Figure, readings: &[ReadingAnalysis]) -> impl Iterator<Item = document::Figures> {
    figure.printed_tables().map(move |table| {
        let panels: Vec<Panel> = match table.kind {
            TableKind::Pooled => readings.iter().map(|part| pooled(table, part)).collect(),
            TableKind::ByOpponent(_) | TableKind::DecidedGames => {
                table.columns.iter().map(|&column| by_reading(table, column, readings)).collect()
            }
        };
        let heading = match table.kind {
            TableKind::ByOpponent(player) => format!(
                "Figure {}. {}: winning percentage of {} against each opponent by {}",
                figure.number,
                table.experiment.title(),
                player.title(),
                table.experiment.row_label()
            ),
            TableKind::Pooled | TableKind::DecidedGames => {
                format!("Figure {}. {}", figure.number, figure.title)
            }
        };
        document::Figures {
            heading,
            note: String::new(),
            figures: panels.into_iter().map(|panel| panel.figure(figure.number)).collect(),
        }
    })
}

/// A drawing before it has its number.
struct Panel {
    /// What tells it from the other panels of the figure, for people and for files.
    caption: String,
    name: String,
    chart: LineChart,
}

impl Panel {
    fn figure(self, number: u32) -> document::Figure {
        let separator = if self.name.is_empty() { "" } else { "-" };
        document::Figure {
            id: format!("figure-{number}{separator}{}", self.name),
            svg: self.chart.svg(),
            data: data(&self.chart),
            caption: self.caption,
        }
    }
}

/// A table of all heuristics: one drawing for each reading, in which they can be compared.
fn pooled(table: &PrintedTable, part: &ReadingAnalysis) -> Panel {
    let mut series = Vec::new();
    for (place, &column) in table.columns.iter().enumerate() {
        let TableColumn::Player(heuristic) = column else { continue };
        let shift = (place as f64 - 1.0) * 4.0;
        let (title, style) = (heuristic.title(), style_of(heuristic));
        let printed = comparisons(table, column, part).filter_map(printed_point);
        let printed = printed.map(|point| Point { interval: None, ..point });
        let ours = comparisons(table, column, part).filter_map(our_point);
        series.push(Series::new(format!("{title}, printed"), style, printed).hollow().with_bars(shift));
        series.push(Series::new(title, style, ours).with_bars(shift));
    }
    let caption = capital(part.reading.title());
    let description = format!("Winning percentage of the three heuristics, {caption}");
    Panel { name: part.reading.name().to_owned(), chart: chart(table, description, series), caption }
}

/// The width of a panel of which four stand side by side.
const NARROW: f64 = 272.0;

/// One column of a table: the printed values and all readings.
fn by_reading(table: &PrintedTable, column: TableColumn, readings: &[ReadingAnalysis]) -> Panel {
    let mut series = Vec::new();
    if let Some(part) = readings.first() {
        let points = comparisons(table, column, part).filter_map(printed_point);
        let printed = Series::new("printed in the paper", PRINTED, points).hollow().with_bars(-6.0);
        series.push(Series { line: Line::None, ..printed });
    }
    for (place, part) in readings.iter().enumerate() {
        let points = comparisons(table, column, part).filter_map(our_point);
        let name = format!("ours, {}", part.reading.title());
        series.push(Series::new(name, style_of_reading(part.reading), points).with_bars(6.0 * place as f64));
    }
    let (caption, name) = match (table.kind, column) {
        (TableKind::ByOpponent(player), TableColumn::Opponent(opponent)) => (
            format!("{} against {}", player.title(), opponent.title()),
            format!("{}-{}", player.evaluation(), opponent.title().to_lowercase()),
        ),
        _ => (format!("Decided games of {GAMES_PER_ROW}"), String::new()),
    };
    let description = format!("{caption}: ours and printed by {}", table.experiment.row_label());
    let chart = chart(table, description, series);
    let width = if column == TableColumn::DecidedGames { chart.width } else { NARROW };
    Panel { caption, name, chart: LineChart { width, ..chart } }
}

/// The style of the printed values where the series are readings.
const PRINTED: usize = 6;

const fn style_of_reading(reading: Reading) -> usize {
    match reading {
        Reading::Exact => 0,
        Reading::Published => 1,
    }
}

const fn style_of(heuristic: Heuristic) -> usize {
    match heuristic {
        Heuristic::O => 1,
        Heuristic::P => 0,
        Heuristic::U => 2,
    }
}

fn chart(table: &PrintedTable, description: String, series: Vec<Series>) -> LineChart {
    let rows = table.rows.iter().map(|row| (f64::from(row.row), row.row.to_string())).collect();
    let chart = LineChart::of_rates(description, table.experiment.row_label(), rows, "winning percentage");
    let chart = LineChart { reference: None, series, ..chart };
    match table.kind {
        TableKind::Pooled | TableKind::ByOpponent(_) => chart,
        TableKind::DecidedGames => LineChart {
            y_title: "decided games".to_owned(),
            y_ticks: (0..=6).map(|tick| 20.0 * f64::from(tick)).collect(),
            unit: Unit::Count,
            ..chart
        },
    }
}

/// What the rate 1 is drawn as: a rate, or the paper's number of games a row.
const fn scale(kind: TableKind) -> f64 {
    match kind {
        TableKind::DecidedGames => GAMES_PER_ROW as f64,
        TableKind::Pooled | TableKind::ByOpponent(_) => 1.0,
    }
}

fn comparisons<'a>(
    table: &'a PrintedTable,
    column: TableColumn,
    part: &'a ReadingAnalysis,
) -> impl Iterator<Item = &'a Comparison> {
    table.rows.iter().filter_map(move |row| part.at(table.number, row.row, column))
}

fn our_point(comparison: &Comparison) -> Option<Point> {
    let (scale, interval) = (scale(comparison.kind), comparison.our_interval());
    let ends = (scale * interval.low, scale * interval.high);
    Some(Point::new(f64::from(comparison.row), scale * comparison.our_rate()?, ends))
}

fn printed_point(comparison: &Comparison) -> Option<Point> {
    let scale = scale(comparison.kind);
    let interval = comparison.printed.cautious_counts().map(|counts| {
        let interval = wilson(counts.wins, counts.decided);
        (scale * interval.low, scale * interval.high)
    });
    Some(Point { x: f64::from(comparison.row), y: scale * comparison.printed.rate()?, interval })
}

/// The numbers of a chart as CSV.
fn data(chart: &LineChart) -> String {
    let mut lines = vec![["series", &chart.x_title, &chart.y_title, "low", "high"].map(str::to_owned)];
    for series in &chart.series {
        for point in &series.points {
            let end = |end: Option<f64>| end.map_or_else(String::new, csv_number);
            let (low, high) = point.interval.unzip();
            lines.push([series.name.clone(), csv_number(point.x), csv_number(point.y), end(low), end(high)]);
        }
    }
    csv_text(lines).expect("rows of texts can be written as CSV")
}
