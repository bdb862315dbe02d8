//! The files for programs, `results.json` and `results.csv`. The names of their fields are a contract; the names of the
//! types here are not.

use connect_toe_game::text::printable_json;
use connect_toe_report::csv_text;
use connect_toe_stats::wilson;
use serde::{Deserialize, Serialize};

use crate::{
    Analysis, Comparison, Conclusion, Counts, Finding, Fit, PairingResult, PrintedValue, Reading, Results,
    Settings, TableColumn, TableKind, summary,
};

/// A run and its analysis for programs: the fields of `results.json`.
///
/// ```
/// use connect_toe_experiment::Tally;
/// use connect_toe_paper::{Analysis, PaperResults, Results, Settings, plan};
///
/// let settings = Settings::default();
/// let plan = plan(&settings)?;
/// let nothing_yet = Results::new(settings, &plan, &Tally::new(&plan));
/// let fields = PaperResults::new(&nothing_yet, &Analysis::new(&nothing_yet));
/// assert_eq!((fields.cells[0].game.as_str(), fields.games()), ("3x3:3", 0));
/// assert!(fields.json().contains(r#""game": "7x6:4:-2""#));
/// # Ok::<(), connect_toe_paper::SettingsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaperResults {
    /// The version of the program.
    pub version: String,
    /// The paper.
    pub source: String,
    /// The seed of everything random.
    pub seed: u64,
    /// What was chosen for the run.
    pub settings: SettingsFields,
    /// The run in words, a paragraph each.
    pub summary: Vec<String>,
    /// The pairings of the tables with their results, in the order of the run.
    pub cells: Vec<PairingFields>,
    /// The values of the tables that add several pairings.
    pub pooled: Vec<PooledFields>,
    /// How well the results fit the printed tables.
    pub goodness_of_fit: Vec<FitFields>,
    /// The paper's conclusions, and what the results say about them.
    pub conclusions: Vec<ConclusionFields>,
    /// Whether the run was stopped: then these are the results of the games played until then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// What was chosen for a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SettingsFields {
    /// The number of games of each pairing.
    pub games_per_cell: u32,
    /// Who moves first.
    pub first: String,
    /// Which of equally good moves is played.
    pub ties: String,
    /// Where stones enter the cubes.
    pub cube_faces: String,
    /// Plies that players look ahead on the cubes.
    pub cube_depth: u32,
    /// The experiments that were played.
    pub experiments: Vec<String>,
    /// The readings of the paper's search.
    pub readings: Vec<String>,
}

/// A pairing's games, and the paper's value beside them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PairingFields {
    /// The experiment.
    pub experiment: String,
    /// The reading of the paper's search.
    pub reading: String,
    /// The row of the tables: the plies that the players look ahead, or the length of the cube's side.
    pub row: u32,
    /// The player's name in the paper.
    pub player: String,
    /// The opponent's name in the paper.
    pub opponent: String,
    /// Games that the player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that the player lost.
    pub losses: u64,
    /// The number of games.
    pub games: u64,
    /// Wins among the decided games.
    pub win_rate: Option<f64>,
    /// Wilson's 95 % interval of the win rate.
    pub interval: [f64; 2],
    /// Canonical game text.
    pub game: String,
    /// The player's text.
    pub player_spec: String,
    /// The opponent's text.
    pub opponent_spec: String,
    /// Plies of all games together.
    pub plies: u64,
    /// The number of the table that prints this pairing.
    pub table: Option<u32>,
    /// The paper's value.
    #[serde(flatten)]
    pub paper: PrintedFields,
}

/// What the paper prints, and whether ours differs.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PrintedFields {
    /// The value as it is printed.
    pub printed: Option<String>,
    /// The wins and decided games behind it, if all counts that the paper's other numbers allow are the same.
    pub recovered: Option<[u64; 2]>,
    /// All counts that give this value.
    pub candidates: Vec<[u64; 2]>,
    /// The likeliest of the candidates.
    pub preferred: Option<[u64; 2]>,
    /// Whether the value needs more games than the 10 that the paper played.
    pub games_exceed_10: bool,
    /// The p-value of the difference between the paper's rate and ours.
    pub p_value: Option<f64>,
    /// The p-value, corrected for the number of comparisons by Holm's method.
    pub p_holm: Option<f64>,
    /// Whether the corrected p-value is below 0.05.
    pub differs: bool,
}

/// A place of tables 1, 5, 6 and 10: `of` trials, `count` of them won, or decided in table 5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PooledFields {
    /// The number of the table.
    pub table: u32,
    /// The experiment.
    pub experiment: String,
    /// The reading of the paper's search.
    pub reading: String,
    /// The row of the table.
    pub row: u32,
    /// The heading of the column.
    pub column: String,
    /// The successes.
    pub count: u64,
    /// The trials.
    pub of: u64,
    /// Successes per trial.
    pub rate: Option<f64>,
    /// The 95 % interval of the rate.
    pub interval: [f64; 2],
    /// The paper's value.
    #[serde(flatten)]
    pub paper: PrintedFields,
}

/// How well a reading's results fit a part of the printed tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FitFields {
    /// The reading of the paper's search.
    pub reading: String,
    /// The part of the tables.
    pub scope: String,
    /// The number of values that were compared.
    pub cells: usize,
    /// The deviance of the printed counts.
    pub deviance: f64,
    /// The deviance to expect if the paper's games were played at our rates.
    pub expected_deviance: f64,
    /// The standard deviation of that deviance.
    pub deviance_spread: f64,
    /// The natural logarithm of the likelihood of the printed counts at our rates.
    pub log_likelihood: f64,
    /// The number of values that differ.
    pub differing: usize,
    /// The mean distance between the paper's rates and ours.
    pub mean_absolute_difference: Option<f64>,
}

/// A conclusion of the paper, and what the results say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ConclusionFields {
    /// A short name.
    pub id: String,
    /// What the paper says.
    pub claim: String,
    /// Where it says so.
    pub printed_in: String,
    /// What the printed tables say.
    pub paper: Option<FindingFields>,
    /// What the results of the exact reading say.
    pub exact: Option<FindingFields>,
    /// What the results of the published reading say.
    pub published: Option<FindingFields>,
    /// What follows, in words.
    pub what_follows: String,
}

/// What one set of tables says about a conclusion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FindingFields {
    /// Whether the conclusion holds.
    pub verdict: String,
    /// The numbers.
    pub evidence: String,
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

impl PaperResults {
    /// The fields of a run that nobody stopped.
    pub fn new(results: &Results, analysis: &Analysis) -> Self {
        let comparisons = analysis.readings.iter().flat_map(|part| &part.comparisons);
        let fits = analysis.readings.iter().flat_map(|part| part.fits.iter().map(|fit| (part.reading, fit)));
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: "Mercialdi & Wilamowska, General Heuristic for Tic-Tac-Toe-Like Games (2004)".to_owned(),
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
            partial: false,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|pairing| pairing.games).sum()
    }

    /// The text of `results.json`.
    #[expect(clippy::missing_panics_doc, reason = "structures of numbers and texts can be written")]
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        let text = text.expect("structures of numbers and texts can be written as JSON") + "\n";
        printable_json(&text).into_owned()
    }

    /// The text of `results.csv`: a line for each pairing, for spreadsheets. The lines are the `cells` of
    /// `results.json`, with two columns for each pair of numbers.
    #[expect(clippy::missing_panics_doc, reason = "structures of numbers and texts can be written")]
    pub fn csv(&self) -> String {
        csv_text(self.cells.iter().map(Line::from)).expect("rows of numbers and texts can be written as CSV")
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
            cube_faces: settings.cube_faces.name().to_owned(),
            cube_depth: settings.cube_depth,
            experiments: settings.chosen_experiments().map(|one| one.name().to_owned()).collect(),
            readings: settings.chosen_readings().map(|one| one.name().to_owned()).collect(),
        }
    }
}

impl PairingFields {
    fn new(result: &PairingResult, comparison: Option<&Comparison>) -> Self {
        let pairing = &result.pairing;
        let wdl = result.wdl;
        let interval = wilson(wdl.wins, wdl.decided());
        Self {
            experiment: pairing.experiment.name().to_owned(),
            reading: pairing.reading.name().to_owned(),
            row: pairing.row,
            player: pairing.player.name().to_owned(),
            opponent: pairing.opponent.name().to_owned(),
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
            paper: comparison.map(PrintedFields::from).unwrap_or_default(),
        }
    }
}

impl From<&Comparison> for PrintedFields {
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
            experiment: comparison.experiment.name().to_owned(),
            reading: comparison.reading.name().to_owned(),
            row: comparison.row,
            column: comparison.column.label().to_owned(),
            count: counts.wins,
            of: counts.decided,
            rate: counts.rate(),
            interval: [interval.low, interval.high],
            paper: PrintedFields::from(comparison),
        }
    }
}

impl FitFields {
    fn new(reading: Reading, fit: &Fit) -> Self {
        Self {
            reading: reading.name().to_owned(),
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
            id: conclusion.id.to_owned(),
            claim: conclusion.claim.to_owned(),
            printed_in: conclusion.printed_in.to_owned(),
            paper: conclusion.paper.as_ref().map(FindingFields::from),
            exact: under(Reading::Exact),
            published: under(Reading::Published),
            what_follows: conclusion.what_follows().to_owned(),
        }
    }
}

impl From<&Finding> for FindingFields {
    fn from(finding: &Finding) -> Self {
        Self { verdict: finding.verdict.name().to_owned(), evidence: finding.evidence.clone() }
    }
}

impl<'a> From<&'a PairingFields> for Line<'a> {
    fn from(pairing: &'a PairingFields) -> Self {
        Self {
            experiment: &pairing.experiment,
            reading: &pairing.reading,
            row: pairing.row,
            player: &pairing.player,
            opponent: &pairing.opponent,
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
