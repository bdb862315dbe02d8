//! Positions line by line, as lists of positions have them.

use std::io::BufRead;

use connect_toe_game::{Bits, Game, Record, with_game};
use serde::{Deserialize, Serialize};

use super::answer::SolvedLine;
use super::{Asking, MemoryText, ScoreKind, Solve, solver};
use crate::book::BookChoice;
use crate::error::Error;
use crate::position::game;
use crate::position_lines::PositionLines;
use crate::work::Work;

/// Asks for the exact values of many positions, a line each: `MOVES [EXPECTED]`.
///
/// Blank lines, and what follows a `#`, are skipped. `MOVES` is `-` for the empty board. `EXPECTED` is `win`, `draw` or
/// `loss`, with or without plies, or the score of [`ScoreKind::Pons`].
///
/// ```
/// use connect_toe_api::{SolveLines, Work};
/// let lines = "7422341735647741166133573473242566 win 7\n".to_owned();
/// let solved = SolveLines { lines, ..SolveLines::new("connect-four") }.run(&Work::new())?;
/// assert_eq!((solved.checked, solved.wrong), (1, 0));
/// assert_eq!(solved.positions[0].solution.distance, Some(7));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolveLines {
    /// Game text or a preset's name.
    pub game: String,
    /// The lines.
    #[serde(default)]
    pub lines: String,
    /// Whether to value every legal move, not just the positions.
    #[serde(default)]
    pub all_moves: bool,
    /// Whether to find out who wins, not in how many plies.
    #[serde(default)]
    pub weak: bool,
    /// Whether to find out the values alone: no best moves, no line.
    #[serde(default)]
    pub value_only: bool,
    /// Memory for tables: a number of bytes, or a number with `k`, `M` or `G`.
    #[serde(default = "Solve::memory")]
    pub memory: String,
    /// A score to add.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreKind>,
    /// Where to look before searching; the program's own book of the game if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookChoice>,
    /// The most nodes to search for each of these, once it is known who wins: the distance, the best moves, the line. 0
    /// stands for no limit. Without a number it follows from the nodes that it took to find out who wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
}

/// What a solver found out about many positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolvedLines {
    /// The positions, in the order of the lines.
    pub positions: Vec<SolvedLine>,
    /// Positions whose value was compared with an expected one.
    pub checked: u64,
    /// Those of them with another value.
    pub wrong: u64,
    /// Whether the run was stopped: then later lines are missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

impl SolveLines {
    /// No lines yet; for each the value, the best moves and best play.
    pub fn new(game: impl Into<String>) -> SolveLines {
        SolveLines {
            game: game.into(),
            lines: String::new(),
            all_moves: false,
            weak: false,
            value_only: false,
            memory: Solve::memory(),
            score: None,
            book: None,
            budget: None,
        }
    }

    /// The solutions.
    ///
    /// # Errors
    /// A text that is not a game, or not a position of it; the error names the line.
    pub fn run(&self, work: &Work) -> Result<SolvedLines, Error> {
        let mut positions = Vec::new();
        let solved = self.run_on(self.lines.as_bytes(), "lines", work, |position| {
            positions.push(position);
            Ok::<(), Error>(())
        })?;
        Ok(SolvedLines { positions, ..solved })
    }

    /// Solves lines that come from elsewhere; `name` is what messages call them. `each` gets every position as soon as
    /// it is solved, so the answer has no positions.
    ///
    /// # Errors
    /// As [`run`](SolveLines::run); an error of `each`.
    pub fn run_on<E: From<Error>>(
        &self,
        lines: impl BufRead,
        name: &str,
        work: &Work,
        each: impl FnMut(SolvedLine) -> Result<(), E>,
    ) -> Result<SolvedLines, E> {
        let game = game(&self.game)?;
        match work.crew() {
            None => self.solve(game, PositionLines::new(lines, name), work, each),
            Some(crew) => self.run_by(crew, lines, name, work, each),
        }
    }

    /// Solves lines on this process's threads.
    pub(super) fn solve<E: From<Error>>(
        &self,
        mut game: Game,
        lines: PositionLines<'_, impl BufRead>,
        work: &Work,
        each: impl FnMut(SolvedLine) -> Result<(), E>,
    ) -> Result<SolvedLines, E> {
        with_game!(&mut game, record => self.solve_on(record, lines, work, each))
    }

    fn solve_on<B: Bits, E: From<Error>>(
        &self,
        record: &mut Record<B>,
        lines: PositionLines<'_, impl BufRead>,
        work: &Work,
        mut each: impl FnMut(SolvedLine) -> Result<(), E>,
    ) -> Result<SolvedLines, E> {
        let memory: MemoryText = self.memory.parse().map_err(Error::wrong("memory"))?;
        let asking = Asking::new(self.weak, self.all_moves, self.value_only, self.budget, self.score)?;
        let rules = record.shared_rules();
        let mut solver = solver(&rules, memory, self.book.as_ref(), work)?;
        let mut solved = SolvedLines::default();
        for placed in lines {
            let mut placed = placed?;
            placed.apply(record)?;
            let line = placed.line;
            solver.forget();
            let in_book = solver.book().and_then(|book| book.score(record.board()));
            let (answer, mut solution, _) = asking.find_out(&mut solver, record.board(), None, work);
            solution.source = in_book.filter(|_| solver.book().is_some()).map(|_| "book".to_owned());
            let agrees = line.expected.map(|expected| expected.agrees(&answer));
            solved.checked += u64::from(agrees.flatten().is_some());
            solved.wrong += u64::from(agrees.flatten() == Some(false));
            let expected = line.expected.map(Into::into);
            each(SolvedLine { solution, moves_played: line.moves, cells: line.cells, expected, agrees })?;
            if answer.interrupted {
                solved.interrupted = true;
                break;
            }
        }
        Ok(solved)
    }
}
