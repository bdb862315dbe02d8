//! Work on threads of its own: a queue that is fair among clients, a stop for each piece, and a count.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use connect_toe_api::Stop;
use serde::Serialize;
use tokio::sync::{oneshot, watch};

use crate::client::Client;
use crate::limits::Limits;

/// How long work takes. Each lane has places of its own, and what waits in one is not in the way of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// A look at the rules: done at once, even while others search.
    Short,
    /// Experiments: their texts and games, of which there may be many.
    Laboratory,
    /// Searches and games.
    Long,
}

/// How much is being done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Count {
    /// Pieces of work that are being done.
    pub(crate) running: usize,
    /// Those that wait for their turn.
    pub(crate) waiting: usize,
}

/// Why work was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotTaken {
    Busy,
    Stopping,
}

/// Threads that work, and what waits for them.
pub(crate) struct Queue {
    state: Mutex<State>,
    lanes: [Places; 3],
    waiting_of_a_client: usize,
}

/// How many pieces of work a lane does at once, all in all and for one client, and how many wait in it.
struct Places {
    all: usize,
    of_a_client: usize,
    waiting: usize,
}

#[derive(Default)]
struct State {
    lanes: [Waiting; 3],
    stops: HashMap<u64, Stop>,
    last: u64,
    is_stopping: bool,
}

/// What waits in a lane, and whose work is being done there.
#[derive(Default)]
struct Waiting {
    /// The clients that wait, in the order of their turns, each with its work.
    turns: VecDeque<(Client, VecDeque<Piece>)>,
    running: HashMap<Client, usize>,
}

struct Piece {
    number: u64,
    run: Box<dyn FnOnce() + Send>,
}

/// While a ticket lives, its work is wanted. When the ticket is dropped, the work stops, or does not begin.
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    number: u64,
    stop: Stop,
    begun: watch::Receiver<bool>,
}

impl Queue {
    pub(crate) fn new(limits: &Limits) -> Queue {
        let places = |all: usize, waiting| Places { all, of_a_client: all.div_ceil(2), waiting };
        // All that may wait has a connection.
        let few = limits.waiting.div_ceil(2);
        Queue {
            state: Mutex::default(),
            lanes: [places(4, few), places(4, few), places(limits.work_at_once, limits.waiting)],
            waiting_of_a_client: limits.waiting_of_a_client,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> Count {
        let state = self.state();
        let lanes = || state.lanes.iter();
        Count {
            running: lanes().flat_map(|lane| lane.running.values()).sum(),
            waiting: lanes().flat_map(|lane| &lane.turns).map(|(_, pieces)| pieces.len()).sum(),
        }
    }

    /// Takes work, whose answer comes through the receiver. If no answer comes, the work has failed or was never begun.
    pub(crate) fn take<A: Send + 'static>(
        self: &Arc<Self>,
        lane: Lane,
        client: &Client,
        run: impl FnOnce(&Stop) -> A + Send + 'static,
    ) -> Result<(Ticket, oneshot::Receiver<A>), NotTaken> {
        let (answer, answered) = oneshot::channel();
        let (begin, begun) = watch::channel(false);
        let stop = Stop::new();
        let ours = stop.clone();
        let run = move || {
            begin.send_replace(true);
            // The engine does not panic; if it does, one answer is missing, and all else goes on.
            if let Ok(found) = catch_unwind(AssertUnwindSafe(|| run(&ours))) {
                // The receiver may be gone.
                let _ = answer.send(found);
            }
        };
        let number = {
            let mut state = self.state();
            if state.is_stopping {
                return Err(NotTaken::Stopping);
            }
            state.last += 1;
            let number = state.last;
            let turns = &mut state.lanes[lane as usize].turns;
            let waiting: usize = turns.iter().map(|(_, pieces)| pieces.len()).sum();
            let place = turns.iter().position(|(other, _)| other == client);
            let of_client = place.map_or(0, |place| turns[place].1.len());
            if waiting >= self.lanes[lane as usize].waiting || of_client >= self.waiting_of_a_client {
                return Err(NotTaken::Busy);
            }
            let piece = Piece { number, run: Box::new(run) };
            match place {
                Some(place) => turns[place].1.push_back(piece),
                None => turns.push_back((client.clone(), VecDeque::from([piece]))),
            }
            state.stops.insert(number, stop.clone());
            number
        };
        self.begin(lane);
        Ok((Ticket { queue: Arc::clone(self), number, stop, begun }, answered))
    }

    /// Begins what has a place.
    fn begin(self: &Arc<Self>, lane: Lane) {
        while let Some((client, piece)) = self.next(lane) {
            let (queue, number) = (Arc::clone(self), piece.number);
            let theirs = client.clone();
            let started = connect_toe_work::thread("work").spawn(move || {
                if lane != Lane::Short {
                    let_others_go_first();
                }
                let mut now = Some((theirs, piece));
                while let Some((client, piece)) = now {
                    let number = piece.number;
                    (piece.run)();
                    queue.ended(lane, &client, number);
                    now = queue.next(lane);
                }
            });
            if started.is_err() {
                // The system gives no more threads: the piece is lost with its answer, which says so.
                self.ended(lane, &client, number);
            }
        }
    }

    /// The next piece that has a place, now counted as running: clients take turns.
    fn next(&self, lane: Lane) -> Option<(Client, Piece)> {
        let places = &self.lanes[lane as usize];
        let mut state = self.state();
        let Waiting { turns, running } = &mut state.lanes[lane as usize];
        if running.values().sum::<usize>() >= places.all {
            return None;
        }
        let may = |(client, _): &(Client, _)| running.get(client).copied().unwrap_or(0) < places.of_a_client;
        let place = turns.iter().position(may)?;
        let (client, mut pieces) = turns.remove(place)?;
        let piece = pieces.pop_front();
        if !pieces.is_empty() {
            turns.push_back((client.clone(), pieces));
        }
        let piece = piece?;
        *running.entry(client.clone()).or_default() += 1;
        Some((client, piece))
    }

    fn ended(&self, lane: Lane, client: &Client, number: u64) {
        let mut state = self.state();
        state.stops.remove(&number);
        let running = &mut state.lanes[lane as usize].running;
        if let Some(count) = running.get_mut(client) {
            *count -= 1;
            if *count == 0 {
                running.remove(client);
            }
        }
    }

    /// Takes no more work, forgets what waits, and stops what runs.
    pub(crate) fn stop(&self) {
        let mut state = self.state();
        state.is_stopping = true;
        state.lanes.iter_mut().for_each(|lane| lane.turns.clear());
        state.stops.values().for_each(Stop::request);
    }

    /// Forgets a piece if it waits.
    fn forget(&self, number: u64) {
        let mut state = self.state();
        for lane in &mut state.lanes {
            for (_, pieces) in &mut lane.turns {
                pieces.retain(|piece| piece.number != number);
            }
            lane.turns.retain(|(_, pieces)| !pieces.is_empty());
        }
    }
}

/// What takes long leaves the processor to what somebody waits for, if both want it: this thread, and those that it starts.
/// Where the system knows of no such order among the threads of a program, nothing changes.
pub(crate) fn let_others_go_first() {
    #[cfg(target_os = "linux")]
    {
        const NICENESS: i32 = 5;
        // If the system refuses, all are equal.
        let _ = rustix::process::setpriority_process(None, NICENESS);
    }
}

impl Ticket {
    /// Waits until the work begins, or is forgotten.
    pub(crate) async fn begun(&self) {
        let _ = self.begun.clone().wait_for(|begun| *begun).await.map(drop);
    }

    /// Stops the work, which may still have something to say.
    pub(crate) fn stop(&self) {
        self.stop.request();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.request();
        self.queue.forget(self.number);
    }
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue").field("count", &self.count()).finish_non_exhaustive()
    }
}
