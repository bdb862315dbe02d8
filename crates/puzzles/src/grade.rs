//! How difficult a puzzle is.

use connect_toe_game::{Bits, Board, Cell, Course, Game, Rules};
use connect_toe_players::{Level, Player, PlayerError, PlayerSpec, SearchPlayer};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::examine::Claim;
use crate::puzzle::Difficulty;

/// The levels that try.
const LEVELS: [&str; 4] = ["beginner", "novice", "casual", "club"];
/// How often each tries.
const TRIES: u64 = 3;
/// Boards on which the levels take too long.
const MOST_CELLS: usize = 400;

/// Grades puzzles of one game.
pub(crate) struct Grader<B: Bits> {
    players: Vec<SearchPlayer<B>>,
}

/// The players that try the puzzles of a game.
pub(crate) fn solvers(game: &Game) -> Result<Vec<PlayerSpec>, PlayerError> {
    if game.geometry().cells().len() > MOST_CELLS {
        return Ok(Vec::new());
    }
    let levels = Level::of_game(game).into_iter().filter(|level| LEVELS.contains(&level.name));
    levels.map(|level| level.player(game)).collect()
}

impl<B: Bits> Grader<B> {
    pub(crate) fn new(rules: &Rules<B>, players: &[PlayerSpec]) -> Result<Grader<B>, PlayerError> {
        let players = players.iter().map(|player| SearchPlayer::new(rules, player));
        Ok(Grader { players: players.collect::<Result<_, _>>()? })
    }

    pub(crate) fn grade(&mut self, rules: &Rules<B>, board: &Board<B>, claim: &Claim) -> Difficulty {
        let legal = rules.legal_moves(board).len() as f64;
        Difficulty {
            missed: self.missed(rules, board, claim.solution[0]),
            length: claim
                .goal
                .own_moves()
                .map_or(0.5, |moves| f64::from(moves.saturating_sub(2).min(2)) / 2.0),
            quiet: if claim.is_quiet { 1.0 } else { 0.0 },
            choice: ((legal / 2.0).log2() / 7.0).clamp(0.0, 1.0),
        }
    }

    /// The share of tries in which the players miss the move; one half where none tries.
    fn missed(&mut self, rules: &Rules<B>, board: &Board<B>, solution: Cell) -> f64 {
        let mut missed = 0;
        for player in &mut self.players {
            for number in 0..TRIES {
                let mut random = ChaCha8Rng::seed_from_u64(number);
                missed +=
                    u64::from(player.choose(rules, Course::from_here(board), &mut random).cell != solution);
            }
        }
        let tries = TRIES * self.players.len() as u64;
        if tries == 0 { 0.5 } else { missed as f64 / tries as f64 }
    }
}
