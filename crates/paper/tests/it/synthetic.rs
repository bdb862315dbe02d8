//! Made-up results for tests: no game is played, the counts follow from a rate.

use connect_toe_experiment::{CellTally, Tally};
use connect_toe_paper::{
    Cell, Experiment, Opponent, PrintedCell, Reading, Results, Settings, TableColumn, TableKind, cells,
    printed_table, printed_tables,
};
use connect_toe_stats::Wdl;

/// A run whose win rate and share of decided games are given for each cell.
pub(crate) fn results(settings: &Settings, rates: impl Fn(&Cell) -> (f64, f64)) -> Results {
    let games = f64::from(settings.games_per_cell);
    let tallies: Vec<CellTally> = cells(settings)
        .iter()
        .map(|cell| {
            let (win_rate, decided_rate) = rates(cell);
            let decided = (decided_rate * games).round();
            let wins = (win_rate * decided).round();
            let wdl =
                Wdl { wins: wins as u64, draws: (games - decided) as u64, losses: (decided - wins) as u64 };
            let lengths = vec![0, 0, 0, 0, 0, 0, 0, wdl.games()];
            CellTally { as_first: wdl, lengths, ..CellTally::default() }
        })
        .collect();
    Results::new(settings.clone(), &Tally { cells: tallies })
}

/// The rates the paper prints for a cell; where it has none, one half.
pub(crate) fn printed_rates(cell: &Cell) -> (f64, f64) {
    let base = printed_tables()
        .iter()
        .find(|table| table.experiment == cell.experiment && table.kind == TableKind::ByOpponent(cell.player))
        .and_then(|table| table.cell(cell.row, TableColumn::Opponent(cell.opponent)));
    let win_rate = base.and_then(PrintedCell::rate).unwrap_or(0.5);
    let decided_rate = match cell.experiment {
        Experiment::TicTacToe => printed_table(5)
            .and_then(|table| table.cell(cell.row, TableColumn::DecidedGames))
            .and_then(PrintedCell::rate)
            .unwrap_or(0.5),
        Experiment::ConnectFour => 0.95,
        Experiment::Cubes => 1.0,
    };
    (win_rate, decided_rate)
}

/// The paper's rates under `published`; under `exact` a player that hardly differs from its rivals.
pub(crate) fn two_readings(cell: &Cell) -> (f64, f64) {
    let (printed, decided) = printed_rates(cell);
    match cell.reading {
        Reading::Published => (printed, decided),
        Reading::Exact if cell.opponent == Opponent::R => (0.9, decided),
        Reading::Exact => (0.55, decided / 2.0),
    }
}
