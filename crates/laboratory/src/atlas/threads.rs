//! Games that the threads of this process explore.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use connect_toe_api::{Error, no_threads};
use connect_toe_atlas::{Explored, PlannedGame, explore};
use connect_toe_solve::Memory;
use connect_toe_work::{Outbox, Stop, Workers};

/// Explores games on these threads, each with tables of `memory`. `each` gets the number of a game in the list and what
/// was found out about it, or `None` ten times a second; it, or `stop`, ends the work.
pub(super) fn explore_here(
    games: &[PlannedGame],
    memory: Memory,
    threads: usize,
    stop: &Stop,
    each: impl FnMut(Option<(usize, Explored)>) -> ControlFlow<()>,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let work = |_: usize, found: &Outbox<(usize, Explored)>| {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(planned) = games.get(place) else { return };
            let start = Instant::now();
            let Some(mut explored) = explore(&planned.game, planned.nodes, memory, stop) else { return };
            explored.known.seconds = start.elapsed().as_secs_f64();
            if !found.send((place, explored)) {
                return;
            }
        }
    };
    Workers::new("atlas", stop)
        .run(0..threads.clamp(1, games.len().max(1)), work, each)
        .map(|_| ())
        .map_err(|error| no_threads(threads, &error))
}
