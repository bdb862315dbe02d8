//! The player that asks a search, and the step from a player's text to the player.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use connect_toe_eval::Evaluator;
use connect_toe_game::{Bits, Board, Cell, Course, Rules};
use connect_toe_search::{
    Book, SearchProgress, SearchReport, Searcher, Stopped, Task, Want, Watch, unwatched,
};
use rand::Rng;
use rand::seq::SliceRandom;

use crate::adapter::OwnPlayer;
use crate::error::PlayerError;
use crate::parts::Chooser;
use crate::player::{Choice, Player};
use crate::spec::{PlayerSpec, Ties};
use crate::time::{Allotment, Stage, TimeControl};

/// A player that plays a best move of a search.
///
/// ```
/// use connect_toe_game::{Game, with_game};
/// use connect_toe_players::{PlayerSpec, SearchPlayer};
/// use connect_toe_search::unwatched;
///
/// let spec: PlayerSpec = "alpha-beta:depth=5".parse()?;
/// let mut game: Game = "tic-tac-toe".parse()?;
/// game.set_board("xox/oox/___", None)?;
/// let report = with_game!(&game, record => {
///     SearchPlayer::new(record.rules(), &spec)?.analyze(record.rules(), record.board(), &mut unwatched)
/// });
/// assert_eq!((report.value, game.geometry().cell_text(report.best[0])), (1, "c1".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearchPlayer<B> {
    searcher: Box<dyn Searcher<B>>,
    ties: Ties,
    nodes: Option<u64>,
    time: TimeControl,
    /// What is left of the time for the game.
    left: Duration,
    now: Box<dyn FnMut() -> Instant + Send>,
    deepen: bool,
}

impl<B: Bits> std::fmt::Debug for SearchPlayer<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchPlayer")
            .field("ties", &self.ties)
            .field("nodes", &self.nodes)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl<B: Bits> SearchPlayer<B> {
    /// Makes a player for one game.
    ///
    /// # Errors
    /// The player is not a search, or cannot play this game.
    pub fn new(rules: &Rules<B>, spec: &PlayerSpec) -> Result<Self, PlayerError> {
        let spec = spec.by_rules(rules);
        Ok(SearchPlayer::of(spec.searcher(rules, None)?, &spec))
    }

    /// Makes a player whose search asks this evaluator in place of the heuristic that its text names.
    ///
    /// # Errors
    /// The player is not a search, or cannot play this game.
    pub fn with_evaluator(
        rules: &Rules<B>,
        spec: &PlayerSpec,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Result<Self, PlayerError> {
        let spec = if spec.level().is_some() { &spec.by_rules(rules) } else { spec };
        Ok(SearchPlayer::of(spec.searcher(rules, Some(evaluator))?, spec))
    }

    /// Makes a player of a search that need not be in any table.
    ///
    /// ```
    /// use connect_toe_game::{Bits, Board, Game, Rules, with_game};
    /// use connect_toe_players::{SearchPlayer, Ties};
    /// use connect_toe_search::{MoveValue, SearchReport, Searcher, Stopped, Task, Watch, unwatched};
    ///
    /// /// Prefers moves that leave the opponent few.
    /// struct Mobility;
    ///
    /// impl<B: Bits> Searcher<B> for Mobility {
    ///     fn search(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, _: Watch) -> SearchReport {
    ///         let left = |&cell| -i64::from(rules.legal(&rules.play(board, cell)).count());
    ///         let moves = task.moves.iter().map(|cell| MoveValue { cell: *cell, value: left(cell) }).collect();
    ///         SearchReport::of_every_move(moves, task.moves.len() as u64, Stopped::Done)
    ///     }
    /// }
    ///
    /// let game: Game = "2x2:2:-2".parse()?;
    /// let value = with_game!(&game, record => {
    ///     let mut player = SearchPlayer::with_searcher(Box::new(Mobility), Ties::First);
    ///     player.analyze(record.rules(), record.board(), &mut unwatched).value
    /// });
    /// assert_eq!(value, -2);
    /// # Ok::<(), connect_toe_game::SpecError>(())
    /// ```
    pub fn with_searcher(searcher: Box<dyn Searcher<B>>, ties: Ties) -> Self {
        SearchPlayer {
            searcher,
            ties,
            nodes: None,
            time: TimeControl::default(),
            left: Duration::ZERO,
            now: Box::new(Instant::now),
            deepen: false,
        }
    }

    fn of(searcher: Box<dyn Searcher<B>>, spec: &PlayerSpec) -> Self {
        let time = if spec.keeps_own_time() { TimeControl::default() } else { spec.time() };
        let left = time.left_at_start();
        SearchPlayer { nodes: spec.nodes(), time, left, ..SearchPlayer::with_searcher(searcher, spec.ties()) }
    }

    /// Sets a limit of nodes for each move, unless the player's text sets one.
    #[must_use]
    pub fn with_nodes(mut self, nodes: Option<u64>) -> Self {
        self.nodes = self.nodes.or(nodes);
        self
    }

    /// Sets a limit of time for each move, unless the player's text sets a time.
    #[must_use]
    pub fn with_time(mut self, per_move: Option<Duration>) -> Self {
        if self.time == TimeControl::default() {
            self.time.per_move = per_move;
        }
        self
    }

    /// Sets the time that is left for a game, for a player in the middle of one.
    #[must_use]
    pub fn with_time_left(mut self, left: Duration) -> Self {
        self.left = left;
        self
    }

    /// What is left of the player's time for the game; nothing if its text sets none.
    pub fn time_left(&self) -> Duration {
        self.left
    }

    /// Makes the player look one ply ahead, then two, and so on up to its depth, so that a search that a watch stops
    /// has a whole look to go by. A player with a limit of nodes or time always does so.
    #[must_use]
    pub fn deepening(mut self) -> Self {
        self.deepen = true;
        self
    }

    /// Sets the book of the same game in which the search's exact solver looks first, in place of the program's own; `None`
    /// makes it prove everything. Only `best`, `perfect` and `solver` have an exact solver.
    #[must_use]
    pub fn with_book(mut self, book: Option<Arc<Book<B>>>) -> Self {
        self.searcher.set_book(book);
        self
    }

    /// Sets the clock, for tests.
    #[must_use]
    pub fn with_clock(mut self, now: impl FnMut() -> Instant + Send + 'static) -> Self {
        self.now = Box::new(now);
        self
    }

    /// Whether the player says what score to expect of every position. Players of the engine that ask no heuristic do so only
    /// where they search until they have a proof. It has to begin a search at the start of the game to know.
    pub fn expects_scores(&mut self, rules: &Rules<B>, spec: &PlayerSpec) -> bool {
        let asks_nothing = !spec.is_own() && spec.entries().iter().all(|entry| entry.heuristic.is_none());
        let proves_all = asks_nothing && !spec.moves_at_random() && self.nodes.is_none();
        let mut stop_at_once = |_: &SearchProgress<'_>| ControlFlow::Break(());
        proves_all || self.analyze(rules, &rules.start(), &mut stop_at_once).expects_scores()
    }

    /// The value of every move, for a position in which the game goes on.
    pub fn analyze(&mut self, rules: &Rules<B>, board: &Board<B>, watch: Watch) -> SearchReport {
        let moves = rules.legal_moves(board);
        self.search(rules, board, &moves, Want::EveryMove, watch)
    }

    /// Searches within the limits of nodes and time. What this takes is not taken off the time for the game.
    fn search(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        moves: &[Cell],
        want: Want,
        watch: Watch,
    ) -> SearchReport {
        // A search that is stopped needs a whole look to go by.
        let deepen = self.deepen || self.nodes.is_some() || self.time.is_limited();
        let task = Task { moves, want, nodes: self.nodes, deepen };
        let Some(allotment) = self.allotment(rules, board, moves) else {
            return self.searcher.search(rules, board, &task, watch);
        };
        let now = &mut self.now;
        let started = now();
        self.searcher.search(rules, board, &task, &mut |progress: &SearchProgress<'_>| {
            let is_over = allotment.is_over(now().saturating_duration_since(started), progress);
            if is_over { ControlFlow::Break(()) } else { watch(progress) }
        })
    }

    /// The time for a move.
    fn allotment(&self, rules: &Rules<B>, board: &Board<B>, moves: &[Cell]) -> Option<Allotment> {
        let stage = Stage { cells: rules.geometry().cells().len() as u32, empty: rules.empty_cells(board) };
        let allotment = self.time.allotment(self.left, stage)?;
        // There is nothing to think about but what the move is worth.
        Some(if moves.len() == 1 { allotment.at_most(Allotment::of_move(FORCED)) } else { allotment })
    }

    /// As [`choose`](Player::choose), with a watch that is called with the progress. A watch that stops the search gets the best
    /// move of the deepest finished look, or of the moves searched so far, or any move if none was.
    pub fn choose_watched(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        random: &mut dyn Rng,
        watch: Watch,
    ) -> Choice {
        let mut moves = rules.legal_moves(board);
        self.order(&mut moves, random);
        let started = self.time.per_game.map(|game| (game, (self.now)()));
        let report = self.search(rules, board, &moves, Want::OneBest, watch);
        if let Some((game, started)) = started {
            let taken = (self.now)().saturating_duration_since(started);
            self.left = self.left.saturating_sub(taken) + game.increment;
        }
        // A search that was stopped before it had looked at any move leaves the first one.
        let cell = report.best.first().copied().unwrap_or(moves[0]);
        let forfeits = report.stopped == Stopped::Failed;
        Choice { cell, value: report.value, worth: report.worth(), nodes: report.nodes, forfeits }
    }

    /// Searches some of the legal moves. The first of them counts as the first in canonical order where ties are broken.
    pub fn search_among(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        mut moves: Vec<Cell>,
        want: Want,
        random: &mut dyn Rng,
        watch: Watch,
    ) -> SearchReport {
        self.order(&mut moves, random);
        self.search(rules, board, &moves, want, watch)
    }

    /// Puts moves into the order in which ties are broken.
    fn order(&self, moves: &mut [Cell], random: &mut dyn Rng) {
        match self.ties {
            Ties::First => {}
            Ties::Last => moves.reverse(),
            Ties::Random => moves.shuffle(random),
        }
    }
}

/// The most time for a move that is the only one.
const FORCED: Duration = Duration::from_millis(100);

impl<B: Bits> Player<B> for SearchPlayer<B> {
    fn begin_game(&mut self, _: &Rules<B>, _: Course<'_, B>) {
        self.left = self.time.left_at_start();
    }

    fn choose(&mut self, rules: &Rules<B>, course: Course<'_, B>, random: &mut dyn Rng) -> Choice {
        self.choose_watched(rules, course.board, random, &mut unwatched)
    }
}

impl PlayerSpec {
    /// The player for one game.
    ///
    /// # Errors
    /// The player cannot play this game.
    pub fn build<B: Bits>(&self, rules: &Rules<B>) -> Result<Box<dyn Player<B>>, PlayerError> {
        match &self.chooser {
            Chooser::Player(added) => {
                Ok(Box::new(OwnPlayer::new(added.entry.name, (added.make)(self.settings())?)))
            }
            Chooser::Table(_) | Chooser::Level(_) | Chooser::Search(_) => {
                Ok(Box::new(SearchPlayer::new(rules, self)?))
            }
        }
    }
}
