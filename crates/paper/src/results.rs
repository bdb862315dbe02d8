use connect_toe_experiment::Tally;
use connect_toe_stats::Wdl;

use crate::{
    Cell, Experiment, Heuristic, Opponent, PrintedTable, Reading, Settings, TableColumn, TableKind, cells,
};

/// The outcome of one cell's games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellResult {
    /// What was played.
    pub cell: Cell,
    /// Wins, draws and losses from the player's side.
    pub wdl: Wdl,
    /// Moves made in all games together.
    pub plies: u64,
    /// Positions that both searches looked at, in all games together.
    pub nodes: u64,
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// What was asked for.
    pub settings: Settings,
    /// Every cell, in the order of [`cells`].
    pub cells: Vec<CellResult>,
}

impl Results {
    /// Puts the results of the settings' [`plan`](crate::plan()) beside the cells of the tables.
    #[must_use]
    pub fn new(settings: Settings, tally: &Tally) -> Self {
        let cells = cells(&settings)
            .into_iter()
            .zip(&tally.cells)
            .map(|(cell, tally)| CellResult {
                cell,
                wdl: tally.wdl(),
                plies: tally.plies(),
                nodes: tally.player_nodes + tally.opponent_nodes,
            })
            .collect();
        Self { settings, cells }
    }

    /// One cell's counts; `None` if it was not played.
    #[must_use]
    pub fn cell(
        &self,
        experiment: Experiment,
        reading: Reading,
        row: u32,
        player: Heuristic,
        opponent: Opponent,
    ) -> Option<Wdl> {
        self.sum(experiment, reading, row, |cell| cell.player == player && cell.opponent == opponent)
    }

    /// A heuristic's counts at one row, pooled over its four opponents.
    #[must_use]
    pub fn pooled(
        &self,
        experiment: Experiment,
        reading: Reading,
        row: u32,
        player: Heuristic,
    ) -> Option<Wdl> {
        self.sum(experiment, reading, row, |cell| cell.player == player)
    }

    /// The counts of all twelve pairings at one row.
    #[must_use]
    pub fn all_pairings(&self, experiment: Experiment, reading: Reading, row: u32) -> Option<Wdl> {
        self.sum(experiment, reading, row, |_| true)
    }

    /// What stands at a place of one of the paper's tables; `None` if it was not played.
    #[must_use]
    pub fn at(&self, table: &PrintedTable, reading: Reading, row: u32, column: TableColumn) -> Option<Wdl> {
        match (table.kind, column) {
            (TableKind::ByOpponent(player), TableColumn::Opponent(opponent)) => {
                self.cell(table.experiment, reading, row, player, opponent)
            }
            (_, TableColumn::Player(player)) => self.pooled(table.experiment, reading, row, player),
            _ => self.all_pairings(table.experiment, reading, row),
        }
    }

    /// Games of all cells together.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|result| result.wdl.games()).sum()
    }

    fn sum(
        &self,
        experiment: Experiment,
        reading: Reading,
        row: u32,
        wanted: impl Fn(&Cell) -> bool,
    ) -> Option<Wdl> {
        self.cells
            .iter()
            .filter(|result| {
                let cell = &result.cell;
                cell.experiment == experiment && cell.reading == reading && cell.row == row && wanted(cell)
            })
            .map(|result| result.wdl)
            .reduce(|sum, wdl| sum + wdl)
    }
}
