//! The fields of `results.json` and `results.csv`. Their names are a contract; the domain's types are not.

use connect_toe_paper::{
    CellResult, Comparison, Conclusion, Counts, Finding, Fit, Opponent, PrintedCell, Reading, Settings,
    TableColumn,
};
use connect_toe_stats::wilson;
use serde::Serialize;

use crate::PaperReport;

#[derive(Serialize)]
pub(crate) struct Report {
    version: &'static str,
    source: &'static str,
    seed: u64,
    settings: WireSettings,
    summary: Vec<String>,
    cells: Vec<Cell>,
    pooled: Vec<Pooled>,
    goodness_of_fit: Vec<WireFit>,
    conclusions: Vec<WireConclusion>,
}

#[derive(Serialize)]
struct WireSettings {
    games_per_cell: u32,
    first: String,
    ties: &'static str,
    cube_faces: &'static str,
    cube_depth: u32,
    experiments: Vec<&'static str>,
    readings: Vec<&'static str>,
}

/// One pairing's games, and the paper's value beside them.
#[derive(Serialize)]
pub(crate) struct Cell {
    experiment: &'static str,
    reading: &'static str,
    row: u32,
    player: &'static str,
    opponent: &'static str,
    wins: u64,
    draws: u64,
    losses: u64,
    games: u64,
    win_rate: Option<f64>,
    interval: [f64; 2],
    game: String,
    player_spec: String,
    opponent_spec: String,
    plies: u64,
    table: Option<u32>,
    #[serde(flatten)]
    paper: Paper,
}

/// What the paper prints, and whether it differs.
#[derive(Serialize, Default)]
struct Paper {
    printed: Option<String>,
    recovered: Option<[u64; 2]>,
    candidates: Vec<[u64; 2]>,
    preferred: Option<[u64; 2]>,
    games_exceed_10: bool,
    p_value: Option<f64>,
    p_holm: Option<f64>,
    differs: bool,
}

/// A place of tables 1, 5, 6 and 10: `of` trials, `count` of them won, or decided in table 5.
#[derive(Serialize)]
struct Pooled {
    table: u32,
    experiment: &'static str,
    reading: &'static str,
    row: u32,
    column: &'static str,
    count: u64,
    of: u64,
    rate: Option<f64>,
    interval: [f64; 2],
    #[serde(flatten)]
    paper: Paper,
}

#[derive(Serialize)]
struct WireFit {
    reading: &'static str,
    scope: String,
    cells: usize,
    deviance: f64,
    expected_deviance: f64,
    deviance_spread: f64,
    log_likelihood: f64,
    differing: usize,
    mean_absolute_difference: Option<f64>,
}

#[derive(Serialize)]
struct WireConclusion {
    id: &'static str,
    claim: &'static str,
    printed_in: &'static str,
    paper: Option<WireFinding>,
    exact: Option<WireFinding>,
    published: Option<WireFinding>,
    what_follows: &'static str,
}

#[derive(Serialize)]
struct WireFinding {
    verdict: &'static str,
    evidence: String,
}

/// A line of `results.csv`.
#[derive(Serialize)]
pub(crate) struct CsvRow<'a> {
    experiment: &'a str,
    reading: &'a str,
    row: u32,
    player: &'a str,
    opponent: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    games: u64,
    win_rate: Option<f64>,
    interval_low: f64,
    interval_high: f64,
    printed: Option<&'a str>,
    recovered_wins: Option<u64>,
    recovered_decided: Option<u64>,
    p_value: Option<f64>,
    p_holm: Option<f64>,
    differs: bool,
}

impl Report {
    pub(crate) fn new(report: &PaperReport<'_>) -> Self {
        let settings = &report.results.settings;
        let comparisons = report.analysis.readings.iter().flat_map(|part| &part.comparisons);
        Self {
            version: env!("CARGO_PKG_VERSION"),
            source: "Mercialdi & Wilamowska, General Heuristic for Tic-Tac-Toe-Like Games (2004)",
            seed: settings.seed,
            settings: WireSettings::from(settings),
            summary: report.summary(),
            cells: cells(report),
            pooled: comparisons.filter(|comparison| !comparison.is_base()).map(Pooled::from).collect(),
            goodness_of_fit: report
                .analysis
                .readings
                .iter()
                .flat_map(|part| part.fits.iter().map(|fit| WireFit::new(part.reading, fit)))
                .collect(),
            conclusions: report.analysis.conclusions.iter().map(WireConclusion::from).collect(),
        }
    }
}

/// All cells, in the order of the run.
pub(crate) fn cells(report: &PaperReport<'_>) -> Vec<Cell> {
    report.results.cells.iter().map(|result| Cell::new(result, comparison(report, result))).collect()
}

/// The base cell of the paper that a result repeats.
fn comparison<'a>(report: &'a PaperReport<'_>, result: &CellResult) -> Option<&'a Comparison> {
    let cell = &result.cell;
    report.analysis.reading(cell.reading)?.comparisons.iter().find(|comparison| {
        comparison.experiment == cell.experiment
            && comparison.kind == connect_toe_paper::TableKind::ByOpponent(cell.player)
            && comparison.row == cell.row
            && comparison.column == TableColumn::Opponent(cell.opponent)
    })
}

impl From<&Settings> for WireSettings {
    fn from(settings: &Settings) -> Self {
        Self {
            games_per_cell: settings.games_per_cell,
            first: settings.first.to_string(),
            ties: settings.ties.name(),
            cube_faces: settings.cube_faces.name(),
            cube_depth: settings.cube_depth,
            experiments: settings.chosen_experiments().map(connect_toe_paper::Experiment::name).collect(),
            readings: settings.chosen_readings().map(Reading::name).collect(),
        }
    }
}

impl Cell {
    fn new(result: &CellResult, comparison: Option<&Comparison>) -> Self {
        let cell = &result.cell;
        let wdl = result.wdl;
        let interval = wilson(wdl.wins, wdl.decided());
        Self {
            experiment: cell.experiment.name(),
            reading: cell.reading.name(),
            row: cell.row,
            player: cell.player.name(),
            opponent: Opponent::name(cell.opponent),
            wins: wdl.wins,
            draws: wdl.draws,
            losses: wdl.losses,
            games: wdl.games(),
            win_rate: wdl.win_rate(),
            interval: [interval.low, interval.high],
            game: cell.game.clone(),
            player_spec: cell.player_spec.clone(),
            opponent_spec: cell.opponent_spec.clone(),
            plies: result.plies,
            table: comparison.map(|comparison| comparison.table),
            paper: comparison.map(Paper::from).unwrap_or_default(),
        }
    }
}

impl From<&Comparison> for Paper {
    fn from(comparison: &Comparison) -> Self {
        let pair = |counts: Counts| [counts.wins, counts.decided];
        let printed: &PrintedCell = comparison.printed;
        Self {
            printed: Some(printed.printed.clone()),
            recovered: printed.recovered.map(pair),
            candidates: printed.candidates.iter().copied().map(pair).collect(),
            preferred: printed.preferred.map(pair),
            games_exceed_10: printed.games_exceed_10,
            p_value: comparison.p_value,
            p_holm: comparison.p_holm,
            differs: comparison.differs,
        }
    }
}

impl From<&Comparison> for Pooled {
    fn from(comparison: &Comparison) -> Self {
        let counts = comparison.our_counts();
        let interval = comparison.our_interval();
        Self {
            table: comparison.table,
            experiment: comparison.experiment.name(),
            reading: comparison.reading.name(),
            row: comparison.row,
            column: comparison.column.label(),
            count: counts.wins,
            of: counts.decided,
            rate: counts.rate(),
            interval: [interval.low, interval.high],
            paper: Paper::from(comparison),
        }
    }
}

impl WireFit {
    fn new(reading: Reading, fit: &Fit) -> Self {
        Self {
            reading: reading.name(),
            scope: fit.scope.to_string(),
            cells: fit.cells,
            deviance: fit.deviance,
            expected_deviance: fit.expected_deviance,
            deviance_spread: fit.deviance_spread,
            log_likelihood: fit.log_likelihood,
            differing: fit.differing,
            mean_absolute_difference: fit.mean_absolute_difference,
        }
    }
}

impl From<&Conclusion> for WireConclusion {
    fn from(conclusion: &Conclusion) -> Self {
        let under = |reading| conclusion.under(reading).map(WireFinding::from);
        Self {
            id: conclusion.id,
            claim: conclusion.claim,
            printed_in: conclusion.printed_in,
            paper: conclusion.paper.as_ref().map(WireFinding::from),
            exact: under(Reading::Exact),
            published: under(Reading::Published),
            what_follows: conclusion.what_follows(),
        }
    }
}

impl From<&Finding> for WireFinding {
    fn from(finding: &Finding) -> Self {
        Self { verdict: finding.verdict.name(), evidence: finding.evidence.clone() }
    }
}

impl<'a> From<&'a Cell> for CsvRow<'a> {
    fn from(cell: &'a Cell) -> Self {
        Self {
            experiment: cell.experiment,
            reading: cell.reading,
            row: cell.row,
            player: cell.player,
            opponent: cell.opponent,
            wins: cell.wins,
            draws: cell.draws,
            losses: cell.losses,
            games: cell.games,
            win_rate: cell.win_rate,
            interval_low: cell.interval[0],
            interval_high: cell.interval[1],
            printed: cell.paper.printed.as_deref(),
            recovered_wins: cell.paper.recovered.map(|[wins, _]| wins),
            recovered_decided: cell.paper.recovered.map(|[_, decided]| decided),
            p_value: cell.paper.p_value,
            p_holm: cell.paper.p_holm,
            differs: cell.paper.differs,
        }
    }
}
