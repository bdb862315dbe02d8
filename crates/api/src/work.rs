//! What a request runs with: threads, a way to stop it, an observer.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use connect_toe_game::{Geometry, Side};
use connect_toe_players::Catalogue;
use connect_toe_search::{SearchProgress, SearchReport};
use connect_toe_solve::Value;
use connect_toe_stats::numbers::counted;
use connect_toe_work::{STACK_BYTES, Stop};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::books::Books;
use crate::crew::Crew;
use crate::error::Error;
use crate::files::UnfinishedFiles;
use crate::hint::Hint;
use crate::tree::KeptTrees;

/// What a caller gives a request to run with. None of it changes an answer, unless the run is stopped.
///
/// Threads are started by requests that need them, once their arguments are checked. A clone is cheap: it shares the
/// threads, the stop, the observer, the catalogue, the crew and the books that were read.
///
/// ```
/// use connect_toe_api::{Perft, Work};
/// let work = Work::new().with_threads(1);
/// let counts = Perft { game: "3x3:3".to_owned(), depth: 9 }.run(&work.clone())?;
/// assert_eq!(counts.leaves[9], 127_872);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Work {
    stop: Stop,
    files: UnfinishedFiles,
    threads: Option<NonZeroUsize>,
    observer: Option<Arc<dyn Observer>>,
    catalogue: Catalogue,
    crew: Option<Arc<dyn Crew>>,
    trees: KeptTrees,
    books: Books,
    pool: Arc<OnceLock<ThreadPool>>,
    /// Whether the threads that run requests have deep stacks.
    is_deep: bool,
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Work { stop, threads, catalogue, .. } = self;
        let mut debug = f.debug_struct("Work");
        debug
            .field("stop", stop)
            .field("threads", threads)
            .field("catalogue", catalogue)
            .finish_non_exhaustive()
    }
}

/// Is told the progress of a run: often, and from many threads at once.
pub trait Observer: Send + Sync {
    /// The run has come this far.
    fn progress(&self, progress: &Progress);

    /// Something that the caller should know and that is not part of the answer.
    fn notice(&self, text: &str);

    /// A part of the answer is known already.
    fn found(&self, finding: &Finding) {
        let _ = finding;
    }

    /// Whether an analysis should look one ply ahead, then two, and so on before it looks to its depth, to have
    /// something to show soon. Its answer stays the same.
    fn wants_looks(&self) -> bool {
        false
    }
}

/// What is known before a run ends.
#[derive(Clone, Copy, Debug)]
pub enum Finding<'a> {
    /// What a search thinks of a position after a look this number of plies ahead. The search will look further.
    Look {
        /// Plies.
        depth: u32,
        /// What it found.
        report: &'a SearchReport,
        /// The board.
        geometry: &'a Geometry,
        /// The side to move.
        to_move: Side,
    },
    /// What the solver knows of the value for the side to move: the least and the most.
    Bounds {
        /// The value is not less.
        lower: Value,
        /// The value is not more.
        upper: Value,
    },
}

impl<T: Observer + ?Sized> Observer for Arc<T> {
    fn progress(&self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn notice(&self, text: &str) {
        (**self).notice(text);
    }

    fn found(&self, finding: &Finding) {
        (**self).found(finding);
    }

    fn wants_looks(&self) -> bool {
        (**self).wants_looks()
    }
}

/// How far a run has come.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Units that are done.
    pub done: u64,
    /// All units, if their number is known.
    pub total: Option<u64>,
    /// What is counted, in the plural: `games`, `nodes`.
    pub unit: &'static str,
    /// More in words, empty if there is nothing to say. Only an observer that shows the words pays for them.
    pub detail: &'a dyn Fn() -> String,
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { done, total, unit, detail } = self;
        let mut debug = f.debug_struct("Progress");
        debug
            .field("done", done)
            .field("total", total)
            .field("unit", unit)
            .field("detail", &detail())
            .finish()
    }
}

/// More threads take long to start, and some systems end a program that asks for many more.
const MOST_THREADS: usize = 1024;

impl Work {
    /// All cores, without a stop from outside and without an observer.
    pub fn new() -> Work {
        Work::default()
    }

    /// Sets the number of threads; 0 stands for all cores, more than 1024 for 1024.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Work {
        self.threads = NonZeroUsize::new(threads.min(MOST_THREADS));
        self.pool = Arc::default();
        self
    }

    /// Sets what stops the run.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> Work {
        self.stop = stop;
        self
    }

    /// Sets where the names of unfinished files are kept, for a program that may end without waiting for the run.
    #[must_use]
    pub fn with_files(mut self, files: UnfinishedFiles) -> Work {
        self.files = files;
        self
    }

    /// The same work, of which nobody hears: a part of something larger, which tells of itself.
    pub(crate) fn unobserved(&self) -> Work {
        Work { observer: None, ..self.clone() }
    }

    /// Says that requests run on threads whose stacks are deep enough for every search, as those of
    /// [`connect_toe_work::thread`] are: else each search starts one of its own.
    #[must_use]
    pub fn on_deep_stacks(mut self) -> Work {
        self.is_deep = true;
        self
    }

    /// Sets the observer.
    #[must_use]
    pub fn observed_by(mut self, observer: impl Observer + 'static) -> Work {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Sets the heuristics, searches and players that texts of requests can name.
    ///
    /// ```
    /// use connect_toe_api::{Analyze, Work};
    /// use connect_toe_game::{Position, Side};
    /// use connect_toe_players::Catalogue;
    ///
    /// fn corner(position: &Position, player: Side) -> i64 {
    ///     i64::from(position.stone_on(position.cells()[0]) == Some(player))
    /// }
    ///
    /// let catalogue = Catalogue::new().with_heuristic("corner", |_| Ok(corner))?;
    /// let player = "minimax:depth=1,eval=corner".to_owned();
    /// let analysis = Analyze { player, ..Analyze::new("5x5:4") }.run(&Work::new().with_catalogue(catalogue))?;
    /// assert_eq!(analysis.best, ["a1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_catalogue(mut self, catalogue: Catalogue) -> Work {
        self.catalogue = catalogue;
        self
    }

    /// Sets a crew that works in place of this process's threads.
    #[must_use]
    pub fn with_crew(mut self, crew: impl Crew + 'static) -> Work {
        self.crew = Some(Arc::new(crew));
        self
    }

    /// Sets the trees that are kept from request to request. They must be from searches with the same catalogue.
    #[must_use]
    pub fn keeping(mut self, trees: KeptTrees) -> Work {
        self.trees = trees;
        self
    }

    /// The trees that are kept.
    pub(crate) fn trees(&self) -> &KeptTrees {
        &self.trees
    }

    /// The books that requests have named.
    pub(crate) fn books(&self) -> &Books {
        &self.books
    }

    /// The crew that works in place of this process's threads.
    pub fn crew(&self) -> Option<&dyn Crew> {
        self.crew.as_deref()
    }

    /// The heuristics, searches and players that texts can name.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// What stops the run.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The files that the run has not finished writing.
    pub fn files(&self) -> &UnfinishedFiles {
        &self.files
    }

    /// The number of threads to work on.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Reports how far the run has come.
    pub fn progress(&self, progress: &Progress) {
        if let Some(observer) = &self.observer {
            observer.progress(progress);
        }
    }

    /// Watches a search: its nodes are the run's progress, and a stop of the run ends it.
    pub(crate) fn search_watch(&self) -> impl FnMut(&SearchProgress) -> ControlFlow<()> {
        let stop = self.stop.part();
        move |progress| {
            let done = progress.nodes;
            self.progress(&Progress { done, total: None, unit: "nodes", detail: &String::new });
            stop.listen()
        }
    }

    /// Runs on one thread whose stack is deep enough for every search.
    ///
    /// # Errors
    /// The system starts no such thread.
    pub(crate) fn on_a_deep_stack<T: Send>(&self, run: impl FnOnce() -> T + Send) -> Result<T, Error> {
        if self.is_deep { Ok(run()) } else { on_a_deep_stack(run) }
    }

    /// Reports what is not part of the answer.
    pub fn notice(&self, text: &str) {
        if let Some(observer) = &self.observer {
            observer.notice(text);
        }
    }

    pub(crate) fn found(&self, finding: &Finding) {
        if let Some(observer) = &self.observer {
            observer.found(finding);
        }
    }

    pub(crate) fn wants_looks(&self) -> bool {
        self.observer.as_ref().is_some_and(Observer::wants_looks)
    }

    /// Runs on a thread of the pool, whose threads have deep stacks; parallel iterators use all of them.
    ///
    /// # Errors
    /// The system starts no such threads.
    pub fn on_all_threads<T: Send>(&self, run: impl FnOnce() -> T + Send) -> Result<T, Error> {
        Ok(self.pool()?.install(run))
    }

    fn pool(&self) -> Result<&ThreadPool, Error> {
        if let Some(pool) = self.pool.get() {
            return Ok(pool);
        }
        let pool = ThreadPoolBuilder::new().stack_size(STACK_BYTES).num_threads(self.threads());
        let pool = pool.build().map_err(|error| no_threads(self.threads(), &error))?;
        Ok(self.pool.get_or_init(|| pool))
    }
}

/// The failure to start threads.
pub fn no_threads(number: usize, error: &dyn fmt::Display) -> Error {
    let threads = counted(number as u64, "thread");
    let each = STACK_BYTES >> 20;
    let hint = |one_thread: &str| {
        let fewer = if number > 1 { format!("work on fewer with {one_thread}, or ") } else { String::new() };
        format!(
            "{fewer}raise the limits of processes and of addresses (ulimit -u, ulimit -v): each thread reserves {each} MB \
             of addresses for its stack"
        )
    };
    Error::run(format!("the system does not let this program start {threads}: {error}"))
        .with_hint(Hint::either(hint("--threads 1"), hint("threads=1")))
}

/// Runs on one thread whose stack is deep enough for every search.
pub(crate) fn on_a_deep_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Result<T, Error> {
    connect_toe_work::on_a_deep_stack(run).map_err(|refused| no_threads(1, &refused))
}

/// Counts units as they get done, on any number of threads, and reports their number to the observer.
#[derive(Debug)]
pub struct Counter {
    work: Work,
    done: AtomicU64,
    total: u64,
    unit: &'static str,
}

impl Counter {
    /// A counter of this number of units.
    pub fn new(work: &Work, total: u64, unit: &'static str) -> Counter {
        Counter { work: work.clone(), done: AtomicU64::new(0), total, unit }
    }

    /// Counts units that are done.
    pub fn add(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        let (total, unit) = (Some(self.total), self.unit);
        self.work.progress(&Progress { done, total, unit, detail: &String::new });
    }
}
