//! Stopping work from outside.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A switch that stops work: everything that looks at it ends soon.
///
/// Clones stop the same work. A request that comes before the work begins is not lost, and no request is taken back.
///
/// ```
/// use connect_toe_work::Stop;
/// let work = Stop::new();
/// let part = work.part();
/// part.request();
/// assert!(part.is_requested() && !work.is_requested());
/// let other = work.part();
/// work.request();
/// assert!(other.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_requested: AtomicBool,
    /// How many parts there are.
    parts: AtomicUsize,
    /// The whole that this stops a part of.
    whole: Option<Stop>,
}

impl Stop {
    /// A stop that has not been requested.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// The stop of a part of this work: it stops with the whole, and its own request stops nothing else.
    #[must_use]
    pub fn part(&self) -> Stop {
        self.0.parts.fetch_add(1, Ordering::Relaxed);
        let whole = Some(self.clone());
        Stop(Arc::new(State { is_requested: AtomicBool::new(false), parts: AtomicUsize::new(0), whole }))
    }

    /// Stops the work.
    pub fn request(&self) {
        self.0.is_requested.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to stop.
    #[inline]
    pub fn is_requested(&self) -> bool {
        let mut stop = self;
        loop {
            if stop.0.is_requested.load(Ordering::Relaxed) {
                return true;
            }
            match &stop.0.whole {
                Some(whole) => stop = whole,
                None => return false,
            }
        }
    }

    /// `Continue` until the work is to stop, then `Break`: the answer of a watch that decides nothing else.
    #[inline]
    pub fn listen(&self) -> ControlFlow<()> {
        if self.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether a part of the work is under way, which a request would stop.
    pub fn is_heard(&self) -> bool {
        self.0.parts.load(Ordering::Relaxed) > 0
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(whole) = &self.whole {
            whole.0.parts.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hear_of_a_stop() {
        let stop = Stop::new();
        assert!(!stop.is_heard());
        let part = stop.part();
        let piece = part.clone().part();
        assert!(stop.is_heard() && !part.is_requested() && stop.listen().is_continue());
        stop.clone().request();
        assert!(stop.is_requested() && part.is_requested() && piece.is_requested());
        assert!(stop.part().is_requested() && piece.listen().is_break(), "later ones too");
        drop(part);
        assert!(stop.is_heard(), "a piece of it goes on");
        drop(piece);
        assert!(!stop.is_heard());
    }

    #[test]
    fn a_part_stops_nothing_else() {
        let stop = Stop::new();
        let (part, other) = (stop.part(), stop.part());
        part.part().request();
        assert!(!part.is_requested());
        part.request();
        assert!(!stop.is_requested() && !other.is_requested());
    }
}
