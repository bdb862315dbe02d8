//! Many positions of a game at once, as numbers.

mod numbers;

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use connect_toe_eval::Evaluator;
use connect_toe_game::{Bits, Board, Game, Record, Rules, Side, with_game};
use connect_toe_solve::{Control, ExactResult, Memory, Question, Scope, Solver};

use crate::error::Error;
use crate::position::board_error;
use crate::solve::MemoryText;
use crate::work::{Counter, Work};
use numbers::Stretches;

/// Positions of one game. Questions about them are answered on all threads, in the order of the positions, and each as the
/// request for a single position would be.
///
/// ```
/// use connect_toe_api::{Batch, Work, game};
/// use connect_toe_game::Side;
/// let batch = Batch { game: game("3x1:2")?, stones: vec![1, 0, 0, 1, 0, -1], to_move: vec![None, Some(Side::O)] };
/// assert_eq!(batch.evaluate("open-lines", &[Some(Side::X), None], &Work::new())?, [1, 0]);
/// assert_eq!(batch.legal(&Work::new())?, [false, true, true, false, true, false]);
/// assert_eq!(batch.solve(false, "64k", &Work::new())?[1].result, 1);
/// # Ok::<(), connect_toe_api::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    /// The game, whatever its position.
    pub game: Game,
    /// A number for each cell of each position, its cells in canonical order: 1 for X, -1 for O, 0 for an empty cell.
    pub stones: Vec<i8>,
    /// The side to move of each position; without it as [`Position`](crate::Position) has it.
    pub to_move: Vec<Option<Side>>,
}

/// The exact value of a position of a batch, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchValue {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
    /// Plies to the end of the game, counted from the position; none for a draw, and if only the result was asked for.
    pub distance: Option<u32>,
}

/// Positions that a thread takes at a time if they take microseconds.
const AT_A_TIME: usize = 1024;

impl Batch {
    /// The values that a heuristic gives the positions for these players, each for the side to move if it is none. As for
    /// [`Eval`](crate::Eval), but the stones are those of a position of the game.
    ///
    /// # Errors
    /// An unknown heuristic or setting; stones that are not a position of the game, with the number of the position,
    /// counted from 0; another number of players than of positions; a stop.
    pub fn evaluate(
        &self,
        heuristic: &str,
        players: &[Option<Side>],
        work: &Work,
    ) -> Result<Vec<i64>, Error> {
        if players.len() != self.to_move.len() {
            let (players, positions) = (players.len(), self.to_move.len());
            return Err(Error::request(format!("there are {players} players for {positions} positions")));
        }
        let heuristic = work.catalogue().heuristic(heuristic).map_err(Error::request)?;
        with_game!(&self.game, record => {
            let boards = Boards::new(self, record.rules());
            let make = || heuristic.build(boards.rules).map_err(Error::request);
            make()?;
            self.answer(AT_A_TIME, work, make, |evaluator, places| {
                if evaluator.wants_announcements() {
                    return announced(&mut **evaluator, &boards, places, players);
                }
                let value = |place| {
                    let board = boards.at(place)?;
                    Ok(evaluator.static_value(boards.rules, &board, players[place].unwrap_or(board.to_move())))
                };
                places.map(value).collect()
            })
        })
    }

    /// The cells that can be played: one answer for each number of [`stones`](Self::stones). Nothing can be played once a
    /// game is over.
    ///
    /// # Errors
    /// Stones that are not a position of the game, with the number of the position; a stop.
    pub fn legal(&self, work: &Work) -> Result<Vec<bool>, Error> {
        with_game!(&self.game, record => {
            let boards = Boards::new(self, record.rules());
            self.answer(AT_A_TIME, work, || Ok(()), |(), places| {
                let mut legal = Vec::with_capacity(places.len() * boards.cells);
                for place in places {
                    let board = boards.at(place)?;
                    let is_over = boards.rules.outcome(&board).is_some();
                    let moves = if is_over { Bits::EMPTY } else { boards.rules.legal_set(&board) };
                    boards.stretches.add_members(moves, &mut legal);
                }
                Ok(legal)
            })
        })
    }

    /// The exact values of the positions; with `weak` who wins, not in how many plies. `memory` is that of all tables
    /// together, as in [`Solve`](crate::Solve).
    ///
    /// # Errors
    /// Stones that are not a position of the game, with the number of the position; an amount of memory that is not one;
    /// a stop.
    pub fn solve(&self, weak: bool, memory: &str, work: &Work) -> Result<Vec<BatchValue>, Error> {
        let memory: MemoryText = memory.parse().map_err(Error::request)?;
        with_game!(&self.game, record => self.solve_all(record, weak, memory, work))
    }

    fn solve_all<B: Bits>(
        &self,
        record: &Record<B>,
        weak: bool,
        memory: MemoryText,
        work: &Work,
    ) -> Result<Vec<BatchValue>, Error> {
        let boards = Boards::new(self, record.rules());
        // What is wrong with any of them is said before hours of work.
        (0..self.to_move.len()).try_for_each(|place| boards.at(place).map(drop))?;
        let solvers = work.threads().min(self.to_move.len()).max(1);
        let (memory, threads) = (Memory(memory.0.0 / solvers), work.threads() / solvers);
        let make = || Ok(Solver::new(boards.rules.clone(), memory, threads.max(1)));
        let question = Question { weak, scope: Scope::Value };
        self.answer(1, work, make, |solver, places| {
            let control = Control::within(work.stop());
            let solve = |place| {
                let answer = solver.solve(&boards.at(place)?, question, &control, |_| {});
                let result = match answer.result().ok_or(Error::Interrupted)? {
                    ExactResult::Win => 1,
                    ExactResult::Draw => 0,
                    ExactResult::Loss => -1,
                };
                Ok(BatchValue { result, distance: answer.distance() })
            };
            places.map(solve).collect()
        })
    }

    /// The answers of all positions in their order. Each thread makes what it answers with, takes some positions at a time,
    /// and has answers for them.
    fn answer<W, T: Send>(
        &self,
        at_a_time: usize,
        work: &Work,
        make: impl Fn() -> Result<W, Error> + Sync,
        answer: impl Fn(&mut W, Range<usize>) -> Result<Vec<T>, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let total = self.to_move.len();
        let cells = self.game.geometry().cells().len();
        if self.stones.len() != total * cells {
            let stones = self.stones.len();
            let message =
                format!("{total} positions of this game have {} cells, not {stones}", total * cells);
            return Err(Error::request(message));
        }
        let (next, stop) = (AtomicUsize::new(0), work.stop().part());
        let counter = Counter::new(work, total as u64, "positions");
        // Whoever hears of progress can stop the first position too.
        counter.add(0);
        // The first position of some, with their answers.
        let found = Mutex::new(Vec::new());
        let run = || {
            let mut with = None;
            while !stop.is_requested() {
                let start = next.fetch_add(at_a_time, Ordering::Relaxed);
                if start >= total {
                    return;
                }
                let places = start..total.min(start + at_a_time);
                let answers = match &mut with {
                    Some(with) => answer(with, places.clone()),
                    None => make().and_then(|made| answer(with.insert(made), places.clone())),
                };
                let is_error = answers.is_err();
                found.lock().unwrap_or_else(PoisonError::into_inner).push((start, answers));
                if is_error {
                    // The threads come to the first position with an error, whatever their number.
                    next.store(total, Ordering::Relaxed);
                    return;
                }
                counter.add(places.len() as u64);
            }
        };
        let threads = work.threads().min(total.div_ceil(at_a_time));
        if threads < 2 {
            run();
        } else {
            work.on_all_threads(|| rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| run()))))?;
        }
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_unstable_by_key(|&(start, _)| start);
        let mut answers = Vec::new();
        let mut places = 0;
        for (start, some) in found {
            answers.extend(some?);
            places = total.min(start + at_a_time);
        }
        if places < total { Err(Error::Interrupted) } else { Ok(answers) }
    }
}

/// The positions of a batch.
struct Boards<'a, B> {
    batch: &'a Batch,
    rules: &'a Rules<B>,
    stretches: Stretches,
    /// Of each board.
    cells: usize,
}

impl<'a, B: Bits> Boards<'a, B> {
    fn new(batch: &'a Batch, rules: &'a Rules<B>) -> Boards<'a, B> {
        let cells = rules.geometry().cells();
        Boards { batch, rules, stretches: Stretches::new(cells), cells: cells.len() }
    }

    /// The board with this number.
    fn at(&self, place: usize) -> Result<Board<B>, Error> {
        let numbers = &self.batch.stones[place * self.cells..][..self.cells];
        let stones = self.stretches.stones(numbers).ok_or_else(|| self.strange_stone(numbers, place))?;
        let board = self.rules.board_of(stones, self.batch.to_move[place]);
        board.map_err(|error| board_error(error).at(format_args!("boards[{place}]")))
    }

    /// The first number that stands for nothing.
    #[cold]
    fn strange_stone(&self, numbers: &[i8], place: usize) -> Error {
        let geometry = self.rules.geometry();
        let mut all = numbers.iter().zip(geometry.cells());
        let message = all.find(|&(number, _)| !(-1..=1).contains(number)).map(|(number, &cell)| {
            let cell = geometry.cell_text(cell);
            format!("{number} on {cell} is not a stone: 1 is x, -1 is o, 0 is an empty cell")
        });
        Error::request(message.unwrap_or_default()).at(format_args!("boards[{place}]"))
    }
}

/// The values of boards for players; those of one player are announced together.
fn announced<B: Bits>(
    evaluator: &mut dyn Evaluator<B>,
    all: &Boards<'_, B>,
    places: Range<usize>,
    players: &[Option<Side>],
) -> Result<Vec<i64>, Error> {
    let boards: Vec<Board<B>> = places.clone().map(|place| all.at(place)).collect::<Result<_, _>>()?;
    let player = |(board, player): (&Board<B>, &Option<Side>)| player.unwrap_or(board.to_move());
    let players: Vec<Side> = boards.iter().zip(&players[places]).map(player).collect();
    let mut values = vec![0; boards.len()];
    for side in Side::ALL {
        let places: Vec<usize> = (0..boards.len()).filter(|&place| players[place] == side).collect();
        let open = places.iter().map(|&place| boards[place]);
        let open: Vec<Board<B>> = open.filter(|board| all.rules.outcome(board).is_none()).collect();
        evaluator.announce(all.rules, &open, side);
        for place in places {
            values[place] = evaluator.static_value(all.rules, &boards[place], side);
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Eval, Moves, Position, Solve, Stop, game};

    /// Positions on the way of some games, with their texts.
    fn positions(text: &str, number: usize) -> (Batch, Vec<Position>) {
        let start = game(text).expect("a game");
        let mut batch = Batch { game: start.clone(), stones: Vec::new(), to_move: Vec::new() };
        let mut positions = Vec::new();
        let mut now = start.clone();
        for step in 0..number {
            let stone = |&cell| now.stone_on(cell).map_or(0, |side| if side == Side::X { 1 } else { -1 });
            batch.stones.extend(now.geometry().cells().iter().map(stone));
            batch.to_move.push((step % 2 == 0).then(|| now.to_move()));
            let moves: Vec<String> = now.moves().iter().map(|&cell| now.geometry().cell_text(cell)).collect();
            positions.push(Position::after(moves.join(" ")));
            let legal = now.legal_moves();
            match legal.get(step * 7 % legal.len().max(1)) {
                Some(&cell) => now.play(cell).expect("is legal"),
                None => now = start.clone(),
            }
        }
        (batch, positions)
    }

    #[test]
    fn many_positions_have_the_answers_of_each() {
        let work = Work::new();
        for text in ["3x3:3", "7x6:4:-2", "4x4x4:4:-3", "5x5:4:+1,-2", "3x3:3:free:misere"] {
            let (batch, positions) = positions(text, 60);
            let players: Vec<Option<Side>> =
                (0..60).map(|place| [None, Some(Side::X), Some(Side::O)][place % 3]).collect();
            for heuristic in ["runs", "open-lines"] {
                let values = batch.evaluate(heuristic, &players, &work).expect("values");
                for ((position, player), &value) in positions.iter().zip(&players).zip(&values) {
                    let (position, player) = (position.clone(), player.map(|side| side.to_string()));
                    let heuristic = Some(heuristic.to_owned());
                    let eval = Eval { position, player, heuristic, ..Eval::new(text) };
                    assert!(eval.run(&work).expect("a value").values.values().eq([&value]), "{text}");
                }
            }
            let legal = batch.legal(&work).expect("moves");
            let names: Vec<String> = batch
                .game
                .geometry()
                .cells()
                .iter()
                .map(|&cell| batch.game.geometry().cell_text(cell))
                .collect();
            for (position, legal) in positions.iter().zip(legal.chunks(names.len())) {
                let moves = Moves { game: text.to_owned(), position: position.clone() };
                let is_legal = names.iter().zip(legal).filter(|&(_, &is_legal)| is_legal);
                assert!(is_legal.map(|(name, _)| name).eq(&moves.run(&work).expect("moves").legal), "{text}");
            }
        }
    }

    #[test]
    fn many_positions_are_solved_as_each() {
        for text in ["3x3:3", "4x3:3:-2", "3x3:3:free:misere"] {
            let (batch, positions) = positions(text, 30);
            for (weak, threads) in [(false, 1), (true, 3)] {
                let work = Work::new().with_threads(threads);
                let solved = batch.solve(weak, "1M", &work).expect("values");
                for (position, value) in positions.iter().zip(solved) {
                    let solve = Solve { position: position.clone(), weak, ..Solve::new(text) };
                    let solution = solve.run(&work).expect("a value");
                    let result = ["loss", "draw", "win"][(value.result + 1) as usize];
                    assert_eq!(
                        (solution.result.as_deref(), solution.distance),
                        (Some(result), value.distance)
                    );
                }
            }
        }
    }

    #[test]
    fn the_first_position_that_is_none_is_named() {
        let (mut batch, _) = positions("7x6:4:-2", 5000);
        let error = |batch: &Batch| batch.legal(&Work::new()).expect_err("is wrong").to_string();
        batch.stones[4200 * 42..4201 * 42].fill(0);
        batch.stones[4200 * 42 + 41] = 1;
        let before = std::mem::replace(&mut batch.stones[3000 * 42 + 3], 7);
        assert_eq!(
            error(&batch),
            "boards[3000]: 7 on a4 is not a stone: 1 is x, -1 is o, 0 is an empty cell"
        );
        batch.stones[3000 * 42 + 3] = before;
        let message = error(&batch);
        assert!(
            message.starts_with("boards[4200]: this is not a board of the game: the stone on g6"),
            "{message}"
        );
        batch.stones.pop();
        assert_eq!(error(&batch), "5000 positions of this game have 210000 cells, not 209999");
        let none = Batch { game: batch.game.clone(), stones: Vec::new(), to_move: Vec::new() };
        assert_eq!(none.evaluate("runs", &[], &Work::new()), Ok(Vec::new()));
        assert!(none.evaluate("run", &[], &Work::new()).is_err());
        assert_eq!(none.solve(false, "64k", &Work::new()), Ok(Vec::new()));
    }

    #[test]
    fn a_stop_leaves_no_answer() {
        let (batch, _) = positions("7x6:4:-2", 50);
        let stop = Stop::new();
        stop.request();
        let work = Work::new().with_stop(stop);
        assert_eq!(batch.legal(&work), Err(Error::Interrupted));
        assert_eq!(batch.solve(false, "1M", &work), Err(Error::Interrupted));
    }
}
