//! The command line through its binary.

mod play;
