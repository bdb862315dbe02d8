//! Made-up results for tests: no game is played, the counts follow from a rate.

use connect_toe_experiment::{ConditionTally, Plan, Tally};
use connect_toe_paper::{
    Experiment, Opponent, Pairing, PrintedValue, Reading, Results, Settings, TableColumn, TableKind,
    pairings, plan, printed_table, printed_tables,
};
use connect_toe_stats::Wdl;

/// A run whose win rate and share of decided games are given for each pairing.
pub(crate) fn results(settings: &Settings, rates: impl Fn(&Pairing) -> (f64, f64)) -> Results {
    let plan = plan(settings).expect("can be played");
    Results::new(settings.clone(), &plan, &tally(settings, &plan, rates))
}

/// The counts of such a run.
pub(crate) fn tally(settings: &Settings, plan: &Plan, rates: impl Fn(&Pairing) -> (f64, f64)) -> Tally {
    let games = f64::from(settings.games_per_cell);
    let conditions: Vec<ConditionTally> = pairings(settings, plan)
        .iter()
        .map(|pairing| {
            let (win_rate, decided_rate) = rates(pairing);
            let decided = (decided_rate * games).round();
            let wins = (win_rate * decided).round();
            let wdl =
                Wdl { wins: wins as u64, draws: (games - decided) as u64, losses: (decided - wins) as u64 };
            let lengths = vec![0, 0, 0, 0, 0, 0, 0, wdl.games()];
            ConditionTally { as_first: wdl, lengths, ..ConditionTally::default() }
        })
        .collect();
    Tally { conditions }
}

/// The rates the paper prints for a pairing; where it has none, one half.
pub(crate) fn printed_rates(pairing: &Pairing) -> (f64, f64) {
    let base = printed_tables()
        .iter()
        .find(|table| {
            table.experiment == pairing.experiment && table.kind == TableKind::ByOpponent(pairing.player)
        })
        .and_then(|table| table.value(pairing.row, TableColumn::Opponent(pairing.opponent)));
    let win_rate = base.and_then(PrintedValue::rate).unwrap_or(0.5);
    let decided_rate = match pairing.experiment {
        Experiment::TicTacToe => printed_table(5)
            .and_then(|table| table.value(pairing.row, TableColumn::DecidedGames))
            .and_then(PrintedValue::rate)
            .unwrap_or(0.5),
        Experiment::ConnectFour => 0.95,
        Experiment::Cubes => 1.0,
    };
    (win_rate, decided_rate)
}

/// The paper's rates under `published`; under `exact` a player that hardly differs from its rivals.
pub(crate) fn two_readings(pairing: &Pairing) -> (f64, f64) {
    let (printed, decided) = printed_rates(pairing);
    match pairing.reading {
        Reading::Published => (printed, decided),
        Reading::Exact if pairing.opponent == Opponent::R => (0.9, decided),
        Reading::Exact => (0.55, decided / 2.0),
    }
}
