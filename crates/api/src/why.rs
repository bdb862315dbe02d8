//! Reasons for moves, as answers have them.

use connect_toe_game::{Bits, Cell, Game, Record, with_game};
use connect_toe_reasons::{Known, Others, Reasons};
use connect_toe_search::{SearchReport, Worth};
use serde::{Deserialize, Serialize};

use crate::analyze::Analysis;
use crate::worth::{ProvenResult, StatedWorth};

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

/// What is proven of a position and its moves, and the play that is expected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opinion {
    /// The best move's worth.
    pub best: Option<Worth>,
    /// The moves that are valued.
    pub moves: Vec<(Cell, Option<Worth>)>,
    /// The best play; it may be empty.
    pub line: Vec<Cell>,
}

impl Opinion {
    /// The opinion that an analysis states, with the cells of the search's report.
    pub(crate) fn of(report: &SearchReport, analysis: &Analysis) -> Opinion {
        let moves = report.moves.iter().zip(&analysis.moves);
        Opinion {
            best: proof(&analysis.worth),
            moves: moves.map(|(valued, found)| (valued.cell, proof(&found.worth))).collect(),
            line: report.line.clone(),
        }
    }

    /// What is known of one move alone: what it is worth, and the best play, which begins with it.
    pub(crate) fn of_move(cell: Cell, worth: Option<Worth>, line: Vec<Cell>) -> Opinion {
        Opinion { best: None, moves: vec![(cell, worth)], line }
    }

    /// The opinion with what is known of a move from the position after it: what it is worth, if that is proven, and how it
    /// is best answered.
    pub(crate) fn with_answer(&self, cell: Cell, worth: &StatedWorth, answer: &[Cell]) -> Opinion {
        let known = |&(other, own): &(Cell, Option<Worth>)| {
            (other, if other == cell { proof(worth).or(own) } else { own })
        };
        let line = std::iter::once(cell).chain(answer.iter().copied()).collect();
        Opinion { best: self.best, moves: self.moves.iter().map(known).collect(), line }
    }

    /// The best play, from a move on that is proven to be best, if one is.
    pub(crate) fn best_line(&self) -> Vec<Cell> {
        let Some(best) = self.best else { return self.line.clone() };
        let is_best = |cell: Cell| self.moves.contains(&(cell, Some(best)));
        if self.line.first().is_some_and(|&first| is_best(first)) {
            return self.line.clone();
        }
        self.moves.iter().map(|&(cell, _)| cell).find(|&cell| is_best(cell)).into_iter().collect()
    }

    fn worth(&self, cell: Cell) -> Option<Worth> {
        self.moves.iter().find(|(other, _)| *other == cell).and_then(|&(_, worth)| worth)
    }

    /// How the other moves, of so many legal ones, compare with one that is as good as the best.
    fn others(&self, cell: Cell, legal: usize) -> Others {
        let score = |worth: Option<Worth>| worth.and_then(Worth::score);
        let best = score(self.best);
        if best.is_none() || score(self.worth(cell)) != best || legal < 2 {
            return Others::Unknown;
        }
        let proven: Vec<f64> = self.moves.iter().filter_map(|&(_, worth)| score(worth)).collect();
        let as_good = proven.iter().filter(|&&score| Some(score) == best).count();
        match as_good {
            _ if proven.len() < legal => Others::Unknown,
            1 => Others::Worse,
            _ if as_good == legal => Others::Equal,
            _ => Others::Unknown,
        }
    }
}

/// The reasons for each of these moves.
pub(crate) fn reasons_of(game: &Game, moves: &[Cell], opinion: &Opinion) -> Vec<Vec<StatedReason>> {
    with_game!(game, record => {
        let mut finder = Finder::new(record, moves.len());
        moves.iter().map(|&cell| finder.of(cell, opinion)).collect()
    })
}

/// The reasons for one move.
pub(crate) fn reasons_of_move(game: &Game, cell: Cell, opinion: &Opinion) -> Vec<StatedReason> {
    reasons_of(game, &[cell], opinion).pop().unwrap_or_default()
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

    fn of(&mut self, cell: Cell, opinion: &Opinion) -> Vec<StatedReason> {
        let (rules, board) = (self.record.rules(), self.record.board());
        let geometry = rules.geometry();
        let known = Known {
            worth: opinion.worth(cell),
            best: opinion.best,
            others: opinion.others(cell, rules.legal(board).count() as usize),
            line: if opinion.line.first() == Some(&cell) { &opinion.line } else { &[] },
        };
        let texts = |cells: Vec<Cell>| cells.into_iter().map(|cell| geometry.cell_text(cell)).collect();
        let found = self.reasons.of(rules, cell, &known);
        let stated = found.iter().map(|reason| StatedReason {
            kind: reason.kind().to_owned(),
            cells: texts(reason.cells()),
            moves: texts(reason.moves(cell)),
            text: reason.text(geometry, board.to_move()),
        });
        stated.collect()
    }
}

/// What is proven.
fn proof(worth: &StatedWorth) -> Option<Worth> {
    worth.exact.as_ref().map(ProvenResult::worth)
}
