//! Games that a crew explores.

use std::ops::{ControlFlow, Range};

use connect_toe_api::{Counter, Deadline, DoneRange, Error, Fault, Task, Units, Work, not_empty};
use connect_toe_atlas::{Explored, PlannedGame};
use connect_toe_solve::Memory;
use serde::{Deserialize, Serialize};

use super::threads::explore_here;

/// Games with the nodes for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealedGames {
    games: Vec<(String, u64)>,
    memory: usize,
}

/// A game that was explored, as it is sent.
#[derive(Serialize, Deserialize)]
pub(super) struct SentGame {
    number: usize,
    known: String,
    complete: bool,
}

impl SealedGames {
    pub(super) fn new(games: &[PlannedGame], memory: Memory) -> SealedGames {
        let games = games.iter().map(|planned| (planned.game.to_string(), planned.nodes));
        SealedGames { games: games.collect(), memory: memory.0 }
    }
}

impl Task for SealedGames {
    const KIND: &'static str = "atlas";

    fn open(self, _: &Work) -> Result<Box<dyn Units>, Error> {
        let planned = |(game, nodes): &(String, u64)| {
            let game = game.parse().map_err(|error| Error::because(Fault::WrongTask, error))?;
            Ok(PlannedGame { game, nodes: *nodes })
        };
        let games = self.games.iter().map(planned).collect::<Result<_, Error>>()?;
        Ok(Box::new(OpenedGames { games, memory: Memory(self.memory) }))
    }
}

/// Games that can be explored.
#[derive(Debug)]
struct OpenedGames {
    games: Vec<PlannedGame>,
    memory: Memory,
}

impl Units for OpenedGames {
    fn units(&self) -> u64 {
        self.games.len() as u64
    }

    /// Explores the games of a range, in their order.
    fn work(&self, range: Range<u64>, deadline: Deadline, work: &Work) -> Result<DoneRange, Error> {
        let (stop, counter) = (work.stop().part(), Counter::new(work, range.end - range.start, "games"));
        let mut sent = Vec::new();
        let mut next = range.start;
        while next < range.end && !(deadline.is_over() && next > range.start) {
            let first = next as usize;
            let end = (first + work.threads()).min(range.end as usize);
            let games = &self.games[first..end];
            let before = sent.len();
            explore_here(games, self.memory, work.threads(), &stop, |found| {
                if let Some((place, explored)) = found {
                    sent.push(SentGame {
                        number: first + place,
                        known: explored.known.to_string(),
                        complete: explored.is_complete,
                    });
                    counter.add(1);
                }
                if work.stop().is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if sent.len() - before < games.len() {
                return Err(Error::Interrupted);
            }
            next = end as u64;
        }
        let parcel = serde_json::to_vec(&sent).map_err(Error::run)?;
        Ok(DoneRange { parcel, left: not_empty(next..range.end) })
    }
}

impl SentGame {
    /// The games of a parcel, with their numbers.
    pub(super) fn read(parcel: &[u8]) -> Result<Vec<(usize, Explored)>, Error> {
        let damaged = |error: &dyn std::fmt::Display| {
            Error::run(format!("the games that were sent are damaged: {error}"))
        };
        let sent: Vec<SentGame> = serde_json::from_slice(parcel).map_err(|error| damaged(&error))?;
        let opened = |sent: SentGame| {
            let known = sent.known.parse().map_err(|error| damaged(&error))?;
            Ok((sent.number, Explored { known, is_complete: sent.complete }))
        };
        sent.into_iter().map(opened).collect()
    }
}
