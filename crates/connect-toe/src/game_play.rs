//! A game that is set up, played, valued, searched and solved, without bitboard types.

use std::fmt;
use std::str::FromStr;

use connect_toe_api::{
    Analysis, Analyze, Choose, ChosenMove, Error, Eval, Perft, PerftCounts, PlayoutCounts, Playouts,
    Solution, Solve, Work,
};
use connect_toe_game::{Cell, Outcome, Position, Side};
use connect_toe_laboratory::{CrossTable, Match, MatchResult, Tournament};

/// A game being played: its rules, the moves so far, and the position.
///
/// Games are text, `SIZES:K[:FACES[:FLAG]…]`, or names of presets. Moves are cells as text, as in `d1`; where stones
/// fall from the top, a column's number will do.
///
/// ```
/// use connect_toe::{Game, Outcome, Side};
///
/// let mut game = Game::new("connect-four")?;
/// game.play("4 1 4 1 4 1 d4")?;
/// assert_eq!(game.outcome(), Some(Outcome::Win(Side::X)));
/// assert_eq!(game.undo().as_deref(), Some("d4"));
/// assert_eq!(game.legal_moves().len(), 7);
///
/// let error = game.play("d6").expect_err("nothing can float");
/// assert!(error.to_string().contains("cannot come to rest there"));
/// # Ok::<(), connect_toe::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    game: connect_toe_game::Game,
    work: Work,
}

impl Game {
    /// A game on the empty board.
    ///
    /// # Errors
    /// The text is not a game: the message says everything that is wrong with it.
    pub fn new(text: &str) -> Result<Game, Error> {
        let game = text.parse().map_err(Error::request)?;
        Ok(Game { game, work: Work::new() })
    }

    /// The game with what its long calls run with: threads, a stop, an observer of their progress, and a catalogue of
    /// heuristics, searches and players that texts can name. What is to run with the same gets a clone, which is cheap.
    ///
    /// ```
    /// use connect_toe::{Catalogue, Game, Position, Side, Work};
    ///
    /// /// The fewer stones, the better.
    /// fn sparing(position: &Position, player: Side) -> i64 {
    ///     -(position.stones(player).len() as i64)
    /// }
    ///
    /// let catalogue = Catalogue::new().with_heuristic("sparing", |_| Ok(sparing))?;
    /// let game = Game::new("tic-tac-toe")?.with(Work::new().with_threads(2).with_catalogue(catalogue));
    /// assert_eq!(game.evaluate("sparing")?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with(self, work: Work) -> Game {
        Game { work, ..self }
    }

    /// Plays a move, or several with spaces between them.
    ///
    /// # Errors
    /// A move that is not legal, or not a cell of the board; then none of the moves is played.
    pub fn play(&mut self, moves: &str) -> Result<(), Error> {
        let mut after = self.game.clone();
        for text in moves.split_whitespace() {
            let refuse = |reason| Error::request(format!("`{text}`: {reason}"));
            let cell = after.parse_move(text).map_err(refuse)?;
            after.play(cell).map_err(refuse)?;
        }
        self.game = after;
        Ok(())
    }

    /// Takes the last move back and gives it; `None` if there is none.
    pub fn undo(&mut self) -> Option<String> {
        let cell = self.game.undo()?;
        Some(self.text(cell))
    }

    /// Sets up a board: rows, the top one first, separated by `/`, layers by `|`; `x`, `o`, and `_` for an empty cell.
    /// Without `to_move` the numbers of stones say who is to move.
    ///
    /// ```
    /// use connect_toe::{Game, Side};
    /// let mut game = Game::new("tic-tac-toe")?;
    /// game.set_board("xox/oox/___", None)?;
    /// assert_eq!(game.to_move(), Side::X);
    /// assert_eq!(game.legal_moves(), ["a1", "b1", "c1"]);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text is not a board of this game, or does not tell who is to move; the position stays as it is.
    pub fn set_board(&mut self, board: &str, to_move: Option<Side>) -> Result<(), Error> {
        self.game.set_board(board, to_move).map_err(Error::request)
    }

    /// The board as text.
    pub fn board(&self) -> String {
        self.game.board_text()
    }

    /// The moves so far.
    pub fn moves(&self) -> Vec<String> {
        self.texts(self.game.moves())
    }

    /// The legal moves in canonical order; none once the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        self.texts(&self.game.legal_moves())
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.game.to_move()
    }

    /// How the game ended, or `None` if it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The position as own heuristics, searches and players see it.
    pub fn position(&self) -> Position<'_> {
        self.game.position()
    }

    /// The game with its bitboard type, for `with_game!` and code that is generic in it.
    pub fn as_engine(&self) -> &connect_toe_game::Game {
        &self.game
    }

    /// A heuristic's value of the position for the side to move, without looking ahead. A heuristic is text:
    /// `NAME[:key=value,…]`.
    ///
    /// ```
    /// let mut game = connect_toe::Game::new("tic-tac-toe")?;
    /// game.set_board("___/_x_/__o", None)?;
    /// assert_eq!(game.evaluate("open-lines")?, 1);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text does not name a heuristic.
    #[expect(clippy::missing_panics_doc, reason = "one heuristic gives one value")]
    pub fn evaluate(&self, heuristic: &str) -> Result<i64, Error> {
        let eval = Eval { heuristic: Some(heuristic.to_owned()), ..Eval::new(self.to_string()) };
        let values = eval.run_on(self.game.clone(), &self.work)?.values;
        Ok(values.into_values().next().expect("one heuristic gives one value"))
    }

    /// A player's values of the moves, the best of them, and the line that it expects. A player is text,
    /// `NAME[:key=value,…]`, and here it must be a search.
    ///
    /// ```
    /// let mut game = connect_toe::Game::new("tic-tac-toe")?;
    /// game.set_board("xox/oox/___", None)?;
    /// let analysis = game.analyze("alpha-beta:depth=3,eval=undecided")?;
    /// assert_eq!((analysis.best, analysis.value), (vec!["c1".to_owned()], Some(1)));
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text does not name a player that searches; a stop before any move has a value.
    pub fn analyze(&self, player: &str) -> Result<Analysis, Error> {
        let player = player.to_owned();
        let analyze = Analyze { player, ..Analyze::new(self.to_string()) };
        analyze.run_on(self.game.clone(), &self.work)
    }

    /// The move that a player plays. Its random choices follow from the seed and the number of moves so far.
    ///
    /// ```
    /// let mut game = connect_toe::Game::new("tic-tac-toe")?;
    /// game.set_board("xox/oox/___", None)?;
    /// assert_eq!(game.choose("perfect", 1)?.cell, "c1");
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text does not name a player; the game is over; a stop.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal.
    pub fn choose(&self, player: &str, seed: u64) -> Result<ChosenMove, Error> {
        let choose = Choose { seed, ..Choose::new(self.to_string(), player) };
        choose.run_on(self.game.clone(), &self.work)
    }

    /// The exact value of the position: who wins, in how many plies, the best moves, and best play. This can take as long
    /// as the game is large; a [`Stop`](crate::Stop) ends it with what is known by then.
    ///
    /// ```
    /// let solution = connect_toe::Game::new("4x4:3")?.solve()?;
    /// assert_eq!((solution.result.as_deref(), solution.distance), (Some("win"), Some(5)));
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The tables do not fit into memory.
    pub fn solve(&self) -> Result<Solution, Error> {
        Solve::new(self.to_string()).run_on(self.game.clone(), &self.work)
    }

    /// The exact value of the position with a proof of it in a file, which [`verify`](crate::verify) checks without
    /// trusting the solver.
    ///
    /// # Errors
    /// As [`solve`](Game::solve); a file that cannot be written.
    pub fn prove(&self, certificate: &str) -> Result<Solution, Error> {
        let prove = Solve { certificate: Some(certificate.to_owned()), ..Solve::new(self.to_string()) };
        prove.run_on(self.game.clone(), &self.work)
    }

    /// Many games of two players from the empty board, on all threads, who move first in turn. The result follows from
    /// the seed, not from the number of threads.
    ///
    /// ```
    /// let result = connect_toe::Game::new("tic-tac-toe")?.play_match("perfect", "random", 60, 1)?;
    /// assert_eq!((result.games, result.losses), (60, 0));
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text does not name a player; there are no games; a stop before the first game has ended.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal.
    pub fn play_match(
        &self,
        player: &str,
        opponent: &str,
        games: u64,
        seed: u64,
    ) -> Result<MatchResult, Error> {
        Match { games: Some(games), seed, ..Match::new(self.to_string(), player, opponent) }.run(&self.work)
    }

    /// A round robin from the empty board: every player meets every other one in this number of games.
    ///
    /// ```
    /// let game = connect_toe::Game::new("tic-tac-toe")?;
    /// let table = game.play_tournament(&["random", "two-ply", "perfect"], 20, 1)?;
    /// assert_eq!(table.ranking[2].player, "random");
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`play_match`](Game::play_match); fewer than two players, or one twice.
    ///
    /// # Panics
    /// As [`play_match`](Game::play_match).
    pub fn play_tournament(&self, players: &[&str], games: u64, seed: u64) -> Result<CrossTable, Error> {
        Tournament { games, seed, ..Tournament::new(self.to_string(), players.iter().copied()) }
            .run(&self.work)
    }

    /// The results of random games from the position on.
    ///
    /// ```
    /// let counts = connect_toe::Game::new("tic-tac-toe")?.play_randomly(1000, 1)?;
    /// assert!(counts.x > counts.o);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// A stop before the first game has ended.
    pub fn play_randomly(&self, games: u64, seed: u64) -> Result<PlayoutCounts, Error> {
        let playouts = Playouts { games, seed, ..Playouts::new(self.to_string()) };
        playouts.run_on(self.game.clone(), &self.work)
    }

    /// The number of sequences of moves from the empty board, ply by ply: what implementations of rules are compared by.
    ///
    /// ```
    /// let counts = connect_toe::Game::new("connect-four")?.perft(4)?;
    /// assert_eq!(counts.leaves, [1, 7, 49, 343, 2401]);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// A stop.
    pub fn perft(&self, depth: u16) -> Result<PerftCounts, Error> {
        Perft { game: self.to_string(), depth }.run(&self.work)
    }

    fn text(&self, cell: Cell) -> String {
        self.game.geometry().cell_text(cell)
    }

    fn texts(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.text(cell)).collect()
    }
}

impl FromStr for Game {
    type Err = Error;

    fn from_str(text: &str) -> Result<Game, Error> {
        Game::new(text)
    }
}

/// Canonical game text.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.spec().fmt(f)
    }
}
