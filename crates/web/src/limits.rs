//! What a request may ask for.

use axum::http::StatusCode;
use connect_toe_game::{GameSpec, LinesFile, SpecError, SpecReason};
use connect_toe_laboratory::CheckedExperiment;
use connect_toe_players::PlayerSpec;
use serde::Serialize;

use crate::reply::Refusal;
use connect_toe_api::Fault;

/// What a request may ask for, so that no client takes the whole machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Connections at the same time. Another one gets the place of the one that has waited for its client the longest.
    pub connections: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Cells of a board.
    pub cells: u64,
    /// Plies that a search looks ahead, or that `perft` counts.
    pub depth: u64,
    /// Nodes of a search, where a request names them.
    pub nodes: u64,
    /// Seconds that a request is worked on. Then it is stopped, and the answer is what is known by then. A player may have no
    /// more for a move.
    pub seconds: u64,
    /// Games of a match, or a hundredth of those of `playouts`.
    pub games: u64,
    /// Bytes of a solver's tables, or of a player's tree.
    pub memory_bytes: u64,
    /// Threads that one request works on.
    pub threads: usize,
    /// Requests that are worked on at the same time, besides those that need no search.
    pub work_at_once: usize,
    /// Requests that wait for their turn; of those that need no search, and of those about experiments, half as many.
    pub waiting: usize,
    /// Those of one client.
    pub waiting_of_a_client: usize,
    /// Games of an experiment, all its cells together.
    pub experiment_games: u64,
    /// Bytes of an experiment's files. A run that would write more is stopped.
    pub experiment_bytes: u64,
    /// Bytes of the files of all experiments.
    pub experiments_bytes: u64,
    /// Bytes of the disk that experiments leave free.
    pub free_bytes: u64,
    /// Experiments that are played at the same time.
    pub experiments_at_once: usize,
    /// Experiments that are kept.
    pub experiments_kept: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            // Systems often give a program 1024 files, and experiments need some of them.
            connections: 900,
            body_bytes: 1 << 20,
            cells: 4096,
            depth: 100,
            nodes: 1_000_000_000,
            seconds: 60,
            games: 1_000_000,
            memory_bytes: 256 << 20,
            threads: cores,
            work_at_once: (2 * cores).max(4),
            waiting: 400,
            waiting_of_a_client: 32,
            experiment_games: 10_000_000,
            experiment_bytes: 2_000_000_000,
            experiments_bytes: 10_000_000_000,
            free_bytes: 1_000_000_000,
            experiments_at_once: 2,
            experiments_kept: 1000,
        }
    }
}

/// A board that no program here can take is beyond the limits, whatever else is wrong with the text.
fn not_a_game(error: SpecError) -> Refusal {
    let is_too_large = |reason: &_| matches!(reason, SpecReason::TooManyCells(_));
    if error.reasons.iter().any(is_too_large) {
        return Refusal::bad_game(StatusCode::UNPROCESSABLE_ENTITY, error)
            .with_hint("ask for a smaller board");
    }
    Refusal::bad_game(StatusCode::BAD_REQUEST, error)
}

impl Limits {
    /// Refuses what is not a game text (400), and boards that are too large (422).
    pub(crate) fn check_game(&self, text: &str) -> Result<(), Refusal> {
        self.check_cells(&text.parse().map_err(not_a_game)?)
    }

    /// Refuses a file of lines whose board is too large (422). What is wrong with another one is said by who reads it.
    pub(crate) fn check_lines(&self, text: &str) -> Result<(), Refusal> {
        text.parse::<LinesFile>().map_or(Ok(()), |file| self.check_cells(&file.game))
    }

    fn check_cells(&self, spec: &GameSpec) -> Result<(), Refusal> {
        let cells = spec.sizes.iter().fold(1_u64, |cells, &size| cells.saturating_mul(size.into()));
        Limits::check("game", ("the board", cells, "cells"), self.cells, "a smaller board")
    }

    /// Refuses what is not a player (400), and players that look too far ahead or take too long (422).
    pub(crate) fn check_player(&self, field: &str, text: &str) -> Result<(), Refusal> {
        self.player(field, text).map(drop)
    }

    /// Refuses an experiment with too many games, on boards that are too large, or with players that look too far ahead or take
    /// too long (422).
    pub(crate) fn check_experiment(&self, experiment: &CheckedExperiment) -> Result<(), Refusal> {
        let CheckedExperiment { games, .. } = *experiment;
        Limits::check(
            "games_per_cell",
            ("the experiment", games, "games"),
            self.experiment_games,
            "fewer games",
        )?;
        experiment.boards.iter().try_for_each(|game| self.check_cells(game))?;
        experiment.players.iter().try_for_each(|player| self.check_settings("player", player))
    }

    /// The player that a field of the request names, if it is not refused.
    fn player(&self, field: &str, text: &str) -> Result<PlayerSpec, Refusal> {
        let player: PlayerSpec =
            text.parse().map_err(|error| Refusal::bad_field(Fault::NoSuchPlayer, field, &error))?;
        self.check_settings(field, &player)?;
        Ok(player)
    }

    fn check_settings(&self, field: &str, player: &PlayerSpec) -> Result<(), Refusal> {
        let check = |number, unit, most, less| Limits::check(field, ("the player", number, unit), most, less);
        if let Some(depth) = player.settings().text("depth").and_then(|text| text.parse().ok()) {
            self.check_depth(field, depth)?;
        }
        if let Some(nodes) = player.nodes() {
            check(nodes, "nodes a move", self.nodes, "fewer nodes")?;
        }
        let mebibytes = player.settings().text("memory").and_then(|text| text.parse::<u64>().ok());
        let bytes = mebibytes.map_or(0, |mebibytes| mebibytes.saturating_mul(1 << 20));
        check(bytes, "bytes of memory", self.memory_bytes, "less memory")?;
        let time = player.time();
        let of_move = time.per_move.map(|time| (time, "seconds a move"));
        let of_game = time.per_game.map(|game| (game.total + game.increment, "seconds on its clock"));
        for (time, unit) in of_move.into_iter().chain(of_game) {
            let seconds = time.as_millis().div_ceil(1000) as u64;
            check(seconds, unit, self.seconds, "less time")?;
        }
        Ok(())
    }

    /// Refuses players of a single move that look too far ahead or take too long, and those with a clock, which would
    /// start anew with each request (422).
    pub(crate) fn check_player_of_a_move(&self, text: &str) -> Result<(), Refusal> {
        let player = self.player("player", text)?;
        if player.time().per_game.is_none() {
            return Ok(());
        }
        let error = format!("{player}: each request is for one move, and a clock would start anew with it");
        let refusal = Refusal::impossible(Fault::Clock, Some("player"), error);
        Err(refusal.with_hint("give a time for each move in place of clock=, as time=1s"))
    }

    pub(crate) fn check_depth(&self, field: &str, depth: u64) -> Result<(), Refusal> {
        Limits::check(field, ("the search", depth, "plies"), self.depth, "a smaller depth")
    }

    /// Refuses a field that asks for more than the limit, in words: `what` has this number of `unit`, and `less` would do.
    pub(crate) fn check(
        field: &str,
        (what, number, unit): (&str, u64, &str),
        most: u64,
        less: &str,
    ) -> Result<(), Refusal> {
        if number <= most {
            return Ok(());
        }
        let error = format!("{what} has {number} {unit}; through this server at most {most} are possible");
        let refusal = Refusal::impossible(Fault::Limit, Some(field), error);
        Err(refusal.with_hint(format!("ask for {less}, or use the command line")))
    }
}
