//! Many games of one set of rules, side by side: each has a position of its own, and one call plays a move in all.
#![expect(clippy::inline_always, reason = "a step is compiled for the processor as far as it is inlined")]

use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::Cell;
use crate::mixing::scramble;
use crate::outcome::Outcome;
use crate::processor::{Avx2, Portable, Processor, Work};
use crate::rules::Rules;
use crate::side::Side;
use crate::stretches::{Planes, Stretches};
use crate::{Draws, SplitMix, for_width};

/// When a game that has ended begins again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restart {
    /// In the step that ends it: what is seen after that step is the empty board.
    #[default]
    AtOnce,
    /// In the next step, whose action is not looked at: before it, the last position can be seen.
    InNextStep,
}

/// Games of one set of rules, each at its own position.
///
/// Actions and cells are numbered in canonical order: by the first coordinate, then the second, and so on. Slices have the
/// games one after the other.
///
/// ```
/// use std::sync::Arc;
/// use connect_toe_game::{Restart, Rules, SideBySide, Steps};
/// let rules = Arc::new(Rules::<u64>::compile(&"3x3:3".parse()?)?);
/// let mut games = SideBySide::new(&rules, rules.start(), 2, 0, Restart::AtOnce);
/// let (mut rewards, mut ended, mut illegal) = ([0; 2], [false; 2], [false; 2]);
/// let mut step = |actions: [i64; 2]| {
///     games.step(&actions, None, Steps { rewards: &mut rewards, ended: &mut ended, illegal: &mut illegal });
///     (rewards, ended, illegal)
/// };
/// // In the first game X makes the left column, in the second O takes a cell that is taken.
/// step([0, 0]);
/// assert_eq!(step([8, 0]), ([0, -1], [false, true], [false, true]));
/// step([1, 4]);
/// step([7, 5]);
/// assert_eq!(step([2, 3]), ([1, 0], [true, false], [false, false]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SideBySide<B: Bits> {
    rules: Arc<Rules<B>>,
    stretches: Stretches,
    start: Board<B>,
    boards: Vec<Board<B>>,
    /// Whether each game waits for the step that begins it again.
    over: Vec<bool>,
    restart: Restart,
    /// The number of the first game among all that are played together: chance follows from it.
    first: u64,
    avx2: Option<Avx2>,
}

/// Where a step says what it has done to each game.
#[derive(Debug)]
pub struct Steps<'a> {
    /// For the side that moved: 1 if it won with its move, -1 if it lost, else 0.
    pub rewards: &'a mut [i8],
    /// Whether the game ended.
    pub ended: &'a mut [bool],
    /// Whether it ended because the action was not a legal move.
    pub illegal: &'a mut [bool],
}

/// What is to be seen of the stones, and where it is written.
#[derive(Debug)]
pub struct Observations<'a> {
    /// How the two planes of a game lie.
    pub planes: Planes,
    /// Whose stones are in the first plane: 1 for X's and -1 for O's, one a game. Without it those of the side to move.
    pub own: Option<&'a [i8]>,
    /// `2 * cells` numbers a game, 1 where there is a stone and else 0.
    pub to: &'a mut [i8],
}

impl<B: Bits> SideBySide<B> {
    /// So many games from this position. `first` is the number of the first one among all games that are played together.
    pub fn new(
        rules: &Arc<Rules<B>>,
        start: Board<B>,
        number: usize,
        first: u64,
        restart: Restart,
    ) -> SideBySide<B> {
        SideBySide {
            rules: Arc::clone(rules),
            stretches: Stretches::new(rules.geometry().cells()),
            start,
            boards: vec![start; number],
            over: vec![false; number],
            restart,
            first,
            avx2: Avx2::detect(),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The positions.
    pub fn boards(&self) -> &[Board<B>] {
        &self.boards
    }

    /// Begins games again: all, or those that are marked.
    ///
    /// # Panics
    /// There is not one mark for each game.
    pub fn reset(&mut self, only: Option<&[bool]>) {
        check_marks(only, self.len());
        for (game, (board, over)) in self.boards.iter_mut().zip(&mut self.over).enumerate() {
            if only.is_none_or(|only| only[game]) {
                (*board, *over) = (self.start, false);
            }
        }
    }

    /// Lets a game go on from a position.
    pub fn place(&mut self, game: usize, board: Board<B>) {
        self.boards[game] = board;
        self.over[game] = false;
    }

    /// Plays a move in each game, or in those that are marked; the others stay as they are. An action that is not a legal move
    /// loses.
    ///
    /// # Panics
    /// A slice is not as long as there are games.
    pub fn step(&mut self, actions: &[i64], only: Option<&[bool]>, steps: Steps<'_>) {
        for_width!(B => SideBySide::<B>::step_here, fn(&mut SideBySide<B>, &[i64], Option<&[bool]>, Steps<'_>))(
            self, actions, only, steps,
        );
    }

    fn step_here(&mut self, actions: &[i64], only: Option<&[bool]>, steps: Steps<'_>) {
        check_marks(only, self.len());
        let number = self.len();
        let Steps { rewards, ended, illegal } = &steps;
        assert!(
            [actions.len(), rewards.len(), ended.len(), illegal.len()] == [number; 4],
            "one for each game"
        );
        match self.avx2 {
            Some(processor) if const { Avx2::is_for(B::WIDTH) } => {
                processor.run(Step { games: self, actions, only, steps });
            }
            _ => Portable.run(Step { games: self, actions, only, steps }),
        }
    }

    /// Writes whether each cell can be played, `cells` numbers a game; nothing can in a game that waits to begin again.
    ///
    /// # Panics
    /// The slice has another length.
    pub fn legal(&self, to: &mut [bool]) {
        for_width!(B => SideBySide::<B>::legal_here, fn(&SideBySide<B>, &mut [bool]))(self, to);
    }

    fn legal_here(&self, to: &mut [bool]) {
        let cells = self.cells();
        assert_eq!(to.len(), self.len() * cells, "so many cells of all games");
        for ((board, over), to) in self.boards.iter().zip(&self.over).zip(to.chunks_exact_mut(cells)) {
            let legal = if *over { B::EMPTY } else { self.rules.legal(board) };
            self.stretches.write_members(legal, to);
        }
    }

    /// Writes where the stones are.
    ///
    /// # Panics
    /// A slice has another length than it is to have.
    pub fn observe(&self, observations: Observations<'_>) {
        for_width!(B => SideBySide::<B>::observe_here, fn(&SideBySide<B>, Observations<'_>))(
            self,
            observations,
        );
    }

    fn observe_here(&self, Observations { planes, own, to }: Observations<'_>) {
        let cells = self.cells();
        assert_eq!(to.len(), self.len() * 2 * cells, "two planes of all games");
        assert!(own.is_none_or(|own| own.len() == self.len()), "one side for each game");
        for (game, (board, to)) in self.boards.iter().zip(to.chunks_exact_mut(2 * cells)).enumerate() {
            let side = own.map_or(board.to_move(), |own| if own[game] < 0 { Side::O } else { Side::X });
            self.stretches.write_planes(planes, [board.stones_of(side), board.stones_of(side.other())], to);
        }
    }

    /// Writes the side to move in each game: 1 for X, -1 for O.
    ///
    /// # Panics
    /// The slice is not as long as there are games.
    pub fn sides(&self, to: &mut [i8]) {
        assert_eq!(to.len(), self.len(), "one for each game");
        for (board, to) in self.boards.iter().zip(to) {
            *to = if board.to_move() == Side::X { 1 } else { -1 };
        }
    }

    /// Writes a random legal action for each game, all with the same probability; 0 for a game that waits to begin again. What
    /// is drawn follows from the seed and the number of the game.
    ///
    /// # Panics
    /// The slice is not as long as there are games.
    pub fn sample(&self, seed: u64, to: &mut [i64]) {
        for_width!(B => SideBySide::<B>::sample_here, fn(&SideBySide<B>, u64, &mut [i64]))(self, seed, to);
    }

    fn sample_here(&self, seed: u64, to: &mut [i64]) {
        assert_eq!(to.len(), self.len(), "one for each game");
        for (place, (board, to)) in self.boards.iter().zip(to).enumerate() {
            let legal = if self.over[place] { B::EMPTY } else { self.rules.legal(board) };
            let count = legal.count();
            *to = 0;
            if count > 0 {
                let mut draws = SplitMix::new(scramble(seed ^ scramble(self.first + place as u64)));
                let drawn = legal.nth(draws.below(count)).map(Cell::from_bit);
                *to = drawn.map_or(0, |cell| self.rules.geometry().rank(cell) as i64);
            }
        }
    }

    fn cells(&self) -> usize {
        self.rules.geometry().cells().len()
    }
}

/// # Panics
/// There is not one mark for each game.
fn check_marks(only: Option<&[bool]>, games: usize) {
    assert!(only.is_none_or(|only| only.len() == games), "one mark for each game");
}

struct Step<'a, 'b, B: Bits> {
    games: &'a mut SideBySide<B>,
    actions: &'a [i64],
    only: Option<&'a [bool]>,
    steps: Steps<'b>,
}

impl<B: Bits> Work for Step<'_, '_, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { games, actions, only, steps: Steps { rewards, ended, illegal } } = self;
        let SideBySide { rules, start, boards, over, restart, .. } = games;
        let cells = rules.geometry().cells();
        let done = rewards.iter_mut().zip(ended).zip(illegal);
        for (game, (((board, over), &action), ((reward, ended), illegal))) in
            boards.iter_mut().zip(over).zip(actions).zip(done).enumerate()
        {
            (*reward, *ended, *illegal) = (0, false, false);
            if only.is_some_and(|only| !only[game]) {
                continue;
            }
            if *over {
                (*board, *over) = (*start, false);
                continue;
            }
            let mover = board.to_move();
            let cell = usize::try_from(action).ok().and_then(|action| cells.get(action)).copied();
            let cell = cell.filter(|cell| rules.legal(board).contains(cell.bit()));
            let outcome = if let Some(cell) = cell {
                let outcome = rules.outcome_of(board, cell);
                *board = rules.play(board, cell);
                outcome
            } else {
                *illegal = true;
                Some(Outcome::Win(mover.other()))
            };
            if let Some(outcome) = outcome {
                *ended = true;
                *reward = outcome.winner().map_or(0, |winner| if winner == mover { 1 } else { -1 });
                match restart {
                    Restart::AtOnce => *board = *start,
                    Restart::InNextStep => *over = true,
                }
            }
        }
    }
}
