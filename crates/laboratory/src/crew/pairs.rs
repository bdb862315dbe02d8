//! Playing an experiment's pairs elsewhere.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use connect_toe_api::{
    Crew, Deadline, DoneRange, Error, Fault, Progress, SealedTask, Task, Units, Work, no_threads,
};
use connect_toe_experiment::{
    BalancedBook, ListedOpenings, Openings, Override, Pair, Plan, PlayError, Request, check_playable,
    play as play_here,
};
use connect_toe_records::in_lines;
use connect_toe_results::Parcels;
use connect_toe_stats::numbers::counted;
use connect_toe_work::Stop;
use serde::{Deserialize, Serialize};

use super::Ranges;
use crate::runner::Failure;

/// An experiment with all that its file names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealedExperiment {
    /// The experiment's identity.
    hash: String,
    /// The experiment file.
    text: String,
    /// Values that replace those of the file.
    overrides: Vec<String>,
    /// Files of openings by name.
    files: BTreeMap<String, String>,
    /// Balanced openings that were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    balanced: Vec<SealedBook>,
}

/// The balanced openings of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealedBook {
    game: String,
    plies: u32,
    asked: u64,
    tried: u64,
    are_decided: bool,
    moves: Vec<String>,
}

impl SealedBook {
    fn of(((game, plies), book): (&(String, u32), &BalancedBook)) -> SealedBook {
        let BalancedBook { asked, tried, are_decided, moves } = book.clone();
        SealedBook { game: game.clone(), plies: *plies, asked, tried, are_decided, moves }
    }

    fn open(&self) -> ((String, u32), BalancedBook) {
        let SealedBook { game, plies, asked, tried, are_decided, moves } = self.clone();
        ((game, plies), BalancedBook { asked, tried, are_decided, moves })
    }
}

impl SealedExperiment {
    fn of(plan: &Plan) -> SealedExperiment {
        let files = plan.conditions.iter().filter_map(|condition| match &condition.protocol.openings {
            Openings::List(ListedOpenings { moves, file: Some(file) }) => {
                let lines = file.lines.iter().copied().zip(moves.iter().map(String::as_str));
                Some((file.name.clone(), in_lines(lines)))
            }
            _ => None,
        });
        SealedExperiment {
            hash: plan.hash(),
            text: plan.text.clone(),
            overrides: plan.overrides.iter().map(ToString::to_string).collect(),
            files: files.collect(),
            balanced: plan.balanced.iter().map(SealedBook::of).collect(),
        }
    }
}

impl Task for SealedExperiment {
    const KIND: &'static str = "play";

    fn open(self, work: &Work) -> Result<Box<dyn Units>, Error> {
        let overrides: Result<Vec<Override>, _> = self.overrides.iter().map(|text| text.parse()).collect();
        let load = |name: &str| self.files.get(name).cloned().ok_or_else(|| "it was not sent".to_owned());
        let plan = Plan::read_with(
            &self.text,
            &overrides.map_err(|error| Error::because(Fault::WrongTask, error))?,
            &load,
            work.catalogue(),
        );
        let mut plan = plan.map_err(|error| Error::because(Fault::WrongTask, error))?;
        plan.balanced = self.balanced.iter().map(SealedBook::open).collect();
        let hash = plan.hash();
        if hash != self.hash {
            return Err(Error::because(
                Fault::WrongTask,
                format!("the experiment differs on this machine: its identity is {hash}, not {}", self.hash),
            )
            .with_hint("install the same connect-toe on all machines"));
        }
        Ok(Box::new(OpenedExperiment { plan }))
    }
}

/// An experiment whose pairs can be played.
#[derive(Debug)]
struct OpenedExperiment {
    plan: Plan,
}

impl Units for OpenedExperiment {
    fn units(&self) -> u64 {
        self.plan.pairs()
    }

    /// Plays the pairs of a range that the experiment has.
    fn work(&self, range: Range<u64>, deadline: Deadline, work: &Work) -> Result<DoneRange, Error> {
        let plan = &self.plan;
        let total = Some(range.end - range.start);
        let requests = plan.pairs_in(range);
        let (firsts, mut missing) = (plan.first_pairs(), Ranges::new(plan.numbers_of(&requests)));
        let mut pairs = Vec::new();
        let stop = work.stop().part();
        let mut is_late = false;
        let ended = work.on_all_threads(|| {
            play_here(plan, &requests, &stop, |pair| {
                if let Some(pair) = pair {
                    missing.take(firsts[pair.condition] + pair.number);
                    pairs.push(pair);
                }
                let done = pairs.len() as u64;
                work.progress(&Progress { done, total, unit: "pairs", detail: &String::new });
                is_late = !pairs.is_empty() && deadline.is_over();
                if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })?;
        match ended {
            Ok(()) => {}
            Err(PlayError::Stopped) if is_late => {}
            Err(PlayError::Stopped) => return Err(Error::Interrupted),
            Err(PlayError::NoThread(reason)) => return Err(no_threads(1, &reason)),
            Err(error) => return Err(Error::impossible(error)),
        }
        Ok(DoneRange { parcel: Parcels::new(plan).pack(&pairs), left: missing.to_vec() })
    }
}

/// Has a crew play pairs. `hear` gets each of them once.
pub(crate) fn play(
    crew: &dyn Crew,
    plan: &Plan,
    requests: &[Request],
    stop: &Stop,
    mut hear: impl FnMut(Option<Pair>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    // An error is reported before any game, with the line of the file.
    check_playable(plan, requests, stop).map_err(Failure::Play)?;
    let (firsts, mut missing) = (plan.first_pairs(), Ranges::new(plan.numbers_of(requests)));
    if missing.len() == 0 {
        return Ok(());
    }
    let (units, mut parcels) = (missing.to_vec(), Parcels::new(plan));
    let (mut damaged, mut is_stopped) = (None, false);
    let mut take = |parcel: Option<&[u8]>| -> ControlFlow<()> {
        match parcel.map(|parcel| parcels.unpack(parcel)) {
            None => hear(None)?,
            Some(Ok(pairs)) => {
                let number_of = |pair: &Pair| firsts[pair.condition] + pair.number;
                let new = pairs.into_iter().filter(|pair| missing.take(number_of(pair)));
                new.map(Some).try_for_each(&mut hear)?;
            }
            Some(Err(error)) => {
                damaged = Some(Error::run(error));
                return ControlFlow::Break(());
            }
        }
        stop.listen()
    };
    let task = SealedTask::new(&SealedExperiment::of(plan)).map_err(Failure::Other)?;
    let played = crew.work(&task, &units, &mut |parcel| {
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
    match missing.len() {
        0 => Ok(()),
        left => Err(Failure::Other(Error::run(format!("{} were not played", counted(left, "pair"))))),
    }
}
