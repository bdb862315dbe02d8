//! The values that the 2004 paper prints for cells of an experiment.

use connect_toe_arena::FirstMover;
use connect_toe_experiment::{Adjudication, Cell, Limits, Openings, Sample};
use connect_toe_paper::{PrintedCell, Settings, TableColumn, TableKind, cells, printed_tables};
use connect_toe_stats::binomial_test;

use super::label::parts;

/// A printed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Printed {
    /// The number of the paper's table.
    pub(crate) table: u32,
    pub(crate) cell: &'static PrintedCell,
}

impl Printed {
    /// The printed value of this game between these players, if the paper has one and played under the same conditions:
    /// from the empty board to the end, the player always first.
    pub(crate) fn find(cell: &Cell, paper: &[connect_toe_paper::Cell]) -> Option<Printed> {
        let as_the_paper = cell.first == FirstMover::Player
            && cell.openings == Openings::None
            && cell.limits == Limits::default()
            && cell.adjudication == Adjudication::default();
        if !as_the_paper {
            return None;
        }
        let game = cell.game.to_string();
        let (player, opponent) = (cell.player.to_string(), cell.opponent.to_string());
        let same = paper.iter().find(|printed| {
            printed.game == game
                && is_same_player(&printed.player_spec, &player)
                && is_same_player(&printed.opponent_spec, &opponent)
        })?;
        let kind = TableKind::ByOpponent(same.player);
        let table = printed_tables()
            .iter()
            .find(|table| table.experiment == same.experiment && table.kind == kind)?;
        let cell = table.cell(same.row, TableColumn::Opponent(same.opponent))?;
        Some(Printed { table: table.number, cell })
    }

    /// The exact binomial test of the paper's counts under our winning percentage, as in the report on the paper.
    /// `None` without decided games on either side.
    pub(crate) fn p_value(self, ours: &Sample) -> Option<f64> {
        if ours.games.decided() == 0 {
            return None;
        }
        let rate = (ours.games.wins as f64 + 0.5) / (ours.games.decided() as f64 + 1.0);
        let possible = self.cell.possible_counts();
        let tests = possible.iter().filter(|counts| counts.decided > 0);
        tests.filter_map(|counts| binomial_test(counts.wins, counts.decided, rate)).reduce(f64::max)
    }
}

/// All cells of the paper.
pub(crate) fn paper_cells() -> Vec<connect_toe_paper::Cell> {
    cells(&Settings::default())
}

/// Whether two texts name one player: the order of the settings and random ties, the default, do not matter.
fn is_same_player(one: &str, other: &str) -> bool {
    let sorted = |text| {
        let mut parts: Vec<&str> = parts(text);
        parts.retain(|part| *part != "ties=random");
        parts.sort_unstable();
        parts
    };
    sorted(one) == sorted(other)
}
