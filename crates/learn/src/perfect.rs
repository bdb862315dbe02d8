//! The perfect opponent: exact values from the solver.

use std::collections::HashMap;

use connect_toe_game::{Bits, Board, Cell, Outcome, Rules, Side, Symmetry, for_width, symmetries};
use connect_toe_solve::{Control, Memory, Score, Solver};
use connect_toe_stats::Wdl;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Symmetries that are looked at to know a position again.
const MOST_SYMMETRIES: usize = 16;

/// A player of best play. It wins as soon and loses as late as possible, and chooses at random, each with the same
/// probability, among moves that are equal in this.
///
/// ```
/// use connect_toe_game::Rules;
/// use connect_toe_learn::Perfect;
/// use connect_toe_solve::{Control, Memory};
/// let rules = Rules::<u64>::compile(&"3x3:3".parse()?)?;
/// let mut perfect = Perfect::new(rules.clone(), Memory(1 << 16), 1);
/// let board = rules.parse_board("xo_/___/___", None)?;
/// let best = perfect.best(&board, &Control::new()).expect("nobody stops it");
/// assert_eq!(rules.moves_text(&best), "a1 a2 b2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(missing_debug_implementations, reason = "solvers have no text form")]
pub struct Perfect<B: Bits> {
    solver: Solver<B>,
    symmetries: Vec<Symmetry>,
    /// Scores for the side to move of positions that were asked for.
    known: HashMap<Stones<B>, Score>,
    slips: f64,
}

/// The stones of the side to move and of the other: of all images of a position the smallest.
type Stones<B> = (B, B);

/// Chooses a move in a position in which the game goes on.
pub type Choose<'a, B> = dyn FnMut(&Rules<B>, &Board<B>, &mut ChaCha8Rng) -> Cell + 'a;

impl<B: Bits> Perfect<B> {
    /// A perfect opponent with this much memory for the solver, which works on this number of threads.
    pub fn new(rules: Rules<B>, memory: Memory, threads: usize) -> Perfect<B> {
        for_width!(B => Perfect::<B>::new_here, fn(Rules<B>, Memory, usize) -> Perfect<B>)(
            rules, memory, threads,
        )
    }

    fn new_here(rules: Rules<B>, memory: Memory, threads: usize) -> Perfect<B> {
        let symmetries = symmetries(rules.spec()).ok().and_then(|all| all.elements(MOST_SYMMETRIES));
        Perfect {
            solver: Solver::new(rules, memory, threads),
            symmetries: symmetries.unwrap_or_default(),
            known: HashMap::new(),
            slips: 0.0,
        }
    }

    /// The opponent that plays, with this probability, any move that does not lose instead of a best one. It can so let a win
    /// turn into a draw: a player that moves second can show what it knows in a game that is lost against perfect play.
    #[must_use]
    pub fn slipping(mut self, probability: f64) -> Perfect<B> {
        self.slips = probability;
        self
    }

    /// The number of positions whose scores are known by now.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The score of a position for the side to move; `None` if the solver was stopped.
    pub fn score(&mut self, board: &Board<B>, control: &Control) -> Option<Score> {
        for_width!(B => Perfect::<B>::score_here, fn(&mut Perfect<B>, &Board<B>, &Control) -> Option<Score>)(
            self, board, control,
        )
    }

    fn score_here(&mut self, board: &Board<B>, control: &Control) -> Option<Score> {
        let key = self.key(board);
        if let Some(&score) = self.known.get(&key) {
            return Some(score);
        }
        let score = self.solver.bounds(board, false, control).exact()?;
        self.known.insert(key, score);
        Some(score)
    }

    fn key(&self, board: &Board<B>) -> Stones<B> {
        let stones = (board.mover(), board.other());
        let images = self
            .symmetries
            .iter()
            .map(|symmetry| (symmetry.apply_to_set(stones.0), symmetry.apply_to_set(stones.1)));
        images.fold(stones, std::cmp::min)
    }

    /// The moves of best play, in canonical order; `None` if the solver was stopped.
    pub fn best(&mut self, board: &Board<B>, control: &Control) -> Option<Vec<Cell>> {
        for_width!(B => Perfect::<B>::best_here, fn(&mut Perfect<B>, &Board<B>, &Control) -> Option<Vec<Cell>>)(
            self, board, control,
        )
    }

    fn best_here(&mut self, board: &Board<B>, control: &Control) -> Option<Vec<Cell>> {
        let scores = self.scores(board, control)?;
        let most = scores.iter().map(|&(_, score)| score).max();
        Some(scores.into_iter().filter(|&(_, score)| Some(score) == most).map(|(cell, _)| cell).collect())
    }

    /// The legal moves in canonical order with their scores for the side to move.
    fn scores(&mut self, board: &Board<B>, control: &Control) -> Option<Vec<(Cell, Score)>> {
        let moves = self.solver.rules().legal_moves(board);
        let mut scores = Vec::with_capacity(moves.len());
        for cell in moves {
            let step = self.solver.rules().advance(board, cell);
            let empty = self.solver.rules().empty(&step.board).count() as i32;
            let score = match step.outcome {
                Some(Outcome::Draw) => Score::DRAW,
                Some(Outcome::Win(side)) if side == board.to_move() => Score(empty + 1),
                Some(Outcome::Win(_)) => Score(-empty - 1),
                None => -self.score(&step.board, control)?,
            };
            scores.push((cell, score));
        }
        Some(scores)
    }

    /// The moves from which the opponent chooses.
    fn choices(&mut self, board: &Board<B>, random: &mut ChaCha8Rng, control: &Control) -> Option<Vec<Cell>> {
        if self.slips > 0.0 && random.random_bool(self.slips) {
            let scores = self.scores(board, control)?.into_iter();
            let kept: Vec<Cell> =
                scores.filter(|&(_, score)| score >= Score::DRAW).map(|(cell, _)| cell).collect();
            if !kept.is_empty() {
                return Some(kept);
            }
        }
        self.best(board, control)
    }

    /// Plays games from the empty board against a player that moves first or second, and counts its results. Calls `watch`
    /// with the number of games played after each of them. `None` if the solver was stopped.
    pub fn meet(
        &mut self,
        player: &mut Choose<'_, B>,
        player_moves_first: bool,
        games: u64,
        seed: u64,
        control: &Control,
        mut watch: impl FnMut(u64),
    ) -> Option<Wdl> {
        for_width!(B => Perfect::<B>::meet_here, fn(&mut Perfect<B>, &mut Choose<'_, B>, bool, u64, u64, &Control, &mut dyn FnMut(u64)) -> Option<Wdl>)(
            self,
            player,
            player_moves_first,
            games,
            seed,
            control,
            &mut watch,
        )
    }

    fn meet_here(
        &mut self,
        player: &mut Choose<'_, B>,
        player_moves_first: bool,
        games: u64,
        seed: u64,
        control: &Control,
        watch: &mut dyn FnMut(u64),
    ) -> Option<Wdl> {
        let rules = self.solver.rules().clone();
        let mut results = Wdl::ZERO;
        for number in 0..games {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number);
            let own = if player_moves_first { Side::X } else { Side::O };
            let mut board = rules.start();
            let outcome = loop {
                let cell = if board.to_move() == own {
                    player(&rules, &board, &mut random)
                } else {
                    let choices = self.choices(&board, &mut random, control)?;
                    choices[random.random_range(0..choices.len() as u32) as usize]
                };
                let step = rules.advance(&board, cell);
                if let Some(outcome) = step.outcome {
                    break outcome;
                }
                board = step.board;
            };
            match outcome.winner() {
                Some(side) if side == own => results.wins += 1,
                Some(_) => results.losses += 1,
                None => results.draws += 1,
            }
            watch(number + 1);
        }
        Some(results)
    }
}
