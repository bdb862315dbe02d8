//! The outcome of a run.

use connect_toe_experiment::{Plan, Tally};
use connect_toe_stats::Wdl;

use crate::{
    Experiment, Heuristic, Opponent, Pairing, PrintedTable, Reading, Settings, TableColumn, TableKind,
    pairings,
};

/// The outcome of a pairing's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingResult {
    /// What was played.
    pub pairing: Pairing,
    /// Wins, draws and losses from the player's side.
    pub wdl: Wdl,
    /// Moves made in all games together.
    pub plies: u64,
}

/// The outcome of a run, as far as it has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// What was asked for.
    pub settings: Settings,
    /// Every pairing, in the order of [`pairings`].
    pub pairings: Vec<PairingResult>,
}

impl Results {
    /// Puts what was played of the settings' [`plan`](crate::plan()) beside the pairings of the tables.
    ///
    /// # Panics
    /// If the plan is not that of the settings.
    pub fn new(settings: Settings, plan: &Plan, tally: &Tally) -> Self {
        let pairings = pairings(&settings, plan)
            .into_iter()
            .zip(&tally.conditions)
            .map(|(pairing, tally)| PairingResult { pairing, wdl: tally.wdl(), plies: tally.plies() })
            .collect();
        Self { settings, pairings }
    }

    /// A pairing's counts; `None` if none of them was played.
    pub fn pairing(
        &self,
        experiment: Experiment,
        reading: Reading,
        row: u32,
        player: Heuristic,
        opponent: Opponent,
    ) -> Option<Wdl> {
        self.sum(experiment, reading, row, |pairing| pairing.player == player && pairing.opponent == opponent)
    }

    /// A heuristic's counts at one row, pooled over its four opponents.
    pub fn pooled(
        &self,
        experiment: Experiment,
        reading: Reading,
        row: u32,
        player: Heuristic,
    ) -> Option<Wdl> {
        self.sum(experiment, reading, row, |pairing| pairing.player == player)
    }

    /// The counts of all twelve pairings at one row.
    pub fn all_pairings(&self, experiment: Experiment, reading: Reading, row: u32) -> Option<Wdl> {
        self.sum(experiment, reading, row, |_| true)
    }

    /// The counts behind a place of one of the paper's tables; `None` if none of them was played.
    pub fn at(&self, table: &PrintedTable, reading: Reading, row: u32, column: TableColumn) -> Option<Wdl> {
        match (table.kind, column) {
            (TableKind::ByOpponent(player), TableColumn::Opponent(opponent)) => {
                self.pairing(table.experiment, reading, row, player, opponent)
            }
            (_, TableColumn::Player(player)) => self.pooled(table.experiment, reading, row, player),
            _ => self.all_pairings(table.experiment, reading, row),
        }
    }

    /// Games of all pairings together.
    pub fn games(&self) -> u64 {
        self.pairings.iter().map(|result| result.wdl.games()).sum()
    }

    /// The number of games that the settings ask for.
    pub fn games_planned(&self) -> u64 {
        self.pairings.len() as u64 * u64::from(self.settings.games_per_cell)
    }

    /// Whether all games have been played.
    pub fn is_complete(&self) -> bool {
        self.games() == self.games_planned()
    }

    fn sum(
        &self,
        experiment: Experiment,
        reading: Reading,
        row: u32,
        wanted: impl Fn(&Pairing) -> bool,
    ) -> Option<Wdl> {
        self.pairings
            .iter()
            .filter(|result| {
                let one = &result.pairing;
                one.experiment == experiment && one.reading == reading && one.row == row && wanted(one)
            })
            .map(|result| result.wdl)
            .reduce(|sum, wdl| sum + wdl)
            .filter(|wdl| wdl.games() > 0)
    }
}
