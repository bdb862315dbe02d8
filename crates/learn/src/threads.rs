//! Threads that learn together.

use std::ops::ControlFlow;

use connect_toe_work::{Outbox, Stop, Workers};

/// Does the same work on several threads, which take it from a common place; returns what each of them made.
pub(crate) fn on_threads<R: Send>(threads: usize, stop: &Stop, work: impl Fn() -> R + Sync) -> Vec<R> {
    if threads < 2 {
        return vec![work()];
    }
    let workers = Workers::new("learning", stop);
    let done = workers.run(0..threads, |_, _: &Outbox<()>| work(), |_| ControlFlow::Continue(()));
    // A system that starts no threads only makes it slower.
    done.unwrap_or_else(|_| vec![work()])
}
