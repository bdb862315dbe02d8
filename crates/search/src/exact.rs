//! What the exact solver finds out about a position within a limit of nodes.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use connect_toe_game::{Bits, Board, Cell, Rules, for_width};
use connect_toe_solve::{Book, Bounds, Control, Interrupted, Memory, Score, Solver, Value};
use connect_toe_work::{Outbox, Stop, Workers};

use crate::report::Stopped;
use crate::{SearchProgress, Task, Want, Watch};

/// Asks the exact solver about positions of one game, on one thread, so that what is found is the same each time.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_search::{Exact, Task, Want, unwatched};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let board = rules.parse_board("xox/oox/___", None)?;
/// let moves = rules.legal_moves(&board);
/// let task = Task { moves: &moves, want: Want::EveryMove, nodes: Some(1000), deepen: false };
/// let findings = Exact::new(1000).find_out(&rules, &board, &task, &mut unwatched);
/// let values: Vec<String> = findings.moves.iter().map(|(_, value)| value.to_string()).collect();
/// assert_eq!(values, ["loss in 2", "draw", "win in 1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(missing_debug_implementations, reason = "solvers have no text form")]
pub struct Exact<B: Bits> {
    /// Made for the first question: its tables can be large.
    solver: Option<Solver<B>>,
    memory: Memory,
    book: Source<B>,
}

/// Where the book is from in which a solver looks first.
enum Source<B: Bits> {
    /// The program has it, if there is one of the game.
    Program,
    /// A caller, who may want none.
    Caller(Option<Arc<Book<B>>>),
}

/// What was proven about a position. All of it is true, even if it is not everything.
///
/// The default is that nothing was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The value for the side to move; `None` if it was not found within the limit.
    pub value: Option<Value>,
    /// Whether the side to move is known to win, sooner or later.
    pub wins: bool,
    /// Best moves in the order of the task: all of them, or the first if one was asked for. After an early end some
    /// can be missing, and if the value is not known, it is a move that wins sooner or later.
    pub best: Vec<Cell>,
    /// The values of the moves for the side that makes them, with the distance counted from before the move, in the
    /// order of the task; if one best move was asked for, its value.
    pub moves: Vec<(Cell, Value)>,
    /// Best play from the first best move on; it may end early.
    pub line: Vec<Cell>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether everything that the task wants was found.
    pub stopped: Stopped,
}

/// The most memory for tables.
const MOST_MEMORY: Memory = Memory(64 << 20);

/// Nodes times the square of the cells: the work of about half a second.
const WORK_OF_HALF_A_SECOND: u64 = 1 << 30;
const MOST_NODES_TO_AFFORD: u64 = 500_000;
/// The solver does not stop after fewer nodes than this.
const FEWEST_NODES: u64 = 1024;

/// The watch is called at least this often, whatever the solver reports.
const LONGEST_SILENCE: Duration = Duration::from_millis(4);

impl<B: Bits> Exact<B> {
    /// Nodes that the solver can search in about half a second, at most, on a board with this many cells: 0 if it is so
    /// large that a few take longer.
    ///
    /// ```
    /// use connect_toe_search::Exact;
    /// let nodes = [42, 225, 4096].map(Exact::<u64>::affordable_nodes);
    /// assert_eq!(nodes, [500_000, 21_209, 0]);
    /// ```
    pub fn affordable_nodes(cells: usize) -> u64 {
        let nodes = WORK_OF_HALF_A_SECOND / (cells as u64).pow(2);
        if nodes < FEWEST_NODES { 0 } else { nodes.min(MOST_NODES_TO_AFFORD) }
    }

    /// Makes room for about `nodes` nodes, as far as that is useful.
    pub fn new(nodes: u64) -> Exact<B> {
        for_width!(B => Exact::<B>::new_here, fn(u64) -> Exact<B>)(nodes)
    }

    fn new_here(nodes: u64) -> Exact<B> {
        Exact { solver: None, memory: Memory::for_nodes(nodes, MOST_MEMORY), book: Source::Program }
    }

    /// Sets the book of the game in which the solver looks first, in place of the program's own; `None` makes it prove
    /// everything.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book<B>>>) -> Exact<B> {
        for_width!(B => Exact::<B>::with_book_here, fn(Exact<B>, Option<Arc<Book<B>>>) -> Exact<B>)(
            self, book,
        )
    }

    fn with_book_here(mut self, book: Option<Arc<Book<B>>>) -> Exact<B> {
        self.set_book(book);
        self
    }

    pub(crate) fn set_book(&mut self, book: Option<Arc<Book<B>>>) {
        self.solver = self.solver.take().map(|solver| solver.with_book(book.clone()));
        self.book = Source::Caller(book);
    }

    /// Makes the solver's tables now, so that their making does not count towards a limit of time.
    pub(crate) fn prepared(mut self, rules: &Rules<B>) -> Exact<B> {
        self.solver(rules);
        self
    }

    fn solver(&mut self, rules: &Rules<B>) -> &mut Solver<B> {
        self.solver.get_or_insert_with(|| {
            let solver = Solver::new(rules.clone(), self.memory, 1);
            match &self.book {
                Source::Program => solver,
                Source::Caller(book) => solver.with_book(book.clone()),
            }
        })
    }

    /// Finds out about a position in which the game goes on, as far as the task's limit of nodes and the watch let it.
    pub fn find_out(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> Findings {
        for_width!(B => Exact::<B>::find_out_here, fn(&mut Exact<B>, &Rules<B>, &Board<B>, &Task, Watch) -> Findings)(
            self, rules, board, task, watch,
        )
    }

    fn find_out_here(&mut self, rules: &Rules<B>, board: &Board<B>, task: &Task, watch: Watch) -> Findings {
        self.forget();
        self.go_on(rules, board, task, u64::MAX, watch)
    }

    /// Forgets what was found out, so that the next answer does not depend on it.
    pub(crate) fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    /// As [`find_out`](Exact::find_out), with what is known from the questions before. Naming a move that keeps a
    /// proven result can take more nodes than the task allows, but not more than `most` altogether.
    pub(crate) fn go_on(
        &mut self,
        rules: &Rules<B>,
        board: &Board<B>,
        task: &Task,
        most: u64,
        watch: Watch,
    ) -> Findings {
        let solver = self.solver(rules);
        solver.take_nodes();
        // Places in tables follow from the colours: with X to move, as many nodes prove as much with the colours swapped.
        let board = &rules.with_x_to_move(board);
        let report_every = nodes_between_looks(rules);
        let limit = task.nodes.unwrap_or(u64::MAX);
        // The solver has a thread of its own, so that this one can listen to the watch, and waits for each answer: so a watch
        // that counts nodes stops it at the same one each time.
        let (answer, answers) = mpsc::sync_channel::<ControlFlow<()>>(0);
        let answers = Arc::new(Mutex::new(answers));
        let stop = Stop::new();
        let work = |solver: &mut Solver<B>, reports: &Outbox<u64>| {
            let (reports, answers, next) =
                (reports.clone(), Arc::clone(&answers), AtomicU64::new(report_every));
            let control = Control::within(&stop).watched(move |progress| {
                let nodes = progress.nodes;
                if nodes < next.load(Ordering::Relaxed) {
                    return ControlFlow::Continue(());
                }
                next.store(nodes + report_every, Ordering::Relaxed);
                let answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                let answer = reports.send(nodes).then(|| answers.recv().ok()).flatten();
                answer.unwrap_or(ControlFlow::Break(()))
            });
            ask(solver, board, task, most, &control.limited(limit))
        };
        let (mut nodes, mut go_on) = (0, ControlFlow::Continue(()));
        // It owns the sender: if the watch panics, both are gone, and the solver does not wait for an answer.
        let hear = move |reported: Option<u64>| {
            nodes = reported.unwrap_or(nodes);
            // A watch that has ended the search is not called again.
            if go_on.is_continue() {
                go_on = watch(&SearchProgress::after(nodes));
            }
            if reported.is_some() {
                // Nobody waits for it after a panic of the solver.
                let _ = answer.send(go_on);
                return ControlFlow::Continue(());
            }
            // A node of a large board can take long; the solver looks within it whether it was stopped.
            go_on
        };
        let workers = Workers::new("exact", &stop).with_tick(LONGEST_SILENCE).with_waiting(1);
        let found = workers.run([solver], work, hear);
        found.ok().and_then(|mut found| found.pop()).unwrap_or_default()
    }
}

/// Nodes of a few milliseconds, at most: each looks at the cells and the lines of the board.
fn nodes_between_looks<B: Bits>(rules: &Rules<B>) -> u64 {
    let parts = rules.geometry().cells().len().max(rules.lines().count());
    ((1 << 16) / parts as u64).clamp(8, 1 << 12)
}

/// Nodes to find a move again that has just been proven to be good.
const NODES_TO_FIND_AGAIN: u64 = 4096;

fn ask<B: Bits>(
    solver: &mut Solver<B>,
    board: &Board<B>,
    task: &Task,
    most: u64,
    control: &Control,
) -> Findings {
    let empty = solver.rules().empty(board).count();
    let bounds = solver.bounds(board, false, control);
    let mut findings = Findings { wins: bounds.lower > Score::DRAW, ..Findings::default() };
    if let Some(score) = bounds.exact() {
        findings.value = Some(score.value(empty));
        let mut scores = vec![None; task.moves.len()];
        let asked = ask_for_moves(solver, board, task, score, &mut scores, control);
        let known = || task.moves.iter().zip(&scores).filter_map(|(&cell, score)| Some((cell, (*score)?)));
        findings.best = known().filter(|&(_, found)| found == score).map(|(cell, _)| cell).collect();
        findings.moves = known().map(|(cell, found)| (cell, found.value(empty))).collect();
        if asked.is_ok() {
            findings.stopped = Stopped::Done;
        }
    }
    if findings.best.is_empty() && (findings.value.is_some() || findings.wins) {
        // What the solver has just proven, it finds again soon, but not if it is asked about other moves first.
        let is_in_time = !control.is_stopped() || control.nodes() >= task.nodes.unwrap_or(u64::MAX);
        let again = if is_in_time {
            control.prolonged(NODES_TO_FIND_AGAIN.min(most.saturating_sub(control.nodes())))
        } else {
            Control::new().limited(nodes_between_looks(solver.rules()) / 4)
        };
        let target = bounds.exact().unwrap_or(Score::DRAW.next());
        let found = solver.keeping_move(board, target, &again).ok().flatten();
        findings.moves.extend(found.zip(findings.value));
        findings.best.extend(found);
    }
    if let Some(&first) = findings.best.first() {
        findings.line.push(first);
        if task.want == Want::EveryMove && findings.stopped == Stopped::Done {
            let after = solver.rules().play(board, first);
            let rest = if solver.rules().moves_again(board) { bounds } else { -bounds };
            let rest = solver.line(&after, rest, false, control);
            findings.line.extend(rest.unwrap_or_default());
        }
    }
    findings.nodes = solver.take_nodes();
    findings
}

/// The scores of the moves that the task wants, where the position's is `score`: first which moves keep it, then those
/// of the others.
fn ask_for_moves<B: Bits>(
    solver: &mut Solver<B>,
    board: &Board<B>,
    task: &Task,
    score: Score,
    scores: &mut [Option<Score>],
    control: &Control,
) -> Result<(), Interrupted> {
    for (&cell, found) in task.moves.iter().zip(&mut *scores) {
        if solver.keeps(board, cell, score, control)? {
            *found = Some(score);
            if task.want == Want::OneBest {
                return Ok(());
            }
        }
    }
    let trivial = Bounds::trivial(solver.rules().empty(board).count());
    let worse = Bounds { upper: Score(score.0 - 1), ..trivial };
    for (&cell, found) in task.moves.iter().zip(scores) {
        if found.is_none() {
            *found = solver.move_bounds(board, cell, false, worse, control)?.exact();
        }
    }
    Ok(())
}
