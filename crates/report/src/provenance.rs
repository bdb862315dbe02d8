//! Where the results of a report come from.

use connect_toe_experiment::{Plan, Tally};
use serde::Serialize;

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
    /// The number of pairs of games that have been played.
    pub pairs_done: u64,
    /// The number of pairs of the plan; if a sequential test ended the games, of those played by then.
    pub pairs: u64,
    /// The runs of the program that played them, in the order of time.
    pub sessions: Vec<Session>,
}

/// One run of the program on one machine. The names and the order of its fields are those of `results.json`.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct Session {
    /// The processor, as the machine names it.
    pub processor: String,
    /// Its cores.
    pub cores: u32,
    /// The number of threads that played.
    pub threads: u32,
    /// When the run started, as the report prints it.
    pub started: String,
    /// Its duration in seconds.
    pub seconds: f64,
    /// The number of games that it played.
    pub games: u64,
}

impl Provenance {
    /// Results that this program has just played, without a file: of this version, with the plan's hash and the tally's
    /// pairs.
    ///
    /// ```
    /// use connect_toe_experiment::{Plan, Protocol, Tally};
    /// use connect_toe_report::Provenance;
    ///
    /// let (game, player, opponent) = ("3x3:3".parse()?, "perfect".parse()?, "random".parse()?);
    /// let plan = Plan::of_match(game, player, opponent, Protocol::new(41), 7);
    /// let provenance = Provenance::of(&plan, &Tally::new(&plan));
    /// assert_eq!((provenance.pairs_done, provenance.pairs), (0, 21));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(plan: &Plan, tally: &Tally) -> Provenance {
        // Of an odd number of games the last pair has one.
        let of_conditions = tally.conditions.iter().map(|condition| condition.games().div_ceil(2));
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plan_hash: plan.hash(),
            pairs_done: of_conditions.sum(),
            pairs: plan.pairs(),
            ..Provenance::default()
        }
    }

    /// Whether every pair of the plan has been played.
    pub(crate) fn is_complete(&self) -> bool {
        self.pairs_done >= self.pairs
    }
}
