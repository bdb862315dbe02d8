//! When and where games were played.

/// A run that added games.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// Version of the program.
    pub program: String,
    /// Where.
    pub machine: Machine,
    /// How long it has lasted.
    pub seconds: f64,
    /// Games that it added.
    pub games: u64,
}

/// A machine that games are played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// What its processor calls itself.
    pub processor: String,
    /// Processor cores that it has.
    pub cores: u32,
    /// Threads that played.
    pub threads: u32,
}
