//! Questions about a position, and what a solver finds out about them.

use std::fmt;

use connect_toe_game::{Bits, Board, BySide, Cell, Rules, Side, Turn};

use crate::score::{Bounds, Score, Value};

/// What to find out about a position.
///
/// ```
/// use connect_toe_solve::{Question, Scope};
/// assert_eq!(Question::default().scope, Scope::BestMoves);
/// let who_wins = Question { weak: true, scope: Scope::Value, ..Question::default() };
/// # let _ = who_wins;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Whether the result (win, draw or loss) is enough, without the number of plies to the end.
    pub weak: bool,
    /// What to find out besides the value. For a weak question one best move is enough.
    pub scope: Scope,
    /// How much to search for the rest, once it is known who wins.
    pub budget: Budget,
}

/// How much to search, once it is known who wins, for each of these: the distance, the best moves, the line.
///
/// The values of all moves, if the question is for them, have no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// As much as it takes.
    #[default]
    Unlimited,
    /// Not more than this many nodes.
    Nodes(u64),
    /// Not more than three times the nodes that it took to find out who wins, or 32 million; for a weak question a
    /// quarter of these nodes, or 1/4 of a million, and 32 million if it took none.
    Proportional,
}

impl Budget {
    /// The nodes, if it took `spent` to find out who wins.
    pub(crate) fn nodes(self, spent: u64, weak: bool) -> u64 {
        match self {
            Budget::Unlimited => u64::MAX,
            Budget::Nodes(nodes) => nodes,
            Budget::Proportional if weak && spent > 0 => (spent / 4).max(1 << 18),
            Budget::Proportional => spent.saturating_mul(3).max(1 << 25),
        }
    }
}

/// Something that a question asks for and an answer does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Who wins.
    Result,
    /// The number of plies to the end.
    Distance,
    /// Moves that keep the value, or some of them.
    Best,
    /// The value of some moves.
    Moves,
    /// Best play to the end.
    Line,
}

/// `result`, `distance`, `best`, `moves` or `line`.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Missing::Result => "result",
            Missing::Distance => "distance",
            Missing::Best => "best",
            Missing::Moves => "moves",
            Missing::Line => "line",
        })
    }
}

/// How much of a position to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The value, without moves.
    Value,
    /// The value, the moves that keep it, and a line of best play.
    #[default]
    BestMoves,
    /// The value, the moves that keep it, a line of best play, and the value of every legal move.
    AllMoves,
}

/// The steps of solving a position, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Looks for the value.
    Value,
    /// Looks for the moves that keep the value, or values every move.
    Moves,
    /// Looks for a line of best play.
    Line,
    /// Writes a certificate.
    Certificate,
}

/// Nodes searched, by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseNodes {
    /// Nodes searched for the value.
    pub value: u64,
    /// Nodes searched for the moves.
    pub moves: u64,
    /// Nodes searched for the line of best play.
    pub line: u64,
    /// Nodes searched for the certificate.
    pub certificate: u64,
}

impl PhaseNodes {
    /// Nodes searched in all phases.
    pub fn total(self) -> u64 {
        self.value + self.moves + self.line + self.certificate
    }
}

/// The result of a position with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactResult {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The side to move loses.
    Loss,
}

/// The result for the other side.
impl std::ops::Neg for ExactResult {
    type Output = ExactResult;

    fn neg(self) -> ExactResult {
        match self {
            ExactResult::Win => ExactResult::Loss,
            ExactResult::Draw => ExactResult::Draw,
            ExactResult::Loss => ExactResult::Win,
        }
    }
}

/// `win`, `draw` or `loss`.
impl fmt::Display for ExactResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ExactResult::Win => "win",
            ExactResult::Draw => "draw",
            ExactResult::Loss => "loss",
        })
    }
}

/// The value of one legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub cell: Cell,
    /// The move's score, for the side that makes it: exact, or if the question was weak with a known
    /// [result](Bounds::result). [`Answer::move_value`] turns it into a value.
    pub bounds: Bounds,
}

/// The moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The moves that keep the value, in canonical order. After a weak question one that keeps the result, or if it was
    /// for all moves, those that do; also where the distance was not found.
    pub best: Vec<Cell>,
    /// Every legal move in canonical order, if the question was for all of them.
    pub all: Vec<MoveAnswer>,
    /// Whether the solver was stopped before it had looked at every move. What the lists hold is true, but moves can
    /// be missing.
    pub interrupted: bool,
}

/// What a solver found out about one position.
///
/// An answer can be read without its solver and the game's rules. If the solver was interrupted, the answer has what
/// was known by then.
///
/// ```
/// use connect_toe_game::{GameSpec, Rules};
/// use connect_toe_solve::{Control, ExactResult, Memory, Question, Solver, Value};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse::<GameSpec>()?)?;
/// let board = rules.parse_board("xox/oox/___", None)?;
/// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
/// let answer = solver.solve(&board, Question::default(), &Control::new(), |_| {});
/// assert_eq!(answer.result(), Some(ExactResult::Win));
/// assert_eq!(answer.value(), Some(Value::Win(1)));
/// let moves = answer.moves.expect("the question was for moves");
/// let best: Vec<String> =
///     moves.best.iter().map(|&cell| solver.rules().geometry().cell_text(cell)).collect();
/// assert_eq!(best, ["c1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The score lies between these, for the side to move. They meet unless the solver was interrupted, the budget was
    /// spent, or the question was weak.
    pub bounds: Bounds,
    /// The moves, if the question was for them and the result was found.
    pub moves: Option<Moves>,
    /// Best play from here to the end of the game, if the question was for moves and the line was found. Among
    /// the moves that keep the value each side takes the one that the prover finds most promising.
    pub line: Option<Vec<Cell>>,
    /// Whether the solver was stopped before it had found out everything.
    pub interrupted: bool,
    /// Nodes searched.
    pub nodes: PhaseNodes,
    pub(crate) position: PositionFacts,
}

/// What an answer keeps of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionFacts {
    to_move: Side,
    is_over: bool,
    cells: u32,
    stones: BySide<u32>,
    turn: Turn,
}

impl PositionFacts {
    pub(crate) fn new<B: Bits>(rules: &Rules<B>, board: &Board<B>) -> PositionFacts {
        PositionFacts {
            to_move: board.to_move(),
            is_over: rules.outcome(board).is_some(),
            cells: rules.cells().count(),
            stones: BySide::from_fn(|side| board.stones_of(side).count()),
            turn: rules.spec().turn,
        }
    }

    fn empty(self) -> u32 {
        self.cells - self.stones.x - self.stones.o
    }
}

impl Answer {
    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.position.to_move
    }

    /// Whether the game was over before the first move, so that there was nothing to solve.
    pub fn is_over(&self) -> bool {
        self.position.is_over
    }

    /// The result for the side to move, or `None` if the solver was stopped before it knew.
    pub fn result(&self) -> Option<ExactResult> {
        self.bounds.result()
    }

    /// What the question asks for and the solver did not find out.
    pub fn missing(&self) -> Vec<Missing> {
        if self.result().is_none() {
            return vec![Missing::Result];
        }
        let Question { weak, scope, .. } = self.question;
        let moves = self.moves.as_ref();
        let in_moves = if scope == Scope::AllMoves { Missing::Moves } else { Missing::Best };
        let has_moves = moves.is_some_and(|moves| !moves.interrupted);
        let is_missing = |missing: &Missing| match missing {
            Missing::Distance => !self.bounds.is_answer(weak),
            Missing::Line => scope != Scope::Value && self.line.is_none(),
            missing => *missing == in_moves && scope != Scope::Value && !has_moves,
        };
        let all = [Missing::Distance, Missing::Best, Missing::Moves, Missing::Line];
        all.into_iter().filter(is_missing).collect()
    }

    /// The value for the side to move. `None` if the solver was stopped before it knew, or if the question was weak,
    /// the game goes on and it is not a draw: then only [`result`](Answer::result) is known.
    pub fn value(&self) -> Option<Value> {
        match self.result()? {
            ExactResult::Draw => Some(Value::Draw),
            ExactResult::Win if self.is_over() => Some(Value::Win(0)),
            ExactResult::Loss if self.is_over() => Some(Value::Loss(0)),
            _ if self.question.weak => None,
            _ => self.bounds.exact().map(|score| score.value(self.position.empty())),
        }
    }

    /// The number of plies to the end of the game, if it is known. A draw has none.
    pub fn distance(&self) -> Option<u32> {
        self.value()?.distance()
    }

    /// The least value that the bounds allow.
    pub fn at_least(&self) -> Value {
        self.bounds.lower.value(self.position.empty())
    }

    /// The greatest value that the bounds allow.
    pub fn at_most(&self) -> Value {
        self.bounds.upper.value(self.position.empty())
    }

    /// The value of a move of this position, for the side that makes it, with the distance counted from before the
    /// move. `None` if the question was weak and the move does not draw: then only the
    /// [result](Bounds::result) of its bounds is known.
    pub fn move_value(&self, found: &MoveAnswer) -> Option<Value> {
        match found.bounds.result()? {
            ExactResult::Draw => Some(Value::Draw),
            _ if self.question.weak => None,
            _ => found.bounds.exact().map(|score| score.value(self.position.empty())),
        }
    }

    /// The value as the score of some Connect Four solvers (such as Pascal Pons's): 0 for a draw, else the number of
    /// stones that the winner has in hand at the end of the game, plus 1; negative if the side to move loses.
    ///
    /// `None` if the distance is not known, or if the sides have not placed as many stones as in a game from the
    /// empty board. With an odd number of cells X has one more stone than O.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Rules};
    /// use connect_toe_solve::{Control, Memory, Question, Solver};
    /// let rules = Rules::<u64>::compile(&"4x4:3:-2".parse::<GameSpec>()?)?;
    /// let board = rules.start();
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    /// let answer = solver.solve(&board, Question::default(), &Control::new(), |_| {});
    /// // X wins with the fifth of its 8 stones, so 3 are left.
    /// assert_eq!(answer.distance(), Some(9));
    /// assert_eq!(answer.score_pons(), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score_pons(&self) -> Option<i64> {
        let PositionFacts { to_move, cells, stones, turn, .. } = self.position;
        let (sign, winner, plies) = match self.value()? {
            Value::Draw => return Some(0),
            Value::Win(plies) => (1, to_move, plies),
            Value::Loss(plies) => (-1, to_move.other(), plies),
        };
        let played = stones.x + stones.o;
        if stones.x != turn.stones_of(Side::X, played) || turn.to_move_after(played) != to_move {
            return None;
        }
        let in_hand = turn.stones_of(winner, cells) - turn.stones_of(winner, played + plies);
        Some(sign * (i64::from(in_hand) + 1))
    }
}

impl Bounds {
    /// Whether the bounds say all that a question asks of the value: the score, or if the question is weak the
    /// result.
    pub fn is_answer(self, weak: bool) -> bool {
        if weak { self.result().is_some() } else { self.exact().is_some() }
    }

    /// The result that all scores between the bounds have in common, if there is one.
    ///
    /// ```
    /// use connect_toe_solve::{Bounds, ExactResult, Score};
    /// let bounds = |lower, upper| Bounds { lower: Score(lower), upper: Score(upper) };
    /// assert_eq!(bounds(1, 5).result(), Some(ExactResult::Win));
    /// assert_eq!(bounds(0, 0).result(), Some(ExactResult::Draw));
    /// assert_eq!(bounds(0, 5).result(), None);
    /// ```
    pub fn result(self) -> Option<ExactResult> {
        match (self.lower.cmp(&Score::DRAW), self.upper.cmp(&Score::DRAW)) {
            (std::cmp::Ordering::Greater, _) => Some(ExactResult::Win),
            (_, std::cmp::Ordering::Less) => Some(ExactResult::Loss),
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => Some(ExactResult::Draw),
            _ => None,
        }
    }
}

impl Value {
    /// The result, without the distance.
    pub fn result(self) -> ExactResult {
        match self {
            Value::Win(_) => ExactResult::Win,
            Value::Draw => ExactResult::Draw,
            Value::Loss(_) => ExactResult::Loss,
        }
    }
}
