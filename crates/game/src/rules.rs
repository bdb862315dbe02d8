//! A game compiled once into immutable tables: where stones may go, and what ends the game.

use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::{Cell, Geometry};
use crate::line_test::{self, LineTest};
use crate::lines::Lines;
use crate::outcome::Outcome;
use crate::placement::Placement;
use crate::side::{BySide, Side};
use crate::spec::{GameSpec, Goal, Overline, SpecError};
use crate::width::Width;
use crate::zobrist::{self, Keys};

/// The rules of one game, for one bitboard type.
///
/// ```
/// use connect_toe_game::{Bits, GameSpec, Outcome, Rules, Side};
/// let spec: GameSpec = "3x3:3".parse()?;
/// let rules = Rules::<u64>::compile(&spec)?;
/// let mut board = rules.start();
/// for text in ["a1", "a2", "b1", "b2"] {
///     let cell = rules.geometry().parse_cell(text).expect("a cell of the board");
///     assert!(rules.legal(&board).contains(cell.bit()));
///     board = rules.play(&board, cell);
/// }
/// let c1 = rules.geometry().parse_cell("c1").expect("a cell of the board");
/// assert_eq!(rules.advance(&board, c1).outcome, Some(Outcome::Win(Side::X)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules<B> {
    spec: GameSpec,
    geometry: Geometry,
    lines: Lines,
    cells: B,
    placement: Placement<B>,
    line_test: LineTest<B>,
    keys: Keys,
}

/// A position after a move, and how the game ended if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<B> {
    /// The position, with the opponent to move.
    pub board: Board<B>,
    /// The end of the game, or `None` if it goes on.
    pub outcome: Option<Outcome>,
}

/// Why a game cannot be compiled to a bitboard type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The description names no game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The board has more bits than the type.
    #[error("the board needs {needed} bits and the bitboard has {available}")]
    TooNarrow {
        /// Bits that the board needs.
        needed: u32,
        /// Bits that the type has.
        available: u32,
    },
}

/// The narrowest bitboard width for a game.
///
/// # Errors
/// The description names no game.
#[expect(clippy::missing_panics_doc, reason = "the widest bitboard holds every checked board")]
pub fn width_of(spec: &GameSpec) -> Result<Width, SpecError> {
    spec.check()?;
    let bits = Geometry::new(spec).bits() as u32;
    Ok(Width::holding(bits).expect("a checked board has at most as many bits as the widest bitboard"))
}

impl<B: Bits> Rules<B> {
    /// Compiles a game.
    ///
    /// # Errors
    /// The description names no game, or `B` is too narrow for it ([`width_of`] gives the right one).
    pub fn compile(spec: &GameSpec) -> Result<Rules<B>, CompileError> {
        spec.check()?;
        let geometry = Geometry::new(spec);
        let needed = geometry.bits() as u32;
        if needed > B::WIDTH {
            return Err(CompileError::TooNarrow { needed, available: B::WIDTH });
        }
        let lines = Lines::new(spec, &geometry);
        let cells = geometry.cells().iter().fold(B::EMPTY, |set, cell| set.with(cell.bit()));
        Ok(Rules {
            placement: Placement::new(spec, &geometry),
            line_test: LineTest::new(spec, &geometry, &lines),
            keys: Keys::new(geometry.bits()),
            spec: spec.clone(),
            geometry,
            lines,
            cells,
        })
    }

    /// The game as written.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The numbering of the cells.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The winning lines.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// All cells of the board.
    #[inline]
    pub fn cells(&self) -> B {
        self.cells
    }

    /// Whether any empty cell can always be taken.
    pub fn placement_is_free(&self) -> bool {
        self.placement.is_free()
    }

    /// The empty board, X to move.
    pub fn start(&self) -> Board<B> {
        Board { mover: B::EMPTY, other: B::EMPTY, hash: 0, stones: 0, to_move: Side::X }
    }

    /// The position with these stones. Whether they could have come to lie there is not asked.
    ///
    /// # Panics
    /// A cell has two stones, or a stone lies off the board.
    pub fn position(&self, stones: BySide<B>, to_move: Side) -> Board<B> {
        assert!((stones.x & stones.o).is_empty(), "a cell has two stones");
        assert!((stones.x | stones.o).minus(self.cells).is_empty(), "a stone lies off the board");
        let hash = Side::ALL.into_iter().fold(0, |hash, side| {
            stones[side].members().fold(hash, |hash, bit| hash ^ self.keys.stone(side, Cell::from_bit(bit)))
        });
        Board {
            mover: stones[to_move],
            other: stones[to_move.other()],
            hash: hash ^ if to_move == Side::O { zobrist::O_TO_MOVE } else { 0 },
            stones: (stones.x | stones.o).count() as u16,
            to_move,
        }
    }

    /// The cells that the side to move can take, whether or not the game is over.
    #[inline]
    pub fn legal(&self, board: &Board<B>) -> B {
        self.placement.destinations(self.cells, board.occupied())
    }

    /// The legal moves in canonical order (by the first coordinate, then the second, and so on).
    pub fn legal_moves(&self, board: &Board<B>) -> Vec<Cell> {
        let mut moves: Vec<Cell> = self.legal(board).members().map(Cell::from_bit).collect();
        moves.sort_unstable_by_key(|&cell| self.geometry.rank(cell));
        moves
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty(&self, board: &Board<B>) -> B {
        self.cells.minus(board.occupied())
    }

    /// The empty cells that a stone can still come to rest on, now or later, lines aside. With several open
    /// faces the others stay empty for ever.
    #[inline]
    pub fn reachable(&self, board: &Board<B>) -> B {
        self.placement.reachable(self.cells, board.occupied())
    }

    /// Whether empty cells can be left that no stone can reach: with several open faces.
    #[inline]
    pub fn can_jam(&self) -> bool {
        self.placement.can_jam()
    }

    /// Whether no move is left: the board is full, or jammed.
    #[inline]
    pub fn is_stuck(&self, board: &Board<B>) -> bool {
        board.stones() as usize == self.geometry.cells().len()
            || self.placement.can_jam() && self.legal(board).is_empty()
    }

    /// Whether a stone of the side to move on `cell` completes a line.
    #[inline]
    pub fn completes_line(&self, board: &Board<B>, cell: Cell) -> bool {
        self.line_test.completes(&self.lines, board.mover, cell)
    }

    /// [`completes_line`](Rules::completes_line), compiled for the processor that the caller is compiled for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn completes_line_inlined(&self, board: &Board<B>, cell: Cell) -> bool {
        self.line_test.completes_inlined(&self.lines, board.mover, cell)
    }

    /// Those of the empty cells `candidates` where a stone of the side to move completes a line.
    #[inline]
    pub fn completing(&self, board: &Board<B>, candidates: B) -> B {
        self.line_test.completing(&self.lines, board.mover, candidates)
    }

    /// [`completing`](Rules::completing), compiled for the processor that the caller is compiled for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn completing_inlined(&self, board: &Board<B>, candidates: B) -> B {
        self.line_test.completing_inlined(&self.lines, board.mover, candidates)
    }

    /// Bits from cell to cell of a line, for each direction, if every run of `k` stones that far apart is a line that
    /// wins: rows end in guard bits, and a longer run counts.
    pub(crate) fn line_steps(&self) -> Option<Vec<u32>> {
        let found =
            self.geometry.is_guarded() && self.spec.overline == Overline::Counts && self.lines.k() > 1;
        found.then(|| line_test::steps(&self.lines))
    }

    /// Whether these stones of one side hold a line.
    pub fn has_line(&self, stones: B) -> bool {
        stones.members().any(|bit| self.line_test.completes(&self.lines, stones, Cell::from_bit(bit)))
    }

    /// The stones that are part of a completed line of this one side.
    pub fn cells_in_lines(&self, stones: B) -> B {
        let has = |line: &&[Cell]| line.iter().all(|cell| stones.contains(cell.bit()));
        let counts = |cell: &Cell| self.line_test.completes(&self.lines, stones, *cell);
        self.lines
            .iter()
            .filter(has)
            .filter(|line| line.iter().all(counts))
            .flatten()
            .fold(B::EMPTY, |set, cell| set.with(cell.bit()))
    }

    /// The outcome when `side` has a line: its win, or in a misère game its loss.
    #[inline]
    pub fn line_outcome(&self, side: Side) -> Outcome {
        match self.spec.goal {
            Goal::MakeLine => Outcome::Win(side),
            Goal::AvoidLine => Outcome::Win(side.other()),
        }
    }

    /// The position after a legal move. The caller owes legality.
    #[inline]
    #[must_use]
    pub fn play(&self, board: &Board<B>, cell: Cell) -> Board<B> {
        Board {
            mover: board.other,
            other: board.mover.with(cell.bit()),
            hash: board.hash ^ self.keys.stone(board.to_move, cell) ^ zobrist::O_TO_MOVE,
            stones: board.stones + 1,
            to_move: board.to_move.other(),
        }
    }

    /// How a legal move ends the game, or `None` if the game goes on. The caller owes legality, and that
    /// the game was not over before.
    #[inline]
    pub fn outcome_of(&self, board: &Board<B>, cell: Cell) -> Option<Outcome> {
        if self.completes_line(board, cell) {
            Some(self.line_outcome(board.to_move))
        } else if self.leaves_no_move(board, cell) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// Whether some legal move leaves no other, lines aside; `false` only if none does.
    #[inline]
    pub fn may_leave_no_move(&self, board: &Board<B>) -> bool {
        self.placement.can_jam() || board.stones() as usize + 1 == self.geometry.cells().len()
    }

    /// Whether no move is left after a legal move, lines aside.
    #[inline]
    pub fn leaves_no_move(&self, board: &Board<B>, cell: Cell) -> bool {
        board.stones() as usize + 1 == self.geometry.cells().len()
            || self.placement.can_jam()
                && self.placement.destinations(self.cells, board.occupied().with(cell.bit())).is_empty()
    }

    /// The position after a legal move, and whether it ends the game. The caller owes legality, and that
    /// the game was not over before.
    #[inline]
    pub fn advance(&self, board: &Board<B>, cell: Cell) -> Step<B> {
        Step { board: self.play(board, cell), outcome: self.outcome_of(board, cell) }
    }

    /// How the game stands ended in this position, or `None` if it goes on. With lines of both sides on
    /// the board (no game leads there) the line of the side that moved last counts.
    pub fn outcome(&self, board: &Board<B>) -> Option<Outcome> {
        let last = board.to_move.other();
        if self.has_line(board.other) {
            Some(self.line_outcome(last))
        } else if self.has_line(board.mover) {
            Some(self.line_outcome(board.to_move))
        } else if self.is_stuck(board) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The stones that cannot have come to rest where they are: no open face has a wall or another
    /// stone, itself at rest, behind the stone in the direction of travel.
    pub fn floating(&self, occupied: B) -> B {
        self.placement.floating(self.cells, occupied)
    }
}
