//! The loop in which threads work while the calling thread watches.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use crate::stack::{self, NoThread};
use crate::stop::Stop;

/// Threads with deep stacks that work while the calling thread receives what they send.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_work::{Outbox, Stop, Workers};
///
/// // Two workers count until the caller has heard enough.
/// let stop = Stop::new();
/// let count = |step: u64, outbox: &Outbox<u64>| {
///     let mut number = 0;
///     while !stop.is_requested() && outbox.send(number) {
///         number += step;
///     }
///     number
/// };
/// let mut heard = 0;
/// let ended = Workers::new("counting", &stop).run([1, 2], count, |number| {
///     heard += u64::from(number.is_some());
///     if heard < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(ended.len(), 2);
/// assert!(heard >= 100);
/// # Ok::<(), connect_toe_work::NoThread>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    name: &'a str,
    stop: &'a Stop,
    tick: Duration,
    waiting: usize,
}

/// Where a worker puts what the calling thread is to receive.
#[derive(Debug)]
pub struct Outbox<T>(SyncSender<T>);

impl<T> Clone for Outbox<T> {
    fn clone(&self) -> Outbox<T> {
        Outbox(self.0.clone())
    }
}

impl<T> Outbox<T> {
    /// Sends an item, and waits while too many have not been received. Returns false if nobody receives them any more.
    pub fn send(&self, item: T) -> bool {
        self.0.send(item).is_ok()
    }
}

impl<'a> Workers<'a> {
    /// Threads with this name, which look at the stop while they work. A panic of one of them requests it.
    pub fn new(name: &'a str, stop: &'a Stop) -> Workers<'a> {
        Workers { name, stop, tick: Duration::from_millis(100), waiting: 64 }
    }

    /// Sets how long the calling thread waits for what workers send before it looks around; 100 ms by default.
    #[must_use]
    pub fn with_tick(self, tick: Duration) -> Workers<'a> {
        Workers { tick, ..self }
    }

    /// Sets how many items may wait to be received; 64 by default.
    #[must_use]
    pub fn with_waiting(self, waiting: usize) -> Workers<'a> {
        Workers { waiting, ..self }
    }

    /// Starts a thread for each worker, passes what they send to `hear` until all have ended, and returns their results
    /// in the order of the workers. `hear` gets `None` when nothing has come for a tick. If it returns `Break`, the
    /// stop is requested; `hear` still gets what comes after that.
    ///
    /// If the system starts fewer threads, those do all the work: so workers should take it from a common place.
    ///
    /// # Errors
    /// The system starts no thread at all.
    ///
    /// # Panics
    /// As a worker does, or `hear`.
    pub fn run<W: Send, T: Send, R: Send>(
        self,
        workers: impl IntoIterator<Item = W>,
        work: impl Fn(W, &Outbox<T>) -> R + Sync,
        hear: impl FnMut(Option<T>) -> ControlFlow<()>,
    ) -> Result<Vec<R>, NoThread> {
        let (sender, receiver) = mpsc::sync_channel(self.waiting);
        let (work, stop) = (&work, self.stop);
        let _workers = StopInPanic(stop);
        thread::scope(|scope| {
            let mut threads = Vec::new();
            let mut refused = None;
            for worker in workers {
                let outbox = Outbox(sender.clone());
                let run = move || {
                    let _others = StopInPanic(stop);
                    work(worker, &outbox)
                };
                match stack::thread(self.name).spawn_scoped(scope, run) {
                    Ok(thread) => threads.push(thread),
                    Err(error) => {
                        refused = Some(NoThread(error));
                        break;
                    }
                }
            }
            drop(sender);
            if let Some(refused) = refused.filter(|_| threads.is_empty()) {
                return Err(refused);
            }
            // Kept here, so that a panic of `hear` ends workers that wait to send or for an answer.
            let (receiver, mut hear) = (receiver, hear);
            loop {
                let heard = match receiver.recv_timeout(self.tick) {
                    Ok(item) => hear(Some(item)),
                    Err(RecvTimeoutError::Timeout) => hear(None),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if heard.is_break() {
                    stop.request();
                }
            }
            // The scope would panic with a message of its own, and that of the worker would be lost.
            let ended =
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            Ok(ended.collect())
        })
    }
}

/// Stops the others if this thread panics.
struct StopInPanic<'a>(&'a Stop);

impl Drop for StopInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.request();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn message(panic: &(dyn std::any::Any + Send)) -> String {
        panic.downcast_ref::<&str>().map_or_else(String::new, |text| (*text).to_owned())
    }

    #[test]
    fn everything_is_heard_and_returned_in_order() {
        let stop = Stop::new();
        let next = AtomicU64::new(0);
        let mut heard = Vec::new();
        let ended = Workers::new("work", &stop).with_waiting(1).run(
            0..4_u64,
            |worker, outbox| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= 100 || !outbox.send(number) {
                        return worker;
                    }
                }
            },
            |number| {
                heard.extend(number);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(ended.expect("threads start"), [0, 1, 2, 3]);
        heard.sort_unstable();
        assert!(heard.into_iter().eq(0..100));
        assert!(!stop.is_requested());
    }

    #[test]
    fn a_tick_can_stop_them() {
        let stop = Stop::new();
        let mut ticks = 0;
        let wait = |(), _: &Outbox<()>| {
            while !stop.is_requested() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        let workers = Workers::new("wait", &stop).with_tick(Duration::from_millis(2));
        let ended = workers.run([(), ()], wait, |_| {
            ticks += 1;
            if ticks < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(ended.expect("threads start").len(), 2);
        assert!(ticks >= 3);
    }

    #[test]
    fn a_panic_stops_the_others_and_keeps_its_message() {
        let stop = Stop::new();
        let work = |fails: bool, _: &Outbox<()>| {
            assert!(!fails, "it failed");
            while !stop.is_requested() {
                thread::yield_now();
            }
        };
        let run = || Workers::new("fail", &stop).run([false, true], work, |_| ControlFlow::Continue(()));
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a worker failed");
        assert_eq!(message(&*panic), "it failed");
    }

    #[test]
    fn a_panic_of_the_listener_ends_the_workers() {
        let stop = Stop::new();
        let work = |(), outbox: &Outbox<u8>| while !stop.is_requested() && outbox.send(1) {};
        let run = || Workers::new("heard", &stop).run([()], work, |_| panic!("enough"));
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("the listener failed");
        assert_eq!(message(&*panic), "enough");
    }
}
