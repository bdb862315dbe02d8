//! A position whatever its bitboard type, for heuristics, searches and players that need no generics.

use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;

use crate::bits::Bits;
use crate::board::Board;
use crate::for_width;
use crate::game::Course;
use crate::geometry::{Cell, Geometry};
use crate::lines::Lines;
use crate::notation::MoveReason;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::side::Side;
use crate::spec::GameSpec;
use crate::stretches::{Planes, Stretches};

/// A position of any game: the stones, the side to move, and what the rules say about them.
///
/// A position does not change; [`play`](Position::play) gives the one after a move, which lives as long as the game
/// that it comes from.
///
/// ```
/// use connect_toe_game::{Game, Outcome, Position, Side};
///
/// /// The moves with which the side to move wins at once.
/// fn winning_moves(position: &Position) -> Vec<String> {
///     let win = Some(Outcome::Win(position.to_move()));
///     let moves = position.legal_moves().into_iter().filter(|&cell| position.outcome_of(cell) == win);
///     moves.map(|cell| position.cell_text(cell)).collect()
/// }
///
/// let mut game: Game = "tic-tac-toe".parse()?;
/// game.set_board("xox/oox/___", None)?;
/// let position = game.position();
/// assert_eq!((position.to_move(), winning_moves(&position)), (Side::X, vec!["c1".to_owned()]));
///
/// // X blocks the middle instead, and O has no winning move.
/// let blocked = position.play(position.parse_move("b1")?);
/// assert!(winning_moves(&blocked).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position<'a>(Held<'a>);

enum Held<'a> {
    Shown(&'a dyn View<'a>),
    Own(Box<dyn View<'a> + 'a>),
}

impl<'a> Position<'a> {
    /// The position of a board that the rules belong to.
    pub fn new<B: Bits>(rules: &'a Rules<B>, board: &Board<B>) -> Position<'a> {
        let own = for_width!(B => own::<B>, for<'r> fn(&'r Rules<B>, &Board<B>) -> Box<dyn View<'r> + 'r>);
        Position(Held::Own(own(rules, board)))
    }

    /// The position to which a game has come that the rules belong to.
    pub fn in_course<B: Bits>(rules: &'a Rules<B>, course: Course<'a, B>) -> Position<'a> {
        let own = for_width!(B => in_course::<B>, for<'r> fn(&'r Rules<B>, Course<'r, B>) -> Box<dyn View<'r> + 'r>);
        Position(Held::Own(own(rules, course)))
    }

    /// Shows a board to `look` and gives back what it returns. Nothing is allocated, so this is cheap enough for every
    /// leaf of a search.
    pub fn show<B: Bits, T>(rules: &Rules<B>, board: &Board<B>, look: impl FnOnce(&Position) -> T) -> T {
        let at = At::new(rules, board);
        look(&Position(Held::Shown(view(&at))))
    }

    /// Shows several boards of one game to `look`, as [`show`](Self::show) does one.
    pub fn show_all<B: Bits, T>(
        rules: &Rules<B>,
        boards: &[Board<B>],
        look: impl FnOnce(&[Position]) -> T,
    ) -> T {
        let all: Vec<At<B>> = boards.iter().map(|board| At::new(rules, board)).collect();
        let positions: Vec<Position> = all.iter().map(|at| Position(Held::Shown(view(at)))).collect();
        look(&positions)
    }

    fn view(&self) -> &(dyn View<'a> + 'a) {
        match &self.0 {
            Held::Shown(view) => *view,
            Held::Own(view) => &**view,
        }
    }

    /// The game.
    pub fn spec(&self) -> &'a GameSpec {
        self.view().spec()
    }

    /// The numbering of the cells, with their coordinates.
    pub fn geometry(&self) -> &'a Geometry {
        self.view().geometry()
    }

    /// All cells of the board in canonical order: by the first coordinate, then the second, and so on.
    pub fn cells(&self) -> &'a [Cell] {
        self.geometry().cells()
    }

    /// The winning lines, each a slice of cells; distinct as sets.
    ///
    /// ```
    /// let game: connect_toe_game::Game = "tic-tac-toe".parse()?;
    /// assert_eq!(game.position().lines().count(), 8);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = &'a [Cell]> + use<'a> {
        self.view().lines().iter()
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.view().to_move()
    }

    /// The number of stones on the board: in a game from the empty board, the number of plies played.
    pub fn ply(&self) -> u32 {
        self.view().ply()
    }

    /// The moves that led here, the first one first, where they are known: to the players of a game and from
    /// [`Game::position`](crate::Game::position). Positions that a search looks at have none.
    ///
    /// ```
    /// let mut game: connect_toe_game::Game = "connect-four".parse()?;
    /// game.play("d1 d2")?;
    /// let after = game.position().play(game.parse_move("e1")?);
    /// let moves: Vec<String> = after.moves().iter().map(|&cell| after.cell_text(cell)).collect();
    /// assert_eq!(moves, ["d1", "d2", "e1"]);
    /// assert_eq!((after.start().ply(), after.start().moves()), (0, &[][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> &[Cell] {
        self.view().moves()
    }

    /// The position where the [moves](Self::moves) begin: in most games the empty board. It is this position if none are
    /// known.
    #[must_use]
    pub fn start(&self) -> Position<'a> {
        Position(Held::Own(self.view().start()))
    }

    /// A hash of the stones and the side to move, the same for equal positions of one game.
    pub fn hash(&self) -> u64 {
        self.view().hash()
    }

    /// The stone on a cell.
    ///
    /// # Panics
    /// The board does not have the cell.
    pub fn stone_on(&self, cell: Cell) -> Option<Side> {
        self.view().stone_on(cell)
    }

    /// The cells with a stone of this side, in canonical order.
    pub fn stones(&self, side: Side) -> Vec<Cell> {
        self.view().stones(side)
    }

    /// The number of these cells that have a stone of this side.
    ///
    /// ```
    /// use connect_toe_game::{Game, Position, Side};
    /// /// The lines on which only this side has stones.
    /// fn own_lines(position: &Position, side: Side) -> usize {
    ///     let is_own = |line: &&[_]| position.count(side, line) > 0 && position.count(side.other(), line) == 0;
    ///     position.lines().filter(is_own).count()
    /// }
    /// let mut game: Game = "tic-tac-toe".parse()?;
    /// game.set_board("___/_x_/__o", None)?;
    /// assert_eq!(own_lines(&game.position(), Side::X), 3);
    /// assert_eq!(own_lines(&game.position(), Side::O), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// The board does not have one of the cells.
    pub fn count(&self, side: Side, cells: &[Cell]) -> usize {
        self.view().count(side, cells)
    }

    /// The legal moves in canonical order; none once the game is over.
    pub fn legal_moves(&self) -> Vec<Cell> {
        self.view().legal_moves()
    }

    /// How the game ended, or `None` if it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.view().outcome()
    }

    /// How this legal move ends the game, or `None` if the game goes on after it.
    ///
    /// # Panics
    /// The board does not have the cell.
    pub fn outcome_of(&self, cell: Cell) -> Option<Outcome> {
        self.view().outcome_of(cell)
    }

    /// The position after a move.
    ///
    /// # Panics
    /// If the move is not legal, or the game is over.
    #[must_use]
    pub fn play(&self, cell: Cell) -> Position<'a> {
        Position(Held::Own(self.view().play(cell)))
    }

    /// The board as text.
    pub fn text(&self) -> String {
        self.view().text()
    }

    /// A cell as text, as in `d1`.
    pub fn cell_text(&self, cell: Cell) -> String {
        self.geometry().cell_text(cell)
    }

    /// Reads a move of the side to move: a cell, or a column digit where stones fall from the top.
    ///
    /// # Errors
    /// The text is not a cell or a column, or the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<Cell, MoveReason> {
        self.view().parse_move(text)
    }

    /// Writes where the stones of the side to move and of the other side are, 1 or 0, and which cells can be played while the game
    /// goes on, in canonical order. `stretches` are those of the cells.
    ///
    /// # Panics
    /// There are fewer than two places for stones, or one for whether it can be played, of each cell.
    pub fn write(&self, stretches: &Stretches, planes: Planes, stones: &mut [i8], legal: &mut [bool]) {
        self.view().write(stretches, planes, stones, legal);
    }

    /// Rules and board, if `B` is the bitboard type of this game: the way back to code that is generic in it.
    pub fn as_board<B: Bits>(&self) -> Option<(&'a Rules<B>, &Board<B>)> {
        let rules = self.view().rules().downcast_ref()?;
        Some((rules, self.view().board().downcast_ref()?))
    }
}

impl Clone for Position<'_> {
    fn clone(&self) -> Self {
        Position(Held::Own(self.view().copy()))
    }
}

/// The game and the board as text.
impl fmt::Debug for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} {} {})", self.spec(), self.text(), self.to_move())
    }
}

/// What [`Position`] forwards, without the bitboard type.
trait View<'a> {
    fn rules(&self) -> &'a dyn Any;
    fn board(&self) -> &dyn Any;
    fn spec(&self) -> &'a GameSpec;
    fn geometry(&self) -> &'a Geometry;
    fn lines(&self) -> &'a Lines;
    fn to_move(&self) -> Side;
    fn ply(&self) -> u32;
    fn moves(&self) -> &[Cell];
    fn start(&self) -> Box<dyn View<'a> + 'a>;
    fn hash(&self) -> u64;
    fn stone_on(&self, cell: Cell) -> Option<Side>;
    fn stones(&self, side: Side) -> Vec<Cell>;
    fn count(&self, side: Side, cells: &[Cell]) -> usize;
    fn legal_moves(&self) -> Vec<Cell>;
    fn outcome(&self) -> Option<Outcome>;
    fn outcome_of(&self, cell: Cell) -> Option<Outcome>;
    fn play(&self, cell: Cell) -> Box<dyn View<'a> + 'a>;
    fn copy(&self) -> Box<dyn View<'a> + 'a>;
    fn text(&self) -> String;
    fn parse_move(&self, text: &str) -> Result<Cell, MoveReason>;
    fn write(&self, stretches: &Stretches, planes: Planes, stones: &mut [i8], legal: &mut [bool]);
}

fn own<'a, B: Bits>(rules: &'a Rules<B>, board: &Board<B>) -> Box<dyn View<'a> + 'a> {
    Box::new(At::new(rules, board))
}

fn in_course<'a, B: Bits>(rules: &'a Rules<B>, course: Course<'a, B>) -> Box<dyn View<'a> + 'a> {
    let Course { start, moves, board } = course;
    Box::new(At { past: Some(Past { start, moves: Cow::Borrowed(moves) }), ..At::new(rules, board) })
}

fn view<'v, 'a, B: Bits>(at: &'v At<'a, B>) -> &'v (dyn View<'a> + 'a) {
    for_width!(B => view_here::<B>, for<'w, 'r> fn(&'w At<'r, B>) -> &'w (dyn View<'r> + 'r))(at)
}

fn view_here<'v, 'a, B: Bits>(at: &'v At<'a, B>) -> &'v (dyn View<'a> + 'a) {
    at
}

struct At<'a, B: Clone> {
    rules: &'a Rules<B>,
    board: Board<B>,
    /// Computed at the first call: few heuristics ask for it.
    outcome: OnceCell<Option<Outcome>>,
    /// Where the game began and the moves since, if that is known.
    past: Option<Past<'a, B>>,
}

#[derive(Clone)]
struct Past<'a, B: Clone> {
    start: &'a Board<B>,
    moves: Cow<'a, [Cell]>,
}

impl<'a, B: Bits> At<'a, B> {
    fn new(rules: &'a Rules<B>, board: &Board<B>) -> At<'a, B> {
        At { rules, board: *board, outcome: OnceCell::new(), past: None }
    }

    /// The cell, which a program outside may have made of any number.
    #[inline]
    fn on_board(&self, cell: Cell) -> Cell {
        assert!(
            self.rules.geometry().has(cell),
            "{cell:?} is not a cell of the board of {}",
            self.rules.spec()
        );
        cell
    }
}

impl<'a, B: Bits> View<'a> for At<'a, B> {
    fn rules(&self) -> &'a dyn Any {
        self.rules
    }

    fn board(&self) -> &dyn Any {
        &self.board
    }

    fn spec(&self) -> &'a GameSpec {
        self.rules.spec()
    }

    fn geometry(&self) -> &'a Geometry {
        self.rules.geometry()
    }

    fn lines(&self) -> &'a Lines {
        self.rules.lines()
    }

    fn to_move(&self) -> Side {
        self.board.to_move()
    }

    fn ply(&self) -> u32 {
        self.board.stones()
    }

    fn moves(&self) -> &[Cell] {
        self.past.as_ref().map_or(&[], |past| &past.moves)
    }

    fn start(&self) -> Box<dyn View<'a> + 'a> {
        own(self.rules, self.past.as_ref().map_or(&self.board, |past| past.start))
    }

    fn hash(&self) -> u64 {
        self.board.hash()
    }

    fn stone_on(&self, cell: Cell) -> Option<Side> {
        self.board.stone_on(self.on_board(cell))
    }

    fn stones(&self, side: Side) -> Vec<Cell> {
        let stones = self.board.stones_of(side);
        self.geometry().cells().iter().copied().filter(|cell| stones.contains(cell.bit())).collect()
    }

    fn count(&self, side: Side, cells: &[Cell]) -> usize {
        let stones = self.board.stones_of(side);
        cells.iter().filter(|&&cell| stones.contains(self.on_board(cell).bit())).count()
    }

    fn legal_moves(&self) -> Vec<Cell> {
        if self.outcome().is_some() { Vec::new() } else { self.rules.legal_moves(&self.board) }
    }

    fn outcome(&self) -> Option<Outcome> {
        *self.outcome.get_or_init(|| self.rules.outcome(&self.board))
    }

    fn outcome_of(&self, cell: Cell) -> Option<Outcome> {
        self.rules.outcome_of(&self.board, self.on_board(cell))
    }

    fn play(&self, cell: Cell) -> Box<dyn View<'a> + 'a> {
        let bit = self.on_board(cell).bit();
        let is_legal = self.outcome().is_none() && self.rules.legal(&self.board).contains(bit);
        assert!(is_legal, "{} is not a legal move of this position", self.geometry().cell_text(cell));
        let step = self.rules.advance(&self.board, cell);
        let past = self.past.as_ref().map(|past| {
            let moves = past.moves.iter().copied().chain([cell]).collect();
            Past { start: past.start, moves: Cow::Owned(moves) }
        });
        Box::new(At { rules: self.rules, board: step.board, outcome: OnceCell::from(step.outcome), past })
    }

    fn copy(&self) -> Box<dyn View<'a> + 'a> {
        let (outcome, past) = (self.outcome.clone(), self.past.clone());
        Box::new(At { rules: self.rules, board: self.board, outcome, past })
    }

    fn text(&self) -> String {
        self.rules.board_text(&self.board)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, MoveReason> {
        self.rules.parse_move(&self.board, text)
    }

    fn write(&self, stretches: &Stretches, planes: Planes, stones: &mut [i8], legal: &mut [bool]) {
        stretches.write_planes(planes, [self.board.mover(), self.board.other()], stones);
        stretches.write_members(self.rules.legal(&self.board), legal);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Side};

    #[test]
    fn a_position_says_what_the_game_says() {
        for text in ["connect-four", "4x4x4:4", "9x9:5", "12x12:4:+2,-2", "20x20:5", "40x40:5:free:torus"] {
            let mut game: Game = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let start = game.clone();
            let mut position = start.position();
            while game.outcome().is_none() && game.moves().len() < 30 {
                let moves = game.legal_moves();
                assert_eq!(position.legal_moves(), moves);
                let cell = moves[game.moves().len() * 7 % moves.len()];
                let after = position.play(cell);
                game.play(cell).expect("is legal");
                assert_eq!((after.outcome(), position.outcome_of(cell)), (game.outcome(), game.outcome()));
                assert_eq!(after.stone_on(cell), Some(position.to_move()));
                assert_eq!((after.text(), after.ply() as usize), (game.board_text(), game.moves().len()));
                assert_eq!(after.hash(), game.position().hash());
                assert_eq!((after.moves(), after.clone().moves()), (game.moves(), game.moves()));
                assert_eq!(after.start().hash(), start.position().hash());
                position = after;
            }
            for side in Side::ALL {
                let stones = position.stones(side);
                assert!(stones.iter().all(|&cell| position.stone_on(cell) == Some(side)));
                assert_eq!(position.count(side, position.cells()), stones.len());
            }
        }
    }

    #[test]
    #[should_panic(expected = "d1 is not a legal move of this position")]
    fn a_move_that_is_not_legal_is_refused() {
        let game: Game = "connect-four".parse().expect("a game");
        let position = game.position();
        let cell = position.parse_move("d1").expect("is legal");
        let _ = (0..7).fold(position, |position, _| position.play(cell));
    }
}
