//! What can be asked about a position of a game.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use connect_toe_eval::Explanation;
use connect_toe_game::{Bits, BySide, Cell, Game, Outcome, Record, Side, mix, with_game};
use connect_toe_players::{
    Catalogue, Choice, Played, PlayerSpec, PlayoutCounts, SearchPlayer, play_game, play_random_games,
};
use connect_toe_search::{SearchProgress, SearchReport, Stopped};
use connect_toe_solve::{Answer, Control, Memory, Question, Solver};
use connect_toe_threats::{Found, Order, Threats, Win};
use connect_toe_work::{Stop, on_a_deep_stack};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::error::Error;

/// Values, searches, solves and proves positions, and lets players play.
///
/// An engine has a [`Catalogue`] of heuristics, searches and players, which texts name; a number of threads; memory for the
/// solver; and a [`Stop`]. None of them but the catalogue changes an answer, unless the engine is stopped. A clone is cheap.
///
/// ```
/// use connect_toe::{Catalogue, Engine, Game, Position, Side};
///
/// /// The fewer stones, the better.
/// fn sparing(position: &Position, player: Side) -> i64 {
///     -(position.stones(player).len() as i64)
/// }
///
/// let catalogue = Catalogue::new().with_heuristic("sparing", |_| Ok(sparing))?;
/// let engine = Engine::new().with_catalogue(catalogue).with_threads(2);
/// let mut game: Game = "tic-tac-toe".parse()?;
/// game.play("b2 a1 c3")?;
/// // O is to move, and has one stone.
/// assert_eq!(engine.evaluate(&game, "sparing")?, -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Engine {
    catalogue: Catalogue,
    threads: Option<NonZeroUsize>,
    memory: Option<Memory>,
    stop: Stop,
}

/// The solver's tables, unless the engine says otherwise.
const MEMORY: Memory = Memory(64 << 20);

/// Nodes of each search for threats.
const THREAT_NODES: u64 = 200_000;

impl Engine {
    /// An engine with the built-in heuristics and searches, all cores, and 64 MiB for the solver.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Sets the names that texts can use.
    #[must_use]
    pub fn with_catalogue(self, catalogue: Catalogue) -> Engine {
        Engine { catalogue, ..self }
    }

    /// Sets the number of threads; 0 stands for all cores. Searches take one, the solver and random games all of them.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Engine {
        Engine { threads: NonZeroUsize::new(threads), ..self }
    }

    /// Sets the memory of the solver's tables, in bytes.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Engine {
        Engine { memory: Some(Memory(bytes)), ..self }
    }

    /// Sets what stops the engine.
    ///
    /// ```
    /// use connect_toe::{Engine, Game, Stop};
    /// let stop = Stop::new();
    /// let engine = Engine::new().with_stop(stop.clone());
    /// // Another thread may call this at any time.
    /// stop.request();
    /// let answer = engine.solve(&"qubic".parse()?)?;
    /// assert!(answer.interrupted && answer.value().is_none());
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    #[must_use]
    pub fn with_stop(self, stop: Stop) -> Engine {
        Engine { stop, ..self }
    }

    /// The heuristics, searches and players that texts can name.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// What stops the engine.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// A heuristic's value of the position for the side to move, without looking ahead. A heuristic is text,
    /// `NAME[:key=value,…]`; higher is better, and each heuristic has its own scale.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let mut game: Game = "tic-tac-toe".parse()?;
    /// game.set_board("___/_x_/__o", None)?;
    /// assert_eq!(Engine::new().evaluate(&game, "open-lines")?, 1);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text does not name a heuristic, or one that cannot value this game.
    pub fn evaluate(&self, game: &Game, heuristic: &str) -> Result<i64, Error> {
        let heuristic = self.catalogue.heuristic(heuristic)?;
        with_game!(game, record => {
            let (rules, board) = (record.rules(), record.board());
            Ok(heuristic.build(rules)?.static_value(rules, board, board.to_move()))
        })
    }

    /// What the value of [`evaluate`](Engine::evaluate) is made of.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let mut game: Game = "tic-tac-toe".parse()?;
    /// game.play("b2 a1")?;
    /// let explanation = Engine::new().explain(&game, "open-lines")?;
    /// // X has the middle row, column and diagonal to itself, O two sides of the board.
    /// let lines: Vec<String> = explanation.terms.iter().map(|term| game.moves_text(&term.cells)).collect();
    /// assert!(lines.contains(&"b1 b2 b3".to_owned()));
    /// assert_eq!(explanation.value(), 3 - 2);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`evaluate`](Engine::evaluate).
    pub fn explain(&self, game: &Game, heuristic: &str) -> Result<Explanation, Error> {
        let heuristic = self.catalogue.heuristic(heuristic)?;
        with_game!(game, record => {
            let (rules, board) = (record.rules(), record.board());
            Ok(heuristic.build(rules)?.explain(rules, board, board.to_move()))
        })
    }

    /// A player's values of all moves, the best of them, and the line that it expects. A player is text,
    /// `NAME[:key=value,…]`; here it must be a search. [`SearchReport::worth`] says what the value means.
    ///
    /// A search that is stopped answers with what it found by then.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let mut game: Game = "tic-tac-toe".parse()?;
    /// game.set_board("xox/oox/___", None)?;
    /// let analysis = Engine::new().analyze(&game, "alpha-beta:depth=3")?;
    /// assert_eq!(analysis.best, [game.parse_move("c1")?]);
    /// assert_eq!((analysis.moves.len(), analysis.worth().is_exact()), (3, true));
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text does not name a search, the game is over, or a stop came before any move had a value.
    pub fn analyze(&self, game: &Game, player: &str) -> Result<SearchReport, Error> {
        self.analyze_watched(game, player, |_| ControlFlow::Continue(()))
    }

    /// As [`analyze`](Engine::analyze), with a watch that gets the progress and can end the search.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use connect_toe::{Engine, Game};
    /// let game: Game = "connect-four".parse()?;
    /// let mut depths = Vec::new();
    /// let analysis = Engine::new().analyze_watched(&game, "alpha-beta:nodes=20000,eval=runs", |progress| {
    ///     depths.extend(progress.look.map(|look| look.depth));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(depths.starts_with(&[1, 2, 3]) && analysis.nodes >= 20_000);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Engine::analyze).
    pub fn analyze_watched(
        &self,
        game: &Game,
        player: &str,
        mut watch: impl FnMut(&SearchProgress) -> ControlFlow<()> + Send,
    ) -> Result<SearchReport, Error> {
        let spec = self.player(game, player)?;
        let report = with_game!(game, record => {
            let (rules, board) = (record.rules(), record.board());
            let mut player = SearchPlayer::new(rules, &spec)?;
            on_a_deep_stack(|| {
                player.analyze(rules, board, &mut |progress| match watch(progress) {
                    ControlFlow::Continue(()) => self.stop.listen(),
                    ControlFlow::Break(()) => ControlFlow::Break(()),
                })
            })?
        });
        match report.stopped {
            Stopped::Failed => Err(Error::NoMove(spec.to_string())),
            Stopped::Early if report.moves.is_empty() => Err(Error::Stopped),
            _ => Ok(report),
        }
    }

    /// The move that a player plays. Its random choices follow from the seed and the number of moves so far.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let mut game: Game = "tic-tac-toe".parse()?;
    /// game.set_board("xox/oox/___", None)?;
    /// let choice = Engine::new().choose(&game, "perfect", 1)?;
    /// game.play(choice.cell)?;
    /// assert_eq!(game.moves_text(game.moves()), "c1");
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The text does not name a player, the game is over, or the engine was stopped.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal.
    pub fn choose(&self, game: &Game, player: &str, seed: u64) -> Result<Choice, Error> {
        let spec = self.player(game, player)?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(game.moves().len() as u64);
        let choice = with_game!(game, record => {
            let (rules, board) = (record.rules(), record.board());
            if spec.is_search() {
                let mut player = SearchPlayer::new(rules, &spec)?;
                let mut watch = |_: &SearchProgress<'_>| self.stop.listen();
                on_a_deep_stack(|| player.choose_watched(rules, board, &mut random, &mut watch))?
            } else {
                let mut player = spec.build(rules)?;
                on_a_deep_stack(|| {
                    player.begin_game(rules, record.course());
                    player.choose(rules, record.course(), &mut random)
                })?
            }
        });
        if choice.forfeits {
            return Err(Error::NoMove(spec.to_string()));
        }
        if self.stop.is_requested() { Err(Error::Stopped) } else { Ok(choice) }
    }

    /// Two players play the game to its end, the first for X, the second for O. The same seed gives the same game, unless a
    /// player looks at the clock.
    ///
    /// ```
    /// use connect_toe::{Engine, Game, Outcome, Side};
    /// let mut game: Game = "4x4:3".parse()?;
    /// let played = Engine::new().play_out(&mut game, ["perfect", "random"], 1)?;
    /// assert_eq!(played.outcome, Outcome::Win(Side::X));
    /// assert_eq!(game.moves().len() as u64, played.plies);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text does not name a player, the game is over, or the engine was stopped between two moves; then no move is
    /// played.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal.
    pub fn play_out(&self, game: &mut Game, players: [&str; 2], seed: u64) -> Result<Played, Error> {
        let [x, o] = players;
        let specs = BySide { x: self.player(game, x)?, o: self.player(game, o)? };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut moves: Vec<Cell> = Vec::new();
        let played = with_game!(&*game, record => {
            let rules = record.rules();
            let (mut x, mut o) = (specs.x.build(rules)?, specs.o.build(rules)?);
            on_a_deep_stack(|| {
                play_game(rules, record.course(), BySide { x: &mut *x, o: &mut *o }, &mut random, |_, cell| {
                    moves.push(cell);
                    self.stop.is_requested().then_some(Outcome::Draw)
                })
            })?
        });
        if self.stop.is_requested() {
            return Err(Error::Stopped);
        }
        for cell in moves {
            game.play(cell)?;
        }
        Ok(played)
    }

    /// Two players play this number of games from the position on, and take turns at moving first; the player begins.
    ///
    /// The games are played one after another. The feature `laboratory` has matches on all cores, with intervals and tests.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let game: Game = "tic-tac-toe".parse()?;
    /// let score = Engine::new().play_games(&game, "perfect", "random", 20, 1)?;
    /// assert!(score.wins > 0 && score.losses == 0);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`play_out`](Engine::play_out).
    ///
    /// # Panics
    /// As [`play_out`](Engine::play_out).
    pub fn play_games(
        &self,
        game: &Game,
        player: &str,
        opponent: &str,
        games: u64,
        seed: u64,
    ) -> Result<Score, Error> {
        let mut score = Score::default();
        for number in 0..games {
            let begins = number.is_multiple_of(2);
            let first = if begins { [player, opponent] } else { [opponent, player] };
            let players = if game.to_move() == Side::X { first } else { [first[1], first[0]] };
            let played = self.play_out(&mut game.clone(), players, mix(seed ^ mix(number)))?;
            match played.outcome.winner() {
                None => score.draws += 1,
                Some(side) if (side == game.to_move()) == begins => score.wins += 1,
                Some(_) => score.losses += 1,
            }
        }
        Ok(score)
    }

    /// The exact value of the position: who wins, in how many plies, the best moves, and best play. This can take as long
    /// as the game is large; a [`Stop`] ends it with what is known by then.
    ///
    /// ```
    /// use connect_toe::{Engine, Game, Value};
    /// let game: Game = "4x4:3".parse()?;
    /// let answer = Engine::new().solve(&game)?;
    /// assert_eq!(answer.value(), Some(Value::Win(5)));
    /// let line = answer.line.expect("it was not stopped");
    /// assert_eq!(line.len(), 5);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The system does not start a thread.
    pub fn solve(&self, game: &Game) -> Result<Answer, Error> {
        self.solve_question(game, Question::default())
    }

    /// As [`solve`](Engine::solve), for a question that asks for less or more: who wins, however long it takes; the value
    /// alone; or the value of every move.
    ///
    /// ```
    /// use connect_toe::solve::{Question, Scope};
    /// use connect_toe::{Engine, ExactResult, Game};
    /// let game: Game = "qubic".parse()?;
    /// let who_wins = Question { weak: true, scope: Scope::Value, ..Question::default() };
    /// # let game: Game = "3x3x3:3".parse()?;
    /// let answer = Engine::new().solve_question(&game, who_wins)?;
    /// assert_eq!(answer.result(), Some(ExactResult::Win));
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve`](Engine::solve).
    pub fn solve_question(&self, game: &Game, question: Question) -> Result<Answer, Error> {
        let control = Control::within(&self.stop);
        let answer = with_game!(game, record => on_a_deep_stack(|| {
            self.solver(record).solve(record.board(), question, &control, |_| {})
        }));
        Ok(answer?)
    }

    /// The exact value of the position, with a proof of it that [`verify`](crate::verify) checks without trusting the
    /// solver. The proof has at most five million moves.
    ///
    /// ```
    /// use connect_toe::{Engine, Game, verify};
    /// let game: Game = "4x4:3".parse()?;
    /// let mut proof = Vec::new();
    /// Engine::new().prove(&game, &mut proof)?;
    /// let proven = verify(&proof[..])?;
    /// assert_eq!(proven.conclusion().as_deref(), Some("x wins in 5 plies"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The proof cannot be written, or is too large; the engine was stopped.
    pub fn prove(&self, game: &Game, proof: impl Write + Send) -> Result<Answer, Error> {
        let control = Control::within(&self.stop);
        let (answer, written) = with_game!(game, record => on_a_deep_stack(|| {
            let (board, question) = (record.board(), Question::default());
            self.solver(record).solve_and_certify(board, question, &control, |_| {}, MOST_PROOF_MOVES, proof)
        }))?;
        written?;
        Ok(answer)
    }

    /// A win of the side to move by threats alone, each of which must be answered, if one is found. It is true; that none is
    /// found says nothing.
    ///
    /// ```
    /// use connect_toe::{Engine, Game, Side};
    /// let mut game: Game = "7x4:4:-2".parse()?;
    /// game.set_board("_______/_______/_______/__xx___", Some(Side::X))?;
    /// let win = Engine::new().find_threats(&game).expect("X has three in a row with both ends free");
    /// assert_eq!((game.moves_text(&win.line), win.plies), ("e1 b1 f1".to_owned(), 3));
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    pub fn find_threats(&self, game: &Game) -> Option<Win> {
        if game.outcome().is_some() {
            return None;
        }
        let mut watch = |_| self.stop.listen();
        let found = with_game!(game, record => {
            let mut threats = Threats::new(record.rules());
            threats.find(record.rules(), record.board(), Order::Two, THREAT_NODES, &mut watch).found
        });
        if let Found::Win(win) = found { Some(win) } else { None }
    }

    /// The results of random games from the position on. They follow from the seed, not from the number of threads.
    ///
    /// ```
    /// use connect_toe::{Engine, Game};
    /// let game: Game = "tic-tac-toe".parse()?;
    /// let counts = Engine::new().play_randomly(&game, 1000, 1)?;
    /// assert!(counts.x > counts.o && counts.games == 1000);
    /// # Ok::<(), connect_toe::Error>(())
    /// ```
    ///
    /// # Errors
    /// The system does not start a thread.
    pub fn play_randomly(&self, game: &Game, games: u64, seed: u64) -> Result<PlayoutCounts, Error> {
        let (threads, watch) = (self.threads(), |_| self.stop.listen());
        Ok(with_game!(game, record => play_random_games(record, games, seed, threads, watch))?)
    }

    /// The player of a text, for a game that goes on.
    fn player(&self, game: &Game, player: &str) -> Result<PlayerSpec, Error> {
        let spec = self.catalogue.player(player)?;
        game.outcome().map_or(Ok(spec), |outcome| Err(Error::GameOver(outcome)))
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    fn solver<B: Bits>(&self, record: &Record<B>) -> Solver<B> {
        Solver::new(record.rules().clone(), self.memory.unwrap_or(MEMORY), self.threads())
    }
}

/// Games of a player, by how they ended for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games that it won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
}

/// The largest number of moves of a proof.
const MOST_PROOF_MOVES: u64 = 5_000_000;
