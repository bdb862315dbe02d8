//! Many positions of a game at once, as numbers.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use connect_toe_api::{
    Choose, Counter, Error, MemoryText, Work, board_error, check_player, no_such_heuristic, no_threads,
};
use connect_toe_eval::Evaluator;
use connect_toe_game::stretches::Stretches;
use connect_toe_game::{Bits, Board, Game, Outcome, Record, Rules, Side, with_game};
use connect_toe_solve::{Control, ExactResult, Memory, Question, Scope, Solver};
use connect_toe_work::{Outbox, Workers};

/// Positions of one game. Questions about them are answered on all threads, in the order of the positions, and each as the
/// request for a single position would be.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    /// The game, whatever its position.
    pub(crate) game: Game,
    /// A number for each cell of each position, its cells in canonical order: 1 for X, -1 for O, 0 for an empty cell.
    pub(crate) stones: Vec<i8>,
    /// The side to move of each position; without it as [`Position`](connect_toe_api::Position) has it.
    pub(crate) to_move: Vec<Option<Side>>,
    /// The stones that this side has left in its turn, for each position; without it as the stones tell.
    pub(crate) left: Option<Vec<u32>>,
}

/// The exact value of a position of a batch, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BatchValue {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) result: i8,
    /// Plies to the end of the game, counted from the position; none for a draw, and if only the result was asked for.
    pub(crate) distance: Option<u32>,
}

impl BatchValue {
    pub(crate) fn new(result: ExactResult, distance: Option<u32>) -> BatchValue {
        let result = match result {
            ExactResult::Win => 1,
            ExactResult::Draw => 0,
            ExactResult::Loss => -1,
        };
        BatchValue { result, distance }
    }
}

/// The number of the first of some positions, and their answers.
type Answers<T> = (usize, Result<Vec<T>, Error>);

/// Positions that a thread takes at a time if they take microseconds.
const AT_A_TIME: usize = 1024;
/// Positions that a thread takes at a time if a player looks at each.
const CHOICES_AT_A_TIME: usize = 8;

impl Batch {
    /// The values that a heuristic gives the positions for these players, each for the side to move if it is none. As for
    /// [`Eval`](connect_toe_api::Eval), but the stones are those of a position of the game.
    ///
    /// # Errors
    /// An unknown heuristic or setting; stones that are not a position of the game, with the number of the position,
    /// counted from 0; another number of players than of positions; a stop.
    pub(crate) fn evaluate(
        &self,
        heuristic: &str,
        players: &[Option<Side>],
        work: &Work,
    ) -> Result<Vec<i64>, Error> {
        if players.len() != self.to_move.len() {
            let (players, positions) = (players.len(), self.to_move.len());
            return Err(Error::request(format!("there are {players} players for {positions} positions")));
        }
        let heuristic = work.catalogue().heuristic(heuristic).map_err(no_such_heuristic("heuristic"))?;
        with_game!(&self.game, record => {
            let boards = Boards::new(self, record.rules());
            let make = || heuristic.build(boards.rules).map_err(Error::impossible);
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
    pub(crate) fn legal(&self, work: &Work) -> Result<Vec<bool>, Error> {
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

    /// How the positions stand: `None` while a game goes on.
    ///
    /// # Errors
    /// As [`legal`](Self::legal).
    pub(crate) fn outcomes(&self, work: &Work) -> Result<Vec<Option<Outcome>>, Error> {
        with_game!(&self.game, record => {
            let boards = Boards::new(self, record.rules());
            self.answer(AT_A_TIME, work, || Ok(()), |(), places| {
                places.map(|place| Ok(boards.rules.outcome(&boards.at(place)?))).collect()
            })
        })
    }

    /// What stands after a move on each board: its stones as in [`stones`](Self::stones), and the side to move. A move is the place
    /// of its cell in canonical order.
    ///
    /// # Errors
    /// As [`legal`](Self::legal); a move that is not legal, with the number of the position.
    pub(crate) fn play(&self, moves: &[i64], work: &Work) -> Result<Vec<(Vec<i8>, Side)>, Error> {
        with_game!(&self.game, record => {
            let boards = Boards::new(self, record.rules());
            self.answer(AT_A_TIME, work, || Ok(()), |(), places| {
                places.map(|place| boards.after(place, moves[place])).collect()
            })
        })
    }

    /// The stones as the side to move sees them: two numbers for each of [`stones`](Self::stones), 1 in the first one if it
    /// is its own, 1 in the second one if it is the other's.
    ///
    /// # Errors
    /// As [`legal`](Self::legal).
    pub(crate) fn observations(&self, work: &Work) -> Result<Vec<i8>, Error> {
        with_game!(&self.game, record => {
            let boards = Boards::new(self, record.rules());
            self.answer(AT_A_TIME, work, || Ok(()), |(), places| {
                let mut planes = vec![0; 2 * places.len() * boards.cells];
                for (place, planes) in places.zip(planes.chunks_exact_mut(2 * boards.cells)) {
                    let board = boards.at(place)?;
                    boards.stretches.write_pairs(board.mover(), board.other(), planes);
                }
                Ok(planes)
            })
        })
    }

    /// The actions that a player chooses, by their places in canonical order: in the position with number `i` as
    /// [`Choose`] does with the seed `seed + i`.
    ///
    /// # Errors
    /// A text that is not a player; a position in which the game is over; stones that are not a position of the game, with the
    /// number of the position; a stop.
    pub(crate) fn choose(&self, player: &str, seed: u64, work: &Work) -> Result<Vec<i64>, Error> {
        let text = self.game.spec().to_string();
        // A player that does not fit is not the fault of a board.
        check_player(&self.game, &connect_toe_api::player("player", player, work)?)?;
        self.answer(
            CHOICES_AT_A_TIME,
            work,
            || Ok(self.game.clone()),
            |game, places| {
                let choose = |place| {
                    with_game!(&mut *game, record => {
                        let board = Boards::new(self, record.rules()).at(place)?;
                        record.restart(board);
                    });
                    let request =
                        Choose { seed: seed.wrapping_add(place as u64), ..Choose::new(&*text, player) };
                    let chosen = request.run_on(game.clone(), work);
                    let chosen = chosen.map_err(|error| error.at(format_args!("boards[{place}]")))?;
                    let cell = game.geometry().parse_cell(&chosen.cell).map_err(Error::impossible)?;
                    Ok(game.geometry().rank(cell) as i64)
                };
                places.map(choose).collect()
            },
        )
    }

    /// The exact values of the positions; with `weak` who wins, not in how many plies. `memory` is that of all tables
    /// together, as in [`Solve`](connect_toe_api::Solve).
    ///
    /// # Errors
    /// Stones that are not a position of the game, with the number of the position; an amount of memory that is not one;
    /// a stop.
    pub(crate) fn solve(&self, weak: bool, memory: &str, work: &Work) -> Result<Vec<BatchValue>, Error> {
        let memory: MemoryText = memory.parse().map_err(Error::wrong("memory"))?;
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
        // What is wrong with any of them is reported before hours of work.
        (0..self.to_move.len()).try_for_each(|place| boards.at(place).map(drop))?;
        let solvers = work.threads().min(self.to_move.len()).max(1);
        let (memory, threads) = (Memory(memory.0.0 / solvers), work.threads() / solvers);
        let make = || Ok(Solver::new(boards.rules.clone(), memory, threads.max(1)));
        let question = Question { weak, scope: Scope::Value, ..Question::default() };
        self.answer(1, work, make, |solver, places| {
            let control = Control::within(work.stop());
            let solve = |place| {
                let answer = solver.solve(&boards.at(place)?, question, &control, |_| {});
                let result = answer.result().ok_or(Error::Interrupted)?;
                Ok(BatchValue::new(result, answer.distance()))
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
        // The first report of progress comes before the first position, so that a callback can stop that too.
        counter.add(0);
        let run = |found: &mut dyn FnMut(Answers<T>)| {
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
                found((start, answers));
                if is_error {
                    // The threads come to the first position with an error, whatever their number.
                    next.store(total, Ordering::Relaxed);
                    return;
                }
                counter.add(places.len() as u64);
            }
        };
        // The first position of some, with their answers.
        let mut found = Vec::new();
        let threads = work.threads().min(total.div_ceil(at_a_time));
        if threads < 2 {
            run(&mut |some| found.push(some));
        } else {
            let send = |_, outbox: &Outbox<_>| run(&mut |some| _ = outbox.send(some));
            let hear = |some| {
                found.extend(some);
                ControlFlow::Continue(())
            };
            let ended = Workers::new("batch", &stop).run(0..threads, send, hear);
            ended.map_err(|refused| no_threads(threads, &refused))?;
        }
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
    /// The number of cells of each board.
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
        let to_move = self.batch.to_move[place];
        let board = match &self.batch.left {
            None => self.rules.board_of(stones, to_move),
            Some(left) => self.rules.board_in_turn(stones, to_move, left[place]),
        };
        board.map_err(|error| board_error(error).at(format_args!("boards[{place}]")))
    }

    /// The stones of a board after this move, and the side to move.
    fn after(&self, place: usize, played: i64) -> Result<(Vec<i8>, Side), Error> {
        let refused = |error: Error| error.at(format_args!("actions[{place}]"));
        let (board, geometry) = (self.at(place)?, self.rules.geometry());
        let cell = usize::try_from(played).ok().and_then(|rank| geometry.cells().get(rank).copied());
        let cell = cell.ok_or_else(|| {
            refused(Error::request(format!("{played} is not an action: they are 0 to {}", self.cells - 1)))
        })?;
        self.rules
            .check_move(&board, cell)
            .map_err(|reason| refused(Error::request(format!("{}: {reason}", geometry.cell_text(cell)))))?;
        let mut stones = self.batch.stones[place * self.cells..][..self.cells].to_vec();
        stones[geometry.rank(cell)] = if board.to_move() == Side::X { 1 } else { -1 };
        Ok((stones, self.rules.play(&board, cell).to_move()))
    }

    /// The error of the first number that stands for nothing.
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
