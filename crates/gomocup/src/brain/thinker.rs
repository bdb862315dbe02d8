//! The thread that searches.

use std::error::Error;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use connect_toe_game::{Bits, Game, Rules, with_game};
use connect_toe_players::{Level, SearchPlayer};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::limits::{Deadline, Means};
use super::look::Look;
use super::setup::{Ground, Owner, Stones};
use super::{Brain, Event};
use crate::point::Point;

/// What the search is to do.
pub(super) enum Job {
    /// Make the tables of a game.
    Prepare(Ground, Means),
    /// Find a move.
    Think {
        ground: Ground,
        stones: Stones,
        asked: Asked,
        means: Means,
        detail: i64,
        /// Whether what the search believes is shown on a board.
        is_gui: bool,
    },
    /// Forget what was found.
    Forget,
}

/// What the manager wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Move,
    /// The values of this many moves, and a move.
    BestMoves(usize),
    /// The move after which the value for the brain is nearest to this one.
    BalanceOne(i64),
    /// A move for each side after which the value for the brain is nearest to this one.
    BalanceTwo(i64),
    /// The values of the moves that do not lose, and a move.
    Defences,
    /// The values of all moves.
    Values,
    /// How many nodes a second takes.
    Speed,
    /// The cells that the side to move may not take.
    Forbidden,
    /// A colour, or stones, of an opening of 0, 3 or 5 stones.
    Swap2,
}

/// Which moves a search is to value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Best,
    Every,
}

impl Asked {
    fn scope(self) -> Scope {
        match self {
            Asked::Move | Asked::Swap2 | Asked::Speed | Asked::Forbidden => Scope::Best,
            Asked::BestMoves(_)
            | Asked::BalanceOne(_)
            | Asked::BalanceTwo(_)
            | Asked::Defences
            | Asked::Values => Scope::Every,
        }
    }
}

/// What the search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    /// Moves, and whose they are.
    Moves(Vec<(Point, Owner)>),
    /// Stones of an opening.
    Opening(Vec<Point>),
    Swap,
    /// The cells that the side to move may not take.
    Forbidden(Vec<Point>),
    /// Words, which were said during the search.
    Told,
    /// There is no move to be found, for this reason.
    Impossible(String),
}

/// The search with its settings.
pub(super) struct Thinker {
    brain: Brain,
    pub(super) events: Sender<Event>,
    pub(super) deadline: Arc<Deadline>,
    pub(super) random: ChaCha8Rng,
}

/// Reports it if the thread ends by a panic, so that nobody waits for the thread.
struct EndInPanic<'a>(&'a Sender<Event>);

impl Drop for EndInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Event::Broken);
        }
    }
}

impl Thinker {
    pub(super) fn new(brain: Brain, events: Sender<Event>, deadline: Arc<Deadline>) -> Thinker {
        let random = ChaCha8Rng::seed_from_u64(brain.seed);
        Thinker { brain, events, deadline, random }
    }

    /// Does one job after the other, until no more can come.
    pub(super) fn work(mut self, jobs: &Receiver<Job>) {
        let events = self.events.clone();
        let _guard = EndInPanic(&events);
        let mut next = jobs.recv().ok();
        while let Some(job) = next.take() {
            let (Job::Prepare(ground, _) | Job::Think { ground, .. }) = &job else {
                next = jobs.recv().ok();
                continue;
            };
            let ground = ground.clone();
            next = match Game::new(&ground.spec()) {
                Ok(game) => with_game!(&game, record => self.play(&ground, record.rules(), job, jobs)),
                Err(error) => {
                    self.end(Thought::Impossible(error.to_string()));
                    jobs.recv().ok()
                }
            };
        }
    }

    fn end(&self, thought: Thought) {
        let _ = self.events.send(Event::Thought(thought));
    }

    /// Does the jobs of one game, until a job of another game comes.
    fn play<B: Bits>(
        &mut self,
        ground: &Ground,
        rules: &Rules<B>,
        first: Job,
        jobs: &Receiver<Job>,
    ) -> Option<Job> {
        let mut search: Option<(SearchPlayer<B>, Means, Scope)> = None;
        let mut next = Some(first);
        while let Some(job) = next {
            match job {
                Job::Prepare(other, means) if other == *ground => {
                    if search.is_none() {
                        let found = self.search(rules, means, Scope::Best);
                        search = found.ok().map(|player| (player, means, Scope::Best));
                    }
                }
                Job::Think { ground: other, stones, asked, means, detail, is_gui } if other == *ground => {
                    let scope = asked.scope();
                    let is_same = |known: &(_, Means, Scope)| (known.1, known.2) == (means, scope);
                    let mut player = match search.take().filter(is_same) {
                        Some((player, ..)) => player,
                        None => match self.search(rules, means, scope) {
                            Ok(player) => player,
                            Err(error) => {
                                self.end(Thought::Impossible(error));
                                next = jobs.recv().ok();
                                continue;
                            }
                        },
                    };
                    let mut look = Look {
                        thinker: self,
                        rules,
                        player: &mut player,
                        setup: ground.setup,
                        stones: &stones,
                        means,
                        detail,
                        is_gui,
                    };
                    let thought = look.think(asked);
                    self.end(thought);
                    search = Some((player, means, scope));
                }
                Job::Forget => search = None,
                other => return Some(other),
            }
            next = jobs.recv().ok();
        }
        None
    }

    /// Whether the brain plays as well as it can, and the manager lets it.
    pub(super) fn is_strongest(&self, means: Means) -> bool {
        self.brain.is_strongest && means.strength == 100
    }

    /// The search for one game, with the depth, the table and the strength that the manager names, as far as the player has
    /// such settings.
    fn search<B: Bits>(
        &self,
        rules: &Rules<B>,
        means: Means,
        scope: Scope,
    ) -> Result<SearchPlayer<B>, String> {
        let said = |error: &dyn Error| error.to_string();
        let mut player = self.brain.player.for_game(rules.spec());
        if self.brain.is_strongest && !self.is_strongest(means) {
            let game = Game::new(rules.spec()).map_err(|error| said(&error))?;
            player = Level::of_strength(means.strength).player(&game).map_err(|error| said(&error))?;
        }
        let limited = means.depth.and_then(|depth| player.with("depth", depth).ok());
        player = limited.unwrap_or(player);
        if player.settings().text("memory").is_none() {
            player = player.with("memory", means.table).unwrap_or(player);
        }
        if let Some(threads) = means.threads.filter(|_| player.settings().text("threads").is_none()) {
            player = player.with("threads", threads).unwrap_or(player);
        }
        if scope == Scope::Every {
            // Threats leave out moves that lose, and all others where one wins.
            player = player.with("threats", 0).unwrap_or(player);
        }
        let search = SearchPlayer::new(rules, &player).map_err(|error| said(&error))?;
        Ok(search.deepening())
    }
}
