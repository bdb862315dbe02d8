//! Reports of progress: what is known of work, a few times a second.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use connect_toe_api::{Analysis, AnalyzedMove, Finding, Observer, Progress, StatedWorth, ValueBounds};
use connect_toe_laboratory::{CellScore, RunMoment};
use serde::Serialize;
use tokio::sync::watch;

/// The time between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(125);

/// How far work is, as clients read it.
#[derive(Clone, Debug, Default, Serialize)]
struct Known {
    /// Units that are done.
    done: u64,
    /// All units.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    /// What is counted.
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Plies of the deepest finished look.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    /// What the value says.
    #[serde(flatten)]
    worth: StatedWorth,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<AnalyzedMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<ValueBounds>,
    /// Of each cell of an experiment: wins, draws, losses, and the interval of the score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(u64, u64, u64, f64, f64)>,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    notice: String,
    seconds: f64,
}

/// Observes progress, and passes on the newest a few times a second.
#[derive(Debug)]
pub(crate) struct Teller {
    state: Mutex<State>,
    words: watch::Sender<String>,
    started: Instant,
}

#[derive(Debug)]
struct State {
    known: Known,
    /// Whether something has not been passed on.
    is_new: bool,
    next: Instant,
}

impl Teller {
    pub(crate) fn new() -> (Arc<Teller>, watch::Receiver<String>) {
        let (words, heard) = watch::channel(String::new());
        let started = Instant::now();
        let state = State { known: Known::default(), is_new: false, next: started };
        (Arc::new(Teller { state: Mutex::new(state), words, started }), heard)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, state: &mut State, now: Instant) {
        state.known.seconds = (now - self.started).as_secs_f64();
        state.is_new = false;
        state.next = now + BETWEEN;
        self.words.send_replace(serde_json::to_string(&state.known).unwrap_or_default());
    }

    fn learn(&self, learn: impl FnOnce(&mut Known)) {
        let mut state = self.state();
        learn(&mut state.known);
        state.is_new = true;
        let now = Instant::now();
        if now >= state.next {
            self.tell(&mut state, now);
        }
    }

    /// Passes on what is left: the work has ended.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        if state.is_new {
            self.tell(&mut state, Instant::now());
        }
    }
}

impl Teller {
    /// How the cells of an experiment stand by now.
    pub(crate) fn cells(&self, run: &RunMoment<'_>) {
        let Ok(mut state) = self.state.try_lock() else { return };
        // The next report of progress carries them.
        if Instant::now() >= state.next {
            let short = |share: f64| (share * 1e4).round() / 1e4;
            let row = |cell: CellScore| {
                let CellScore { wins, draws, losses, interval: [low, high] } = cell;
                (wins, draws, losses, short(low), short(high))
            };
            state.known.cells = run.scores().into_iter().map(row).collect();
        }
    }
}

impl Observer for Teller {
    fn progress(&self, progress: &Progress) {
        // A thread that finds another one here has nothing newer to say.
        let Ok(mut state) = self.state.try_lock() else { return };
        let Progress { done, total, unit, .. } = *progress;
        let known = &mut state.known;
        // Threads report in any order.
        known.done = if known.unit == unit { known.done.max(done) } else { done };
        known.unit = unit;
        known.total = total;
        known.nodes = (unit == "nodes").then_some(known.done);
        state.is_new = true;
        let now = Instant::now();
        if now >= state.next {
            state.known.detail = (progress.detail)();
            self.tell(&mut state, now);
        }
    }

    fn notice(&self, text: &str) {
        self.learn(|known| text.clone_into(&mut known.notice));
    }

    fn found(&self, finding: &Finding) {
        match *finding {
            Finding::Look { depth, report, geometry, to_move } => {
                let Analysis { value, worth, scale, best, moves, line, .. } =
                    Analysis::of_look(report, geometry, to_move);
                self.learn(|known| {
                    known.depth = Some(depth);
                    (known.value, known.worth, known.scale) = (value, worth, scale);
                    (known.best, known.moves, known.line) = (Some(best), Some(moves), Some(line));
                });
            }
            Finding::Bounds { lower, upper } => {
                // The next report of progress, which comes at once, carries it.
                self.state().known.bounds = Some(ValueBounds::new(lower, upper));
            }
        }
    }

    fn wants_looks(&self) -> bool {
        true
    }
}
