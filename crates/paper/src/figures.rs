//! The paper's figures, by the tables that they draw.

use crate::{Experiment, PrintedTable, printed_table};

/// One of the paper's figures: the tables it draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figure {
    /// 3 to 9.
    pub(crate) number: u32,
    /// The series of games.
    pub(crate) experiment: Experiment,
    /// What it shows.
    pub(crate) title: &'static str,
    /// Numbers of the tables behind it.
    pub(crate) tables: &'static [u32],
}

/// The paper's result figures, 3 to 9.
pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        number: 3,
        experiment: Experiment::TicTacToe,
        title: "Tic-Tac-Toe: winning percentage of each heuristic by search depth, all opponents pooled",
        tables: &[1],
    },
    Figure {
        number: 4,
        experiment: Experiment::TicTacToe,
        title: "Tic-Tac-Toe: winning percentage of each heuristic against each opponent by search depth",
        tables: &[2, 3, 4],
    },
    Figure {
        number: 5,
        experiment: Experiment::TicTacToe,
        title: "Tic-Tac-Toe: number of decided games by search depth",
        tables: &[5],
    },
    Figure {
        number: 6,
        experiment: Experiment::ConnectFour,
        title: "Connect Four: winning percentage of each heuristic by search depth, all opponents pooled",
        tables: &[6],
    },
    Figure {
        number: 7,
        experiment: Experiment::ConnectFour,
        title: "Connect Four: winning percentage of each heuristic against each opponent by search depth",
        tables: &[7, 8, 9],
    },
    Figure {
        number: 8,
        experiment: Experiment::Cubes,
        title: "Cubes: winning percentage of each heuristic by side of the cube, all opponents pooled",
        tables: &[10],
    },
    Figure {
        number: 9,
        experiment: Experiment::Cubes,
        title: "Cubes: winning percentage of each heuristic against each opponent by side of the cube",
        tables: &[11, 12, 13],
    },
];

impl Figure {
    /// The tables behind the figure.
    pub(crate) fn printed_tables(self) -> impl Iterator<Item = &'static PrintedTable> {
        self.tables.iter().filter_map(|&number| printed_table(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_drawn_once_in_a_figure_of_its_experiment() {
        let mut drawn: Vec<u32> = FIGURES.iter().flat_map(|figure| figure.tables.iter().copied()).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, (1..=13).collect::<Vec<_>>());
        for figure in FIGURES {
            assert!(figure.printed_tables().all(|table| table.experiment == figure.experiment));
        }
    }
}
