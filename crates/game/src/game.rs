//! A game being played, whatever its bitboard type, with every move checked: for programs that show games.

use std::sync::Arc;

use crate::bits::Bits;
use crate::bits::Words;
use crate::board::Board;
use crate::for_width;
use crate::geometry::{Cell, Geometry};
use crate::notation::{BoardError, MoveError, MoveReason};
use crate::outcome::Outcome;
use crate::perft::{Perft, perft};
use crate::position::Position;
use crate::rules::{CompileError, Rules};
use crate::side::Side;
use crate::spec::{End, Face, Faces, GameSpec, SpecError};
use crate::width::{Widest, Width};

/// The moves of one game with one bitboard type, from the starting position on.
///
/// ```
/// use connect_toe_game::Record;
/// let mut record = Record::<u64>::new(&"3x3:3".parse()?)?;
/// for cell in record.rules().parse_moves("b2 a1")? {
///     record.play(cell)?;
/// }
/// assert_eq!(record.rules().board_text(record.board()), "___/_x_/o__");
/// let last = record.undo().expect("two moves were played");
/// assert_eq!(record.rules().geometry().cell_text(last), "a1");
/// assert_eq!(record.moves().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<B> {
    rules: Arc<Rules<B>>,
    boards: Vec<Board<B>>,
    moves: Vec<Cell>,
}

impl<B: Bits> Record<B> {
    /// A game from the empty board.
    ///
    /// # Errors
    /// The description is not a game, or the bitboard is too narrow.
    pub fn new(spec: &GameSpec) -> Result<Record<B>, CompileError> {
        Ok(Record::with_rules(Rules::compile(spec)?))
    }

    fn with_rules(rules: Rules<B>) -> Record<B> {
        Record { boards: vec![rules.start()], rules: Arc::new(rules), moves: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules<B> {
        &self.rules
    }

    /// A shared pointer to the rules.
    pub fn shared_rules(&self) -> Arc<Rules<B>> {
        Arc::clone(&self.rules)
    }

    /// The position now.
    pub fn board(&self) -> &Board<B> {
        &self.boards[self.boards.len() - 1]
    }

    /// The moves from the starting position.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The position where the moves begin, the moves, and the position now.
    pub fn course(&self) -> Course<'_, B> {
        Course { start: &self.boards[0], moves: &self.moves, board: self.board() }
    }

    /// Starts again from another position.
    pub fn restart(&mut self, board: Board<B>) {
        for_width!(B => Record::<B>::restart_here, fn(&mut Record<B>, Board<B>) )(self, board);
    }

    fn restart_here(&mut self, board: Board<B>) {
        self.boards = vec![board];
        self.moves.clear();
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal; the position stays as it is.
    pub fn play(&mut self, cell: Cell) -> Result<(), MoveReason> {
        for_width!(B => Record::<B>::play_here, fn(&mut Record<B>, Cell) -> Result<(), MoveReason>)(
            self, cell,
        )
    }

    fn play_here(&mut self, cell: Cell) -> Result<(), MoveReason> {
        self.rules.check_move(self.board(), cell)?;
        self.push(cell);
        Ok(())
    }

    /// Plays moves that are written as for [`Rules::parse_moves`].
    ///
    /// # Errors
    /// The first move that is refused; then none of the moves is played.
    pub fn play_text(&mut self, moves: &str) -> Result<(), MoveError> {
        for_width!(B => Record::<B>::play_text_here, fn(&mut Record<B>, &str) -> Result<(), MoveError>)(
            self, moves,
        )
    }

    fn play_text_here(&mut self, moves: &str) -> Result<(), MoveError> {
        let moves = self.rules.parse_moves_from(self.board(), moves)?;
        for cell in moves {
            self.push(cell);
        }
        Ok(())
    }

    fn push(&mut self, cell: Cell) {
        let after = self.rules.play(self.board(), cell);
        self.boards.push(after);
        self.moves.push(cell);
    }

    /// Takes the last move back; `None` at the starting position.
    pub fn undo(&mut self) -> Option<Cell> {
        for_width!(B => Record::<B>::undo_here, fn(&mut Record<B>) -> Option<Cell>)(self)
    }

    fn undo_here(&mut self) -> Option<Cell> {
        let cell = self.moves.pop()?;
        self.boards.pop();
        Some(cell)
    }
}

/// How a game came to a position: where it began, the moves since, and the position that they lead to.
#[derive(Debug)]
pub struct Course<'a, B> {
    /// The position where the moves begin: in most games the empty board.
    pub start: &'a Board<B>,
    /// The moves from there on, the first one first.
    pub moves: &'a [Cell],
    /// The position now.
    pub board: &'a Board<B>,
}

impl<'a, B> Course<'a, B> {
    /// A game that begins here: nothing is known of moves before.
    pub fn from_here(board: &'a Board<B>) -> Course<'a, B> {
        Course { start: board, moves: &[], board }
    }
}

impl<B> Clone for Course<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Course<'_, B> {}

/// A game being played: its rules, the moves so far and the position. Every move is checked.
///
/// A move is the [`Cell`] that it takes. Moves come from [`legal_moves`](Game::legal_moves), or are read from text by
/// [`parse_move`](Game::parse_move); [`cell_text`](Game::cell_text) writes them.
///
/// ```
/// use connect_toe_game::{Cell, Game, Outcome, Side};
/// let mut game: Game = "connect-four".parse()?;
/// let middle: Cell = game.parse_move("d1")?;
/// assert!(game.legal_moves().contains(&middle));
/// game.play(middle)?;
/// game.play("a1 d2 a2 d3 a3")?;
/// game.play(game.parse_move("d4")?)?;
/// assert_eq!(game.outcome(), Some(Outcome::Win(Side::X)));
/// assert_eq!(game.undo().map(|cell| game.cell_text(cell)), Some("d4".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each variant is a game with boards of one width, which follows from the geometry; [`with_game!`](crate::with_game)
/// leads from a game to code that is generic in it.
#[derive(Clone, Debug)]
pub enum Game {
    /// Boards of up to 64 bits.
    W64(Record<u64>),
    /// Boards of up to 128 bits.
    W128(Record<u128>),
    /// Boards of up to 256 bits.
    W256(Record<Words<4>>),
    /// Boards of up to 512 bits.
    W512(Record<Words<8>>),
    /// Boards of up to 1024 bits.
    W1024(Record<Words<16>>),
    /// The largest boards.
    W4096(Record<Widest>),
}

/// Runs `$body` with `$record` bound to the [`Record`] inside a [`Game`]: the one step from a run-time
/// game to code that is compiled for its bitboard type.
///
/// ```
/// use connect_toe_game::{with_game, Game};
/// let game: Game = "qubic".parse()?;
/// assert_eq!(with_game!(&game, record => record.rules().lines().count()), 76);
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($game:expr, $record:ident => $body:expr) => {
        match $game {
            $crate::Game::W64($record) => $body,
            $crate::Game::W128($record) => $body,
            $crate::Game::W256($record) => $body,
            $crate::Game::W512($record) => $body,
            $crate::Game::W1024($record) => $body,
            $crate::Game::W4096($record) => $body,
        }
    };
}

impl Game {
    /// A game from the empty board.
    ///
    /// # Errors
    /// The description is not a game.
    ///
    /// ```
    /// use connect_toe_game::{Faces, Game, GameSpec};
    /// let game = Game::new(&GameSpec::new([5, 5, 5], 4, Faces::Free))?;
    /// assert_eq!(game.legal_moves().len(), 125);
    /// assert!(Game::new(&GameSpec::new([5, 0], 4, Faces::Free)).is_err());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn new(spec: &GameSpec) -> Result<Game, SpecError> {
        spec.check()?;
        Ok(Game::of_sound(spec))
    }

    fn of_sound(spec: &GameSpec) -> Game {
        fn record<B: Bits>(spec: &GameSpec, geometry: Geometry) -> Record<B> {
            Record::with_rules(Rules::of_sound(spec, geometry))
        }
        let geometry = Geometry::new(spec);
        match geometry.width() {
            Width::W64 => Game::W64(record(spec, geometry)),
            Width::W128 => Game::W128(record(spec, geometry)),
            Width::W256 => Game::W256(record(spec, geometry)),
            Width::W512 => Game::W512(record(spec, geometry)),
            Width::W1024 => Game::W1024(record(spec, geometry)),
            Width::W4096 => Game::W4096(record(spec, geometry)),
        }
    }

    /// The game as written.
    pub fn spec(&self) -> &GameSpec {
        with_game!(self, record => record.rules().spec())
    }

    /// The numbering of the cells.
    pub fn geometry(&self) -> &Geometry {
        with_game!(self, record => record.rules().geometry())
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        with_game!(self, record => record.board().to_move())
    }

    /// The stone on a cell.
    pub fn stone_on(&self, cell: Cell) -> Option<Side> {
        with_game!(self, record => record.board().stone_on(cell))
    }

    /// The legal moves in canonical order; none once the game is over.
    pub fn legal_moves(&self) -> Vec<Cell> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => with_game!(self, record => record.rules().legal_moves(record.board())),
        }
    }

    /// The empty cells that the side to move may not take although a stone could come to rest there, in canonical order; none
    /// once the game is over. See [`Rules::forbidden`].
    ///
    /// ```
    /// use connect_toe_game::{Game, Side};
    /// let mut game: Game = "9x9:5:free:renju".parse()?;
    /// game.set_board(
    ///     "_________/_________/____x____/____x____/__xx_____/oo_______/_________/oo_______/_________", Some(Side::X))?;
    /// assert_eq!(game.moves_text(&game.forbidden()), "e5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden(&self) -> Vec<Cell> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut cells: Vec<Cell> = with_game!(self, record => {
            record.rules().forbidden(record.board()).members().map(Cell::from_bit).collect()
        });
        cells.sort_unstable_by_key(|&cell| self.geometry().rank(cell));
        cells
    }

    /// How many stones the side to move has left in its turn, where turns have several.
    ///
    /// ```
    /// use connect_toe_game::Game;
    /// let mut game: Game = "6x6:4:free:turn=1+2".parse()?;
    /// assert_eq!(game.left_in_turn(), Some(1));
    /// game.play("a1 b1")?;
    /// assert_eq!(game.left_in_turn(), Some(1));
    /// assert_eq!("6x6:4".parse::<Game>()?.left_in_turn(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_in_turn(&self) -> Option<u32> {
        with_game!(self, record => (!record.rules().sides_alternate()).then(|| record.board().left()))
    }

    /// The winning lines through a cell, each with its cells in order.
    ///
    /// ```
    /// use connect_toe_game::Game;
    /// let game: Game = "7:projective".parse()?;
    /// let cell = game.geometry().parse_cell("a")?;
    /// let lines: Vec<String> = game.lines_through(cell).iter().map(|line| game.moves_text(line)).collect();
    /// assert_eq!(lines.len(), 3);
    /// assert!(lines.iter().all(|line| line.contains('a')));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines_through(&self, cell: Cell) -> Vec<Vec<Cell>> {
        with_game!(self, record => {
            let lines = record.rules().lines().iter().filter(|line| line.contains(&cell));
            lines.map(<[Cell]>::to_vec).collect()
        })
    }

    /// Whether winning lines are rows of neighbouring cells, so that a drawing of the board shows them.
    ///
    /// ```
    /// use connect_toe_game::Game;
    /// assert!("3x3:3".parse::<Game>()?.lines_are_rows());
    /// assert!(!"7:projective".parse::<Game>()?.lines_are_rows());
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn lines_are_rows(&self) -> bool {
        with_game!(self, record => record.rules().lines().are_rows())
    }

    /// The moves from the starting position.
    pub fn moves(&self) -> &[Cell] {
        with_game!(self, record => record.moves())
    }

    /// How the game has ended, or `None` if it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, record => record.rules().outcome(record.board()))
    }

    /// Every stone that is part of a completed line; empty if no line is complete.
    ///
    /// ```
    /// use connect_toe_game::Game;
    /// let mut game: Game = "tic-tac-toe".parse()?;
    /// for text in ["a1", "a2", "b1", "b2", "c1"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let line: Vec<String> =
    ///     game.completed_lines().into_iter().map(|cell| game.geometry().cell_text(cell)).collect();
    /// assert_eq!(line, ["a1", "b1", "c1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn completed_lines(&self) -> Vec<Cell> {
        with_game!(self, record => {
            let rules = record.rules();
            let complete = |side: Side| rules.cells_in_lines(side, record.board().stones_of(side));
            let set = complete(Side::X) | complete(Side::O);
            set.members().map(Cell::from_bit).collect()
        })
    }

    /// The open faces through which a stone that is dropped now comes to rest on this cell, in the order of the game's
    /// text. Empty if the cell is not a legal move, and where placement is free, because no face is named then.
    ///
    /// ```
    /// use connect_toe_game::Game;
    /// let game: Game = "3x3:3:+1,-2".parse()?;
    /// let faces = |text: &str| -> Vec<String> {
    ///     let cell = game.geometry().parse_cell(text).expect("a cell");
    ///     game.faces_to(cell).iter().map(ToString::to_string).collect()
    /// };
    /// assert_eq!(faces("c1"), ["+1", "-2"]);
    /// assert_eq!(faces("c2"), ["+1"]);
    /// assert!(faces("b2").is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faces_to(&self, cell: Cell) -> Vec<Face> {
        let Faces::Open(faces) = &self.spec().faces else { return Vec::new() };
        if !self.legal_moves().contains(&cell) {
            return Vec::new();
        }
        let geometry = self.geometry();
        let at = geometry.coordinates(cell);
        let leads_here = |face: &&Face| {
            let dimension = usize::from(face.dimension) - 1;
            let last = geometry.sizes()[dimension] - 1;
            let is_empty = |coordinate: u16| {
                let mut there = at.clone();
                there[dimension] = coordinate;
                geometry
                    .cell_at(&there)
                    .is_some_and(|cell| self.stone_on(cell).is_none() && !geometry.is_blocked(cell))
            };
            let here = at[dimension];
            match face.end {
                End::Low => (0..here).all(is_empty) && (here == last || !is_empty(here + 1)),
                End::High => (here + 1..=last).all(is_empty) && (here == 0 || !is_empty(here - 1)),
            }
        };
        faces.iter().filter(leads_here).copied().collect()
    }

    /// The position now and the moves that led to it, for code that does not want to know about bitboard types.
    pub fn position(&self) -> Position<'_> {
        with_game!(self, record => Position::in_course(record.rules(), record.course()))
    }

    /// Starts again from a board as text: `xox/oox/___`, the highest row first. Without `to_move` the number of stones
    /// says who is to move.
    ///
    /// # Errors
    /// The text is not a board of this game; the position stays as it is.
    pub fn set_board(&mut self, text: &str, to_move: Option<Side>) -> Result<(), BoardError> {
        with_game!(self, record => {
            let board = record.rules().parse_board(text, to_move)?;
            record.restart(board);
        });
        Ok(())
    }

    /// Reads a move of the side to move.
    ///
    /// # Errors
    /// The text is not a cell or column, or the move is not legal.
    ///
    /// ```
    /// use connect_toe_game::{Game, MoveReason};
    /// let game: Game = "connect-four".parse()?;
    /// // A column digit means the cell where the stone comes to rest.
    /// assert_eq!(game.parse_move("4")?, game.parse_move("d1")?);
    /// assert!(matches!(game.parse_move("d2"), Err(MoveReason::Unreachable { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Cell, MoveReason> {
        with_game!(self, record => record.rules().parse_move(record.board(), text))
    }

    /// Why no stone comes to rest on any of these cells, which are a column: all are taken, or none can be reached.
    pub fn why_no_stone_falls(&self, column: impl Iterator<Item = Cell>) -> MoveReason {
        with_game!(self, record => record.rules().why_no_stone_falls(record.board(), column))
    }

    /// Plays a move, or moves that are written with spaces between them: cells, and where stones fall from the top of a
    /// two-dimensional board, strings of column digits too.
    ///
    /// # Errors
    /// The first move that is refused, of text with its number; then none of the moves is played.
    ///
    /// ```
    /// use connect_toe_game::Game;
    /// let mut game: Game = "connect-four".parse()?;
    /// game.play("d1 d2 e1")?;
    /// game.play("44")?;
    /// game.play(game.parse_move("g1")?)?;
    /// assert_eq!(game.moves_text(game.moves()), "d1 d2 e1 d3 d4 g1");
    ///
    /// let error = game.play("a1 d9").expect_err("there are six rows");
    /// assert_eq!((error.number, game.moves().len()), (2, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play<M: MovesToPlay>(&mut self, moves: M) -> Result<(), M::Error> {
        moves.play_on(self)
    }

    /// Takes the last move back; `None` at the starting position.
    pub fn undo(&mut self) -> Option<Cell> {
        with_game!(self, record => record.undo())
    }

    /// The text of a cell, and so of a move: `d1`.
    pub fn cell_text(&self, cell: Cell) -> String {
        self.geometry().cell_text(cell)
    }

    /// The text of moves, with spaces between them.
    pub fn moves_text(&self, moves: &[Cell]) -> String {
        self.geometry().cells_text(moves)
    }

    /// The board as text.
    pub fn board_text(&self) -> String {
        with_game!(self, record => record.rules().board_text(record.board()))
    }

    /// Counts the sequences of moves from the position on, ply by ply. Programs compare their rules by these numbers.
    ///
    /// ```
    /// let game: connect_toe_game::Game = "connect-four".parse()?;
    /// assert_eq!(game.perft(4).leaves, [1, 7, 49, 343, 2401]);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn perft(&self, depth: usize) -> Perft {
        with_game!(self, record => perft(record.rules(), record.board(), depth))
    }
}

impl std::str::FromStr for Game {
    type Err = SpecError;

    /// Reads game text or a preset's name.
    fn from_str(text: &str) -> Result<Game, SpecError> {
        // What was parsed is sound.
        Ok(Game::of_sound(&text.parse()?))
    }
}

/// What [`Game::play`] plays: a cell, or the text of moves.
pub trait MovesToPlay: sealed::Sealed {
    /// Why the moves cannot be played.
    type Error;

    /// Plays the moves, or none of them.
    ///
    /// # Errors
    /// The first move that is refused.
    fn play_on(self, game: &mut Game) -> Result<(), Self::Error>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::geometry::Cell {}
    impl Sealed for &str {}
    impl Sealed for &String {}
}

impl MovesToPlay for Cell {
    type Error = MoveReason;

    fn play_on(self, game: &mut Game) -> Result<(), MoveReason> {
        with_game!(game, record => record.play(self))
    }
}

impl MovesToPlay for &str {
    type Error = MoveError;

    fn play_on(self, game: &mut Game) -> Result<(), MoveError> {
        with_game!(game, record => record.play_text(self))
    }
}

impl MovesToPlay for &String {
    type Error = MoveError;

    fn play_on(self, game: &mut Game) -> Result<(), MoveError> {
        self.as_str().play_on(game)
    }
}
