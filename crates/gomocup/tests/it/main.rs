//! The protocol, by a manager of our own that knows nothing but its text.

mod brain;
#[cfg(unix)]
mod engine;
mod hostile;
mod manager;
mod renju;
