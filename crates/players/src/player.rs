//! Somebody who chooses moves.

use connect_toe_eval::Evaluator;
use connect_toe_game::{Bits, Board, Cell, Rules};
use connect_toe_search::{Algorithm, SearchReport, Searcher, Task, Want, Watch, unwatched};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::spec::{PlayerError, PlayerSpec, Ties};

/// Somebody who chooses moves in one game.
pub trait Player<B: Bits>: Send {
    /// Chooses a move in a position in which the game goes on. Every random choice comes from `random`.
    fn choose(&mut self, rules: &Rules<B>, board: &Board<B>, random: &mut ChaCha8Rng) -> Choice;
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub cell: Cell,
    /// Its value to the player, on the scale of its heuristic.
    pub value: i64,
    /// Positions that the player looked at.
    pub nodes: u64,
}

/// A player that plays a best move of a search.
pub struct SearchPlayer<B> {
    searcher: Box<dyn Searcher<B>>,
    ties: Ties,
    nodes: Option<u64>,
    deepen: bool,
}

impl<B: Bits> std::fmt::Debug for SearchPlayer<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchPlayer")
            .field("ties", &self.ties)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<B: Bits> SearchPlayer<B> {
    /// Makes a player for one game.
    ///
    /// # Errors
    /// The player cannot play this game.
    pub fn new(rules: &Rules<B>, spec: &PlayerSpec) -> Result<Self, PlayerError> {
        let searcher = Algorithm::find(spec.name())?.build(rules, spec.settings())?;
        Ok(SearchPlayer { searcher, ties: spec.ties(), nodes: spec.nodes(), deepen: false })
    }

    /// Makes a player whose search asks this evaluator in place of the heuristic that its text names.
    ///
    /// # Errors
    /// The player cannot play this game.
    pub fn with_evaluator(
        rules: &Rules<B>,
        spec: &PlayerSpec,
        evaluator: Box<dyn Evaluator<B>>,
    ) -> Result<Self, PlayerError> {
        let searcher = Algorithm::find(spec.name())?.build_with(rules, spec.settings(), evaluator)?;
        Ok(SearchPlayer { searcher, ties: spec.ties(), nodes: spec.nodes(), deepen: false })
    }

    /// The same player, who looks at so many nodes at most if its text sets no limit.
    #[must_use]
    pub fn with_nodes(mut self, nodes: Option<u64>) -> Self {
        self.nodes = self.nodes.or(nodes);
        self
    }

    /// The same player, who looks one ply ahead, then two, and so on up to its depth: for searches that a watch may
    /// stop and that are to play well nevertheless. With a limit of nodes it does so anyhow.
    #[must_use]
    pub fn deepening(mut self) -> Self {
        self.deepen = true;
        self
    }

    /// The value of every move, for a position in which the game goes on.
    pub fn analyze(&mut self, rules: &Rules<B>, board: &Board<B>, watch: Watch) -> SearchReport {
        let moves = rules.legal_moves(board);
        let task = self.task(&moves, Want::EveryMove);
        self.searcher.search(rules, board, &task, watch)
    }

    fn task<'a>(&self, moves: &'a [Cell], want: Want) -> Task<'a> {
        Task { moves, want, nodes: self.nodes, deepen: self.deepen || self.nodes.is_some() }
    }

    /// As [`choose`](Player::choose), telling the watch of progress. A watch that stops the search gets the
    /// best move of the deepest finished look, or of the moves searched so far, or any move if none was.
    pub fn choose_watched(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        random: &mut ChaCha8Rng,
        watch: Watch,
    ) -> Choice {
        let mut moves = rules.legal_moves(board);
        match self.ties {
            Ties::First => {}
            Ties::Last => moves.reverse(),
            Ties::Random => moves.shuffle(random),
        }
        let task = self.task(&moves, Want::OneBest);
        let report = self.searcher.search(rules, board, &task, watch);
        // A search that was stopped before it had looked at any move leaves the first one.
        let cell = report.best.first().copied().unwrap_or(moves[0]);
        Choice { cell, value: report.value, nodes: report.nodes }
    }
}

impl<B: Bits> Player<B> for SearchPlayer<B> {
    fn choose(&mut self, rules: &Rules<B>, board: &Board<B>, random: &mut ChaCha8Rng) -> Choice {
        self.choose_watched(rules, board, random, &mut unwatched)
    }
}
