/// Where the results of an experiment come from: everything in a report that does not follow from the plan and the
/// counts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Provenance {
    /// The version of the program that played.
    pub version: String,
    /// The plan's [hash](connect_toe_experiment::Plan::hash).
    pub plan_hash: String,
    /// The name of the experiment file, without its folder.
    pub file_name: Option<String>,
    /// How many pairs of games have been played.
    pub pairs_done: u64,
    /// How many pairs the plan has.
    pub pairs: u64,
    /// The runs of the program that played them, in the order of time.
    pub sessions: Vec<Session>,
}

/// One run of the program on one machine.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Session {
    /// The processor, as the machine names it.
    pub processor: String,
    /// Its cores.
    pub cores: u32,
    /// How many threads played.
    pub threads: u32,
    /// When the run started, as it is to be printed.
    pub started: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How many games it played.
    pub games: u64,
}

impl Provenance {
    /// Whether every pair of the plan has been played.
    pub(crate) fn is_complete(&self) -> bool {
        self.pairs_done >= self.pairs
    }
}
