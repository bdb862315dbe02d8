//! How an experiment stands: its games counted once, for those who look at it often.

use std::time::Instant;

use connect_toe_api::{Error, Work};
use connect_toe_experiment::{Plan, Tally};

use super::ExperimentFile;
use super::cells::{CellScore, ExperimentCell, cell_scores, cells_of};
use super::status::{ExperimentStatus, RecordedRuns};
use crate::stored::{DecidedTest, results_error};

/// How far an experiment has come, and how every cell stands.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentStanding {
    /// How far it has come, and what it shows so far.
    pub status: ExperimentStatus,
    /// The cells in the order of the studies and their tables.
    pub cells: Vec<ExperimentCell>,
}

/// How far an experiment has come, as its results file says without a look at its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExperimentExtent {
    /// Games that are played.
    pub games: u64,
    /// All games of the experiment.
    pub games_wanted: u64,
    /// Whether all games are played, or those of a match up to the verdict of its sequential test.
    pub done: bool,
}

impl ExperimentStanding {
    pub(super) fn new(plan: &Plan, runs: RecordedRuns, tally: &Tally) -> ExperimentStanding {
        ExperimentStanding { status: ExperimentStatus::new(plan, runs, tally), cells: cells_of(plan, tally) }
    }
}

impl From<&ExperimentStatus> for ExperimentExtent {
    fn from(status: &ExperimentStatus) -> ExperimentExtent {
        let ExperimentStatus { games, games_wanted, done, .. } = *status;
        ExperimentExtent { games, games_wanted, done }
    }
}

impl ExperimentFile {
    /// How the experiment stands; also while a run is writing results. Reads every game, some 500 000 a second.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used.
    pub fn standing(&self, work: &Work) -> Result<ExperimentStanding, Error> {
        let file = self.read(work)?;
        let results = self.open(&file, work)?;
        let tally = results.tally(&file.plan).map_err(results_error)?;
        Ok(ExperimentStanding::new(&file.plan, RecordedRuns::of(&results)?, &tally))
    }

    /// How far the experiment has come. Reads none of the games.
    ///
    /// # Errors
    /// An experiment file or a results file that cannot be used.
    pub fn extent(&self, work: &Work) -> Result<ExperimentExtent, Error> {
        let file = self.read(work)?;
        let results = self.open(&file, work)?;
        let plan = &file.plan;
        let (games, games_wanted) = (results.games().map_err(results_error)?, plan.games());
        let done = games == games_wanted || DecidedTest::kept_in(&results)?.is_some();
        Ok(ExperimentExtent { games, games_wanted, done })
    }

    /// The cells as they are before any game, whatever is played already.
    ///
    /// # Errors
    /// An experiment file that cannot be used.
    pub fn unplayed_cells(&self, work: &Work) -> Result<Vec<ExperimentCell>, Error> {
        let plan = self.read(work)?.plan;
        Ok(cells_of(&plan, &Tally::new(&plan)))
    }
}

/// A run of an experiment at a moment. Only who shows something of it pays for computing it.
#[derive(Debug)]
pub struct RunMoment<'a> {
    pub(super) plan: &'a Plan,
    pub(super) tally: &'a Tally,
    /// The runs before this one.
    pub(super) before: &'a RecordedRuns,
    pub(super) started: Instant,
}

/// A function that is called often while an experiment is played.
pub type ShowRun<'a> = &'a (dyn Fn(&RunMoment<'_>) + Sync);

impl RunMoment<'_> {
    /// How every cell stands, in the order of the plan.
    pub fn scores(&self) -> Vec<CellScore> {
        cell_scores(self.plan, self.tally)
    }

    /// How the experiment stands.
    pub fn standing(&self) -> ExperimentStanding {
        let before = self.before.clone();
        let (sessions, seconds) =
            (before.sessions + 1, before.seconds + self.started.elapsed().as_secs_f64());
        ExperimentStanding::new(self.plan, RecordedRuns { sessions, seconds, ..before }, self.tally)
    }
}
