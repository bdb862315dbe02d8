//! Integration tests.

mod dataset;
mod oracle;
mod results;
mod values;

use connect_toe_grade::{Entry, ExactValues, Grading, Request, ValuesInMemory, grade};
use connect_toe_solve::Control;

/// A request about a game; entries that are no heuristics' names are players.
pub(crate) fn request(game: &str, entries: &[&str]) -> Request {
    let entry = |text: &&str| match text.parse() {
        Ok(heuristic) => Entry::Heuristic(heuristic),
        Err(_) => Entry::Player(text.parse().expect("a player")),
    };
    Request {
        game: game.parse().expect("game text"),
        entries: entries.iter().map(entry).collect(),
        plies: None,
        positions: 1000,
        seed: 2004,
        solver_nodes: 200_000,
    }
}

/// The results on this number of threads.
pub(crate) fn graded(request: &Request, values: &dyn ExactValues, threads: usize) -> Grading {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| grade(request, values, &Control::new(), |_| {})).expect("grades")
}

/// The results without values known before.
pub(crate) fn fresh(request: &Request) -> Grading {
    graded(request, &ValuesInMemory::new(), 2)
}
