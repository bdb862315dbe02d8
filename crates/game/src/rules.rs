//! A game compiled once into immutable tables: where stones may go, and what ends the game.

use std::fmt;

use crate::bits::Bits;
use crate::board::Board;
use crate::for_width;
use crate::geometry::{Cell, Geometry};
use crate::line_test::{self, LineTest};
use crate::lines::Lines;
use crate::outcome::Outcome;
use crate::placement::Placement;
use crate::renju::Renju;
use crate::side::{BySide, Side};
use crate::spec::{Forbidden, GameSpec, Goal, Overline, Roles, SpecError, Turn};
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
pub struct Rules<B> {
    spec: GameSpec,
    geometry: Geometry,
    lines: Lines,
    /// The cells that a stone can ever come to rest on.
    cells: B,
    /// Their number.
    cell_count: u32,
    placement: Placement<B>,
    line_test: LineTest<B>,
    /// Whether the other side is to move after every stone.
    alternate: bool,
    /// See [`can_jam`](Rules::can_jam).
    can_jam: bool,
    /// What the sides do not have in common; most often nothing.
    unlike: Option<Box<Unlike<B>>>,
    /// See [`line_steps`](Rules::line_steps).
    line_steps: Option<Vec<u32>>,
    keys: Keys,
}

/// In which way the rules for one side differ from those for the other.
#[derive(Clone, Debug)]
enum Unlike<B> {
    /// Only X's lines count.
    Maker,
    /// O wins with five or more, X with exactly five, and X may not take some cells.
    Renju {
        /// The test for O; X's is the game's.
        line_test_of_o: LineTest<B>,
        forbidden: Box<Renju<B>>,
    },
}

/// A position after a move, and how the game ended if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<B> {
    /// The position after the move; where a turn has several stones, the same side may be to move.
    pub board: Board<B>,
    /// The end of the game, or `None` if it goes on.
    pub outcome: Option<Outcome>,
}

/// The cells where one more stone of a side completes a line, whichever side is to move and whether or not a stone can
/// get there.
///
/// ```
/// use connect_toe_game::{Bits, Rules};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("xx_/o__/___", None)?;
/// let threats = rules.threats(&board);
/// assert_eq!((threats.mover.count(), threats.other.count()), (0, 1));
/// // O answers at c3, which is not empty any more, and threatens nothing.
/// let cell = rules.geometry().parse_cell("c3")?;
/// let after = rules.threats_after(&board, &threats, cell);
/// assert_eq!((after.mover & rules.empty(&rules.play(&board, cell)), after.other), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats<B> {
    /// Those of the side to move.
    pub mover: B,
    /// Those of the other side.
    pub other: B,
}

/// Why a game cannot be compiled to a bitboard type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The description is not a game.
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

/// The game as text: all else follows from it.
impl<B> fmt::Debug for Rules<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&format_args!("{}", self.spec)).finish()
    }
}

impl<B: Bits> Clone for Rules<B> {
    fn clone(&self) -> Self {
        for_width!(B => Rules::<B>::copied, fn(&Rules<B>) -> Rules<B>)(self)
    }
}

impl<B: Bits> Rules<B> {
    fn copied(&self) -> Rules<B> {
        Rules {
            spec: self.spec.clone(),
            geometry: self.geometry.clone(),
            lines: self.lines.clone(),
            cells: self.cells,
            cell_count: self.cell_count,
            placement: self.placement.clone(),
            line_test: self.line_test.clone(),
            alternate: self.alternate,
            can_jam: self.can_jam,
            unlike: self.unlike.clone(),
            line_steps: self.line_steps.clone(),
            keys: self.keys.clone(),
        }
    }

    /// Compiles a game.
    ///
    /// # Errors
    /// The description is not a game, or `B` is too narrow for it ([`Geometry::width`] is the right width).
    pub fn compile(spec: &GameSpec) -> Result<Rules<B>, CompileError> {
        for_width!(B => Rules::<B>::compile_here, fn(&GameSpec) -> Result<Rules<B>, CompileError>)(spec)
    }

    fn compile_here(spec: &GameSpec) -> Result<Rules<B>, CompileError> {
        let geometry = Geometry::of(spec)?;
        let needed = geometry.bits() as u32;
        if needed > B::WIDTH {
            return Err(CompileError::TooNarrow { needed, available: B::WIDTH });
        }
        Ok(Rules::of_sound(spec, geometry))
    }

    /// Compiles a sound game with its numbering of the cells, for which `B` is wide enough.
    pub(crate) fn of_sound(spec: &GameSpec, geometry: Geometry) -> Rules<B> {
        let lines = Lines::new(spec, &geometry);
        let shifts_find_lines = geometry.is_guarded()
            && lines.are_rows()
            && spec.overline == Overline::Counts
            && spec.forbidden == Forbidden::Nothing
            && lines.k() > 1;
        let (placement, cells) = Placement::new(spec, &geometry);
        let (line_test, unlike) = match (spec.forbidden, spec.roles) {
            (Forbidden::Renju, _) => {
                let exact = GameSpec { overline: Overline::DoesNotCount, ..spec.clone() };
                let line_test_of_o = LineTest::new(spec, &geometry, &lines);
                let unlike = Unlike::Renju { line_test_of_o, forbidden: Box::new(Renju::new(&geometry)) };
                (LineTest::new(&exact, &geometry, &lines), Some(Box::new(unlike)))
            }
            (_, Roles::MakerAndBreaker) => {
                (LineTest::new(spec, &geometry, &lines), Some(Box::new(Unlike::Maker)))
            }
            (_, Roles::Alike) => (LineTest::new(spec, &geometry, &lines), None),
        };
        Rules {
            line_steps: shifts_find_lines.then(|| line_test::steps(&lines)),
            can_jam: placement.can_jam() || spec.forbidden == Forbidden::Renju,
            placement,
            line_test,
            keys: Keys::new(geometry.bits()),
            spec: spec.clone(),
            geometry,
            lines,
            cells,
            cell_count: cells.count(),
            alternate: spec.turn == Turn::default(),
            unlike,
        }
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

    /// The cells that a stone can ever come to rest on: all cells of the board but blocked ones and those that blocked
    /// ones keep stones from.
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
        let left = self.spec.turn.first;
        let hash = zobrist::left(left);
        Board { mover: B::EMPTY, other: B::EMPTY, hash, stones: 0, to_move: Side::X, left }
    }

    /// Whether the other side is to move after every stone. If not, [`Board::to_move`] says after each who is.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// assert!(Rules::<u64>::compile(&"3x3:3".parse()?)?.sides_alternate());
    /// assert!(!Rules::<u64>::compile(&"3x3:3:free:turn=1+2".parse()?)?.sides_alternate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn sides_alternate(&self) -> bool {
        self.alternate
    }

    /// Whether the side to move is to move again after its next stone, because its turn has more.
    #[inline]
    pub fn moves_again(&self, board: &Board<B>) -> bool {
        board.left > 1
    }

    /// Whether the side to move placed the last stone too.
    #[inline]
    pub fn moved_again(&self, board: &Board<B>) -> bool {
        !self.alternate && self.moved_last(board) == board.to_move
    }

    /// Whether the stones alone, those of the side to move and those of the other, tell everything about a position: always
    /// where both sides have the same rules and one stone a turn, elsewhere if a game can have so many stones of each side
    /// with this side to move.
    ///
    /// ```
    /// use connect_toe_game::{Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3:free:maker".parse()?)?;
    /// assert!(rules.is_told_by_stones(&rules.parse_board("___/_x_/___", None)?));
    /// assert!(!rules.is_told_by_stones(&rules.parse_board("___/_x_/___", Some(Side::X))?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_told_by_stones(&self, board: &Board<B>) -> bool {
        if self.turns_are_equal() {
            return true;
        }
        let stones = BySide::from_fn(|side| board.stones_of(side));
        self.to_move_by_count(stones) == Some(board.to_move)
            && self.left_at(stones, board.to_move) == board.left
    }

    /// The number of the ply, counted from the next one, with which a side places so many further stones. There may not be
    /// so many empty cells.
    ///
    /// ```
    /// use connect_toe_game::{Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// assert_eq!(rules.plies_to_place(&rules.start(), Side::X, 3), 5);
    /// let rules = Rules::<u64>::compile(&"3x3:3:free:turn=1+2".parse()?)?;
    /// assert_eq!(rules.plies_to_place(&rules.start(), Side::O, 3), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn plies_to_place(&self, board: &Board<B>, side: Side, stones: u32) -> u32 {
        let (left, turn) = (board.left(), u32::from(self.spec.turn.later));
        if side == board.to_move {
            stones + turn * stones.saturating_sub(left).div_ceil(turn)
        } else {
            stones + left + turn * (stones.saturating_sub(1) / turn)
        }
    }

    /// The position with X to move that is worth as much to the side to move: with all stones exchanged if O is to move.
    /// Where sides are not alike, the position itself.
    ///
    /// ```
    /// use connect_toe_game::{Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xo_/_x_/___", None)?;
    /// let as_x = rules.with_x_to_move(&board);
    /// assert_eq!((as_x.to_move(), rules.board_text(&as_x)), (Side::X, "ox_/_o_/___".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_x_to_move(&self, board: &Board<B>) -> Board<B> {
        if board.to_move == Side::X || !self.sides_are_alike() {
            return *board;
        }
        self.with_left(BySide { x: board.mover, o: board.other }, Side::X, board.left)
    }

    /// Whether the same rules hold for both sides, so that a position with all stones exchanged and the other side to
    /// move has the same worth for the side to move.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// assert!(Rules::<u64>::compile(&"3x3:3:free:misere".parse()?)?.sides_are_alike());
    /// assert!(!Rules::<u64>::compile(&"3x3:3:free:maker".parse()?)?.sides_are_alike());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn sides_are_alike(&self) -> bool {
        self.unlike.is_none()
    }

    /// Whether the sides place one stone in turn, and the same rules hold for both.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let is_so = |game: &str| Ok::<_, Box<dyn std::error::Error>>(
    ///     Rules::<u64>::compile(&game.parse()?)?.turns_are_equal(),
    /// );
    /// assert!(is_so("3x3:plane")? && !is_so("3x3:3:free:turn=1+2")? && !is_so("3x3:3:free:maker")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn turns_are_equal(&self) -> bool {
        self.alternate && self.sides_are_alike()
    }

    /// Whether a side has to answer at once where the other one can complete a line with its next stone: a line wins,
    /// sides alternate, and nothing but a stone on the cell keeps the other from it.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// assert!(Rules::<u64>::compile(&"connect-four".parse()?)?.threats_bind());
    /// // A stone from another side can close the way to the cell.
    /// assert!(!Rules::<u64>::compile(&"6x6:4:+1,-1".parse()?)?.threats_bind());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn threats_bind(&self) -> bool {
        self.line_wins() && self.alternate && !self.can_jam
    }

    /// Whether any empty cell can always be taken, and a line wins: in such *positional* games only a stone of the other side
    /// on a line stops it.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// assert!(Rules::<u64>::compile(&"3x3:plane:free:turn=1+2".parse()?)?.is_positional());
    /// assert!(!Rules::<u64>::compile(&"connect-four".parse()?)?.is_positional());
    /// // Some empty cells are forbidden.
    /// assert!(!Rules::<u128>::compile(&"9x9:5:free:renju".parse()?)?.is_positional());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_positional(&self) -> bool {
        self.line_wins() && self.placement_is_free() && !self.can_jam
    }

    /// Whether one more stone never hurts the side that has it: the game [is positional](Rules::is_positional), and longer
    /// runs count.
    pub fn stones_never_hurt(&self) -> bool {
        self.is_positional() && self.spec.overline == Overline::Counts
    }

    /// Whether nothing but a stone on the cell keeps a side from completing a line with its next stone: as
    /// [`threats_bind`](Rules::threats_bind), but where cells can be forbidden, a side may not be able to answer.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u128>::compile(&"9x9:5:free:renju".parse()?)?;
    /// assert!(rules.only_a_stone_stops_a_line() && !rules.threats_bind());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn only_a_stone_stops_a_line(&self) -> bool {
        self.line_wins() && self.alternate && !self.placement.can_jam()
    }

    /// Whether a line of this side ends the game.
    #[inline]
    pub fn lines_count_for(&self, side: Side) -> bool {
        side == Side::X || !matches!(self.unlike.as_deref(), Some(Unlike::Maker))
    }

    /// The side that placed the last stone on the board, or would have.
    #[inline]
    pub fn moved_last(&self, board: &Board<B>) -> Side {
        if self.alternate { board.to_move.other() } else { self.moved_last_in_turn(board) }
    }

    #[cold]
    fn moved_last_in_turn(&self, board: &Board<B>) -> Side {
        let Turn { first, later } = self.spec.turn;
        let is_first_turn = board.to_move == Side::X
            && board.other.is_empty()
            && board.stones + u16::from(board.left) == u16::from(first);
        let is_begun = board.left < if is_first_turn { first } else { later };
        if is_begun { board.to_move } else { board.to_move.other() }
    }

    /// The position with these stones, whether or not a game can lead to it. Where a turn has several stones, the side
    /// to move is in the middle of it if a game leads there, and at its beginning if none does.
    ///
    /// # Panics
    /// A cell has two stones, or a stone lies off the board.
    ///
    /// ```
    /// use connect_toe_game::{Bits, BySide, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let cell = rules.geometry().parse_cell("b2")?;
    /// let stones = BySide { x: u64::single(cell.bit()), o: u64::EMPTY };
    /// assert_eq!(rules.position(stones, Side::O), rules.play(&rules.start(), cell));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, stones: BySide<B>, to_move: Side) -> Board<B> {
        for_width!(B => Rules::<B>::position_here, fn(&Rules<B>, BySide<B>, Side) -> Board<B>)(
            self, stones, to_move,
        )
    }

    fn position_here(&self, stones: BySide<B>, to_move: Side) -> Board<B> {
        assert!((stones.x & stones.o).is_empty(), "a cell has two stones");
        assert!((stones.x | stones.o).minus(self.cells).is_empty(), "a stone lies off the board");
        self.with_left(stones, to_move, self.left_at(stones, to_move))
    }

    /// The position with these stones and so many left in the turn of the side to move.
    fn with_left(&self, stones: BySide<B>, to_move: Side, left: u8) -> Board<B> {
        let hash = Side::ALL.into_iter().fold(0, |hash, side| {
            stones[side].members().fold(hash, |hash, bit| hash ^ self.keys.stone(side, Cell::from_bit(bit)))
        });
        Board {
            mover: stones[to_move],
            other: stones[to_move.other()],
            hash: hash ^ zobrist::left(left) ^ if to_move == Side::O { zobrist::O_TO_MOVE } else { 0 },
            stones: (stones.x | stones.o).count() as u16,
            to_move,
            left,
        }
    }

    /// The position with these stones if the side to move has so many left in its turn; `None` if no turn has.
    pub(crate) fn position_in_turn(&self, stones: BySide<B>, to_move: Side, left: u32) -> Option<Board<B>> {
        let Turn { first, later } = self.spec.turn;
        let is_first = to_move == Side::X
            && stones.o.is_empty()
            && stones.x.count().checked_add(left) == Some(u32::from(first));
        let most = u32::from(if is_first { first } else { later });
        (1..=most).contains(&left).then(|| self.with_left(stones, to_move, left as u8))
    }

    /// The side to move after a game with these stones, if one can have so many of each side.
    pub(crate) fn to_move_by_count(&self, stones: BySide<B>) -> Option<Side> {
        let plies = (stones.x | stones.o).count();
        (self.spec.turn.stones_of_x(plies) == stones.x.count()).then(|| self.spec.turn.after(plies).0)
    }

    fn left_at(&self, stones: BySide<B>, to_move: Side) -> u8 {
        let plies = (stones.x | stones.o).count();
        let Turn { first, later } = self.spec.turn;
        match self.to_move_by_count(stones) {
            _ if self.alternate => 1,
            Some(side) if side == to_move => self.spec.turn.after(plies).1,
            _ if plies == 0 && to_move == Side::X => first,
            _ => later,
        }
    }

    /// The position with other stones, and the same side to move with as many stones left in its turn.
    pub(crate) fn with_stones(&self, board: &Board<B>, stones: BySide<B>) -> Board<B> {
        self.with_left(stones, board.to_move, board.left)
    }

    /// The cells that the side to move can take, whether or not the game is over.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules};
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// assert_eq!(rules.legal(&rules.start()).count(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "wide boards are copied where it is called")]
    pub fn legal(&self, board: &Board<B>) -> B {
        let open = self.placement.destinations(self.cells, board.occupied());
        if self.unlike.is_none() { open } else { self.allowed(board, open) }
    }

    /// Those of the cells `open` that the side to move may take.
    #[cold]
    fn allowed(&self, board: &Board<B>, open: B) -> B {
        for_width!(B => Rules::<B>::allowed_here, fn(&Rules<B>, &Board<B>, B) -> B)(self, board, open)
    }

    fn allowed_here(&self, board: &Board<B>, open: B) -> B {
        match self.unlike.as_deref() {
            Some(Unlike::Renju { forbidden, .. }) if board.to_move == Side::X => {
                open.minus(forbidden.forbidden(board.mover, board.other, open))
            }
            _ => open,
        }
    }

    /// Whether the side to move may take no cell.
    #[inline]
    fn has_no_move(&self, board: &Board<B>) -> bool {
        let open = self.placement.destinations(self.cells, board.occupied());
        if self.unlike.is_none() { open.is_empty() } else { self.allows_none(board, open) }
    }

    /// Whether the side to move may take none of the cells `open`.
    #[cold]
    fn allows_none(&self, board: &Board<B>, open: B) -> bool {
        for_width!(B => Rules::<B>::allows_none_here, fn(&Rules<B>, &Board<B>, B) -> bool)(self, board, open)
    }

    fn allows_none_here(&self, board: &Board<B>, open: B) -> bool {
        match self.unlike.as_deref() {
            Some(Unlike::Renju { forbidden, .. }) if board.to_move == Side::X => {
                forbidden.forbids_all(board.mover, board.other, open)
            }
            _ => open.is_empty(),
        }
    }

    /// The empty cells that the side to move may not take although a stone could come to rest there, whether or not
    /// the game is over: in renju those that make two threes, two fours or an overline.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules, Side};
    /// let rules = Rules::<u128>::compile(&"9x9:5:free:renju".parse()?)?;
    /// // A stone on e5 would make two threes.
    /// let board = rules.parse_board(
    ///     "_________/_________/____x____/____x____/__xx_____/oo_______/_________/oo_______/_________", Some(Side::X))?;
    /// let forbidden: Vec<_> = rules.forbidden(&board).members().collect();
    /// assert_eq!(forbidden, [rules.geometry().parse_cell("e5")?.bit()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden(&self, board: &Board<B>) -> B {
        if self.unlike.is_none() {
            return B::EMPTY;
        }
        for_width!(B => Rules::<B>::forbidden_here, fn(&Rules<B>, &Board<B>) -> B)(self, board)
    }

    fn forbidden_here(&self, board: &Board<B>) -> B {
        self.placement.destinations(self.cells, board.occupied()).minus(self.legal(board))
    }

    /// As [`legal`](Rules::legal), and compiled in this crate alone: for code outside the engine.
    pub fn legal_set(&self, board: &Board<B>) -> B {
        for_width!(B => Rules::<B>::legal, fn(&Rules<B>, &Board<B>) -> B)(self, board)
    }

    /// The legal moves in canonical order (by the first coordinate, then the second, and so on).
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// let rules = Rules::<u64>::compile(&"4x3:3:-2".parse()?)?;
    /// let board = rules.parse_board("____/____/_x__", None)?;
    /// assert_eq!(rules.moves_text(&rules.legal_moves(&board)), "a1 b2 c1 d1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self, board: &Board<B>) -> Vec<Cell> {
        for_width!(B => Rules::<B>::legal_moves_here, fn(&Rules<B>, &Board<B>) -> Vec<Cell>)(self, board)
    }

    fn legal_moves_here(&self, board: &Board<B>) -> Vec<Cell> {
        let mut moves: Vec<Cell> = self.legal(board).members().map(Cell::from_bit).collect();
        moves.sort_unstable_by_key(|&cell| self.geometry.rank(cell));
        moves
    }

    /// The cells without a stone, of those that one can ever come to rest on.
    #[inline]
    pub fn empty(&self, board: &Board<B>) -> B {
        self.cells.minus(board.occupied())
    }

    /// The number of cells without a stone, of those that one can ever come to rest on.
    #[inline]
    pub fn empty_cells(&self, board: &Board<B>) -> u32 {
        self.cell_count - board.stones()
    }

    /// The empty cells that a stone can still come to rest on, now or later, regardless of lines. With several open
    /// faces the others stay empty forever.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules};
    /// // Stones enter from both ends of a row: between two stones no other gets in.
    /// let rules = Rules::<u64>::compile(&"5x1:3:+1,-1".parse()?)?;
    /// let board = rules.parse_board("_x_o_", Some(connect_toe_game::Side::X));
    /// assert!(board.is_err(), "both stones hang in the air");
    /// let board = rules.parse_board("x___o", None)?;
    /// assert_eq!(rules.empty(&board).count(), 3);
    /// assert!(rules.reachable(&board).is_empty() && rules.is_stuck(&board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn reachable(&self, board: &Board<B>) -> B {
        self.placement.reachable(self.cells, board.occupied())
    }

    /// Whether a game can end while cells are empty, as it can with several open faces, or where some are forbidden.
    #[inline]
    pub fn can_jam(&self) -> bool {
        self.can_jam
    }

    /// Whether cells can be forbidden that a stone could come to rest on.
    #[inline]
    pub fn forbids(&self) -> bool {
        matches!(self.unlike.as_deref(), Some(Unlike::Renju { .. }))
    }

    /// Whether no move is left: the board is full, or jammed.
    #[inline]
    pub fn is_stuck(&self, board: &Board<B>) -> bool {
        board.stones() == self.cell_count || self.can_jam() && self.has_no_move(board)
    }

    /// Whether a stone of the side to move on `cell` completes a line.
    #[inline]
    pub fn completes_line(&self, board: &Board<B>, cell: Cell) -> bool {
        self.makes_line(board.to_move, board.mover, cell)
    }

    /// The empty cells among `candidates` where a stone of the side to move completes a line.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xo_/_xo/___", None)?;
    /// let winning = rules.completing(&board, rules.legal(&board));
    /// assert_eq!(winning, u64::single(rules.geometry().parse_cell("c1")?.bit()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn completing(&self, board: &Board<B>, candidates: B) -> B {
        for_width!(B => Rules::<B>::completing_here, fn(&Rules<B>, &Board<B>, B) -> B)(
            self, board, candidates,
        )
    }

    fn completing_here(&self, board: &Board<B>, candidates: B) -> B {
        self.completing_of(board.to_move, board.mover, candidates)
    }

    /// Those of the cells where one more stone of a side completes a line.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    fn completing_of(&self, side: Side, stones: B, candidates: B) -> B {
        if self.unlike.is_none() || side == Side::X {
            self.line_test.completing_inlined(&self.lines, stones, candidates)
        } else {
            self.completing_of_o(stones, candidates)
        }
    }

    #[cold]
    fn completing_of_o(&self, stones: B, candidates: B) -> B {
        for_width!(B => Rules::<B>::completing_of_o_here, fn(&Rules<B>, B, B) -> B)(self, stones, candidates)
    }

    fn completing_of_o_here(&self, stones: B, candidates: B) -> B {
        match self.unlike.as_deref() {
            Some(Unlike::Renju { line_test_of_o, .. }) => {
                line_test_of_o.completing(&self.lines, stones, candidates)
            }
            _ => B::EMPTY,
        }
    }

    /// [`completing`](Rules::completing), compiled for the processor that the caller is compiled for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub fn completing_inlined(&self, board: &Board<B>, candidates: B) -> B {
        self.completing_of(board.to_move, board.mover, candidates)
    }

    /// The empty cells among `candidates` where a stone of the opponent of the side to move would complete a line: what
    /// that side threatens. Compiled for the processor that the caller is compiled for.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xx_/o__/___", None)?;
    /// let threatened = rules.threatened_inlined(&board, rules.legal(&board));
    /// assert_eq!(threatened, u64::single(rules.geometry().parse_cell("c3")?.bit()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub fn threatened_inlined(&self, board: &Board<B>, candidates: B) -> B {
        self.completing_of(board.to_move.other(), board.other, candidates)
    }

    /// As [`threatened_inlined`](Rules::threatened_inlined), and compiled in this crate alone.
    pub fn threatened(&self, board: &Board<B>, candidates: B) -> B {
        for_width!(B => Rules::<B>::threatened_inlined, fn(&Rules<B>, &Board<B>, B) -> B)(
            self, board, candidates,
        )
    }

    /// The cells where either side completes a line.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub fn threats(&self, board: &Board<B>) -> Threats<B> {
        let empty = self.empty(board);
        Threats { mover: self.completing_inlined(board, empty), other: self.threatened_inlined(board, empty) }
    }

    /// Whether [`threats`](Rules::threats) takes a few operations on whole sets, so that nothing is gained by following
    /// the changes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub fn finds_threats_at_once(&self) -> bool {
        self.line_test.is_at_once()
    }

    /// The cells where either side completes a line after a move on `cell` that does not end the game, for the side
    /// that is to move then. `threats` are those before the move. Cells that are not empty may be among them.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub fn threats_after(&self, board: &Board<B>, threats: &Threats<B>, cell: Cell) -> Threats<B> {
        let stones = board.mover.with(cell.bit());
        let after = self.completing_after(board.to_move, stones, threats.mover, cell);
        if self.alternate || board.left == 1 {
            Threats { mover: threats.other, other: after }
        } else {
            Threats { mover: after, other: threats.other }
        }
    }

    /// The cells where a side completes a line after its stone on `cell`, which is among `stones`; `before` are those
    /// before.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn completing_after(&self, side: Side, stones: B, before: B, cell: Cell) -> B {
        if self.unlike.is_none() || side == Side::X {
            self.line_test.completing_after_inlined(&self.lines, self.cells, stones, before, cell)
        } else {
            self.completing_of_o(stones, self.cells)
        }
    }

    /// Whether these stones of a side and one on `cell` hold a line through `cell`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn makes_line(&self, side: Side, stones: B, cell: Cell) -> bool {
        if self.unlike.is_none() || side == Side::X {
            self.line_test.completes_inlined(&self.lines, stones, cell)
        } else {
            self.makes_line_of_o(stones, cell)
        }
    }

    #[cold]
    fn makes_line_of_o(&self, stones: B, cell: Cell) -> bool {
        for_width!(B => Rules::<B>::makes_line_of_o_here, fn(&Rules<B>, B, Cell) -> bool)(self, stones, cell)
    }

    fn makes_line_of_o_here(&self, stones: B, cell: Cell) -> bool {
        match self.unlike.as_deref() {
            Some(Unlike::Renju { line_test_of_o, .. }) => line_test_of_o.completes(&self.lines, stones, cell),
            _ => false,
        }
    }

    /// The cells that can be taken with these cells full, whether or not the game is over.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's processor")]
    pub(crate) fn legal_with(&self, occupied: B) -> B {
        self.placement.destinations(self.cells, occupied)
    }

    /// The cells next to the wall opposite the one open face, if there is just one.
    pub(crate) fn floor(&self) -> Option<B> {
        self.placement.floor()
    }

    /// Bits from cell to cell of a line, for each direction, if every run of `k` stones that far apart is a line that
    /// wins: rows end in guard bits, and a longer run counts.
    pub(crate) fn line_steps(&self) -> Option<&[u32]> {
        self.line_steps.as_deref()
    }

    /// Whether these stones of a side hold a line that counts for it.
    ///
    /// ```
    /// use connect_toe_game::{Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3:free:maker".parse()?)?;
    /// let stones = rules.parse_stones("xxx/___/ooo")?;
    /// assert!(rules.has_line(Side::X, stones.x) && !rules.has_line(Side::O, stones.o));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_line(&self, side: Side, stones: B) -> bool {
        if !self.lines_count_for(side) {
            return false;
        }
        if let Some(steps) = &self.line_steps {
            let k = self.lines.k() as u32;
            steps.iter().any(|&step| line_test::runs(stones, step, k).any())
        } else {
            stones.members().any(|bit| self.makes_line(side, stones, Cell::from_bit(bit)))
        }
    }

    /// The stones of a side that are part of a completed line that counts for it.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"4x3:3".parse()?)?;
    /// let stones = rules.parse_stones("x___/____/xxx_")?;
    /// assert_eq!(rules.cells_in_lines(Side::X, stones.x).count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells_in_lines(&self, side: Side, stones: B) -> B {
        let has = |line: &&[Cell]| line.iter().all(|cell| stones.contains(cell.bit()));
        let counts = |cell: &Cell| self.makes_line(side, stones, *cell);
        self.lines
            .iter()
            .filter(has)
            .filter(|line| line.iter().all(counts))
            .flatten()
            .fold(B::EMPTY, |set, cell| set.with(cell.bit()))
    }

    /// The outcome when `side` has a line: its win, or in a misère game its loss.
    ///
    /// ```
    /// use connect_toe_game::{Outcome, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3:free:misere".parse()?)?;
    /// assert_eq!(rules.line_outcome(Side::X), Outcome::Win(Side::O));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn line_outcome(&self, side: Side) -> Outcome {
        match self.spec.goal {
            Goal::MakeLine => Outcome::Win(side),
            Goal::AvoidLine => Outcome::Win(side.other()),
        }
    }

    /// The outcome when no move is left and no line ends the game: a draw, or where only X's lines count, O's win, and
    /// in such a misère game O's loss.
    ///
    /// ```
    /// use connect_toe_game::{Outcome, Rules, Side};
    /// let outcome = |game: &str| Ok::<_, Box<dyn std::error::Error>>(
    ///     Rules::<u64>::compile(&game.parse()?)?.outcome_without_moves(),
    /// );
    /// assert_eq!(outcome("3x3:3")?, Outcome::Draw);
    /// assert_eq!(outcome("3x3:3:free:maker")?, Outcome::Win(Side::O));
    /// assert_eq!(outcome("3x3:3:free:maker:misere")?, Outcome::Win(Side::X));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn outcome_without_moves(&self) -> Outcome {
        self.spec.outcome_without_moves()
    }

    /// Whether a side that has a line wins. In a misère game it loses.
    #[inline]
    pub fn line_wins(&self) -> bool {
        self.spec.goal == Goal::MakeLine
    }

    /// Whether one more stone never hurts, so that passing would never be better than moving: a line wins, any empty
    /// cell can be taken, longer runs count, and a turn is one stone.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// assert!(Rules::<u128>::compile(&"9x9:5:free:torus".parse()?)?.passing_never_helps());
    /// // Where stones fall, a side may be forced to make room for the other.
    /// assert!(!Rules::<u64>::compile(&"connect-four".parse()?)?.passing_never_helps());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn passing_never_helps(&self) -> bool {
        self.alternate && self.stones_never_hurt()
    }

    /// The position after a legal move. The caller makes sure that the move is legal.
    #[inline]
    pub fn play(&self, board: &Board<B>, cell: Cell) -> Board<B> {
        if !self.alternate {
            return self.play_in_turn(board, cell);
        }
        Board {
            mover: board.other,
            other: board.mover.with(cell.bit()),
            hash: board.hash ^ self.keys.stone(board.to_move, cell) ^ zobrist::O_TO_MOVE,
            stones: board.stones + 1,
            to_move: board.to_move.other(),
            left: 1,
        }
    }

    #[cold]
    fn play_in_turn(&self, board: &Board<B>, cell: Cell) -> Board<B> {
        for_width!(B => Rules::<B>::play_in_turn_here, fn(&Rules<B>, &Board<B>, Cell) -> Board<B>)(
            self, board, cell,
        )
    }

    fn play_in_turn_here(&self, board: &Board<B>, cell: Cell) -> Board<B> {
        let own = board.mover.with(cell.bit());
        let hash = board.hash ^ self.keys.stone(board.to_move, cell) ^ zobrist::left(board.left);
        let stones = board.stones + 1;
        if board.left > 1 {
            let left = board.left - 1;
            return Board { mover: own, hash: hash ^ zobrist::left(left), stones, left, ..*board };
        }
        let left = self.spec.turn.later;
        let hash = hash ^ zobrist::O_TO_MOVE ^ zobrist::left(left);
        Board { mover: board.other, other: own, hash, stones, to_move: board.to_move.other(), left }
    }

    /// How a legal move ends the game, or `None` if the game goes on. The caller makes sure that the move is
    /// legal and the game was not over before.
    ///
    /// ```
    /// use connect_toe_game::{Outcome, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xo_/_xo/___", None)?;
    /// let outcome = |text| Ok::<_, connect_toe_game::CellError>(
    ///     rules.outcome_of(&board, rules.geometry().parse_cell(text)?),
    /// );
    /// assert_eq!(outcome("c1")?, Some(Outcome::Win(Side::X)));
    /// assert_eq!(outcome("a1")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn outcome_of(&self, board: &Board<B>, cell: Cell) -> Option<Outcome> {
        if self.completes_line(board, cell) {
            Some(self.line_outcome(board.to_move))
        } else if self.leaves_no_move(board, cell) {
            Some(self.outcome_without_moves())
        } else {
            None
        }
    }

    /// Whether some legal move may leave no other, regardless of lines; `false` only if none does.
    #[inline]
    pub fn may_leave_no_move(&self, board: &Board<B>) -> bool {
        self.can_jam() || board.stones() + 1 == self.cell_count
    }

    /// Whether no move is left after a legal move, regardless of lines.
    #[inline]
    pub fn leaves_no_move(&self, board: &Board<B>, cell: Cell) -> bool {
        board.stones() + 1 == self.cell_count || self.can_jam && self.has_no_move(&self.play(board, cell))
    }

    /// The position after a legal move, and whether it ends the game. The caller makes sure that the move is
    /// legal and the game was not over before.
    #[inline]
    pub fn advance(&self, board: &Board<B>, cell: Cell) -> Step<B> {
        Step { board: self.play(board, cell), outcome: self.outcome_of(board, cell) }
    }

    /// As [`advance`](Rules::advance), and compiled in this crate alone: for code outside the engine.
    pub fn step(&self, board: &Board<B>, cell: Cell) -> Step<B> {
        for_width!(B => Rules::<B>::advance, fn(&Rules<B>, &Board<B>, Cell) -> Step<B>)(self, board, cell)
    }

    /// Whether the side to move can take this cell of the board, whether or not the game is over.
    pub fn is_legal(&self, board: &Board<B>, cell: Cell) -> bool {
        for_width!(B => Rules::<B>::is_legal_here, fn(&Rules<B>, &Board<B>, Cell) -> bool)(self, board, cell)
    }

    fn is_legal_here(&self, board: &Board<B>, cell: Cell) -> bool {
        self.legal(board).contains(cell.bit())
    }

    /// How the game has ended in this position, or `None` if it goes on. With lines of both sides on
    /// the board (no game leads there) the line of the side that moved last counts.
    ///
    /// ```
    /// use connect_toe_game::{Outcome, Rules, Side};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let outcome = |text| Ok::<_, connect_toe_game::BoardError>(rules.outcome(&rules.parse_board(text, None)?));
    /// assert_eq!(outcome("xxx/oo_/___")?, Some(Outcome::Win(Side::X)));
    /// assert_eq!(outcome("xox/xoo/oxx")?, Some(Outcome::Draw));
    /// assert_eq!(outcome("___/_x_/___")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self, board: &Board<B>) -> Option<Outcome> {
        for_width!(B => Rules::<B>::outcome_here, fn(&Rules<B>, &Board<B>) -> Option<Outcome>)(self, board)
    }

    fn outcome_here(&self, board: &Board<B>) -> Option<Outcome> {
        let last = self.moved_last(board);
        let with_line =
            [last, last.other()].into_iter().find(|&side| self.has_line(side, board.stones_of(side)));
        match with_line {
            Some(side) => Some(self.line_outcome(side)),
            None if self.is_stuck(board) => Some(self.outcome_without_moves()),
            None => None,
        }
    }

    /// The stones that cannot have come to rest where they are: seen from every open face, neither a wall nor a stone
    /// at rest lies behind them.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Rules};
    /// let rules = Rules::<u64>::compile(&"connect-four".parse()?)?;
    /// let cell = |text| rules.geometry().parse_cell(text).expect("a cell").bit();
    /// let stones = u64::single(cell("a1")).with(cell("b2"));
    /// assert_eq!(rules.floating(stones), u64::single(cell("b2")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn floating(&self, occupied: B) -> B {
        for_width!(B => Rules::<B>::floating_here, fn(&Rules<B>, B) -> B)(self, occupied)
    }

    fn floating_here(&self, occupied: B) -> B {
        self.placement.floating(self.cells, occupied)
    }
}
