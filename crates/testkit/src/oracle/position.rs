//! Stones on a board: legal moves, playing, runs and outcomes.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use thiserror::Error;

use super::cell::{Cell, CellError, cell_text};
use super::game::{Face, Flag, Game, Goal, Placement};

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Moves first.
    X,
    /// Moves second.
    O,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }
}

/// `x` or `o`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::X => "x",
            Player::O => "o",
        })
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who won; with `misere` the player who did not complete the line. With `maker` the second player
    /// wins, or with `misere` the first, when no legal move is left and there is no line.
    Win(Player),
    /// No legal move and no line.
    Draw,
}

/// `x`, `o` or `draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => player.fmt(f),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// Why a move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a cell of the board.
    #[error(transparent)]
    Cell(#[from] CellError),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The cell holds a stone.
    #[error("the cell is taken")]
    Taken,
    /// No stone ever stands on the cell.
    #[error("the cell is blocked")]
    Blocked,
    /// A forbidden point of X in Renju.
    #[error("it is a forbidden point of X")]
    Forbidden,
    /// The cell is empty and no stone dropped now would stop there.
    #[error("no drop stops there")]
    Unreachable,
    /// A column digit without an open column.
    #[error("no such column is open")]
    Column,
}

/// A move of a list that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number} ({text}): {reason}")]
pub struct IllegalMove {
    /// The move's place in the list, counted from 1.
    pub number: usize,
    /// The move as it was written.
    pub text: String,
    /// What is wrong with it.
    #[source]
    pub reason: MoveError,
}

/// Stones on a board, and whose move it is.
#[derive(Debug, Clone)]
pub struct Position<'g> {
    pub(super) game: &'g Game,
    /// By the index of the cell.
    pub(super) stones: Vec<Option<Player>>,
    pub(super) to_move: Player,
    /// How many stones the side to move still places before the other side moves, at least 1.
    pub(super) stones_left: usize,
    /// The moves since the start or since the board that was set up.
    pub(super) moves: Vec<Cell>,
}

impl Game {
    /// The position after a list of moves from the empty board: cells with white space between, or, if the only
    /// face of a two-dimensional game is `-2`, one string of column digits counted from 1.
    ///
    /// # Errors
    /// The first move that cannot be played.
    pub fn replay(&self, moves: &str) -> Result<Position<'_>, IllegalMove> {
        self.start().play_all(moves)
    }
}

impl<'g> Position<'g> {
    pub(super) fn empty(game: &'g Game) -> Position<'g> {
        let (to_move, stones_left) = game.turn().after(0);
        Position { game, stones: vec![None; game.cells.len()], to_move, stones_left, moves: Vec::new() }
    }

    /// The rules.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The side to move. Meaningful on a finished board too: the side that would move.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// How many stones the side to move still places before the other side moves, if the board has room for them.
    pub fn stones_left(&self) -> usize {
        self.stones_left
    }

    /// The stones by the index of their cell, see [`Game::cells`].
    pub fn stones(&self) -> &[Option<Player>] {
        &self.stones
    }

    /// How many stones are on the board.
    pub fn stone_count(&self) -> usize {
        self.stones.iter().flatten().count()
    }

    /// The moves in canonical text since the start, or since the board that was set up.
    pub fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|cell| cell_text(cell)).collect()
    }

    /// The owner of the stone on a cell.
    pub(super) fn stone(&self, cell: &Cell) -> Option<Player> {
        self.stones[self.game.index(cell)]
    }

    /// Whether a cell holds no stone and may hold one.
    pub(super) fn is_empty(&self, cell: &Cell) -> bool {
        self.stone(cell).is_none() && !self.game.is_blocked(cell)
    }

    /// The cells where a stone may be placed now, by coordinates; none once the game is over.
    pub(crate) fn legal_cells(&self) -> Vec<Cell> {
        if self.line_winner().is_some() { Vec::new() } else { self.destinations().into_iter().collect() }
    }

    /// The legal moves in canonical text, sorted as text; none once the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.legal_cells().iter().map(|cell| cell_text(cell)).collect();
        moves.sort();
        moves
    }

    /// The cells where the side to move may place a stone now, lines or not.
    fn destinations(&self) -> BTreeSet<Cell> {
        match &self.game.placement {
            Placement::Free => {
                let empty = self.game.cells.iter().filter(|cell| self.is_empty(cell));
                empty.filter(|cell| !self.is_forbidden_now(cell)).cloned().collect()
            }
            Placement::Faces(faces) => faces.iter().flat_map(|face| self.drops(*face)).collect(),
        }
    }

    /// Whether the side to move may not take an empty cell: a forbidden point of X in Renju.
    fn is_forbidden_now(&self, cell: &Cell) -> bool {
        self.game.has(Flag::Renju) && self.to_move == Player::X && self.is_forbidden(cell)
    }

    /// Where stones dropped through a face come to rest, one for each column that is not closed.
    fn drops(&self, face: Face) -> Vec<Cell> {
        let columns = self.game.columns(face);
        columns.iter().filter_map(|column| self.drop_through(column)).collect()
    }

    /// The last empty cell before a stone, a blocked cell or the wall; nothing if the entrance is taken or blocked.
    fn drop_through(&self, column: &[Cell]) -> Option<Cell> {
        column.iter().take_while(|cell| self.is_empty(cell)).last().cloned()
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the text is not a legal move.
    pub fn play(&self, cell: &str) -> Result<Position<'g>, MoveError> {
        let cell = self.game.parse_cell(cell)?;
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        if self.stone(&cell).is_some() {
            return Err(MoveError::Taken);
        }
        if self.game.is_blocked(&cell) {
            return Err(MoveError::Blocked);
        }
        if self.is_forbidden_now(&cell) {
            return Err(MoveError::Forbidden);
        }
        if !self.destinations().contains(&cell) {
            return Err(MoveError::Unreachable);
        }
        Ok(self.after(&cell))
    }

    /// The position after a list of moves, written as for [`Game::replay`].
    ///
    /// # Errors
    /// The first move that cannot be played.
    fn play_all(&self, moves: &str) -> Result<Position<'g>, IllegalMove> {
        let moves = moves.trim();
        let mut position = self.clone();
        if !moves.is_empty() && moves.bytes().all(|byte| byte.is_ascii_digit()) && self.game.drops_by_column()
        {
            for (number, digit) in (1..).zip(moves.chars()) {
                let played = position.play_column(digit);
                position =
                    played.map_err(|reason| IllegalMove { number, text: digit.to_string(), reason })?;
            }
        } else {
            for (number, text) in (1..).zip(moves.split_whitespace()) {
                let played = position.play(text);
                position = played.map_err(|reason| IllegalMove { number, text: text.to_owned(), reason })?;
            }
        }
        Ok(position)
    }

    fn play_column(&self, digit: char) -> Result<Position<'g>, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let destinations = self.destinations();
        let column = digit.to_digit(10).ok_or(MoveError::Column)? as usize;
        let cell = destinations.iter().find(|cell| cell[0] + 1 == column).ok_or(MoveError::Column)?;
        Ok(self.after(cell))
    }

    /// The position after a stone on an empty cell; the caller has checked that the move is legal.
    pub(super) fn after(&self, cell: &Cell) -> Position<'g> {
        let mut next = self.clone();
        next.stones[self.game.index(cell)] = Some(self.to_move);
        (next.to_move, next.stones_left) = self.game.turn().next(self.to_move, self.stones_left);
        next.moves.push(cell.clone());
        next
    }

    /// The legal moves with the positions that they lead to.
    pub(super) fn children(&self) -> Vec<(Cell, Position<'g>)> {
        self.legal_cells().into_iter().map(|cell| (cell.clone(), self.after(&cell))).collect()
    }

    /// The length of the longest row of one player's stones through the stone on `cell`, along one direction.
    ///
    /// A closed ring on a torus has the ring's length.
    fn run_through(&self, cell: &Cell, direction: &[isize]) -> usize {
        let owner = self.stone(cell);
        let mut length = 1;
        let mut here = cell.clone();
        while let Some(next) = self.game.step(&here, direction) {
            if next == *cell {
                return length;
            }
            if self.stone(&next) != owner {
                break;
            }
            length += 1;
            here = next;
        }
        // Not a closed ring, so walking back from the stone meets none of the stones counted so far.
        let back: Vec<isize> = direction.iter().map(|step| -step).collect();
        here.clone_from(cell);
        while let Some(next) = self.game.step(&here, &back) {
            if self.stone(&next) != owner {
                break;
            }
            length += 1;
            here = next;
        }
        length
    }

    /// Whether the stone on `cell` is part of a line of its owner that counts.
    pub(super) fn is_on_line(&self, cell: &Cell) -> bool {
        let Some(owner) = self.stone(cell) else { return false };
        if owner == Player::O && self.game.has(Flag::Maker) {
            return false;
        }
        let exact = self.game.has(Flag::Exact) || (self.game.has(Flag::Renju) && owner == Player::X);
        match self.game.goal {
            Goal::Run(length) => self.game.directions.iter().any(|direction| {
                let run = self.run_through(cell, direction);
                if exact { run == length } else { run >= length }
            }),
            _ => {
                self.game.lines().iter().any(|line| {
                    line.contains(cell) && line.iter().all(|cell| self.stone(cell) == Some(owner))
                })
            }
        }
    }

    /// Whether a player has a line that counts, anywhere on the board. With `maker` O never has one; in Renju an
    /// overline of X is none.
    pub fn has_line(&self, player: Player) -> bool {
        self.game.cells.iter().any(|cell| self.stone(cell) == Some(player) && self.is_on_line(cell))
    }

    /// The player who has the line that ended the game: of the last stone, or, on a board that was set up, of
    /// any stone.
    fn line_owner(&self) -> Option<Player> {
        match self.moves.last() {
            Some(last) => self.stone(last).filter(|_| self.is_on_line(last)),
            None => [Player::X, Player::O].into_iter().find(|&player| self.has_line(player)),
        }
    }

    /// The player who has won by a line, or with `misere` by the opponent's line.
    pub(super) fn line_winner(&self) -> Option<Player> {
        self.line_owner().map(|owner| self.unless_misere(owner))
    }

    /// How a game without a legal move and without a line ends.
    fn exhausted(&self) -> Outcome {
        if self.game.has(Flag::Maker) { Outcome::Win(self.unless_misere(Player::O)) } else { Outcome::Draw }
    }

    fn unless_misere(&self, player: Player) -> Player {
        if self.game.has(Flag::Misere) { player.other() } else { player }
    }

    /// How the game ended, if it is over.
    ///
    /// After a move the last stone decides. A board that was set up is scanned as a whole; where both sides have
    /// a line, which no game reaches, X's line counts.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.line_winner() {
            Some(player) => Some(Outcome::Win(player)),
            None if self.destinations().is_empty() => Some(self.exhausted()),
            None => None,
        }
    }
}

impl Game {
    /// The directed columns of a face: for each entrance cell the cells behind it, blocked ones too, in order.
    pub(super) fn columns(&self, face: Face) -> Vec<Vec<Cell>> {
        let size = self.sizes[face.dimension];
        let entrances = self.cells.iter().filter(|cell| cell[face.dimension] == 0);
        let columns = entrances.map(|entrance| {
            let mut column: Vec<Cell> = (0..size)
                .map(|coordinate| {
                    let mut cell = entrance.clone();
                    cell[face.dimension] = coordinate;
                    cell
                })
                .collect();
            if face.from_high_end {
                column.reverse();
            }
            column
        });
        columns.collect()
    }

    /// Whether a column's digit names a move: two dimensions and `-2` the only face.
    fn drops_by_column(&self) -> bool {
        let top = Face { dimension: 1, from_high_end: true };
        self.sizes.len() == 2 && self.placement == Placement::Faces([top].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type TestResult = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn a_drop_stops_before_a_stone_or_at_the_wall() -> TestResult {
        let game = Game::parse("4x2:4:+1,-2")?;
        assert_eq!(game.start().legal_moves(), ["a1", "b1", "c1", "d1", "d2"]);
        // Along dimension 1 the stone on d1 stops the next one at c1; from the top column d ends on d2.
        assert_eq!(game.replay("d1")?.legal_moves(), ["a1", "b1", "c1", "d2"]);
        // Both entrances of a1 and a2 are closed once a1 and a2 are taken.
        assert_eq!(game.replay("a1 a2")?.legal_moves(), ["b1", "c1", "d1"]);
        Ok(())
    }

    #[test]
    fn a_jammed_board_is_a_draw() -> TestResult {
        // a2 and b1 close what would lead to b2, and a1 closes the rest.
        let game = Game::parse("2x2:3:+1,+2")?;
        let jammed = game.replay("b1 a2 a1")?;
        assert_eq!((jammed.legal_moves(), jammed.outcome()), (vec![], Some(Outcome::Draw)));
        assert_eq!(jammed.stone_count(), 3);
        assert_eq!(jammed.play("b2").err(), Some(MoveError::GameOver));
        Ok(())
    }

    #[test]
    fn overlines_win_unless_exact() -> TestResult {
        let moves = "a1 a3 b1 b3 e1 c3 d1 e3 c1";
        assert_eq!(Game::parse("5x3:4")?.replay(moves)?.outcome(), Some(Outcome::Win(Player::X)));
        assert_eq!(Game::parse("5x3:4:free:misere")?.replay(moves)?.outcome(), Some(Outcome::Win(Player::O)));
        assert_eq!(Game::parse("5x3:4:free:exact")?.replay(moves)?.outcome(), None);
        Ok(())
    }

    #[test]
    fn a_closed_ring_is_a_run_of_its_length() -> TestResult {
        let ring = "a1 a2 b1 b2 d1 d3 c1";
        let outcome = |game| -> Result<_, Box<dyn std::error::Error>> {
            Ok(Game::parse(game)?.replay(ring)?.outcome())
        };
        let x_wins = Some(Outcome::Win(Player::X));
        assert_eq!(outcome("4x5:4:free:torus")?, x_wins);
        assert_eq!(outcome("4x5:4:free:exact:torus")?, x_wins);
        // Five in a row would visit a cell twice.
        assert_eq!(outcome("4x5:5:free:torus")?, None);
        // Over the edge: c, d, a of a ring of four, the last stone at one end.
        let game = Game::parse("4x5:3:free:exact:torus")?;
        assert_eq!(game.replay("c1 b3 d1 c4 a1")?.outcome(), x_wins);
        Ok(())
    }

    #[test]
    fn one_stone_is_a_run_of_one_along_a_flat_dimension() -> TestResult {
        let first_cells =
            [("3x1:1:free:exact", "a1"), ("3x1:1:free:exact:torus", "c1"), ("1:1:free:torus", "a")];
        for (text, cell) in first_cells {
            let game = Game::parse(text)?;
            assert_eq!(game.replay(cell)?.outcome(), Some(Outcome::Win(Player::X)), "{text}");
        }
        // Two in a row along dimension 1; along dimension 2 each stone is alone.
        let game = Game::parse("3x1:1:free:exact")?;
        assert!(game.board("xx_", Some(Player::O))?.has_line(Player::X));
        Ok(())
    }

    #[test]
    fn refused_moves_are_named() -> TestResult {
        let game = Game::parse("7x6:4:-2")?;
        let refused = |moves: &str| game.replay(moves).map_err(|illegal| illegal.to_string()).err();
        assert_eq!(refused("d1 d3").as_deref(), Some("move 2 (d3): no drop stops there"));
        assert_eq!(refused("d1 d1").as_deref(), Some("move 2 (d1): the cell is taken"));
        assert_eq!(refused("d1 h1").as_deref(), Some("move 2 (h1): it is off the board"));
        assert_eq!(refused("12121212").as_deref(), Some("move 8 (2): the game is over"));
        assert_eq!(refused("48").as_deref(), Some("move 2 (8): no such column is open"));
        assert_eq!(refused("1111111").as_deref(), Some("move 7 (1): no such column is open"));
        assert_eq!(game.replay("4453")?.moves(), ["d1", "d2", "e1", "c1"]);
        assert_eq!(game.replay("")?.moves(), [""; 0]);
        Ok(())
    }
}
