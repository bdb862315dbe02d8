//! Stopping an engine from outside.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops an engine: its searches, its solver and its games end soon. Clones stop the same engines.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A stop that nobody has requested.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops what runs with it, now and later.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has requested it.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn listen(&self) -> ControlFlow<()> {
        if self.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
