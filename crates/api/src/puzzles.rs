//! `puzzles`: positions with exactly one good move.

use connect_toe_game::Game;
use connect_toe_puzzles::{FindError, Goal, Progress as Searched, Puzzle, Wanted, attempt, find};
use connect_toe_search::{ExactResult, Worth};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::position::{Position, game};
use crate::reason::Fault;
use crate::seed;
use crate::why::{Opinion, StatedReason, reasons_of_move};
use crate::work::{Progress, Work, no_threads};

/// Asks for puzzles of a game: positions from self-play with exactly one good move, which is proven.
///
/// The same game, seed and count give the same puzzles; fewer of them are the first of more.
///
/// ```
/// use connect_toe_api::{Puzzles, Work};
/// let found = Puzzles { count: 2, ..Puzzles::new("tic-tac-toe") }.run(&Work::new())?;
/// assert_eq!(found.len(), 2);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzles {
    /// Game text or a preset's name.
    pub game: String,
    /// The number of puzzles.
    #[serde(default = "Puzzles::count")]
    pub count: u64,
    /// The seed of the games in which they are found.
    #[serde(default = "seed::default")]
    pub seed: u64,
}

/// A position with exactly one good move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FoundPuzzle {
    /// Canonical game text.
    pub game: String,
    /// The moves from the empty board that lead to the position.
    pub moves: String,
    /// The side to move: `x` or `o`.
    pub to_move: String,
    /// What is to be found.
    pub goal: PuzzleGoal,
    /// The good move, and if it wins, best play to the end.
    pub solution: Vec<String>,
    /// Plies to the end of the game, where the good move wins.
    pub distance: Option<u32>,
    /// Where the goal is `hold`: the plies within which all other moves lose and the good one does not; `null` if it is
    /// proven to the end of the game.
    pub within: Option<u32>,
    /// How difficult it is, from 0 to 1: one half is the share of tries in which players of the weaker levels miss the good
    /// move, the rest the length of the win, whether the move threatens nothing at once, and the number of legal moves.
    pub difficulty: f64,
    /// The task in words.
    pub text: String,
    /// A first nudge in words.
    pub hint: String,
    /// Reasons for the good move, the strongest first.
    #[serde(default)]
    pub reasons: Vec<StatedReason>,
}

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum PuzzleGoal {
    /// The only move that wins within the distance; none wins sooner.
    Win,
    /// The only move that does not lose.
    Hold,
    /// The only move that makes two threats at once; it wins with the next move, and no other move wins as soon.
    Fork,
}

impl Puzzles {
    /// The number of puzzles if the request does not name it.
    pub const COUNT: u64 = 5;
    /// The largest number of puzzles.
    pub const MOST: u64 = 1000;

    fn count() -> u64 {
        Puzzles::COUNT
    }

    /// [`Puzzles::COUNT`] puzzles of a game.
    pub fn new(game: impl Into<String>) -> Puzzles {
        Puzzles { game: game.into(), count: Puzzles::COUNT, seed: seed::DEFAULT }
    }

    /// The puzzles in the order in which they are found; fewer than were asked for if many games have no more, which is a
    /// notice, or if the search is stopped. The number of threads does not change them.
    ///
    /// # Errors
    /// A text that is not a game; a number of puzzles that is 0 or too large; a game without a puzzle.
    pub fn run(&self, work: &Work) -> Result<Vec<FoundPuzzle>, Error> {
        let game = game(&self.game)?;
        if !(1..=Puzzles::MOST).contains(&self.count) {
            let error = format!("the number of puzzles must lie between 1 and {}", Puzzles::MOST);
            return Err(Error::of_field(Fault::WrongField, "count", error));
        }
        let count = self.count as usize;
        let wanted = Wanted { count, seed: self.seed, threads: work.threads() };
        let stop = work.stop().part();
        let mut watch = |searched: Searched| {
            let (done, total) = (searched.puzzles as u64, Some(self.count));
            let detail = || format!("{} games", searched.games);
            work.progress(&Progress { done, total, unit: "puzzles", detail: &detail });
            stop.listen()
        };
        let found = find(&game, wanted, work.stop(), &mut watch).map_err(|error| match error {
            FindError::NoThread(refused) => no_threads(wanted.threads, &refused),
            error => Error::impossible(error),
        })?;
        if found.puzzles.is_empty() {
            if found.stopped {
                return Err(Error::Interrupted);
            }
            return Err(Error::impossible(format!(
                "no puzzle was found in {} games of {}: no position had exactly one good move that is worth finding",
                found.games, self.game
            ))
            .with_hint("on a small board nearly every move wins or none does; a larger one has puzzles"));
        }
        if found.puzzles.len() < count && !found.stopped {
            work.notice(&format!(
                "{} of {count} puzzles were found: the last of {} games had no other",
                found.puzzles.len(),
                found.games
            ));
        }
        Ok(found.puzzles.iter().map(|puzzle| FoundPuzzle::new(&game, puzzle)).collect())
    }
}

impl FoundPuzzle {
    fn new(game: &Game, puzzle: &Puzzle) -> FoundPuzzle {
        let within = match puzzle.goal {
            Goal::Hold { within } => within,
            Goal::Win { .. } | Goal::Fork => None,
        };
        FoundPuzzle {
            game: game.spec().to_string(),
            moves: game.moves_text(&puzzle.moves),
            to_move: puzzle.to_move.to_string(),
            goal: match puzzle.goal {
                Goal::Win { .. } => PuzzleGoal::Win,
                Goal::Hold { .. } => PuzzleGoal::Hold,
                Goal::Fork => PuzzleGoal::Fork,
            },
            solution: puzzle.solution.iter().map(|&cell| game.cell_text(cell)).collect(),
            distance: puzzle.goal.distance(),
            within,
            difficulty: puzzle.difficulty,
            text: puzzle.text(),
            hint: puzzle.hint(game),
            reasons: reasons_of_puzzle(game, puzzle),
        }
    }
}

/// The reasons for the good move of a puzzle.
fn reasons_of_puzzle(game: &Game, puzzle: &Puzzle) -> Vec<StatedReason> {
    let mut game = game.clone();
    let is_played = puzzle.moves.iter().all(|&cell| game.play(cell).is_ok());
    let Some(&cell) = puzzle.solution.first().filter(|_| is_played) else { return Vec::new() };
    let wins = |plies| Worth::Exact { result: ExactResult::Win, plies: Some(plies), at_most: false };
    let worth = puzzle.goal.distance().map(wins);
    reasons_of_move(&game, cell, &Opinion::of_move(cell, worth, puzzle.solution.clone()))
}

/// Asks whether a move is the good one of a puzzle, and why not.
///
/// ```
/// use connect_toe_api::{AttemptPuzzle, Puzzles, Work};
/// let work = Work::new();
/// let puzzle = Puzzles { count: 1, ..Puzzles::new("tic-tac-toe") }.run(&work)?.remove(0);
/// let attempt = AttemptPuzzle::of(&puzzle, &puzzle.solution[0]).run(&work)?;
/// assert!(attempt.right);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AttemptPuzzle {
    /// Game text or a preset's name.
    pub game: String,
    /// The position of the puzzle, or a later one of its solution.
    pub moves: String,
    /// What is to be found.
    pub goal: PuzzleGoal,
    /// Where the goal is to win: the plies to the end of the game, as the puzzle or the last answer says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Where the goal is to hold: the good move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The move to try.
    #[serde(rename = "move")]
    pub cell: String,
}

/// What a move of a puzzle does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AttemptedPuzzle {
    /// Whether it is the good move, or one that keeps the win in time.
    pub right: bool,
    /// What is to be said of it, in a sentence: for a wrong move with the reply that refutes it.
    pub text: String,
    /// The opponent's reply, if there is one to tell of: after a right move the one that holds out longest, after a wrong move
    /// one that shows what is wrong.
    pub reply: Option<String>,
    /// Plies to the end after that reply; `null` if nothing is left to find.
    pub distance: Option<u32>,
}

impl AttemptPuzzle {
    /// The request for a move of a puzzle.
    pub fn of(puzzle: &FoundPuzzle, cell: impl Into<String>) -> AttemptPuzzle {
        AttemptPuzzle {
            game: puzzle.game.clone(),
            moves: puzzle.moves.clone(),
            goal: puzzle.goal,
            distance: puzzle.distance,
            solution: puzzle.solution.first().cloned(),
            cell: cell.into(),
        }
    }

    /// What the move does.
    ///
    /// # Errors
    /// A text that is not a game, moves of it, or a legal move; a goal that lacks its distance or solution; a position that takes
    /// too long to decide.
    pub fn run(&self, work: &Work) -> Result<AttemptedPuzzle, Error> {
        let mut game = game(&self.game)?;
        connect_toe_game::with_game!(&mut game, record => Position::after(&*self.moves).apply(record))?;
        let read = |field: &str, text: &str| {
            game.parse_move(text).map_err(|reason| Error::of_field(Fault::IllegalMoves, field, reason))
        };
        let cell = read("move", &self.cell)?;
        let missing = |field: &str| {
            Error::of_field(Fault::MissingField, field, format!("a puzzle with this goal has a {field}"))
        };
        let goal = match self.goal {
            PuzzleGoal::Win => {
                let plies = self.distance.ok_or_else(|| missing("distance"))?;
                if plies > AttemptPuzzle::MOST_PLIES {
                    let error = format!("the distance is at most {}", AttemptPuzzle::MOST_PLIES);
                    return Err(Error::of_field(Fault::WrongField, "distance", error));
                }
                Goal::Win { plies }
            }
            PuzzleGoal::Fork => Goal::Fork,
            PuzzleGoal::Hold => Goal::Hold { within: None },
        };
        let solution = self.solution.as_deref().filter(|_| self.goal == PuzzleGoal::Hold);
        let solution = solution.map(|text| read("solution", text)).transpose()?;
        if self.goal == PuzzleGoal::Hold && solution.is_none() {
            return Err(missing("solution"));
        }
        let Some(tried) = attempt(&game, goal, solution, cell, work.stop()) else {
            if work.stop().is_requested() {
                return Err(Error::Interrupted);
            }
            return Err(Error::impossible(
                "the position takes too long to decide: it is not one of a puzzle",
            ));
        };
        let text = tried.text(&game, goal);
        let (right, reply, next) = match tried {
            connect_toe_puzzles::Attempt::Right { reply, next } => (true, reply, next),
            connect_toe_puzzles::Attempt::Wrong(refutation) => (false, refutation.reply(), None),
        };
        let reply = reply.map(|cell| game.cell_text(cell));
        Ok(AttemptedPuzzle { right, text, reply, distance: next.and_then(Goal::distance) })
    }

    /// No puzzle is longer.
    const MOST_PLIES: u32 = 8;
}
