//! Playing an experiment's pairs elsewhere: in other processes, on this machine or on others.
//!
//! The runner asks a [`Crew`] in place of its own threads. The crew gets a [`SealedExperiment`], which is all that a
//! worker needs, and the numbers of the pairs that are missing; a worker opens the experiment and plays ranges of them.
//! What comes back as bytes is checked and goes where all games go.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use connect_toe_experiment::{
    ListedOpenings, Openings, OpeningsFile, Override, Pair, Plan, PlayError, Request, check_playable,
    play as play_here,
};
use connect_toe_results::Parcels;
use connect_toe_stats::numbers::counted;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::runner::Failure;
use crate::stored::VERSION;
use crate::work::{Progress, Work};

/// Plays the pairs of experiments in place of this process's threads.
///
/// ```
/// use std::ops::{ControlFlow, Range};
/// use connect_toe_api::{Crew, Error, Machines, Match, SealedExperiment, Work};
///
/// /// Plays two pairs at a time, as a worker on another machine would.
/// struct Alone;
///
/// impl Crew for Alone {
///     fn play(
///         &self,
///         experiment: &SealedExperiment,
///         missing: &[Range<u64>],
///         take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
///     ) -> Result<(), Error> {
///         let work = Work::new().with_threads(1);
///         let opened = experiment.open(&work)?;
///         for range in missing {
///             for first in range.clone().step_by(2) {
///                 let played = opened.play(first..range.end.min(first + 2), None, &work)?;
///                 if take(Some(&played.parcel)).is_break() {
///                     return Ok(());
///                 }
///             }
///         }
///         Ok(())
///     }
///
///     fn machines(&self) -> Machines {
///         Machines { name: None, cores: 1, workers: 1 }
///     }
/// }
///
/// let mut request = Match::new("4x4:3", "two-ply", "random");
/// request.games = 20;
/// let here = request.run(&Work::new())?;
/// assert_eq!(request.run(&Work::new().with_crew(Alone))?.counts, here.counts);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
pub trait Crew: Send + Sync {
    /// Plays the pairs with these numbers, counted through all conditions, in any order, and hands over what
    /// [`OpenedExperiment::play`] gave: each parcel as soon as it is there, and `None` at least ten times a second while
    /// there is none, so that what has come is written. Ends soon if the answer is `Break`.
    ///
    /// # Errors
    /// Pairs that cannot be played. What was handed over is kept.
    fn play(
        &self,
        experiment: &SealedExperiment,
        missing: &[Range<u64>],
        take: &mut dyn FnMut(Option<&[u8]>) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Where the crew plays, for the record of the run.
    fn machines(&self) -> Machines;
}

/// Where a crew plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machines {
    /// What they are, in words; `None` for the machine that the run is on.
    pub name: Option<String>,
    /// Processor cores that they have.
    pub cores: u32,
    /// Pairs that are played at the same time.
    pub workers: u32,
}

/// An experiment with all that its file names: what a worker needs to play pairs of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedExperiment {
    /// Version of the program.
    version: String,
    /// The experiment's identity.
    hash: String,
    /// The experiment file.
    text: String,
    /// Values that replace those of the file.
    overrides: Vec<String>,
    /// Files of openings by name.
    files: BTreeMap<String, String>,
}

impl SealedExperiment {
    pub(crate) fn of(plan: &Plan) -> SealedExperiment {
        let files = plan.conditions.iter().filter_map(|condition| match &condition.protocol.openings {
            Openings::List(ListedOpenings { moves, file: Some(file) }) => {
                Some((file.name.clone(), file_text(file, moves)))
            }
            _ => None,
        });
        SealedExperiment {
            version: VERSION.to_owned(),
            hash: plan.hash(),
            text: plan.text.clone(),
            overrides: plan.overrides.iter().map(ToString::to_string).collect(),
            files: files.collect(),
        }
    }

    /// The experiment's identity, as in its results file.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The experiment, ready to be played.
    ///
    /// # Errors
    /// Another version of this program, whose players may play differently; an experiment that is a different one here,
    /// or none: players that a program added have to be added here, too.
    pub fn open(&self, work: &Work) -> Result<OpenedExperiment, Error> {
        if self.version != VERSION {
            let found = &self.version;
            return Err(Error::request(format!(
                "the experiment comes from connect-toe {found}, and this is connect-toe {VERSION}"
            ))
            .with_hint(
                "players may play differently in another version: install the same one on all machines",
            ));
        }
        let overrides: Result<Vec<Override>, _> = self.overrides.iter().map(|text| text.parse()).collect();
        let load = |name: &str| self.files.get(name).cloned().ok_or_else(|| "it was not sent".to_owned());
        let plan = Plan::read_with(&self.text, &overrides.map_err(Error::request)?, &load, work.catalogue());
        let plan = plan.map_err(Error::request)?;
        let hash = plan.hash();
        if hash != self.hash {
            return Err(Error::request(format!(
                "the experiment is another one here: its identity is {hash}, and should be {}",
                self.hash
            ))
            .with_hint("install the same connect-toe on all machines"));
        }
        Ok(OpenedExperiment { plan })
    }
}

/// The text of a file of openings, each in its line.
fn file_text(file: &OpeningsFile, moves: &[String]) -> String {
    let mut lines = vec![""; file.lines.iter().max().copied().unwrap_or(0)];
    for (&line, moves) in file.lines.iter().zip(moves) {
        lines[line - 1] = moves;
    }
    lines.join("\n") + "\n"
}

/// An experiment whose pairs can be played.
#[derive(Debug)]
pub struct OpenedExperiment {
    plan: Plan,
}

/// Pairs that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRange {
    /// The pairs, for [`Crew::play`] to hand over.
    pub parcel: Vec<u8>,
    /// The number of pairs.
    pub pairs: u64,
    /// The pairs of the range that were not played, because the time was over.
    pub left: Vec<Range<u64>>,
}

impl OpenedExperiment {
    /// The number of pairs of all conditions.
    pub fn pairs(&self) -> u64 {
        self.plan.pairs()
    }

    /// Plays the pairs of a range. After `limit` no more is begun: at least one pair is played.
    ///
    /// # Errors
    /// A range that the experiment does not have; a condition that cannot be played; a stop.
    pub fn play(
        &self,
        range: Range<u64>,
        limit: Option<Duration>,
        work: &Work,
    ) -> Result<PlayedRange, Error> {
        if range.is_empty() || range.end > self.pairs() {
            let (Range { start, end }, pairs) = (range, self.pairs());
            return Err(Error::request(format!("the experiment's pairs are 0..{pairs}, not {start}..{end}")));
        }
        let plan = &self.plan;
        let requests = plan.pairs_in(range);
        let (mut missing, mut pairs) = (Missing::new(plan, &requests), Vec::new());
        let (began, stop) = (Instant::now(), work.stop().flag());
        let total: u64 = requests.iter().map(|request| request.pairs.end - request.pairs.start).sum();
        let mut is_late = false;
        let ended = work.on_all_threads(|| {
            play_here(plan, &requests, &stop, |pair| {
                if let Some(pair) = pair
                    && missing.take(&pair)
                {
                    pairs.push(pair);
                }
                let done = pairs.len() as u64;
                work.progress(&Progress { done, total: Some(total), unit: "pairs", detail: &String::new });
                is_late = !pairs.is_empty() && limit.is_some_and(|limit| began.elapsed() >= limit);
                if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })?;
        match ended {
            Ok(()) => {}
            Err(PlayError::Stopped) if is_late => {}
            Err(PlayError::Stopped) => return Err(Error::Interrupted),
            Err(error) => return Err(Error::request(error)),
        }
        let parcel = Parcels::new(plan).pack(&pairs);
        Ok(PlayedRange { parcel, pairs: pairs.len() as u64, left: missing.ranges() })
    }
}

/// Has a crew play pairs. `hear` gets each of them once.
pub(crate) fn play(
    crew: &dyn Crew,
    plan: &Plan,
    requests: &[Request],
    stop: &AtomicBool,
    mut hear: impl FnMut(Option<Pair>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    // Before any game, and with the line of the file.
    check_playable(plan, requests, stop).map_err(Failure::Play)?;
    let mut missing = Missing::new(plan, requests);
    let ranges = missing.ranges();
    if ranges.is_empty() {
        return Ok(());
    }
    let mut parcels = Parcels::new(plan);
    let (mut damaged, mut is_stopped) = (None, false);
    let mut take = |parcel: Option<&[u8]>| -> ControlFlow<()> {
        match parcel.map(|parcel| parcels.unpack(parcel)) {
            None => hear(None)?,
            Some(Ok(pairs)) => {
                pairs.into_iter().filter(|pair| missing.take(pair)).try_for_each(|pair| hear(Some(pair)))?;
            }
            Some(Err(error)) => {
                damaged = Some(Error::run(error));
                return ControlFlow::Break(());
            }
        }
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let played = crew.play(&SealedExperiment::of(plan), &ranges, &mut |parcel| {
        let go_on = take(parcel);
        is_stopped |= go_on.is_break();
        go_on
    });
    if let Some(error) = damaged {
        return Err(Failure::Other(error));
    }
    if is_stopped {
        return Err(Failure::Play(PlayError::Stopped));
    }
    played.map_err(Failure::Other)?;
    match missing.number() {
        0 => Ok(()),
        number => Err(Failure::Other(Error::run(format!("{} were not played", counted(number, "pair"))))),
    }
}

/// Pairs of a plan that have not come, by their numbers through all conditions.
struct Missing {
    /// The number of the first pair of each condition.
    firsts: Vec<u64>,
    /// Ends by starts, of ranges that are apart.
    ranges: BTreeMap<u64, u64>,
}

impl Missing {
    fn new(plan: &Plan, requests: &[Request]) -> Missing {
        let mut first = 0;
        let conditions = plan.conditions.iter().map(|condition| {
            let this = first;
            first += condition.protocol.pairs();
            this
        });
        let firsts: Vec<u64> = conditions.collect();
        let mut ranges: BTreeMap<u64, u64> = BTreeMap::new();
        for Request { condition, pairs } in requests {
            let [start, end] = [pairs.start, pairs.end].map(|pair| firsts[*condition] + pair);
            match ranges.last_entry() {
                Some(mut last) if *last.get() == start => *last.get_mut() = end,
                _ if start < end => drop(ranges.insert(start, end)),
                _ => {}
            }
        }
        Missing { firsts, ranges }
    }

    /// Takes a pair out; false if it was not there.
    fn take(&mut self, pair: &Pair) -> bool {
        let number = self.firsts[pair.condition] + pair.number;
        let Some((&start, &end)) = self.ranges.range(..=number).next_back() else { return false };
        if number >= end {
            return false;
        }
        self.ranges.remove(&start);
        for (start, end) in [(start, number), (number + 1, end)] {
            if start < end {
                self.ranges.insert(start, end);
            }
        }
        true
    }

    fn number(&self) -> u64 {
        self.ranges.iter().map(|(start, end)| end - start).sum()
    }

    fn ranges(&self) -> Vec<Range<u64>> {
        self.ranges.iter().map(|(&start, &end)| start..end).collect()
    }
}
