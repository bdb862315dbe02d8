//! The solver: from questions about positions to values, best moves and lines.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use connect_toe_game::{Bits, Board, Cell, Rules, for_width};
use connect_toe_threats::{Found, Order, Threats, Win};
use connect_toe_work::{Outbox, Workers};

use crate::answer::{Answer, Budget, MoveAnswer, Moves, Phase, PhaseNodes, PositionFacts, Question, Scope};
use crate::book::Book;
use crate::certify::CertifyError;
use crate::control::{Control, Interrupted};
use crate::engine::Engine;
use crate::mirror::opponent_mirrors;
use crate::parity::LastMove;
use crate::prover::{Memory, Prover};
use crate::score::{Bounds, Score, Value, of_outcome};

/// Answers questions about positions of one game.
///
/// [`solve`](Solver::solve) finds out everything; [`bounds`](Solver::bounds), [`moves`](Solver::moves) and
/// [`line`](Solver::line) are its steps, for callers who want one of them. The answers are the same for any number of
/// threads and whatever was asked before.
///
/// A finished game has an answer too: the side to move has won or lost in 0 plies, or the game is drawn, and there
/// are no moves. (The side to move has *won* a finished game only in a misère game, where its opponent completed a
/// line, or on a board that was set up.)
///
/// ```
/// use connect_toe_game::{GameSpec, Rules};
/// use connect_toe_solve::{Control, Memory, Question, Solver, Value};
/// let rules = Rules::<u64>::compile(&"4x4:3".parse::<GameSpec>()?)?;
/// let board = rules.start();
/// let mut solver = Solver::new(rules, Memory(1 << 20), 1);
/// let answer = solver.solve(&board, Question::default(), &Control::new(), |_| {});
/// assert_eq!(answer.value(), Some(Value::Win(5)));
/// assert_eq!(answer.line.map(|line| line.len()), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(missing_debug_implementations, reason = "provers have no text form")]
pub struct Solver<B: Bits> {
    rules: Rules<B>,
    prover: Box<dyn Prover<B>>,
    book: Option<Arc<Book<B>>>,
    /// Made for the first question.
    threats: Option<Threats<B>>,
    last_move: LastMove,
    threads: usize,
    nodes: u64,
}

/// Nodes that one thread searches before others are started.
const NODES_ALONE: u64 = 100_000;
/// Nodes of the prover before a win by threats is looked for: most questions need no more.
const NODES_BEFORE_THREATS: u64 = 4096;
/// Nodes in which it is looked for.
const NODES_OF_THREATS: u64 = 20_000;
/// Nodes of the prover before that where turns have several stones: threats decide much, and the prover is slow on large
/// boards.
const NODES_BEFORE_TURNS: u64 = 64;
/// Nodes in which a win by turns of several stones is looked for.
const NODES_OF_TURNS: u64 = 200_000;
/// Nodes times squared cells for the distance of a win by turns with threats, if the caller leaves it to the solver.
const WORK_AFTER_TURNS: u64 = 1 << 28;
/// Nodes for one move, where any move that keeps the result will do, before another one is tried.
const NODES_OF_A_MOVE: u64 = 1 << 17;
/// Games on larger boards are not searched on the caller's stack.
const MOST_CELLS_ON_ANY_STACK: usize = 256;

impl<B: Bits> Solver<B> {
    /// A solver that uses `memory` for its tables and works on `threads` threads at once (at least one). If the program
    /// has a [`Book`] of the game, the solver looks there first.
    pub fn new(rules: Rules<B>, memory: Memory, threads: usize) -> Solver<B> {
        for_width!(B => Solver::<B>::new_here, fn(Rules<B>, Memory, usize) -> Solver<B>)(
            rules, memory, threads,
        )
    }

    fn new_here(rules: Rules<B>, memory: Memory, threads: usize) -> Solver<B> {
        let prover = Engine::prover(&rules, memory);
        let book = Book::shipped(&rules);
        Solver::with_prover(rules, prover, threads).with_book(book)
    }

    /// Sets the book of the same game in which the solver looks first; `None` makes it prove everything.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book<B>>>) -> Solver<B> {
        Solver { book, ..self }
    }

    /// The book in which it looks first.
    pub fn book(&self) -> Option<&Book<B>> {
        self.book.as_deref()
    }

    /// A solver that asks this prover, which must be one for the same game, and has no book.
    pub fn with_prover(rules: Rules<B>, prover: Box<dyn Prover<B>>, threads: usize) -> Solver<B> {
        for_width!(B => Solver::<B>::with_prover_here, fn(Rules<B>, Box<dyn Prover<B>>, usize) -> Solver<B>)(
            rules, prover, threads,
        )
    }

    fn with_prover_here(rules: Rules<B>, prover: Box<dyn Prover<B>>, threads: usize) -> Solver<B> {
        Solver {
            last_move: LastMove::of(&rules),
            rules,
            prover,
            book: None,
            threats: None,
            threads: threads.max(1),
            nodes: 0,
        }
    }

    /// The game.
    pub fn rules(&self) -> &Rules<B> {
        &self.rules
    }

    /// Forgets what was learnt of other positions, so that the next answer takes as long as the first.
    pub fn forget(&mut self) {
        for_width!(B => Solver::<B>::forget_here, fn(&mut Solver<B>) )(self);
    }

    fn forget_here(&mut self) {
        self.prover.forget();
    }

    /// Nodes searched since the last call.
    pub fn take_nodes(&mut self) -> u64 {
        for_width!(B => Solver::<B>::take_nodes_here, fn(&mut Solver<B>) -> u64)(self)
    }

    fn take_nodes_here(&mut self) -> u64 {
        self.collect_nodes();
        std::mem::take(&mut self.nodes)
    }

    /// Answers a question about a position.
    ///
    /// `entered` is called with each [`Phase`] when it begins. So a caller can measure how long each phase takes, and
    /// show its progress; the solver itself reads no clock. While it works, another thread can look at
    /// `control` for nodes and bounds, and stop it. A stopped solver answers with what it knows by then: bounds that
    /// are true, if not tight, and the moves it has found.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Rules};
    /// use connect_toe_solve::{Control, Memory, Phase, Question, Scope, Solver};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse::<GameSpec>()?)?;
    /// let board = rules.start();
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    ///
    /// let question = Question { scope: Scope::AllMoves, ..Question::default() };
    /// let mut phases = Vec::new();
    /// let answer = solver.solve(&board, question, &Control::new(), |phase| phases.push(phase));
    /// assert_eq!(phases, [Phase::Value, Phase::Moves, Phase::Line]);
    /// assert_eq!(answer.moves.map(|moves| moves.all.len()), Some(9));
    ///
    /// let control = Control::new();
    /// control.stop();
    /// let answer = solver.solve(&board, question, &control, |_| {});
    /// assert!(answer.interrupted);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &mut self,
        board: &Board<B>,
        question: Question,
        control: &Control,
        mut entered: impl FnMut(Phase),
    ) -> Answer {
        for_width!(B => Solver::<B>::solve_here, fn(&mut Solver<B>, &Board<B>, Question, &Control, &mut dyn FnMut(Phase)) -> Answer)(
            self,
            board,
            question,
            control,
            &mut entered,
        )
    }

    fn solve_here(
        &mut self,
        board: &Board<B>,
        question: Question,
        control: &Control,
        entered: &mut dyn FnMut(Phase),
    ) -> Answer {
        self.take_nodes();
        entered(Phase::Value);
        let Question { weak, scope, budget } = question;
        let position = PositionFacts::new(&self.rules, board);
        let empty = self.rules.empty(board).count();
        let mut bounds = self.first_bounds(board);
        let mut threats = None;
        if self.rules.outcome(board).is_none() {
            let who_wins = |bounds: Bounds| bounds.result().is_some();
            // If the search is stopped, the bounds keep what it had found out.
            let soon = if self.rules.sides_alternate() { NODES_BEFORE_THREATS } else { NODES_BEFORE_TURNS };
            let soon = control.share(soon);
            let known = self.settle_until(who_wins, board, weak, &mut bounds, &soon, true);
            if known.is_err() && !control.is_stopped() {
                threats = self.win_by_threats(board, &mut bounds, control);
                let _ = self.settle_until(who_wins, board, weak, &mut bounds, control, true);
            }
        }
        self.collect_nodes();
        let mut nodes_left = budget.nodes(self.nodes, weak);
        if threats.is_some() && !self.rules.sides_alternate() && budget == Budget::Proportional {
            let cells = self.rules.geometry().cells().len() as u64;
            nodes_left = nodes_left.min(WORK_AFTER_TURNS / (cells * cells));
        }
        let budget = nodes_left;
        if bounds.result().is_some() && !bounds.is_answer(weak) {
            let _ = self.settle(board, weak, &mut bounds, &control.share(budget), true);
        }
        control.publish(bounds);
        let nodes = PhaseNodes { value: self.take_nodes(), ..PhaseNodes::default() };
        // Where the distance is not known, the moves are those that keep the result.
        let weak = weak || !bounds.is_answer(weak);
        let known = if weak && bounds.result().is_some() { sign(bounds, empty) } else { bounds };
        let shown = if question.weak { known } else { bounds };
        let mut answer =
            Answer { question, bounds: shown, moves: None, line: None, interrupted: false, nodes, position };
        if bounds.result().is_some() && scope != Scope::Value {
            entered(Phase::Moves);
            let moves = if weak && scope == Scope::BestMoves {
                self.one_move(board, known, threats.as_ref(), &control.share(budget))
            } else {
                let nodes = if scope == Scope::AllMoves { u64::MAX } else { budget };
                self.moves(board, known, Question { weak, ..question }, &control.share(nodes))
            };
            answer.nodes.moves = self.take_nodes();
            if !moves.interrupted {
                entered(Phase::Line);
                let first = moves.best.first().copied().filter(|_| weak);
                answer.line = match threats {
                    Some(win) if weak && win.order == Order::One && win.line.first() == first.as_ref() => {
                        Some(win.line)
                    }
                    _ => self.line_from(board, first, known, weak, &control.share(budget)).ok(),
                };
                answer.nodes.line = self.take_nodes();
            }
            answer.moves = Some(moves);
        }
        answer.interrupted = control.is_stopped() && !answer.missing().is_empty();
        answer
    }

    /// A win by threats that is found soon; the bounds know it then.
    fn win_by_threats(&mut self, board: &Board<B>, bounds: &mut Bounds, control: &Control) -> Option<Win> {
        let rules = &self.rules;
        let threats = self.threats.get_or_insert_with(|| Threats::new(rules));
        let nodes = if rules.sides_alternate() { NODES_OF_THREATS } else { NODES_OF_TURNS };
        let mut watch =
            |_: u64| if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let finding = threats.find(rules, board, Order::Two, nodes, &mut watch);
        self.nodes += finding.nodes;
        control.count(finding.nodes);
        let Found::Win(win) = finding.found else { return None };
        let score = Value::Win(win.plies).score(rules.empty(board).count());
        *bounds = bounds.and(Bounds { lower: score, ..*bounds });
        Some(win)
    }

    /// A move that keeps a result.
    fn one_move(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        threats: Option<&Win>,
        control: &Control,
    ) -> Moves {
        let mut moves = Moves::default();
        if let Some(win) = threats {
            moves.best.extend(win.line.first());
        } else if self.rules.outcome(board).is_none() {
            match self.any_keeping_move(board, known.lower, control) {
                Ok(found) => moves.best.extend(found),
                Err(Interrupted) => moves.interrupted = true,
            }
        }
        moves
    }

    /// Answers a question about a position as [`solve`](Solver::solve) does, and then
    /// [writes a certificate](Solver::certify) of the answer, with at most `most_moves` moves, to `out`.
    ///
    /// Returns the answer, and the number of moves written or the reason why the certificate is missing. If the solver
    /// is stopped while it writes, the answer is marked as interrupted.
    ///
    /// ```
    /// use connect_toe_game::{GameSpec, Rules};
    /// use connect_toe_solve::{Control, Memory, Question, Solver};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse::<GameSpec>()?)?;
    /// let board = rules.start();
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    /// let mut file = Vec::new();
    /// let (answer, written) =
    ///     solver.solve_and_certify(&board, Question::default(), &Control::new(), |_| {}, 1000, &mut file);
    /// assert!(written.is_ok() && !answer.interrupted);
    /// let proven = connect_toe_certificate::verify(&file[..])?;
    /// assert_eq!(proven.conclusion().as_deref(), Some("draw"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_and_certify(
        &mut self,
        board: &Board<B>,
        question: Question,
        control: &Control,
        mut entered: impl FnMut(Phase),
        most_moves: u64,
        mut out: impl Write,
    ) -> (Answer, Result<u64, CertifyError>) {
        for_width!(B => Solver::<B>::solve_and_certify_here, fn(&mut Solver<B>, &Board<B>, Question, &Control, &mut dyn FnMut(Phase), u64, &mut dyn Write) -> (Answer, Result<u64, CertifyError>))(
            self,
            board,
            question,
            control,
            &mut entered,
            most_moves,
            &mut out,
        )
    }

    fn solve_and_certify_here(
        &mut self,
        board: &Board<B>,
        question: Question,
        control: &Control,
        entered: &mut dyn FnMut(Phase),
        most_moves: u64,
        out: &mut dyn Write,
    ) -> (Answer, Result<u64, CertifyError>) {
        let mut answer = self.solve(board, question, control, &mut *entered);
        if !answer.bounds.is_answer(question.weak) || control.is_stopped() {
            return (answer, Err(Interrupted.into()));
        }
        entered(Phase::Certificate);
        let written = self.certify(board, answer.bounds, question.weak, most_moves, control, out);
        answer.nodes.certificate = self.take_nodes();
        answer.interrupted = matches!(written, Err(CertifyError::Interrupted(_)));
        (answer, written)
    }

    /// The score of a position: bounds that meet, or if `weak`, bounds with a [result](Bounds::result).
    ///
    /// If `control` stops it, the bounds are what is known by then, see [`Bounds::is_answer`].
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_solve::{Control, ExactResult, Memory, Score, Solver};
    /// let rules = Rules::<u64>::compile(&"4x4:3".parse()?)?;
    /// let board = rules.start();
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    /// // X wins in 5 plies, which leaves 11 of 16 cells empty.
    /// assert_eq!(solver.bounds(&board, false, &Control::new()).exact(), Some(Score(12)));
    /// assert_eq!(solver.bounds(&board, true, &Control::new()).result(), Some(ExactResult::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds(&mut self, board: &Board<B>, weak: bool, control: &Control) -> Bounds {
        for_width!(B => Solver::<B>::bounds_here, fn(&mut Solver<B>, &Board<B>, bool, &Control) -> Bounds)(
            self, board, weak, control,
        )
    }

    fn bounds_here(&mut self, board: &Board<B>, weak: bool, control: &Control) -> Bounds {
        let empty = self.rules.empty(board).count();
        let mut bounds = self.first_bounds(board);
        if self.rules.outcome(board).is_none() {
            // If the search is stopped, the bounds keep what it had found out.
            let _ = self.settle(board, weak, &mut bounds, control, true);
        }
        control.publish(bounds);
        // Bounds that are not an answer yet stay as they are: bounds of different signs say more than their signs.
        if weak && bounds.is_answer(weak) { sign(bounds, empty) } else { bounds }
    }

    /// What is known of a position before anything is searched.
    fn first_bounds(&self, board: &Board<B>) -> Bounds {
        let empty = self.rules.empty(board).count();
        if let Some(score) = self.finished(board) {
            return Bounds::exactly(score);
        }
        let trivial = Bounds::trivial(empty);
        let upper = if opponent_mirrors(&self.rules, board) { Score::DRAW } else { trivial.upper };
        self.last_move.sharpen(Bounds { upper, ..trivial }, empty)
    }

    /// The moves of a position whose score is known; if `control` stops the solver, as many as are known by then.
    pub fn moves(&mut self, board: &Board<B>, known: Bounds, question: Question, control: &Control) -> Moves {
        for_width!(B => Solver::<B>::moves_here, fn(&mut Solver<B>, &Board<B>, Bounds, Question, &Control) -> Moves)(
            self, board, known, question, control,
        )
    }

    fn moves_here(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        question: Question,
        control: &Control,
    ) -> Moves {
        let mut moves = Moves::default();
        if self.rules.outcome(board).is_none() {
            moves.interrupted = self.collect_moves(board, known, question, control, &mut moves).is_err();
        }
        moves
    }

    fn collect_moves(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        question: Question,
        control: &Control,
        moves: &mut Moves,
    ) -> Result<(), Interrupted> {
        let empty = self.rules.empty(board).count();
        for cell in self.rules.legal_moves(board) {
            let keeps = if question.scope == Scope::AllMoves {
                // No move is better than the best.
                let trivial = Bounds { upper: known.upper, ..Bounds::trivial(empty) };
                let bounds = self.move_bounds(board, cell, question.weak, trivial, control)?;
                moves.all.push(MoveAnswer { cell, bounds });
                bounds.lower >= known.lower
            } else {
                self.keeps(board, cell, known.lower, control)?
            };
            if keeps {
                moves.best.push(cell);
            }
        }
        Ok(())
    }

    /// Best play to the end of the game, from a position whose score is known.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` stopped the solver.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_solve::{Control, Memory, Solver};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xo_/_x_/o__", None)?;
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    /// let control = Control::new();
    /// let bounds = solver.bounds(&board, false, &control);
    /// let line = solver.line(&board, bounds, false, &control)?;
    /// assert_eq!(solver.rules().moves_text(&line), "c1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        weak: bool,
        control: &Control,
    ) -> Result<Vec<Cell>, Interrupted> {
        for_width!(B => Solver::<B>::line_here, fn(&mut Solver<B>, &Board<B>, Bounds, bool, &Control) -> Result<Vec<Cell>, Interrupted>)(
            self, board, known, weak, control,
        )
    }

    fn line_here(
        &mut self,
        board: &Board<B>,
        known: Bounds,
        weak: bool,
        control: &Control,
    ) -> Result<Vec<Cell>, Interrupted> {
        self.line_from(board, None, known, weak, control)
    }

    /// Best play that begins with a move, if there is one.
    fn line_from(
        &mut self,
        board: &Board<B>,
        first: Option<Cell>,
        known: Bounds,
        weak: bool,
        control: &Control,
    ) -> Result<Vec<Cell>, Interrupted> {
        let mut line = Vec::new();
        let (mut board, mut known, mut first) = (*board, known, first);
        while self.rules.outcome(&board).is_none() {
            // Some move keeps the value: otherwise it would not be the value.
            let found = match first.take() {
                Some(first) => Some(first),
                None if weak => self.any_keeping_move(&board, known.lower, control)?,
                None => self.keeping_move(&board, known.lower, control)?,
            };
            let Some(cell) = found else { break };
            line.push(cell);
            known = if self.rules.moves_again(&board) { known } else { -known };
            board = self.rules.play(&board, cell);
            if weak {
                // The winner keeps winning, sooner or later; the loser loses whatever it does.
                known = sign(known, self.rules.empty(&board).count());
            }
        }
        Ok(line)
    }

    /// A move after which the score of the side to move is at least `target`: the first in the prover's order, if all
    /// moves before it are decided soon; else one that is decided sooner.
    fn any_keeping_move(
        &mut self,
        board: &Board<B>,
        target: Score,
        control: &Control,
    ) -> Result<Option<Cell>, Interrupted> {
        let mut open = self.prover.ordered_moves(board);
        let mut nodes = NODES_OF_A_MOVE;
        loop {
            let last = open.len() == 1;
            let mut undecided = Vec::new();
            for cell in open {
                let limit = if last { u64::MAX } else { nodes };
                match self.keeps(board, cell, target, &control.share(limit)) {
                    Ok(true) => return Ok(Some(cell)),
                    Ok(false) => {}
                    Err(Interrupted) if control.is_stopped() => return Err(Interrupted),
                    Err(Interrupted) => undecided.push(cell),
                }
            }
            if undecided.is_empty() {
                return Ok(None);
            }
            open = undecided;
            nodes = nodes.saturating_mul(8);
        }
    }

    /// The first move, in the prover's order, after which the score of the side to move is at least `target`; none if
    /// the score of the position is less.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` stopped the solver.
    pub fn keeping_move(
        &mut self,
        board: &Board<B>,
        target: Score,
        control: &Control,
    ) -> Result<Option<Cell>, Interrupted> {
        for_width!(B => Solver::<B>::keeping_move_here, fn(&mut Solver<B>, &Board<B>, Score, &Control) -> Result<Option<Cell>, Interrupted>)(
            self, board, target, control,
        )
    }

    fn keeping_move_here(
        &mut self,
        board: &Board<B>,
        target: Score,
        control: &Control,
    ) -> Result<Option<Cell>, Interrupted> {
        for cell in self.prover.ordered_moves(board) {
            if self.keeps(board, cell, target, control)? {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    /// The legal moves, those that the prover finds most promising first.
    pub(crate) fn ordered_moves(&mut self, board: &Board<B>) -> Vec<Cell> {
        self.prover.ordered_moves(board)
    }

    /// The score of a game that is over.
    fn finished(&self, board: &Board<B>) -> Option<Score> {
        let outcome = self.rules.outcome(board)?;
        Some(of_outcome(outcome, board.to_move(), self.rules.empty(board).count()))
    }

    /// Whether a move's score, for the side that makes it, is at least `target`.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` stopped the solver.
    pub fn keeps(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        target: Score,
        control: &Control,
    ) -> Result<bool, Interrupted> {
        for_width!(B => Solver::<B>::keeps_here, fn(&mut Solver<B>, &Board<B>, Cell, Score, &Control) -> Result<bool, Interrupted>)(
            self, board, cell, target, control,
        )
    }

    fn keeps_here(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        target: Score,
        control: &Control,
    ) -> Result<bool, Interrupted> {
        // On large boards much time passes although nothing is searched.
        if control.is_stopped() {
            return Err(Interrupted);
        }
        let is_again = self.rules.moves_again(board);
        let child = self.rules.play(board, cell);
        if let Some(score) = self.finished(&child) {
            return Ok(if is_again { score >= target } else { -score >= target });
        }
        let empty = self.rules.empty(&child).count();
        // The opponent must not have more than is left to it; in the middle of a turn the same side has to reach as much.
        let wanted = if is_again { target } else { (-target).next() };
        let wanted = self.last_move.round_up(wanted, empty);
        let trivial = self.last_move.sharpen(Bounds::trivial(empty), empty);
        let reached = match trivial.decide(wanted) {
            Some(reached) => reached,
            None => self.ask(&child, wanted, control)?.decide(wanted) == Some(true),
        };
        Ok(reached == is_again)
    }

    /// A move's score, for the side that makes it and known to be within `known`: tight, or if the question is weak its
    /// sign.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` stopped the solver.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_solve::{Bounds, Control, Memory, Score, Solver};
    /// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
    /// let board = rules.parse_board("xox/oox/___", None)?;
    /// let moves = rules.legal_moves(&board);
    /// let mut solver = Solver::new(rules, Memory(1 << 16), 1);
    /// let score = |cell| solver.move_bounds(&board, cell, false, Bounds::trivial(3), &Control::new());
    /// let scores: Result<Vec<_>, _> = moves.into_iter().map(score).collect();
    /// // a1 loses in two plies, b1 draws, c1 wins at once.
    /// assert_eq!(scores?, [-2, 0, 3].map(|score| Bounds::exactly(Score(score))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_bounds(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        weak: bool,
        known: Bounds,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        for_width!(B => Solver::<B>::move_bounds_here, fn(&mut Solver<B>, &Board<B>, Cell, bool, Bounds, &Control) -> Result<Bounds, Interrupted>)(
            self, board, cell, weak, known, control,
        )
    }

    fn move_bounds_here(
        &mut self,
        board: &Board<B>,
        cell: Cell,
        weak: bool,
        known: Bounds,
        control: &Control,
    ) -> Result<Bounds, Interrupted> {
        if control.is_stopped() {
            return Err(Interrupted);
        }
        let is_again = self.rules.moves_again(board);
        let for_child = |bounds: Bounds| if is_again { bounds } else { -bounds };
        let child = self.rules.play(board, cell);
        let empty = self.rules.empty(&child).count();
        let bounds = if let Some(score) = self.finished(&child) {
            Bounds::exactly(score)
        } else {
            let mut bounds = self.last_move.sharpen(Bounds::trivial(empty).and(for_child(known)), empty);
            self.settle(&child, weak, &mut bounds, control, false)?;
            bounds
        };
        let bounds = for_child(bounds);
        Ok(if weak { sign(bounds, empty + 1) } else { bounds })
    }

    /// Narrows the bounds of a position in which the game goes on until they are the answer.
    fn settle(
        &mut self,
        board: &Board<B>,
        weak: bool,
        bounds: &mut Bounds,
        control: &Control,
        publish: bool,
    ) -> Result<(), Interrupted> {
        self.settle_until(|bounds| bounds.is_answer(weak), board, weak, bounds, control, publish)
    }

    /// Narrows the bounds of a position in which the game goes on until they are `enough`: who wins is found out before
    /// the distance.
    fn settle_until(
        &mut self,
        enough: impl Fn(Bounds) -> bool,
        board: &Board<B>,
        weak: bool,
        bounds: &mut Bounds,
        control: &Control,
        publish: bool,
    ) -> Result<(), Interrupted> {
        let empty = self.rules.empty(board).count();
        *bounds = self.last_move.sharpen(bounds.and(self.prover.glance(board)), empty);
        while !enough(*bounds) {
            if publish {
                control.publish(*bounds);
            }
            let opening = if weak { None } else { self.prover.opening_target(*bounds) };
            // Who wins is asked before the distance: any win will do, and most of what is found is of use again.
            let target = if let Some(target) = opening {
                self.last_move.round_up(target, empty)
            } else if bounds.decide(Score(1)).is_none() {
                Score(1)
            } else if bounds.decide(Score(0)).is_none() {
                Score(0)
            } else {
                self.last_move.round_up(self.prover.next_target(*bounds), empty)
            };
            let found = self.ask(board, target, control)?;
            debug_assert!(found.decide(target).is_some(), "a prover decides what it is asked");
            *bounds = self.last_move.sharpen(bounds.and(found), empty);
            if bounds.lower > bounds.upper {
                // A book can be whole and wrong: it was made by a program with a fault, or by hand.
                assert!(self.book.take().is_some(), "a prover does not contradict itself");
                *bounds = self.first_bounds(board);
            }
        }
        Ok(())
    }

    /// Looks for the answer to one question in the book, else asks the prover, or as many as there are threads if it is not
    /// answered soon.
    fn ask(&mut self, board: &Board<B>, target: Score, control: &Control) -> Result<Bounds, Interrupted> {
        if let Some(score) = self.book.as_ref().and_then(|book| book.score_here(board)) {
            return Ok(Bounds::exactly(score));
        }
        let deep = self.rules.geometry().cells().len() > MOST_CELLS_ON_ANY_STACK;
        if deep {
            let glance = self.prover.glance(board);
            if glance.decide(target).is_some() {
                return Ok(glance);
            }
        } else {
            let nodes = if self.threads == 1 { u64::MAX } else { NODES_ALONE };
            match self.prover.prove(board, target, nodes, control) {
                Err(Interrupted) if self.threads > 1 && !control.is_stopped() => {}
                result => return result,
            }
        }
        self.collect_nodes();
        let forks: Vec<Box<dyn Prover<B>>> =
            (0..self.threads).map(|thread| self.prover.fork(thread)).collect();
        match ask_together(forks, board, target, control) {
            Some((found, nodes)) => {
                self.nodes += nodes;
                found
            }
            None => self.prover.prove(board, target, u64::MAX, control),
        }
    }

    fn collect_nodes(&mut self) {
        self.nodes += self.prover.nodes();
    }
}

/// Asks the same question of several provers, each on a thread of its own; the first to know stops the others. Also
/// counts their nodes. `None` if no thread could be started.
fn ask_together<B: Bits>(
    forks: Vec<Box<dyn Prover<B>>>,
    board: &Board<B>,
    target: Score,
    control: &Control,
) -> Option<(Result<Bounds, Interrupted>, u64)> {
    let together = control.branch();
    let work = |mut fork: Box<dyn Prover<B>>, _: &Outbox<()>| {
        let result = fork.prove(board, target, u64::MAX, &together);
        if result.is_ok() {
            together.abandon();
        }
        (result, fork.nodes())
    };
    let proofs =
        Workers::new("solver", together.stop_of_all()).run(forks, work, |_| ControlFlow::Continue(()));
    let (results, nodes): (Vec<_>, Vec<u64>) = proofs.ok()?.into_iter().unzip();
    let found = results.into_iter().rfind(Result::is_ok).unwrap_or(Err(Interrupted));
    Some((found, nodes.into_iter().sum()))
}

/// Bounds that keep the result and drop the distance.
fn sign(bounds: Bounds, empty: u32) -> Bounds {
    let most = Score(empty as i32 + 1);
    let lower = match bounds.lower.0 {
        1.. => Score(1),
        0 => Score(0),
        _ => -most,
    };
    let upper = match bounds.upper.0 {
        1.. => most,
        0 => Score(0),
        _ => Score(-1),
    };
    Bounds { lower, upper }
}
