//! `choose`: the move that a player plays.

use std::time::Duration;

use connect_toe_game::{Bits, Game, Record, with_game};
use connect_toe_players::{Choice, PlayerError, PlayerSpec, SearchPlayer};
use connect_toe_search::{Look, unwatched};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::analyze::{depth, looks, telling};
use crate::book::{BookChoice, book_to_use};
use crate::brief::{self, is_brief, is_brief_in};
use crate::error::Error;
use crate::player::{player, warn_of_long_thoughts};
use crate::position::{Position, game};
use crate::reason::Fault;
use crate::seed;
use crate::why::{Opinion, StatedReason, reasons_of_move};
use crate::work::Work;
use crate::worth::StatedWorth;

/// Asks for the move that a player plays in a position.
///
/// Every move of a game has random numbers of its own, so a choice is a function of the position, the number of moves
/// before it, the player and the seed.
///
/// ```
/// use connect_toe_api::{Choose, Position, Work};
/// let position = Position::of_board("xox/oox/___");
/// let chosen = Choose { position, ..Choose::new("tic-tac-toe", "perfect") }.run(&Work::new())?;
/// assert_eq!((chosen.cell.as_str(), chosen.value), ("c1", 9));
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choose {
    /// Game text or a preset's name.
    pub game: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The player, as `NAME[:key=value,...]`.
    pub player: String,
    /// The seed of everything random.
    #[serde(default = "seed::default")]
    pub seed: u64,
    /// Whether to give reasons for the move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub why: bool,
    /// Where the player's exact solver, if it has one, looks before it searches. If nothing is said, in the program's own
    /// book of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookChoice>,
}

/// The move that a player plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChosenMove {
    /// The move.
    #[serde(rename = "move")]
    pub cell: String,
    /// Its value for the side to move, on the scale of the player's heuristic.
    pub value: i64,
    /// What the player makes of it, for the side to move.
    #[serde(flatten)]
    pub worth: StatedWorth,
    /// Positions that the player looked at.
    pub nodes: u64,
    /// Reasons for and against the move, the strongest first, if the request asks why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<StatedReason>,
}

/// What a turn in a running game depends on besides the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The stream of random numbers: another one for each turn of each game, so that a move does not depend on what was
    /// asked before.
    pub stream: u64,
    /// What the player has left of its time for the game.
    pub left: Duration,
}

/// A search that values every move of a position of this game while a person waits.
///
/// # Errors
/// None: the player is one of the table's.
pub fn quick_player(game: &Game) -> Result<PlayerSpec, PlayerError> {
    let depth = if game.legal_moves().len() <= 256 && game.geometry().cells().len() <= 512 { 2 } else { 1 };
    format!("alpha-beta:depth={depth},eval=runs,hurry=true").parse()
}

fn chosen(game: &Game, choice: Choice, why: bool) -> ChosenMove {
    let cell = game.geometry().cell_text(choice.cell);
    let worth = StatedWorth::from(choice.worth);
    let opinion = || Opinion::of_move(choice.cell, Some(choice.worth), Vec::new());
    let reasons = if why { reasons_of_move(game, choice.cell, &opinion()) } else { Vec::new() };
    ChosenMove { cell, value: choice.value, worth, nodes: choice.nodes, reasons }
}

impl ChosenMove {
    /// Why it was chosen, in words that follow its name; nothing if the request did not ask.
    pub fn why(&self) -> Option<String> {
        let told: Vec<&str> = self.reasons.iter().take(2).map(|reason| &*reason.text).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

impl Choose {
    /// The choice of a player on the empty board.
    pub fn new(game: impl Into<String>, player: impl Into<String>) -> Choose {
        let position = Position::default();
        Choose {
            game: game.into(),
            position,
            player: player.into(),
            seed: seed::DEFAULT,
            why: false,
            book: None,
        }
    }

    /// The player's move.
    ///
    /// # Errors
    /// A text that is not a game, a player, or a position of the game; a game that is over; a stop.
    ///
    /// # Panics
    /// A search or player of the catalogue panics, or gives a move that is not legal.
    pub fn run(&self, work: &Work) -> Result<ChosenMove, Error> {
        self.run_on(game(&self.game)?, work)
    }

    /// Chooses with a game that exists already: the request's moves start from the game's position.
    ///
    /// # Errors
    /// As [`run`](Choose::run).
    ///
    /// # Panics
    /// As [`run`](Choose::run).
    pub fn run_on(&self, mut game: Game, work: &Work) -> Result<ChosenMove, Error> {
        let spec = player("player", &self.player, work)?;
        let choice = with_game!(&mut game, record => self.choice(record, &spec, work))?;
        Ok(chosen(&game, choice, self.why))
    }

    /// Whether [`run_on`](Self::run_on) takes no more than milliseconds and little of the stack, so that it need not run on a
    /// thread of its own: for a player of the engine that looks at few positions, and no book.
    pub fn is_brief(&self, game: &Game, work: &Work) -> bool {
        let asks_more = self.why || self.book.is_some();
        !asks_more && is_brief_in(game, &self.player, work)
    }

    /// Takes the player's turn in a running game. A stop is not an error: the move is then the best that the player has
    /// found so far, or that of a quick search if the player has not finished a look. A search with a depth limit looks
    /// one ply ahead, then two, and so on; its last look finds what it would have found by going to that depth at once.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use connect_toe_api::{Choose, Turn, Work, game};
    /// let mut game = game("tic-tac-toe")?;
    /// game.set_board("xox/oox/___", None).expect("a board");
    /// let turn = Turn { stream: 6, left: Duration::ZERO };
    /// let (chosen, _) = Choose::new("tic-tac-toe", "best").take_turn(game, turn, &Work::new())?;
    /// assert_eq!((chosen.cell.as_str(), chosen.worth.proof().as_str()), ("c1", "W1"));
    /// # Ok::<(), connect_toe_api::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Choose::run), a stop aside; a player that gives the game up.
    ///
    /// # Panics
    /// As [`run`](Choose::run).
    pub fn take_turn(
        &self,
        mut game: Game,
        turn: Turn,
        work: &Work,
    ) -> Result<(ChosenMove, Duration), Error> {
        let spec = player("player", &self.player, work)?;
        let quick = quick_player(&game).map_err(Error::impossible)?;
        let (choice, left) = with_game!(&mut game, record => self.turn(record, &spec, &quick, turn, work))?;
        Ok((chosen(&game, choice, self.why), left))
    }

    fn turn<B: Bits>(
        &self,
        record: &mut Record<B>,
        spec: &PlayerSpec,
        quick: &PlayerSpec,
        turn: Turn,
        work: &Work,
    ) -> Result<(Choice, Duration), Error> {
        self.position.apply(record)?;
        let (rules, board) = (record.rules(), record.board());
        if let Some(outcome) = rules.outcome(board) {
            return Err(Error::because(Fault::GameOver, connect_toe_game::MoveReason::GameOver(outcome)));
        }
        let book = book_to_use(self.book.as_ref(), rules, work)?;
        let random = || {
            let mut random = ChaCha8Rng::seed_from_u64(self.seed);
            random.set_stream(turn.stream);
            random
        };
        let mut watch = work.search_watch();
        work.on_a_deep_stack(|| {
            let player = SearchPlayer::new(rules, spec).map_err(Error::impossible)?;
            let mut player = player.with_book(book).with_time_left(turn.left);
            if depth(spec).is_some() {
                player = player.deepening();
            }
            let mut last = None;
            let mut tell = telling(rules, board, work, &mut watch);
            let choice = player.choose_watched(rules, board, &mut random(), &mut |progress| {
                if let Some(Look { report, .. }) = progress.look
                    && let Some(&cell) = report.best.first()
                {
                    let (value, worth) = (report.value, report.worth());
                    last = Some(Choice { cell, value, worth, nodes: progress.nodes, forfeits: false });
                }
                tell(progress)
            });
            let is_stopped = work.stop().is_requested();
            let choice = match last {
                _ if !is_stopped && choice.forfeits => {
                    return Err(Error::run(format!("{spec} has no move to give, and loses the game")));
                }
                _ if !is_stopped => choice,
                Some(last) => last,
                // A player without looks, such as `perfect`, could give any move when it is stopped.
                None => {
                    let mut quick = SearchPlayer::new(rules, quick).map_err(Error::impossible)?;
                    quick.choose_watched(rules, board, &mut random(), &mut unwatched)
                }
            };
            Ok((choice, player.time_left()))
        })?
    }

    fn choice<B: Bits>(
        &self,
        record: &mut Record<B>,
        spec: &PlayerSpec,
        work: &Work,
    ) -> Result<Choice, Error> {
        self.position.apply(record)?;
        let (rules, board) = (record.rules(), record.board());
        if let Some(outcome) = rules.outcome(board) {
            return Err(Error::because(Fault::GameOver, connect_toe_game::MoveReason::GameOver(outcome)));
        }
        warn_of_long_thoughts(rules.empty_cells(board) as usize, spec, work);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(record.moves().len() as u64);
        let mut watch = work.search_watch();
        let is_brief = is_brief(spec, rules.legal(board).count() as usize);
        let choice = if is_brief && self.book.is_none() && !work.wants_looks() {
            brief::ask(record, spec, |player| player.choose_watched(rules, board, &mut random, &mut watch))?
        } else {
            let book = book_to_use(self.book.as_ref(), rules, work)?;
            work.on_a_deep_stack(|| -> Result<Choice, Error> {
                if spec.is_search() {
                    let player = SearchPlayer::new(rules, spec).map_err(Error::impossible)?;
                    if work.wants_looks() {
                        looks(rules, board, spec, book.as_ref(), work, &mut watch);
                    }
                    let mut player = player.with_book(book);
                    let mut watch = telling(rules, board, work, &mut watch);
                    Ok(player.choose_watched(rules, board, &mut random, &mut watch))
                } else {
                    let mut player = spec.build(rules).map_err(Error::impossible)?;
                    player.begin_game(rules, record.course());
                    Ok(player.choose(rules, record.course(), &mut random))
                }
            })??
        };
        if work.stop().is_requested() {
            return Err(Error::Interrupted);
        }
        Ok(choice)
    }
}
