//! What is graded: heuristics, and players.

use std::fmt;
use std::ops::ControlFlow;

use connect_toe_eval::Evaluator;
use connect_toe_game::{Bits, Board, Cell, Rules};
use connect_toe_players::{HeuristicSpec, PlayerError, PlayerSpec, SearchPlayer, Ties};
use connect_toe_search::{SearchProgress, Stopped};
use connect_toe_solve::Control;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::error::GradeError;

/// Something to be graded.
///
/// ```
/// use connect_toe_grade::Entry;
/// let heuristic = Entry::Heuristic("runs".parse()?);
/// let player = Entry::Player("alpha-beta:depth=2,eval=runs".parse()?);
/// assert_eq!([heuristic.to_string(), player.to_string()], ["runs", "alpha-beta:depth=2,eval=runs"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A heuristic: its values are compared with the exact ones, and so are the moves that it chooses at one ply
    /// ([`HeuristicSpec::one_ply_player`]).
    Heuristic(HeuristicSpec),
    /// A player: the moves that it chooses are compared with the best ones.
    Player(PlayerSpec),
}

/// The heuristic or player as written.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Heuristic(heuristic) => heuristic.fmt(f),
            Entry::Player(player) => player.fmt(f),
        }
    }
}

/// An entry at work in one game.
pub(crate) struct Contestant<B: Bits> {
    /// As written.
    name: String,
    evaluator: Option<Box<dyn Evaluator<B>>>,
    player: SearchPlayer<B>,
    choice: Choice,
}

/// How a player's choice is found out.
enum Choice {
    /// It is one of the best moves of an analysis, each with the same probability.
    AnyOfTheBest,
    /// It is always the same.
    TheOne,
    /// It depends on chance in a way that only trying shows: where a search is cut off by a limit of nodes depends
    /// on the order in which the moves come.
    Tries,
}

/// How often a player whose choice depends on chance is asked.
const TRIES: usize = 16;

/// What an entry makes of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The heuristic's value for the side to move.
    pub value: Option<i64>,
    /// The chosen moves: equally likely places in the list of legal moves.
    pub chosen: Vec<usize>,
}

impl<B: Bits> Contestant<B> {
    pub(crate) fn new(rules: &Rules<B>, entry: &Entry) -> Result<Self, GradeError> {
        let (evaluator, player) = match entry {
            Entry::Heuristic(heuristic) => {
                (Some(heuristic.build(rules).map_err(PlayerError::from)?), heuristic.one_ply_player())
            }
            Entry::Player(player) => (None, &player.for_game(rules.spec())),
        };
        let choice = match (player.ties(), player.nodes()) {
            (Ties::First | Ties::Last, _) => Choice::TheOne,
            (Ties::Random, None) => Choice::AnyOfTheBest,
            (Ties::Random, Some(_)) => Choice::Tries,
        };
        Ok(Contestant {
            name: entry.to_string(),
            evaluator,
            player: SearchPlayer::new(rules, player)?,
            choice,
        })
    }

    /// The opinion on a position in which the game goes on; `None` if `control` stops it. What depends on chance
    /// depends on `seed` and `stream`.
    ///
    /// # Errors
    /// The player has no move to give.
    pub(crate) fn opinion(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        (seed, stream): (u64, u64),
        control: &Control,
    ) -> Result<Option<Opinion>, PlayerError> {
        let value =
            self.evaluator.as_mut().map(|evaluator| evaluator.evaluate(rules, board, board.to_move()));
        let mut watch = |_: &SearchProgress| {
            if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let moves = rules.legal_moves(board);
        let mut fails = false;
        let chosen: Vec<Cell> = match self.choice {
            Choice::AnyOfTheBest => {
                let report = self.player.analyze(rules, board, &mut watch);
                fails = report.stopped == Stopped::Failed;
                if report.stopped == Stopped::Done { report.best } else { Vec::new() }
            }
            Choice::TheOne | Choice::Tries => {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                random.set_stream(stream);
                let tries = if matches!(self.choice, Choice::Tries) { TRIES } else { 1 };
                let mut choose = || {
                    let choice = self.player.choose_watched(rules, board, &mut random, &mut watch);
                    fails |= choice.forfeits;
                    choice.cell
                };
                (0..tries).map(|_| choose()).collect()
            }
        };
        if fails {
            let (name, text) = (&self.name, rules.board_text(board));
            return Err(PlayerError::Game(format!("{name} has no move to give in the position {text}")));
        }
        let chosen: Vec<usize> =
            chosen.iter().filter_map(|cell| moves.iter().position(|other| other == cell)).collect();
        Ok((!control.is_stopped() && !chosen.is_empty()).then_some(Opinion { value, chosen }))
    }
}
