//! Is a move the good one of a puzzle?

use connect_toe_game::{Bits, Board, Cell, Game, Record, Side, with_game};
use connect_toe_work::Stop;

use crate::examine::Examiner;
use crate::find::WORK_OF_A_POSITION;
use crate::puzzle::Goal;
use crate::within::{Spent, Within};

/// What a move of a puzzle does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It keeps the goal.
    Right {
        /// The reply that holds out longest, if the game goes on and a winner has more to find.
        reply: Option<Cell>,
        /// The goal after that reply; `None` if the puzzle is solved.
        next: Option<Goal>,
    },
    /// It does not.
    Wrong(Refutation),
}

/// Why a move is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// After this reply there is no win in time.
    Escapes(Cell),
    /// The opponent wins in so many moves of its own, beginning with this one.
    Loses(Cell, u32),
    /// The opponent wins sooner or later, as the exact solver has found.
    LosesLater,
    /// The move ends the game without a win.
    Ends,
    /// It makes so many threats and not two.
    Threats(usize),
    /// It makes two threats, but does not win with them.
    LeavesAnswer,
}

impl Refutation {
    /// The opponent's reply that shows it, if there is one.
    pub fn reply(&self) -> Option<Cell> {
        match *self {
            Refutation::Escapes(reply) | Refutation::Loses(reply, _) => Some(reply),
            Refutation::LosesLater | Refutation::Ends | Refutation::Threats(_) | Refutation::LeavesAnswer => {
                None
            }
        }
    }
}

/// Work for each of the two questions of an answer: the puzzle was proven with less.
const WORK: u64 = 16 * WORK_OF_A_POSITION;
/// Wins of the opponent that are looked for.
const OPPONENT: u32 = 7;

/// What a legal move does in the position of a puzzle. For a puzzle to hold, `solution` is the good move. `None` if that takes
/// too long, which it does not in a puzzle, or is stopped.
///
/// ```
/// use connect_toe_puzzles::{Attempt, Goal, attempt};
/// let mut game: connect_toe_game::Game = "tic-tac-toe".parse()?;
/// game.play("a1 b2 c3")?;
/// // O must take an edge; in a corner it loses to the other corner.
/// let corner = game.parse_move("a3")?;
/// let goal = Goal::Win { plies: 3 };
/// let tried = attempt(&game, goal, None, corner, &connect_toe_work::Stop::new());
/// assert!(matches!(tried, Some(Attempt::Wrong(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attempt(game: &Game, goal: Goal, solution: Option<Cell>, cell: Cell, stop: &Stop) -> Option<Attempt> {
    with_game!(game, record => attempt_here(record, goal, solution, cell, stop).ok())
}

fn attempt_here<B: Bits>(
    record: &Record<B>,
    goal: Goal,
    solution: Option<Cell>,
    cell: Cell,
    stop: &Stop,
) -> Result<Attempt, Spent> {
    let mut within = Within::new(record.rules(), stop);
    within.allow(WORK);
    let mut examiner = Examiner::new(within);
    let board = record.board();
    match goal {
        Goal::Win { plies } => win(&mut examiner, board, cell, plies),
        Goal::Fork => fork(&mut examiner, board, cell),
        Goal::Hold { .. } if solution == Some(cell) => Ok(Attempt::Right { reply: None, next: None }),
        Goal::Hold { .. } => Ok(Attempt::Wrong(lost(&mut examiner, board, cell)?)),
    }
}

fn win<B: Bits>(
    examiner: &mut Examiner<B>,
    board: &Board<B>,
    cell: Cell,
    plies: u32,
) -> Result<Attempt, Spent> {
    if !examiner.within.move_wins(board, cell, plies)? {
        return Ok(Attempt::Wrong(escape(examiner, board, cell, plies)?));
    }
    let step = examiner.within.rules().advance(board, cell);
    if step.outcome.is_some() {
        return Ok(Attempt::Right { reply: None, next: None });
    }
    let reply = examiner.best_reply(&step.board, plies - 1)?;
    let after = examiner.within.rules().advance(&step.board, reply);
    let next = match after.outcome {
        Some(_) => None,
        None => examiner.within.distance(&after.board, plies - 2)?.map(|plies| Goal::Win { plies }),
    };
    Ok(Attempt::Right { reply: Some(reply), next })
}

fn fork<B: Bits>(examiner: &mut Examiner<B>, board: &Board<B>, cell: Cell) -> Result<Attempt, Spent> {
    let threats = examiner.threats(board, cell).count() as usize;
    if threats < 2 {
        return Ok(Attempt::Wrong(Refutation::Threats(threats)));
    }
    match win(examiner, board, cell, 3)? {
        Attempt::Wrong(_) => Ok(Attempt::Wrong(Refutation::LeavesAnswer)),
        right @ Attempt::Right { .. } => Ok(right),
    }
}

/// Why a move does not win within `plies`.
fn escape<B: Bits>(
    examiner: &mut Examiner<B>,
    board: &Board<B>,
    cell: Cell,
    plies: u32,
) -> Result<Refutation, Spent> {
    let step = examiner.within.rules().advance(board, cell);
    if step.outcome.is_some() {
        return Ok(Refutation::Ends);
    }
    if let Some(refutation) = opponent_wins(examiner, &step.board)? {
        return Ok(refutation);
    }
    let good = examiner.winning_move(board, plies)?;
    for reply in examiner.replies(&step.board, plies - 1, Some(good))? {
        let after = examiner.within.rules().advance(&step.board, reply);
        let escapes = match after.outcome {
            Some(outcome) => outcome.winner() != Some(board.to_move()),
            None => !examiner.within.wins_within(&after.board, plies.saturating_sub(2))?,
        };
        if escapes {
            return Ok(Refutation::Escapes(reply));
        }
    }
    Err(Spent)
}

/// Why a move loses.
fn lost<B: Bits>(examiner: &mut Examiner<B>, board: &Board<B>, cell: Cell) -> Result<Refutation, Spent> {
    let step = examiner.within.rules().advance(board, cell);
    if step.outcome.is_some() {
        return Ok(Refutation::Ends);
    }
    Ok(opponent_wins(examiner, &step.board)?.unwrap_or(Refutation::LosesLater))
}

fn opponent_wins<B: Bits>(examiner: &mut Examiner<B>, board: &Board<B>) -> Result<Option<Refutation>, Spent> {
    // Where this takes too long, there is more to say.
    let plies = examiner.within.distance(board, OPPONENT);
    examiner.within.allow(WORK);
    let Ok(Some(plies)) = plies else { return Ok(None) };
    let reply = examiner.winning_move(board, plies)?;
    Ok(Some(Refutation::Loses(reply, plies.div_ceil(2))))
}

impl Attempt {
    /// What is said to the one who made the move.
    pub fn text(&self, game: &Game, goal: Goal) -> String {
        let opponent = name(game.to_move().other());
        let own = name(game.to_move());
        match self {
            Attempt::Right { next: Some(next), .. } => {
                let moves = next.own_moves().unwrap_or_default();
                let plural = if moves == 1 { "" } else { "s" };
                format!("Right. {moves} more move{plural} to win.")
            }
            Attempt::Right { next: None, .. } => "Right. The puzzle is solved.".to_owned(),
            Attempt::Wrong(Refutation::Escapes(reply)) => {
                let moves = goal.own_moves().unwrap_or_default();
                let reply = game.cell_text(*reply);
                format!("Wrong: {opponent} answers {reply}, and {own} does not win in {moves} moves.")
            }
            Attempt::Wrong(Refutation::Loses(reply, 1)) if lines_win(game) => {
                format!("Wrong: {opponent} wins at once with {}.", game.cell_text(*reply))
            }
            Attempt::Wrong(Refutation::Loses(reply, moves)) => {
                let plural = if *moves == 1 { "" } else { "s" };
                let reply = game.cell_text(*reply);
                format!("Wrong: {opponent} answers {reply} and wins in {moves} move{plural}.")
            }
            Attempt::Wrong(Refutation::LosesLater) => {
                format!("Wrong: the exact solver has found that {opponent} wins after it.")
            }
            Attempt::Wrong(Refutation::Ends) => {
                "Wrong: the game ends with this move, without a win.".to_owned()
            }
            Attempt::Wrong(Refutation::Threats(0)) => "Wrong: it threatens nothing at once.".to_owned(),
            Attempt::Wrong(Refutation::Threats(_)) => "Wrong: it makes one threat, not two.".to_owned(),
            Attempt::Wrong(Refutation::LeavesAnswer) => {
                format!("Wrong: it makes two threats, but {opponent} has an answer.")
            }
        }
    }
}

fn lines_win(game: &Game) -> bool {
    with_game!(game, record => record.rules().line_wins())
}

fn name(side: Side) -> String {
    side.to_string().to_uppercase()
}
