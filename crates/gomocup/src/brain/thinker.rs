//! The thread that searches.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use connect_toe_game::{Bits, Board, Cell, Game, Geometry, Outcome, Rules, with_game};
use connect_toe_players::{PlayerSpec, SearchPlayer};
use connect_toe_search::{SearchReport, Want};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::limits::Deadline;
use super::setup::{Owner, Setup, Stones};
use super::{Brain, Event};
use crate::point::Point;
use crate::reply::Reply;

/// What the search is to do.
pub(super) enum Job {
    /// Make the tables of a game.
    Prepare(Setup),
    /// Find a move.
    Think {
        setup: Setup,
        stones: Stones,
        blocked: BTreeSet<Point>,
        asked: Asked,
        depth: Option<u32>,
        nodes: Option<u64>,
        detail: i64,
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
    /// A colour, or stones, of an opening of 0, 3 or 5 stones.
    Swap2,
}

/// What the search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    Move(Point),
    /// Stones of an opening.
    Opening(Vec<Point>),
    Swap,
    /// There is no move to be found, for this reason.
    Impossible(String),
}

/// The search with its settings.
pub(super) struct Thinker {
    brain: Brain,
    events: Sender<Event>,
    deadline: Arc<Deadline>,
    random: ChaCha8Rng,
}

/// Says so if the thread ends by a panic: then nobody is to wait for it.
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

    /// Does one job after the other, until nobody has any.
    pub(super) fn work(mut self, jobs: &Receiver<Job>) {
        let events = self.events.clone();
        let _guard = EndInPanic(&events);
        let mut next = jobs.recv().ok();
        while let Some(job) = next.take() {
            let (Job::Prepare(setup) | Job::Think { setup, .. }) = &job else {
                next = jobs.recv().ok();
                continue;
            };
            let setup = *setup;
            next = match Game::new(&setup.spec()) {
                Ok(game) => with_game!(&game, record => self.play(setup, record.rules(), job, jobs)),
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

    /// Does the jobs of one game, up to one of another.
    fn play<B: Bits>(
        &mut self,
        setup: Setup,
        rules: &Rules<B>,
        first: Job,
        jobs: &Receiver<Job>,
    ) -> Option<Job> {
        let mut search: Option<(SearchPlayer<B>, Option<u32>)> = None;
        let mut next = Some(first);
        while let Some(job) = next {
            match job {
                Job::Prepare(other) if other == setup => {
                    if search.is_none() {
                        search = self.search(rules, None).ok();
                    }
                }
                Job::Think { setup: other, stones, blocked, asked, depth, nodes, detail }
                    if other == setup =>
                {
                    let mut player = match search.take().filter(|(_, of_depth)| *of_depth == depth) {
                        Some((player, _)) => player,
                        None => match self.search(rules, depth) {
                            Ok((player, _)) => player,
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
                        setup,
                        stones: &stones,
                        nodes,
                        detail,
                    };
                    let thought = look.think(&blocked, asked);
                    self.end(thought);
                    search = Some((player, depth));
                }
                Job::Forget => search = None,
                other => return Some(other),
            }
            next = jobs.recv().ok();
        }
        None
    }

    /// The search for one game, with another depth if the manager names one and the player has any.
    fn search<B: Bits>(
        &self,
        rules: &Rules<B>,
        depth: Option<u32>,
    ) -> Result<(SearchPlayer<B>, Option<u32>), String> {
        let player = &self.brain.player;
        let limited: Option<PlayerSpec> = depth.and_then(|depth| player.with_depth(depth).ok());
        let player = limited.as_ref().unwrap_or(player);
        let search = SearchPlayer::new(rules, player).map_err(|error| error.to_string())?;
        Ok((search.deepening(), depth))
    }
}

/// One position, and who looks at it.
struct Look<'a, B: Bits> {
    thinker: &'a mut Thinker,
    rules: &'a Rules<B>,
    player: &'a mut SearchPlayer<B>,
    setup: Setup,
    stones: &'a Stones,
    nodes: Option<u64>,
    detail: i64,
}

/// A line for people about what was found, after a look at this depth or at the end.
fn found(geometry: &Geometry, report: &SearchReport, depth: Option<u32>, time: Duration) -> String {
    let line: Vec<String> = report.line.iter().map(|&cell| Point::of(geometry, cell).to_string()).collect();
    let depth = depth.map_or_else(String::new, |depth| format!("Depth {depth} | "));
    let (value, nodes, milliseconds) = (report.value, report.nodes, time.as_millis());
    format!("{depth}Eval {value} | Nodes {nodes} | Time {milliseconds} | {}", line.join(" "))
}

/// Openings that are looked at for one that is as good for either side.
const OPENINGS: usize = 16;
/// The stones of an opening lie within this distance of the board's middle.
const OPENING_REACH: u16 = 3;

impl<B: Bits> Look<'_, B> {
    fn think(&mut self, blocked: &BTreeSet<Point>, asked: Asked) -> Thought {
        let Some(board) = self.stones.board(self.rules) else {
            return Thought::Impossible("both sides have five in a row".to_owned());
        };
        match self.rules.outcome(&board) {
            Some(Outcome::Win(_)) => {
                return Thought::Impossible("the game is over: there are five in a row".to_owned());
            }
            Some(Outcome::Draw) => return Thought::Impossible("the board is full".to_owned()),
            None => {}
        }
        match asked {
            Asked::Swap2 if self.stones.is_empty() => Thought::Opening(self.opening()),
            Asked::Swap2 => self.choose_colour(&board),
            Asked::Move => self.best_move(&board, blocked),
            Asked::BestMoves(number) => self.best_moves(&board, blocked, number),
        }
    }

    fn point(&self, cell: Cell) -> Point {
        Point::of(self.rules.geometry(), cell)
    }

    /// The moves to look at.
    fn candidates(&self, board: &Board<B>, blocked: &BTreeSet<Point>) -> Vec<Cell> {
        let legal = self.rules.legal_moves(board);
        legal.into_iter().filter(|&cell| !blocked.contains(&self.point(cell))).collect()
    }

    fn best_move(&mut self, board: &Board<B>, blocked: &BTreeSet<Point>) -> Thought {
        let moves = self.candidates(board, blocked);
        let Some(&first) = moves.first() else {
            return Thought::Impossible("every cell is taken or blocked".to_owned());
        };
        if let Some(cell) = self.forced(board, &moves) {
            return Thought::Move(self.point(cell));
        }
        let report = self.search(board, moves, Want::OneBest, Duration::ZERO);
        Thought::Move(self.point(report.best.first().copied().unwrap_or(first)))
    }

    /// The move that needs no search: the only one. The strongest player plays into the middle of an empty board, takes a
    /// win and stops one without a search too.
    fn forced(&self, board: &Board<B>, moves: &[Cell]) -> Option<Cell> {
        if let [only] = moves {
            return Some(*only);
        }
        if !self.thinker.brain.is_strongest {
            return None;
        }
        if self.stones.is_empty() {
            let middle = Point { x: self.setup.width / 2, y: self.setup.height / 2 };
            return middle.cell(self.rules.geometry()).filter(|middle| moves.contains(middle));
        }
        let legal = self.rules.legal(board);
        let is_candidate = |&bit: &u32| moves.contains(&Cell::from_bit(bit));
        let wins = self.rules.completing(board, legal).members().find(is_candidate);
        let bit =
            wins.or_else(|| self.rules.threatened_inlined(board, legal).members().find(is_candidate))?;
        Some(Cell::from_bit(bit))
    }

    /// Searches until the deadline, less the time that is to be `kept`.
    fn search(&mut self, board: &Board<B>, moves: Vec<Cell>, want: Want, kept: Duration) -> SearchReport {
        let (deadline, most) = (&*self.thinker.deadline, self.nodes.unwrap_or(u64::MAX));
        let (random, events) = (&mut self.thinker.random, &self.thinker.events);
        let (geometry, detail) = (self.rules.geometry(), self.detail);
        let started = Instant::now();
        let report = self.player.search_among(self.rules, board, moves, want, random, &mut |progress| {
            if let Some(look) = progress.look.filter(|_| detail > 0) {
                let text = found(geometry, look.report, Some(look.depth), started.elapsed());
                let _ = events.send(Event::Word(Reply::Message(text)));
            }
            if deadline.is_over(progress) || deadline.left() <= kept || progress.nodes >= most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if detail > 0 {
            self.say(found(geometry, &report, None, started.elapsed()));
        }
        report
    }

    fn say(&self, text: String) {
        let _ = self.thinker.events.send(Event::Word(Reply::Message(text)));
    }

    fn best_moves(&mut self, board: &Board<B>, blocked: &BTreeSet<Point>, number: usize) -> Thought {
        let moves = self.candidates(board, blocked);
        let Some(&first) = moves.first() else {
            return Thought::Impossible("every cell is taken or blocked".to_owned());
        };
        let mut report = self.search(board, moves, Want::EveryMove, Duration::ZERO);
        report.moves.sort_by_key(|found| Reverse(found.value));
        for (place, found) in report.moves.iter().take(number).enumerate() {
            self.say(format!("({}) Eval {} | {}", place + 1, found.value, self.point(found.cell)));
        }
        let best = report.moves.first().map_or(first, |found| found.cell);
        Thought::Move(self.point(best))
    }

    /// Three stones whose value is nearest to that of a draw.
    fn opening(&mut self) -> Vec<Point> {
        let (width, height) = (self.setup.width, self.setup.height);
        let reach = OPENING_REACH.min((width.min(height) - 1) / 2);
        let mut cells: Vec<Point> = (0..width)
            .flat_map(|x| (0..height).map(move |y| Point { x, y }))
            .filter(|point| point.x.abs_diff(width / 2) <= reach && point.y.abs_diff(height / 2) <= reach)
            .collect();
        let mut best: Option<(u64, Vec<Point>)> = None;
        for left in (1..=OPENINGS).rev() {
            cells.shuffle(&mut self.thinker.random);
            let points = cells[..3].to_vec();
            // White moves next.
            let mut stones = Stones::default();
            for (place, &point) in points.iter().enumerate() {
                let owner = if place == 1 { Owner::Own } else { Owner::Opponent };
                let _ = stones.put(self.setup, point, owner);
            }
            let Some(board) = stones.board(self.rules) else { continue };
            let whole = self.thinker.deadline.left();
            let kept = whole.saturating_sub(whole / left as u32);
            let mut look = Look {
                thinker: &mut *self.thinker,
                rules: self.rules,
                player: &mut *self.player,
                setup: self.setup,
                stones: &stones,
                nodes: self.nodes,
                detail: 0,
            };
            let moves = look.candidates(&board, &BTreeSet::new());
            let report = look.search(&board, moves, Want::OneBest, kept);
            let bias = report.value.unsigned_abs();
            if !report.best.is_empty() && best.as_ref().is_none_or(|(least, _)| bias < *least) {
                best = Some((bias, points));
            }
        }
        // Without the time to value any, any will do.
        best.map_or_else(|| cells[..3].to_vec(), |(_, points)| points)
    }

    /// The better colour. White is to move.
    fn choose_colour(&mut self, board: &Board<B>) -> Thought {
        let moves = self.candidates(board, &BTreeSet::new());
        let forced = self.forced(board, &moves);
        let first = moves[self.thinker.random.random_range(0..moves.len())];
        let report = self.search(board, moves, Want::OneBest, Duration::ZERO);
        if report.value < 0 {
            return Thought::Swap;
        }
        Thought::Opening(vec![self.point(forced.or_else(|| report.best.first().copied()).unwrap_or(first))])
    }
}
