//! Reasons for moves, as answers have them.

use connect_toe_game::{Bits, Cell, Game, Record, with_game};
use connect_toe_reasons::{Known, Reasons};
use connect_toe_search::{ExactResult, Worth};
use serde::{Deserialize, Serialize};

use crate::analyze::{Analysis, AnalyzedMove};
use crate::worth::StatedWorth;

/// One reason for or against a move. `connect-toe-reasons` says what each kind claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StatedReason {
    /// What kind of reason it is, as `blocks`, `fork`, `chain`, `allows`, `keeps`.
    pub kind: String,
    /// The cells that it is about.
    pub cells: Vec<String>,
    /// The line of play that it tells of, from the move on; empty if it tells of none.
    pub moves: Vec<String>,
    /// The reason in words that follow the name of the move: `blocks O's three (a1 b1 c1 d1)`.
    pub text: String,
}

impl StatedReason {
    /// Whether it only repeats what is proven, which a value says too.
    pub fn is_proof(&self) -> bool {
        matches!(&*self.kind, "proven" | "keeps")
    }
}

/// Nodes of the searches for chains, for all moves of a position together.
const NODES: u64 = 400_000;
/// The most and the fewest of them for one search.
const MOST_NODES: u64 = 20_000;
const FEWEST_NODES: u64 = 200;

/// Puts the reasons for each move beside its value.
pub(crate) fn explain(game: &Game, analysis: &mut Analysis) {
    let wanted: Vec<String> = analysis.moves.iter().map(|found| found.cell.clone()).collect();
    let reasons: Vec<Vec<StatedReason>> = with_game!(game, record => {
        let mut finder = Finder::new(record, wanted.len());
        wanted.iter().map(|cell| finder.of(cell, analysis, None)).collect()
    });
    for (found, reasons) in analysis.moves.iter_mut().zip(reasons) {
        found.reasons = reasons;
    }
}

/// The reasons for one move, by what is known of it: from an analysis of the position, if there is one.
/// `line` is the best play after it, if the analysis does not say: from the move on.
pub(crate) fn reasons_of(
    game: &Game,
    cell: &str,
    analysis: &Analysis,
    line: Option<&[String]>,
) -> Vec<StatedReason> {
    with_game!(game, record => Finder::new(record, 1).of(cell, analysis, line))
}

/// The reasons for a move of which no more is known than what it is worth, and the best play from it on, if that is known.
pub(crate) fn reasons_of_choice(
    game: &Game,
    cell: &str,
    worth: &StatedWorth,
    line: &[String],
) -> Vec<StatedReason> {
    let chosen = AnalyzedMove { cell: cell.to_owned(), worth: worth.clone(), ..AnalyzedMove::default() };
    let analysis = Analysis { moves: vec![chosen], ..Analysis::default() };
    reasons_of(game, cell, &analysis, Some(line))
}

/// Finds the reasons for moves of one position.
struct Finder<'r, B: Bits> {
    record: &'r Record<B>,
    reasons: Reasons<B>,
}

impl<B: Bits> Finder<'_, B> {
    /// A finder for so many moves.
    fn new(record: &Record<B>, moves: usize) -> Finder<'_, B> {
        let nodes = (NODES / (4 * moves.max(1)) as u64).clamp(FEWEST_NODES, MOST_NODES);
        Finder { reasons: Reasons::new(record.rules(), record.board(), nodes), record }
    }

    fn of(&mut self, cell: &str, analysis: &Analysis, line: Option<&[String]>) -> Vec<StatedReason> {
        let rules = self.record.rules();
        let geometry = rules.geometry();
        let parse = |cells: &[String]| -> Vec<Cell> {
            cells.iter().map_while(|cell| geometry.parse_cell(cell).ok()).collect()
        };
        let Ok(cell) = geometry.parse_cell(cell) else { return Vec::new() };
        let own = analysis.line.first().filter(|first| **first == geometry.cell_text(cell));
        let line = parse(line.or(own.map(|_| &*analysis.line)).unwrap_or_default());
        let worth = |cell: Cell| {
            let text = geometry.cell_text(cell);
            analysis.moves.iter().find(|found| found.cell == text).and_then(|found| proof(&found.worth))
        };
        let best = proof(&analysis.worth);
        let rank = |worth: Option<Worth>| worth.and_then(Worth::score);
        // Every other move is proven to be worse.
        let is_worse = |&other: &Cell| rank(worth(other)).is_some_and(|score| Some(score) < rank(best));
        let others = rules.legal_moves(self.record.board()).into_iter().filter(|&other| other != cell);
        let others: Vec<Cell> = others.collect();
        let only = worth(cell).is_some()
            && rank(worth(cell)) == rank(best)
            && !others.is_empty()
            && !matches!(best, Some(Worth::Exact { result: ExactResult::Loss, .. }))
            && others.iter().all(is_worse);
        let known = Known { worth: worth(cell), best, only, line: &line };
        let texts = |cells: Vec<Cell>| cells.into_iter().map(|cell| geometry.cell_text(cell)).collect();
        let found = self.reasons.of(rules, cell, &known);
        let stated = found.iter().map(|reason| StatedReason {
            kind: reason.kind().to_owned(),
            cells: texts(reason.cells()),
            moves: texts(reason.moves(cell)),
            text: reason.text(geometry, self.record.board().to_move()),
        });
        stated.collect()
    }
}

/// What is proven.
fn proof(worth: &StatedWorth) -> Option<Worth> {
    worth.exact.as_ref().map(crate::worth::ProvenResult::worth)
}
