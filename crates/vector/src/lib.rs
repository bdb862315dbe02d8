#![doc = include_str!("../README.md")]

mod self_play;
mod threads;

use std::any::Any;
use std::fmt;

use connect_toe_game::{Bits, Game, SideBySide, scramble, with_game};
pub use connect_toe_game::{Observations, Planes, Restart, Steps};
pub use rayon::ThreadPoolBuildError;
pub use self_play::{Examples, SelfPlay, SelfPlayOptions};
use threads::Threads;

/// Games that a thread plays at a time: so many that handing them out takes little, so few that every core has some.
const AT_A_TIME: usize = 128;

/// Many games from one position, which one call steps on all cores.
///
/// An action is the number of a cell in canonical order: by the first coordinate, then the second, and so on. Slices have the
/// games one after the other. What happens does not depend on the number of threads.
///
/// ```
/// use connect_toe_vector::{Observations, Planes, Restart, Seen, Stepped, VectorGame};
/// let mut games = VectorGame::new(&"connect-four".parse()?, 1000, 7, Restart::AtOnce);
/// let mut actions = vec![0; 1000];
/// let mut stepped = Stepped::new(1000);
/// let mut observations = vec![0; 1000 * 2 * 42];
/// let (mut ended, mut won) = (0, 0);
/// for _ in 0..100 {
///     games.sample(&mut actions);
///     let seen = Observations { planes: Planes::Last, own: None, to: &mut observations };
///     games.step(&actions, None, stepped.as_steps(), Seen { observations: Some(seen), ..Seen::default() });
///     ended += stepped.ended.iter().filter(|&&ended| ended).count();
///     won += stepped.rewards.iter().filter(|&&reward| reward == 1).count();
/// }
/// // Random games of Connect Four take 21 plies, and one in 400 is drawn.
/// assert!((4000..5500).contains(&ended) && won > ended * 98 / 100);
/// # Ok::<(), connect_toe_game::SpecError>(())
/// ```
#[derive(Debug)]
pub struct VectorGame {
    /// The position in which each game begins.
    start: Game,
    parts: Vec<Box<dyn Part>>,
    number: usize,
    seed: u64,
    /// How often actions were drawn.
    drawn: u64,
    threads: Threads,
}

/// What a step has done, one of each for a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stepped {
    /// For the side that moved: 1 if it won with its move, -1 if it lost, else 0.
    pub rewards: Vec<i8>,
    /// Whether the game ended.
    pub ended: Vec<bool>,
    /// Whether it ended because the action was not a legal move.
    pub illegal: Vec<bool>,
}

impl Stepped {
    /// Room for so many games.
    pub fn new(games: usize) -> Stepped {
        Stepped { rewards: vec![0; games], ended: vec![false; games], illegal: vec![false; games] }
    }

    /// The same, borrowed.
    pub fn as_steps(&mut self) -> Steps<'_> {
        Steps { rewards: &mut self.rewards, ended: &mut self.ended, illegal: &mut self.illegal }
    }
}

/// What is to be seen of the positions: each is written where there is room for it.
#[derive(Debug, Default)]
pub struct Seen<'a> {
    /// Whether each cell can be played, `cells` a game.
    pub legal: Option<&'a mut [bool]>,
    /// The stones.
    pub observations: Option<Observations<'a>>,
    /// The side to move, 1 for X and -1 for O, one a game.
    pub sides: Option<&'a mut [i8]>,
}

impl<'a> Seen<'a> {
    /// Cuts off what is seen of the first games.
    fn split_off(&mut self, games: usize, cells: usize) -> Seen<'a> {
        Seen {
            legal: split_off(&mut self.legal, games * cells),
            sides: split_off(&mut self.sides, games),
            observations: self.observations.take().map(|Observations { planes, own, to }| {
                let (first, rest) = to.split_at_mut(2 * games * cells);
                let own = own.map(|own| own.split_at(games));
                self.observations = Some(Observations { planes, own: own.map(|(_, rest)| rest), to: rest });
                Observations { planes, own: own.map(|(first, _)| first), to: first }
            }),
        }
    }
}

fn split_off<'a, T>(all: &mut Option<&'a mut [T]>, number: usize) -> Option<&'a mut [T]> {
    let (first, rest) = all.take()?.split_at_mut(number);
    *all = Some(rest);
    Some(first)
}

/// What belongs to the part with this number, of things of which each game has one.
fn part_of<T>(all: &[T], place: usize) -> &[T] {
    let first = place * AT_A_TIME;
    &all[first..all.len().min(first + AT_A_TIME)]
}

/// Some of the games.
trait Part: fmt::Debug + Send + Sync {
    fn step(&mut self, actions: &[i64], only: Option<&[bool]>, steps: Steps<'_>);
    fn see(&self, seen: Seen<'_>);
    fn sample(&self, seed: u64, actions: &mut [i64]);
    fn reset(&mut self, only: Option<&[bool]>);
    /// Lets a game go on from a board, which has to be of the type of these games.
    fn place(&mut self, place: usize, board: &dyn Any) -> bool;
    /// The board of a game, of the type of these games.
    fn board(&self, place: usize) -> &dyn Any;
}

impl<B: Bits> Part for SideBySide<B> {
    fn step(&mut self, actions: &[i64], only: Option<&[bool]>, steps: Steps<'_>) {
        self.step(actions, only, steps);
    }

    fn see(&self, seen: Seen<'_>) {
        if let Some(to) = seen.legal {
            self.legal(to);
        }
        if let Some(observations) = seen.observations {
            self.observe(observations);
        }
        if let Some(to) = seen.sides {
            self.sides(to);
        }
    }

    fn sample(&self, seed: u64, actions: &mut [i64]) {
        self.sample(seed, actions);
    }

    fn reset(&mut self, only: Option<&[bool]>) {
        self.reset(only);
    }

    fn place(&mut self, place: usize, board: &dyn Any) -> bool {
        let board = board.downcast_ref();
        board.map(|&board| self.place(place, board)).is_some()
    }

    fn board(&self, place: usize) -> &dyn Any {
        &self.boards()[place]
    }
}

/// What one part of the games is given, and where it writes.
struct Share<'a> {
    part: &'a mut Box<dyn Part>,
    actions: &'a [i64],
    only: Option<&'a [bool]>,
    steps: Steps<'a>,
    seen: Seen<'a>,
}

impl VectorGame {
    /// So many games that begin in this position. `seed` is that of [`sample`](Self::sample).
    pub fn new(start: &Game, number: usize, seed: u64, restart: Restart) -> VectorGame {
        let parts = (0..number).step_by(AT_A_TIME).map(|first| -> Box<dyn Part> {
            let games = AT_A_TIME.min(number - first);
            with_game!(start, record => {
                Box::new(SideBySide::new(&record.shared_rules(), *record.board(), games, first as u64, restart))
            })
        });
        let (start, parts) = (start.clone(), parts.collect());
        VectorGame { start, parts, number, seed, drawn: 0, threads: Threads::Shared }
    }

    /// Uses so many threads of its own; 1 is the calling thread, and 0 are those that all share, one for each core.
    ///
    /// # Errors
    /// The system does not start so many.
    pub fn with_threads(self, threads: usize) -> Result<VectorGame, ThreadPoolBuildError> {
        Ok(VectorGame { threads: Threads::new(threads)?, ..self })
    }

    /// The position in which each game begins.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.number
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// The number of cells of a board, which is that of actions.
    pub fn cells(&self) -> usize {
        self.start.geometry().cells().len()
    }

    /// Begins games again: all, or those that are marked.
    ///
    /// # Panics
    /// There is not one mark for each game.
    pub fn reset(&mut self, only: Option<&[bool]>) {
        self.check_marks(only);
        for (place, part) in self.parts.iter_mut().enumerate() {
            part.reset(only.map(|only| part_of(only, place)));
        }
    }

    /// Lets a game, counted from 0, go on from a position of the same rules. Returns whether there is such a game and the
    /// position is of these rules.
    pub fn place(&mut self, game: usize, position: &Game) -> bool {
        let is_one = game < self.number && position.spec() == self.start.spec();
        let part = self.parts.get_mut(game / AT_A_TIME).filter(|_| is_one);
        part.is_some_and(|part| with_game!(position, record => part.place(game % AT_A_TIME, record.board())))
    }

    /// The position of a game, counted from 0; `None` if there are fewer games.
    pub fn position(&self, game: usize) -> Option<Game> {
        let part = self.parts.get(game / AT_A_TIME).filter(|_| game < self.number)?;
        let board = part.board(game % AT_A_TIME);
        let mut position = self.start.clone();
        with_game!(&mut position, record => record.restart(*board.downcast_ref()?));
        Some(position)
    }

    /// Plays a move in each game, or in those that are marked, and writes what is to be seen after it. An action that is not a
    /// legal move loses.
    ///
    /// # Panics
    /// A slice has another length than so many games need.
    pub fn step(&mut self, actions: &[i64], only: Option<&[bool]>, steps: Steps<'_>, mut seen: Seen<'_>) {
        self.check(&seen);
        self.check_marks(only);
        let (number, cells) = (self.number, self.cells());
        let Steps { rewards, ended, illegal } = steps;
        assert!(
            [actions.len(), rewards.len(), ended.len(), illegal.len()] == [number; 4],
            "one for each game"
        );
        let shares = self
            .parts
            .iter_mut()
            .zip(actions.chunks(AT_A_TIME))
            .zip(rewards.chunks_mut(AT_A_TIME))
            .zip(ended.chunks_mut(AT_A_TIME).zip(illegal.chunks_mut(AT_A_TIME)))
            .enumerate()
            .map(|(place, (((part, actions), rewards), (ended, illegal)))| {
                let seen = seen.split_off(actions.len(), cells);
                let only = only.map(|only| part_of(only, place));
                Share { part, actions, only, steps: Steps { rewards, ended, illegal }, seen }
            });
        let shares: Vec<Share<'_>> = shares.collect();
        self.threads.run(shares, |Share { part, actions, only, steps, seen }| {
            part.step(actions, only, steps);
            part.see(seen);
        });
    }

    /// Writes what is to be seen of the positions.
    ///
    /// # Panics
    /// A slice has another length than so many games need.
    pub fn see(&self, mut seen: Seen<'_>) {
        self.check(&seen);
        let cells = self.cells();
        let shares = self.parts.iter().zip(self.sizes());
        let shares: Vec<_> = shares.map(|(part, games)| (part, seen.split_off(games, cells))).collect();
        self.threads.run(shares, |(part, seen)| part.see(seen));
    }

    /// Draws a legal action for each game, all with the same probability; 0 for a game that waits to begin again.
    ///
    /// # Panics
    /// The slice is not as long as there are games.
    pub fn sample(&mut self, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.number, "one for each game");
        let seed = scramble(self.seed ^ scramble(self.drawn));
        self.drawn += 1;
        let shares = self.parts.iter().zip(actions.chunks_mut(AT_A_TIME)).collect();
        self.threads.run(shares, |(part, actions)| part.sample(seed, actions));
    }

    /// The number of games of each part.
    fn sizes(&self) -> impl Iterator<Item = usize> {
        let number = self.number;
        (0..number).step_by(AT_A_TIME).map(move |first| AT_A_TIME.min(number - first))
    }

    fn check(&self, seen: &Seen<'_>) {
        let (number, cells) = (self.number, self.number * self.cells());
        let is_right = seen.legal.as_ref().is_none_or(|legal| legal.len() == cells)
            && seen.sides.as_ref().is_none_or(|sides| sides.len() == number)
            && seen.observations.as_ref().is_none_or(|Observations { own, to, .. }| {
                to.len() == 2 * cells && own.is_none_or(|own| own.len() == number)
            });
        assert!(is_right, "what is seen of {number} games needs as much room");
    }

    fn check_marks(&self, only: Option<&[bool]>) {
        assert!(only.is_none_or(|only| only.len() == self.number), "one mark for each game");
    }
}
