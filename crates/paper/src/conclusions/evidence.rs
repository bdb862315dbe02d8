//! The counts that claims are judged by: ours, and those of the paper.

use crate::conclusions::criterion::Evidence;
use crate::{
    Counts, Experiment, Heuristic, Opponent, Reading, Results, TableColumn, TableKind, printed_tables,
};

/// Our games under one reading.
pub(super) struct RunEvidence<'a> {
    pub(super) results: &'a Results,
    pub(super) reading: Reading,
}

impl Evidence for RunEvidence<'_> {
    fn pairing(
        &self,
        experiment: Experiment,
        row: u32,
        player: Heuristic,
        opponent: Opponent,
    ) -> Option<Counts> {
        let wdl = self.results.pairing(experiment, self.reading, row, player, opponent)?;
        Some(Counts { wins: wdl.wins, decided: wdl.decided() })
    }

    fn pooled(&self, experiment: Experiment, row: u32, player: Heuristic) -> Option<Counts> {
        let wdl = self.results.pooled(experiment, self.reading, row, player)?;
        Some(Counts { wins: wdl.wins, decided: wdl.decided() })
    }

    fn decided_games(&self, experiment: Experiment, row: u32) -> Option<Counts> {
        let wdl = self.results.all_pairings(experiment, self.reading, row)?;
        Some(Counts { wins: wdl.decided(), decided: wdl.games() })
    }
}

/// The paper's own games; of several possible counts the one with the fewest games.
pub(super) struct PaperEvidence;

impl PaperEvidence {
    fn find(experiment: Experiment, kind: TableKind, row: u32, column: TableColumn) -> Option<Counts> {
        printed_tables()
            .iter()
            .find(|table| table.experiment == experiment && table.kind == kind)?
            .value(row, column)?
            .cautious_counts()
    }
}

impl Evidence for PaperEvidence {
    fn pairing(
        &self,
        experiment: Experiment,
        row: u32,
        player: Heuristic,
        opponent: Opponent,
    ) -> Option<Counts> {
        Self::find(experiment, TableKind::ByOpponent(player), row, TableColumn::Opponent(opponent))
    }

    fn pooled(&self, experiment: Experiment, row: u32, player: Heuristic) -> Option<Counts> {
        Self::find(experiment, TableKind::Pooled, row, TableColumn::Player(player))
    }

    fn decided_games(&self, experiment: Experiment, row: u32) -> Option<Counts> {
        Self::find(experiment, TableKind::DecidedGames, row, TableColumn::DecidedGames)
    }
}
