//! Finds puzzles in games of self-play, the same ones for any number of threads.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use connect_toe_game::{
    Bits, Board, Cell, Game, Record, Rules, Side, Symmetry, canonical_form, symmetries, with_game,
};
use connect_toe_players::{PlayerError, PlayerSpec};
use connect_toe_work::{NoThread, Outbox, Stop, Workers};
use thiserror::Error;

use crate::examine::{Claim, Examiner};
use crate::grade::{Grader, solvers};
use crate::puzzle::{Difficulty, Goal, Puzzle};
use crate::self_play::{SelfPlay, players};
use crate::within::{Spent, Within};

/// How many puzzles are wanted, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// The seed of the games in which they are found.
    pub seed: u64,
    /// The number of threads, which changes nothing.
    pub threads: usize,
}

/// How far the search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that were looked through.
    pub games: u64,
    /// Puzzles found.
    pub puzzles: usize,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The puzzles in the order in which they were found: fewer are the beginning of more with the same seed.
    pub puzzles: Vec<Puzzle>,
    /// Games that were looked through.
    pub games: u64,
    /// Whether the search was stopped.
    pub stopped: bool,
}

/// Why no puzzle was looked for.
#[derive(Debug, Error)]
pub enum FindError {
    /// No line fits on the board.
    #[error("no line fits on the board of {0}, so nobody can win and there is no puzzle")]
    NoLine(String),
    /// Every game ends with its first move.
    #[error("the first stone ends every game of {0}, so there is no puzzle")]
    OneMove(String),
    /// Who is to move does not alternate, or the sides have different rules.
    #[error(
        "puzzles are made for games in which both sides have the same rules and one stone a turn, and {0} is not one"
    )]
    OtherTurns(String),
    /// A player cannot play this game.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The system starts no thread.
    #[error(transparent)]
    NoThread(#[from] NoThread),
}

/// A puzzle is not looked for any longer after so many games in a row without one.
const MOST_GAMES_WITHOUT: u64 = 300;
/// On larger boards games take longer: there the cells of so many games in a row are the most.
const CELLS_WITHOUT: u64 = 12_000;
/// Nodes of a position times the parts of the board (its cells or its lines).
pub(crate) const WORK_OF_A_POSITION: u64 = 1 << 21;
/// So many positions that take their whole work end the look at a game.
const MOST_SPENT: u32 = 3;
/// After so many games without a puzzle any kind of puzzle is taken, however many there are of it.
const PATIENCE: u64 = 12;
/// The most symmetries by which positions are compared.
const MOST_SYMMETRIES: usize = 4096;

/// Finds puzzles of a game. `watch` is told how far it is and may end it.
///
/// ```
/// use std::ops::ControlFlow;
/// use connect_toe_puzzles::{Wanted, find};
/// use connect_toe_work::Stop;
/// let game = "4x4:4:-2".parse()?;
/// let wanted = Wanted { count: 2, seed: 1, threads: 1 };
/// let found = find(&game, wanted, &Stop::new(), &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(found.puzzles.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No line fits on the board, the first stone ends the game, or turns or sides are not alike; the system starts no thread.
pub fn find(
    game: &Game,
    wanted: Wanted,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Found, FindError> {
    let (players, solvers) = (players(game)?, solvers(game)?);
    with_game!(game, record => find_here(record, &players, &solvers, wanted, stop, watch))
}

fn find_here<B: Bits>(
    record: &Record<B>,
    players: &[PlayerSpec],
    solvers: &[PlayerSpec],
    wanted: Wanted,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Found, FindError> {
    let rules = record.rules();
    if rules.lines().count() == 0 {
        return Err(FindError::NoLine(rules.spec().to_string()));
    }
    if !rules.turns_are_equal() {
        return Err(FindError::OtherTurns(rules.spec().to_string()));
    }
    let start = rules.start();
    if rules.legal_moves(&start).iter().all(|&cell| rules.step(&start, cell).outcome.is_some()) {
        return Err(FindError::OneMove(rules.spec().to_string()));
    }
    let stop = stop.part();
    let next = AtomicU64::new(0);
    let mut workers = Vec::new();
    for _ in 0..wanted.threads.max(1) {
        workers.push(Looker {
            games: SelfPlay::new(rules, players, wanted.seed)?,
            examiner: Examiner::new(Within::new(rules, &stop)),
            grader: Grader::new(rules, solvers)?,
        });
    }
    let work = |mut looker: Looker<B>, outbox: &Outbox<(u64, Vec<Candidate<B>>)>| {
        while !stop.is_requested() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let found = looker.look(number, &stop);
            // What a stop has cut short is not what the game has.
            if stop.is_requested() || !outbox.send((number, found)) {
                return;
            }
        }
    };
    let mut selection = Selection::new(rules, wanted.count);
    let mut waiting = BTreeMap::new();
    let hear = |heard: Option<(u64, Vec<Candidate<B>>)>| {
        waiting.extend(heard);
        while !selection.is_done()
            && let Some(candidates) = waiting.remove(&selection.found.games)
        {
            selection.take(candidates);
        }
        if selection.is_done() {
            return ControlFlow::Break(());
        }
        watch(Progress { games: selection.found.games, puzzles: selection.found.puzzles.len() })
    };
    Workers::new("puzzles", &stop).with_waiting(4).run(workers, work, hear)?;
    let is_done = selection.is_done();
    Ok(Found { stopped: !is_done, ..selection.found })
}

/// A puzzle that a game has.
struct Candidate<B> {
    moves: Vec<Cell>,
    board: Board<B>,
    claim: Claim,
    graded: Difficulty,
}

/// What looks through one game after the other.
struct Looker<B: Bits> {
    games: SelfPlay<B>,
    examiner: Examiner<B>,
    grader: Grader<B>,
}

impl<B: Bits> Looker<B> {
    /// The puzzles of a game, of each kind the one with the fewest stones. The end of the game is looked at first: there
    /// positions are soon understood.
    fn look(&mut self, number: u64, stop: &Stop) -> Vec<Candidate<B>> {
        let moves = self.games.play(number);
        let rules = self.examiner.within.rules().clone();
        self.examiner.within.forget();
        let mut boards = vec![rules.start()];
        for &cell in &moves {
            let board = rules.play(&boards[boards.len() - 1], cell);
            boards.push(board);
        }
        let (mut found, mut spent): ([Option<(usize, Claim)>; KINDS], u32) = (Default::default(), 0);
        for (ply, board) in boards.iter().enumerate().take(moves.len()).rev() {
            if stop.is_requested() || spent >= MOST_SPENT {
                break;
            }
            self.examiner.within.allow(WORK_OF_A_POSITION);
            match self.examiner.examine(board) {
                Ok(claims) => claims.into_iter().for_each(|claim| {
                    let place = kind(claim.goal);
                    found[place] = Some((ply, claim));
                }),
                Err(Spent) => spent += 1,
            }
        }
        let grade = |(ply, claim): (usize, Claim)| {
            let graded = self.grader.grade(&rules, &boards[ply], &claim);
            Candidate { moves: moves[..ply].to_vec(), board: boards[ply], claim, graded }
        };
        found.into_iter().flatten().map(grade).collect()
    }
}

/// The kinds of puzzles: wins of two, three and four moves, holds and forks.
const KINDS: usize = 5;

fn kind(goal: Goal) -> usize {
    match goal {
        Goal::Win { .. } => goal.own_moves().map_or(0, |moves| moves.clamp(2, 4) as usize - 2),
        Goal::Hold { .. } => 3,
        Goal::Fork => 4,
    }
}

/// Takes puzzles from games in the order of their numbers.
struct Selection<'a, B: Bits> {
    rules: &'a Rules<B>,
    count: usize,
    most_games_without: u64,
    found: Found,
    symmetries: Vec<Symmetry>,
    known: HashSet<(B, B, Side)>,
    kinds: [usize; KINDS],
    games_without: u64,
}

impl<'a, B: Bits> Selection<'a, B> {
    fn new(rules: &'a Rules<B>, count: usize) -> Selection<'a, B> {
        let cells = rules.geometry().cells().len() as u64;
        let all = symmetries(rules.spec()).ok().and_then(|all| all.elements(MOST_SYMMETRIES));
        Selection {
            rules,
            count,
            most_games_without: (CELLS_WITHOUT / cells).clamp(24, MOST_GAMES_WITHOUT),
            found: Found::default(),
            symmetries: all.unwrap_or_default(),
            known: HashSet::new(),
            kinds: [0; KINDS],
            games_without: 0,
        }
    }

    fn is_done(&self) -> bool {
        self.found.puzzles.len() >= self.count || self.games_without >= self.most_games_without
    }

    /// Takes at most one puzzle of a game: of the kind of which there are the fewest.
    fn take(&mut self, candidates: Vec<Candidate<B>>) {
        self.found.games += 1;
        self.games_without += 1;
        let mut best: Option<Candidate<B>> = None;
        for candidate in candidates {
            let number = |candidate: &Candidate<B>| self.kinds[kind(candidate.claim.goal)];
            if best.as_ref().is_none_or(|best| number(&candidate) < number(best))
                && !self.is_known(&candidate)
            {
                best = Some(candidate);
            }
        }
        let Some(best) = best else { return };
        // One kind is not to be most of them, unless there is no other.
        let of_kind = self.kinds[kind(best.claim.goal)];
        if of_kind > self.found.puzzles.len() / 3 && self.games_without < PATIENCE {
            return;
        }
        self.known.insert(self.key(&best.board));
        self.kinds[kind(best.claim.goal)] += 1;
        self.games_without = 0;
        let Candidate { moves, board, claim, graded } = best;
        self.found.puzzles.push(Puzzle {
            moves,
            to_move: board.to_move(),
            goal: claim.goal,
            solution: claim.solution,
            clue: claim.clue,
            difficulty: graded.total(),
            graded,
        });
    }

    fn is_known(&self, candidate: &Candidate<B>) -> bool {
        self.known.contains(&self.key(&candidate.board))
    }

    /// The same for positions that a symmetry maps to each other.
    fn key(&self, board: &Board<B>) -> (B, B, Side) {
        let form = canonical_form(self.rules, &self.symmetries, board);
        (form.stones_of(Side::X), form.stones_of(Side::O), form.to_move())
    }
}
