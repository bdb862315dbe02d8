//! The one door for long calls: detached from Python, stopped by its signals, with progress for its callbacks.

use std::cell::RefCell;
use std::ffi::CString;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use connect_toe_api::{Error, Observer, Stop, Work, catalogue_with_files, no_threads};
use connect_toe_work::Workers;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRecursionError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::error::{Notice, exception, refuse};
use crate::player::{self, Player};

/// How often a long call looks for signals and reports progress.
const TICK: Duration = Duration::from_millis(100);

/// How far a long call has come, as its callback `progress` is told.
#[pyclass(module = "connect_toe", frozen, eq, hash, get_all)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    /// Units that are done.
    done: u64,
    /// All units, or None if their number is not known.
    total: Option<u64>,
    /// What is counted, in the plural: "games", "nodes".
    unit: String,
    /// More in words, empty if there is nothing to say.
    detail: String,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let Progress { done, total, unit, detail } = self;
        let total = total.map_or_else(|| "None".to_owned(), |total| total.to_string());
        format!("Progress(done={done}, total={total}, unit='{unit}', detail={detail:?})")
    }
}

/// What a run has reported so far, for the thread that waits for it.
#[derive(Default)]
struct Heard(Mutex<Told>);

#[derive(Default)]
struct Told {
    progress: Option<Progress>,
    wants_detail: bool,
    notices: Vec<String>,
}

impl Heard {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Heard {
    fn progress(&self, progress: &connect_toe_api::Progress) {
        // Another thread that is reporting has about the same to report.
        let Ok(mut told) = self.0.try_lock() else { return };
        let detail = if std::mem::take(&mut told.wants_detail) { Some((progress.detail)()) } else { None };
        let detail = detail.or_else(|| Some(told.progress.take()?.detail)).unwrap_or_default();
        let connect_toe_api::Progress { done, total, unit, .. } = *progress;
        told.progress = Some(Progress { done, total, unit: unit.to_owned(), detail });
    }

    fn notice(&self, text: &str) {
        self.told().notices.push(text.to_owned());
    }
}

thread_local! {
    /// The run whose Python code this thread is in: runs that this code starts end with it.
    static CALLER: RefCell<Option<Arc<Raised>>> = const { RefCell::new(None) };
}

/// How deep players of Python may ask each other. Each level has threads of its own, so that Python's own limit, which is
/// one of a thread, is not met.
const DEEPEST: usize = 100;

/// The first exception of Python code that a run has called. It stops the run.
#[derive(Clone, Default)]
pub(crate) struct Raised {
    first: Arc<Mutex<Option<PyErr>>>,
    stop: Stop,
    /// The run whose Python code has started this one.
    caller: Option<Arc<Raised>>,
    /// How many runs there are around this one.
    depth: usize,
}

impl Raised {
    /// No exception yet, for a run that this thread starts and that has this stop.
    fn new(stop: Stop) -> Raised {
        let caller = CALLER.with_borrow(Option::clone);
        let depth = caller.as_ref().map_or(0, |caller| caller.depth + 1);
        Raised { first: Arc::default(), stop, caller, depth }
    }

    /// Stops the run, which then ends with this exception, unless it has one already.
    pub(crate) fn set(&self, exception: PyErr) {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(exception);
        self.stop.request();
    }

    /// Stops the run with this exception, and gives the error with which code of the run ends it.
    pub(crate) fn ended(&self, exception: PyErr) -> Error {
        let message = exception.to_string();
        self.set(exception);
        Error::run(message)
    }

    /// Calls Python code of the run. If it raises, or something has raised before, the work that called it is unwound up to
    /// the door: it has nothing to go on with, and what it would make of nothing must not be kept.
    pub(crate) fn call<T>(&self, code: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if !self.is_set() {
            let inside = Inside(CALLER.replace(Some(Arc::new(self.clone()))));
            let answer = Python::attach(code);
            drop(inside);
            match answer {
                Ok(value) => return value,
                Err(raised) => self.set(raised),
            }
        }
        resume_unwind(Box::new(Unwound))
    }

    fn take(&self) -> Option<PyErr> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn is_set(&self) -> bool {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Whether a run around this one ends with an exception: Ctrl-C, which only the outermost run sees, or another.
    fn is_called_in_vain(&self) -> bool {
        self.caller.as_ref().is_some_and(|caller| caller.is_set() || caller.is_called_in_vain())
    }
}

/// While it lives, this thread is in Python code of a run. It holds the run whose code the thread was in before.
struct Inside(Option<Arc<Raised>>);

impl Drop for Inside {
    fn drop(&mut self) {
        CALLER.set(self.0.take());
    }
}

/// What work that Python code has ended panics with. It is not shown to anybody.
struct Unwound;

/// Runs to the end, or until Python code ends it by raising an exception.
fn until_raised<A>(run: impl FnOnce() -> Result<A, Error>) -> Result<A, Error> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        if panic.is::<Unwound>() { Err(Error::Interrupted) } else { resume_unwind(panic) }
    })
}

/// What a call runs with, and the way through which it runs.
pub(crate) struct Door {
    work: Work,
    /// As asked for.
    threads: usize,
    players: Vec<Py<Player>>,
    stop: Stop,
    raised: Raised,
    heard: Arc<Heard>,
    progress: Option<Py<PyAny>>,
    /// How many frames of Python above the call the code is that notices are about.
    frames: i32,
}

impl Door {
    /// A call on this number of threads (0: all cores) that reports its progress to this callable.
    pub(crate) fn new(threads: usize, progress: Option<Py<PyAny>>) -> Door {
        let (stop, heard) = (Stop::new(), Arc::<Heard>::default());
        let work = Work::new().with_threads(threads).with_stop(stop.clone());
        let work = work.observed_by(Arc::clone(&heard));
        let raised = Raised::new(stop.clone());
        // Whoever calls can read the files that players name.
        let work = work.with_catalogue(catalogue_with_files());
        Door { work, threads, players: Vec::new(), stop, raised, heard, progress, frames: 1 }
    }

    /// The same for a call that functions of the package make for their caller, so many frames away: notices name the
    /// caller's line.
    pub(crate) fn called_through(mut self, frames: i32) -> Door {
        self.frames = 1 + frames;
        self
    }

    /// Adds a player of Python that the call can name. Such a call works on one thread unless it asked for a number:
    /// functions of Python wait for one another.
    pub(crate) fn with_player(mut self, py: Python<'_>, player: Py<Player>) -> PyResult<Door> {
        if let Some(known) = self.players.iter().find(|known| known.get().is_named_as(player.get())) {
            // Several searches can ask one heuristic.
            if known.get().has_functions_of(player.get()) {
                return Ok(self);
            }
            let name = player.get().name();
            let message =
                format!("two players have the name `{name}` and different functions: name them differently");
            return Err(refuse(py, message));
        }
        if self.raised.depth > DEEPEST {
            let message = format!("players of Python ask each other more than {DEEPEST} calls deep");
            return Err(PyRecursionError::new_err(message));
        }
        let raised = self.raised();
        let catalogue = player::add(&player, py, self.work.catalogue().clone(), &raised)?;
        self.players.push(player);
        self.work = self.work.with_catalogue(catalogue).with_threads(self.threads.max(1));
        Ok(self)
    }

    /// Adds all of these players.
    pub(crate) fn with_players(
        self,
        py: Python<'_>,
        players: impl IntoIterator<Item = Py<Player>>,
    ) -> PyResult<Door> {
        players.into_iter().try_fold(self, |door, player| door.with_player(py, player))
    }

    /// Where Python code that the run calls leaves its exceptions.
    pub(crate) fn raised(&self) -> Raised {
        self.raised.clone()
    }

    /// Runs what is over at once, on this thread and without progress.
    pub(crate) fn short<A>(self, py: Python<'_>, run: impl FnOnce(&Work) -> Result<A, Error>) -> PyResult<A> {
        let answer = until_raised(|| run(&self.work));
        self.warn(py)?;
        self.end(py, answer)
    }

    /// Whether a question about what the call runs with is answered with yes.
    pub(crate) fn asks(&self, question: impl FnOnce(&Work) -> bool) -> bool {
        question(&self.work)
    }

    /// Runs what takes milliseconds on this thread, which is detached from Python meanwhile.
    pub(crate) fn brief<A: Send>(
        self,
        py: Python<'_>,
        run: impl FnOnce(&Work) -> Result<A, Error> + Send,
    ) -> PyResult<A> {
        let door = &self;
        let answer = py.detach(|| until_raised(|| run(&door.work)));
        self.last_tick(py)?;
        self.end(py, answer)
    }

    /// Runs on a thread of its own while this one, detached from Python, waits for signals and reports progress.
    pub(crate) fn long<A: Send>(
        self,
        py: Python<'_>,
        run: impl FnOnce(&Work) -> Result<A, Error> + Send,
    ) -> PyResult<A> {
        let (door, work) = (&self, self.work.clone().on_deep_stacks());
        let answer = py.detach(|| {
            let tick = |_: Option<()>| {
                if !door.raised.is_set()
                    && let Err(raised) = Python::attach(|py| door.tick(py))
                {
                    door.raised.set(raised);
                }
                ControlFlow::Continue(())
            };
            let workers = Workers::new("call", &door.stop).with_tick(TICK);
            let answers = workers.run([run], |run, _| until_raised(|| run(&work)), tick);
            let mut answers = answers.map_err(|refused| no_threads(1, &refused))?;
            answers.pop().unwrap_or(Err(Error::Interrupted))
        });
        self.last_tick(py)?;
        self.end(py, answer)
    }

    /// The answer, or the exception of Python code that the run has called.
    fn end<A>(&self, py: Python<'_>, answer: Result<A, Error>) -> PyResult<A> {
        match self.raised.take() {
            Some(raised) => Err(raised),
            None => answer.map_err(|error| exception(py, &error)),
        }
    }

    /// Reports what was done since the last report. A stop comes too late.
    fn last_tick(&self, py: Python<'_>) -> PyResult<()> {
        if self.raised.is_set() { Ok(()) } else { self.tick(py) }
    }

    fn tick(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if self.raised.is_called_in_vain() {
            // The code that is to end does not catch this exception by chance.
            return Err(PyKeyboardInterrupt::new_err(()));
        }
        self.warn(py)?;
        let Some(callable) = &self.progress else { return Ok(()) };
        let told = {
            let mut told = self.heard.told();
            told.wants_detail = true;
            told.progress.clone()
        };
        if let Some(progress) = told {
            let go_on = callable.bind(py).call1((progress,))?;
            if go_on.is(PyBool::new(py, false)) {
                self.stop.request();
            }
        }
        Ok(())
    }

    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let notices = std::mem::take(&mut self.heard.told().notices);
        for notice in notices {
            // Notices are escaped, so that no terminal obeys them: they hold no NUL.
            let text = CString::new(notice).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<Notice>(), &text, self.frames)?;
        }
        Ok(())
    }
}
