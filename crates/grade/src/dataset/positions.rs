//! The positions of a set, found on all threads and the same for any number of them.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use connect_toe_game::{Bits, Board, Course, Rules, Side};
use connect_toe_players::{Player, PlayerSpec};
use connect_toe_solve::{Book, BookError, Control};
use connect_toe_work::{Outbox, Stop, Workers};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{Distribution, LabelProgress, LabelRequest, LabelSymmetries, MOST_POSITIONS};
use crate::error::GradeError;
use crate::sample::Sampler;

/// Finds the positions of a request.
pub(super) struct Source<'a, B: Bits> {
    rules: &'a Rules<B>,
    request: &'a LabelRequest,
    sampler: Sampler<'a, B>,
    plies: RangeInclusive<u32>,
    stop: &'a Stop,
    watch: &'a (dyn Fn(&LabelProgress) + Sync),
}

/// Games of players that are played before it is looked what positions they have.
const GAMES_AT_A_TIME: u64 = 256;
/// So many games without a new position are enough.
const MOST_FRUITLESS_GAMES: u64 = 20 * GAMES_AT_A_TIME;

impl<'a, B: Bits> Source<'a, B> {
    pub(super) fn new(
        rules: &'a Rules<B>,
        request: &'a LabelRequest,
        stop: &'a Stop,
        watch: &'a (dyn Fn(&LabelProgress) + Sync),
    ) -> Result<Self, GradeError> {
        let cells = rules.geometry().cells().len() as u32;
        let sampler = Sampler::new(rules, request.seed)?;
        let plies = match (&request.plies, &request.from) {
            (Some(plies), _) => plies.clone(),
            (None, Distribution::Random) => 0..=sampler.last_ply(),
            (None, _) => 0..=cells.saturating_sub(1),
        };
        let (first, last) = (*plies.start(), *plies.end());
        if first > last {
            return Err(GradeError::NoPlies { first, last });
        }
        if last >= cells {
            return Err(GradeError::Plies { first, last, cells });
        }
        Ok(Source { rules, request, sampler, plies, stop, watch })
    }

    /// The symmetries under which no two positions are alike.
    pub(super) fn symmetries(&self) -> LabelSymmetries {
        let listed = self.sampler.symmetries();
        LabelSymmetries { which: listed.which, number: listed.symmetries.len() }
    }

    /// The positions by ply, and within a ply by their stones; what is found when it is stopped is of no use.
    pub(super) fn positions(&self) -> Result<Vec<Board<B>>, GradeError> {
        let mut boards = match &self.request.from {
            Distribution::Random => self.random(),
            Distribution::Players { players, random_plies } => self.of_players(players, *random_plies)?,
            Distribution::All => self.all()?,
            Distribution::Listed(list) => self.listed(list)?,
        };
        boards.par_sort_unstable_by_key(|board| {
            (board.stones(), board.stones_of(Side::X), board.stones_of(Side::O), board.to_move() == Side::O)
        });
        Ok(boards)
    }

    fn found(&self, done: usize) {
        (self.watch)(&LabelProgress { is_finding: true, done, positions: self.request.positions });
    }

    /// As many of each ply as of the others; the first plies have one more if it does not come out even.
    fn random(&self) -> Vec<Board<B>> {
        let wanted = self.request.positions;
        let plies: Vec<u32> = self.plies.clone().collect();
        let (each, more) = (wanted / plies.len(), wanted % plies.len());
        let (control, done) = (Control::within(self.stop), AtomicUsize::new(0));
        let of_ply = |(place, &ply): (usize, &u32)| {
            let boards = self.sampler.positions(ply, each + usize::from(place < more), &control, |_| ());
            self.found(done.fetch_add(boards.len(), Ordering::Relaxed) + boards.len());
            boards.iter().map(|board| self.sampler.canonical(board)).collect::<Vec<_>>()
        };
        plies.par_iter().enumerate().flat_map_iter(of_ply).collect()
    }

    /// Every position that games lead to, once.
    fn all(&self) -> Result<Vec<Board<B>>, GradeError> {
        let book = Book::new(self.rules, *self.plies.end(), self.stop);
        let book = match book {
            Err(BookError::Stopped) => return Ok(Vec::new()),
            book => book.map_err(|error| GradeError::ManyPositions(error.to_string()))?,
        };
        let number: u64 = self.plies.clone().map(|ply| book.positions_after(ply)).sum();
        if number > MOST_POSITIONS as u64 {
            let message =
                format!("these plies have {number} positions; a data set has at most {MOST_POSITIONS}");
            return Err(GradeError::ManyPositions(message));
        }
        let mut new = HashSet::new();
        for ply in self.plies.clone() {
            let places = 0..book.positions_after(ply);
            let boards = places.filter_map(|place| book.position(ply, place));
            new.extend(boards.map(|(board, _)| self.sampler.canonical(&board)));
        }
        Ok(new.into_iter().collect())
    }

    fn listed(&self, list: &[(String, Side)]) -> Result<Vec<Board<B>>, GradeError> {
        let mut new = HashSet::new();
        for (text, to_move) in list {
            let board = self.rules.parse_board(text, Some(*to_move))?;
            if self.plies.contains(&board.stones()) && self.rules.outcome(&board).is_none() {
                new.insert(self.sampler.canonical(&board));
            }
        }
        Ok(new.into_iter().collect())
    }

    /// Positions of games, which are taken in the order of their numbers until there are enough.
    fn of_players(&self, specs: &[PlayerSpec], random_plies: u32) -> Result<Vec<Board<B>>, GradeError> {
        let build = |spec: &PlayerSpec| spec.for_game(self.rules.spec()).build(self.rules);
        // A player may meet itself, so each has two places.
        let places = || specs.iter().chain(specs).map(build).collect::<Result<Vec<_>, _>>();
        let mut workers =
            (0..rayon::current_num_threads()).map(|_| places()).collect::<Result<Vec<_>, _>>()?;
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        let (mut first, mut fruitless) = (0, 0);
        while found.len() < self.request.positions
            && fruitless < MOST_FRUITLESS_GAMES
            && !self.stop.is_requested()
        {
            let before = found.len();
            for board in self.games(&mut workers, first, random_plies)?.into_iter().flatten() {
                let board = self.sampler.canonical(&board);
                if found.len() < self.request.positions && seen.insert(board) {
                    found.push(board);
                }
            }
            fruitless = if found.len() > before { 0 } else { fruitless + GAMES_AT_A_TIME };
            first += GAMES_AT_A_TIME;
            self.found(found.len());
        }
        Ok(found)
    }

    /// The positions of the next games, by game.
    fn games(
        &self,
        workers: &mut [Vec<Box<dyn Player<B>>>],
        first: u64,
        random_plies: u32,
    ) -> Result<Vec<Vec<Board<B>>>, GradeError> {
        let next = AtomicU64::new(first);
        let work = |players: &mut Vec<Box<dyn Player<B>>>, outbox: &Outbox<(u64, Vec<Board<B>>)>| {
            while !self.stop.is_requested() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= first + GAMES_AT_A_TIME {
                    break;
                }
                outbox.send((number, self.game(players, number, random_plies)));
            }
        };
        let mut played = Vec::new();
        Workers::new("games", self.stop).run(workers, work, |heard| {
            played.extend(heard);
            ControlFlow::Continue(())
        })?;
        played.sort_unstable_by_key(|&(number, _)| number);
        Ok(played.into_iter().map(|(_, boards)| boards).collect())
    }

    /// The positions of one game: a function of its number.
    fn game(&self, players: &mut [Box<dyn Player<B>>], number: u64, random_plies: u32) -> Vec<Board<B>> {
        let mut random = ChaCha8Rng::seed_from_u64(self.request.seed);
        random.set_stream(number);
        let opening = random.random_range(0..=random_plies);
        let different = players.len() as u64 / 2;
        let pair = number % (different * different);
        // The second half of the list has every player a second time.
        let sides = [pair / different, different + pair % different].map(|place| place as usize);
        let rules = self.rules;
        let start = rules.start();
        let (mut board, mut moves, mut found) = (start, Vec::new(), Vec::new());
        for side in sides {
            players[side].begin_game(rules, Course::from_here(&start));
        }
        while rules.outcome(&board).is_none() && board.stones() <= *self.plies.end() {
            if self.plies.contains(&board.stones()) {
                found.push(board);
            }
            let cell = if board.stones() < opening {
                let legal = rules.legal_moves(&board);
                legal[random.random_range(0..legal.len() as u32) as usize]
            } else {
                let course = Course { start: &start, moves: &moves, board: &board };
                let side = sides[usize::from(board.to_move() == Side::O)];
                let choice = players[side].choose(rules, course, &mut random);
                if choice.forfeits || self.stop.is_requested() {
                    break;
                }
                choice.cell
            };
            moves.push(cell);
            board = rules.advance(&board, cell).board;
        }
        found
    }
}
