#![doc = include_str!("../README.md")]

mod lock;
mod stack;
mod stop;
mod workers;

use std::ops::ControlFlow;

pub use lock::lock;
pub use stack::{NoThread, STACK_BYTES, on_a_deep_stack, thread};
pub use stop::Stop;
pub use workers::{Outbox, Workers};

/// A function that is called with the progress of some work from time to time, on the thread that works; `Break` stops
/// the work.
pub type Watch<'a, P> = &'a mut dyn FnMut(&P) -> ControlFlow<()>;
