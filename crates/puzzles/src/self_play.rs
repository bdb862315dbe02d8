//! Games between players that see what people see, and err as people do.

use connect_toe_game::{Bits, Cell, Course, Game, Rules};
use connect_toe_players::{Level, Player, PlayerError, PlayerSpec, SearchPlayer};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Who plays in one game of the class: the same sides for every number of a game.
pub(crate) struct SelfPlay<B: Bits> {
    rules: Rules<B>,
    players: Vec<SearchPlayer<B>>,
    seed: u64,
    most_plies: usize,
    most_random: u32,
}

/// The levels that play, as far as a game has room for them: two sides of different levels make mistakes that the other
/// can use.
const LEVELS: [&str; 4] = ["strong", "club", "casual", "beginner"];
/// On larger boards a look ahead takes long.
const MOST_CELLS_OF_LEVELS: usize = 400;
const QUICK: &str = "alpha-beta:depth=1,eval=runs,hurry=true";
/// Longer games have few stones near each other.
const MOST_PLIES: usize = 160;
const MOST_PLIES_ON_LARGE_BOARDS: usize = 60;

/// The players of a game, the same in every thread.
pub(crate) fn players(game: &Game) -> Result<Vec<PlayerSpec>, PlayerError> {
    if game.geometry().cells().len() > MOST_CELLS_OF_LEVELS {
        return Ok(vec![QUICK.parse()?]);
    }
    let of_game = Level::of_game(game);
    let levels = LEVELS.iter().filter_map(|name| of_game.iter().find(|level| level.name == *name));
    levels.map(|level| level.player(game)).collect()
}

/// Where so many games are not enough, players hardly ever win against each other: in further ones so many moves of a
/// hundred are made at random.
const GAMES_WITHOUT_SLIPS: u64 = 16;
const SLIPS: u32 = 50;

impl<B: Bits> SelfPlay<B> {
    pub(crate) fn new(
        rules: &Rules<B>,
        players: &[PlayerSpec],
        seed: u64,
    ) -> Result<SelfPlay<B>, PlayerError> {
        let cells = rules.geometry().cells().len();
        let is_large = cells > MOST_CELLS_OF_LEVELS;
        Ok(SelfPlay {
            players: players
                .iter()
                .map(|player| SearchPlayer::new(rules, player))
                .collect::<Result<_, _>>()?,
            seed,
            most_plies: match (is_large, rules.line_wins()) {
                (true, _) => MOST_PLIES_ON_LARGE_BOARDS,
                (false, true) => MOST_PLIES,
                // In a misère game it is the end that matters, when safe moves run out.
                (false, false) => cells,
            },
            // Random stones on a large board are scattered, and players differ enough without them.
            most_random: if cells > 100 { 0 } else { (cells / 4).min(4) as u32 },
            rules: rules.clone(),
        })
    }

    /// The moves of one game, to its end if it is not very long: a function of seed and number.
    pub(crate) fn play(&mut self, number: u64) -> Vec<Cell> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let opening = random.random_range(0..=self.most_random);
        let slips = if number < GAMES_WITHOUT_SLIPS { 0 } else { SLIPS };
        let sides = [0, 1].map(|_| random.random_range(0..self.players.len()));
        let start = self.rules.start();
        let mut board = start;
        let mut moves = Vec::new();
        let mut outcome = self.rules.outcome(&board);
        while outcome.is_none() && moves.len() < self.most_plies {
            let cell = if moves.len() < opening as usize || random.random_range(0..100) < slips {
                self.random_move(&board, &mut random)
            } else {
                let player = &mut self.players[sides[moves.len() % 2]];
                let course = Course { start: &start, moves: &moves, board: &board };
                player.choose(&self.rules, course, &mut random).cell
            };
            let step = self.rules.step(&board, cell);
            moves.push(cell);
            board = step.board;
            outcome = step.outcome;
        }
        moves
    }

    fn random_move(&self, board: &connect_toe_game::Board<B>, random: &mut dyn Rng) -> Cell {
        let moves = self.rules.legal_moves(board);
        moves.choose(random).copied().unwrap_or(moves[0])
    }
}
