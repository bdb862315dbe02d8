//! Watching and stopping a solver from outside.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use connect_toe_work::Stop;
use thiserror::Error;

use crate::score::{Bounds, Score};

/// Progress of a solver, and the switch that stops it: shared between a solver, its threads, and other threads that
/// watch.
///
/// The solver reads no clock and prints nothing. Another thread can look at the control at any time.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_solve::{Control, Memory, Question, Solver};
/// use std::thread;
///
/// let rules = Rules::<u64>::compile(&"7x7:4:-2".parse()?)?;
/// let board = rules.start();
/// let mut solver = Solver::new(rules, Memory(1 << 20), 1);
/// let control = Control::new();
/// let answer = thread::scope(|scope| {
///     // Another thread looks at the nodes, and stops the solver when it has seen enough.
///     scope.spawn(|| {
///         while control.nodes() == 0 {
///             thread::yield_now();
///         }
///         control.stop();
///     });
///     solver.solve(&board, Question::default(), &control, |_| {})
/// });
/// assert!(answer.interrupted);
/// assert_eq!(control.bounds(), answer.bounds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Control {
    shared: Arc<Shared>,
    /// The nodes after which the solver stops.
    limit: u64,
    /// Stops the threads that work on one question.
    abandoned: AtomicBool,
}

#[derive(Default)]
struct Shared {
    stop: Stop,
    nodes: AtomicU64,
    lower: AtomicI32,
    upper: AtomicI32,
    watcher: Option<Box<Watcher>>,
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes searched so far by all threads, as far as they were reported.
    pub nodes: u64,
    /// The bounds proven so far, for the side to move in the position that is being solved.
    pub bounds: Bounds,
}

/// Is told how far the solver has come, and says whether to go on.
type Watcher = dyn Fn(Progress) -> ControlFlow<()> + Send + Sync;

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("stop", &self.stop).field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// The error for a solver that was stopped before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the position was solved")]
pub struct Interrupted;

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

impl Control {
    /// A control with nothing known and no request to stop.
    pub fn new() -> Control {
        Control::of(Shared::default())
    }

    fn of(shared: Shared) -> Control {
        Control { shared: Arc::new(shared), limit: u64::MAX, abandoned: AtomicBool::new(false) }
    }

    /// A control whose solver stops with this work.
    pub fn within(work: &Stop) -> Control {
        Control::of(Shared { stop: work.part(), ..Shared::default() })
    }

    /// Calls `watcher` whenever nodes are reported, on the thread that searched them, and stops the
    /// solver when it says so.
    #[must_use]
    pub fn watched(self, watcher: impl Fn(Progress) -> ControlFlow<()> + Send + Sync + 'static) -> Control {
        let Control { shared, limit, .. } = self;
        let stop = shared.stop.clone();
        Control {
            limit,
            ..Control::of(Shared { stop, watcher: Some(Box::new(watcher)), ..Shared::default() })
        }
    }

    /// Also stops the solver after this many nodes: with one thread, always at the same node.
    ///
    /// ```
    /// use connect_toe_game::Rules;
    /// use connect_toe_solve::{Control, Memory, Question, Solver};
    ///
    /// let rules = Rules::<u64>::compile(&"7x7:4:-2".parse()?)?;
    /// let mut solver = Solver::new(rules.clone(), Memory(1 << 20), 1);
    /// let control = Control::new().limited(20_000);
    /// let answer = solver.solve(&rules.start(), Question::default(), &control, |_| {});
    /// assert!(answer.interrupted);
    /// assert_eq!(answer.nodes.total(), 20_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limited(self, nodes: u64) -> Control {
        // One node is searched before it is counted.
        Control { limit: nodes.max(1), ..self }
    }

    /// A control with `nodes` more nodes from now on, whatever the limit of this one. Stopping this one stops the new
    /// one too.
    #[must_use]
    pub fn prolonged(&self, nodes: u64) -> Control {
        self.branch().limited(self.nodes().saturating_add(nodes.max(1)))
    }

    /// A control with at most `nodes` more nodes from now on, and not more than this one. Stopping this one stops the new
    /// one too.
    pub(crate) fn share(&self, nodes: u64) -> Control {
        self.branch().limited(self.limit.min(self.nodes().saturating_add(nodes)))
    }

    /// Asks the solver to stop soon and answer with what it knows.
    pub fn stop(&self) {
        self.shared.stop.request();
    }

    /// Whether the solver is to stop: it was asked to, or has searched its nodes.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.nodes() >= self.limit
            || self.shared.stop.is_requested()
            || self.abandoned.load(Ordering::Relaxed)
    }

    /// What stops the solver.
    pub(crate) fn stop_of_all(&self) -> &Stop {
        &self.shared.stop
    }

    /// Nodes searched so far by all threads, as far as they were reported.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// The bounds proven so far, for the side to move in the position that is being solved.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: Score(self.shared.lower.load(Ordering::Relaxed)),
            upper: Score(self.shared.upper.load(Ordering::Relaxed)),
        }
    }

    /// Reports `nodes` more nodes: provers call this from time to time.
    pub fn count(&self, nodes: u64) {
        let nodes = self.shared.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let is_enough = |watcher: &Watcher| {
            !self.is_stopped() && watcher(Progress { nodes, bounds: self.bounds() }).is_break()
        };
        if self.shared.watcher.as_deref().is_some_and(is_enough) {
            self.stop();
        }
    }

    /// Reports what is known of the position that is being solved.
    pub(crate) fn publish(&self, bounds: Bounds) {
        self.shared.lower.store(bounds.lower.0, Ordering::Relaxed);
        self.shared.upper.store(bounds.upper.0, Ordering::Relaxed);
    }

    /// A control for several threads that work on the same question: it reports here and stops when this one does,
    /// and can be [abandoned](Control::abandon) by itself.
    pub(crate) fn branch(&self) -> Control {
        Control { shared: Arc::clone(&self.shared), limit: self.limit, abandoned: AtomicBool::new(false) }
    }

    /// Stops the threads that work with this control, and no others: the question is answered.
    pub(crate) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

/// When a prover reports its nodes to a control: after a fixed number of them, and sooner near the limit.
#[derive(Clone, Debug)]
pub(crate) struct Reports {
    usual: u64,
    /// The prover's nodes at the last report, and at the next.
    last: u64,
    next: u64,
}

impl Reports {
    /// A report after every `usual` nodes, by a prover that has reported the `nodes` that it has searched.
    pub(crate) fn every(usual: u64, nodes: u64) -> Reports {
        Reports { usual, last: nodes, next: nodes }
    }

    /// Finds out when the next report is due, before the prover goes on.
    pub(crate) fn plan(&mut self, nodes: u64, control: &Control) {
        let left = control.limit.saturating_sub(control.nodes());
        self.next = nodes + self.usual.min(left).max(1);
    }

    /// The prover's nodes at which the control stops it, if only this prover reports to it.
    pub(crate) fn most(&self, control: &Control) -> u64 {
        self.last.saturating_add(control.limit.saturating_sub(control.nodes()))
    }

    /// Whether a report is due.
    #[inline]
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Reports the nodes since the last report.
    pub(crate) fn report(&mut self, nodes: u64, control: &Control) {
        control.count(nodes - self.last);
        self.last = nodes;
        self.plan(nodes, control);
    }
}
