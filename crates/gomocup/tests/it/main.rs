//! The protocol, by a manager of our own that knows nothing but its text.

mod brain;
mod hostile;
mod manager;
