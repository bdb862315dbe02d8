//! The files for programs, `results.json` and `results.csv`. The names of their fields are a contract; the names of the
//! types here are not.

use connect_toe_report::csv_text;
use connect_toe_stats::wilson;
use serde::Serialize;

use crate::{
    Analysis, Comparison, Conclusion, Counts, Experiment, Finding, Fit, PairingResult, PrintedValue, Reading,
    Results, Settings, TableColumn, TableKind, summary,
};

/// A run and its analysis for programs: `results.json`.
///
/// ```
/// use connect_toe_experiment::Tally;
/// use connect_toe_paper::{Analysis, Results, Settings, plan, results_json};
///
/// let settings = Settings::default();
/// let plan = plan(&settings)?;
/// let nothing_yet = Results::new(settings, &plan, &Tally::new(&plan));
/// let json = results_json(&nothing_yet, &Analysis::new(&nothing_yet));
/// assert!(json.contains(r#""game": "7x6:4:-2""#));
/// # Ok::<(), connect_toe_paper::SettingsError>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "structures of numbers and texts can be written")]
pub fn results_json(results: &Results, analysis: &Analysis) -> String {
    let text = serde_json::to_string_pretty(&Report::new(results, analysis));
    text.expect("structures of numbers and texts can be written as JSON") + "\n"
}

/// A line for each pairing, for spreadsheets: `results.csv`. They are the `cells` of `results.json`, with two columns
/// for each pair of numbers.
#[expect(clippy::missing_panics_doc, reason = "structures of numbers and texts can be written")]
pub fn results_csv(results: &Results, analysis: &Analysis) -> String {
    let pairings = pairings(results, analysis);
    csv_text(pairings.iter().map(Line::from)).expect("rows of numbers and texts can be written as CSV")
}

#[derive(Serialize)]
struct Report {
    version: &'static str,
    source: &'static str,
    seed: u64,
    settings: SettingsFields,
    summary: Vec<String>,
    cells: Vec<PairingFields>,
    pooled: Vec<PooledFields>,
    goodness_of_fit: Vec<FitFields>,
    conclusions: Vec<ConclusionFields>,
}

#[derive(Serialize)]
struct SettingsFields {
    games_per_cell: u32,
    first: String,
    ties: String,
    cube_faces: &'static str,
    cube_depth: u32,
    experiments: Vec<&'static str>,
    readings: Vec<&'static str>,
}

/// A pairing's games, and the paper's value beside them.
#[derive(Serialize)]
struct PairingFields {
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

/// What the paper prints, and whether ours differs.
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
struct PooledFields {
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
struct FitFields {
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
struct ConclusionFields {
    id: &'static str,
    claim: &'static str,
    printed_in: &'static str,
    paper: Option<FindingFields>,
    exact: Option<FindingFields>,
    published: Option<FindingFields>,
    what_follows: &'static str,
}

#[derive(Serialize)]
struct FindingFields {
    verdict: &'static str,
    evidence: String,
}

/// A line of `results.csv`.
#[derive(Serialize)]
struct Line<'a> {
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
    fn new(results: &Results, analysis: &Analysis) -> Self {
        let comparisons = analysis.readings.iter().flat_map(|part| &part.comparisons);
        let fits = analysis.readings.iter().flat_map(|part| part.fits.iter().map(|fit| (part.reading, fit)));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            source: "Mercialdi & Wilamowska, General Heuristic for Tic-Tac-Toe-Like Games (2004)",
            seed: results.settings.seed,
            settings: SettingsFields::from(&results.settings),
            summary: summary(results, analysis),
            cells: pairings(results, analysis),
            pooled: comparisons
                .filter(|comparison| !comparison.is_single())
                .map(PooledFields::from)
                .collect(),
            goodness_of_fit: fits.map(|(reading, fit)| FitFields::new(reading, fit)).collect(),
            conclusions: analysis.conclusions.iter().map(ConclusionFields::from).collect(),
        }
    }
}

/// All pairings, in the order of the run.
fn pairings(results: &Results, analysis: &Analysis) -> Vec<PairingFields> {
    let fields = |result| PairingFields::new(result, comparison(analysis, result));
    results.pairings.iter().map(fields).collect()
}

/// The comparison of a pairing with its printed value.
fn comparison<'a>(analysis: &'a Analysis, result: &PairingResult) -> Option<&'a Comparison> {
    let pairing = &result.pairing;
    analysis.reading(pairing.reading)?.comparisons.iter().find(|comparison| {
        comparison.experiment == pairing.experiment
            && comparison.kind == TableKind::ByOpponent(pairing.player)
            && comparison.row == pairing.row
            && comparison.column == TableColumn::Opponent(pairing.opponent)
    })
}

impl From<&Settings> for SettingsFields {
    fn from(settings: &Settings) -> Self {
        Self {
            games_per_cell: settings.games_per_cell,
            first: settings.first.to_string(),
            ties: settings.ties.to_string(),
            cube_faces: settings.cube_faces.name(),
            cube_depth: settings.cube_depth,
            experiments: settings.chosen_experiments().map(Experiment::name).collect(),
            readings: settings.chosen_readings().map(Reading::name).collect(),
        }
    }
}

impl PairingFields {
    fn new(result: &PairingResult, comparison: Option<&Comparison>) -> Self {
        let pairing = &result.pairing;
        let wdl = result.wdl;
        let interval = wilson(wdl.wins, wdl.decided());
        Self {
            experiment: pairing.experiment.name(),
            reading: pairing.reading.name(),
            row: pairing.row,
            player: pairing.player.name(),
            opponent: pairing.opponent.name(),
            wins: wdl.wins,
            draws: wdl.draws,
            losses: wdl.losses,
            games: wdl.games(),
            win_rate: wdl.win_rate(),
            interval: [interval.low, interval.high],
            game: pairing.game.to_string(),
            player_spec: pairing.player_spec.to_string(),
            opponent_spec: pairing.opponent_spec.to_string(),
            plies: result.plies,
            table: comparison.map(|comparison| comparison.table),
            paper: comparison.map(Paper::from).unwrap_or_default(),
        }
    }
}

impl From<&Comparison> for Paper {
    fn from(comparison: &Comparison) -> Self {
        let pair = |counts: Counts| [counts.wins, counts.decided];
        let printed: &PrintedValue = comparison.printed;
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

impl From<&Comparison> for PooledFields {
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

impl FitFields {
    fn new(reading: Reading, fit: &Fit) -> Self {
        Self {
            reading: reading.name(),
            scope: fit.scope.to_string(),
            cells: fit.values,
            deviance: fit.deviance,
            expected_deviance: fit.expected_deviance,
            deviance_spread: fit.deviance_spread,
            log_likelihood: fit.log_likelihood,
            differing: fit.differing,
            mean_absolute_difference: fit.mean_absolute_difference,
        }
    }
}

impl From<&Conclusion> for ConclusionFields {
    fn from(conclusion: &Conclusion) -> Self {
        let under = |reading| conclusion.under(reading).map(FindingFields::from);
        Self {
            id: conclusion.id,
            claim: conclusion.claim,
            printed_in: conclusion.printed_in,
            paper: conclusion.paper.as_ref().map(FindingFields::from),
            exact: under(Reading::Exact),
            published: under(Reading::Published),
            what_follows: conclusion.what_follows(),
        }
    }
}

impl From<&Finding> for FindingFields {
    fn from(finding: &Finding) -> Self {
        Self { verdict: finding.verdict.name(), evidence: finding.evidence.clone() }
    }
}

impl<'a> From<&'a PairingFields> for Line<'a> {
    fn from(pairing: &'a PairingFields) -> Self {
        Self {
            experiment: pairing.experiment,
            reading: pairing.reading,
            row: pairing.row,
            player: pairing.player,
            opponent: pairing.opponent,
            wins: pairing.wins,
            draws: pairing.draws,
            losses: pairing.losses,
            games: pairing.games,
            win_rate: pairing.win_rate,
            interval_low: pairing.interval[0],
            interval_high: pairing.interval[1],
            printed: pairing.paper.printed.as_deref(),
            recovered_wins: pairing.paper.recovered.map(|[wins, _]| wins),
            recovered_decided: pairing.paper.recovered.map(|[_, decided]| decided),
            p_value: pairing.paper.p_value,
            p_holm: pairing.paper.p_holm,
            differs: pairing.paper.differs,
        }
    }
}
